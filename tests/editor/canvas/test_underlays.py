"""Images under a map: turned and skewed, smooth, hidden, and painted anew only where they lie."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from sandtable.board.affine import Placement
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.ground.ground import PaintedGround
from sandtable_editor.canvas.ground.paint_context import Look
from sandtable_editor.canvas.ground.patches import Patch
from sandtable_editor.canvas.widget.changes import map_change
from tests.editor.canvas.small_maps import pixels
from tests.editor.canvas.test_ground import Counted


def checks(wide: int = 200, high: int = 100, side: int = 20) -> bytes:
    """Return an image of red and blue squares."""
    rows, columns = np.mgrid[0:high, 0:wide]
    red = (rows // side + columns // side) % 2 == 0
    colours = np.where(red, 0xFFE02020, 0xFF2020E0).astype(np.uint32)
    image = QImage(colours.tobytes(), wide, high, QImage.Format.Format_RGB32)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def turned(degrees: float) -> Placement:
    turn = radians(degrees)
    return Placement(200 * cos(turn), -120 * sin(turn), 40.0, 200 * sin(turn), 90 * cos(turn), 10.0)


def under(laid: Placement, *, projection: str = "", **fields: int) -> Map:
    down = not projection
    scan = Underlay("scan", "image/png", checks(), 0, 0, 1, 1).placed(laid, downwards=down)
    return Map(MapInfo("m", "M", projection=projection), underlays=(replace(scan, **fields),))


def painted(sheet: Map, look: Look | None = None) -> Callable[[Patch], QImage]:
    return PaintedGround(CanvasGeography(sheet), look or Look()).paint


@pytest.mark.parametrize("degrees", [0, 7, -33, 100, 180])
def test_a_turned_image_shows_each_of_its_parts_where_it_lies(qapp: QApplication, degrees: float) -> None:
    laid, zoom, left, top = turned(degrees), 2.0, -250.0, -250.0
    shown = pixels(painted(under(laid))(Patch((left, top, left + 550, top + 550), zoom, 1.0, 1100, 1100)))
    for column in range(10):
        for row in range(5):
            x, y = laid.at(((column + 0.5) / 10, (row + 0.5) / 5))
            blue, green, red = shown[round((y - top) * zoom), round((x - left) * zoom)].tolist()
            assert (red > 180) == ((column + row) % 2 == 0), (column, row, red, green, blue)


def test_a_map_with_the_north_up_shows_it_upright(qapp: QApplication) -> None:
    laid = Placement(200.0, 0.0, 0.0, 0.0, -100.0, 100.0)
    sheet = under(laid, projection="+proj=lcc")
    shown = pixels(painted(sheet)(Patch((0.0, -100.0, 200.0, 0.0), 1.0, 1.0, 200, 100)))
    assert shown[10, 10, 2] > 180
    assert shown[10, 30, 0] > 180


def test_patches_of_a_turned_image_fit_together_without_a_seam(qapp: QApplication) -> None:
    paint = painted(under(turned(11)))
    for zoom in (0.31, 1.0, 3.7):
        step = 64 / zoom
        whole = pixels(paint(Patch((0, 0, 2 * step, 2 * step), zoom, 1.0, 128, 128))).astype(int)
        corners = [[(x * step, y * step) for x in (0, 1)] for y in (0, 1)]
        parts = [
            [pixels(paint(Patch((x, y, x + step, y + step), zoom, 1.0, 64, 64))) for x, y in row] for row in corners
        ]
        joined = np.vstack([np.hstack(row) for row in parts]).astype(int)
        assert np.abs(whole - joined).max() <= 12


def test_an_image_drawn_small_is_smooth(qapp: QApplication) -> None:
    """Squares of a pixel become their mixture, not a pattern of whichever pixels are met."""
    scan = Underlay("scan", "image/png", checks(1000, 1000, 1), 0, 0, 1000, 1000)
    shown = pixels(painted(Map(MapInfo("m", "M"), underlays=(scan,)))(Patch((0, 0, 1000, 1000), 0.1, 1.0, 100, 100)))
    inner = shown[5:-5, 5:-5].astype(int)
    assert np.ptp(inner.reshape(-1, 3), axis=0).max() < 40


def test_a_hidden_image_and_one_of_no_strength_are_not_painted(qapp: QApplication) -> None:
    piece = Patch((0, 0, 100, 100), 1.0, 1.0, 100, 100)
    bare = pixels(painted(Map(MapInfo("m", "M")))(piece))
    sheet = under(turned(0))
    assert not np.array_equal(pixels(painted(sheet)(piece)), bare)
    assert np.array_equal(pixels(painted(sheet, Look(hidden=frozenset({"scan"})))(piece)), bare)
    assert np.array_equal(pixels(painted(under(turned(0), opacity=0))(piece)), bare)


def board(scan: Underlay) -> Map:
    return Map(MapInfo("m", "M"), hexes=HexBoard.blank(HexGrid(200, 160, hex_width=40.0)), underlays=(scan,))


def test_an_image_that_is_moved_repaints_only_where_it_lay_and_lies(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = Underlay("scan", "image/png", checks(), 100, 100, 400, 200)
    view.show_map(board(scan))
    view.settle()
    zoom, middle = view.zoom, view.navigation.step
    counted = Counted(view, monkeypatch)
    view.show_map(board(replace(scan, left=140.0, slant=20.0)))
    view.settle()
    assert (view.zoom, view.navigation.step) == (zoom, middle)
    assert 0 < len(counted.boxes) < len(view.map_scene.tiles.keys(view.navigation.step, view.window_box()))
    change = map_change(CanvasGeography(board(scan)), CanvasGeography(board(replace(scan, left=140.0, slant=20.0))))
    assert change is not None
    assert change.boxes.tolist() == [[100, 100, 500, 300], [140, 100, 560, 300]]
    assert not change.spaces


def test_an_image_is_read_once_for_all_revisions(qapp: QApplication) -> None:
    scan = Underlay("scan", "image/png", checks(), 0, 0, 400, 200)
    first = PaintedGround(CanvasGeography(board(scan)), Look())
    next_one = PaintedGround(CanvasGeography(board(replace(scan, left=5.0))), Look(), first)
    assert next_one.underlays.pictures[scan.image] is first.underlays.pictures[scan.image]


def test_hiding_an_image_repaints_where_it_lies(view: MapView) -> None:
    scan = Underlay("scan", "image/png", checks(), 100, 100, 400, 200)
    view.show_map(board(scan))
    view.settle()
    before = view.grab().toImage()
    view.hide_underlays(["scan"])
    view.settle()
    assert view.grab().toImage() != before
    view.hide_underlays([])
    view.settle()
    assert view.grab().toImage() == before


def test_the_box_of_the_map_grows_with_an_image(view: MapView) -> None:
    scan = Underlay("scan", "image/png", checks(), 0, 0, 400, 200)
    view.show_map(board(scan))
    view.settle()
    view.show_map(board(replace(scan, width=9_000.0, drop=500.0)))
    view.settle()
    assert view.extent().right() == 9_000
    assert view.map_scene.overview.box[2] == 9_000
