"""Regions: named groups of spaces, one within another, painted onto the spaces that belong to them."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from sandtable.board.maps import Map, Region
from sandtable.board.spaces import RegionId, SpaceId
from sandtable.design.edits.edit import Given, MapEdit, named, require_region, space_of, with_given
from sandtable.engine.errors import Invalid


class AddRegion(MapEdit, frozen=True):
    """Add a region of a kind, within another if one is named."""

    id: str
    kind: str
    name: str = ""
    within: RegionId | None = None
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if self.id in sheet.region:
            raise Invalid(f"the id {self.id} is that of {_called(sheet, RegionId(self.id))} already: choose another id")
        if not self.id.strip() or self.id != self.id.strip() or not self.kind.strip():
            raise Invalid(f"a region needs an id and a kind, not {self.id!r} and {self.kind!r}: give it both")
        if self.within is not None:
            require_region(sheet, self.within)
        fresh = Region(RegionId(self.id), self.kind, self.name, self.within, with_given((), self.attributes))
        return dataclasses.replace(sheet, regions=(*sheet.regions, fresh))

    def says(self, sheet: Map) -> str:
        return f"Add {self.kind} {self.name or self.id}"


class SetRegion(MapEdit, frozen=True):
    """Say what a region is: its name, what it lies within ("" for nothing), its attributes; null takes one away."""

    region: RegionId
    name: str | None = None
    within: str | None = None
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        was = sheet.region[require_region(sheet, self.region)]
        within = was.within if self.within is None else RegionId(self.within) if self.within else None
        _refuse_circle(sheet, was.id, within)
        fresh = replace(
            was,
            name=was.name if self.name is None else self.name,
            within=within,
            attributes=with_given(was.attributes, self.attributes) if self.attributes else was.attributes,
        )
        return dataclasses.replace(sheet, regions=tuple(fresh if one is was else one for one in sheet.regions))

    def says(self, sheet: Map) -> str:
        return f"Set what {_called(sheet, self.region)} is"


def _refuse_circle(sheet: Map, id: RegionId, within: RegionId | None) -> None:
    """Raise ``Invalid`` where a region would lie within itself."""
    trail = [id]
    while within is not None:
        if within in trail:
            way = " in ".join(_called(sheet, one) for one in (*trail, within))
            raise Invalid(f"{_called(sheet, id)} would lie within itself ({way}): choose another region")
        trail.append(within)
        within = sheet.region[require_region(sheet, within)].within


class RemoveRegion(MapEdit, frozen=True):
    """Take a region out: its spaces belong to none of its kind, what lay within it lies within what was around it."""

    region: RegionId

    def change(self, sheet: Map, notes: list[str]) -> Map:
        gone = sheet.region[require_region(sheet, self.region)]
        own = [space for space in sheet.graph.spaces.values() if space.get(gone.kind) == gone.id]
        freed = [replace(space, attributes=with_given(space.attributes, {gone.kind: None})) for space in own]
        if own:
            notes.append(f"{named(sheet, [space.id for space in own])} belong to no {gone.kind} any more")
        left = (one for one in sheet.regions if one is not gone)
        return dataclasses.replace(
            sheet,
            graph=sheet.graph.put_space(*freed) if freed else sheet.graph,
            regions=tuple(replace(one, within=gone.within) if one.within == gone.id else one for one in left),
            provenance=tuple(word for word in sheet.provenance if word.of != gone.id or sheet.knows(word.of)),
        )

    def says(self, sheet: Map) -> str:
        return f"Remove {_called(sheet, self.region)}"


def _called(sheet: Map, id: RegionId) -> str:
    region = sheet.region.get(id)
    return f"{region.kind} {region.name or region.id}" if region is not None else f"region {id}"


class PaintRegion(MapEdit, frozen=True):
    """Say which region spaces belong to; without a region, that they belong to none of a kind."""

    spaces: tuple[SpaceId, ...]
    region: RegionId | None = None
    kind: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.spaces:
            raise Invalid("no space is named: name one or several")
        if self.region is None and not self.kind:
            raise Invalid("neither a region nor a kind is named: name the region, or the kind that is to be taken away")
        region = None
        if self.region is not None:
            region = sheet.region[require_region(sheet, self.region)]
        given: Given = {self.kind: None} if region is None else {region.kind: region.id}
        spaces = [space_of(sheet, id) for id in self.spaces]
        fresh = [replace(space, attributes=with_given(space.attributes, given)) for space in spaces]
        return dataclasses.replace(sheet, graph=sheet.graph.put_space(*fresh))

    def says(self, sheet: Map) -> str:
        if self.region is None:
            return f"Take {named(sheet, self.spaces)} out of every {self.kind}"
        region = sheet.region.get(self.region)
        return f"Put {named(sheet, self.spaces)} into {region.name or region.id if region else self.region}"
