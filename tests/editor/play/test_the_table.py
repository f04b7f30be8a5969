"""What the table does beside the rules of play: options, corrections, proposals, standing answers."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QSpinBox

from sandtable.engine.state.rows import Proposal, StandingAnswer
from sandtable.play.table.sitting import Wishes
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
