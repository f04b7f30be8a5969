"""Vertices of borders, which all areas that share them have: moved one or many, inserted, dropped."""

from __future__ import annotations

from sandtable.board.maps import Map
from sandtable.board.shapes import Place
from sandtable.board.spaces import SpaceId
from sandtable.board.vertices import drop, insert, stretch
from sandtable.design.edits.edit import MOST_VERTICES, MapEdit, areas_of, require_area, require_place
from sandtable.design.redrawing import redraw
from sandtable.engine.errors import Invalid


class MoveVertices(MapEdit, frozen=True):
    """Move vertices, each from a place to another, in all areas that have them."""

    moves: tuple[tuple[Place, Place], ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.moves:
            raise Invalid("no vertex is named: name one or several, each with where it goes")
        if len(self.moves) > MOST_VERTICES:
            raise Invalid(f"{len(self.moves):,} vertices cannot be moved at once: name up to {MOST_VERTICES:,}")
        moves = {require_place(at, "a vertex"): require_place(to, "a vertex") for at, to in self.moves}
        return redraw(sheet, areas_of(sheet).move_vertices(moves), notes)

    def says(self, sheet: Map) -> str:
        return "Move a vertex" if len(self.moves) == 1 else f"Move {len(self.moves)} vertices"


class MoveBorder(MapEdit, frozen=True):
    """Move a stretch of an area's outline, from one vertex to another, with all areas that share it."""

    space: SpaceId
    start: Place
    end: Place
    by: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        dx, dy = require_place(self.by, "the way that the border moves")
        start, end = (require_place(at, "a vertex") for at in (self.start, self.end))
        moves = {(x, y): (x + dx, y + dy) for x, y in stretch(areas, self.space, start, end)}
        return redraw(sheet, areas.move_vertices(moves), notes)

    def says(self, sheet: Map) -> str:
        return f"Move a border of {sheet.name(self.space)}"


class InsertVertex(MapEdit, frozen=True):
    """Insert a vertex where a border runs through a place, in all areas that share it."""

    at: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return redraw(sheet, insert(areas_of(sheet), require_place(self.at, "a vertex")), notes)

    def says(self, sheet: Map) -> str:
        return f"Insert a vertex at {self.at[0]:g}, {self.at[1]:g}"


class DropVertex(MapEdit, frozen=True):
    """Drop a vertex of a border, in all areas that share it."""

    at: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return redraw(sheet, drop(areas_of(sheet), require_place(self.at, "a vertex")), notes)

    def says(self, sheet: Map) -> str:
        return f"Drop the vertex at {self.at[0]:g}, {self.at[1]:g}"
