"""What has become of a map that is worked on, as far as a check wants to know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from sandtable.board.spaces import Pair, SpaceId

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Space
    from sandtable.design.patch import MapPatch

Read = Literal["ids", "names", "kinds", "edges", "shapes", "places", "regions", "lines", "hexes"]
"""A part of a map: which spaces there are, how they are called, what they are, what lies between them, how they are
drawn, where labels stand, and so on."""


class EditedMap:
    """What has become of a map by some edits: the map before and after, and what they touched."""

    def __init__(self, was: Map, now: Map, patches: Iterable[MapPatch]) -> None:
        self.was, self.now = was, now
        patches = tuple(patches)
        self.spaces = {id for patch in patches for id in patch.spaces}
        self.edges = {pair for patch in patches for pair in patch.edges}
        self.shapes = {id for patch in patches for id in patch.shapes}
        self.places = {id for patch in patches for id in patch.places}
        self.regions = {id for patch in patches for id in patch.regions}
        self.lines = {id for patch in patches for id in patch.lines}
        self.hexes = any(patch.hexes is not None for patch in patches)
        self.is_of_all = any(patch.info is not None or patch.tolerance is not None for patch in patches)
        """Whether something has changed that whatever is found rests on."""

    @cached_property
    def ids(self) -> set[SpaceId]:
        """The spaces that came or went."""
        return {id for id in self.spaces if (id in self.was.drawn) != (id in self.now.drawn)}

    @cached_property
    def names(self) -> set[SpaceId]:
        """The spaces that are called otherwise, or are of another kind."""
        return self._differ(lambda space: (space.name, space.kind))

    @cached_property
    def kinds(self) -> set[SpaceId]:
        """The spaces that are of another kind, or of which an attribute is another."""
        return self._differ(lambda space: (space.kind, space.attributes))

    def _differ(self, fact: Callable[[Space], object]) -> set[SpaceId]:
        was, now = self.was.drawn, self.now.drawn
        stayed = self.spaces - self.ids
        return self.ids | {id for id in stayed if fact(was[id]) != fact(now[id])}

    def reads(self, *parts: Read) -> bool:
        """Tell whether one of these parts has changed."""
        return any(getattr(self, part) for part in parts)

    @cached_property
    def touched(self) -> set[SpaceId]:
        """The spaces that are something else now, lie elsewhere, or have another edge."""
        return {*self.spaces, *self.shapes, *self.places, *(end for pair in self.edges for end in pair)}

    @cached_property
    def beside(self) -> set[SpaceId]:
        """The spaces that were touched, and those that an edge joins to one of them now or has joined before."""
        return self._with_neighbours(self.touched)

    @cached_property
    def farther(self) -> set[SpaceId]:
        """Those, and those that an edge joins to one of them."""
        return self._with_neighbours(self.beside)

    def _with_neighbours(self, ids: set[SpaceId]) -> set[SpaceId]:
        found = set(ids)
        for sheet in (self.was, self.now):
            found.update(edge.other(id) for id in ids if id in sheet.drawn for edge in sheet.graph.edges_of(id))
        return found

    @cached_property
    def edges_about(self) -> set[Pair]:
        """The edges that were touched, those of spaces that were, and those between areas that touch otherwise now."""
        sheet = self.now
        found = {edge.pair for id in self.touched if id in sheet.drawn for edge in sheet.graph.edges_of(id)}
        return found | self.edges | self.contacts

    @cached_property
    def contacts(self) -> set[Pair]:
        """The pairs of areas that touch now and did not, or otherwise, or touch no more."""
        was, now = self.was.areas, self.now.areas
        if was is now or was is None or now is None:
            return set()
        return set(now.borders.changed_since(was.borders))
