"""The brush: terrain is painted as it goes, and what it has gone over is one edit. The eraser paints nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board import brushes
from sandtable.design.edits.hexes import PaintHexes, PaintLine, ReplaceTerrain
from sandtable_editor.map.tools.hexes.hex_tool import Alt, Ctrl, HexTool, Shift
from sandtable_editor.map.tools.hexes.options import brush_options, size_options
from sandtable_editor.map.tools.hexes.palette import size_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.directions import Hex
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held


class StrokeTool(HexTool):
    """A tool that is drawn over hexes, and acts on all of them when it is let go."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._places: list[Place] = []
        self._last: Hex | None = None
        """Where the last stroke ended: Shift draws a line from there."""

    def edit(self, numbers: tuple[str, ...], modifiers: Held) -> MapEdit:
        """Return what is done to hexes that were gone over."""
        raise NotImplementedError

    def line(self, start: str, end: str, modifiers: Held) -> MapEdit:
        """Return what is done to the hexes on a line."""
        grid, find = self.board.grid, self.board.numbers.hex
        hexes = [grid.hex(at) for at in brushes.line(grid, find(start), find(end)).tolist()]
        return self.edit(self.numbers(hexes), modifiers)

    def pressed(self, at: Place, modifiers: Held) -> None:
        hex = self.hex_at(at)
        if modifiers & Shift and hex is not None and self._last is not None:
            start, self._last = self._last, hex
            self.desk.design.do(self.line(self.number(start), self.number(hex), modifiers))
            return
        self._places = [self.on_grid(at)]
        self._show(at)

    def moved(self, at: Place, modifiers: Held) -> None:
        if self.held and self._places:
            self._places.append(self.on_grid(at))
        self._show(at)

    def released(self, at: Place, modifiers: Held) -> None:
        if not self._places:
            return
        hexes = brushes.way(self.board.grid, [*self._places, self.on_grid(at)])
        self._places = []
        if hexes:
            self._last = hexes[-1]
            self.desk.design.do(self.edit(self.numbers(hexes), modifiers))
        self._show(at)

    def _show(self, at: Place) -> None:
        hexes = brushes.way(self.board.grid, [*self._places, self.on_grid(at)] if self._places else [self.on_grid(at)])
        cells = self.around(hexes, self.palette.radius) if hexes else ()
        self.desk.guides.show_guides(self.ghost(cells) if len(cells) else ())  # type: ignore[arg-type]

    def escape(self) -> bool:
        begun, self._places = bool(self._places), []
        self.desk.guides.clear()
        return begun


class BrushTool(StrokeTool):
    """Paints terrain."""

    key, title, letter = "hex_brush", "Brush", "B"
    says = "Paint the terrain of hexes"

    def hint(self, modifiers: Held) -> str:
        what, size = ", ".join(self.palette.terrain) or "nothing", size_of(self.palette.radius)
        if modifiers & Alt:
            return f"Click or drag: take all terrain out of {size}"
        if modifiers & Shift and self._last is not None:
            return f"Click: paint {what} on a line from {self.number(self._last)}, where the last stroke ended"
        if modifiers & Ctrl:
            return f"Click or drag: add {what} to what lies there"
        instead = f"put in place of {self.palette.instead_of}:"
        verb = {"set": "paint", "add": "add", "remove": "take out", "replace": instead}
        return (
            f"Click or drag: {verb[self.palette.how]} {what}, {size} · [ ]: size · Shift: line · Ctrl: add · "
            "Alt: erase · Right click: pick"
        )

    def options(self) -> QWidget | None:
        return brush_options(self.palette)

    def edit(self, numbers: tuple[str, ...], modifiers: Held) -> MapEdit:
        palette = self.palette
        if modifiers & Alt:
            return PaintHexes(numbers, (), radius=palette.radius)
        if palette.how == "replace":
            return ReplaceTerrain(palette.instead_of, ", ".join(palette.terrain), numbers, palette.radius)
        how = "add" if modifiers & Ctrl else palette.how
        return PaintHexes(numbers, palette.terrain, how, palette.radius)

    def line(self, start: str, end: str, modifiers: Held) -> MapEdit:
        palette = self.palette
        if palette.how == "replace":
            return super().line(start, end, modifiers)
        terrain = () if modifiers & Alt else palette.terrain
        return PaintLine(start, end, terrain, "add" if modifiers & Ctrl else palette.how, palette.radius)


class EraserTool(StrokeTool):
    """Takes terrain out of hexes, and with Shift on a line."""

    key, title = "hex_eraser", "Eraser"
    says = "Take all terrain out of hexes"

    def hint(self, modifiers: Held) -> str:
        if modifiers & Shift and self._last is not None:
            return f"Click: take all terrain out on a line from {self.number(self._last)}, where the last stroke ended"
        return f"Click or drag: take all terrain out of {size_of(self.palette.radius)} · [ ]: size · Shift: line"

    def options(self) -> QWidget | None:
        return size_options(self.palette)

    def edit(self, numbers: tuple[str, ...], modifiers: Held) -> MapEdit:
        return PaintHexes(numbers, (), radius=self.palette.radius)
