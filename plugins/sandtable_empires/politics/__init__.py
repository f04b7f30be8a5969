"""The Political Phase: what powers propose, declare, agree on and take from each other."""

from sandtable_empires.politics.alliances import Alliances
from sandtable_empires.politics.attacked_minors import AttackedMinors
from sandtable_empires.politics.declarations import Declarations
from sandtable_empires.politics.diplomacy import Diplomacy

POLITICS = (Diplomacy, Declarations, Alliances, AttackedMinors)

__all__ = ["POLITICS"]
