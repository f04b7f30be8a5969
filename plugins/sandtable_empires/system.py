"""Empires: the game as the engine takes it, put together from its parts."""

from __future__ import annotations

from typing import Final

from sandtable.engine import GameSystem, HookSet, RuleModule
from sandtable.present import PresentHooks
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.land.access import Access
from sandtable_empires.land.forced_march import ForcedMarches
from sandtable_empires.land.movement import Movement
from sandtable_empires.model import ROWS
from sandtable_empires.sequences import SEQUENCES
from sandtable_empires.texts import texts

HOOK_SETS: Final[tuple[type[HookSet], ...]] = (MovementHooks, SupplyHooks, ControlHooks, PresentHooks)

BASE: Final[tuple[type[RuleModule], ...]] = (Access, Movement, ForcedMarches)
"""The base game."""

OPTIONS: Final[tuple[type[RuleModule], ...]] = ()
"""The printed options."""

EMPIRES: Final = GameSystem(
    "empires",
    "Empires",
    SEQUENCES,
    (*BASE, *OPTIONS),
    texts(),
    rows=ROWS,
    hook_sets=HOOK_SETS,
)
