"""Vertices of lines that are drawn on a map: moved, inserted, dropped; a line laid along a border goes with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from msgspec.structs import replace
from shapely import LineString, MultiLineString, Point

from sandtable.board.cutting import places_of
from sandtable.board.maps import MapLine
from sandtable.board.shapely_arrays import boxes, nearest
from sandtable.board.shapes import Place, array_of
from sandtable.engine.errors import Invalid

Pieces = list[list[Place]]


class ChangedLines(NamedTuple):
    """Lines, some of them drawn anew, and at which of the given places a vertex was."""

    lines: tuple[MapLine, ...]
    changed: tuple[MapLine, ...]
    met: frozenset[Place]


def move(lines: Sequence[MapLine], moves: Mapping[Place, Place], reach: float) -> ChangedLines:
    """Return the lines with their vertices within reach of some places moved from there to others."""

    def moved(pieces: Pieces, found: Mapping[Place, Place]) -> Pieces:
        return [_once([moves[found[at]] if at in found else at for at in piece]) for piece in pieces]

    return _changed(lines, moves, reach, moved)


def drop(lines: Sequence[MapLine], at: Place, reach: float) -> ChangedLines:
    """Return the lines without their vertices within reach of a place; an end goes to the vertex before."""

    def without(pieces: Pieces, found: Mapping[Place, Place]) -> Pieces:
        return [[place for place in piece if place not in found] for piece in pieces]

    return _changed(lines, [at], reach, without)


def insert(lines: Sequence[MapLine], at: Place, reach: float) -> ChangedLines:
    """Return the lines with a vertex at a place, those that run through it and have none there."""
    point, fresh = Point(at), list[MapLine]()
    for line in lines:
        if line.geometry.dwithin(point, reach) and not _vertices_near(line, [at], reach):
            pieces = _pieces(line)
            nearby = min(range(len(pieces)), key=lambda number: LineString(pieces[number]).distance(point))
            piece = pieces[nearby]
            after = min(range(1, len(piece)), key=lambda end: LineString(piece[end - 1 : end + 1]).distance(point))
            piece.insert(after, at)
            fresh.append(_drawn(line, pieces))
    return ChangedLines(_put(lines, fresh), tuple(fresh), frozenset([at] if fresh else []))


def place_on(lines: Sequence[MapLine], at: Place, reach: float) -> Place | None:
    """Return the place on one of these lines that is nearest; ``None`` where none comes within reach."""
    point = Point(at)
    near = [line.geometry for line in lines if line.geometry.dwithin(point, reach)]
    return nearest(min(near, key=lambda line: line.distance(point)), point) if near else None


def stretch(line: MapLine, start: Place, end: Place) -> list[Place]:
    """Return the vertices of a piece of a line from one to another, both included."""
    for piece in _pieces(line):
        if start in piece and end in piece:
            one, other = sorted((piece.index(start), piece.index(end)))
            return piece[one : other + 1]
    raise Invalid(
        f"{start[0]:g}, {start[1]:g} and {end[0]:g}, {end[1]:g} "
        f"are not two vertices of one piece of {line.id!r}: choose two"
    )


def _changed(
    lines: Sequence[MapLine],
    places: Collection[Place],
    reach: float,
    change: Callable[[Pieces, Mapping[Place, Place]], Pieces],
) -> ChangedLines:
    fresh: list[MapLine] = []
    met: set[Place] = set()
    for line in _passing(lines, places, reach):
        if found := _vertices_near(line, places, reach):
            met |= set(found.values())
            fresh.append(_drawn(line, change(_pieces(line), found)))
    return ChangedLines(_put(lines, fresh), tuple(fresh), frozenset(met))


def _passing(lines: Sequence[MapLine], places: Collection[Place], reach: float) -> list[MapLine]:
    """Return the lines whose boxes come within reach of a place."""
    box = boxes(array_of([line.geometry for line in lines])).reshape(-1, 1, 4)
    at = np.array(list(places)).reshape(1, -1, 2)
    near = np.all((box[..., :2] - reach <= at) & (at <= box[..., 2:] + reach), axis=2).any(axis=1)
    return [lines[number] for number in np.flatnonzero(near).tolist()]


def _vertices_near(line: MapLine, places: Collection[Place], reach: float) -> dict[Place, Place]:
    """Return the vertices of a line that are within reach of a place, each with that place."""
    xy, found = shapely.get_coordinates(line.geometry), dict[Place, Place]()
    for x, y in places:
        near: list[int] = np.flatnonzero(np.hypot(xy[:, 0] - x, xy[:, 1] - y) <= reach).tolist()
        found |= {(float(xy[at, 0]), float(xy[at, 1])): (x, y) for at in near}
    return found


def _pieces(line: MapLine) -> Pieces:
    return [places_of(piece) for piece in shapely.get_parts(line.geometry)]


def _once(piece: list[Place]) -> list[Place]:
    return [place for number, place in enumerate(piece) if not number or place != piece[number - 1]]


def _drawn(line: MapLine, pieces: Pieces) -> MapLine:
    """Return the line with other pieces; one that is only a place any more goes."""
    kept = [LineString(piece) for piece in pieces if len(piece) > 1]
    if not kept:
        raise Invalid(f"nothing would be left of the line {line.name or line.id!r}: remove it instead")
    return replace(line, geometry=kept[0] if len(kept) == 1 else MultiLineString(kept))


def _put(lines: Sequence[MapLine], fresh: Sequence[MapLine]) -> tuple[MapLine, ...]:
    by_id = {line.id: line for line in fresh}
    return tuple(by_id.get(line.id, line) for line in lines)
