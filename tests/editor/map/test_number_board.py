"""Hexes numbered otherwise from the window: what the corners will be is said before, and what names a hex follows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.board.numbering import Count, Numbering
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hex_boards import SetNumbering
from sandtable.design.edits.hexes import NameHex
from sandtable_editor.map.dialogs.number_board import NumberBoardDialog
from tests.editor.map.drawing import DrawingBench, blank_hexes
from tests.editor.map.test_frame import two_lands


def asked(table: DrawingBench) -> NumberBoardDialog:
    table.window.show()
    table.window.commands["map_number_board"].trigger()
    dialog = table.desk.view.findChild(NumberBoardDialog)
    assert isinstance(dialog, NumberBoardDialog)
    return dialog


def write(dialog: NumberBoardDialog, number: str) -> None:
    dialog.number.setFocus()
    dialog.number.selectAll()
    QTest.keyClicks(dialog.number, number)


def test_numbers_begin_elsewhere_and_what_names_a_hex_follows(table: DrawingBench) -> None:
    desk = table.open(blank_hexes(columns=4, rows=3))
    desk.design.do(NameHex("0403", "Corner"))
    dialog = asked(table)
    assert dialog.says.text() == "They are numbered so."
    assert not dialog.do.isEnabled()
    write(dialog, "A1")
    assert dialog.says.text() == "The hexes at the corners will be A1, D1, A3, D3."
    QTest.keyClick(dialog.number, Qt.Key.Key_Return)
    assert table.sheet.hexes is not None
    assert table.sheet.hexes.names == {table.sheet.by_number.at("D3"): "Corner"}
    table.type_keys("Ctrl+Z")
    assert table.sheet.by_number.at("0403")


def test_rows_may_slant_and_columns_count_down(table: DrawingBench) -> None:
    table.open(blank_hexes(columns=5, rows=3))
    dialog = asked(table)
    dialog.slant.setCurrentText("slanting, down to the right")
    assert dialog.says.text() == "The count -1 cannot be printed in digits: give the numbering a larger start"
    write(dialog, "0103")
    assert dialog.says.text() == "The hexes at the corners will be 0103, 0501, 0105, 0503."
    dialog.slant.setCurrentText("straight across")
    write(dialog, "0501")
    dialog.columns.setCurrentText("down")
    assert dialog.says.text() == "The hexes at the corners will be 0501, 0101, 0503, 0103."
    dialog.do.click()
    assert table.sheet.hexes is not None
    assert table.sheet.hexes.numbering.column == Count(start=5, step=-1)


@pytest.mark.parametrize(("number", "says"), [("x", "is not the number of a hex"), ("", "is not the number of a hex")])
def test_what_is_no_number_is_said(table: DrawingBench, number: str, says: str) -> None:
    table.open(blank_hexes())
    dialog = asked(table)
    write(dialog, number)
    if not number:
        QTest.keyClick(dialog.number, Qt.Key.Key_Delete)
    assert says in dialog.says.text()
    assert not dialog.do.isEnabled()


def test_a_prefix_and_steps_that_the_dialog_does_not_ask_for_stay(table: DrawingBench) -> None:
    document = DesignDocument.of(blank_hexes(columns=4, rows=3))
    document.do(SetNumbering(Numbering(prefix="D", separator="-", column=Count(step=2), row=Count("letters"))))
    table.open(document.map)
    dialog = asked(table)
    assert dialog.number.text() == "01-A"
    assert dialog.says.text() == "They are numbered so."
    write(dialog, "03-B")
    assert dialog.says.text() == "The hexes at the corners will be D03-B, D09-B, D03-D, D09-D."


def test_areas_have_no_numbers(table: DrawingBench) -> None:
    table.open(two_lands())
    assert not table.window.commands["map_number_board"].isEnabled()
