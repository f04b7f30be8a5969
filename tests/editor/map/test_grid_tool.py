"""The grid of hexes over a scan, moved and made larger by keys, by drags and by figures; all else stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Underlay
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hexes import PaintHexes
from tests.editor.map.drawing import DrawingBench, Move, Press, Release, blank_hexes
from tests.editor.map.sitting import MapSitting, replay
from tests.editor.map.test_underlay_tools import scan_of_hexes

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
RIGHT, DOWN, LEFT, UP = Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up


def grid_of(table: DrawingBench) -> HexGrid:
    assert table.sheet.hexes is not None
    return table.sheet.hexes.grid


def lie_of(table: DrawingBench) -> tuple[float, float, float, float]:
    grid = grid_of(table)
    return grid.left, grid.top, grid.hex_width, grid.hex_height


def took(table: DrawingBench) -> tuple[float, float, float, float]:
    """Open a board with one hex painted, take up the tool, and return how its grid lies."""
    document = DesignDocument.of(blank_hexes())
    document.do(PaintHexes(("0403",), ("wood",)))
    table.open(document.map)
    table.desk.take("move_grid")
    table.settle()
    return lie_of(table)


def test_arrows_move_the_grid_and_are_one_entry(table: DrawingBench) -> None:
    left, top, wide, high = took(table)
    step, view = table.drawn.stride / 5, table.drawn.place_at(table.drawn.viewport().rect().toRectF().center())
    table.key_on_map(RIGHT)
    table.key_on_map(RIGHT)
    table.key_on_map(UP, SHIFT)
    assert lie_of(table) == pytest.approx((left + 2 * step, top - 10 * step, wide, high))
    assert [entry.says for entry in table.desk.design.entries] == ["Move the grid of hexes"]
    assert table.sheet.by_number.terrain("0403") == ("wood",)
    assert table.drawn.place_at(table.drawn.viewport().rect().toRectF().center()) == view
    table.type_keys("Ctrl+Z")
    assert lie_of(table) == (left, top, wide, high)
    table.type_keys("Ctrl+Shift+Z")
    assert lie_of(table) == pytest.approx((left + 2 * step, top - 10 * step, wide, high))


def test_ctrl_and_arrows_make_hexes_larger_about_the_one_in_the_middle(table: DrawingBench) -> None:
    left, top, wide, high = took(table)
    middle = table.drawn.place_at(table.drawn.viewport().rect().toRectF().center())
    fine, anchor = table.drawn.stride / 50, grid_of(table).at(*middle)
    assert anchor is not None
    was = grid_of(table).centre(anchor)
    table.key_on_map(RIGHT, CTRL)
    table.key_on_map(DOWN, CTRL | SHIFT)
    now = lie_of(table)
    assert now[2:] == pytest.approx((wide + fine, high + 10 * fine))
    assert grid_of(table).centre(anchor) == pytest.approx(was)
    assert [entry.says for entry in table.desk.design.entries] == ["Change the size of hexes"]
    table.key_on_map(LEFT, CTRL)
    table.key_on_map(UP, CTRL | SHIFT)
    assert lie_of(table) == pytest.approx((left, top, wide, high))


def test_a_drag_moves_it_and_one_of_its_corner_stretches_it(table: DrawingBench) -> None:
    left, top, wide, high = took(table)
    table.drag_along((3.0, 3.0), (3.5, 2.75))
    assert lie_of(table) == pytest.approx((left + 0.5, top - 0.25, wide, high))
    table.type_keys("Ctrl+Z")
    corner = (9.25, 9.1)
    assert corner == pytest.approx((left + (12 * 0.75 + 0.25) * wide, top + 10.5 * high), abs=0.01)
    table.drag_along(corner, (11.1, 10.0))
    assert lie_of(table) == pytest.approx((left, top, wide * 1.2, high * (1 + 0.9 / 9.0933)), rel=1e-4)
    table.type_keys("Ctrl+Z")
    table.drag_along(corner, (11.1, 9.1), held=SHIFT)
    assert lie_of(table) == pytest.approx((left, top, wide * 1.2, high * 1.2))


def test_escape_leaves_the_grid_where_it_was(table: DrawingBench) -> None:
    before = took(table)
    table.bring((3.0, 3.0), (4.0, 4.0))
    table.mouse(Press, (3.0, 3.0))
    table.mouse(Move, (4.0, 4.0), down=True)
    table.key_on_map(Qt.Key.Key_Escape)
    table.mouse(Release, (4.0, 4.0))
    assert lie_of(table) == before
    assert not table.desk.design.entries


def test_figures_are_typed_and_hexes_made_regular(table: DrawingBench) -> None:
    took(table)
    lines = [
        "tool move_grid", "fill Left edge of the grid = 2.5", "fill Top edge of the grid = -1",
        "fill Hex width = 1.5", "fill Hex height = 2",
    ]  # fmt: skip
    sitting = MapSitting(table, "mouse")
    sitting.read(lines)
    assert lie_of(table) == (2.5, -1, 1.5, 2)
    sitting.read(["press Regular"])
    assert lie_of(table) == pytest.approx((2.5, -1, 1.5, 1.5 * 3**0.5 / 2))
    sitting.read(["fill Hex width = 0"])
    assert "give positive numbers" in table.desk.hints.bubble.text()
    assert grid_of(table).hex_width == 1.5


def test_a_scan_stays_under_a_grid_that_is_moved(table: DrawingBench, tmp_path: Path) -> None:
    before = replace(blank_hexes(), underlays=(Underlay("scan", "image/png", scan_of_hexes(), 0, 0, 9, 8),))
    done = replay(table, before, ["tool move_grid", "drag 3, 3 -> 4, 3.5"], tmp_path)
    assert done.hexes is not None
    assert (done.hexes.grid.left, done.hexes.grid.top) == pytest.approx((1, 0.5))
    assert done.underlays == before.underlays


def test_its_fields_have_room(table: DrawingBench) -> None:
    took(table)
    assert table.window.width() == 1280
    bar = table.drawing.page.strip.bar
    seen = [one for one in bar.findChildren(QWidget) if one.isVisible() and isinstance(one, (QLineEdit, QPushButton))]
    assert len(seen) == 6
    for field in seen:
        assert bar.rect().contains(field.rect().translated(field.mapTo(bar, QPoint())))
        assert field.width() >= field.minimumSizeHint().width(), field.accessibleName()


def test_a_locked_ground_keeps_its_grid(table: DrawingBench) -> None:
    before = took(table)
    table.desk.layers.lock("ground", locked=True)
    table.key_on_map(RIGHT)
    assert lie_of(table) == before
    assert not table.desk.design.entries
