"""What the things of a map have in common: which values there are, and what has each; for selecting by a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sandtable.board.spaces import Pair, SpaceId
from sandtable.design.attribute_values import value_text

if TYPE_CHECKING:
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Edge, Space

Sort = Literal["spaces", "hexes", "edges", "lines"]
Thing = SpaceId | Pair | str
"""A space or hex by its id, an edge by its ends, a line by its id."""


class ValueColumn(NamedTuple):
    """What things of one sort are looked at for: ``name`` is that of an attribute, or what every such thing has."""

    of: Sort
    name: str

    @property
    def title(self) -> str:
        """What it is called in a list."""
        return f"{self.of.capitalize()}: {self.name}"


OWN = (
    ValueColumn("spaces", "kind"), ValueColumn("spaces", "name"), ValueColumn("hexes", "terrain"),
    ValueColumn("hexes", "level"), ValueColumn("edges", "known as"), ValueColumn("edges", "what lies along"),
    ValueColumn("edges", "what lies across"), ValueColumn("lines", "kind"),
)  # fmt: skip
"""What every thing of its sort has, whatever attributes it has been given."""


def value_columns(sheet: Map) -> list[ValueColumn]:
    """Return what the things that are on a map can be looked at for, attributes of spaces last."""
    there = {
        "spaces": bool(sheet.graph.spaces), "hexes": sheet.hexes is not None,
        "edges": bool(sheet.graph.edges), "lines": bool(sheet.lines),
    }  # fmt: skip
    attributes = sorted({name for space in sheet.graph.spaces.values() for name, _ in space.attributes})
    return [*(one for one in OWN if there[one.of]), *(ValueColumn("spaces", name) for name in attributes)]


def values_of(sheet: Map, column: ValueColumn) -> dict[str, list[Thing]]:
    """Return the values that occur, in order, each with what has it; without a value is ``""``."""
    if column.of == "hexes":
        found: Iterable[tuple[str, list[Thing]]] = _of_hexes(sheet.hexes, column.name) if sheet.hexes else ()
        return {value: things for value, things in found if things}
    gathered: dict[str, list[Thing]] = {}
    for value, thing in _said(sheet, column):
        gathered.setdefault(value, []).append(thing)
    return dict(sorted(gathered.items(), key=_order))


def _said(sheet: Map, column: ValueColumn) -> Iterator[tuple[str, Thing]]:
    match column.of:
        case "lines":
            yield from ((line.kind, line.id) for line in sheet.lines)
        case "edges":
            for edge in sheet.graph.edges.values():
                yield from ((value, edge.pair) for value in _of_edge(edge, column.name))
        case _:
            yield from ((_of_space(space, column), space.id) for space in sheet.graph.spaces.values())


def _of_space(space: Space, column: ValueColumn) -> str:
    if column in OWN:
        return space.kind if column.name == "kind" else space.name
    return value_text(space.get(column.name))


def _of_edge(edge: Edge, name: str) -> Iterable[str]:
    if name == "known as":
        return (edge.status,)
    features = edge.along if name == "what lies along" else edge.across
    return dict.fromkeys(one.kind for one in features) or ("",)


def _of_hexes(board: HexBoard, name: str) -> Iterator[tuple[str, list[Thing]]]:
    """Yield each terrain or level with the numbers of its hexes; one of several terrains is found under each."""
    present, numbers = board.grid.present, board.numbers.all
    if name == "level":
        for level in np.unique(board.elevation[present]).tolist():
            yield str(level), numbers[(board.elevation == level) & present].tolist()
        return
    for terrain in sorted({one for terrains in board.terrain.sets for one in terrains}):
        yield terrain, numbers[board.terrain.where(terrain)].tolist()
    bare = np.array([not terrains for terrains in board.terrain.sets])[board.terrain.cells]
    yield "", numbers[bare & present].tolist()


def _order(item: tuple[str, object]) -> tuple[bool, bool, int, str]:
    """Order numbers by what they count, before words, and what has no value last."""
    value = item[0]
    number = int(value) if value.removeprefix("-").isdecimal() else None
    return not value, number is None, number or 0, value.casefold()
