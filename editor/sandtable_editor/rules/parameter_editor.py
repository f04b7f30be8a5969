"""The numbers of a house rule that the table may set: each with a title, what it is at first, and its bounds."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from sandtable.play.rules.house_form import HouseForm, read_value, value_text
from sandtable_editor.rules.form_box import writing
from sandtable_editor.shell.pieces import beside, button, clear, faint, fit
from sandtable_editor.shell.theme import scaled

COLUMNS: Final = {"title": "Title", "default": "At first", "at_least": "At least", "at_most": "At most"}
TITLE: Final = 120
NUMBER: Final = 52
"""Logical pixels that a title needs at least, and that a number takes."""


class ParameterEditor(QWidget):
    """``changed``: a parameter is another."""

    changed = Signal()

    def __init__(self, form: HouseForm) -> None:
        super().__init__()
        self.form = form
        self._column = QVBoxLayout(self)
        self.show_parameters()

    def show_parameters(self, refused: str = "") -> None:
        """Lay them out anew, and say why something was not done."""
        clear(self._column)
        known: dict[str, dict[str, Any]] = self.form.said.get("parameter", {})
        if not known:
            self._column.addWidget(faint("Numbers that the table may set; a rule names one as its value."))
        else:
            self._column.addWidget(self._grid(known))
        if refused:
            why = QLabel(fit(refused))
            why.setObjectName("bad")
            why.setWordWrap(True)
            self._column.addWidget(why)
        add = button("Add a parameter", self.add, "A number that the table may set")
        self._column.addWidget(beside(add, QWidget(), stretch=1))
        self._column.addStretch(1)

    def _grid(self, known: dict[str, dict[str, Any]]) -> QWidget:
        made = QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, 0)
        for column, title in enumerate(("Name", *COLUMNS.values())):
            grid.addWidget(QLabel(title), 0, column)
        for row, (name, one) in enumerate(known.items(), 1):
            grid.addWidget(writing(f"Name of parameter {row}", name, partial(self._rename, name)), row, 0)
            for column, field in enumerate(COLUMNS, 1):
                box = writing(f"{name}: {COLUMNS[field]}", value_text(one.get(field)), partial(self._put, name, field))
                if field == "title":
                    box.setMinimumWidth(scaled(TITLE))
                else:
                    box.setMaximumWidth(scaled(NUMBER))
                grid.addWidget(box, row, column)
            remove = button("Remove", partial(self._remove, name), "Take this parameter out")
            remove.setAccessibleName(f"Remove parameter {name}")
            grid.addWidget(remove, row, len(COLUMNS) + 1)
        grid.setColumnStretch(1, 1)
        return made

    def add(self) -> None:
        """Add a parameter."""
        known = self.form.said.get("parameter", {})
        name = next(f"number{nth}" for nth in range(1, 1000) if f"number{nth}" not in known)
        self._take({**known, name: {"title": "How many", "default": 1}})

    def _rename(self, name: str, new: str) -> None:
        known = self.form.said.get("parameter", {})
        new = new.strip()
        if not new:
            self.show_parameters(f"A parameter needs a name: {name} keeps its own.")
        elif new != name and new in known:
            self.show_parameters(f"There is a parameter {new} already: {name} keeps its name, give it another.")
        elif new != name:
            self._take({(new if key == name else key): one for key, one in known.items()})

    def _put(self, name: str, field: str, text: str) -> None:
        known = self.form.said.get("parameter", {})
        value: Any = text if field == "title" else read_value(text, words=False) if text else None
        one = {key: each for key, each in {**known[name], field: value}.items() if each is not None}
        if one != known[name]:
            self.form.put(("parameter",), {**known, name: one})
            self.changed.emit()

    def _remove(self, name: str) -> None:
        self._take({key: one for key, one in self.form.said.get("parameter", {}).items() if key != name})

    def _take(self, parameters: dict[str, Any]) -> None:
        self.form.put(("parameter",), parameters)
        self.show_parameters()
        self.changed.emit()
