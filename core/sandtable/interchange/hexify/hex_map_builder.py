"""What rules lay into the hexes of a map: terrain, heights, rivers, roads, towns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.lattice import HEXES, HEXPOINTS, Lattice, Node, hexes_beside
from sandtable.board.shapes import Shape, is_shape
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson.clean_names import clean_name
from sandtable.interchange.hexify.covering import Covering
from sandtable.interchange.hexify.ground import Thing
from sandtable.interchange.hexify.hex_map_rules import HeightRule, HexMapRules, NameRule, Where, fits, number_of
from sandtable.interchange.hexify.networks import Link, network, ways
from sandtable.interchange.shapely_values import frame

CORNER: Final = 0.55
"""A road that runs through less than this part of a hex only cuts its corner."""

Floats = NDArray[np.float64]


@dataclass
class HexMapBuilder:
    """One map in the making."""

    things: Sequence[Thing]
    rules: HexMapRules
    whole: HexGrid
    notices: list[str] = field(default_factory=list[str])

    @cached_property
    def covering(self) -> Covering:
        return Covering(self.whole)

    @cached_property
    def grid(self) -> HexGrid:
        """The grid, cut where the rules cut it."""
        cut = self.rules.cut
        if cut is None:
            return self.whole
        mask = self.covering.shares(self._shapes(cut.where)) >= cut.share
        if not mask.any():
            raise Invalid("the rule 'cut' leaves no hex: nothing that it names covers enough of one")
        return replace(self.whole, mask=mask.reshape(self.whole.rows, self.whole.columns))

    def board(self) -> HexBoard:
        """Return the board with all that the rules lay on it."""
        grid, rules = self.grid, self.rules
        board = HexBoard.blank(grid, rules.numbering)
        names = self._names(board)
        self._terrain(board)
        board.elevation[:] = self._heights()
        if rules.slopes:
            board.sides.derive_slopes(board.elevation, rules.steps)
        self._coast(board)
        rivers = self._hexsides(board)
        self._roads(board, frozenset((hex.q, hex.r, 0) for hex in names), rivers)
        return HexBoard(grid, board.terrain, board.sides, board.elevation, rules.numbering, names)

    def _matching(self, where: Where) -> list[Thing]:
        return [one for one in self.things if fits(where, one.properties)]

    def _shapes(self, where: Where) -> list[Shape]:
        return [one.geometry for one in self._matching(where) if is_shape(one.geometry)]

    # --- surfaces ---

    def _terrain(self, board: HexBoard) -> None:
        """Lay terrains where enough of a hex is covered; of a group the one that covers most."""
        best: dict[str, Floats] = {}
        chosen: dict[str, NDArray[np.int64]] = {}
        laid: list[NDArray[np.bool_]] = []
        for number, rule in enumerate(self.rules.terrain):
            share = self.covering.shares(self._shapes(rule.where))
            if rule.outside:
                share = 1.0 - share
            enough = share >= rule.share
            if not enough[self.grid.indices].any():
                self.notices.append(f"no hex is {rule.terrain}: nothing covers {rule.share:g} of one")
            laid.append(enough)
            if rule.group:
                most = best.setdefault(rule.group, np.zeros(self.grid.size))
                which = chosen.setdefault(rule.group, np.full(self.grid.size, -1))
                better = enough & (share > most)
                most[better], which[better] = share[better], number
        for number, rule in enumerate(self.rules.terrain):
            if rule.group:
                laid[number] = chosen[rule.group] == number
        self._lay(board, laid)

    def _lay(self, board: HexBoard, laid: Sequence[NDArray[np.bool_]]) -> None:
        """Paint all hexes, those alike together."""
        terrains = [rule.terrain for rule in self.rules.terrain]
        towns = self._town_terrain
        wanted: dict[tuple[str, ...], list[int]] = {}
        looks = np.array(laid, np.bool_).reshape(len(laid), self.grid.size).T
        for index in self.grid.indices.tolist():
            names = {terrain for terrain, there in zip(terrains, looks[index].tolist(), strict=True) if there}
            names |= towns.get(index, frozenset())
            if not names and self.rules.default:
                names = {self.rules.default}
            wanted.setdefault(tuple(sorted(names)), []).append(index)
        for terrain in sorted(wanted):
            board.terrain.cells[wanted[terrain]] = board.terrain.index_of(terrain)

    def _heights(self) -> NDArray[np.int16]:
        """Return the level of every cell: the highest of which enough of it is covered by that much or more."""
        levels = np.zeros(self.grid.size, np.int16)
        for rule in self.rules.height:
            ground: dict[int, list[Shape]] = {}
            for one in self._matching(rule.where):
                level = _level(rule, one.properties)
                if level is not None and is_shape(one.geometry):
                    ground.setdefault(level, []).append(one.geometry)
            for level in sorted(ground):
                above = [shape for other, shapes in ground.items() if other >= level for shape in shapes]
                levels[self.covering.shares(above) >= rule.share] = level
        return np.where(self.grid.present, levels, 0).astype(np.int16)

    def _coast(self, board: HexBoard) -> None:
        """Lay a coast along hexsides between hexes that are all water and others."""
        coast = self.rules.coast
        if coast is None:
            return
        wet_sets = [bool(terrain) and set(terrain) <= set(coast.water) for terrain in board.terrain.sets]
        wet = np.array(wet_sets, np.bool_)[board.terrain.cells]
        table = self.grid.neighbour_table[:, :3]
        there = (table >= 0) & self.grid.present[:, None] & (wet[:, None] != wet[np.maximum(table, 0)])
        for index, direction in np.argwhere(there).tolist():
            board.sides.add(self.grid.hex(index), direction, coast.kind)

    # --- lines ---

    def _lines(self, where: Where) -> list[BaseGeometry]:
        """Return lines as far as they run over the map."""
        grid = self.whole
        sides = grid.outlines(np.arange(grid.size)).reshape(-1, 2)
        edge = frame(*sides.min(axis=0).tolist(), *sides.max(axis=0).tolist())
        found = [
            one.geometry for one in self._matching(where) if isinstance(one.geometry, LineString | MultiLineString)
        ]
        return [part for line in found for part in shapely.get_parts(line.intersection(edge)) if not part.is_empty]

    def _ways(self, where: Where, lattice: Lattice, keep: frozenset[Node]) -> list[Link]:
        net = network(self._lines(where), self.rules.join * self.rules.hexes.size)
        least = CORNER if lattice.nodes == HEXES else 0.0
        return sorted(ways(net, lattice, least=least, keep=keep))

    def _hexsides(self, board: HexBoard) -> dict[str, set[int]]:
        """Lay rivers and their like; return the hexsides of each kind."""
        laid: dict[str, set[int]] = {}
        for rule in self.rules.hexside:
            before = len(laid.setdefault(rule.kind, set()))
            for a, b in self._ways(rule.where, Lattice(self.whole, HEXPOINTS), frozenset()):
                hex, other = hexes_beside(a, b)
                if hex in self.grid or other in self.grid:
                    laid[rule.kind].add(_side(board, hex, other, rule.kind))
            if len(laid[rule.kind]) == before:
                self.notices.append(f"no hexside has a {rule.kind}: no line that the rule names is as long as one")
        return laid

    def _roads(self, board: HexBoard, towns: frozenset[Node], rivers: dict[str, set[int]]) -> None:
        for rule in self.rules.road:
            wet = {side for kind in rule.over for side in rivers.get(kind, ())}
            laid = 0
            for a, b in self._ways(rule.where, Lattice(self.whole, HEXES), towns):
                hex, other = Hex(a[0], a[1]), Hex(b[0], b[1])
                if hex in self.grid and other in self.grid:
                    side = _side(board, hex, other, rule.kind)
                    laid += 1
                    if rule.bridge and side in wet:
                        _side(board, hex, other, rule.bridge)
            if not laid:
                self.notices.append(f"no {rule.kind} leads from hex to hex: no line that the rule names is as long")

    # --- towns ---

    @cached_property
    def _towns(self) -> dict[int, tuple[NameRule, dict[str, Any]]]:
        """The feature that names each hex, with its rule."""
        found: dict[int, tuple[tuple[float, int], NameRule, dict[str, Any]]] = {}
        beside: list[str] = []
        for number, rule in enumerate(self.rules.name):
            for one in self._matching(rule.where):
                point = one.geometry if isinstance(one.geometry, Point) else one.geometry.representative_point()
                hex = self.grid.at(point.x, point.y)
                name = clean_name(str(one.properties.get(rule.field) or ""))
                if hex is None or not name:
                    continue
                index, rank = self.grid.index(hex), (_rank(rule, one.properties), -number)
                if index in found and found[index][0] >= rank:
                    beside.append(name)
                    continue
                if index in found:
                    beside.append(str(found[index][2][found[index][1].field]))
                found[index] = rank, rule, one.properties
        if beside:
            more = f" and {len(beside) - 5} more" if len(beside) > 5 else ""
            self.notices.append(
                f"in the hex of a larger place, and without a hex of their own: {', '.join(beside[:5])}{more}"
            )
        return {index: (rule, properties) for index, (_, rule, properties) in sorted(found.items())}

    def _names(self, board: HexBoard) -> dict[Hex, str]:
        return {
            board.grid.hex(index): clean_name(str(properties[rule.field]))
            for index, (rule, properties) in self._towns.items()
        }

    @cached_property
    def _town_terrain(self) -> dict[int, frozenset[str]]:
        return {index: frozenset({rule.terrain}) for index, (rule, _) in self._towns.items() if rule.terrain}


def _side(board: HexBoard, hex: Hex, other: Hex, kind: str) -> int:
    """Lay something on the hexside of two neighbours; return its place."""
    board.sides.add(hex, hex.direction_to(other) or 0, kind)
    return board.grid.side_between(hex, other)


def _rank(rule: NameRule, properties: dict[str, Any]) -> float:
    """Return how great a place is; one of which nothing is known is the least."""
    value = number_of(properties.get(rule.rank.removeprefix("-"))) if rule.rank else 0.0
    if value is None:
        return float("-inf")
    return -value if rule.rank.startswith("-") else value


def _level(rule: HeightRule, properties: dict[str, Any]) -> int | None:
    if rule.level is not None:
        return rule.level
    value = number_of(properties.get(rule.field))
    level = None if value is None else int(value // rule.step)
    return level if level is not None and abs(level) < 2**15 else None
