"""Editors for plain values, made from the type of a field: for the parameters of options, and for corrections."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.words import fit, key_title
from sandtable_editor.shell.pieces import button, name_box

NUMBER: Final = re.compile("-?[0-9]{1,9}")
LIMIT: Final = 2**31 - 1
MANY: Final = 20
"""A list of more values than this is searched by typing."""
Names = Callable[[Any], Mapping[str, str]]
"""Returns the ids that a type refers to with what they are called, none for a type that refers to nothing."""


class Editor(QWidget):
    """Holds a value as plain data; ``changed`` when it is another."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)

    def value(self) -> Any:
        """Return the value."""
        raise NotImplementedError

    def put(self, value: Any) -> None:
        """Show a value."""
        raise NotImplementedError

    def call(self, name: str) -> None:
        """Say to a screen reader what the value is of."""
        self.setAccessibleName(name)
        for widget in self.findChildren(QWidget):
            if isinstance(widget, QComboBox):
                name_box(widget, name)
            elif not isinstance(widget, Editor | QLabel | QAbstractButton) or isinstance(widget, QCheckBox):
                widget.setAccessibleName(name)


class FlagEditor(Editor):
    """Yes or no."""

    def __init__(self) -> None:
        super().__init__()
        self.box = QCheckBox()
        self.box.toggled.connect(self.changed)
        self.row.addWidget(self.box)

    def value(self) -> Any:
        return self.box.isChecked()

    def put(self, value: Any) -> None:
        self.box.setChecked(bool(value))


class NumberEditor(Editor):
    """A whole number within its bounds."""

    def __init__(self, meta: msgspec.Meta) -> None:
        super().__init__()
        self.box = QSpinBox()
        low = meta.ge if meta.ge is not None else -LIMIT if meta.gt is None else meta.gt + 1
        high = meta.le if meta.le is not None else LIMIT if meta.lt is None else meta.lt - 1
        self.box.setRange(int(low), int(high))
        if meta.multiple_of is not None:
            self.box.setSingleStep(int(meta.multiple_of))
        self.box.setMinimumWidth(80)
        self.box.valueChanged.connect(self.changed)
        self.row.addWidget(self.box)

    def value(self) -> Any:
        return self.box.value()

    def put(self, value: Any) -> None:
        self.box.setValue(value if isinstance(value, int) else 0)


class ChoiceEditor(Editor):
    """One of some values, by what each is called; where they are many one may type a part of it."""

    def __init__(self, values: Mapping[Any, str]) -> None:
        super().__init__()
        self.values = list(values)
        self.box = QComboBox()
        self.box.addItems([fit(called) for called in values.values()])
        if len(values) > MANY:
            self.box.setEditable(True)
            self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            completer = QCompleter(self.box.model(), self.box)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.box.setCompleter(completer)
        self.box.currentIndexChanged.connect(self.changed)
        self.row.addWidget(self.box, 1)

    def recommend(self, value: Any) -> None:
        """Mark the value that is recommended."""
        if value in self.values:
            self.box.setItemText(self.values.index(value), f"{value} (recommended)")

    def value(self) -> Any:
        at = self.box.currentIndex()
        return self.values[at] if at >= 0 else None

    def put(self, value: Any) -> None:
        if value not in self.values:
            self.values.append(value)
            self.box.addItem(fit(str(value)))
        self.box.setCurrentIndex(self.values.index(value))


class TextEditor(Editor):
    """A text."""

    def __init__(self, meta: msgspec.Meta) -> None:
        super().__init__()
        self.line = QLineEdit()
        if meta.max_length is not None:
            self.line.setMaxLength(meta.max_length)
        self.line.textChanged.connect(self.changed)
        self.row.addWidget(self.line)

    def value(self) -> Any:
        return self.line.text()

    def put(self, value: Any) -> None:
        self.line.setText(str(value))
        self.line.setCursorPosition(0)  # a long one shows its beginning


class LooseEditor(Editor):
    """A whole number, a word, or nothing: what a cell of a chart may hold."""

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setPlaceholderText("nothing")
        self.line.textChanged.connect(self.changed)
        self.row.addWidget(self.line)

    def value(self) -> Any:
        text = self.line.text().strip()
        return int(text) if NUMBER.fullmatch(text) else text or None

    def put(self, value: Any) -> None:
        self.line.setText("" if value is None else str(value))


class FixedEditor(Editor):
    """What no form can change: it is shown, and stays."""

    def __init__(self) -> None:
        super().__init__()
        self._value: Any = None
        self.label = QLabel()
        self.label.setObjectName("faint")
        self.label.setWordWrap(True)
        self.label.setToolTip("This cannot be corrected here")
        self.row.addWidget(self.label)

    def value(self) -> Any:
        return self._value

    def put(self, value: Any) -> None:
        self._value = value
        self.label.setText(fit(msgspec.json.encode(value).decode()))


class ListEditor(Editor):
    """Several values one below the other: each can be changed and removed, and one more added at the end."""

    def __init__(self, make: Callable[[], Editor]) -> None:
        super().__init__()
        self._make = make
        self.editors: list[Editor] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        self.add = button("Add", self._add_one, "Add one more")
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.row.addLayout(self._column, 1)

    def value(self) -> Any:
        return [one.value() for one in self.editors]

    def put(self, value: Any) -> None:
        for one in list(self.editors):
            self._drop(one)
        for one in value or ():
            self._append().put(one)

    def _append(self) -> Editor:
        editor = self._make()
        remove = button("Remove", lambda: self._remove(editor), "Remove this one")
        remove.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        editor.row.addWidget(remove)
        editor.changed.connect(self.changed)
        self.editors.append(editor)
        self._column.insertWidget(self._column.count() - 1, editor)
        self._name()
        return editor

    def _add_one(self) -> None:
        self._append().setFocus()
        self.changed.emit()

    def _remove(self, editor: Editor) -> None:
        self._drop(editor)
        self.changed.emit()

    def _drop(self, editor: Editor) -> None:
        self.editors.remove(editor)
        editor.hide()
        editor.deleteLater()
        self._name()

    def _name(self) -> None:
        """Say to a screen reader which of the values one is at."""
        for nth, editor in enumerate(self.editors, 1):
            editor.call(f"{self.accessibleName()} {nth}".strip())

    def call(self, name: str) -> None:
        super().call(name)
        self._name()


class OptionalEditor(Editor):
    """A value, or none."""

    def __init__(self, inner: Editor) -> None:
        super().__init__()
        self.inner = inner
        self.box = QCheckBox("none")
        self.box.toggled.connect(self._on_toggle)
        inner.changed.connect(self.changed)
        self.row.addWidget(inner, 1)
        self.row.addWidget(self.box)

    def _on_toggle(self, none: bool) -> None:
        self.inner.setEnabled(not none)
        self.changed.emit()

    def value(self) -> Any:
        return None if self.box.isChecked() else self.inner.value()

    def put(self, value: Any) -> None:
        self.box.setChecked(value is None)
        if value is not None:
            self.inner.put(value)


def editor_for(hint: Any, names: Names = lambda _: {}) -> Editor:
    """Return an editor for a type; of a type that no form can write the value is only shown."""
    meta = msgspec.Meta()
    while get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        meta = next((mark for mark in marks if isinstance(mark, msgspec.Meta)), meta)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        left = [one for one in get_args(hint) if one is not NoneType]
        if set(left) == {int, str}:
            return LooseEditor()
        inner = left[0] if len(left) == 1 else Any
        return OptionalEditor(editor_for(Annotated[inner, meta], names))
    if get_origin(hint) is Literal:
        return ChoiceEditor({one: str(one) for one in get_args(hint)})
    if ids := names(hint):
        return ChoiceEditor(ids)
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        inner = get_args(hint)[0]
        return FixedEditor() if _is_fixed(inner) else ListEditor(lambda: editor_for(inner, names))
    return _plain_editor(getattr(hint, "__supertype__", hint), meta)


def _plain_editor(kind: Any, meta: msgspec.Meta) -> Editor:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ChoiceEditor({one.value: one.name for one in kind})
    if kind is bool:
        return FlagEditor()
    if kind is int:
        return NumberEditor(meta)
    return TextEditor(meta) if kind is str else FixedEditor()


def _is_fixed(hint: Any) -> bool:
    """Tell whether no form can write a type: it has parts of its own."""
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def says_of(hint: Any) -> str:
    """Return what the ``Meta`` of a field says of it, empty where it says nothing."""
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, msgspec.Meta) and mark.description:
            return fit(mark.description)
    return ""


def title_of(name: str, hint: Any) -> str:
    """Return the title of a field: from its ``Meta``, else its name in words."""
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, msgspec.Meta) and mark.title:
            return fit(mark.title)
    return key_title(name)
