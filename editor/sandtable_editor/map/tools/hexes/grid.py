"""The tool that moves the grid of hexes over all else and changes the size of its hexes: by keys, drags, figures."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from sandtable.design.edits.hex_boards import LayGrid
from sandtable_editor.map.guides import Guide, GuideWords, Handles, RubberLine
from sandtable_editor.map.map_keys import ARROWS, FAR
from sandtable_editor.map.snapper import KEYS_REACH
from sandtable_editor.map.tools.hexes.grid_fields import GridFields, GridLie, stretched
from sandtable_editor.map.tools.hexes.hex_tool import HexTool
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from sandtable.board.hexes import HexGrid
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk

HIT = 9.0
"""Logical pixels round the lower right corner which take it."""
PRESS = 1 / 5
"""Of a stride of the crosshair: about a pixel of the screen, in round map units."""
FINE = 1 / 10
"""Of that, by which a key makes a hex wider or higher: it counts once for every column or row."""
SHOWN = 2
"""Hexes around the mouse that a drag shows where they would come."""


class GridTool(HexTool):
    """Moves the grid under which images, lines and places stay; Ctrl and arrows change the size of its hexes."""

    key, title = "move_grid", "Move the grid"
    says = "Move the grid of hexes over a scan, or make its hexes wider or higher"
    cursor = Qt.CursorShape.SizeAllCursor
    paints_ground = False

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._from: Place | None = None
        self._scales = False
        self._lie: GridLie | None = None
        """Where letting go, or the figures that are being typed, would lay the grid."""
        self._fields: GridFields | None = None

    def options(self) -> QWidget:
        """Return the fields to type figures in."""
        self._fields = GridFields(self._look, self._do, self.desk.refuse)
        self._show()
        return self._fields

    def taken_up(self) -> None:
        self._show()

    def hint(self, modifiers: Held) -> str:
        if self._from is not None and self.held:
            what = "hexes of this size · Shift: of the shape they have" if self._scales else "the grid lies there"
            return f"Let go: {what} · Esc: leave it as it was"
        return (
            "Drag, or arrows: move the grid · Drag its lower right corner, or Ctrl and arrows: wider, higher hexes · "
            "Shift and arrows: by ten"
        )

    @property
    def lie(self) -> GridLie:
        """Where the grid lies, and how large its hexes are."""
        return GridLie.of(self.board.grid)

    # -- by the mouse

    def pressed(self, at: Place, modifiers: Held) -> None:
        x, y = self.on_grid(at)
        corner = _corner(self.board.grid)
        reach = self.desk.view.units(HIT if self.desk.crosshair.at is None else KEYS_REACH)
        self._from, self._lie = (x, y), None
        self._scales = hypot(x - corner[0], y - corner[1]) <= reach

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._from is None or not self.held:
            return
        x, y = self.on_grid(at)
        by, lie = (x - self._from[0], y - self._from[1]), self.lie
        if self._scales:
            lie = _scaled(lie, _corner(self.board.grid), by, even=bool(modifiers & Held.ShiftModifier))
        else:
            lie = lie.moved(by)
        self._lie = lie if lie != self.lie else None
        self._show()

    def released(self, at: Place, modifiers: Held) -> None:
        lie = self._lie
        self._let_go()
        if lie is not None:
            self._do(lie)
        self._show()

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        """Nothing is picked up here."""

    def escape(self) -> bool:
        begun = self._from is not None or self._lie is not None
        self._let_go()
        self._show()
        return begun

    def _let_go(self) -> None:
        self._from = self._lie = None
        self._scales = False

    # -- by keys

    def on_key(self, event: QKeyEvent) -> bool:
        way, held = ARROWS.get(Qt.Key(event.key())), event.modifiers()
        if way is None or self.held or held & Held.AltModifier:
            return MapTool.on_key(self, event)
        self.desk.begin_step()
        if not self.is_barred():
            step = self.desk.view.stride * PRESS * (FAR if held & Held.ShiftModifier else 1)
            sizes = bool(held & Held.ControlModifier)
            lie = self._sized(way, step * FINE) if sizes else self.lie.moved((way[0] * step, way[1] * step))
            self._do(lie, self.desk.design.nudge)
        return True

    def _sized(self, way: tuple[int, int], by: float) -> GridLie:
        """Return the grid with hexes that are wider (to the right) or higher (down), about the one that is in view."""
        lie = self.lie
        wide, high = lie.hex_width + way[0] * by, lie.hex_height + way[1] * by
        view = self.desk.view
        middle = view.geography.on_canvas(view.place_at(view.viewport().rect().toRectF().center()))
        grid = self.board.grid
        anchor = grid.at(*middle)
        return stretched(lie, wide, high, grid.centre(anchor) if anchor is not None else middle)

    # -- doing

    def _look(self, lie: GridLie) -> None:
        """Show where the figures that are being typed would lay it."""
        self._lie = lie
        self._show(tell=False)

    def _do(self, lie: GridLie, do: Callable[[MapEdit], object] | None = None) -> None:
        """Lay the grid so; only what is another is said."""
        now = self.lie
        self._lie = None
        changed = {name: new for name, new, old in zip(lie._fields, lie, now, strict=True) if new != old}
        if changed:
            (do or self.desk.design.do)(LayGrid(**changed))
        self._show()
        self.desk.view.setFocus()

    # -- what is shown

    def map_changed(self) -> None:
        self._show()

    def _show(self, *, tell: bool = True) -> None:
        if self.desk.design.map.hexes is None:
            return
        if tell and self._fields is not None:
            self._fields.show_grid(self.board.grid, self._lie or self.lie)
        if self.desk.tool is self:
            self.desk.guides.show_guides(list(self._guides()))

    def _guides(self) -> Iterable[Guide]:
        grid = self.board.grid
        yield RubberLine(self._box(grid), "quiet", closed=True, dashed=True, width=1.2)
        corner = self.on_grid(_corner(grid))
        if self._lie is None:
            yield Handles((corner,))
            return
        if not self._lie.is_sound:
            return
        would = replace(grid, **self._lie._asdict())
        yield RubberLine(self._box(would), closed=True)
        near = would.at(*self.on_grid(self.at)) if self.at is not None else None
        for hex in would.within(near, SHOWN) if near is not None else ():
            yield RubberLine(tuple(map(self.on_grid, would.corners(hex))), closed=True, width=1.2)
        yield GuideWords(self.at or corner, self._lie.says)

    def _box(self, grid: HexGrid) -> tuple[Place, ...]:
        right, bottom = _corner(grid)
        corners = ((grid.left, grid.top), (right, grid.top), (right, bottom), (grid.left, bottom))
        return tuple(map(self.on_grid, corners))


def _corner(grid: HexGrid) -> Place:
    """Return the lower right corner of the box round a grid, on the canvas."""
    wide, high = grid.extent
    return grid.left + wide, grid.top + high


def _scaled(lie: GridLie, corner: Place, by: Place, *, even: bool) -> GridLie:
    """Return the grid with its lower right corner elsewhere; ``even``: each hex as high for its width as it was."""
    across, down = (1 + move / (at - edge) for move, at, edge in zip(by, corner, lie[:2], strict=True))
    across, down = (max(across, down),) * 2 if even else (across, down)
    return stretched(lie, lie.hex_width * across, lie.hex_height * down, lie[:2])
