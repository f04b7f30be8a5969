"""What lies on hexsides: a click lays it on one or takes it off, a drag lays it along the sides nearest the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandtable.board.side_ways import DrawnSide, side_at, sides_along
from sandtable.design.edits.hexsides import LaySides
from sandtable_editor.map.guides import Guide, RubberLine
from sandtable_editor.map.tools.hexes.hex_tool import Alt, HexTool
from sandtable_editor.map.tools.hexes.options import side_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from sandtable.board.directions import Hex
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.guides import Role
    from sandtable_editor.map.tools.tool import Held


class HexsideTool(HexTool):
    """Lays rivers, walls and slopes along hexsides."""

    key, title, letter = "hex_side", "Hexsides", "H"
    paints_ground = False
    draws_in = ("edges",)
    says = "Lay rivers and their like along hexsides"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._places: list[Place] = []

    def hint(self, modifiers: Held) -> str:
        kind = self.palette.side
        if modifiers & Alt:
            return f"Click or drag: take {kind} off the hexsides nearest the way"
        here = side_at(self.board.grid, self.on_grid(self.at)) if self.at is not None and not self._places else None
        verb = f"take {kind} off this hexside" if here and self._lies_on(here) else f"{kind} on this hexside"
        favours = ", on the side of the hexes you drag through" if self.palette.favours else ""
        return f"Click: {verb} · Drag: along the sides nearest the way{favours} · Alt: erase · Right click: pick"

    def options(self) -> QWidget | None:
        return side_options(self.palette)

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._places = [self.on_grid(at)]
        self._show(at, modifiers)

    def moved(self, at: Place, modifiers: Held) -> None:
        if self.held and self._places:
            self._places.append(self.on_grid(at))
        self._show(at, modifiers)

    def released(self, at: Place, modifiers: Held) -> None:
        if not self._places:
            return
        places = [*self._places, self.on_grid(at)]
        self._places = []
        sides = sides_along(self.board.grid, places)
        if sides:
            clicked = len(sides) == 1 and self._lies_on(sides[0])
            remove = bool(modifiers & Alt) or clicked
            favours = self.palette.favours and not remove
            named = [(self.number(side.near), self.number(side.far)) for side in sides]
            pairs = tuple(pair if favours else (min(pair), max(pair)) for pair in named)
            self.desk.design.do(LaySides(pairs, self.palette.side, favours, remove))
        self._show(at, modifiers)

    def _lies_on(self, side: DrawnSide) -> bool:
        direction = side.near.direction_to(side.far) or 0
        return any(one.kind == self.palette.side for one in self.board.sides.of(side.near, direction))

    def pick(self, hex: Hex, at: Place) -> None:
        side = side_at(self.board.grid, self.on_grid(at))
        if side is None:
            return
        there = self.board.sides.of(side.near, side.near.direction_to(side.far) or 0)
        kinds = [one for one in there if one.kind in self.palette.sides]
        if kinds:
            self.palette.put(side=kinds[0].kind, favours=kinds[0].favours is not None)
            self.desk.hints.note([f"laid along hexsides: {kinds[0].kind}"])

    def escape(self) -> bool:
        begun, self._places = bool(self._places), []
        self.desk.guides.clear()
        return begun

    def _show(self, at: Place, modifiers: Held) -> None:
        places = [*self._places, self.on_grid(at)]
        role: Role = "bad" if modifiers & Alt else "accent"
        self.desk.guides.show_guides(self._lines(sides_along(self.board.grid, places), role))

    def _lines(self, sides: Sequence[DrawnSide], role: Role) -> list[Guide]:
        found: list[Guide] = []
        for near, far in sides:
            mine, others = np.round(self.board.grid.corners(near), 9), np.round(self.board.grid.corners(far), 9)
            ends = [(x, y) for x, y in mine.tolist() if any(np.allclose((x, y), one) for one in others)]
            found.append(RubberLine(tuple(map(self.on_grid, ends)), role, width=4.0))
        return found
