"""Rivers and roads as they are drawn: where they end, and where they all but meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.cutting import places_of
from sandtable.board.directions import Hex
from sandtable.board.shapely_arrays import distances
from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import RIVERS, ROADS, TOWNS, WATER
from sandtable.lint.hexsides import number
from sandtable.lint.registry import code
from sandtable.lint.survey import K, Survey, connected_parts

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place as Spot
    from sandtable.lint.findings import Finding

RIVER_NOWHERE = code(
    "river-nowhere", "map", "warning",
    "A river that does not end in a sea, a lake, a gap, another river or at the map's edge.",
)  # fmt: skip
ALMOST = code(
    "line-gap", "map", "hint", "A river or a road ends close to another of its kind, but does not meet it.",
)  # fmt: skip
ROAD_GAP = code("road-gap", "map", "warning", "Two roads end in spaces side by side, and nothing joins them.")
ROAD_NOWHERE = code("road-nowhere", "map", "hint", "A road that ends in a hex without a town or a name.")


def check(survey: Survey) -> Iterator[Finding[Map]]:
    """Look at drawn rivers and roads, and at roads from space to space and from hex to hex."""
    yield from _rivers(survey)
    yield from _roads(survey)
    yield from _edge_roads(survey)
    yield from _hex_roads(survey)


# --- drawn lines ----------------------------------------------------------------------------------------------------


class LineEnds:
    """The lines of some kinds, and their ends."""

    def __init__(self, survey: Survey, kinds: frozenset[str]) -> None:
        self.lines = [line for line in survey.map.lines if line.kind in kinds]
        self.geometries = array_of([line.geometry for line in self.lines])
        self.tips = [ends_of(line.geometry) for line in self.lines]

    def systems(self, touch: float) -> Iterator[tuple[int, ...]]:
        """Yield the lines that meet, or are pieces of one name, by their place in the list."""
        beside: dict[int, list[int]] = {at: [] for at in range(len(self.lines))}
        pairs = shapely.STRtree(self.geometries).query(self.geometries, predicate="dwithin", distance=touch)
        for one, other in zip(*pairs.tolist(), strict=True):
            beside[one].append(other)
        first: dict[str, int] = {}
        for at, line in enumerate(self.lines):
            if line.name and first.setdefault(line.name, at) != at:
                beside[at].append(first[line.name])
                beside[first[line.name]].append(at)
        yield from connected_parts(beside)

    def shortest(self, ours: Iterable[int], theirs: Iterable[int]) -> tuple[float, int, Spot] | None:
        """Return how far an end of our lines is from their nearest, of which line it is the end, and where it is."""
        others = self.geometries[list(theirs)]
        ends = [(at, tip) for at in ours for tip in self.tips[at]]
        if not len(others) or not ends:
            return None
        return min((float(distances(others, Point(tip)).min()), at, tip) for at, tip in ends)

    def name_of(self, at: int) -> str:
        name, id, kind = self.lines[at].name, self.lines[at].id, self.lines[at].kind
        return f"the {kind} {name} ({id})" if name and name != id else f"the {kind} {id}"


def _rivers(survey: Survey) -> Iterator[Finding[Map]]:
    """Look for systems of rivers of which no end lies in water or where the map ends."""
    drawn = LineEnds(survey, RIVERS)
    flows: list[int] = []
    dead: list[tuple[int, ...]] = []
    for system in drawn.systems(survey.touch):
        tips = [tip for at in system for tip in drawn.tips[at]]
        if not tips or any(_flows_out(survey, tip) for tip in tips):
            flows += system
        else:
            dead.append(system)
    for system in dead:
        short = drawn.shortest(system, flows)
        if short is not None and short[0] <= survey.near:
            yield _almost(survey, drawn, *short)
            continue
        longest = max(system, key=lambda at: (drawn.lines[at].geometry.length, drawn.lines[at].id))
        words = f"{drawn.name_of(longest)} flows nowhere: extend it to the sea, a lake, the map's edge or another river"
        spot = (drawn.tips[longest] or [tip for at in system for tip in drawn.tips[at]])[-1]
        yield RIVER_NOWHERE.finding(survey.place(line=drawn.lines[longest].id, at=spot), words)


def _roads(survey: Survey) -> Iterator[Finding[Map]]:
    drawn = LineEnds(survey, ROADS)
    for at in range(len(drawn.lines)):
        short = drawn.shortest([at], (other for other in range(len(drawn.lines)) if other != at))
        if short is not None and survey.touch < short[0] <= survey.near:
            yield _almost(survey, drawn, *short)


def _almost(survey: Survey, drawn: LineEnds, gap: float, at: int, tip: Spot) -> Finding[Map]:
    words = f"{drawn.name_of(at)} ends {survey.length(gap)} from another {drawn.lines[at].kind} that it does not meet"
    return ALMOST.finding(survey.place(line=drawn.lines[at].id, at=tip), f"{words}: join them")


def ends_of(geometry: BaseGeometry) -> list[Spot]:
    """Return the places where a line, in as many pieces as it has, begins or ends without meeting itself."""
    pieces = [places_of(piece) for piece in shapely.get_parts(geometry)]
    ends = [place for piece in pieces for place in (piece[0], piece[-1])]
    return [place for place in dict.fromkeys(ends) if ends.count(place) == 1]


def _flows_out(survey: Survey, tip: Spot) -> bool:
    """Say whether a river may end here: in water, or where the map ends."""
    point = Point(tip)
    if survey.map.hexes is not None:
        hex = survey.map.hexes.grid.at(*tip)
        if hex is None or any(there not in survey.map.hexes.grid for there in hex.neighbours()):
            return True
        return bool(WATER & set(survey.map.hexes.terrain.of(hex)))
    if survey.map.areas is None or not survey.ids:
        return True
    if not survey.covered_ground.covers(point) or survey.outline.distance(point) <= survey.near:
        return True
    around = survey.map.areas.touching(point.buffer(survey.near))
    return any(survey.spaces[id].kind in WATER for id in around)


# --- roads from space to space --------------------------------------------------------------------------------------


def _edge_roads(survey: Survey) -> Iterator[Finding[Map]]:
    roads: dict[SpaceId, list[SpaceId]] = defaultdict(list)
    beside: dict[SpaceId, list[SpaceId]] = defaultdict(list)
    for edge in survey.map.graph.edges.values():
        if edge.open and edge.contact == "border":
            ways = (roads, beside) if any(feature.kind in ROADS for feature in edge.across) else (beside,)
            for found in ways:
                found[edge.a].append(edge.b)
                found[edge.b].append(edge.a)
    for a, b in road_gaps(roads, beside):
        words = f"a road ends in {survey.name_of(a)} and another in {survey.name_of(b)} beside it: join them"
        yield ROAD_GAP.finding(survey.place(a, b), words)


def _hex_roads(survey: Survey) -> Iterator[Finding[Map]]:
    board = survey.map.hexes
    if board is None:
        return
    laid = np.zeros(board.grid.sides, np.bool_)
    for kind in ROADS:
        laid |= board.sides.where(kind)
    roads: dict[Hex, list[Hex]] = defaultdict(list)
    for side in np.flatnonzero(laid).tolist():
        one, other = board.grid.hexes_at(side)
        roads[one].append(other)
        roads[other].append(one)
    ends = [hex for hex, there in roads.items() if len(there) == 1 and hex in board.grid]
    gaps = list(road_gaps(roads, {hex: list(board.grid.neighbours(hex).values()) for hex in ends}))
    for one, other in gaps:
        a, b = number(survey, one), number(survey, other)
        words = f"a road ends in hex {a} and another in hex {b} beside it: join them"
        yield ROAD_GAP.finding(survey.place(a, b, at=board.grid.centre(one)), words)
    in_gaps = {hex for gap in gaps for hex in gap}
    for hex in sorted(set(ends) - in_gaps):
        edge = any(there not in board.grid for there in hex.neighbours())
        if not edge and hex not in board.names and not TOWNS & set(board.terrain.of(hex)):
            id = number(survey, hex)
            words = f"a road ends in hex {id}, where there is no town: extend it, or name the place"
            yield ROAD_NOWHERE.finding(survey.place(id, at=board.grid.centre(hex)), words)


def road_gaps(roads: Mapping[K, list[K]], beside: Mapping[K, Iterable[K]]) -> Iterator[tuple[K, K]]:
    """Yield pairs of ends of different roads that lie side by side, each end in one pair at most."""
    part = {place: number for number, road in enumerate(connected_parts(roads)) for place in road}
    ends = {place for place, there in roads.items() if len(there) == 1}
    taken: set[K] = set()
    for one in roads:
        for other in beside.get(one, ()) if one in ends else ():
            if other in ends and part[one] != part[other] and not {one, other} & taken:
                taken |= {one, other}
                yield one, other
