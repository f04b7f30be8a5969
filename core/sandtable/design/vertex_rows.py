"""The vertices of an area or a line as rows, and places from a spreadsheet laid onto them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from shapely import LineString, MultiLineString, Polygon, get_parts

from sandtable.board.shapes import Place
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.together import Together
from sandtable.design.edits.vertices import DropVertex, InsertVertex, MoveVertices
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


def pasted_outline(rows: Sequence[VertexRow], text: str) -> MapEdit | None:
    """Return the edit that has an outline or a line run through all places from a spreadsheet, whatever their number.

    Vertices that stay are known by their places; others are moved, dropped, or inserted between them, in all areas and
    lines that share them. ``None`` where there are as many as before, or rows say by number which vertex they are.
    Raises ``Invalid`` for what is no place, and where there are several rings or stretches.
    """
    found = list(_numbered(cells_of(text, WANTED), 1))
    if len(found) == len(rows) or [number for _, number, _ in found] != list(range(1, len(found) + 1)):
        return None
    stretches = {row.of for row in rows}
    if len(stretches) > 1:
        raise Invalid(
            f"there are {count_of(len(found), 'row')}, and {len(rows)} vertices of {len(stretches)} rings or stretches:"
            " paste as many rows, or choose the vertices that they belong to"
        )
    is_ring = stretches == {"outline"}
    _require_parted([place for _, _, place in found], is_ring=is_ring)
    return _run_through([row.at for row in rows], [place for _, _, place in found], is_ring=is_ring)


def _require_parted(places: Sequence[Place], *, is_ring: bool) -> None:
    least = 3 if is_ring else 2
    if len(places) < least:
        raise Invalid(f"there are {count_of(len(places), 'row')}: it takes {least} or more to draw it")
    seen: dict[Place, int] = {}
    for line, at in enumerate(places, 1):
        if (other := seen.setdefault(at, line)) != line:
            raise Invalid(f"vertex {line} would stand where vertex {other} does: give each a place of its own")


def _run_through(was: Sequence[Place], now: Sequence[Place], *, is_ring: bool) -> MapEdit:
    """Return what makes one row of vertices of the other: drops, then vertices put in, then all moves at once."""
    if is_ring:
        was, now = _turned_alike(was, now)
    drops: list[MapEdit] = []
    inserts: list[MapEdit] = []
    moves: list[tuple[Place, Place]] = []
    matcher = SequenceMatcher(None, [*map(_digits, was)], [*map(_digits, now)], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        here, there = was[a:b], now[c:d]
        moves += zip(here, there, strict=False)
        drops += [DropVertex(at) for at in here[len(there) :]]
        fresh = there[len(here) :]
        if fresh:
            before, after = _around(was, a + min(len(here), len(there)), is_ring=is_ring)
            between = [_on_the_way(before, after, step / (len(fresh) + 1)) for step in range(1, len(fresh) + 1)]
            inserts += [InsertVertex(at) for at in between]
            moves += [(at, to) for at, to in zip(between, fresh, strict=True) if at != to]
    moved = [MoveVertices(tuple(moves))] if moves else []
    return Together.of([*drops, *inserts, *moved], "Draw through other vertices")


def _turned_alike(was: Sequence[Place], now: Sequence[Place]) -> tuple[list[Place], list[Place]]:
    """Return two rings from the first vertex on that both have, and the same way round."""
    at = {_digits(place): number for number, place in enumerate(now)}
    start = next((number for number, place in enumerate(was) if _digits(place) in at), None)
    if start is None:
        return [*was], [*now]
    first = at[_digits(was[start])]
    one, other = [*was[start:], *was[:start]], [*now[first:], *now[:first]]
    places = {_digits(place): number for number, place in enumerate(other)}
    order = [places[digits] for place in one[1:] if (digits := _digits(place)) in places]
    falls = sum(later < earlier for earlier, later in pairwise(order))
    return one, [other[0], *reversed(other[1:])] if falls * 2 > len(order) - 1 else other


def _around(was: Sequence[Place], at: int, *, is_ring: bool) -> tuple[Place, Place]:
    """Return the vertices between which others come that stand before the one of that number."""
    if not is_ring and at in (0, len(was)):
        raise Invalid("a line is made longer at its ends by drawing: choose the vertices that the rows belong to")
    return was[at - 1], was[at % len(was)]


def _on_the_way(a: Place, b: Place, share: float) -> Place:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _digits(at: Place) -> str:
    """Return a place in as many digits as a spreadsheet is given."""
    return f"{at[0]:.12g} {at[1]:.12g}"


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
