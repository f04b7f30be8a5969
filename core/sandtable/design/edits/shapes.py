"""Areas: drawn, split, merged, reshaped; their borders move for all who share them, and what hangs on them follows."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board.areas import AreaMap
from sandtable.board.holes import add_part, cut_hole, drop_part, fill_hole
from sandtable.board.maps import Map, Provenance
from sandtable.board.recutting import cede, draw, gap_at, reshape
from sandtable.board.shapes import Place
from sandtable.board.spaces import Edge, Space, SpaceId, value_of
from sandtable.board.vocabulary import CAPITAL
from sandtable.design.edits.edit import (
    Given,
    MapEdit,
    Outline,
    areas_of,
    line_of,
    polygon_of,
    require_area,
    require_new,
    require_place,
    with_given,
)
from sandtable.design.redrawing import clean_borders, give_piece, redraw, with_coasts
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import area


class DrawArea(MapEdit, frozen=True):
    """Draw an area. Where others are already it ends at their borders; a space without a shape can be given one."""

    id: str
    outline: Outline
    holes: tuple[Outline, ...] = ()
    name: str = ""
    kind: str = "land"
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        there = sheet.graph.spaces.get(SpaceId(self.id))
        areas = sheet.areas if sheet.areas is not None else AreaMap({})
        if there is None or there.id in areas:
            there = Space(require_new(sheet, self.id), self.name, self.kind, with_given((), self.attributes))
        done = draw(areas, there.id, polygon_of(there.id, self.outline, self.holes))
        _note_clipped(sheet, done.clipped, there.id, notes)
        known = dataclasses.replace(sheet, graph=sheet.graph.put_space(there), areas=areas)
        return redraw(known, done.areas, notes)

    def says(self, sheet: Map) -> str:
        return f"Draw {self.name or self.id}"


def _note_clipped(sheet: Map, clipped: dict[SpaceId, float], id: str, notes: list[str]) -> None:
    for other, size in clipped.items():
        notes.append(f"{area(size, sheet.info.unit)} of {id!r} lay in {sheet.name(other)} and was left to it")


class Split(MapEdit, frozen=True):
    """Split an area along a line. The larger part stays what it was; the other is a new area with the same values."""

    space: SpaceId
    line: Outline
    part: str
    name: str = ""
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        whole, id = sheet.graph[self.space], require_new(sheet, self.part)
        after = areas.split(self.space, line_of(self.line), id)
        part = replace(whole, id=id, name=self.name, attributes=with_given(whole.attributes, self.attributes))
        graph = sheet.graph.split(self.space, part, self._contacts(sheet, areas, after), (self.space, id)).graph
        words = [replace(word, of=id) for word in sheet.provenance if word.of == self.space]
        heirs = dataclasses.replace(sheet, graph=graph, provenance=(*sheet.provenance, *words))
        return redraw(heirs, after, notes)

    def _contacts(self, sheet: Map, areas: AreaMap, after: AreaMap) -> list[Edge]:
        """Return what the two parts touch."""
        pairs = {edge.pair for edge in sheet.graph.edges_of(self.space)}
        pairs |= {pair for pair in after.borders.changed_since(areas.borders) if {*pair} & {self.space, self.part}}
        return [edge for pair in sorted(pairs) if (edge := after.borders.edge(pair)) is not None]

    def says(self, sheet: Map) -> str:
        return f"Split {sheet.name(self.space)}"


class Merge(MapEdit, frozen=True):
    """Merge two areas that share a border. One stays, with its values; ``take`` names those of the other that it takes.

    "name" and "kind" can be taken like attributes; ``attributes`` gives values of their own.
    """

    keep: SpaceId
    gone: SpaceId
    take: tuple[str, ...] = ()
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.keep, self.gone)
        one, other = sheet.graph[self.keep], sheet.graph[self.gone]
        after = areas.merge(self.keep, self.gone)
        merged = sheet.graph.merge(self.keep, self.gone).put_space(self._chosen(one, other))
        capital = {CAPITAL: str(self.keep)}
        regions = tuple(
            replace(region, attributes=with_given(region.attributes, capital))
            if value_of(region.attributes, CAPITAL) == self.gone
            else region
            for region in sheet.regions
        )
        places = {id: spot for id, spot in sheet.places.items() if id != self.gone}
        heir = dataclasses.replace(
            sheet, graph=merged, areas=areas.remove(self.gone), places=places, regions=regions,
            provenance=tuple(self._words(sheet)),
        )  # fmt: skip
        drawn = redraw(heir, after, notes)
        return with_coasts(drawn, [self.keep]) if one.kind != merged[self.keep].kind else drawn

    def _chosen(self, one: Space, other: Space) -> Space:
        theirs = dict(other.attributes)
        for name in self.take:
            if name not in theirs and name not in ("name", "kind"):
                raise Invalid(f"{self.gone!r} has no {name!r} to take: name one of {', '.join(theirs) or 'none'}")
        given = {name: theirs[name] for name in self.take if name in theirs} | self.attributes
        return replace(
            one,
            name=other.name if "name" in self.take else one.name,
            kind=other.kind if "kind" in self.take else one.kind,
            attributes=with_given(one.attributes, given) if given else one.attributes,
        )

    def _words(self, sheet: Map) -> Iterator[Provenance]:
        """Yield where values come from: those that are taken over take their word with them."""
        for word in sheet.provenance:
            if word.of == self.gone and word.of not in sheet.region:
                if word.attribute and word.attribute in self.take:
                    yield replace(word, of=self.keep)
            elif not (word.of == self.keep and word.attribute and word.attribute in self.take):
                yield word

    def says(self, sheet: Map) -> str:
        return f"Merge {sheet.name(self.gone)} into {sheet.name(self.keep)}"


class Reshape(MapEdit, frozen=True):
    """Draw the border of an area along a line between two places of it; neighbours follow, nobody is left out."""

    space: SpaceId
    line: Outline

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        return redraw(sheet, reshape(areas, self.space, line_of(self.line)), notes)

    def says(self, sheet: Map) -> str:
        return f"Reshape {sheet.name(self.space)}"


class Cede(MapEdit, frozen=True):
    """Give what a line cuts off from an area to another beside it; ``at`` is a place in the piece."""

    giver: SpaceId
    to: SpaceId
    line: Outline
    at: Place | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.giver, self.to)
        at = None if self.at is None else require_place(self.at, "the piece")
        return redraw(sheet, cede(areas, self.giver, self.to, line_of(self.line), at), notes)

    def says(self, sheet: Map) -> str:
        return f"Give a piece of {sheet.name(self.giver)} to {sheet.name(self.to)}"


class FillGap(MapEdit, frozen=True):
    """Give the ground around a place that no area covers to an area beside it: that with the longest border, or one."""

    at: Place
    to: SpaceId | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = areas_of(sheet) if self.to is None else require_area(sheet, self.to)
        gap = gap_at(areas, require_place(self.at, "the gap"))
        notes.append(f"a gap of {area(gap.area, sheet.info.unit)} is filled")
        return redraw(sheet, give_piece(areas, gap, self.to), notes)

    def says(self, sheet: Map) -> str:
        return f"Fill the gap at {self.at[0]:g}, {self.at[1]:g}"


class CutHole(MapEdit, frozen=True):
    """Cut a hole into an area; with an id it is a new area, an enclave or a lake."""

    space: SpaceId
    outline: Outline
    inner: str = ""
    name: str = ""
    kind: str = "land"
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        if not self.inner:
            return redraw(sheet, cut_hole(areas, self.space, polygon_of(self.space, self.outline)), notes)
        space = Space(require_new(sheet, self.inner), self.name, self.kind, with_given((), self.attributes))
        after = cut_hole(areas, self.space, polygon_of(space.id, self.outline), space.id)
        return redraw(dataclasses.replace(sheet, graph=sheet.graph.put_space(space)), after, notes)

    def says(self, sheet: Map) -> str:
        return f"Cut {self.name or self.inner or 'a hole'} out of {sheet.name(self.space)}"


class FillHole(MapEdit, frozen=True):
    """Fill the hole of an area that is at a place, if no other area lies in it."""

    space: SpaceId
    at: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        return redraw(sheet, fill_hole(areas, self.space, require_place(self.at, "the hole")), notes)

    def says(self, sheet: Map) -> str:
        return f"Fill a hole of {sheet.name(self.space)}"


class AddPart(MapEdit, frozen=True):
    """Draw another part of an area, an island of it; where others are already it ends at their borders."""

    space: SpaceId
    outline: Outline

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        done = add_part(areas, self.space, polygon_of(self.space, self.outline))
        clipped = {other: size for other, size in done.clipped.items() if other != self.space}
        _note_clipped(sheet, clipped, self.space, notes)
        return redraw(sheet, done.areas, notes)

    def says(self, sheet: Map) -> str:
        return f"Draw another part of {sheet.name(self.space)}"


class DropPart(MapEdit, frozen=True):
    """Take away the part of an area that is at a place, if it has others."""

    space: SpaceId
    at: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = require_area(sheet, self.space)
        return redraw(sheet, drop_part(areas, self.space, require_place(self.at, "the part")), notes)

    def says(self, sheet: Map) -> str:
        return f"Drop a part of {sheet.name(self.space)}"


class Simplify(MapEdit, frozen=True):
    """Take bends narrower than a width out of all borders, and out of coasts if asked; borders stay shared."""

    width: float
    coasts: bool = True

    def change(self, sheet: Map, notes: list[str]) -> Map:
        areas = areas_of(sheet)
        after = areas.simplify(self.width, outside=self.coasts)
        notes.append(f"{areas.vertices:,} vertices have become {after.vertices:,}")
        return redraw(sheet, after, notes)

    def says(self, sheet: Map) -> str:
        return f"Simplify borders by {self.width:g}"


class CleanBorders(MapEdit, frozen=True):
    """Draw alike what runs within the tolerance, and give gaps and crumbs up to a width to the area beside them."""

    narrow: float

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not 0 <= self.narrow < float("inf"):
            raise Invalid(f"borders cannot be cleaned by {self.narrow!r}: give a width of 0 or more, in map units")
        areas_of(sheet)
        return clean_borders(self.narrow, sheet)

    def says(self, sheet: Map) -> str:
        return "Clean all borders"
