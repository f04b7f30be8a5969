"""The workbench with a map on the desk, drawn with real mouse events and keys."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sandtable.board.areas import AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.shapes import Place
from sandtable.design.draft_places import draft_path
from sandtable.library.store.library_file import Library
from sandtable_editor.map.desk import MapDesk
from sandtable_editor.map.drawn_map import DrawnMap
from sandtable_editor.map.workspace import MapWorkspace
from tests.editor.workbench import LEFT, NONE, Workbench

RIGHT = Qt.MouseButton.RightButton
NO_BUTTON = Qt.MouseButton.NoButton
Press, Move, Release = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease
DoubleClick = QEvent.Type.MouseButtonDblClick
TITLE: Final = "Drawn"


def blank_areas(key: str = "drawn", size: float = 100.0) -> Map:
    """Return a map with nothing on it, of areas, so large."""
    return Map(MapInfo(key, TITLE, unit="km"), areas=AreaMap({}, 1e-6 * size))


def blank_hexes(key: str = "drawn", columns: int = 12, rows: int = 10) -> Map:
    """Return a map of blank hexes."""
    return Map(MapInfo(key, TITLE), hexes=HexBoard.blank(HexGrid(columns, rows, "flat", "odd", 1.0)))


class DrawingBench(Workbench):
    """A window with the Play and the Map workspace."""

    def __init__(self, application: QApplication, folder: Path, theme: str = "light") -> None:
        super().__init__(application, folder, theme)
        self.drawing = MapWorkspace(self.window)
        self.window.add_workspace(self.drawing)
        self.window.resize(1280, 800)
        self.library = folder / "maps.db"

    def open(self, sheet: Map) -> MapDesk:
        """Put a map into a library and open it there."""
        with Library.open(self.library, writing=True) if self.library.exists() else Library.create(self.library) as it:
            it.put_map(sheet)
        return self.open_again(sheet.key)

    def drop_draft(self, key: str) -> None:
        """Forget what was done to a map."""
        draft_path(self.library, key).unlink(missing_ok=True)

    def open_again(self, key: str = "drawn") -> MapDesk:
        """Open a map of the library."""
        self.drawing.open_map(self.library, key)
        self.settle()
        return self.desk

    @property
    def desk(self) -> MapDesk:
        assert self.drawing.desk is not None
        return self.drawing.desk

    @property
    def drawn(self) -> DrawnMap:
        """The map as it is shown on the desk."""
        return self.desk.view

    @property
    def sheet(self) -> Map:
        """The map as it is drawn."""
        return self.desk.design.map

    def type_keys(self, keys: str) -> None:
        """Type a combination; without a window manager nobody else brings the window forward after a dialog."""
        self.window.activateWindow()
        self.settle()
        super().type_keys(keys)

    # -- the mouse, at places of the map

    def bring(self, *places: Place) -> None:
        """Have places in view, so near that a pixel tells them from others."""
        for _ in range(30):
            room = self.drawn.viewport().rect().adjusted(36, 36, -36, -36)
            if not all(room.contains(self.drawn.spot_of(place).toPoint()) for place in places):
                xs, ys = [x for x, _ in places], [y for _, y in places]
                self.desk.look_at((min(xs), min(ys), max(xs), max(ys)))
            elif all(self.drawn.place_at(self.drawn.spot_of(place)) == place for place in places):
                return
            else:
                self.drawn.zoom_by(1.6)
            self.settle(1)
        raise AssertionError(f"{places} cannot be seen together in as many digits")

    def mouse(
        self,
        kind: QEvent.Type,
        at: Place,
        held: Qt.KeyboardModifier = NONE,
        button: Qt.MouseButton = LEFT,
        *,
        down: bool = False,
    ) -> None:
        """Let something happen to the mouse at a place of the map, to a fraction of a pixel."""
        if kind == Press:
            self.drawn.setFocus()  # as a press that comes from the system does
        spot, viewport = self.drawn.spot_of(at), self.drawn.viewport()
        there = QPointF(viewport.mapToGlobal(spot))
        buttons = button if down or kind in (Press, DoubleClick) else NO_BUTTON
        QApplication.sendEvent(
            viewport, QMouseEvent(kind, spot, there, NO_BUTTON if kind == Move else button, buttons, held)
        )
        self.settle(1)

    def click_at(self, at: Place, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        """Click at a place."""
        self.bring(at)
        self.mouse(Move, at, held)
        self.mouse(Press, at, held, button)
        self.mouse(Release, at, held, button)

    def double_at(self, at: Place, held: Qt.KeyboardModifier = NONE) -> None:
        """Click twice at a place."""
        self.click_at(at, held)
        self.mouse(DoubleClick, at, held)
        self.mouse(Release, at, held)

    def drag_along(self, *places: Place, held: Qt.KeyboardModifier = NONE) -> None:
        """Press at the first place, go along the others, and let go at the last."""
        self.bring(*places)
        self.mouse(Move, places[0], held)
        self.mouse(Press, places[0], held)
        for before, at in pairwise(places):
            for part in (0.3, 0.7, 1.0):
                between = tuple(a + (b - a) * part for a, b in zip(before, at, strict=True)) if part < 1 else at
                self.mouse(Move, (between[0], between[1]), held, down=True)
        self.mouse(Release, places[-1], held)

    # -- the keys

    def on_map(self, keys: str) -> None:
        """Type something while the map has the focus."""
        self.drawn.setFocus()
        QTest.keyClicks(self.drawn, keys)
        self.settle(1)

    def key_on_map(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        """Type a key while the map has the focus."""
        self.drawn.setFocus()
        QTest.keyClick(self.drawn, key, held)
        self.settle(1)

    def go_by_keys(self, at: Place) -> None:
        """Type a place, and go there."""
        text = f"{at[0]:.10g}, {at[1]:.10g}"
        self.on_map(text[0])
        QTest.keyClicks(self.desk.place_box, text[1:])
        QTest.keyClick(self.desk.place_box, Qt.Key.Key_Return)
        self.settle(1)
        assert self.desk.crosshair.at == at, (self.desk.crosshair.at, at)
