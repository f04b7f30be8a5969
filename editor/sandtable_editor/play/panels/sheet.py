"""A sheet of facts: each with its value, and the parts it is made of."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from sandtable.present import Sheet, SheetEntry
from sandtable_editor.play.panels.bar import Bar
from sandtable_editor.play.panels.reasons_box import rule_link
from sandtable_editor.shell.pieces import Sentence


class SheetView(QFrame):
    """A sheet; its title leads to the place it is about."""

    rule_clicked = Signal(str)
    place_clicked = Signal(str)

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.setObjectName("card")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        if sheet.colour is not None:
            stripe = QFrame()
            stripe.setFixedHeight(5)
            stripe.setStyleSheet(f"background: {sheet.colour}; border: none;")
            column.addWidget(stripe)
        column.addWidget(self._title(sheet))
        grid = QGridLayout()
        grid.setContentsMargins(10, 0, 10, 0)
        grid.setHorizontalSpacing(12)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        line = 0
        for entry in sheet.entries:
            line = self._entry(grid, line, entry)
        column.addLayout(grid)
        column.addStretch(1)

    def _title(self, sheet: Sheet) -> QWidget:
        title = Sentence(f"<b>{escape(sheet.title)}</b>")
        if sheet.about is not None:
            title.setText(f'<b><a href="{escape(sheet.about)}">{escape(sheet.title)}</a></b>')
            title.setToolTip("Show on the map")
            title.rule_clicked.connect(self.place_clicked)
        title.setContentsMargins(10, 6, 10, 2)
        return title

    def _entry(self, grid: QGridLayout, line: int, entry: SheetEntry) -> int:
        cited = f"  ({rule_link(entry.rule)})" if entry.rule else ""
        title = Sentence(f"{escape(entry.title)}{cited}")
        title.rule_clicked.connect(self.rule_clicked)
        value = Sentence(f"<b>{escape(entry.value)}</b>")
        value.setWordWrap(len(entry.value) > 16)
        if len(entry.value) > 20:  # a sentence has a line of its own
            grid.addWidget(title, line, 0, 1, 2)
            grid.addWidget(value, line + 1, 0, 1, 2)
            line += 1
        else:
            grid.addWidget(title, line, 0)
            grid.addWidget(value, line, 1)
        if entry.bar is not None:
            line += 1
            grid.addWidget(Bar(*entry.bar), line, 0, 1, 2)
        for reason in entry.reasons:
            line += 1
            part = QLabel(f"  {reason}")
            part.setObjectName("faint")
            part.setWordWrap(True)
            grid.addWidget(part, line, 0, 1, 2)
        return line + 1
