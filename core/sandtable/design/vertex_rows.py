"""The vertices of an area or a line as rows, and places from a spreadsheet laid onto them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from shapely import LineString, MultiLineString, Polygon, get_parts

from sandtable.board.shapes import Place
from sandtable.design.edits.vertices import MoveVertices
from sandtable.design.pasting import cells_of
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

NUMBER: Final = ("#", "number", "vertex")
"""Heads of the column that says which vertex a row is, in small letters."""
WANTED: Final = "copy rows with two columns, x and y"


class VertexRow(Struct, frozen=True):
    """A vertex: its number, counted from 1, the ring or stretch that it is of, and its place."""

    number: int
    of: str
    at: Place


def vertex_rows(shape: BaseGeometry) -> list[VertexRow]:
    """Return the vertices of an area or a line in the order in which they are drawn, the closing ones left out."""
    found: list[VertexRow] = []
    for of, places in _stretches(shape):
        found += [VertexRow(len(found) + at, of, place) for at, place in enumerate(places, 1)]
    return found


def _stretches(shape: BaseGeometry) -> Iterator[tuple[str, list[Place]]]:
    parts = get_parts(shape).tolist()
    for number, part in enumerate(parts, 1):
        of = f"part {number}" if len(parts) > 1 else ""
        if isinstance(part, Polygon):
            yield of or "outline", _places(part.exterior.coords[:-1])
            for hole, ring in enumerate(part.interiors, 1):
                yield " ".join(filter(None, (of, f"hole {hole}"))), _places(ring.coords[:-1])
        elif isinstance(part, LineString | MultiLineString):
            yield of or "line", _places(part.coords)


def _places(coordinates: Iterable[tuple[float, ...]]) -> list[Place]:
    return [(float(x), float(y)) for x, y, *_ in coordinates]


def pasted_moves(rows: Sequence[VertexRow], text: str, first: int) -> MoveVertices:
    """Return the edit that lays places from a spreadsheet onto vertices, from ``first`` on or as rows are numbered.

    Columns are x and y, or have a head that says so; a decimal comma is one unless commas divide the cells. Raises
    ``Invalid`` for what is no place, for rows that fit no vertex, and for two places of one vertex.
    """
    by_number = {row.number: row for row in rows}
    moves: dict[Place, Place] = {}
    for line, number, to in _numbered(cells_of(text, WANTED), first):
        row = by_number.get(number)
        if row is None:
            raise Invalid(
                f"row {line} would be vertex {number}, and there are {count_of(len(rows), 'vertex', 'vertices')}: "
                "choose the vertex that the first row belongs to"
            )
        if moves.setdefault(row.at, to) != to:
            raise Invalid(f"row {line} parts vertex {number} from another at the same place: give both one place")
    changed = tuple((at, to) for at, to in moves.items() if at != to)
    if not changed:
        raise Invalid("nothing would change: the vertices stand there already")
    return MoveVertices(changed)


def _numbered(cells: list[list[str]], first: int) -> Iterator[tuple[int, int, Place]]:
    """Yield for each row its line, the number of its vertex, and its place."""
    across, up, number = 0, 1, None
    begins = 1
    head = [one.strip().casefold() for one in cells[0]]
    if "x" in head and "y" in head:
        across, up, begins = head.index("x"), head.index("y"), 2
        number = next((at for at, name in enumerate(head) if name in NUMBER), None)
    for count, row in enumerate(cells[begins - 1 :]):
        line = begins + count
        if len(row) <= max(across, up):
            raise Invalid(f"row {line} has {count_of(len(row), 'cell')}: {WANTED}")
        which = first + count if number is None else _whole(row[number], line)
        yield line, which, (read_number(row[across], f"row {line}"), read_number(row[up], f"row {line}"))


def _whole(text: str, line: int) -> int:
    if not text.strip().isdecimal():
        raise Invalid(f"row {line} says {text.strip()!r} for the number of a vertex: write a whole number, from 1 on")
    return int(text)


def read_number(text: str, where: str) -> float:
    """Return a coordinate that somebody has written, with a point or a comma; raises ``Invalid`` for no number."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise Invalid(f"{where} has {text.strip()!r} for a coordinate: write a number of map units, such as 12.5")
    return value
