"""The movement points of units: what is printed, what a force march adds, what has been spent.

A unit has a row of its own only once it has spent or gained something; before, its purse is what is printed.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine import CostUnit, Game, Quantity, SpaceId, Tally, cached_while_unchanged
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import ForceMarch, Purse, Unit, UnitId

POINTS: Final = Quantity("movement points")
COST: Final = CostUnit("movement points")


@cached_while_unchanged
def allowance(game: Game, kind: str, force: ForceMarch) -> Tally:
    """Return the movement points of a kind of units, on a force march or not."""
    return Tally(POINTS, game.hooks(MovementHooks).allowance_parts(game, kind, force))


def purse_of(game: Game, id: UnitId) -> Purse:
    """Return the movement points of a unit."""
    known = game[Purse].get(id)
    return known if known is not None else Purse(id, allowance(game, game[Unit][id].kind, "none").whole())


def in_all(purse: Purse) -> int:
    """Return the points that count when a unit combines: those left, and those that it may not use as it is."""
    return purse.left + purse.beyond


def spend(game: Game, id: UnitId, points: int, hex: SpaceId | None = None) -> Purse:
    """Take points from a unit; ``hex``: it has gone there for them."""
    purse = purse_of(game, id)
    left = max(0, purse.left - points)
    return game.put(Purse(
        id, left, purse.spent + points, purse.force, purse.moved or hex is not None, purse.in_zone,
        purse.broke_down_in if hex is None else None, purse.beyond,
    ))  # fmt: skip


def use_up(game: Game, id: UnitId) -> None:
    """Leave a unit no points: it has had its move."""
    purse = purse_of(game, id)
    game.put(Purse(id, 0, purse.spent, purse.force, True, purse.in_zone))
