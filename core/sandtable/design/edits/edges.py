"""Ways between spaces: what the designer says of an edge, what lies along and across it, which way it leads."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from sandtable.board.maps import Map
from sandtable.board.spaces import Contact, Edge, Feature, Pair, Space, SpaceId, Status, pair_of
from sandtable.board.vocabulary import COAST, RIVERS
from sandtable.design.edits.edit import MapEdit, require_area, space_of
from sandtable.design.redrawing import derive_edges
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of


class SayEdge(MapEdit, frozen=True):
    """Say how it is between two spaces: add a way, forbid or confirm one, or take the word back ("derived").

    What lies along and across is a list of features, each with the side it favours where it has one. Whatever is not
    given stays; to say something of a derived edge confirms it. ``one_way`` leads from ``a`` to ``b``.
    """

    a: SpaceId
    b: SpaceId
    status: Status | None = None
    along: tuple[Feature, ...] | None = None
    across: tuple[Feature, ...] | None = None
    one_way: bool | None = None
    contact: Contact | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        self._require_two()
        sheet = with_hexes(sheet, self.a, self.b)
        if self.status == "derived":
            return self._take_back(sheet, notes)
        graph = sheet.graph
        edge = graph.edge(self.a, self.b)
        if self.status == "added" or (edge is None and self.status is None):
            if edge is not None and edge.open and edge.status != "added":
                raise Invalid(f"there is already a way between {self.a!r} and {self.b!r}: confirm that one")
            edge = edge or Edge(self.a, self.b)
            status = "added"
        elif self.status == "forbidden":
            edge, status = edge or Edge(self.a, self.b), "forbidden"
        elif edge is None:
            raise Invalid(f"there is no way between {self.a!r} and {self.b!r} to confirm: add one")
        else:
            status = self.status or ("confirmed" if edge.status == "derived" else edge.status)
            status = "added" if edge.status == "added" else status
        return dataclasses.replace(sheet, graph=graph.put(self._said(replace(edge, status=status))))

    def _require_two(self) -> None:
        if self.a == self.b:
            raise Invalid(f"{self.a!r} has no edge with itself: name two spaces")
        said = (self.along, self.across, self.one_way, self.contact)
        if self.status == "derived" and any(one is not None for one in said):
            raise Invalid("a word that is taken back says nothing of what lies there: leave that out")

    def _said(self, edge: Edge) -> Edge:
        edge = replace(
            edge,
            along=edge.along if self.along is None else self.along,
            across=edge.across if self.across is None else self.across,
            contact=edge.contact if self.contact is None else self.contact,
        )
        if self.one_way is None:
            return edge
        a, b = (self.a, self.b) if self.one_way else pair_of(self.a, self.b)
        return replace(edge, a=a, b=b, one_way=self.one_way)

    def _take_back(self, sheet: Map, notes: list[str]) -> Map:
        back = dataclasses.replace(sheet, graph=sheet.graph.take_back(self.a, self.b))
        return derive_edges([pair_of(self.a, self.b)], back, notes)

    def says(self, sheet: Map) -> str:
        names = f"{sheet.name(self.a)}–{sheet.name(self.b)}"
        match self.status:
            case "added":
                return f"Add {names}"
            case "forbidden":
                return f"Forbid {names}"
            case "confirmed":
                return f"Confirm {names}"
            case "derived":
                return f"Take back what was said of {names}"
            case _:
                return f"Set what lies between {sheet.name(self.a)} and {sheet.name(self.b)}"


def with_hexes(sheet: Map, *ends: SpaceId) -> Map:
    """Return the map with hexes among the spaces of its graph, so that an edge can name them.

    Raises ``Invalid`` for what is no space, and for two hexes that share no side.
    """
    hexes = [id for id in ends if sheet.has_hex(id)]
    if len(hexes) == 2:
        sheet.by_number.direction(*hexes)
    missing = [Space(id, kind="hex") for id in hexes if id not in sheet.graph.spaces]
    for id in ends:
        if id not in hexes:
            space_of(sheet, id)
    return dataclasses.replace(sheet, graph=sheet.graph.put_space(*missing)) if missing else sheet


class LayAlong(MapEdit, frozen=True):
    """Lay something along borders, from pair to pair: a river, a wall. It lies on the edges, and is drawn there.

    ``line`` is the id of the line that is drawn; one of that id is drawn on. ``remove`` takes it off the edges.
    """

    kind: str
    borders: tuple[Pair, ...]
    line: str = ""
    name: str = ""
    remove: bool = False

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.borders or not self.kind.strip():
            raise Invalid("nothing is laid along no border: name a kind, and pairs of spaces side by side")
        edges: list[Edge] = []
        for a, b in self.borders:
            edge = sheet.graph.edge(space_of(sheet, a).id, space_of(sheet, b).id)
            if edge is None or edge.contact != "border":
                raise Invalid(f"{a!r} and {b!r} share no border that something could lie along: name two that do")
            edges.append(self._laid(edge))
        laid = dataclasses.replace(sheet, graph=sheet.graph.put(*edges))
        return laid if self.remove or not self.line else self._drawn(laid)

    def _laid(self, edge: Edge) -> Edge:
        others = tuple(one for one in edge.along if one.kind != self.kind)
        along = others if self.remove else (*others, Feature(self.kind))
        return replace(edge, along=along, status="confirmed" if edge.status == "derived" else edge.status)

    def _drawn(self, sheet: Map) -> Map:
        from sandtable.design.edits.lines import drawn_along

        return drawn_along(sheet, self.line, self.kind, self.name, self.borders)

    def says(self, sheet: Map) -> str:
        what = self.name or ("a river" if self.kind in RIVERS else self.kind)
        return (
            f"Take {what} off {count_of(len(self.borders), 'border')}" if self.remove else f"Lay {what} along borders"
        )


class DeriveEdges(MapEdit, frozen=True):
    """Derive the edges of some pairs anew, as the shapes show them; what the designer has said of one stands."""

    pairs: tuple[Pair, ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        require_area(sheet, *(end for pair in self.pairs for end in pair))
        return derive_edges([pair_of(*pair) for pair in self.pairs], sheet, notes)

    def says(self, sheet: Map) -> str:
        return f"Derive {count_of(len(self.pairs), 'edge')}"


class LayCoast(MapEdit, frozen=True):
    """Let a coast run along edges that have none, whoever said what of them."""

    pairs: tuple[Pair, ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        fresh: list[Edge] = []
        for a, b in self.pairs:
            edge = sheet.graph.edge(space_of(sheet, a).id, space_of(sheet, b).id)
            if edge is None:
                raise Invalid(f"there is no edge between {a!r} and {b!r} along which a coast could run: add one")
            if not any(one.kind == COAST for one in edge.along):
                fresh.append(replace(edge, along=(*edge.along, Feature(COAST))))
        return dataclasses.replace(sheet, graph=sheet.graph.put(*fresh)) if fresh else sheet

    def says(self, sheet: Map) -> str:
        return f"Lay a coast along {count_of(len(self.pairs), 'edge')}"
