"""A text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.play.turn.entries import TextEntry
from sandtable_editor.play.turn.fields.field import Field, LineInput

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft


class WordsField(Field):
    """A line to type in."""

    def __init__(self, draft: ActionDraft, entry: TextEntry) -> None:
        super().__init__(draft)
        self.entry = entry
        self.line = LineInput(entry.text)
        self.line.setPlaceholderText(entry.domain.says())
        self.line.setMaxLength(entry.domain.most)
        self.line.textChanged.connect(self._on_text)
        self.line.returnPressed.connect(draft.go_on)
        self.column.addWidget(self.line)

    def _on_text(self, text: str) -> None:
        if text != self.entry.text:
            self.entry.text = text
            self.draft.entry_changed()

    def refresh(self) -> None:
        if self.line.text() != self.entry.text:
            self.line.setText(self.entry.text)

    def take_focus(self) -> None:
        self.line.setFocus()
