"""Rivers and roads as they are drawn: where they end, and where they all but meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import ROADS, TOWNS
from sandtable.lint.connected_parts import K, connected_parts
from sandtable.lint.hexsides import number
from sandtable.lint.looking import whole
from sandtable.lint.registry import code
from sandtable.lint.rivers import LineEnds
from sandtable.lint.survey import Survey

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


# --- drawn lines ----------------------------------------------------------------------------------------------------


def _rivers(survey: Survey) -> Iterator[Finding[Map]]:
    """Look for systems of rivers of which no end lies in water or where the map ends."""
    drawn = survey.rivers.drawn
    flows: list[int] = []
    dead: list[tuple[int, ...]] = []
    for system in survey.rivers.systems:
        tips = [tip for at in system for tip in drawn.tips[at]]
        if not tips or any(map(survey.rivers.flow_out, tips)):
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
    drawn = LineEnds(survey.map.lines, ROADS)
    for at in range(len(drawn.lines)):
        short = drawn.shortest([at], (other for other in range(len(drawn.lines)) if other != at))
        if short is not None and survey.touch < short[0] <= survey.near:
            yield _almost(survey, drawn, *short)


def _almost(survey: Survey, drawn: LineEnds, gap: float, at: int, tip: Spot) -> Finding[Map]:
    words = f"{drawn.name_of(at)} ends {survey.length(gap)} from another {drawn.lines[at].kind} that it does not meet"
    return ALMOST.finding(survey.place(line=drawn.lines[at].id, at=tip), f"{words}: join them")


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


CHECKS: Final = (
    whole(_rivers, "lines", "shapes", "kinds", "hexes"),
    whole(_roads, "lines"),
    whole(_edge_roads, "edges"),
    whole(_hex_roads, "hexes"),
)
