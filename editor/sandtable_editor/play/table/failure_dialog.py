"""When a rule has failed, or rules have changed since the campaign was played last: the table decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMessageBox, QVBoxLayout, QWidget

from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.words import sentence
from sandtable.play.table.changed_rules import list_changes, summarize_changes
from sandtable.play.table.going_back import last_playable
from sandtable_editor.shell.pieces import button, faint, fit

if TYPE_CHECKING:
    from sandtable.play.table.sitting import Sitting
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.table.table_council import TableCouncil


class FailureDialog(QDialog):
    """A rule has failed; the position is what it was."""

    def __init__(
        self, campaign: Campaign, council: TableCouncil, error: Broken, leave: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("A rule has failed")
        self.setMinimumWidth(520)
        self.campaign, self.council, self.error = campaign, council, error
        self._leave = leave
        self.said = faint("")
        says = faint(sentence(str(error)))
        says.setObjectName("bad")
        column = QVBoxLayout(self)
        column.addWidget(says)
        column.addWidget(faint("Nothing is lost: the position has not changed. The table decides how to go on."))
        module = campaign.sitting.option_at_fault(error)
        column.addWidget(button("Try again", self._again))
        column.addWidget(button("Go back to the last playable position", self._back))
        if module:
            title = campaign.referee.family.option_title(module)
            column.addWidget(button(f"Go on without “{title}”, if all agree", lambda: self._without(module)))
        column.addWidget(button("Write a report, with a copy of the campaign", self._report))
        column.addWidget(button("Close the campaign; you can continue it later", self._close))
        column.addWidget(self.said)

    def _again(self) -> None:
        self.accept()
        self.campaign.do(bool)  # it is worked out anew what is asked

    def _back(self) -> None:
        to = last_playable(self.campaign.referee, present=self.campaign.failed_over_answer)
        self.accept()
        self.campaign.goto(to, agreed=True)

    def _without(self, module: str) -> None:
        self.accept()
        self.council.all_agree(
            f"go on without “{self.campaign.referee.family.option_title(module)}”?",
            str(self.error),
            lambda: self.campaign.do(lambda referee: referee.without(module)),
        )

    def _report(self) -> None:
        try:
            path = self.campaign.sitting.report(self.error)
        except SandtableError as failure:
            self.said.setText(str(failure))
        else:
            self.said.setText(
                fit(f"The report was written to {path}. It holds the whole campaign, hidden information included.")
            )

    def _close(self) -> None:
        self.accept()
        self._leave()


def ask_about_unended(sitting: Sitting, parent: QWidget, then: Callable[[], object]) -> None:
    """Name what did not come to an end when the campaign was played last, and offer to leave it out."""
    note = sitting.unended
    if note is None:
        then()
        return
    module = sitting.option(note.module)
    box = QMessageBox(
        QMessageBox.Icon.Warning, "A rule did not finish", f"When this campaign was last played, {note}.", parent=parent
    )  # fmt: skip
    box.setTextFormat(Qt.TextFormat.PlainText)
    title = sitting.referee.family.option_title(module)
    leave_out = box.addButton(f"Go on without “{title}”", QMessageBox.ButtonRole.AcceptRole) if module else None
    goes_on = box.addButton("Keep it and go on", QMessageBox.ButtonRole.RejectRole)
    box.setEscapeButton(goes_on)

    def on_answer() -> None:
        without = leave_out is not None and box.clickedButton() is leave_out
        box.deleteLater()
        if without:
            try:
                sitting.referee.without(module)
            except SandtableError as failure:
                sitting.notices.append(str(failure))
        sitting.settle_unended()
        then()

    box.finished.connect(on_answer)
    box.open()


def ask_about_changes(
    sitting: Sitting, parent: QWidget, then: Callable[[], object], otherwise: Callable[[], object]
) -> None:
    """Go on at once where the rules are the same; else show what has changed, and ask."""
    found, each = summarize_changes(sitting.referee), list_changes(sitting.referee)
    if not found:
        then()
        return
    box = QMessageBox(
        QMessageBox.Icon.Question, "Rules have changed", "The rules have changed since this campaign was last played.",
        parent=parent,
    )  # fmt: skip
    box.setInformativeText("\n".join(f"• {line}" for line in found))
    if len(each) > len(found):
        box.setDetailedText("\n".join(each))  # a button shows and hides them
    goes_on = box.addButton("Go on with the changed rules", QMessageBox.ButtonRole.AcceptRole)
    leaves = box.addButton("Do not open", QMessageBox.ButtonRole.RejectRole)
    box.setEscapeButton(leaves)

    def on_answer() -> None:
        agreed = box.clickedButton() is goes_on
        box.deleteLater()
        if agreed:
            sitting.referee.accept_rules(epoch_of(sitting.referee))
            then()
        else:
            otherwise()

    box.finished.connect(on_answer)
    box.open()
