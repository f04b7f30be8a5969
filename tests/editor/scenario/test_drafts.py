"""Laid over another scenario, killed and opened again, changed by another program meanwhile, given another side."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox

from sandtable.cli import main
from sandtable.library.own import own_library_path
from sandtable.library.store.library_file import Library
from sandtable_editor.scenario.begin.new_scenario_dialog import OVER, NewScenarioDialog
from sandtable_editor.scenario.panels.differences import ScenarioDifferencesPanel
from sandtable_editor.scenario.panels.problems import ScenarioProblemsPanel
from sandtable_editor.scenario.panels.properties import ScenarioPropertiesPanel
from tests.editor.scenario.by_forms import answer, opened
from tests.editor.scenario.laying import LayingBench

DUPONT = "Dupont's Corps"
CONTROL = Qt.KeyboardModifier.ControlModifier


def move_dupont(table: LayingBench) -> None:
    """Drag a corps from Toledo to Valladolid."""
    table.drag_on_map(table.spot_of_piece(DUPONT), table.spot_of("valladolid"))


def new_scenario_of_empires(table: LayingBench) -> NewScenarioDialog:
    """Ask for a new scenario; return the dialog, in which the game is chosen."""
    table.window.show_workspace(table.laying)
    table.press("New scenario…")
    beginning = table.laying.beginning()
    table.wait(lambda: beginning.dialog is not None)
    dialog = beginning.dialog
    assert isinstance(dialog, NewScenarioDialog)
    dialog.game.setCurrentText("Empires")
    return dialog


def begin_over(table: LayingBench, title: str, base: str) -> None:
    """Begin a scenario that is laid over one of the game, through the dialog."""
    dialog = new_scenario_of_empires(table)
    dialog.kind.setCurrentText(OVER)
    dialog.base.setCurrentIndex(dialog.base.findText(base, Qt.MatchFlag.MatchStartsWith))
    dialog.name.setText(title)
    table.press("Begin", dialog)
    table.wait(lambda: table.laying.desk is not None)
    table.settle_position()
    table.window.activateWindow()
    table.view.fit()
    table.settle()


def test_a_scenario_laid_over_another_holds_what_differs_and_says_so(table: LayingBench) -> None:
    begin_over(table, "Dupont waits", "The Peninsula, 1808")
    assert table.document.extends == "peninsula-1808"
    move_dupont(table)
    assert table.document.rows == {}
    assert table.document.over.fields == {"Corps": {DUPONT: {"area": "valladolid"}}}
    panel = opened(table, ScenarioDifferencesPanel)
    table.settle()
    assert [panel.list.item(at).text() for at in range(panel.list.count())] == [
        "Corps Dupont's Corps: area Toledo → Valladolid"
    ]
    table.laying.save()
    assert table.saved().digest == table.document.digest
    table.key(Qt.Key.Key_F5)
    table.wait(lambda: table.play.trial.is_on)
    game = table.campaign.game
    corps = game.state[game.family.schema.kinds["Corps"]]
    assert msgspec.to_builtins(corps[DUPONT])["area"] == "valladolid"
    assert len(list(corps)) > 20


def test_what_was_not_saved_is_there_again_after_a_kill(
    table: LayingBench, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.open_copy()
    move_dupont(table)
    library, key = table.scenario.draft.library, table.scenario.draft.key
    after = tmp_path / "after"
    shutil.copytree(library.parent, after)  # the files as they are on disk at this moment: what a kill leaves
    table.laying.close_design()
    monkeypatch.setenv("SANDTABLE_HOME", str(after))
    table.open_scenario(after / library.name, key)
    assert table.scenario.has_unsaved
    assert table.document.rows["Corps"][DUPONT]["area"] == "valladolid"
    table.key(Qt.Key.Key_Z, CONTROL)
    assert table.document.rows["Corps"][DUPONT]["area"] == "toledo"
    assert not table.scenario.has_unsaved


def test_what_another_program_has_saved_meanwhile_is_told_and_nothing_is_overwritten(table: LayingBench) -> None:
    table.open_copy()
    move_dupont(table)
    with Library.open(table.scenario.draft.library, writing=True) as library:
        library.put_scenario(replace(library.scenario(table.scenario.draft.key), title="Theirs"))
    table.window.activateWindow()
    table.view.setFocus()
    table.key(Qt.Key.Key_S, CONTROL)
    box = next(one for one in table.window.findChildren(QMessageBox) if one.isVisible())
    assert "Another program has changed this scenario" in box.text()
    assert "Theirs" in box.informativeText()
    table.press("Go on laying it out", box)
    assert table.saved().title == "Theirs"
    assert table.scenario.has_unsaved
    assert table.document.rows["Corps"][DUPONT]["area"] == "valladolid"


def test_a_map_that_has_changed_is_told_and_taken_by_a_click_and_given_back(table: LayingBench, tmp_path: Path) -> None:
    """The scenario stays on the map as it was until its designer binds it to what the map is now; Ctrl+Z goes back."""
    library = tmp_path / "ground.db"
    from_a_game = CliRunner().invoke(main, ["scenario", "export", "drill_ground", str(library)])
    assert from_a_game.exit_code == 0
    painted = CliRunner().invoke(main, ["map", "edit", f"{library}#drill-ground", "--terrain", "wood", "0711"])
    assert painted.exit_code == 0
    table.open_scenario(library, "drill_ground")
    problems = table.panel("problems")
    assert isinstance(problems, ScenarioProblemsPanel)
    table.wait(lambda: problems.list.count() > 0)
    assert "1 hex: clear → wood" in problems.list.item(0).text()
    assert terrain(table, "0711") == ("clear",)
    problems.list.setCurrentRow(0)
    table.press("Fix", problems)
    table.wait(lambda: problems.list.count() == 0)
    assert terrain(table, "0711") == ("wood",)
    table.key(Qt.Key.Key_Z, CONTROL)
    table.wait(lambda: problems.list.count() > 0)
    assert terrain(table, "0711") == ("clear",)


def terrain(table: LayingBench, hex: str) -> tuple[str, ...]:
    """Return what lies in a hex of the map that is shown."""
    return table.view.geography.map.by_number.terrain(hex)


def test_a_side_is_added_and_given_a_seat_and_taken_out_again(table: LayingBench) -> None:
    table.open_copy()
    panel = opened(table, ScenarioPropertiesPanel)
    before = panel.sides.rowCount()
    panel.add.setFocus()
    table.key(Qt.Key.Key_Space, widget=panel.add)
    dialog = next(one for one in table.window.findChildren(QInputDialog) if one.isVisible())
    answer(table, dialog, "Sweden")
    assert table.document.rows["Side"]["Sweden"]["title"] == "Sweden"
    table.settle()
    assert panel.sides.rowCount() == before + 1
    (found,) = panel.sides.findItems("Sweden", Qt.MatchFlag.MatchExactly)[:1]
    seat = panel.sides.item(found.row(), 2)
    assert seat is not None
    seat.setText("Carl")
    assert table.document.rows["Side"]["Sweden"]["seat"] == "Carl"
    table.scenario.undo()
    table.scenario.undo()
    table.settle()
    assert panel.sides.rowCount() == before
    assert "Sweden" not in table.document.rows["Side"]


def test_a_new_scenario_is_called_as_one_types_when_it_is_asked_for(table: LayingBench) -> None:
    dialog = new_scenario_of_empires(table)
    assert dialog.focusWidget() is dialog.name
    QTest.keyClicks(dialog.focusWidget(), "Two powers")
    assert dialog.name.text() == "Two powers"
    assert dialog.isVisible()
    dialog.reject()


def test_what_cannot_be_begun_is_said_in_the_dialog_and_what_was_filled_in_stays(table: LayingBench) -> None:
    """A map without what the game reads, two sides of one name, no title: a sentence each, and nothing is kept."""
    dialog = new_scenario_of_empires(table)
    for sheet, title, sides, says in (
        (
            "Thuringia",
            "Spring",
            "France",
            "Empires cannot be played on the map 'Thuringia and Saxony, 1806'",
        ),
        ("Europe", "Spring", "France, France", "Two sides are called France: give one of them another name"),
        ("Europe", " ", "France", "A scenario cannot be without a title: give it one"),
    ):
        dialog.map.setCurrentIndex(dialog.map.findText(sheet, Qt.MatchFlag.MatchStartsWith))
        dialog.name.setText(title)
        dialog.sides.setText(sides)
        dialog.wrong.clear()
        table.press("Begin", dialog)
        table.wait(lambda: bool(dialog.wrong.text()))
        assert dialog.wrong.text().startswith(says)
        assert (dialog.name.text(), dialog.sides.text()) == (title, sides)
    assert table.laying.desk is None
    with Library.open(own_library_path()) as own:
        assert not own.scenarios()
