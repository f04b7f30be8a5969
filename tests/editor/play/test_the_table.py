"""What the table does beside the rules of play: options, corrections, proposals, standing answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QLineEdit, QMessageBox, QSpinBox, QWidget

from sandtable.engine import InstalledGame
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.rows import Proposal, StandingAnswer
from sandtable.play.table.sitting import Wishes
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.play.forms.chart_editor import ChartEditor
from sandtable_editor.play.forms.forms import ChoiceEditor, ListEditor, editor_for
from sandtable_editor.play.table.correction import Correction
from sandtable_editor.play.table.options_dialog import OptionsDialog
from sandtable_editor.play.table.table_dialogs import Proposals, StandingAnswers
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ONE, ORDERS, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import Corps, March

D = TypeVar("D", bound=QDialog)
ANNA = Wishes(seed="1", seats="Anna=Blue,Bernd=Red", on=("depots",))


def dialog(bench: Workbench, kind: type[D], command: str = "") -> D:
    """Return a dialog of a class, opened by a command."""
    if command:
        bench.window.commands[command].trigger()
        bench.settle()
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible())


def words(made: QDialog) -> str:
    return "\n".join(one.text() for one in made.findChildren(QLabel))


def with_two(bench: Workbench) -> None:
    bench.begin(ANNA, *ORDERS)
    sit_down(bench)


def switch(made: OptionsDialog, title: str) -> None:
    item = made.form.list.findItems(title, Qt.MatchFlag.MatchExactly)[0]
    on = item.checkState() == Qt.CheckState.Checked
    item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)


def test_a_change_of_options_is_previewed_proposed_and_agreed(bench: Workbench) -> None:
    with_two(bench)
    enter(bench, March(ONE, ("birchley",)))
    made = dialog(bench, OptionsDialog, "options")
    assert not made.propose.isEnabled()
    switch(made, "Forced marches")
    bench.wait(made.propose.isEnabled)
    assert "<b>On:</b> Forced marches" in words(made)
    assert "<b>Comes into force:</b> 6-forced (FOR-6-forced)" in words(made)
    assert "<b>Now:</b> March: " in words(made)  # more ways to march than before
    bench.press("Propose to the table", made)
    assert dialog(bench, QMessageBox).text() == "Bernd: agree to this?"
    assert "switch forced marches on" in dialog(bench, QMessageBox).informativeText()
    bench.press("I agree", dialog(bench, QMessageBox))
    assert "forced" not in bench.campaign.game.rulebook.choices.on  # from the next step on
    bench.window.activateWindow()
    bench.press("End step")
    assert "forced" in bench.campaign.game.rulebook.choices.on


def test_a_change_that_is_declined_is_off_the_table(bench: Workbench) -> None:
    with_two(bench)
    made = dialog(bench, OptionsDialog, "options")
    switch(made, "Mud")
    made.round.setValue(3)
    bench.wait(made.propose.isEnabled)
    bench.press("Propose to the table", made)
    assert "from round 3 on" in dialog(bench, QMessageBox).informativeText()
    bench.press("I disagree", dialog(bench, QMessageBox))
    assert len(bench.campaign.game[Proposal]) == 0
    assert "Bernd declines" in bench.window.status.hint.text()


def test_what_was_fixed_at_the_start_cannot_be_changed(bench: Workbench) -> None:
    with_two(bench)
    made = dialog(bench, OptionsDialog, "options")
    item = made.form.list.findItems("Depots", Qt.MatchFlag.MatchExactly)[0]
    assert item.checkState() == Qt.CheckState.Checked
    assert not item.flags() & Qt.ItemFlag.ItemIsUserCheckable
    switch(made, "Forced marches")
    switch(made, "Mud")
    bench.wait(lambda: "<b>Impossible:</b> forced cannot be used with mud" in words(made))
    assert not made.propose.isEnabled()


def test_a_proposal_waits_until_it_is_voted_on(bench: Workbench) -> None:
    with_two(bench)
    choices = bench.campaign.game.rulebook.choices
    bench.campaign.act(
        lambda: bench.campaign.referee.council.propose_options("Anna", type(choices)(choices.on | {"mud"}))
    )
    made = dialog(bench, Proposals, "proposals")
    assert "switch mud on" in words(made)
    assert "waits for Bernd" in words(made)
    bench.press("Ask the table", made)
    bench.press("I agree", dialog(bench, QMessageBox))
    assert "agreed; it takes effect at the end of the step" in words(made)
    bench.press("Withdraw", made)
    assert "There are no proposals" in words(made)


def test_a_row_is_corrected_by_agreement(bench: Workbench) -> None:
    with_two(bench)
    made = dialog(bench, Correction, "correct")
    made.tables.setCurrentText("Corps")
    made.words.setText("blue 2")
    bench.settle()
    editor, was = made.editors["fed"]
    assert was == 0
    editor.findChildren(QSpinBox)[0].setValue(4)
    assert made.changed_fields() == {"fed": 4}
    bench.press("Propose to the table", made)
    assert "correct Corps Blue 2: fed from 0 to 4" in dialog(bench, QMessageBox).informativeText()
    bench.press("I agree", dialog(bench, QMessageBox))
    assert bench.campaign.game[Corps]["Blue 2"].fed == 4
    assert "Corps Blue 2: fed corrected from 0 to 4" in bench.log_text()


def test_a_correction_shows_only_what_the_seat_may_see(bench: Workbench) -> None:
    with_two(bench)
    made = dialog(bench, Correction, "correct")
    made.tables.setCurrentText("Corps")
    made.words.setText("red 1")
    bench.settle()
    assert made.editors["strength"][1] is None
    assert "9" not in [one.text() for one in made.findChildren(QSpinBox)]
    assert not made.propose.isEnabled()


def test_a_correction_that_cannot_be_is_refused_in_words(bench: Workbench) -> None:
    at_march(bench)
    made = dialog(bench, Correction, "correct")
    made.tables.setCurrentText("Corps")
    made.words.setText("blue 2")
    bench.settle()
    editor, _ = made.editors["side"]
    editor.put("Green")
    bench.press("Propose to the table", made)
    bench.window.activateWindow()
    bench.settle()
    assert "Green" in bench.plain_screen()
    assert bench.campaign.game[Corps]["Blue 2"].side == "Blue"


def corrected(bench: Workbench, table: str, words: str) -> Correction:
    """Open the dialog on a row."""
    made = dialog(bench, Correction, "correct")
    made.tables.setCurrentText(table)
    made.words.setText(words)
    bench.settle()
    return made


def preview_of(bench: Workbench, made: Correction) -> str:
    """Return what the dialog says would change."""
    bench.wait(lambda: not made._soon.isActive())  # pyright: ignore[reportPrivateUsage]
    return f"{made.preview.text()}\n{made.wrong.text()}".strip()


def test_what_a_correction_would_change_is_shown_before_it_is_proposed(bench: Workbench) -> None:
    at_march(bench)
    made = corrected(bench, "Corps", "blue 2")
    assert preview_of(bench, made) == "Nothing yet."
    side, _ = made.editors["side"]
    assert isinstance(side, ChoiceEditor)
    assert [side.box.itemText(at) for at in range(side.box.count())] == ["Blue", "Red"]
    editor, was = made.editors["area"]
    editor.put("cranmere")
    lines = preview_of(bench, made).splitlines()
    assert lines[0].startswith("Area: ")
    assert lines[0].endswith("→ Cranmere")
    assert any(line.startswith("On the map: ") and line.endswith("→ Cranmere") for line in lines)
    assert bench.campaign.game[Corps]["Blue 2"].area == was  # nothing was done
    assert made.propose.isEnabled()


def test_what_cannot_be_is_told_while_it_is_entered(bench: Workbench) -> None:
    at_march(bench)
    made = corrected(bench, "Corps", "blue 2")
    editor, _ = made.editors["side"]
    editor.put("Green")
    assert "Green" in preview_of(bench, made)
    assert made.wrong.isVisible()


def test_every_field_has_a_name_for_screen_readers_and_none_is_code(bench: Workbench) -> None:
    at_march(bench)
    made = corrected(bench, "Corps", "blue 2")
    for name, (editor, _) in made.editors.items():
        boxes = [one for one in editor.findChildren(QWidget) if isinstance(one, QSpinBox | QComboBox | QLineEdit)]
        assert all(one.accessibleName() for one in boxes), name
    assert not [one for one in made.findChildren(QLineEdit) if one.text().startswith(("[", "{", '"'))]


@pytest.fixture
def drill(tmp_path: Path, qapp: QApplication) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    yield made
    made.close()


def test_a_list_of_places_is_corrected_place_by_place(drill: Workbench) -> None:
    drill.begin(Wishes(seed="1", seats="one"))
    made = corrected(drill, "Unit", "")
    editor, was = made.editors["hexes"]
    assert isinstance(editor, ListEditor)
    assert editor.value() == was
    drill.press("Add", editor)
    assert len(editor.value()) == len(was) + 1
    drill.press("Remove", editor.editors[-1])
    assert made.changed_fields() == {}
    first = editor.editors[0]
    assert isinstance(first, ChoiceEditor)
    first.put("0101")
    assert made.changed_fields()["hexes"][0] == "0101"
    facing, _ = made.editors["facing"]
    assert isinstance(facing, ChoiceEditor)
    assert "Hexes: " in preview_of(drill, made)


def test_cells_of_a_chart_are_numbers_words_or_nothing(bench: Workbench) -> None:
    editor = editor_for(tuple[int | str | None, ...])
    assert isinstance(editor, ListEditor)
    editor.put([3, "elim", None, -1])
    assert editor.value() == [3, "elim", None, -1]


def test_a_chart_is_corrected_in_a_table_under_the_keys_of_its_axes(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"))
    made = dialog(peninsula, Correction, "correct")
    made.tables.setCurrentText("Chart")
    chart = next(one for one in made.view[Chart] if len(one.axes) == 2)
    made.words.setText(chart.title)
    peninsula.settle()
    assert isinstance(made.row, Chart)
    assert "axes" not in made.editors, "rules know its keys"
    editor, _ = made.editors["cells"]
    assert isinstance(editor, ChartEditor)
    assert editor.table.columnCount() == len(made.row.axes[-1].keys)
    assert editor.value() == list(made.row.cells)
    item = editor.table.item(0, 0)
    assert item is not None
    item.setText("7")
    peninsula.wait(lambda: "At " in preview_of(peninsula, made))
    rows, columns = (axis.keys for axis in made.row.axes)
    assert f"At {rows[0]}, {columns[0]}: from {made.row.cells[0]} to 7" in preview_of(peninsula, made)
    assert made.propose.isEnabled()


def test_a_standing_answer_is_left_and_withdrawn(bench: Workbench) -> None:
    with_two(bench)
    made = dialog(bench, StandingAnswers, "standing")
    made.kinds.setCurrentText("Retreat")
    made.topic.setText("cranmere")
    made.below.setValue(3)
    bench.press("Save this answer", made)
    assert [(row.side, row.kind, row.topic, row.below) for row in bench.campaign.game[StandingAnswer]] == [
        ("Blue", "Retreat", "cranmere", 3)
    ]
    assert "Blue passes when offered “Retreat” about cranmere below 3" in words(made)
    bench.press("Withdraw", made)
    assert "There are no standing answers." in words(made)
    assert len(bench.campaign.game[StandingAnswer]) == 0


def test_a_step_of_ours_ends_by_itself(bench: Workbench) -> None:
    """The step at which we are is suggested; one that there is not is refused in a sentence."""
    with_two(bench)
    made = dialog(bench, StandingAnswers, "standing")
    assert (made.kinds.currentText(), made.topic.text()) == ("End step", "March")
    bench.press("Save this answer", made)
    assert [(row.side, row.kind, row.topic) for row in bench.campaign.game[StandingAnswer]] == [
        ("Blue", "EndStep", "march")
    ]
    assert "Blue ends the step “March” unless it is called upon" in words(made)
