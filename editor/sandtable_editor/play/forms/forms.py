"""Editors for plain values, made from the type of a field: for the parameters of options, and for corrections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from sandtable.engine.words import fit

LIMIT: Final = 2**31 - 1
Names = Callable[[Any], Sequence[str]]
"""Returns the ids that a type refers to, none for a type that refers to no table."""


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
    """One of some values."""

    def __init__(self, values: Sequence[Any]) -> None:
        super().__init__()
        self.values = list(values)
        self.box = QComboBox()
        self.box.addItems([fit(str(one)) for one in self.values])
        self.box.currentIndexChanged.connect(self.changed)
        self.row.addWidget(self.box)

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


class JsonEditor(Editor):
    """Anything else, as JSON; while it is none the text itself is the value, which no field takes."""

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setToolTip("A value as JSON")
        self.line.textChanged.connect(self.changed)
        self.row.addWidget(self.line)

    def value(self) -> Any:
        try:
            return msgspec.json.decode(self.line.text())
        except msgspec.DecodeError:
            return self.line.text()

    def put(self, value: Any) -> None:
        self.line.setText(msgspec.json.encode(value).decode())
        self.line.setCursorPosition(0)


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


def editor_for(hint: Any, names: Names = lambda _: ()) -> Editor:
    """Return an editor for a type; what is no plain type is written as JSON."""
    meta = msgspec.Meta()
    while get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
        meta = next((mark for mark in marks if isinstance(mark, msgspec.Meta)), meta)
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        left = [one for one in get_args(hint) if one is not NoneType]
        inner = left[0] if len(left) == 1 else Any
        return OptionalEditor(editor_for(Annotated[inner, meta], names))
    if get_origin(hint) is Literal:
        return ChoiceEditor(get_args(hint))
    if ids := names(hint):
        return ChoiceEditor(ids)
    plain = getattr(hint, "__supertype__", hint)
    if plain is bool:
        return FlagEditor()
    if plain is int:
        return NumberEditor(meta)
    return TextEditor(meta) if plain is str else JsonEditor()


def title_of(name: str, hint: Any) -> str:
    """Return the title of a field: from its ``Meta``, else its name in words."""
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, msgspec.Meta) and mark.title:
            return fit(mark.title)
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]
