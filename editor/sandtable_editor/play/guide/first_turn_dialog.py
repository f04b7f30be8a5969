"""Which side somebody plays who has never played: bots play the others, and the guide goes along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import as_tip, faint, fit

if TYPE_CHECKING:
    from sandtable.play.guide.first_turns import FirstTurn
    from sandtable.play.table.sitting import Sitting

SAYS: Final = "Choose whom you play. Bots play the others, and a guide explains every question."


class FirstTurnDialog(QDialog):
    """The dialog; when it is accepted, ``sitting`` is the campaign that was begun."""

    def __init__(self, turns: Sequence[FirstTurn], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("A guided first turn")
        self.resize(560, 380)
        self.turns = list(turns)
        self.sitting: Sitting | None = None
        self.list = QListWidget()
        self.list.setAccessibleName("Scenarios and sides")
        self.list.ensurePolished()  # or rows are laid out before they have their height, and lie over each other
        for turn in self.turns:
            item = QListWidgetItem(fit(turn.title))
            item.setToolTip(as_tip(turn.start.scenario.says))
            self.list.addItem(item)
        self.list.currentRowChanged.connect(self._tell)
        self.list.itemActivated.connect(self.begin)
        self.says = faint("")
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        begins = buttons.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        begins.setDefault(True)
        begins.setEnabled(bool(self.turns))
        buttons.accepted.connect(self.begin)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (faint(SAYS), self.list, self.says, self.wrong, buttons):
            column.addWidget(widget)
        self.list.setCurrentRow(0)

    def _tell(self, row: int) -> None:
        self.says.setText(fit(self.turns[row].start.scenario.says) if row >= 0 else "")

    def begin(self) -> None:
        """Begin what is chosen."""
        try:
            self.sitting = self.turns[self.list.currentRow()].begin()
        except SandtableError as error:
            self.wrong.setText(fit(sentence(str(error))))
            self.wrong.show()
            return
        self.accept()
