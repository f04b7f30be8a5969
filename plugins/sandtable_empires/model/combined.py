"""Combined movement: powers that have declared to move together, and then count as one."""

from __future__ import annotations

from sandtable.engine import Game, Row, SideId
from sandtable_empires.model.nations import Nation, NationId


class Combined(Row, frozen=True):
    """Nations that have declared combined movement."""

    indexes = ("nations",)
    id: str
    nations: tuple[NationId, ...]


def partners(game: Game, side: str) -> frozenset[SideId]:
    """Return the other sides with which a side moves together."""
    found: set[SideId] = set()
    if len(game[Combined]):
        for nation in game[Nation].where("side", side):
            for group in game[Combined].where("nations", nation.id):
                found.update(one for name in group.nations if (one := game[Nation][name].side) is not None)
    return frozenset(found - {SideId(side)})
