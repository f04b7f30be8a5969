"""What is said of a map and of what is on it: names, kinds, attributes, where values come from, what is allowed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from sandtable.board.maps import Map, MapLine, Provenance, Region
from sandtable.board.shapes import FARTHEST
from sandtable.board.spaces import Attributes, Space, SpaceId, value_of
from sandtable.board.vocabulary import ALLOWED
from sandtable.design.edits.edit import Given, MapEdit, named, space_of, with_given
from sandtable.design.redrawing import with_coasts
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.charts import Origin

T = TypeVar("T", Space, Region, MapLine)


class SetFields(MapEdit, frozen=True):
    """Say what spaces are: their name, their kind, their attributes; what is not given stays, null takes away."""

    spaces: tuple[SpaceId, ...]
    name: str | None = None
    kind: str | None = None
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.spaces:
            raise Invalid("no space is named: name one or several")
        fresh = [self._set(space_of(sheet, id)) for id in self.spaces]
        alike = [
            space.id
            for space in sheet.graph.spaces.values()
            if self.name and space.name == self.name and space.id not in self.spaces
        ]
        if alike:
            others = "another space is" if len(alike) == 1 else f"{len(alike)} other spaces are"
            notes.append(f"{others} called {self.name} too ({', '.join(alike)})")
        after = dataclasses.replace(sheet, graph=sheet.graph.put_space(*fresh))
        return with_coasts(after, self.spaces) if self.kind is not None else after

    def _set(self, space: Space) -> Space:
        return replace(
            space,
            name=space.name if self.name is None else self.name,
            kind=space.kind if self.kind is None else self.kind,
            attributes=with_given(space.attributes, self.attributes) if self.attributes else space.attributes,
        )

    def says(self, sheet: Map) -> str:
        if self.name is not None and self.kind is None and not self.attributes:
            return f"Call {named(sheet, self.spaces)} {self.name}"
        what = ", ".join(filter(None, ("name" * (self.name is not None), "kind" * bool(self.kind), *self.attributes)))
        return f"Set {what} of {named(sheet, self.spaces)}"


class SetInfo(MapEdit, frozen=True):
    """Say what the map is: its title, what it shows, its unit, its source and licence, how wide and high it will be."""

    title: str | None = None
    about: str | None = None
    unit: str | None = None
    source: str | None = None
    licence: str | None = None
    size: tuple[float, float] | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        given: dict[str, object] = {"title": self.title, "says": self.about, "unit": self.unit}
        given |= {"source": self.source, "licence": self.licence}
        given["paper"] = None if self.size is None else _require_size(sheet, self.size)
        if self.title is not None and not self.title.strip():
            raise Invalid("a map cannot be without a title: give it one")
        info = replace(sheet.info, **{name: value for name, value in given.items() if value is not None})
        return dataclasses.replace(sheet, info=info)

    def says(self, sheet: Map) -> str:
        if self.size is not None:
            return f"Make the map {self.size[0]:g} by {self.size[1]:g}"
        return f"Call the map {self.title}" if self.title is not None else "Set what the map is"


def _require_size(sheet: Map, size: tuple[float, float]) -> tuple[float, float]:
    """Return how large a map is to be; raises ``Invalid`` for what is no size, and where hexes say it."""
    if sheet.hexes is not None:
        raise Invalid("how large this map is its hexes say: add or cut rows and columns instead")
    wide, high = size
    if not (0 < wide <= FARTHEST and 0 < high <= FARTHEST):
        raise Invalid(f"a map cannot be {wide:g} by {high:g}: give its width and its height in map units")
    return float(wide), float(high)


class SaySource(MapEdit, frozen=True):
    """Say where values come from: those of an attribute (none: all), of a space or region (none: all)."""

    origin: Origin
    attribute: str = ""
    of: str = ""
    source: str = ""
    confidence: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        word = Provenance(self.origin, self.attribute, self.of, self.source, self.confidence)
        return dataclasses.replace(sheet, provenance=(*_other_words(sheet, self.of, self.attribute), word))

    def says(self, sheet: Map) -> str:
        return f"Say where {_values_named(sheet, self.attribute, self.of)} come from"


class ForgetSource(MapEdit, frozen=True):
    """Take back what was said of where values come from."""

    attribute: str = ""
    of: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return dataclasses.replace(sheet, provenance=tuple(_other_words(sheet, self.of, self.attribute)))

    def says(self, sheet: Map) -> str:
        return f"Forget where {_values_named(sheet, self.attribute, self.of)} come from"


def _other_words(sheet: Map, of: str, attribute: str) -> Iterator[Provenance]:
    return (word for word in sheet.provenance if (word.of, word.attribute) != (of, attribute))


def _values_named(sheet: Map, attribute: str, of: str) -> str:
    what = f"the values of {attribute}" if attribute else "the values"
    region = next((one for one in sheet.regions if one.id == of), None)
    called = sheet.name(of) if region is None else region.name or of
    return f"{what} of {called}" if of else what


class Allow(MapEdit, frozen=True):
    """Say that something which a check finds is right there: on a space, a region or a line; or take that back."""

    code: str
    space: str = ""
    region: str = ""
    line: str = ""
    allowed: bool = True

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if [bool(self.space), bool(self.region), bool(self.line)].count(True) != 1:
            raise Invalid(f"what is to be allowed with {self.code!r} is not clear: name one space, region or line")
        if not self.code or " " in self.code:
            raise Invalid(f"{self.code!r} is not the code of a finding: take it from what the check says")
        if self.space:
            space = space_of(sheet, self.space)
            return dataclasses.replace(sheet, graph=sheet.graph.put_space(self._with_word(space)))
        if self.region:
            if self.region not in sheet.region:
                raise unknown("region", self.region, sheet.region)
            regions = [self._with_word(one) if one.id == self.region else one for one in sheet.regions]
            return dataclasses.replace(sheet, regions=tuple(regions))
        if self.line not in {one.id for one in sheet.lines}:
            raise unknown("line", self.line, [one.id for one in sheet.lines])
        lines = [self._with_word(one) if one.id == self.line else one for one in sheet.lines]
        return dataclasses.replace(sheet, lines=tuple(lines))

    def _with_word(self, thing: T) -> T:
        attributes: Attributes = thing.attributes
        codes = dict.fromkeys(str(value_of(attributes, ALLOWED, "")).split())
        codes = {**codes, self.code: None} if self.allowed else {one: None for one in codes if one != self.code}
        return replace(thing, attributes=with_given(attributes, {ALLOWED: " ".join(codes) or None}))

    def says(self, sheet: Map) -> str:
        where = self.region or self.line or sheet.name(self.space)
        return f"Allow {self.code} on {where}" if self.allowed else f"Allow {self.code} on {where} no longer"
