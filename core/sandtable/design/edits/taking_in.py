"""What was drawn in another program, taken in: new shapes for what the map has, and what it has not yet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from shapely import MultiLineString, Polygon

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapLine
from sandtable.board.shapes import Place, Shape, shape_of, sound_shapes
from sandtable.board.spaces import Edge, Space, SpaceId
from sandtable.design.edits.edit import Given, MapEdit, line_of, require_new, require_place, with_given
from sandtable.design.edits.spaces import RemoveSpace
from sandtable.design.redrawing import redraw
from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.report_words import count_of, join_names

Ring = tuple[Place, ...]
Rings = tuple[Ring, ...]
SHOWN: Final = 5


class DrawnSpace(Struct, frozen=True, omit_defaults=True):
    """An area by its parts (an outline, then its holes), or a space that stands at a place."""

    id: str
    parts: tuple[Rings, ...] = ()
    at: Place | None = None
    name: str = ""
    kind: str = "land"
    attributes: Given = {}


class DrawnPath(Struct, frozen=True, omit_defaults=True):
    """A line, by its pieces."""

    id: str
    pieces: Rings
    kind: str = "line"
    name: str = ""
    attributes: Given = {}


class TakeIn(MapEdit, frozen=True):
    """Take in what another program has drawn, by ids: what the map has is drawn anew, what it has not is added.

    Of what the map has, names, kinds, attributes and labels stay, and what was said of edges and regions. ``gone`` and
    ``gone_lines`` are taken out.
    """

    spaces: tuple[DrawnSpace, ...] = ()
    lines: tuple[DrawnPath, ...] = ()
    gone: tuple[SpaceId, ...] = ()
    gone_lines: tuple[str, ...] = ()

    def change(self, sheet: Map, notes: list[str]) -> Map:
        was = sheet
        for id in self.gone:
            sheet = RemoveSpace(id).change(sheet, notes)
        fresh = [_fresh(sheet, one) for one in self.spaces]
        known = dataclasses.replace(sheet, graph=sheet.graph.put_space(*fresh), lines=self._lines(sheet))
        places = {SpaceId(one.id): require_place(one.at, repr(one.id)) for one in self.spaces if one.at is not None}
        labelled = {id for id in sheet.places if sheet.areas is not None and id in sheet.areas}
        kept = {id: at for id, at in places.items() if id not in labelled}
        known = dataclasses.replace(known, places={**known.places, **kept})
        areas = sheet.areas if sheet.areas is not None else AreaMap({})
        shapes: dict[SpaceId, Shape | None] = {SpaceId(one.id): _shape(one) for one in self.spaces if one.parts}
        drawn = redraw(known, areas.after(shapes)) if shapes else known
        notes += _changes(was, drawn)
        return drawn

    def _lines(self, sheet: Map) -> tuple[MapLine, ...]:
        lines = {line.id: line for line in sheet.lines}
        for id in self.gone_lines:
            if lines.pop(id, None) is None:
                raise unknown("line", id, lines)
        for one in self.lines:
            pieces = [line_of(piece, f"the line {one.id!r}") for piece in one.pieces]
            if not pieces:
                raise Invalid(f"the line {one.id!r} has no piece: give it one, or leave it out")
            geometry = pieces[0] if len(pieces) == 1 else MultiLineString(pieces)
            there = lines.get(one.id)
            lines[one.id] = (
                MapLine(one.id, one.kind, geometry, one.name, with_given((), one.attributes))
                if there is None
                else replace(there, geometry=geometry)
            )
        return tuple(lines.values())

    def says(self, sheet: Map) -> str:
        return f"Take in {count_of(len(self.spaces) + len(self.lines), 'drawn shape')}"


def _fresh(sheet: Map, one: DrawnSpace) -> Space:
    """Return a space as it will be: what the map says of it counts before what the drawing says."""
    there = sheet.graph.spaces.get(SpaceId(one.id))
    if there is None:
        return Space(require_new(sheet, one.id), one.name, one.kind, with_given((), one.attributes))
    told = {name: value for name, value in one.attributes.items() if there.get(name) is None}
    return replace(there, name=there.name or one.name, attributes=with_given(there.attributes, told))


def _shape(one: DrawnSpace) -> Shape:
    """Return the shape of an area; raises ``Invalid`` for one that no area can have."""
    id = SpaceId(one.id)
    for rings in one.parts:
        for ring in rings:
            if len(set(ring)) < 3:
                raise Invalid(f"a ring of {one.id!r} has {len(set(ring))} corners: draw three or more")
            for at in ring:
                require_place(at, f"a corner of {one.id!r}")
    shape: Shape = sound_shapes([id], [shape_of(id, [Polygon(rings[0], rings[1:]) for rings in one.parts if rings])])[0]
    return shape


def _changes(was: Map, now: Map) -> Iterable[str]:
    """Yield what has become of areas, lines and edges, by their names."""
    before, after = was.areas or AreaMap({}), now.areas or AreaMap({})
    changed = set(after.changed_since(before))
    contradicted = [edge for edge in now.graph.edges.values() if _is_contradicted(now, edge)]
    shared = was.graph.spaces.keys() & now.graph.spaces.keys()
    told = {
        "drawn anew": [now.name(id) for id in after if id in changed and id in before],
        "new": [now.name(id) for id in now.graph.spaces if id not in was.graph.spaces],
        "gone": [was.name(id) for id in was.graph.spaces if id not in now.graph.spaces],
        "new lines": [line.name or line.id for line in now.lines if line.id not in {one.id for one in was.lines}],
        "lines gone": [line.name or line.id for line in was.lines if line.id not in {one.id for one in now.lines}],
        "borders that have appeared": [
            _pair(now, edge) for edge in _borders(now, shared) if not _is_border(was.graph.edges.get(edge.pair))
        ],
        "borders that are gone": [
            _pair(was, edge) for edge in _borders(was, shared) if not _is_border(now.graph.edges.get(edge.pair))
        ],
        "confirmed borders that the shapes no longer show": [_pair(now, edge) for edge in contradicted],
    }
    for says, names in told.items():
        if names:
            yield f"{says}: {join_names(names, SHOWN)}"


def _borders(sheet: Map, among: AbstractSet[SpaceId]) -> list[Edge]:
    """Return the borders that the shapes show, between some spaces."""
    return [edge for pair, edge in sheet.graph.edges.items() if _is_border(edge) and {*pair} <= among]


def _is_border(edge: Edge | None) -> bool:
    return edge is not None and edge.contact == "border"


def _is_contradicted(sheet: Map, edge: Edge) -> bool:
    if edge.status != "confirmed" or sheet.areas is None or not all(id in sheet.areas for id in edge.pair):
        return False
    seen = sheet.areas.borders.edge(edge.pair)
    return seen is None or seen.contact != edge.contact


def _pair(sheet: Map, edge: Edge) -> str:
    return f"{sheet.name(edge.a)}–{sheet.name(edge.b)}"
