"""Combined movement: powers that have declared to move together, and then count as one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandtable.engine import Game, Row, SideId
from sandtable_empires.model.nations import Nation, NationId


class Combined(Row, frozen=True):
    """Nations that have declared combined movement: for a ``turn``, or (0) for the whole campaign."""

    indexes = ("nations",)
    id: str
    nations: tuple[NationId, ...]
    turn: Annotated[int, Meta(ge=0, title="Turn")] = 0


def partners(game: Game, side: str, ahead: int = 0) -> frozenset[SideId]:
    """Return the other sides with which a side moves together this turn, or so many turns ``ahead``."""
    found: set[SideId] = set()
    if len(game[Combined]):
        for nation in game[Nation].where("side", side):
            groups = game[Combined].where("nations", nation.id)
            for group in (one for one in groups if one.turn in (0, game.round + ahead)):
                found.update(one for name in group.nations if (one := game[Nation][name].side) is not None)
    return frozenset(found - {SideId(side)})
