"""Who is beside whom, as a table: every edge with what the designer has said of it, what lies on it, how long it is."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from math import dist
from typing import Final

from msgspec import Struct

from sandtable.board.hex_board import HexBoard
from sandtable.board.layers import SideFeature
from sandtable.board.maps import Map
from sandtable.board.spaces import Contact, Edge, Feature, SpaceId, Status
from sandtable.engine.errors import Invalid, unknown

ACROSS: Final = ("road", "track", "trail", "path", "railway", "bridge", "ford", "ferry", "pass", "strait", "crossing")
"""What lies across a hexside; anything else lies along it."""


class AdjacencyRow(Struct, frozen=True):
    """One row: two spaces or hexes and what is between them.

    ``along`` and ``across``: kinds, with the space they belong to where that matters. ``length``: of the border
    they share, map units; ``None`` where they share none.
    """

    a: str
    b: str
    a_name: str
    b_name: str
    status: Status
    contact: Contact
    one_way: bool
    along: tuple[str, ...]
    across: tuple[str, ...]
    length: float | None


def links(sheet: Map, of: str = "") -> tuple[AdjacencyRow, ...]:
    """Return all edges in order, or those of one space or hex, seen from there.

    Of hexes only hexsides with something on them are listed, unless they are asked for by number.
    Raises ``Invalid`` for a space that there is none of.
    """
    graph = sheet.graph
    if of and SpaceId(of) in graph.spaces:
        id = SpaceId(of)
        return tuple(_turn_to(_of_edge(sheet, edge), of) for edge in graph.edges_of(id))
    if of:
        return tuple(_around(sheet, of))
    hexsides = () if sheet.hexes is None else _hexsides(sheet.hexes)
    return (*(_of_edge(sheet, edge) for edge in graph.edges.values()), *hexsides)


def _of_edge(sheet: Map, edge: Edge) -> AdjacencyRow:
    spaces = sheet.graph.spaces
    shared = sheet.areas is not None and edge.pair in sheet.areas.borders
    length = sheet.areas.borders[edge.pair].length if sheet.areas is not None and shared else None
    return AdjacencyRow(
        edge.a, edge.b, spaces[edge.a].name, spaces[edge.b].name, edge.status, edge.contact, edge.one_way,
        _feature_texts(edge.along), _feature_texts(edge.across), None if length is None else round(length, 6),
    )  # fmt: skip


def _feature_texts(features: tuple[Feature, ...]) -> tuple[str, ...]:
    return tuple(one.kind if one.side is None else f"{one.kind}@{one.side}" for one in features)


def _turn_to(link: AdjacencyRow, a: str) -> AdjacencyRow:
    """Return a row with this end first; a one-way edge keeps its direction."""
    if link.a == a or link.one_way:
        return link
    return AdjacencyRow(
        link.b, link.a, link.b_name, link.a_name, link.status, link.contact, link.one_way, link.along, link.across,
        link.length,
    )  # fmt: skip


# --- hexes ----------------------------------------------------------------------------------------------------------


def _hexsides(board: HexBoard) -> Iterator[AdjacencyRow]:
    """Yield the hexsides with something on them, in order of their places."""
    grid = board.grid
    for place in board.sides.cells.nonzero()[0].tolist():
        hex, other = grid.hexes_at(place)
        if hex in grid and other in grid:
            yield from _of_hexside(board, place)


def _around(sheet: Map, of: str) -> Iterator[AdjacencyRow]:
    """Yield all six hexsides of a hex, or as many as lead to another."""
    board = sheet.hexes
    if board is None:
        raise unknown("space", of, sheet.graph.spaces)
    try:
        hex = board.numbers.hex(of)
    except Invalid as error:
        if sheet.graph.spaces:
            raise unknown("space", of, sheet.graph.spaces, str(error)) from error
        raise
    number = board.numbers.of(hex)
    for direction in board.grid.neighbours(hex):
        for link in _of_hexside(board, board.grid.side(hex, direction), bare=True):
            yield _turn_to(link, number)


def _of_hexside(board: HexBoard, place: int, *, bare: bool = False) -> Iterator[AdjacencyRow]:
    """Yield a row for each status of what lies on a hexside; ``bare``: one even if nothing does."""
    grid, numbers = board.grid, board.numbers
    hex, other = grid.hexes_at(place)
    corners = grid.corners(hex)
    length = round(dist(corners[place % 3 - 1], corners[place % 3]), 6)
    features = board.sides.all_of(hex, place % 3)
    kinds: list[Status] = ["derived", "confirmed", "forbidden", "added"]
    names = numbers.of(hex), numbers.of(other), board.names.get(hex, ""), board.names.get(other, "")
    for status in kinds:
        these = [one for one in features if one.status == status]
        if these or (bare and not features and status == "derived"):
            along = tuple(_side_text(board, one) for one in these if not _across(one.kind))
            across = tuple(_side_text(board, one) for one in these if _across(one.kind))
            yield AdjacencyRow(*names, status, "border", False, along, across, length)


def _across(kind: str) -> bool:
    return any(word in kind for word in ACROSS)


def _side_text(board: HexBoard, one: SideFeature) -> str:
    if one.favours is None or one.favours not in board.grid:
        return one.kind
    return f"{one.kind}@{board.numbers.of(one.favours)}"


def as_csv(rows: Iterable[AdjacencyRow]) -> str:
    """Return a table as comma-separated values, with a line that names the columns."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("a", "b", "a_name", "b_name", "status", "contact", "one_way", "along", "across", "length"))
    for row in rows:
        writer.writerow(
            (
                row.a, row.b, row.a_name, row.b_name, row.status, row.contact, "yes" if row.one_way else "no",
                " ".join(row.along), " ".join(row.across), "" if row.length is None else row.length,
            )
        )  # fmt: skip
    return text.getvalue()
