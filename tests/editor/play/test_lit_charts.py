"""A chart on which what counts is lit, and arrows of who goes against whom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sandtable.board import HexBoard, HexGrid, Map, MapInfo, SpaceId
from sandtable.present import Arrow, Matrix
from sandtable_editor.canvas import MapView
from sandtable_editor.play.panels.tables import COUNTS, GridView
from sandtable_editor.shell.theme import shades

RESULTS = Matrix(
    key="results", title="Results", heads=("1", "2"), columns=("1:1", "2:1"), cells=(("AR", ""), ("", "DR")),
    lit_columns=(1,),
)  # fmt: skip


def test_a_lit_column_is_seen_and_read_out(qtbot: QtBot) -> None:
    grid = GridView(RESULTS)
    qtbot.addWidget(grid)
    lit, plain = grid.grid.item(1, 1), grid.grid.item(1, 0)
    assert lit is not None
    assert plain is not None
    assert lit.background().color().name() == shades().tip
    assert plain.background().style() == Qt.BrushStyle.NoBrush
    assert lit.data(Qt.ItemDataRole.AccessibleTextRole) == f"2, 2:1: DR, {COUNTS}"
    assert RESULTS.met == ()


def test_where_a_lit_row_and_column_meet_the_cell_stands_out(qtbot: QtBot) -> None:
    met = Matrix(
        key="results", title="Results", heads=RESULTS.heads, columns=RESULTS.columns, cells=RESULTS.cells,
        lit_rows=(1,), lit_columns=(1,),
    )  # fmt: skip
    grid = GridView(met)
    qtbot.addWidget(grid)
    cell = grid.grid.item(1, 1)
    assert cell is not None
    assert cell.background().color().name() == shades().accent
    assert cell.font().bold()
    assert met.met == ("DR",)


@pytest.mark.parametrize(("end", "seen"), [("0201", 1), ("0101", 0), ("9999", 0)])
def test_an_arrow_goes_from_one_space_to_another(qtbot: QtBot, end: str, seen: int) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.show_map(Map(MapInfo("plain", "The Plain"), hexes=HexBoard.blank(HexGrid(3, 3, "flat", "odd", 10.0))))
    view.show_arrows([Arrow(start=SpaceId("0101"), end=SpaceId(end), colour="#2b4f9e", says="5")])
    assert len(view.display.arrows.shown) == seen
    view.grab()
