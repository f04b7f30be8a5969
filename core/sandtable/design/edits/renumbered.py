"""What names hexes by their numbers, when these are given anew: edges, spaces and what is said of them follow."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map
from sandtable.board.same_hexes import new_numbers
from sandtable.board.spaces import Edge, SpaceId
from sandtable.board.vocabulary import CAPITAL
from sandtable.design.edits.edit import with_given
from sandtable.engine.errors import Invalid


def carried_over(sheet: Map, board: HexBoard, notes: list[str]) -> Map:
    """Return the map with another board; what named a hex names the same hex there.

    Raises ``Invalid`` where something names a hex that is gone.
    """
    now = dataclasses.replace(sheet, hexes=board)
    moved = new_numbers(sheet, now)
    if moved:
        first = min(moved)
        notes.append(f"hexes are numbered anew: {first} is now {moved[first]}" if moved[first] else "numbers are gone")
    graph = sheet.graph
    named = {id for id in graph.spaces if sheet.has_hex(id)}
    there = {id: moved.get(id, id) for id in named}
    for id, to in sorted(there.items()):
        if not to or not now.has_hex(to):
            raise Invalid(f"the hex {id} would be cut off, and {_use(sheet, id)}: take that out first")
    if all(id == to for id, to in there.items()):
        return now
    spaces = [replace(space, id=there.get(space.id, space.id)) for space in graph.spaces.values()]
    edges = [_moved(edge, there) for edge in graph.edges.values()]
    return dataclasses.replace(
        now,
        graph=Graph(spaces, edges),
        places={there.get(id, id): spot for id, spot in sheet.places.items()},
        provenance=tuple(replace(word, of=there.get(SpaceId(word.of), word.of)) for word in sheet.provenance),
        regions=tuple(
            replace(one, attributes=with_given(one.attributes, {CAPITAL: str(there[SpaceId(str(one.get(CAPITAL)))])}))
            if one.get(CAPITAL) in there
            else one
            for one in sheet.regions
        ),
    )


def _use(sheet: Map, id: SpaceId) -> str:
    edges = sheet.graph.edges_of(id)
    return f"an edge leads from it to {sheet.name(edges[0].other(id))}" if edges else "something is said of it"


def _moved(edge: Edge, there: Mapping[SpaceId, SpaceId]) -> Edge:
    """Return an edge between the new numbers of its ends."""
    a, b = (there.get(end, end) for end in (edge.a, edge.b))
    along, across = (
        tuple(replace(one, side=one.side and there.get(one.side, one.side)) for one in features)
        for features in (edge.along, edge.across)
    )
    return replace(edge, a=a, b=b, along=along, across=across)
