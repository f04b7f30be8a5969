"""What is fought for, in sentences with fields in them; above them how the game says that it is won."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sandtable.design.scenario.aim_sentences import AimSentence, add_row, aim_sentences
from sandtable.design.scenario.row_forms import RowField
from sandtable.present.presentation import standing
from sandtable_editor.scenario.declared import Declared
from sandtable_editor.scenario.deleting_rows import ask_to_delete
from sandtable_editor.scenario.field_boxes import RowFieldBox
from sandtable_editor.scenario.flow_layout import FlowLayout
from sandtable_editor.scenario.panels.field_panel import FieldPanel
from sandtable_editor.shell.pieces import bold, button, clear, faint, fit

if TYPE_CHECKING:
    from sandtable.present.set_up_forms import AimForm
    from sandtable_editor.scenario.open_scenario import OpenScenario

NONE: Final = "This game has nothing about victory that a scenario could say otherwise."
WORD: Final = re.compile(r"\S+\s*")


class AimsPanel(FieldPanel):
    """The sentences; each field in them is an edit."""

    key, title, keys, order = "aims", "Victory", "Ctrl+F8", 48

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.declared = Declared()
        self.buttons: list[QWidget] = []
        self.aim, self.scores = QLabel(), faint("")
        self.aim.setWordWrap(True)
        self.sentences = QVBoxLayout()
        self.stacked.addWidget(self.aim)
        self.stacked.addWidget(self.scores)
        self.stacked.addLayout(self.sentences)
        self.stacked.addStretch(1)
        scenario.laid_changed.connect(self.follow)

    def refill(self) -> None:
        """Show the sentences as they are now."""
        self.declared.follow(self.scenario.design)
        found = [(form, aim_sentences(self.scenario.design, form)) for form in self.declared.aims]
        built = [(form, [(one.id, one.there) for one in some]) for form, some in found]
        if built != self._built:
            self._built = built
            self._build(found)
        for box in self.boxes:
            box.show()
        self._tell_standing()

    def _tell_standing(self) -> None:
        """Say how the game is won, and how the sides stand at the start."""
        told = self.scenario.asked(standing, None)
        self.aim.setText(fit(told.aim if told is not None else "" if self.declared.aims else NONE))
        scores = [f"{one.side}: {one.says}" for one in told.scores] if told is not None else []
        self.scores.setText(fit(f"At the start {'; '.join(scores)}." if scores else ""))
        for label in (self.aim, self.scores):
            label.setVisible(bool(label.text()))

    def _build(self, found: list[tuple[AimForm, list[AimSentence]]]) -> None:
        clear(self.sentences)
        self.boxes, self.buttons = [], []
        for form, sentences in found:
            if form.title:
                self.sentences.addWidget(bold(form.title))
            for one in sentences:
                self.sentences.addWidget(self._sentence(one) if one.there else self._adding(one))

    def _sentence(self, one: AimSentence) -> QWidget:
        made = QWidget()
        line = FlowLayout(made)
        for part in one.parts:
            if isinstance(part, RowField):
                box = RowFieldBox(self.scenario, one.form.table, (one.id,), part, f"{part.title} of {one.id}")
                self.boxes.append(box)
                line.addWidget(box.widget)
            else:
                for word in WORD.findall(part):
                    line.addWidget(QLabel(fit(word.strip())))
        remove = button("Remove", lambda: ask_to_delete(self.scenario, [(one.form.table, one.id)]))
        remove.setAccessibleName(fit(f"Remove {one.form.title or one.form.table} {one.id}"))
        line.addWidget(remove)
        return made

    def _adding(self, one: AimSentence) -> QWidget:
        what = one.form.title or one.form.table
        says = f"Add: {what}" if one.form.row else f"Add: {what}, for {one.id}"
        made = button(says, lambda: self.scenario.do(add_row(self.scenario.design, one.form, one.id)))
        self.buttons.append(made)
        return made


PANEL = AimsPanel
