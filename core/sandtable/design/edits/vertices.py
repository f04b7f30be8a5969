"""Vertices, which all areas and lines that share them have: moved one or many, inserted, dropped."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from sandtable.board import line_vertices, vertices
from sandtable.board.areas import AreaMap
from sandtable.board.line_vertices import ChangedLines
from sandtable.board.maps import Map, MapLine
from sandtable.board.shapes import Place
from sandtable.board.spaces import SpaceId
from sandtable.design.edits.edit import MOST_VERTICES, MapEdit, require_area, require_place
from sandtable.design.edits.lines import line_called
from sandtable.design.redrawing import redraw
from sandtable.engine.errors import Invalid


class MoveVertices(MapEdit, frozen=True):
    """Move vertices, each from a place to another, in all areas and lines that have them, or of one ``line`` alone."""

    moves: tuple[tuple[Place, Place], ...]
    line: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.moves:
            raise Invalid("no vertex is named: name one or several, each with where it goes")
        if len(self.moves) > MOST_VERTICES:
            raise Invalid(f"{len(self.moves):,} vertices cannot be moved at once: name up to {MOST_VERTICES:,}")
        moves = {require_place(at, "a vertex"): require_place(to, "a vertex") for at, to in self.moves}
        return _moved(sheet, moves, self.line, notes)

    def after(self, earlier: MapEdit) -> MapEdit | None:
        if not isinstance(earlier, MoveVertices) or earlier.line != self.line:
            return None
        further = dict(self.moves)
        if further.keys() != {to for _, to in earlier.moves} or len(further) != len(earlier.moves):
            return None
        return MoveVertices(tuple((at, further[to]) for at, to in earlier.moves), self.line)

    def says(self, sheet: Map) -> str:
        what = "a vertex" if len(self.moves) == 1 else f"{len(self.moves)} vertices"
        return f"Move {what}{_of_line(sheet, self.line)}"


class MoveBorder(MapEdit, frozen=True):
    """Move a stretch of an area's outline, from one vertex to another, with all areas and lines that share it."""

    space: SpaceId
    start: Place
    end: Place
    by: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        dx, dy = require_place(self.by, "the way that the border moves")
        start, end = (require_place(at, "a vertex") for at in (self.start, self.end))
        stretch = vertices.stretch(areas, self.space, start, end)
        return _moved(sheet, {(x, y): (x + dx, y + dy) for x, y in stretch}, "", notes)

    def says(self, sheet: Map) -> str:
        return f"Move a border of {sheet.name(self.space)}"


class InsertVertex(MapEdit, frozen=True):
    """Insert a vertex where a border or a line runs through a place, in all that share it, or in one ``line`` alone."""

    at: Place
    line: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        at = require_place(self.at, "a vertex")
        areas, lines, reach = _involved(sheet, self.line, at)
        place = vertices.place_on(areas, at) if areas is not None else None
        place = place or line_vertices.place_on(lines, at, reach)
        if place is None:
            what = f"the line {self.line!r} does not run" if self.line else "no border runs"
            raise Invalid(f"{what} through {at[0]:g}, {at[1]:g}: name a place on a border or a line")
        drawn = line_vertices.insert(lines, place, reach)
        after = vertices.insert(areas, place) if areas is not None else None
        if after is areas and not drawn.changed:
            raise Invalid(f"there is a vertex at {at[0]:g}, {at[1]:g} already: move that one")
        return _redrawn(sheet, after, drawn)

    def says(self, sheet: Map) -> str:
        return f"Insert a vertex{_of_line(sheet, self.line)} at {self.at[0]:g}, {self.at[1]:g}"


class DropVertex(MapEdit, frozen=True):
    """Drop a vertex of borders and lines, in all that share it, or of one ``line`` alone."""

    at: Place
    line: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        at = require_place(self.at, "a vertex")
        areas, lines, reach = _involved(sheet, self.line, at)
        drawn = line_vertices.drop(lines, at, reach)
        after = vertices.drop(areas, at) if areas is not None else None
        if after is areas and not drawn.changed:
            raise Invalid(f"no border or line has a vertex at {at[0]:g}, {at[1]:g}: choose a vertex, or zoom in")
        return _redrawn(sheet, after, drawn)

    def says(self, sheet: Map) -> str:
        return f"Drop the vertex{_of_line(sheet, self.line)} at {self.at[0]:g}, {self.at[1]:g}"


def move_in_all(sheet: Map, moves: Mapping[Place, Place], notes: list[str]) -> Map:
    """Return the map with vertices moved in all areas and lines that have them; raises ``Invalid`` where none has."""
    return _moved(sheet, moves, "", notes)


def _involved(sheet: Map, line: str, at: Place) -> tuple[AreaMap | None, Sequence[MapLine], float]:
    """Return the areas and lines in question, and how near to a place something counts as there."""
    areas = None if line else sheet.areas
    lines = [line_called(sheet, line)] if line else sheet.lines
    return areas, lines, vertices.reach_at(at, sheet.areas.tolerance if sheet.areas is not None else 0.0)


def _moved(sheet: Map, moves: Mapping[Place, Place], line: str, notes: list[str]) -> Map:
    areas, lines, _ = _involved(sheet, line, (0.0, 0.0))
    drawn = line_vertices.move(lines, moves, sheet.areas.tolerance if sheet.areas is not None else 0.0)
    after = areas.move_vertices(moves, drawn.met) if areas is not None else None
    if after is not None and after is not areas:
        after = _joined(sheet, after, moves, notes)
    for at in sorted(moves.keys() - drawn.met) if areas is None else ():
        what = f"the line {line!r} has no vertex" if line else "no border or line has a vertex"
        raise Invalid(f"{what} at {at[0]:g}, {at[1]:g}: choose a vertex, or zoom in")
    if after is not areas:
        notes += [f"the {one.kind} {one.name or one.id} has moved with the border" for one in drawn.changed]
    return _redrawn(sheet, after, drawn, notes)


def _joined(sheet: Map, moved: AreaMap, moves: Mapping[Place, Place], notes: list[str]) -> AreaMap:
    """Return the areas with vertices that came to lie on the border of a neighbour in that border, too."""
    joined = vertices.join(moved, list(moves.values()))
    if joined is not moved:
        names = " and ".join(sheet.name(id) for id in joined.ids if joined[id] is not moved[id])
        notes.append(f"{names} got a vertex there, too: the border moves along from now on")
    return joined


def _redrawn(sheet: Map, areas: AreaMap | None, drawn: ChangedLines, notes: list[str] | None = None) -> Map:
    fresh = {one.id: one for one in drawn.changed}
    if fresh:
        sheet = dataclasses.replace(sheet, lines=tuple(fresh.get(one.id, one) for one in sheet.lines))
    return redraw(sheet, areas, notes) if areas is not None and areas is not sheet.areas else sheet


def _of_line(sheet: Map, id: str) -> str:
    return f" of {next((one.name or one.id for one in sheet.lines if one.id == id), id)}" if id else ""
