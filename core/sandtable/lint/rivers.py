"""Rivers and roads as they are drawn: which hang together, where they end, and which rivers may end there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from copy import copy
from typing import TYPE_CHECKING

import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.cutting import places_of
from sandtable.board.shapely_arrays import distances
from sandtable.board.shapes import array_of
from sandtable.board.vocabulary import RIVERS, WATER
from sandtable.lint.connected_parts import connected_parts

if TYPE_CHECKING:
    from sandtable.board.adjacency import Box
    from sandtable.board.maps import Map, MapLine
    from sandtable.board.shapes import Place as Spot


class LineEnds:
    """The lines of some kinds, and their ends."""

    def __init__(self, lines: Iterable[MapLine], kinds: frozenset[str]) -> None:
        self.lines = [line for line in lines if line.kind in kinds]
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


class Rivers:
    """The rivers of a map, which of them hang together, and where one may end."""

    def __init__(self, sheet: Map, touch: float, near: float) -> None:
        """Look at all of them; ``touch`` and ``near`` are distances in map units."""
        self._sheet, self._near = sheet, near
        self.drawn = LineEnds(sheet.lines, RIVERS)
        self.systems = tuple(self.drawn.systems(touch))
        self._known: dict[Spot, bool] = {}

    def after(self, sheet: Map, touched: Collection[Box]) -> Rivers:
        """Return those of an edited map with the same lines; only what comes near these boxes was touched."""
        then = copy(self)
        known = {tip: out for tip, out in self._known.items() if not _comes_near(tip, touched, self._near)}
        then.__dict__ |= {"_sheet": sheet, "_known": known}
        return then

    def flow_out(self, tip: Spot) -> bool:
        """Tell whether a river may end here: in water, or where the map ends."""
        if tip not in self._known:
            self._known[tip] = _flows_out(self._sheet, self._near, tip)
        return self._known[tip]


def _flows_out(sheet: Map, near: float, tip: Spot) -> bool:
    areas, board, point = sheet.areas, sheet.hexes, Point(tip)
    if board is not None:
        hex = board.grid.at(*tip)
        if hex is None or any(there not in board.grid for there in hex.neighbours()):
            return True
        return bool(WATER & set(board.terrain.of(hex)))
    if areas is None or not len(areas):
        return True
    around = areas.near(point, near)
    if any(sheet.graph[id].kind in WATER for id in around):
        return True
    ground: BaseGeometry = shapely.union_all(array_of([areas[id] for id in around]))
    return not ground.covers(point) or bool(shapely.boundary(ground).distance(point) <= near)


def _comes_near(tip: Spot, boxes: Iterable[Box], reach: float) -> bool:
    x, y = tip
    return any(
        left - reach <= x <= right + reach and low - reach <= y <= high + reach for left, low, right, high in boxes
    )


def ends_of(geometry: BaseGeometry) -> list[Spot]:
    """Return the places where a line, in as many pieces as it has, begins or ends without meeting itself."""
    pieces = [places_of(piece) for piece in shapely.get_parts(geometry)]
    ends = [place for piece in pieces for place in (piece[0], piece[-1])]
    return [place for place in dict.fromkeys(ends) if ends.count(place) == 1]
