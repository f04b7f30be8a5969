"""What is chosen beside something else: the printed rules, what the scenario begins with, a preset; in words."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.options import Choices, resolve
from sandtable.engine.words import fit, sentence
from sandtable.play.rules.choice_words import choice_lines
from sandtable_editor.shell.pieces import Sentence, choice_box, clear, faint, scrolling

if TYPE_CHECKING:
    from sandtable.play.rules.proposals import ImpactLine
    from sandtable_editor.rules.desk import RulesDesk

PRINTED = "the printed rules"


class DifferencesPanel(QWidget):
    """A box to say with what, and the differences below it, a line each."""

    title = "Differences"

    def __init__(self, desk: RulesDesk) -> None:
        super().__init__()
        self.desk = desk
        self.box = choice_box("Compare with")
        self.box.activated.connect(self.follow)
        inside = QWidget()
        self._lines = QVBoxLayout(inside)
        scroll = scrolling(inside, "What differs")
        column = QVBoxLayout(self)
        column.addWidget(faint("What is chosen here differs from"))
        column.addWidget(self.box)
        column.addWidget(scroll, 1)
        desk.changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Say what differs now."""
        self._list()
        clear(self._lines)
        try:
            other = self._other()
        except Invalid as error:
            self._lines.addWidget(Sentence(escape(sentence(str(error)))))
            self._lines.addStretch(1)
            return
        lines = [f"<b>{escape(one.lead)}:</b> {escape(one.says)}" for one in self._found(other)]
        for line in lines or ["Nothing differs."]:
            self._lines.addWidget(Sentence(line))
        self._lines.addStretch(1)

    def _found(self, other: Choices) -> list[ImpactLine]:
        return list(choice_lines(self.desk.family, other, self.desk.choices))

    def _list(self) -> None:
        chosen = self.box.currentData()
        begun = "what is in force in the campaign" if self.desk.target.is_campaign else "what the scenario begins with"
        offered = [(PRINTED, ""), (begun, "\n")]
        offered += [(f"the preset “{one.title}”", key) for key, one in sorted(self.desk.presets.items())]
        self.box.clear()
        for words, key in offered:
            self.box.addItem(fit(words), key)
        self.box.setCurrentIndex(max(0, self.box.findData(chosen)) if chosen is not None else 0)

    def _other(self) -> Choices:
        key = self.box.currentData()
        if key == "":
            return self.desk.printed
        return self.desk.target.choices if key == "\n" else resolve(str(key), self.desk.presets)
