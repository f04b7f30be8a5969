"""A text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.play.fields.entries import Words
from sandtable_editor.play.fields.field import Field, Line

if TYPE_CHECKING:
    from sandtable_editor.play.hand import Hand


class WordsField(Field):
    """A line to type in."""

    def __init__(self, hand: Hand, entry: Words) -> None:
        super().__init__(hand)
        self.entry = entry
        self.line = Line(entry.text)
        self.line.setPlaceholderText(entry.domain.says())
        self.line.setMaxLength(entry.domain.most)
        self.line.textChanged.connect(self._typed)
        self.line.returnPressed.connect(hand.go_on)
        self.column.addWidget(self.line)

    def _typed(self, text: str) -> None:
        if text != self.entry.text:
            self.entry.text = text
            self.hand.edited()

    def refresh(self) -> None:
        if self.line.text() != self.entry.text:
            self.line.setText(self.entry.text)

    def take_focus(self) -> None:
        self.line.setFocus()
