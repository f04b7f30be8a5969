"""Grande Armée: the game as the engine takes it, put together from its parts."""

from __future__ import annotations

from typing import Final

from sandtable.engine import GameSystem, HookSet, RuleModule, Scenario
from sandtable.library import text_scenario
from sandtable.present import PresentHooks
from sandtable_grande_armee.campaign.map_kinds import GROUND
from sandtable_grande_armee.campaign.order import TurnOrder
from sandtable_grande_armee.maps.shipped import thuringia_to_play, upper_danube_to_play
from sandtable_grande_armee.model import ROWS
from sandtable_grande_armee.present.looks import Looks
from sandtable_grande_armee.scenarios import AUSTRIA, JENA, WAGRAM
from sandtable_grande_armee.sequences import SEQUENCES
from sandtable_grande_armee.texts import texts

HOOK_SETS: Final[tuple[type[HookSet], ...]] = (PresentHooks,)
BASE: Final[tuple[type[RuleModule], ...]] = (TurnOrder, Looks)
"""The base game."""
OPTIONS: Final[tuple[type[RuleModule], ...]] = ()
"""The options."""
SCENARIOS: Final[tuple[Scenario, ...]] = (
    text_scenario(JENA, lambda: GRANDE_ARMEE, thuringia_to_play),
    text_scenario(WAGRAM, lambda: GRANDE_ARMEE, upper_danube_to_play),
    text_scenario(AUSTRIA, lambda: GRANDE_ARMEE, upper_danube_to_play),
)

GRANDE_ARMEE: Final[GameSystem] = GameSystem(
    "grande_armee",
    "Grande Armée",
    SEQUENCES,
    (*BASE, *OPTIONS),
    texts(),
    rows=ROWS,
    hook_sets=HOOK_SETS,
    scenarios=SCENARIOS,
    ground=GROUND,
)
