"""Tables of rows: written in one and in many, chosen by a condition, filled from a spreadsheet, as one undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QMessageBox

from sandtable_editor.scenario.field_boxes import FieldChoice
from sandtable_editor.scenario.panels.tables import ScenarioTablesPanel
from sandtable_editor.scenario.paste_dialog import PasteDialog
from tests.editor.scenario.laying import LayingBench

CONTROL = Qt.KeyboardModifier.ControlModifier
DUPONT = "Dupont's Corps"


def tables(bench: LayingBench, table: str = "Corps") -> ScenarioTablesPanel:
    """Bring the tables forward, with one of them."""
    bench.key(Qt.Key.Key_F6)
    panel = bench.desk.docks.panels["tables"]
    assert isinstance(panel, ScenarioTablesPanel)
    assert panel.isVisible()
    panel.show_table(table)
    bench.settle()
    return panel


def come_forward(bench: LayingBench) -> None:
    """Have the window in front again after a dialog, or a list that opened: here nothing manages windows."""
    bench.window.activateWindow()
    bench.settle()


def row_of(panel: ScenarioTablesPanel, id: str) -> int:
    at = panel.model.row_of(id)
    assert at is not None
    return panel.sorted.mapFromSource(panel.model.index(at, 0)).row()


def column_of(panel: ScenarioTablesPanel, name: str) -> int:
    return panel.model.heads.index(name)


def write(bench: LayingBench, panel: ScenarioTablesPanel, id: str, field: str, text: str) -> None:
    """Write into a cell by keys, as somebody does who has gone there."""
    come_forward(bench)
    index = panel.sorted.index(row_of(panel, id), column_of(panel, field))
    panel.view.setFocus()
    panel.view.selectionModel().setCurrentIndex(index, panel.view.selectionModel().SelectionFlag.NoUpdate)
    panel.view.edit(index)
    bench.settle()
    box = next(one for one in panel.view.viewport().findChildren(QLineEdit) if one.isVisible())
    box.setFocus()
    box.selectAll()
    bench.write(text)
    bench.key(Qt.Key.Key_Return)
    bench.settle()


def refusals(bench: LayingBench) -> list[str]:
    found: list[str] = []
    bench.scenario.refused.connect(found.append)
    return found


def test_a_cell_is_written_by_keys_with_a_name_of_the_map(laid: LayingBench) -> None:
    panel = tables(laid)
    write(laid, panel, DUPONT, "area", "valladolid")
    write(laid, panel, DUPONT, "infantry", "9")
    row = laid.document.rows["Corps"][DUPONT]
    assert (row["area"], row["infantry"]) == ("valladolid", 9)
    laid.key(Qt.Key.Key_Z, CONTROL)
    assert laid.document.rows["Corps"][DUPONT]["infantry"] == 12


def test_what_belongs_nowhere_is_refused_in_a_sentence_and_the_cell_shows_what_there_is(laid: LayingBench) -> None:
    panel, told = tables(laid), refusals(laid)
    write(laid, panel, DUPONT, "area", "Tolledo")
    write(laid, panel, DUPONT, "infantry", "1000")
    assert "did you mean Toledo" in told[0]
    assert "write a number from 0 to 999" in told[1]
    assert panel.model.text(panel.model.row_of(DUPONT) or 0, column_of(panel, "area")) == "Toledo"
    assert laid.scenario.position == 0


def test_many_are_written_at_once_after_a_condition(laid: LayingBench) -> None:
    panel = tables(laid)
    panel.condition.setFocus()
    laid.write('side = France and "infantry" > 12')
    laid.key(Qt.Key.Key_Return)
    rows = laid.document.rows["Corps"]
    wanted = sorted(id for id, row in rows.items() if row["side"] == "France" and row.get("infantry", 0) > 12)
    assert sorted(panel.model.ids) == wanted
    assert sorted(id for _, id in laid.scenario.selection) == wanted
    write(laid, panel, wanted[0], "movement", "3")
    assert {laid.document.rows["Corps"][id]["movement"] for id in wanted} == {3}
    assert laid.scenario.position == 1
    panel.condition.clear()
    assert len(panel.model.ids) == len(rows)


def test_a_condition_that_cannot_be_read_says_where(laid: LayingBench) -> None:
    panel = tables(laid)
    panel.condition.setText("infantry >")
    panel._find()  # pyright: ignore[reportPrivateUsage]
    assert "what to compare it with is missing" in panel.says.text().lower() or "is missing" in panel.says.text()


def test_a_choice_is_chosen_from_its_words(laid: LayingBench) -> None:
    panel = tables(laid, "Leader")
    index = panel.sorted.index(row_of(panel, "Dupont"), column_of(panel, "standing"))
    panel.view.edit(index)
    box = next(one for one in panel.view.viewport().findChildren(FieldChoice) if one.isVisible())
    box.setCurrentIndex(box.findText("captured"))
    box.activated.emit(box.currentIndex())
    laid.settle()
    assert laid.document.rows["Leader"]["Dupont"]["standing"] == "captured"


def test_a_row_that_follows_from_the_map_becomes_the_scenario_s_own(laid: LayingBench) -> None:
    panel = tables(laid, "Area")
    assert "laid out from the map" in panel.model.whose(panel.model.row_of("toledo") or 0)
    write(laid, panel, "toledo", "forage", "1")
    assert laid.document.rows["Area"]["toledo"]["forage"] == 1
    assert panel.model.whose(panel.model.row_of("toledo") or 0) == ""


def test_a_row_is_renamed_and_whoever_names_it_follows(laid: LayingBench) -> None:
    panel = tables(laid)
    write(laid, panel, DUPONT, "id", "Gironde")
    assert laid.document.rows["Leader"]["Dupont"]["corps"] == "Gironde"


def test_a_row_is_added_with_what_it_must_hold(laid: LayingBench) -> None:
    panel = tables(laid)
    panel.add_row("Reserve")
    row = laid.document.rows["Corps"]["Reserve"]
    assert {"side", "nation", "title"} <= set(row)
    assert laid.scenario.selection == (("Corps", "Reserve"),)


@pytest.mark.parametrize(("button", "gone"), [("Take those out too", True), ("Let them forget it", False)])
def test_rows_that_others_name_are_removed_as_one_says(laid: LayingBench, button: str, gone: bool) -> None:
    panel = tables(laid)
    laid.scenario.select([("Corps", DUPONT)])

    panel.view.setFocus()
    laid.key(Qt.Key.Key_Delete)
    box = laid.application.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert "Leader Dupont (corps)" in box.informativeText()
    assert DUPONT in laid.document.rows["Corps"]
    next(one for one in box.buttons() if one.text().replace("&", "") == button).click()
    laid.settle()
    assert DUPONT not in laid.document.rows["Corps"]
    assert ("Dupont" in laid.document.rows["Leader"]) is not gone
    assert laid.scenario.position == 1


# --- spreadsheets ---------------------------------------------------------------------------------------------------


def opened(bench: LayingBench, panel: ScenarioTablesPanel, *lines: str) -> PasteDialog:
    QGuiApplication.clipboard().setText("\n".join(lines))
    panel.view.setFocus()
    bench.key(Qt.Key.Key_V, CONTROL)
    found = panel.findChild(PasteDialog)
    assert found is not None
    return found


def test_a_spreadsheet_is_shown_before_it_is_pasted_and_is_one_undo(laid: LayingBench) -> None:
    panel = tables(laid)
    was = laid.document.digest
    dialog = opened(
        laid, panel, "id\tarea\tinfantry", f"{DUPONT}\tMadrid\t9", "Junot's Corps\t\t10", "Junot Corps\tLisbon\t3",
        "Moncey's Corps\tTolledo\t", "Murat's Reserve\t\t", "Murat's Reserve\t\t4",
    )  # fmt: skip
    assert laid.document.digest == was
    told = dialog.says.text()
    assert "2 to change" in told
    assert "left out" in told
    why = " ".join(str(dialog.misses.model().index(row, 4).data()) for row in range(dialog.misses.rowCount()))
    assert "did you mean Toledo" in why
    assert "stands in row 7, too" in why
    dialog.paste.click()
    laid.settle()
    rows = laid.document.rows["Corps"]
    assert (rows[DUPONT]["area"], rows["Junot's Corps"]["infantry"]) == ("madrid", 10)
    assert laid.scenario.position == 1
    assert laid.scenario.entries[0].says.startswith("Paste")
    come_forward(laid)
    panel.view.setFocus()
    laid.key(Qt.Key.Key_Z, CONTROL)
    assert laid.document.digest == was


def test_a_word_that_fits_nothing_is_read_as_what_was_meant(laid: LayingBench) -> None:
    panel = tables(laid)
    dialog = opened(laid, panel, "id\tarea", "Moncey's Corps\tTolledo")
    assert not dialog.paste.isEnabled()
    box = dialog.misses.cellWidget(0, 5)
    assert isinstance(box, QComboBox)
    box.setCurrentText("Toledo")
    box.activated.emit(box.currentIndex())
    assert dialog.paste.isEnabled()
    dialog.paste.click()
    laid.settle()
    assert laid.document.rows["Corps"]["Moncey's Corps"]["area"] == "toledo"


def test_what_was_copied_is_pasted_as_nothing_to_do(laid: LayingBench) -> None:
    panel = tables(laid)
    panel.view.selectAll()
    panel.view.setFocus()
    laid.key(Qt.Key.Key_C, CONTROL)
    text = QGuiApplication.clipboard().text()
    assert len(text.splitlines()) == 1 + len(laid.document.rows["Corps"])
    dialog = opened(laid, panel, text)
    assert dialog.found.edits == ()
    assert dialog.found.missed == ()


def test_a_text_that_is_no_table_is_refused(laid: LayingBench) -> None:
    panel, told = tables(laid), refusals(laid)
    QGuiApplication.clipboard().setText("area\nMadrid")
    panel.view.setFocus()
    laid.key(Qt.Key.Key_V, CONTROL)
    assert "which Corps is meant" in told[0]
