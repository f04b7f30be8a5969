"""Combined movement: powers that have declared to move together, and then count as one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandtable.engine import Game, Row, SideId, cached_while_unchanged
from sandtable_empires.model.nations import Nation, NationId


class Combined(Row, frozen=True):
    """Nations that have declared combined movement: for a ``turn``, or (0) for the whole campaign."""

    indexes = ("nations",)
    id: str
    nations: tuple[NationId, ...]
    turn: Annotated[int, Meta(ge=0, title="Turn")] = 0


def partners(game: Game, side: str, ahead: int = 0) -> frozenset[SideId]:
    """Return the other sides with which a side moves together this turn, or so many turns ``ahead``."""
    return _in_turn(game, side, game.round + ahead) if len(game[Combined]) else frozenset()


@cached_while_unchanged
def _in_turn(game: Game, side: str, turn: int) -> frozenset[SideId]:
    nations, found = game[Nation], set[SideId]()
    for nation in nations.where("side", side):
        for group in game[Combined].where("nations", nation.id):
            if group.turn in (0, turn):
                found.update(one for name in group.nations if (one := nations[name].side) is not None)
    return frozenset(found - {SideId(side)})
