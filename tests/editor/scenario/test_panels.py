"""Relations, sides, time line, victory, charts and notes: each changed by mouse and by keys, refused, taken back."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton

from sandtable.design.scenario.note_edits import ShowPicture, WriteNote
from sandtable.design.scenario.row_edits import ChangeRows, RemoveRows
from sandtable.design.scenario.scenario_script import read_script
from sandtable.engine.state.charts import DesignedChart
from sandtable_editor.scenario.panels.aims import AimsPanel
from sandtable_editor.scenario.panels.charts import ChartsPanel
from sandtable_editor.scenario.panels.history import ScenarioHistoryPanel
from sandtable_editor.scenario.panels.notes import NotesPanel
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.panels.powers import PowersPanel
from sandtable_editor.scenario.panels.problems import ScenarioProblemsPanel
from sandtable_editor.scenario.panels.properties import ScenarioPropertiesPanel
from sandtable_editor.scenario.panels.relations import RelationsPanel
from sandtable_editor.scenario.panels.tables import ScenarioTablesPanel
from sandtable_editor.scenario.panels.time_line import TimeLinePanel
from sandtable_editor.shell.theme import CONTRAST
from tests.design.test_notes import png
from tests.editor.scenario.laying import LayingBench

P = TypeVar("P", bound=ScenarioPanel)
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def opened(bench: LayingBench, kind: type[P]) -> P:
    found = bench.panel(kind.key)
    assert isinstance(found, kind)
    return found


def refusals(bench: LayingBench) -> list[str]:
    found: list[str] = []
    bench.scenario.refused.connect(found.append)
    return found


def named(panel: ScenarioPanel, name: str) -> QLineEdit | QComboBox:
    """Return the box of a name that is seen."""
    boxes: list[QLineEdit | QComboBox] = [*panel.findChildren(QLineEdit), *panel.findChildren(QComboBox)]
    return next(one for one in boxes if one.accessibleName() == name and not one.isHidden())


# --- the window -----------------------------------------------------------------------------------------------------


def test_the_line_at_the_foot_says_from_the_beginning_what_can_be_done(laid: LayingBench) -> None:
    assert laid.desk.hints.line.startswith("Drag a counter to place it")
    assert "F5" in laid.desk.hints.line


def test_undo_takes_back_what_is_typed_then_what_was_done_wherever_the_keyboard_is(laid: LayingBench) -> None:
    panel = opened(laid, ScenarioPropertiesPanel)
    box, was = panel.settings["provinces"], panel.settings["provinces"].text()
    box.setFocus()
    box.setText("aragon")
    laid.key(Qt.Key.Key_Return)
    assert laid.scenario.position == 1
    laid.write(", leon")
    laid.key(Qt.Key.Key_Z, CONTROL)
    assert (box.text(), laid.scenario.position) == ("Aragon", 1), "what was typed and not entered goes first"
    laid.key(Qt.Key.Key_Z, CONTROL)
    assert (box.text(), laid.scenario.position) == (was, 0)
    laid.key(Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert (box.text(), laid.scenario.position) == ("Aragon", 1)
    panel.says.setFocus()
    laid.key(Qt.Key.Key_Z, CONTROL)
    assert laid.scenario.position == 0


def test_a_cell_that_is_written_keeps_undo_to_itself(laid: LayingBench) -> None:
    tables = opened(laid, ScenarioTablesPanel)
    tables.show_table("Corps")
    laid.scenario.do(ChangeRows("Corps", (min(laid.scenario.design.ids("Corps")),), {"area": None}))
    tables.view.setFocus()
    tables.view.setCurrentIndex(tables.sorted.index(0, tables.model.heads.index("title")))
    laid.key(Qt.Key.Key_F2, widget=tables.view)
    laid.settle()
    laid.key(Qt.Key.Key_Z, CONTROL)
    assert laid.scenario.position == 1
    laid.key(Qt.Key.Key_Escape)


def test_findings_and_the_grid_wear_another_theme_at_once(laid: LayingBench) -> None:
    problems, relations = opened(laid, ScenarioProblemsPanel), opened(laid, RelationsPanel)
    laid.scenario.do(ChangeRows("Corps", (min(laid.scenario.design.ids("Corps")),), {"area": None}))
    laid.wait(lambda: problems.list.count() > 0)
    try:
        laid.theme.choose("contrast")
        laid.settle()
        relations.show()
        relations.refill()
        item, cell = problems.list.item(0), relations.grid.item(0, 0)
        assert cell is not None
        assert item.foreground().color().lightness() > 128
        assert cell.background().color().name() == CONTRAST.faint
    finally:
        laid.theme.choose("light")


def test_the_sides_are_seen_with_their_seats(laid: LayingBench) -> None:
    panel = opened(laid, ScenarioPropertiesPanel)
    table = panel.sides
    last = table.columnViewportPosition(2) + table.columnWidth(2)
    assert 0 < last <= table.viewport().width()
    assert table.rowViewportPosition(table.rowCount() - 1) + table.rowHeight(0) <= table.viewport().height()
    assert all(box.cursorPosition() == 0 for box in panel.settings.values())


# --- wars and alliances ---------------------------------------------------------------------------------------------


def cell_of(panel: RelationsPanel, one: str, other: str) -> tuple[int, int]:
    return panel.grid.parties.index(one), panel.grid.parties.index(other)


def held(panel: RelationsPanel, one: str, other: str) -> str:
    """Return what stands in a cell."""
    item = panel.grid.item(*cell_of(panel, one, other))
    assert item is not None
    return item.text()


def test_a_relation_is_changed_by_its_letter_and_by_the_menu(laid: LayingBench) -> None:
    panel = opened(laid, RelationsPanel)
    panel.grid.setFocus()
    panel.grid.setCurrentCell(*cell_of(panel, "France", "Spain"))
    assert held(panel, "France", "Spain") == "at war"
    laid.key(Qt.Key.Key_A)
    assert "France|Spain" not in laid.document.rows["War"]
    assert laid.document.rows["Alliance"]["France|Spain"]["nations"] == ["France", "Spain"]
    assert laid.scenario.position == 1
    assert held(panel, "Spain", "France") == "allied"
    menu = panel.grid.menu("France", "Spain")
    next(one for one in menu.actions() if "Move together" in one.text().replace("&", "")).trigger()
    assert "France with Spain" in laid.document.rows["Combined"]
    laid.key(Qt.Key.Key_Delete)
    assert held(panel, "France", "Spain") == ""
    laid.scenario.go_to(0)
    assert held(panel, "France", "Spain") == "at war"


def test_a_click_opens_what_can_hold_between_two(laid: LayingBench) -> None:
    panel = opened(laid, RelationsPanel)
    row, column = cell_of(panel, "Portugal", "Spain")
    item = panel.grid.item(row, column)
    assert item is not None
    place = panel.grid.visualItemRect(item).center()
    QTest.mouseClick(panel.grid.viewport(), LEFT, NONE, place)
    laid.settle()
    menu = laid.application.activePopupWidget()
    assert menu is not None
    menu.close()
    item = panel.grid.item(row, column)
    assert item is not None
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "Portugal and Spain: allied"


# --- sides, seats, treasuries ---------------------------------------------------------------------------------------


def test_a_treasury_is_filled_by_form_and_what_is_no_number_refused(laid: LayingBench) -> None:
    panel, told = opened(laid, PowersPanel), refusals(laid)
    money = named(panel, "Treasury: Money of Spain")
    assert isinstance(money, QLineEdit)
    money.setFocus()
    money.selectAll()
    laid.write("35")
    laid.key(Qt.Key.Key_Return)
    assert laid.document.rows["Treasury"]["Spain"]["money"] == 35
    laid.key(Qt.Key.Key_Up)
    assert laid.document.rows["Treasury"]["Spain"]["money"] == 36
    money.selectAll()
    laid.write("-4")
    laid.key(Qt.Key.Key_Return)
    assert "write a number of 0 or more" in told[-1]
    assert money.text() == "36"


def test_a_side_without_a_treasury_is_given_one_and_seats_are_added(laid: LayingBench) -> None:
    panel = opened(laid, PowersPanel)
    laid.scenario.do(RemoveRows("Treasury", ("Spain",)))
    laid.settle()
    add = next(one for one in panel.findChildren(QPushButton) if one.accessibleName() == "Add Treasury for Spain")
    add.click()
    assert laid.document.rows["Treasury"]["Spain"] == {"id": "Spain"}
    panel.new_seat.setFocus()
    laid.write("Anna")
    laid.key(Qt.Key.Key_Return)
    laid.settle()
    seat = named(panel, "Seat of Spain")
    assert isinstance(seat, QComboBox)
    seat.setCurrentIndex(seat.findText("Anna"))
    seat.activated.emit(seat.currentIndex())
    assert laid.document.rows["Side"]["Spain"]["seat"] == "Anna"


# --- time line ------------------------------------------------------------------------------------------------------


def arrival(panel: TimeLinePanel, id: str, field: str = "turn") -> QPoint:
    row = next(one.row for one in panel.strip.chips if (one.row.id, one.row.field) == (id, field))
    panel.strip.choose(row)
    return panel.strip.place_of(row)


def test_an_arrival_is_dragged_to_another_month(laid: LayingBench) -> None:
    panel = opened(laid, TimeLinePanel)
    was = laid.document.rows["Arrival"]["V Corps"]["turn"]
    start = arrival(panel, "V Corps")
    turn = was - 1
    end = QPoint(start.x() - panel.strip.fontMetrics().height(), start.y())
    while panel.strip.turn_at(end) != turn:
        end.setX(end.x() - 10)
    port = panel.strip.viewport()
    QTest.mousePress(port, LEFT, NONE, start)
    QTest.mouseMove(port, start + QPoint(-12, 0))
    QTest.mouseMove(port, end)
    laid.settle()
    there = panel.strip.turn_at(end)
    QTest.mouseRelease(port, LEFT, NONE, end)
    assert laid.document.rows["Arrival"]["V Corps"]["turn"] == there != was
    assert laid.scenario.position == 1


def test_a_date_is_moved_by_keys_and_typed_and_taken_away(laid: LayingBench) -> None:
    panel, told = opened(laid, TimeLinePanel), refusals(laid)
    was = laid.document.rows["Arrival"]["V Corps"]["turn"]
    panel.strip.setFocus()
    arrival(panel, "V Corps")
    assert laid.scenario.selection == (("Arrival", "V Corps"),)
    laid.key(Qt.Key.Key_Right, CONTROL)
    assert laid.document.rows["Arrival"]["V Corps"]["turn"] == was + 1
    assert "V Corps arrives (France) in turn" in panel.says.text()
    laid.key(Qt.Key.Key_Return)
    laid.write("3")
    laid.key(Qt.Key.Key_Return)
    assert laid.document.rows["Arrival"]["V Corps"]["turn"] == 3
    assert "July 1808" in panel.says.text()
    recall = next(one.row for one in panel.strip.chips if one.row.field == "back" and one.row.has_date)
    panel.strip.choose(recall)
    panel.turn.setValue(0)
    assert laid.document.rows["Recall"][recall.id].get("back", 0) == 0
    panel.strip.moved.emit(next(one.row for one in panel.strip.chips if one.row.id == "V Corps"), 0)
    assert told


def test_something_is_added_in_the_turn_of_what_is_chosen(laid: LayingBench) -> None:
    panel = opened(laid, TimeLinePanel)
    arrival(panel, "V Corps")
    panel.add_row("Recall", "Dupont")
    assert laid.document.rows["Recall"]["Dupont"]["turn"] == laid.document.rows["Arrival"]["V Corps"]["turn"]


# --- victory --------------------------------------------------------------------------------------------------------


def test_the_contest_is_said_otherwise_in_its_sentence(laid: LayingBench) -> None:
    panel = opened(laid, AimsPanel)
    needs = named(panel, "Provinces the invader needs of contest")
    assert isinstance(needs, QLineEdit)
    needs.setFocus()
    needs.selectAll()
    laid.write("12")
    laid.key(Qt.Key.Key_Tab)
    assert laid.document.rows["Contest"]["contest"]["needs"] == 12
    assert panel.aim.text()
    assert "France" in panel.scores.text()


def test_an_aim_that_was_taken_out_is_added_again(laid: LayingBench) -> None:
    panel = opened(laid, AimsPanel)
    laid.scenario.do(RemoveRows("Contest", ("contest",)))
    laid.settle()
    add = next(one for one in panel.buttons if isinstance(one, QPushButton))
    assert add.text() == "Add: A contest"
    add.click()
    assert laid.document.rows["Contest"]["contest"]["needs"] == 10


# --- charts ---------------------------------------------------------------------------------------------------------


def write_cell(bench: LayingBench, panel: ChartsPanel, key: str, text: str) -> None:
    row = next(at for at in range(panel.model.rowCount()) if panel.model.keys_at(at, 0) == (key,))
    index = panel.model.index(row, 0)
    panel.cells.setFocus()
    panel.cells.setCurrentIndex(index)
    panel.cells.edit(index)
    box = next(one for one in panel.cells.viewport().findChildren(QLineEdit) if one.isVisible())
    box.setFocus()
    box.selectAll()
    bench.write(text)
    bench.key(Qt.Key.Key_Return)


def test_a_cell_is_changed_with_its_source_and_taken_back(laid: LayingBench) -> None:
    panel = opened(laid, ChartsPanel)
    panel.show_chart("breach")
    was = laid.document.digest
    for line, text in ((panel.source, "Chandler"), (panel.note, "walls of 1808")):
        line.setFocus()
        line.selectAll()
        laid.write(text)
    write_cell(laid, panel, "2", "6")
    (cell,) = laid.document.rows[DesignedChart.stored]["breach"]["cells"]
    assert (cell["cell"], cell["source"], cell["note"]) == (6, "Chandler", "walls of 1808")
    panel.choose(("2",))
    assert "changed by the designer to 6 (Chandler; walls of 1808)" in panel.says.text()
    assert panel.says.text().startswith("2: printed")
    assert "(1 changed)" in panel.list.currentItem().text()
    panel.cells.setFocus()
    laid.key(Qt.Key.Key_Delete)
    assert laid.document.digest == was
    assert panel.scenario.position == 2


def test_a_word_in_a_chart_of_numbers_is_refused(laid: LayingBench) -> None:
    panel, told = opened(laid, ChartsPanel), refusals(laid)
    panel.show_chart("breach")
    write_cell(laid, panel, "2", "six")
    assert "not a whole number" in told[-1]
    assert laid.scenario.position == 0


def test_cells_are_pasted_from_a_spreadsheet_as_one(laid: LayingBench) -> None:
    panel, told = opened(laid, ChartsPanel), refusals(laid)
    panel.show_chart("breach")
    rows = panel.model.rowCount()
    panel.cells.setFocus()
    panel.cells.setCurrentIndex(panel.model.index(rows - 2, 0))
    QGuiApplication.clipboard().setText("7\n8")
    laid.key(Qt.Key.Key_V, CONTROL)
    assert [panel.model.index(row, 0).data() for row in (rows - 2, rows - 1)] == ["7", "8"]
    assert laid.scenario.position == 1
    QGuiApplication.clipboard().setText("7\n8\n9")
    laid.key(Qt.Key.Key_V, CONTROL)
    assert "larger than what is left" in told[-1]


# --- notes ----------------------------------------------------------------------------------------------------------


def test_a_note_of_a_row_is_written_and_kept_when_the_keyboard_goes_elsewhere(laid: LayingBench) -> None:
    panel = opened(laid, NotesPanel)
    laid.scenario.select([("Corps", "Dupont's Corps")])
    panel.adding.click()
    laid.settle()
    panel.words.setFocus()
    laid.write("He marched on Cadiz.")
    panel.source.setFocus()
    laid.settle()
    (note,) = laid.document.notes
    assert (note.table, note.row, note.text) == ("Corps", "Dupont's Corps", "He marched on Cadiz.")
    laid.write("Oman, I")
    panel.list.setFocus()
    laid.settle()
    assert laid.document.notes[0].source == "Oman, I"


def test_pictures_come_from_files_and_from_the_clipboard_and_go_again(laid: LayingBench, tmp_path: Path) -> None:
    panel, told = opened(laid, NotesPanel), refusals(laid)
    panel.adding.click()
    laid.settle()
    (tmp_path / "ney.png").write_bytes(png())
    panel.show_file(tmp_path / "ney.png")
    image = QImage(3, 2, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    QGuiApplication.clipboard().setImage(image)
    panel.pictures.setFocus()
    laid.key(Qt.Key.Key_V, CONTROL)
    assert panel.pictures.count() == len(laid.document.pictures) == 2
    assert panel.pictures.item(0).text() == "ney"
    panel.pictures.setCurrentRow(0)
    laid.key(Qt.Key.Key_Delete)
    assert panel.pictures.count() == len(laid.document.pictures) == 1
    (tmp_path / "ney.txt").write_text("no picture", "utf-8")
    panel.show_file(tmp_path / "ney.txt")
    assert told[-1].startswith("Ney.txt") or "ney.txt" in told[-1]
    panel.removing.click()
    assert (laid.document.notes, laid.document.pictures) == ((), {})


def test_a_history_with_a_picture_is_saved_as_a_script_that_does_it_again(laid: LayingBench, tmp_path: Path) -> None:
    laid.scenario.do(WriteNote("n", "He was there"))
    laid.scenario.do(ShowPicture("n", "ney.png", content=png()))
    history = laid.panel("history")
    assert isinstance(history, ScenarioHistoryPanel)
    history.copy.click()
    assert "the images that it names are not" in laid.desk.hints.line
    history.save_as_script(str(tmp_path / "laid.jsonl"))
    assert "with 1 image beside it" in laid.desk.hints.line
    done = laid.document
    laid.scenario.go_to(0)
    for edit in read_script((tmp_path / "laid.jsonl").read_text("utf-8"), "laid.jsonl", tmp_path):
        laid.scenario.do(edit)
    assert laid.document == done
    assert laid.document.notes[0].pictures[0].title == "ney"


# --- all of them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [RelationsPanel, PowersPanel, TimeLinePanel, AimsPanel, ChartsPanel, NotesPanel])
def test_each_panel_follows_undo_while_it_is_seen_and_while_it_is_not(
    laid: LayingBench, kind: type[ScenarioPanel]
) -> None:
    """A scenario without any of what the panel shows, and then with it again."""
    opened(laid, kind)
    for table in ("War", "Treasury", "Contest"):
        laid.scenario.do(RemoveRows(table, tuple(sorted(laid.document.rows[table]))))
    laid.scenario.go_to(0)
    laid.panel("history")
    laid.scenario.go_to(3)
    opened(laid, kind)
    laid.scenario.go_to(0)
