"""What an edit has changed: before and after of what it touched, and no more. Turned round it is the way back."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region, Underlay
from sandtable.board.shapes import Place, Shape
from sandtable.board.spaces import Edge, Pair, RegionId, Space, SpaceId
from sandtable.design.hex_patch import HexPatch, hex_patch
from sandtable.design.swaps import Swap, after_of, in_one, one_swap, swaps, turned
from sandtable.engine.errors import Invalid
from sandtable.interchange.projection import downwards

if TYPE_CHECKING:
    from sandtable.board.graph import Graph

T = TypeVar("T")


class Splice(Struct, Generic[T], frozen=True, array_like=True):
    """A stretch of a list, from ``at`` on, that another stands for."""

    at: int
    before: tuple[T, ...]
    after: tuple[T, ...]


@dataclass(frozen=True)
class MapPatch:
    """What one edit has made of a map, part by part; whatever it has left alone is not in it."""

    info: Swap[MapInfo] | None = None
    tolerance: Swap[float] | None = None
    """That of the areas; none: the map has no areas."""
    spaces: Mapping[SpaceId, Swap[Space]] = field(default_factory=dict[SpaceId, Swap[Space]])
    edges: Mapping[Pair, Swap[Edge]] = field(default_factory=dict[Pair, Swap[Edge]])
    shapes: Mapping[SpaceId, Swap[Shape]] = field(default_factory=dict[SpaceId, Swap[Shape]])
    places: Mapping[SpaceId, Swap[Place]] = field(default_factory=dict[SpaceId, Swap[Place]])
    regions: Mapping[RegionId, Swap[Region]] = field(default_factory=dict[RegionId, Swap[Region]])
    lines: Mapping[str, Swap[MapLine]] = field(default_factory=dict[str, Swap[MapLine]])
    underlays: Mapping[str, Swap[Underlay]] = field(default_factory=dict[str, Swap[Underlay]])
    provenance: Splice[Provenance] | None = None
    hexes: HexPatch | None = None

    @classmethod
    def between(cls, was: Map, now: Map) -> MapPatch:
        """Return what makes the one map of the other; parts that both have in common are not looked into."""
        return cls(
            info=None if was.info == now.info else Swap(was.info, now.info),
            tolerance=_tolerance(was.areas, now.areas),
            spaces=swaps(was.graph.spaces, now.graph.spaces),
            edges=swaps(was.graph.edges, now.graph.edges),
            shapes={} if was.areas is now.areas else swaps(_shapes(was.areas), _shapes(now.areas)),
            places=swaps(was.places, now.places),
            regions=swaps(was.region, now.region) if was.regions is not now.regions else {},
            lines=swaps(_by_id(was.lines), _by_id(now.lines)) if was.lines is not now.lines else {},
            underlays=swaps(_by_id(was.underlays), _by_id(now.underlays)) if was.underlays is not now.underlays else {},
            provenance=_splice(was.provenance, now.provenance),
            hexes=hex_patch(was.hexes, now.hexes),
        )

    def __bool__(self) -> bool:
        """Tell whether it changes anything."""
        return any(getattr(self, one.name) for one in dataclasses.fields(self))

    def turned_round(self) -> MapPatch:
        """Return the way back."""
        word = self.provenance
        return MapPatch(
            info=self.info and self.info.turned_round(),
            tolerance=self.tolerance and self.tolerance.turned_round(),
            spaces=turned(self.spaces),
            edges=turned(self.edges),
            shapes=turned(self.shapes),
            places=turned(self.places),
            regions=turned(self.regions),
            lines=turned(self.lines),
            underlays=turned(self.underlays),
            provenance=word and Splice(word.at, word.after, word.before),
            hexes=self.hexes and self.hexes.turned_round(),
        )

    def applied_to(self, sheet: Map) -> Map:
        """Return the map with these changes; raises ``Invalid`` for one that is not as they found it."""
        changed: dict[str, Any] = {}
        if self.info is not None:
            changed["info"] = self.info.after
        if self.spaces or self.edges:
            changed["graph"] = self._graph(sheet.graph)
        if self.tolerance is not None or self.shapes:
            changed["areas"] = self._areas(sheet.areas)
        if self.places:
            changed["places"] = after_of(sheet.places, self.places, "place")
        if self.regions:
            changed["regions"] = tuple(after_of(sheet.region, self.regions, "region").values())
        if self.lines:
            changed["lines"] = tuple(after_of(_by_id(sheet.lines), self.lines, "line").values())
        if self.underlays:
            changed["underlays"] = tuple(after_of(_by_id(sheet.underlays), self.underlays, "underlay").values())
        if self.provenance is not None:
            changed["provenance"] = _spliced(sheet.provenance, self.provenance)
        if self.hexes is not None:
            changed["hexes"] = self.hexes.applied_to(sheet.hexes)
        return dataclasses.replace(sheet, **changed) if changed else sheet

    @staticmethod
    def all_applied_to(sheet: Map, patches: Sequence[MapPatch]) -> Map:
        """Return the map after one patch upon the other; whatever many of them have changed is put in place once."""
        if len(patches) == 1:
            return patches[0].applied_to(sheet)
        words, board = sheet.provenance, sheet.hexes
        for patch in patches:
            words = words if patch.provenance is None else _spliced(words, patch.provenance)
            board = board if patch.hexes is None else patch.hexes.applied_to(board)
        whole = MapPatch(
            info=one_swap("info", (patch.info for patch in patches)),
            tolerance=one_swap("tolerance", (patch.tolerance for patch in patches)),
            spaces=in_one("space", (patch.spaces for patch in patches)),
            edges=in_one("edge", (patch.edges for patch in patches)),
            shapes=in_one("shape", (patch.shapes for patch in patches)),
            places=in_one("place", (patch.places for patch in patches)),
            regions=in_one("region", (patch.regions for patch in patches)),
            lines=in_one("line", (patch.lines for patch in patches)),
            underlays=in_one("underlay", (patch.underlays for patch in patches)),
            provenance=_splice(sheet.provenance, words),
            hexes=None if board is sheet.hexes else HexPatch(board=Swap(sheet.hexes, board)),
        )
        return whole.applied_to(sheet)

    def _graph(self, graph: Graph) -> Graph:
        after_of(graph.spaces, self.spaces, "space", look_only=True)
        after_of(graph.edges, self.edges, "edge", look_only=True)
        spaces = {id: swap.after for id, swap in self.spaces.items()}
        return graph.after(spaces, {pair: swap.after for pair, swap in self.edges.items()})

    def _areas(self, areas: AreaMap | None) -> AreaMap | None:
        after_of(_shapes(areas), self.shapes, "shape", look_only=True)
        if areas is None:
            areas = AreaMap({}, self.tolerance.after if self.tolerance is not None else None)
        areas = areas.after({id: swap.after for id, swap in self.shapes.items()})
        if self.tolerance is None or areas.tolerance == self.tolerance.after:
            return areas
        return None if self.tolerance.after is None else AreaMap(_shapes(areas), self.tolerance.after)

    # --- what it touched ----------------------------------------------------------------------------------------

    @property
    def touched(self) -> frozenset[SpaceId]:
        """The spaces that it changed, or changed an edge of."""
        ends = (end for pair in self.edges for end in pair)
        return frozenset((*self.spaces, *self.shapes, *self.places, *ends))

    def box(self, sheet: Map) -> tuple[float, float, float, float] | None:
        """Return what to look at to see it all on the map: left, low, right, high; none for what lies nowhere."""
        frames = list(self._frames(sheet))
        if not frames:
            return None
        left, low, right, high = zip(*frames, strict=True)
        return min(left), min(low), max(right), max(high)

    def _frames(self, sheet: Map) -> Iterator[tuple[float, float, float, float]]:
        yield from (shape.bounds for shape in _both(self.shapes))
        yield from (line.geometry.bounds for line in _both(self.lines))
        yield from ((x, y, x, y) for x, y in _both(self.places))
        yield from (laid.box(downwards=downwards(sheet)) for laid in _both(self.underlays))
        for id in self.touched - self.shapes.keys() - self.places.keys():
            if sheet.knows(id) and (spot := sheet.locate(id)) is not None:
                yield (*spot, *spot)
        if self.hexes is not None:
            yield from self.hexes.frames(sheet.hexes)


def _both(some: Mapping[Any, Swap[T]]) -> Iterator[T]:
    """Yield what was and what is."""
    for swap in some.values():
        yield from (one for one in (swap.before, swap.after) if one is not None)


def _shapes(areas: AreaMap | None) -> Mapping[SpaceId, Shape]:
    return {} if areas is None else areas.by_id


def _tolerance(was: AreaMap | None, now: AreaMap | None) -> Swap[float] | None:
    before, after = (None if areas is None else areas.tolerance for areas in (was, now))
    return None if before == after else Swap(before, after)


K = TypeVar("K", MapLine, Underlay)


def _by_id(things: Iterable[K]) -> dict[str, K]:
    return {thing.id: thing for thing in things}


def _splice(was: tuple[Provenance, ...], now: tuple[Provenance, ...]) -> Splice[Provenance] | None:
    if was == now:
        return None
    start = next((at for at, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), None)
    start = min(len(was), len(now)) if start is None else start
    end = 0
    while end < min(len(was), len(now)) - start and was[-1 - end] == now[-1 - end]:
        end += 1
    return Splice(start, was[start : len(was) - end], now[start : len(now) - end])


def _spliced(words: tuple[Provenance, ...], splice: Splice[Provenance]) -> tuple[Provenance, ...]:
    end = splice.at + len(splice.before)
    if words[splice.at : end] != splice.before:
        raise Invalid("the change does not fit the map: where its values come from is said otherwise there")
    return (*words[: splice.at], *splice.after, *words[end:])
