"""Roads through hexes: clicked from hex to hex, or dragged; bridges where they cross water."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sandtable.board import brushes
from sandtable.design.edits.hexsides import LayRoad
from sandtable_editor.map.guides import Guide, Handles, RubberLine
from sandtable_editor.map.tools.hexes.hex_tool import Alt, HexTool
from sandtable_editor.map.tools.hexes.options import road_options

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from sandtable.board.directions import Hex
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held


class RoadTool(HexTool):
    """Lays roads, tracks and railways."""

    key, title = "hex_road", "Road"
    paints_ground = False
    draws_in = ("edges",)
    says = "Lay a road through hexes"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._stops: list[Hex] = []
        self._drawn: list[Place] = []

    def hint(self, modifiers: Held) -> str:
        verb = "take up" if modifiers & Alt else "lay"
        if self._stops:
            return f"Click: go on · Enter, double or right click: {verb} the {self.palette.way} · Backspace: a hex back"
        bridge = ", with bridges over water" if self.palette.bridges else ""
        return f"Drag, or click from hex to hex: {verb} a {self.palette.way}{bridge} · Alt: take it up"

    def options(self) -> QWidget | None:
        return road_options(self.palette)

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._drawn = [self.on_grid(at)]

    def moved(self, at: Place, modifiers: Held) -> None:
        if self.held and self._drawn:
            self._drawn.append(self.on_grid(at))
        self._show(at)

    def released(self, at: Place, modifiers: Held) -> None:
        if not self._drawn:
            return
        hexes = brushes.way(self.board.grid, [*self._drawn, self.on_grid(at)])
        self._drawn = []
        if len(hexes) > 1 and not self._stops:
            self._lay(hexes, modifiers)
        elif hexes and hexes[-1] not in self._stops[-1:]:
            self._stops.append(hexes[-1])
        self._show(at)

    def double(self, at: Place) -> None:
        self.finish()

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        self._finish(modifiers)

    def finish(self) -> bool:
        return self._finish(self.desk.modifiers())

    def _finish(self, modifiers: Held) -> bool:
        begun, self._stops = self._stops, []
        self.desk.guides.clear()
        if len(begun) > 1:
            self._lay(begun, modifiers)
        return bool(begun)

    def back(self) -> bool:
        there = bool(self._stops)
        self._stops = self._stops[:-1]
        self._show(None)
        return there

    def escape(self) -> bool:
        begun = bool(self._stops or self._drawn)
        self._stops, self._drawn = [], []
        self.desk.guides.clear()
        return begun

    def _lay(self, stops: list[Hex], modifiers: Held) -> None:
        path = brushes.road(self.board.grid, stops)
        if not path:
            self.desk.refuse("No way leads there through hexes of the map: go round what is cut off.")
            return
        bridge = "bridge" if self.palette.bridges else ""
        numbers = tuple(self.number(hex) for at, hex in enumerate(path) if not at or hex != path[at - 1])
        self.desk.design.do(LayRoad(numbers, self.palette.way, bool(modifiers & Alt), bridge))

    def _show(self, at: Place | None) -> None:
        grid = self.board.grid
        stops = [*self._stops]
        if self._drawn:
            stops = brushes.way(grid, self._drawn)
        elif at is not None and (hex := self.hex_at(at)) is not None:
            stops.append(hex)
        path = brushes.road(grid, stops) if stops else []
        middles = [self.on_grid(grid.centre(hex)) for hex in path]
        found: list[Guide] = [RubberLine((one, other), width=3.0) for one, other in pairwise(middles)]
        if middles:
            found.append(Handles((middles[-1],)))
        self.desk.guides.show_guides(found)
