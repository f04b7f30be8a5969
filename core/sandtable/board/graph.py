"""The graph of a board: its spaces, its edges, and what the designer has said about them.

A graph is never changed; every edit returns a new one. Spaces and edges stand in id order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from copy import copy
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.spaces import Edge, Feature, Pair, Space, SpaceId, pair_of
from sandtable.engine.errors import Invalid, unknown

K = TypeVar("K", bound=Any)
T = TypeVar("T")


class Rederived(Struct, frozen=True):
    """A graph after a fresh derivation, with what has become of its edges.

    ``contradicted``: edges the designer has confirmed and that the shapes no longer show, or show as
    the other kind of contact. They stand until the designer decides.
    """

    graph: Graph
    appeared: tuple[Edge, ...] = ()
    gone: tuple[Edge, ...] = ()
    contradicted: tuple[Edge, ...] = ()


class Graph:
    """Spaces and the edges between them."""

    def __init__(self, spaces: Iterable[Space] = (), edges: Iterable[Edge] = ()) -> None:
        """Raise ``Invalid`` for two spaces of one id, two edges of one pair, an edge into nowhere."""
        self.spaces: Mapping[SpaceId, Space] = MappingProxyType(_spaces(spaces))
        self.edges: Mapping[Pair, Edge] = MappingProxyType(_edges(edges, self.spaces))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self.spaces == other.spaces and self.edges == other.edges

    def __hash__(self) -> int:
        return hash((*self.spaces.values(), *self.edges.values()))

    def __repr__(self) -> str:
        return f"<Graph: {len(self.spaces)} spaces, {len(self.edges)} edges>"

    def __getitem__(self, id: SpaceId) -> Space:
        """Return the space; raises ``Invalid`` naming the nearest ids when there is none."""
        try:
            return self.spaces[id]
        except KeyError:
            raise unknown("space", id, self.spaces) from None

    def edge(self, a: SpaceId, b: SpaceId) -> Edge | None:
        """Return the edge of the two, whichever way it leads, forbidden or not."""
        return self.edges.get(pair_of(a, b))

    def edges_of(self, id: SpaceId) -> tuple[Edge, ...]:
        """Return all edges of a space, in order of the space at their far end."""
        return self._at[self[id].id]

    def neighbours(self, id: SpaceId, *, corners: bool = False) -> tuple[SpaceId, ...]:
        """Return where an open edge leads from here: over borders, and over corner contacts if asked."""
        return tuple(
            edge.other(id)
            for edge in self.edges_of(id)
            if edge.open and edge.leads_from(id) and (corners or edge.contact == "border")
        )

    @cached_property
    def _at(self) -> dict[SpaceId, tuple[Edge, ...]]:
        at: dict[SpaceId, list[tuple[SpaceId, Edge]]] = {id: [] for id in self.spaces}
        for edge in self.edges.values():
            at[edge.a].append((edge.b, edge))
            at[edge.b].append((edge.a, edge))
        return {id: tuple(edge for _, edge in sorted(edges, key=lambda one: one[0])) for id, edges in at.items()}

    # --- what the designer says ---------------------------------------------------------------------------------

    def put(self, *edges: Edge) -> Graph:
        """Return the graph with these edges in place of those of the same pairs."""
        return Graph(self.spaces.values(), {**self.edges, **{edge.pair: edge for edge in edges}}.values())

    def after(self, spaces: Mapping[SpaceId, Space | None], edges: Mapping[Pair, Edge | None]) -> Graph:
        """Return the graph with these spaces and edges replaced, added or (``None``) removed.

        What the graph knows of all others stands: an edit of a large map looks at what it touches.
        """
        for pair in (pair for pair, edge in edges.items() if edge is not None):
            for end in pair:
                if (spaces[end] if end in spaces else self.spaces.get(end)) is None:
                    raise unknown("space", end, self.spaces, f"the edge {pair[0]!r}–{pair[1]!r} leads there")
        then = copy(self)
        then.__dict__.pop("_at", None)
        then.spaces = MappingProxyType(_merged(self.spaces, spaces)) if spaces else self.spaces
        then.edges = MappingProxyType(_merged(self.edges, edges)) if edges else self.edges
        for id in [id for id, space in spaces.items() if space is None and id in self.spaces]:
            for edge in self.edges_of(id):
                if edge.pair in then.edges:
                    raise unknown("space", id, then.spaces, f"the edge {edge.a!r}–{edge.b!r} leads there")
        then.__dict__["_at"] = self._at_after(spaces, edges)
        return then

    def _at_after(
        self, spaces: Mapping[SpaceId, Space | None], edges: Mapping[Pair, Edge | None]
    ) -> dict[SpaceId, tuple[Edge, ...]]:
        at = {**self._at, **{id: () for id, space in spaces.items() if space is not None and id not in self.spaces}}
        for id in {end for pair in edges for end in pair}:
            ours: dict[SpaceId, Edge | None] = {edge.other(id): edge for edge in at.get(id, ())}
            ours |= {pair[pair[0] == id]: edge for pair, edge in edges.items() if id in pair}
            at[id] = tuple(edge for _, edge in sorted(ours.items(), key=lambda one: one[0]) if edge is not None)
        for id, space in spaces.items():
            if space is None:
                at.pop(id, None)
        return at

    def put_space(self, *spaces: Space) -> Graph:
        """Return the graph with these spaces, new or in place of those of the same ids."""
        return Graph({**self.spaces, **{space.id: space for space in spaces}}.values(), self.edges.values())

    def without_space(self, id: SpaceId) -> Graph:
        """Return the graph without a space and its edges."""
        gone = self[id].id
        return Graph(
            (space for space in self.spaces.values() if space.id != gone),
            (edge for edge in self.edges.values() if gone not in edge.pair),
        )

    def rename(self, id: SpaceId, name: str) -> Graph:
        """Return the graph with another name for a space, which keeps its id and its edges."""
        return self.put_space(replace(self[id], name=name))

    def confirm(
        self, a: SpaceId, b: SpaceId, *, along: Iterable[Feature] | None = None, across: Iterable[Feature] | None = None
    ) -> Graph:
        """Return the graph with the designer's word that this edge is right, with what runs along and across it."""
        edge = self.edge(self[a].id, self[b].id)
        if edge is None:
            raise Invalid(f"there is no edge between {a!r} and {b!r} to confirm: add one")
        return self.put(
            replace(
                edge,
                status="added" if edge.status == "added" else "confirmed",
                along=edge.along if along is None else tuple(along),
                across=edge.across if across is None else tuple(across),
            )
        )

    def forbid(self, a: SpaceId, b: SpaceId) -> Graph:
        """Return the graph with the designer's word that there is no way between the two, whatever the shapes say."""
        edge = self.edge(self[a].id, self[b].id) or Edge(a, b)
        return self.put(replace(edge, status="forbidden"))

    def add(self, edge: Edge) -> Graph:
        """Return the graph with an edge that the shapes do not show: a strait, a ferry, a sea arrow."""
        there = self.edge(self[edge.a].id, self[edge.b].id)
        if there is not None and there.open:
            raise Invalid(f"there is already an edge between {edge.a!r} and {edge.b!r}: confirm that one")
        return self.put(replace(edge, status="added"))

    def take_back(self, a: SpaceId, b: SpaceId) -> Graph:
        """Return the graph without the designer's word on this edge; the next derivation decides."""
        edge = self.edge(self[a].id, self[b].id)
        if edge is None or edge.status == "derived":
            raise Invalid(f"nothing has been decided about {a!r} and {b!r}: there is no decision to take back")
        if edge.status == "added":
            return Graph(self.spaces.values(), (one for one in self.edges.values() if one is not edge))
        return self.put(replace(edge, status="derived"))

    # --- what the shapes say ------------------------------------------------------------------------------------

    def rederive(self, fresh: Iterable[Edge], within: Collection[SpaceId] | None = None) -> Rederived:
        """Return the graph after the shapes of the spaces ``within`` (all) were derived anew as ``fresh``.

        Edges that are confirmed, forbidden or added stay as the designer left them. Derived ones come
        and go with the shapes; one that stays keeps its features where the derivation brings none.
        """
        now = _edges(fresh, self.spaces)
        edges = dict(self.edges)
        gone: list[Edge] = []
        contradicted: list[Edge] = []
        for pair, edge in self.edges.items():
            seen = now.pop(pair, None)
            if edge.status == "derived":
                if seen is not None:
                    edges[pair] = replace(seen, along=seen.along or edge.along, across=seen.across or edge.across)
                elif _both(pair, within):
                    gone.append(edges.pop(pair))
            elif edge.status == "confirmed" and (seen.contact != edge.contact if seen else _both(pair, within)):
                contradicted.append(edge)
        graph = Graph(self.spaces.values(), (*edges.values(), *now.values()))
        return Rederived(graph, tuple(now.values()), tuple(gone), tuple(contradicted))

    def split(
        self, id: SpaceId, part: Space, fresh: Iterable[Edge], within: Collection[SpaceId] | None = None
    ) -> Rederived:
        """Return the graph after ``part`` was cut off from a space, with the edges derived since.

        The larger part has kept the id. The new one inherits what was said of the borders it has taken
        over; what was added by hand stays with the old one.
        """
        if part.id in self.spaces:
            raise Invalid(
                f"{self[id].id!r} cannot be split into itself and {part.id!r}, which already exists: choose a new id"
            )
        now = {edge.pair: edge for edge in fresh}
        edges = dict(self.edges)
        for edge in self.edges_of(id):
            heir = edge.move_end(id, part.id)
            seen = now.get(heir.pair)
            if seen is None or seen.contact != edge.contact or edge.status == "added":
                continue
            edges[heir.pair] = heir
            if edge.pair not in now:
                del edges[edge.pair]
        return Graph((*self.spaces.values(), part), edges.values()).rederive(now.values(), within)

    def merge(self, keep: SpaceId, gone: SpaceId) -> Graph:
        """Return the graph after ``gone`` was merged into ``keep``, which inherits its edges."""
        if self[keep].id == self[gone].id:
            raise Invalid(f"{keep!r} cannot be merged with itself: name two spaces")
        edges = {pair: edge for pair, edge in self.edges.items() if gone not in pair}
        for edge in self.edges_of(gone):
            if keep not in edge.pair:
                heir = edge.move_end(gone, keep)
                there = edges.get(heir.pair)
                edges[heir.pair] = heir if there is None else there.merge(heir)
        return Graph((space for space in self.spaces.values() if space.id != gone), edges.values())


def _merged(things: Mapping[K, T], changes: Mapping[K, T | None]) -> dict[K, T]:
    """Return things in order of their keys, with those that were replaced, added or (``None``) removed."""
    found = dict(things)
    for key, after in changes.items():
        if after is None:
            found.pop(key, None)
        else:
            found[key] = after
    return found if len(found) == len(things.keys() & found.keys()) else dict(sorted(found.items()))


def _both(pair: Pair, within: Collection[SpaceId] | None) -> bool:
    return within is None or (pair[0] in within and pair[1] in within)


def _spaces(spaces: Iterable[Space]) -> dict[SpaceId, Space]:
    found: dict[SpaceId, Space] = {}
    for space in spaces:
        if found.setdefault(space.id, space) is not space:
            raise Invalid(f"two spaces have the id {space.id!r}: give one of them another id")
    return dict(sorted(found.items()))


def _edges(edges: Iterable[Edge], spaces: Mapping[SpaceId, Space]) -> dict[Pair, Edge]:
    found: dict[Pair, Edge] = {}
    for edge in edges:
        pair = edge.pair
        for end in pair:
            if end not in spaces:
                raise unknown("space", end, spaces, f"the edge {edge.a!r}–{edge.b!r} leads there")
        if found.setdefault(pair, edge) is not edge:
            raise Invalid(f"two edges join {edge.a!r} and {edge.b!r}: keep one of them")
    return dict(sorted(found.items()))
