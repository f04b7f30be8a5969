"""A whole number of a range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QSpinBox

from sandtable.play.turn.entries import NumberEntry
from sandtable_editor.play.turn.fields.field import ADVISED, Field

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft

SLIDES: Final = 200
LIMIT: Final = 2**31 - 1


class NumberField(Field):
    """A box to type in or to count with, and a slider where the range is short."""

    def __init__(self, draft: ActionDraft, entry: NumberEntry) -> None:
        super().__init__(draft)
        self.entry = entry
        domain = entry.domain
        self.box = QSpinBox()
        self.box.setRange(max(domain.low, -LIMIT), min(domain.high, LIMIT))
        self.box.setSingleStep(domain.step)
        self.box.setMinimumWidth(90)
        self.box.valueChanged.connect(self._on_number)
        row = QHBoxLayout()
        row.addWidget(self.box)
        row.addWidget(QLabel(domain.says()), 1)
        self.advice = QLabel()
        self.advice.setObjectName("advice")
        self.advice.hide()
        row.addWidget(self.advice)
        self.column.addLayout(row)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        steps = (domain.high - domain.low) // domain.step
        self.slider.setRange(0, max(0, min(steps, SLIDES)))
        self.slider.valueChanged.connect(self._on_slide)
        self.column.addWidget(self.slider)
        self.slider.setVisible(1 < steps <= SLIDES)
        self.refresh()

    def point_at(self, value: object) -> None:
        self.advice.setText(f"{ADVISED}: {value}" if isinstance(value, int) else "")
        self.advice.setVisible(isinstance(value, int))
        self.box.setAccessibleDescription(self.advice.text())

    def _on_number(self, value: int) -> None:
        if value != self.entry.value:
            self.entry.value = value
            self.draft.entry_changed()

    def _on_slide(self, at: int) -> None:
        self.box.setValue(self.entry.domain.low + at * self.entry.domain.step)

    def refresh(self) -> None:
        self.box.setValue(self.entry.value)
        self.slider.setValue((self.entry.value - self.entry.domain.low) // self.entry.domain.step)

    def take_focus(self) -> None:
        self.box.setFocus()
        self.box.selectAll()
