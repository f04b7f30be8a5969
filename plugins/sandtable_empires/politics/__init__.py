"""The Political Phase: what powers propose, declare, agree on and take from each other."""

from sandtable_empires.politics.alliances import Alliances
from sandtable_empires.politics.attacked_minors import AttackedMinors
from sandtable_empires.politics.calls import Calls
from sandtable_empires.politics.combined_orders import CombinedOrders
from sandtable_empires.politics.declarations import Declarations
from sandtable_empires.politics.diplomacy import Diplomacy
from sandtable_empires.politics.free_states import FreeStates
from sandtable_empires.politics.lapsing_wars import LapsingWars
from sandtable_empires.politics.looks import MinorLooks
from sandtable_empires.politics.peace_effects import PeaceEffects
from sandtable_empires.politics.peace_made import PeaceMade
from sandtable_empires.politics.peace_terms import PeaceTerms
from sandtable_empires.politics.removed_leaders import RemovedLeaders
from sandtable_empires.politics.suing import Suing
from sandtable_empires.politics.unstable_minors import UnstableMinors

POLITICS = (
    Diplomacy, Declarations, Alliances, AttackedMinors, Suing, PeaceTerms, PeaceMade, PeaceEffects, UnstableMinors,
    LapsingWars, Calls, FreeStates, CombinedOrders, MinorLooks, RemovedLeaders,
)  # fmt: skip

__all__ = ["POLITICS"]
