"""What the dice on the table show: typed, or clicked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QGridLayout, QPushButton

from sandtable.play.turn.entries import DiceEntry
from sandtable_editor.play.turn.fields.field import Field, LineInput
from sandtable_editor.shell.pieces import button

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft

BUTTONS: Final = 12
A_ROW: Final = 6


class DiceField(Field):
    """A line for the numbers, and a button for each face of a die that has few: of a die of 00-99 for each digit."""

    def __init__(self, draft: ActionDraft, entry: DiceEntry) -> None:
        super().__init__(draft)
        self.entry = entry
        self.line = LineInput()
        self.line.setPlaceholderText(entry.domain.says())
        self.line.textEdited.connect(self._on_text)
        self.line.returnPressed.connect(draft.go_on)
        self.column.addWidget(self.line)
        self.faces: list[QPushButton] = []
        grid = QGridLayout()
        faces = list(entry.parts())
        for at, face in enumerate(faces if len(faces) <= BUTTONS else ()):
            made = button(str(face), partial(self._on_face, face))
            made.setMinimumWidth(28)
            grid.addWidget(made, at // A_ROW, at % A_ROW)
            self.faces.append(made)
        self.column.addLayout(grid)
        self.refresh()

    def _on_text(self, text: str) -> None:
        self.entry.read(text)
        self.draft.entry_changed()

    def _on_face(self, face: int) -> None:
        self.entry.point(face)
        self.draft.entry_changed()

    def refresh(self) -> None:
        if not self.line.hasFocus() or not self.line.text():
            self.line.setText(self.entry.shown)

    def take_focus(self) -> None:
        self.line.setFocus()
