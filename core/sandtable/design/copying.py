"""What is copied off a map: areas, places, lines and hexes as a text, and what lays them down somewhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from sandtable.board.cutting import places_of
from sandtable.board.directions import Hex
from sandtable.board.maps import Map, MapLine
from sandtable.board.shapes import Place, parts_of
from sandtable.board.spaces import Space, SpaceId, Value
from sandtable.design.edits.edit import MapEdit, Outline
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.levels import SetLevels
from sandtable.design.edits.lines import DrawLine
from sandtable.design.edits.shapes import AddPart, DrawArea
from sandtable.design.edits.spaces import AddSpace
from sandtable.engine.errors import Invalid

MOST: Final = 50_000
"""No more hexes than this are copied at once."""
FORMAT: Final = "sandtable map things 1"
Facts = tuple[tuple[str, Value], ...]


class CopiedPart(Struct, frozen=True):
    """A part of an area."""

    outline: Outline
    holes: tuple[Outline, ...] = ()


class CopiedSpace(Struct, frozen=True, kw_only=True):
    """An area with its parts, the largest first; or a place."""

    id: str
    name: str
    kind: str
    facts: Facts = ()
    parts: tuple[CopiedPart, ...] = ()
    at: Place | None = None


class CopiedLine(Struct, frozen=True, kw_only=True):
    """A line in pieces."""

    id: str
    name: str
    kind: str
    facts: Facts = ()
    pieces: tuple[Outline, ...] = ()


class CopiedHex(Struct, frozen=True, array_like=True):
    """What lies in a hex, so many steps from the one in the middle of all."""

    q: int
    r: int
    terrain: tuple[str, ...]
    level: int


class CopiedThings(Struct, frozen=True, kw_only=True):
    """Things as they lay on the map that they were copied from, and the middle of them."""

    format: str = FORMAT
    middle: Place = (0.0, 0.0)
    spaces: tuple[CopiedSpace, ...] = ()
    lines: tuple[CopiedLine, ...] = ()
    hexes: tuple[CopiedHex, ...] = ()

    def __len__(self) -> int:
        return len(self.spaces) + len(self.lines) + len(self.hexes)


class LaidDown(NamedTuple):
    """What lays copied things down, and how many hexes would lie beyond the board."""

    edits: list[MapEdit]
    beyond: int


# --- copying --------------------------------------------------------------------------------------------------------


def copied(
    sheet: Map, spaces: Collection[SpaceId] = (), lines: Collection[str] = (), hexes: Collection[str] = ()
) -> CopiedThings:
    """Return some things of a map as they are; raises ``Invalid`` for too many hexes."""
    if len(hexes) > MOST:
        raise Invalid(f"{len(hexes):,} hexes cannot be copied at once: select up to {MOST:,}")
    some = tuple(_space(sheet, sheet.graph.spaces[id]) for id in spaces if id in sheet.graph.spaces)
    drawn = tuple(_line(line) for line in sheet.lines if line.id in set(lines))
    xy = [place for one in some for place in _places(one)]
    xy += [place for one in drawn for piece in one.pieces for place in piece]
    middle = (0.0, 0.0)
    if xy:
        box = np.array(xy)
        middle = tuple(((box.min(axis=0) + box.max(axis=0)) / 2).tolist())
    return CopiedThings(middle=middle, spaces=some, lines=drawn, hexes=tuple(_hexes(sheet, hexes)))


def _space(sheet: Map, space: Space) -> CopiedSpace:
    parts: tuple[CopiedPart, ...] = ()
    at = sheet.locate(space.id)
    if sheet.areas is not None and space.id in sheet.areas:
        whole = sorted(parts_of(sheet.areas[space.id]), key=lambda part: -part.area)
        parts = tuple(CopiedPart(_ring(part.exterior), tuple(map(_ring, part.interiors))) for part in whole)
    return CopiedSpace(id=space.id, name=space.name, kind=space.kind, facts=space.attributes, parts=parts, at=at)


def _ring(ring: BaseGeometry) -> Outline:
    return tuple(places_of(ring)[:-1])


def _parts(line: BaseGeometry) -> list[BaseGeometry]:
    return list(shapely.get_parts(line))


def _line(line: MapLine) -> CopiedLine:
    pieces = tuple(tuple(places_of(part)) for part in _parts(line.geometry))
    return CopiedLine(id=line.id, name=line.name, kind=line.kind, facts=line.attributes, pieces=pieces)


def _places(space: CopiedSpace) -> Iterator[Place]:
    """Yield the places that a space covers."""
    if space.parts:
        for part in space.parts:
            yield from part.outline
    elif space.at is not None:
        yield space.at


def _hexes(sheet: Map, numbers: Collection[str]) -> Iterator[CopiedHex]:
    board = sheet.hexes
    if board is None or not numbers:
        return
    found = [sheet.by_number.at(number) for number in numbers]
    q, r = (sorted(column)[len(found) // 2] for column in zip(*found, strict=True))
    middle = min(found, key=lambda hex: hex.distance(Hex(q, r)))
    for hex in found:
        at = board.grid.index(hex)
        terrain: tuple[str, ...] = board.terrain.sets[int(board.terrain.cells[at])]
        yield CopiedHex(hex.q - middle.q, hex.r - middle.r, terrain, int(board.elevation[at]))


# --- as a text ------------------------------------------------------------------------------------------------------


def to_text(things: CopiedThings) -> str:
    """Return copied things as a text."""
    return msgspec.json.encode(things).decode()


def from_text(text: str) -> CopiedThings:
    """Read copied things; raises ``Invalid`` for any other text."""
    try:
        things = msgspec.json.decode(text.encode(), type=CopiedThings)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        things = None
    if things is None or things.format != FORMAT:
        raise Invalid("nothing that was copied off a map can be pasted: select something, and copy it")
    return things


# --- laying down ----------------------------------------------------------------------------------------------------


def laid_down(sheet: Map, things: CopiedThings, at: Place) -> LaidDown:
    """Return what lays things down with their middle at a place, under ids that are free; areas end at borders there.

    Raises ``Invalid`` where none of them fits the map.
    """
    dx, dy = at[0] - things.middle[0], at[1] - things.middle[1]
    free = _FreeIds(sheet)
    edits = [edit for space in things.spaces for edit in _space_edits(space, free.of(space.id), (dx, dy))]
    edits += [
        DrawLine(free.of(line.id), tuple(_moved(piece, (dx, dy)) for piece in line.pieces), line.kind, line.name,
                 dict(line.facts))
        for line in things.lines
    ]  # fmt: skip
    painted, beyond = _hex_edits(sheet, things.hexes, at)
    edits += painted
    if not edits and things.hexes:
        where = "beyond the board" if sheet.hexes is not None else "on a map without hexes"
        raise Invalid(f"the hexes would lie {where}: point at a hex, and paste there")
    if not edits:
        raise Invalid("nothing is copied that could be pasted: select something, and copy it")
    return LaidDown(edits, beyond)


class _FreeIds:
    """Ids that nothing on a map has, nor anything that was given one here."""

    def __init__(self, sheet: Map) -> None:
        self._sheet = sheet
        self._taken = {*(line.id for line in sheet.lines), *sheet.region}

    def of(self, wish: str) -> str:
        """Return an id like this one, with a number where it is taken."""
        bare, number, id = wish, 2, wish
        head, _, tail = wish.rpartition("-")
        if head and tail.isdecimal():
            bare = head
        while id in self._taken or self._sheet.knows(id):
            id = f"{bare}-{number}"
            number += 1
        self._taken.add(id)
        return id


def _space_edits(space: CopiedSpace, id: str, by: Place) -> Iterator[MapEdit]:
    if not space.parts:
        (at,) = _moved((space.at or (0.0, 0.0),), by)
        yield AddSpace(id, at, space.name, space.kind, dict(space.facts))
        return
    first, *others = space.parts
    holes = tuple(_moved(hole, by) for hole in first.holes)
    yield DrawArea(id, _moved(first.outline, by), holes, space.name, space.kind, dict(space.facts))
    for part in others:
        yield AddPart(SpaceId(id), _moved(part.outline, by))


def _moved(places: Outline, by: Place) -> Outline:
    return tuple((x + by[0], y + by[1]) for x, y in places)


def _hex_edits(sheet: Map, hexes: Sequence[CopiedHex], at: Place) -> tuple[list[MapEdit], int]:
    """Return what paints hexes round the one at a place, and how many of them are not on the board."""
    board = sheet.hexes
    middle = board.grid.at(*at) if board is not None else None
    if board is None or middle is None or not hexes:
        return [], len(hexes)
    terrain: dict[tuple[str, ...], list[str]] = {}
    levels: dict[int, list[str]] = {}
    beyond = 0
    for one in hexes:
        hex = Hex(middle.q + one.q, middle.r + one.r)
        index = board.grid.find(hex)
        if index < 0:
            beyond += 1
            continue
        number = board.numbers.of(hex)
        terrain.setdefault(one.terrain, []).append(number)
        if int(board.elevation[index]) != one.level:
            levels.setdefault(one.level, []).append(number)
    edits: list[MapEdit] = [PaintHexes(tuple(numbers), words) for words, numbers in sorted(terrain.items())]
    edits += [SetLevels(tuple(numbers), level) for level, numbers in sorted(levels.items())]
    return edits, beyond
