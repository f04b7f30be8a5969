"""Lines and rectangles of hexes: drawn from one hex to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board import brushes
from sandtable.design.edits.hexes import PaintLine, PaintRectangle
from sandtable_editor.map.tools.hexes.hex_tool import Alt, Ctrl, HexTool
from sandtable_editor.map.tools.hexes.options import brush_options, terrain_options
from sandtable_editor.map.tools.hexes.palette import size_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.directions import Hex
    from sandtable.board.hexes import Ints
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable.design.edits.hexes import How
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held


class SpanTool(HexTool):
    """A tool that is drawn from one hex to another: dragged, or clicked at both."""

    shape = ""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._start: Hex | None = None
        self._pressed: Hex | None = None

    def edit(self, start: str, end: str, terrain: tuple[str, ...], how: How) -> MapEdit:
        """Return what paints the hexes."""
        raise NotImplementedError

    def cells(self, start: Hex, end: Hex) -> Ints:
        """Return the hexes that would be painted."""
        raise NotImplementedError

    def hint(self, modifiers: Held) -> str:
        verb = "add" if modifiers & Ctrl else "paint"
        what = "take all terrain out" if modifiers & Alt else f"{verb} {', '.join(self.palette.terrain) or 'nothing'}"
        if self._start is not None:
            return f"Let go or click at its end: {what} · Ctrl: add · Alt: erase · Esc: leave it"
        return f"Drag, or click at both ends: {what} {self.shape} · Ctrl: add · Alt: erase · Right click: pick"

    def pressed(self, at: Place, modifiers: Held) -> None:
        hex = self.hex_at(at)
        self._pressed = hex
        if hex is not None and self._start is None:
            self._start = hex
        self._show(at)

    def moved(self, at: Place, modifiers: Held) -> None:
        self._show(at)

    def released(self, at: Place, modifiers: Held) -> None:
        end, begun = self.hex_at(at), self._start
        if begun is None or end is None or (begun == end and self._pressed == begun):
            return
        self._start = None
        terrain = () if modifiers & Alt else self.palette.terrain
        how: How = "set" if modifiers & Alt or self.palette.how == "replace" else self.palette.how
        self.desk.design.do(
            self.edit(self.number(begun), self.number(end), terrain, "add" if modifiers & Ctrl else how)
        )
        self._show(at)

    def finish(self) -> bool:
        return self.escape()

    def escape(self) -> bool:
        begun, self._start = self._start is not None, None
        self.desk.guides.clear()
        return begun

    def _show(self, at: Place) -> None:
        hex = self.hex_at(at)
        if hex is None:
            self.desk.guides.clear()
        else:
            self.desk.guides.show_guides(self.ghost(self.cells(self._start or hex, hex)))


class HexLineTool(SpanTool):
    """Paints a line of hexes."""

    key, title, shape = "hex_line", "Line of hexes", "on the line between them"
    says = "Paint the hexes on a straight line"

    def options(self) -> QWidget | None:
        return brush_options(self.palette)

    def edit(self, start: str, end: str, terrain: tuple[str, ...], how: How) -> MapEdit:
        return PaintLine(start, end, terrain, how, self.palette.radius)

    def cells(self, start: Hex, end: Hex) -> Ints:
        grid = self.board.grid
        return brushes.around(grid, brushes.line(grid, start, end), self.palette.radius)

    def hint(self, modifiers: Held) -> str:
        return f"{super().hint(modifiers)} · [ ]: {size_of(self.palette.radius)}"


class RectangleTool(SpanTool):
    """Paints a rectangle of hexes."""

    key, title, letter, shape = "hex_rectangle", "Rectangle", "", "in the columns and rows between them"
    says = "Paint the hexes in some columns and rows"

    def options(self) -> QWidget | None:
        return terrain_options(self.palette)

    def edit(self, start: str, end: str, terrain: tuple[str, ...], how: How) -> MapEdit:
        return PaintRectangle(start, end, terrain, how)

    def cells(self, start: Hex, end: Hex) -> Ints:
        return brushes.rectangle(self.board.grid, start, end)
