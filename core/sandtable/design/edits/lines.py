"""Lines: rivers, roads and ridges as they are drawn, by hand or along borders."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace
from shapely import MultiLineString

from sandtable.board.maps import Map, MapLine
from sandtable.board.shapely_arrays import merge_lines
from sandtable.board.shapes import array_of
from sandtable.board.spaces import Pair
from sandtable.design.edits.edit import Given, MapEdit, Outline, line_of, require_area, with_given
from sandtable.engine.errors import Invalid, unknown


class DrawLine(MapEdit, frozen=True):
    """Draw a line, in one piece or several; one of that id is drawn anew."""

    id: str
    pieces: tuple[Outline, ...]
    kind: str = "river"
    name: str = ""
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.id.strip() or not self.pieces:
            raise Invalid("a line needs an id and a piece: give it both")
        drawn = [line_of(piece, f"the line {self.id!r}") for piece in self.pieces]
        geometry = drawn[0] if len(drawn) == 1 else MultiLineString(drawn)
        was = next((one for one in sheet.lines if one.id == self.id), None)
        name, attributes = (self.name or was.name, was.attributes) if was is not None else (self.name, ())
        fresh = MapLine(self.id, self.kind, geometry, name, with_given(attributes, self.attributes))
        return _with_line(sheet, fresh)

    def says(self, sheet: Map) -> str:
        return f"Draw {self.kind} {self.name or self.id}"


class SetLine(MapEdit, frozen=True):
    """Say what a line is: its kind, its name, its attributes; null takes one away."""

    line: str
    kind: str | None = None
    name: str | None = None
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        was = line_called(sheet, self.line)
        fresh = replace(
            was,
            kind=was.kind if self.kind is None else self.kind,
            name=was.name if self.name is None else self.name,
            attributes=with_given(was.attributes, self.attributes) if self.attributes else was.attributes,
        )
        return _with_line(sheet, fresh)

    def says(self, sheet: Map) -> str:
        return f"Set what the line {self.line} is"


class RemoveLine(MapEdit, frozen=True):
    """Take a line out; what lies along edges stays."""

    line: str

    def change(self, sheet: Map, notes: list[str]) -> Map:
        gone = line_called(sheet, self.line)
        return dataclasses.replace(sheet, lines=tuple(one for one in sheet.lines if one is not gone))

    def says(self, sheet: Map) -> str:
        return f"Remove the line {self.line}"


def line_called(sheet: Map, id: str) -> MapLine:
    """Return a line of a map; raises ``Invalid`` naming the nearest ids where there is none."""
    for line in sheet.lines:
        if line.id == id:
            return line
    raise unknown("line", id, [line.id for line in sheet.lines])


def _with_line(sheet: Map, fresh: MapLine) -> Map:
    return dataclasses.replace(sheet, lines=(*(one for one in sheet.lines if one.id != fresh.id), fresh))


def drawn_along(sheet: Map, id: str, kind: str, name: str, borders: Sequence[Pair]) -> Map:
    """Return the map with a line drawn along borders, as one piece where they hang together."""
    pieces = [require_area(sheet, a, b).borders.line((a, b)) for a, b in borders]
    was = next((one for one in sheet.lines if one.id == id), None)
    pieces += [was.geometry] if was is not None else []
    whole = merge_lines(array_of(pieces))
    if whole.is_empty:
        raise Invalid(f"the line {id!r} cannot be drawn along these borders: they are only places")
    base = was or MapLine(id, kind, whole)
    return _with_line(sheet, replace(base, kind=kind, geometry=whole, name=name or base.name))
