"""Where a unit can go: by a march, by force marches that are not declared yet, by a retreat if it is beaten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.board import of
from sandtable.engine import Allowance, Game, SpaceId, Ways, cached_while_unchanged
from sandtable.present import Reach
from sandtable_grande_armee.combat.falling_back import ways_back
from sandtable_grande_armee.hookspecs.combat import CombatHooks
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import ForceMarch, Unit, UnitId
from sandtable_grande_armee.movement.march import March, marching
from sandtable_grande_armee.movement.purses import COST, allowance, purse_of

RISK: Final = "on a single (›) or a double (») force march, which may disrupt the unit or cost it"
FORCED: Final[Mapping[ForceMarch, str]] = {"single": "›", "double": "»"}
"""The force marches, with the signs behind the prices of what only they reach."""


def reach_before_force_marches(game: Game, unit: UnitId) -> Reach | None:
    """Return where a unit can go if it makes no force march, and where else by a single or a double one."""
    row = game[Unit][unit]
    if row.hex is None:
        return None
    plain = prices(game, unit, purse_of(game, unit).left)
    further: dict[SpaceId, str] = {}
    for force, sign in FORCED.items():
        there = prices(game, unit, allowance(game, row.kind, force).whole())
        further = {**{hex: f"{cost}{sign}" for hex, cost in there.items() if hex not in plain}, **further}
    return Reach(piece=unit, costs={hex: str(cost) for hex, cost in plain.items()}, further=further, risk=RISK)


def prices(game: Game, unit: UnitId, points: int) -> Mapping[SpaceId, int]:
    """Return the hexes to which a unit could march with so many points, each with the points it takes."""
    start = game[Unit][unit].hex
    if start is None or not points:
        return {}
    steps = marching(game, (unit,))
    ways = Ways(game, March, start, steps, steps.price, Allowance(points, unit=COST))
    return {SpaceId(hex): goals[0].cost for hex, goals in ways.reach().items()}


def zone(game: Game, unit: Unit) -> frozenset[SpaceId]:
    """Return the hexes of a unit's zone of control; none for one that has none."""
    if unit.hex is None or unit.id in set(game.hooks(MovementHooks).without_zone(game, unit.side)):
        return frozenset()
    return frozenset(hex for hex in of(game).by_number.beside(unit.hex) if hex is not None)


@cached_while_unchanged
def retreats(game: Game, unit: UnitId) -> frozenset[SpaceId]:
    """Return the hexes in which a unit would end that retreats by the whole way it must go; none: it would be lost."""
    row = game[Unit][unit]
    if row.hex is None:
        return frozenset()
    goals = dict.fromkeys(game.hooks(CombatHooks).goals(game, unit))
    return frozenset(SpaceId(hex) for goal in goals for hex in ways_back(game, unit, goal).reach())
