"""What all checks of a map want to know of it, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import TOLERANCE
from sandtable.board.shapely_arrays import boxes
from sandtable.board.shapes import array_of
from sandtable.board.snap_width import MANY, Snapping, snapping
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import area, length
from sandtable.lint.connected_parts import connected_parts
from sandtable.lint.findings import Place
from sandtable.lint.fitting import Fitting
from sandtable.lint.rivers import Rivers

if TYPE_CHECKING:
    from sandtable.board.coverage import CoverageFault
    from sandtable.board.maps import Map
    from sandtable.board.numbering import PrintedNumbers
    from sandtable.board.shapes import Place as Spot
    from sandtable.board.shapes import Shape
    from sandtable.board.spaces import Edge, Pair, SpaceId
    from sandtable.lint.changes import EditedMap, Read

NARROW: Final = 10
"""Up to so many tolerances across, a gap, an overlap or a part of an area is no more than noise."""

TOUCH: Final = 5000
"""Lines that come as near as this part of the map's extent are seen to meet."""

NEAR: Final = 250
"""What ends as near as this part of the map's extent was most likely meant to meet."""

KEPT: Final[Mapping[str, tuple[Read, ...]]] = {
    "numbers": (), "hex_ids": (), "snapping": ("shapes",), "entered_spaces": ("edges",), "parts": ("edges", "ids"),
}  # fmt: skip
"""What is known of a map for as long as edits leave these parts of it alone."""


class Survey:
    """A map under its checks."""

    def __init__(self, sheet: Map) -> None:
        self.map = sheet
        self.spaces = sheet.drawn

    @property
    def rests_on(self) -> tuple[object, ...]:
        """What whatever is found rests on: how large the map is, how near is near, which spaces are hexes."""
        board = self.map.hexes
        hexes = None if board is None else (board.grid, board.numbering)
        return self.extent, self.tolerance, self.map.info, hexes

    def take_over(self, was: Survey, change: EditedMap) -> None:
        """Go on with what is known of the map before some edits, as far as they have left it alone."""
        if was.fitting is not None and self.map.areas is not None and self.ids:
            self.__dict__["fitting"] = was.fitting.after(self.map.areas, self.narrow)
        for name, parts in KEPT.items():
            if name in was.__dict__ and not change.reads(*parts):
                self.__dict__[name] = was.__dict__[name]
        if "missing_edges" in was.__dict__ and not change.edges and not change.contacts:
            self.__dict__["missing_edges"] = was.missing_edges
        if "rivers" in was.__dict__ and not change.reads("lines", "hexes"):
            drawn = [
                shape.bounds for one in (was, self) for id in change.touched if (shape := one.shape(id)) is not None
            ]
            self.__dict__["rivers"] = was.rivers.after(self.map, drawn)

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

    def is_seen(self, id: SpaceId) -> bool:
        """Tell whether a space is drawn somewhere."""
        return id in self.map.places or self.shape(id) is not None or self.is_hex(id)

    # --- shapes -------------------------------------------------------------------------------------------------

    def shape(self, id: SpaceId) -> Shape | None:
        areas = self.map.areas
        return areas[id] if areas is not None and id in areas else None

    @cached_property
    def ids(self) -> tuple[SpaceId, ...]:
        """The spaces with a shape."""
        return self.map.areas.ids if self.map.areas is not None else ()

    @cached_property
    def fitting(self) -> Fitting | None:
        """How the areas fit together; ``None`` without any."""
        return Fitting(self.map.areas, self.narrow) if self.map.areas is not None and self.ids else None

    @property
    def faults(self) -> tuple[CoverageFault, ...]:
        """Where shapes do not fit, with all gaps, however wide."""
        return self.fitting.faults if self.fitting is not None else ()

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

    def drawn_ends(self, pair: Pair) -> bool:
        """Tell whether both of these spaces have a shape."""
        return self.map.areas is not None and all(id in self.map.areas for id in pair)

    def derived_edge(self, pair: Pair) -> Edge | None:
        """Return what the shapes say about whether two areas touch."""
        return self.map.areas.borders.edge(pair) if self.map.areas is not None else None

    @cached_property
    def missing_edges(self) -> tuple[Pair, ...]:
        """The pairs of areas that share a border, and have no edge."""
        if self.map.areas is None:
            return ()
        known = self.map.graph.edges
        return tuple(pair for pair in self.map.areas.borders.pairs() if pair not in known)

    @cached_property
    def extent(self) -> float:
        """The larger of the map's width and height."""
        spots = np.array([*self.map.places.values()], np.float64).reshape(-1, 2)
        lines = boxes(array_of([line.geometry for line in self.map.lines])).reshape(-1, 4)
        frames = np.concatenate((lines, np.hstack((spots, spots))))
        if self.map.areas is not None:
            frames = np.concatenate((frames, self.map.areas.borders.boxes.T))
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

    # --- rivers -------------------------------------------------------------------------------------------------

    @cached_property
    def rivers(self) -> Rivers:
        """The rivers as they are drawn."""
        return Rivers(self.map, self.touch, self.near)

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


def inside(shape: Shape | BaseGeometry) -> Spot:
    """Return a place inside a shape."""
    point = shape.representative_point()
    return float(point.x), float(point.y)
