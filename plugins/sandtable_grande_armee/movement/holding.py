"""Who may not do something now, and why: asked once of a side, answered for each of its units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.engine import Game, Refusal, SideId, cached_while_unchanged
from sandtable_grande_armee.hookspecs.movement import Doing, Held, MovementHooks
from sandtable_grande_armee.model import UnitId
from sandtable_grande_armee.model.agreeing import Said


@cached_while_unchanged
def held(game: Game, side: SideId, doing: Doing) -> Mapping[UnitId, tuple[Held, ...]]:
    """Return the units of a side that may not do something now, each with all reasons."""
    found: dict[UnitId, tuple[Held, ...]] = {}
    for one in game.hooks(MovementHooks).held(game, side, doing):
        found[one.unit] = (*found.get(one.unit, ()), one)
    return found


def first_held(game: Game, side: SideId, doing: Doing, units: Iterable[UnitId]) -> Refusal | None:
    """Say why the first of some units that may not do something may not; it is cited by its own rule."""
    against = held(game, side, doing)
    for unit in units:
        for one in against.get(unit, ()):
            return Refusal("{unit} {says}", rule=one.rule, unit=unit, says=Said(unit, one.says))
    return None
