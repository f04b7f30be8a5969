"""Spaces: added where they stand, taken out with all that hangs on them, their labels moved."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from sandtable.board.maps import Map
from sandtable.board.shapes import Place
from sandtable.board.spaces import Edge, Feature, Space, SpaceId
from sandtable.board.vocabulary import BLOCKADE, CAPITAL, PORT
from sandtable.design.edits.edit import (
    Given,
    MapEdit,
    require_new,
    require_place,
    space_of,
    with_given,
)
from sandtable.design.redrawing import centre_label
from sandtable.engine.errors import Invalid


class AddSpace(MapEdit, frozen=True):
    """Add a space without a shape, drawn at a place: a city, a box, a track."""

    id: str
    at: Place
    name: str = ""
    kind: str = "area"
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        space = Space(require_new(sheet, self.id), self.name, self.kind, with_given((), self.attributes))
        places = {**sheet.places, space.id: require_place(self.at, f"{self.id!r}")}
        return dataclasses.replace(sheet, graph=sheet.graph.put_space(space), places=places)

    def says(self, sheet: Map) -> str:
        return f"Add {self.kind} {self.name or self.id}"


class AddPort(MapEdit, frozen=True):
    """Add a port to a land, with a way to a sea, by a blockade box where one is named."""

    id: str
    land: SpaceId
    sea: SpaceId
    at: Place
    name: str = ""
    box: str = ""
    box_at: Place | None = None
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        land, sea = space_of(sheet, self.land), space_of(sheet, self.sea)
        facts = with_given((), self.attributes)
        port = Space(require_new(sheet, self.id), self.name, PORT, facts)
        places = {**sheet.places, port.id: require_place(self.at, f"{self.id!r}")}
        edges = [_joined(port.id, land.id, "port")]
        spaces = [port]
        if self.box:
            box = Space(require_new(sheet, self.box), f"Blockade of {self.name or self.id}", BLOCKADE, facts)
            if box.id == port.id:
                raise Invalid(
                    f"{self.id!r} cannot be the id of the port and of its box: choose another for one of them"
                )
            spaces.append(box)
            places[box.id] = require_place(self.box_at or self.at, f"{self.box!r}")
            edges += [_joined(port.id, box.id, "harbour"), _joined(box.id, sea.id, "harbour")]
        else:
            edges.append(_joined(port.id, sea.id, "harbour"))
        return dataclasses.replace(sheet, graph=sheet.graph.put_space(*spaces).put(*edges), places=places)

    def says(self, sheet: Map) -> str:
        return f"Add port {self.name or self.id}"


def _joined(a: SpaceId, b: SpaceId, how: str) -> Edge:
    return Edge(a, b, across=(Feature(how),), status="added")


class RemoveSpace(MapEdit, frozen=True):
    """Take a space out, with its shape, its edges, its label, and what was said of it."""

    space: SpaceId

    def change(self, sheet: Map, notes: list[str]) -> Map:
        space = space_of(sheet, self.space)
        regions = tuple(
            replace(one, attributes=with_given(one.attributes, {CAPITAL: None}))
            if one.get(CAPITAL) == space.id
            else one
            for one in sheet.regions
        )
        notes += [f"{one.name or one.id} has no capital any more" for one in sheet.regions if one not in regions]
        return dataclasses.replace(
            sheet,
            graph=sheet.graph.without_space(space.id),
            areas=sheet.areas.remove(space.id) if sheet.areas is not None and space.id in sheet.areas else sheet.areas,
            places={id: spot for id, spot in sheet.places.items() if id != space.id},
            regions=regions,
            provenance=tuple(word for word in sheet.provenance if word.of != space.id or word.of in sheet.region),
        )

    def says(self, sheet: Map) -> str:
        return f"Remove {sheet.name(self.space)}"


class MoveLabel(MapEdit, frozen=True):
    """Move the label of an area, or a space without a shape; without a place to where the area has most room."""

    space: SpaceId
    to: Place | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        space = space_of(sheet, self.space)
        if self.to is not None:
            spot = require_place(self.to, f"the label of {self.space!r}")
            return dataclasses.replace(sheet, places={**sheet.places, space.id: spot})
        if sheet.areas is None or space.id not in sheet.areas:
            raise Invalid(f"{self.space!r} has no shape to stand in: say where it is to stand")
        return centre_label(space.id, sheet)

    def after(self, earlier: MapEdit) -> MapEdit | None:
        is_step = isinstance(earlier, MoveLabel) and earlier.space == self.space and None not in (earlier.to, self.to)
        return self if is_step else None

    def says(self, sheet: Map) -> str:
        drawn = sheet.areas is not None and self.space in sheet.areas
        return f"Move the label of {sheet.name(self.space)}" if drawn else f"Move {sheet.name(self.space)}"
