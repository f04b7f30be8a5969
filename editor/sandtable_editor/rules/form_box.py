"""The boxes of the form of a house rule: what is chosen or typed is handed on as the document has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit

from sandtable_editor.shell.pieces import as_tip, fit, name_box


def choosing(name: str, choices: Mapping[str, str], value: str, put: Callable[[str], object]) -> QComboBox:
    """Return a box with choices by what each is called; what is not among them is shown as it is."""
    made = QComboBox()
    name_box(made, name)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(8)
    if value not in choices:
        made.addItem(fit(value) if value else "choose…", value)
    for key, says in choices.items():
        made.addItem(fit(says), key)
    made.setCurrentIndex(max(0, made.findData(value)))
    made.setToolTip(as_tip(made.currentText()))

    def take(at: int) -> None:
        put(str(made.itemData(at)))

    made.activated.connect(take)
    return made


def suggesting(name: str, choices: Mapping[str, str], value: str, put: Callable[[str], object]) -> QComboBox:
    """Return a box to type in, with proposals; each is told in words beside it."""
    made = QComboBox()
    name_box(made, name)
    made.setEditable(True)
    made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(7)
    for key, says in choices.items():
        made.addItem(fit(key), key)
        made.setItemData(made.count() - 1, fit(says), Qt.ItemDataRole.ToolTipRole)
    line = made.lineEdit()
    assert line is not None
    line.setAccessibleName(fit(name))
    completer = QCompleter(made.model(), made)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    made.setCompleter(completer)
    made.setEditText(fit(value))
    line.setCursorPosition(0)
    made.setToolTip(as_tip(choices.get(value, "")))
    line.editingFinished.connect(lambda: put(made.currentText().strip()))

    def take(at: int) -> None:
        put(str(made.itemData(at)))

    made.activated.connect(take)
    return made


def writing(name: str, value: str, put: Callable[[str], object], hint: str = "") -> QLineEdit:
    """Return a line to write in."""
    made = QLineEdit(fit(value))
    made.setAccessibleName(fit(name))
    made.setPlaceholderText(fit(hint))
    made.setCursorPosition(0)
    made.editingFinished.connect(lambda: put(made.text()))
    return made
