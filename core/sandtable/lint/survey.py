"""What all checks of a map want to know of it, worked out once."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import TOLERANCE
from sandtable.board.shapely_arrays import boxes, misfits
from sandtable.board.shapes import array_of
from sandtable.board.snap_width import MANY, Snapping, snapping
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import area, length
from sandtable.lint.findings import Place

if TYPE_CHECKING:
    from sandtable.board.coverage import CoverageFault
    from sandtable.board.maps import Map
    from sandtable.board.numbering import PrintedNumbers
    from sandtable.board.shapes import Place as Spot
    from sandtable.board.shapes import Shape
    from sandtable.board.spaces import Edge, Pair, SpaceId

K = TypeVar("K", bound=Hashable)

NARROW: Final = 10
"""Up to so many tolerances across, a gap, an overlap or a part of an area is no more than noise."""

TOUCH: Final = 5000
"""Lines that come as near as this part of the map's extent are seen to meet."""

NEAR: Final = 250
"""What ends as near as this part of the map's extent was most likely meant to meet."""


class Survey:
    """A map under its checks."""

    def __init__(self, sheet: Map) -> None:
        self.map = sheet
        self.spaces = sheet.graph.spaces

    # --- saying where -------------------------------------------------------------------------------------------

    def name_of(self, id: SpaceId) -> str:
        """Return a space's name with its id: ``Tyrol (tyrol)``."""
        space = self.spaces.get(id)
        return f"{space.name} ({id})" if space is not None and space.name.strip() not in ("", id) else str(id)

    def place(self, *spaces: SpaceId, at: Spot | None = None, region: str = "", line: str = "") -> Place:
        """Return a place on this map; without coordinates, those of its spaces."""
        if at is None and spaces:
            spots = [spot for id in spaces if (spot := self.spot(id)) is not None]
            at = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)) if spots else None
        return Place("map", self.map.info.key, spaces, region, line, at=at)

    def spot(self, id: SpaceId) -> Spot | None:
        """Return where a space is drawn."""
        if id in self.map.places:
            return self.map.places[id]
        if (shape := self.shape(id)) is not None:
            return inside(shape)
        numbers = self.numbers
        if numbers is not None and self.is_hex(id):
            return numbers.grid.centre(numbers.hex(id))
        return None

    def length(self, value: float) -> str:
        return length(value, self.map.info.unit)

    def area(self, value: float) -> str:
        return area(value, self.map.info.unit)

    # --- shapes -------------------------------------------------------------------------------------------------

    def shape(self, id: SpaceId) -> Shape | None:
        areas = self.map.areas
        return areas[id] if areas is not None and id in areas else None

    @cached_property
    def ids(self) -> tuple[SpaceId, ...]:
        """The spaces with a shape."""
        return self.map.areas.ids if self.map.areas is not None else ()

    @cached_property
    def faults(self) -> tuple[CoverageFault, ...]:
        """Where shapes do not fit, with all gaps, however wide."""
        return self.map.areas.faults(float("inf")) if self.map.areas is not None and self.ids else ()

    @cached_property
    def has_disputed_ground(self) -> bool:
        """Two areas share more ground than noise, so that nobody knows whose it is."""
        return any(fault.kind == "overlap" and fault.width > self.narrow for fault in self.faults)

    @cached_property
    def snapping(self) -> Snapping | None:
        """Within how much borders must be put together to fit, where many were drawn one by one."""
        areas = self.map.areas
        if areas is None or sum(fault.kind != "loose" for fault in self.faults) < MANY:
            return None
        return snapping(self.ids, array_of([areas[id] for id in self.ids]), self.tolerance)

    @cached_property
    def derived_edges(self) -> dict[Pair, Edge]:
        """What the shapes say about who touches whom."""
        return {edge.pair: edge for edge in self.map.areas.edges()} if self.map.areas is not None else {}

    @cached_property
    def covered_ground(self) -> BaseGeometry:
        """All areas as one."""
        shapes = array_of([shape for id in self.ids if (shape := self.shape(id)) is not None])
        return shapely.union_all(shapes) if len(misfits(shapes)) else shapely.coverage_union_all(shapes)

    @cached_property
    def outline(self) -> BaseGeometry:
        """Where the areas end: the map's edge, and the rims of gaps."""
        edge: BaseGeometry = shapely.boundary(self.covered_ground)
        return edge

    @cached_property
    def extent(self) -> float:
        """The larger of the map's width and height."""
        found: list[BaseGeometry] = [shape for id in self.ids if (shape := self.shape(id)) is not None]
        found += [shapely.Point(spot) for spot in self.map.places.values()]
        found += [line.geometry for line in self.map.lines]
        frames = boxes(array_of(found)) if found else np.empty((0, 4))
        if self.map.hexes is not None:
            grid = self.map.hexes.grid
            xy = grid.outlines(grid.indices).reshape(-1, 2) if len(grid) else np.zeros((1, 2))
            frames = np.concatenate((frames, [[*xy.min(axis=0), *xy.max(axis=0)]]))
        if not len(frames):
            return 0.0
        return float((frames[:, 2:].max(axis=0) - frames[:, :2].min(axis=0)).max())

    @property
    def tolerance(self) -> float:
        """The tolerance of the areas; that of a map that states none, where only equal edges count."""
        stated = self.map.areas.tolerance if self.map.areas is not None else 0.0
        return stated or TOLERANCE * self.extent

    @property
    def within(self) -> float:
        """How wide what lies between two borders may be for them to be one: the tolerance as the map states it."""
        return self.map.areas.tolerance if self.map.areas is not None else 0.0

    @property
    def narrow(self) -> float:
        """How wide noise may be, in map units."""
        return NARROW * self.tolerance

    @property
    def touch(self) -> float:
        """How near lines are when they are seen to meet, in map units."""
        return self.extent / TOUCH

    @property
    def near(self) -> float:
        """How near lines are when they were most likely meant to meet, in map units."""
        return self.extent / NEAR

    # --- hexes --------------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> PrintedNumbers | None:
        """The printed numbers, ``None`` without hexes or with a numbering that cannot be."""
        try:
            return self.map.hexes.numbers if self.map.hexes is not None else None
        except Invalid:
            return None

    @cached_property
    def hex_ids(self) -> frozenset[str]:
        """All numbers that are printed in a hex."""
        return (
            frozenset(self.numbers.all[self.numbers.grid.indices].tolist()) if self.numbers is not None else frozenset()
        )

    def is_hex(self, id: SpaceId) -> bool:
        return id in self.hex_ids

    # --- ways ---------------------------------------------------------------------------------------------------

    @cached_property
    def entered_spaces(self) -> frozenset[SpaceId]:
        """The spaces that an open edge leads into, over a border."""
        return frozenset(
            end
            for edge in self.map.graph.edges.values()
            if edge.open and edge.contact == "border"
            for end in (edge.pair if not edge.one_way else (edge.b,))
        )

    @cached_property
    def parts(self) -> tuple[tuple[SpaceId, ...], ...]:
        """The spaces that hang together by open edges, the largest part first; all hexes hang together."""
        beside: dict[SpaceId, list[SpaceId]] = {id: [] for id in self.spaces}
        for edge in self.map.graph.edges.values():
            if edge.open and edge.contact == "border":
                beside[edge.a].append(edge.b)
                beside[edge.b].append(edge.a)
        hexes = [id for id in self.spaces if self.is_hex(id)]
        for one in hexes[1:]:
            beside[hexes[0]].append(one)
            beside[one].append(hexes[0])
        found = [tuple(sorted(part)) for part in connected_parts(beside)]
        return tuple(sorted(found, key=lambda part: (not any(map(self.is_hex, part)), -len(part), part)))


def connected_parts(beside: Mapping[K, Iterable[K]]) -> Iterator[tuple[K, ...]]:
    """Yield the parts that hang together, in the order in which they are come to."""
    seen: set[K] = set()
    for start in beside:
        if start in seen:
            continue
        part, ahead = {start: None}, deque([start])
        while ahead:
            fresh = [there for there in dict.fromkeys(beside[ahead.popleft()]) if there not in part]
            part |= dict.fromkeys(fresh)
            ahead.extend(fresh)
        seen.update(part)
        yield tuple(part)


def inside(shape: Shape | BaseGeometry) -> Spot:
    """Return a place inside a shape."""
    point = shape.representative_point()
    return float(point.x), float(point.y)
