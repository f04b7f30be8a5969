"""Tiles: a few per frame, kept up to a number of bytes, painted anew only where something changed."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from sandtable_editor.canvas.ground.overview import Overview
from sandtable_editor.canvas.ground.patches import EDGE, Patch
from sandtable_editor.canvas.ground.tiles import BYTES, STEPS, Pyramid, TileKey, step_of, zoom_of
from tests.editor.canvas.small_maps import pixels

WINDOW = (0.0, 0.0, 1000.0, 700.0)
TILES = 4 * 3


class Press:
    """Paints tiles of one colour, and takes a while for each by its own clock."""

    def __init__(self, takes: float = 0.0) -> None:
        self.takes, self.now, self.colour = takes, 0.0, "#336699"
        self.patches: list[Patch] = []
        self.fails = False

    def paint(self, patch: Patch) -> QImage:
        if self.fails:
            raise RuntimeError("no ink")
        self.now += self.takes
        self.patches.append(patch)
        image = QImage(patch.wide, patch.high, QImage.Format.Format_RGB32)
        image.fill(QColor(self.colour))
        return image

    def clock(self) -> float:
        return self.now


def draw(pyramid: Pyramid, step: int = 0, window: tuple[float, float, float, float] = WINDOW) -> tuple[bool, QImage]:
    """Paint tiles as long as the budget lasts, then a frame."""
    pyramid.work(step, window)
    return frame(pyramid, step, window)


def frame(pyramid: Pyramid, step: int = 0, window: tuple[float, float, float, float] = WINDOW) -> tuple[bool, QImage]:
    picture = QImage(1000, 700, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ff0000"))
    painter = QPainter(picture)
    try:
        zoom = zoom_of(step)
        whole = pyramid.draw(painter, step, window, (-window[0] * zoom, -window[1] * zoom))
    finally:
        painter.end()
    return whole, picture


def test_a_frame_is_painted_whole_when_there_is_time(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    whole, picture = draw(pyramid)
    assert whole
    assert len(press.patches) == TILES
    assert (pixels(picture) == [0x99, 0x66, 0x33]).all()
    assert draw(pyramid)[0]
    assert len(press.patches) == TILES


def test_a_frame_paints_no_tile_however_many_are_missing(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    whole, _ = frame(pyramid)
    assert not whole
    assert not press.patches
    painted = pyramid.work(0, WINDOW)
    assert sorted(painted) == sorted(patch.box for patch in press.patches)
    assert frame(pyramid)[0]
    assert pyramid.work(0, WINDOW) == []


def test_only_what_is_exposed_is_drawn(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    pyramid.complete(0, WINDOW)
    picture = QImage(1000, 700, QImage.Format.Format_RGB32)
    picture.fill(QColor("#ff0000"))
    painter = QPainter(picture)
    try:
        assert pyramid.draw(painter, 0, WINDOW, (0.0, 0.0), (300.0, 300.0, 310.0, 310.0))
    finally:
        painter.end()
    drawn = (pixels(picture) == [0x99, 0x66, 0x33]).all(axis=2)
    assert drawn[EDGE : 2 * EDGE, EDGE : 2 * EDGE].all()
    assert drawn.sum() == EDGE * EDGE


@pytest.mark.parametrize("takes", [0.001, 0.0024, 0.004, 0.03])
def test_the_budget_of_a_turn_is_kept(qapp: QApplication, takes: float) -> None:
    press = Press(takes)
    pyramid = Pyramid(press.paint, clock=press.clock, budget=0.005)
    frames = 0
    whole = False
    while not whole:
        before = press.now
        whole, _ = draw(pyramid)
        frames += 1
        spent = press.now - before
        assert spent <= max(0.005 + takes, takes) + 1e-9
        assert spent >= takes - 1e-9
    assert len(press.patches) == TILES
    assert frames >= TILES * takes / (0.005 + takes)


def test_the_middle_of_the_view_comes_first(qapp: QApplication) -> None:
    press = Press(0.1)
    draw(Pyramid(press.paint, clock=press.clock))
    left, top, right, bottom = press.patches[0].box
    assert left < 500 < right
    assert top < 350 < bottom


def test_no_more_is_kept_than_the_cap_but_what_is_shown(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, cap=20 * BYTES, clock=press.clock)
    for step in range(0, 4 * STEPS, STEPS):
        draw(pyramid, step, (0.0, 0.0, 1000 / zoom_of(step), 700 / zoom_of(step)))
        assert pyramid.bytes <= 20 * BYTES
    small = Pyramid(press.paint, cap=BYTES, clock=press.clock)
    assert draw(small)[0]
    assert len(small) == TILES


def test_only_tiles_that_are_touched_are_painted_anew(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    draw(pyramid)
    press.patches.clear()
    press.colour = "#000000"
    pyramid.touch(np.array([[300.0, 300.0, 310.0, 310.0]]))
    assert not pyramid.fresh(TileKey(0, 1, 1))
    assert pyramid.fresh(TileKey(0, 3, 2))
    _, picture = draw(pyramid)
    (part,) = press.patches
    assert EDGE <= min(part.box[:2]) <= max(part.box[:2]) <= 300.0
    assert 310.0 <= min(part.box[2:]) <= max(part.box[2:]) <= 2 * EDGE
    assert picture.pixelColor(305, 305) == QColor("#000000")
    assert picture.pixelColor(400, 400) == picture.pixelColor(100, 100) == QColor("#336699")


def test_what_is_stale_across_the_corner_of_four_tiles_is_painted_in_one_go(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    draw(pyramid)
    press.patches.clear()
    press.colour = "#000000"
    pyramid.touch(np.array([[250.0, 240.0, 270.0, 280.0]]))
    _, picture = draw(pyramid)
    (patch,) = press.patches
    assert (patch.wide, patch.high) == (patch.box[2] - patch.box[0], patch.box[3] - patch.box[1])
    black = QRect(QPoint(round(patch.box[0]), round(patch.box[1])), QSize(patch.wide, patch.high))
    assert black.contains(QRect(250, 240, 20, 40))
    dark = (pixels(picture) == 0).all(axis=2)
    assert dark.sum() == black.width() * black.height()
    assert dark[black.top() : black.bottom() + 1, black.left() : black.right() + 1].all()


def test_what_is_stale_far_apart_is_painted_piece_by_piece(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    draw(pyramid)
    press.patches.clear()
    pyramid.touch(np.array([[30.0, 30.0, 40.0, 40.0], [900.0, 600.0, 910.0, 610.0]]))
    draw(pyramid)
    assert len(press.patches) == 2


def test_a_stale_tile_is_shown_until_its_turn(qapp: QApplication) -> None:
    press = Press(1.0)
    pyramid = Pyramid(press.paint, clock=press.clock)
    while not draw(pyramid)[0]:
        pass
    press.colour = "#000000"
    pyramid.touch_all()
    _, picture = draw(pyramid)
    black = (pixels(picture) == 0).all(axis=2).mean()
    assert 0.05 < black < 0.15
    assert (pixels(picture) != [0, 0, 0xFF]).any(axis=2).all()


def test_what_was_there_before_is_shown_stretched_meanwhile(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    draw(pyramid)
    press.takes, press.colour = 1.0, "#000000"
    inner = (250.0, 175.0, 750.0, 525.0)
    whole, picture = draw(pyramid, STEPS, inner)
    assert not whole
    shown = set(np.unique(pixels(picture) @ [1, 256, 65536]).tolist())
    assert shown == {0x336699, 0}


def test_the_overview_is_shown_where_nothing_else_is(qapp: QApplication) -> None:
    press = Press()
    overview = Overview(press.paint, WINDOW, QColor("#888888"))
    while not overview.ready:
        overview.work()
    press.colour, press.takes = "#000000", 1.0
    pyramid = Pyramid(press.paint, clock=press.clock)
    pyramid.overview = overview
    _, picture = draw(pyramid)
    assert picture.pixelColor(5, 5) == QColor("#336699")
    overview.touch(np.array([[900.0, 600.0, 910.0, 610.0]]))
    assert not overview.ready
    before = len(press.patches)
    while not overview.ready:
        overview.work()
    assert len(press.patches) - before == 1


def test_a_failure_comes_out_once_and_the_rest_is_painted(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    press.fails = True
    for _ in range(TILES):
        with pytest.raises(RuntimeError, match="no ink"):
            draw(pyramid)
    assert draw(pyramid)[0]
    press.fails = False
    pyramid.touch_all()
    assert draw(pyramid)[0]
    assert len(press.patches) == TILES


def test_pixels_of_a_dense_screen_are_painted_one_by_one(qapp: QApplication) -> None:
    press = Press()
    pyramid = Pyramid(press.paint, clock=press.clock)
    pyramid.at_density(2.0)
    draw(pyramid)
    assert {(patch.wide, patch.high, patch.dpr) for patch in press.patches} == {(EDGE, EDGE, 2.0)}
    assert {patch.box[2] - patch.box[0] for patch in press.patches} == {EDGE / 2}
    pyramid.at_density(1.0)
    assert len(pyramid) == 0


def test_zoom_steps_lead_back() -> None:
    assert all(step_of(zoom_of(step)) == step for step in range(-600, 600, 7))
    assert zoom_of(STEPS) == 2 * zoom_of(0)


def test_tiles_lie_side_by_side(qapp: QApplication) -> None:
    """Every pixel of the view is drawn by one tile, wherever the map lies."""
    colours: dict[tuple[float, float], str] = {}

    def paint(patch: Patch) -> QImage:
        image = QImage(patch.wide, patch.high, QImage.Format.Format_RGB32)
        name = colours.setdefault(patch.box[:2], f"#{len(colours) + 1:06x}")
        image.fill(QColor(name))
        return image

    pyramid = Pyramid(paint, budget=9.0)
    for across in (-300.0, -17.0, 0.0, 5.0):
        window = (across, -40.0, across + 1000.0, 660.0)
        _, picture = draw(pyramid, 0, window)
        assert (pixels(picture) != [0, 0, 0xFF]).any(axis=2).all()
        column, row = 500, 300
        x, y = window[0] + column + 0.5, window[1] + row + 0.5
        expected = colours[(x // EDGE * EDGE, y // EDGE * EDGE)]
        assert picture.copy(QRect(column, row, 1, 1)).pixelColor(0, 0) == QColor(expected)
