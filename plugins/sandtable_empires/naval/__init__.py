"""The Naval Phase: fleets sail, meet, fight, blockade and carry armies."""

from sandtable_empires.naval.admirals import Admirals
from sandtable_empires.naval.combat import NavalCombat
from sandtable_empires.naval.crossings import Crossings
from sandtable_empires.naval.harbour_guns import HarbourGuns
from sandtable_empires.naval.interception import Interception
from sandtable_empires.naval.invasion_supply import InvasionSupply
from sandtable_empires.naval.looks import SeaLooks
from sandtable_empires.naval.outcome import NavalOutcome
from sandtable_empires.naval.sailing import Sailing
from sandtable_empires.naval.transport import Transport

NAVAL = (
    Sailing,
    Interception,
    NavalCombat,
    HarbourGuns,
    NavalOutcome,
    Transport,
    InvasionSupply,
    Crossings,
    Admirals,
    SeaLooks,
)

__all__ = ["NAVAL"]
