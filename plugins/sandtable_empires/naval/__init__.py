"""The Naval Phase: fleets sail, meet, fight, blockade and carry armies."""

from sandtable_empires.naval.combat import NavalCombat
from sandtable_empires.naval.harbour_guns import HarbourGuns
from sandtable_empires.naval.interception import Interception
from sandtable_empires.naval.looks import SeaLooks
from sandtable_empires.naval.outcome import NavalOutcome
from sandtable_empires.naval.sailing import Sailing

NAVAL = (Sailing, Interception, NavalCombat, HarbourGuns, NavalOutcome, SeaLooks)

__all__ = ["NAVAL"]
