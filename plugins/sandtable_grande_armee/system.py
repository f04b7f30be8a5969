"""Grande Armée: the game as the engine takes it, put together from its parts."""

from __future__ import annotations

from typing import Final

from sandtable.engine import GameSystem, HookSet, RuleModule, Scenario
from sandtable.library import text_scenario
from sandtable.present import PresentHooks, SetUpHooks
from sandtable_grande_armee.campaign.beginnings import Beginnings
from sandtable_grande_armee.campaign.house_words import HouseWords
from sandtable_grande_armee.campaign.map_kinds import GROUND
from sandtable_grande_armee.campaign.order import TurnOrder
from sandtable_grande_armee.campaign.reinforcements import Reinforcements
from sandtable_grande_armee.campaign.set_up import SetUp
from sandtable_grande_armee.campaign.taking import Cities
from sandtable_grande_armee.campaign.victory import Victory
from sandtable_grande_armee.combat.attacking import Attacks
from sandtable_grande_armee.combat.contests import Fights
from sandtable_grande_armee.combat.odds import CombatOdds
from sandtable_grande_armee.combat.overrunning import Overruns
from sandtable_grande_armee.combat.results import CombatResults
from sandtable_grande_armee.combat.retreats import Retreats
from sandtable_grande_armee.combat.riding_off import RidingOff
from sandtable_grande_armee.combat.sheltering import Forts
from sandtable_grande_armee.combat.strength import Strength
from sandtable_grande_armee.combat.supplying import CombatSupply
from sandtable_grande_armee.hookspecs.combat import CombatHooks, FortHooks, VictoryHooks
from sandtable_grande_armee.hookspecs.leaders import LeaderHooks
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.hookspecs.supply import SupplyHooks
from sandtable_grande_armee.maps.shipped import thuringia_to_play, upper_danube_to_play
from sandtable_grande_armee.model import ROWS
from sandtable_grande_armee.model.marks import MARKS
from sandtable_grande_armee.movement.disruption import Disrupting
from sandtable_grande_armee.movement.force_marching import ForceMarching
from sandtable_grande_armee.movement.leaders import Leaders
from sandtable_grande_armee.movement.marching import Marching
from sandtable_grande_armee.movement.regrouping import BreakingDown, Combining
from sandtable_grande_armee.movement.stacking import Stacking
from sandtable_grande_armee.movement.terrain import Terrain
from sandtable_grande_armee.movement.zone_rules import ZonesOfControl
from sandtable_grande_armee.options.archduke_charles import ArchdukeCharles
from sandtable_grande_armee.options.fort_supply_adjacent import FortSupplyAdjacent
from sandtable_grande_armee.options.presets import PRESETS
from sandtable_grande_armee.options.simplified_undisruption import SimplifiedUndisruption
from sandtable_grande_armee.present.lessons import Lessons
from sandtable_grande_armee.present.looks import Looks
from sandtable_grande_armee.scenarios import AUSTRIA, JENA, WAGRAM
from sandtable_grande_armee.sequences import SEQUENCES
from sandtable_grande_armee.supply.depots import Depots
from sandtable_grande_armee.supply.supplying import Supplying
from sandtable_grande_armee.texts import texts

HOOK_SETS: Final[tuple[type[HookSet], ...]] = (
    MovementHooks, SupplyHooks, LeaderHooks, CombatHooks, FortHooks, VictoryHooks, PresentHooks,
    SetUpHooks,
)  # fmt: skip
BASE: Final[tuple[type[RuleModule], ...]] = (
    HouseWords,
    Marching,
    Terrain,
    ZonesOfControl,
    Stacking,
    ForceMarching,
    Combining,
    BreakingDown,
    Leaders,
    Disrupting,
    Reinforcements,
    Supplying,
    Depots,
    Strength,
    CombatOdds,
    Attacks,
    CombatSupply,
    RidingOff,
    CombatResults,
    Retreats,
    Overruns,
    Forts,
    Fights,
    Cities,
    Victory,
    Looks,
    Lessons,
    TurnOrder,
    SetUp,
    Beginnings,
)
"""The base game."""
OPTIONS: Final[tuple[type[RuleModule], ...]] = (
    SimplifiedUndisruption,
    ArchdukeCharles,
    FortSupplyAdjacent,
)
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
    presets=PRESETS,
    brings=MARKS,
    ground=GROUND,
)
