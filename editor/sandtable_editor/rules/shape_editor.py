"""What a house rule does: its shape, and the fields of that shape."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QWidget

from sandtable.play.rules.form_fields import FormField, fields_of, roots_at, words_at
from sandtable.play.rules.house_form import SHAPES, HouseForm, read_value, value_text, values_text
from sandtable_editor.rules.form_box import choosing, suggesting, writing
from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from sandtable.play.rules.house_form import Path


class ShapeEditor(QWidget):
    """The fields of one rule. ``reshaped``: it has another shape, or something that others hang on has changed."""

    changed = Signal()
    reshaped = Signal()

    def __init__(self, form: HouseForm, rule: int) -> None:
        super().__init__()
        self.form, self.rule = form, rule
        self.roots = roots_at(form.family, form, rule)
        said = form.rules[rule]
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        shape = str(said.get("shape", "forbid"))
        self._add("It says", writing("What the rule says", str(said.get("says", "")), partial(self._put, "says"),
                                     "One sentence, as the table reads it"))  # fmt: skip
        self._add("It does", choosing("What the rule does", SHAPES, shape, self._reshape))
        for field in fields_of(form.family, shape):
            self._add(field.title, self._box(field))

    def _add(self, title: str, box: QWidget) -> None:
        self._layout.addRow(f"{title}:", box)

    def _path(self, name: str) -> Path:
        return ("rule", self.rule, *name.split("."))

    def _box(self, field: FormField) -> QWidget:
        value = self.form.at(self._path(field.name))
        put = partial(self._put_field, field)
        box: QWidget
        if field.sort == "flag":
            box = QCheckBox()
            box.setAccessibleName(field.title)
            box.setChecked(bool(value))
            box.toggled.connect(partial(self._put, field.name))
        elif field.sort == "choice" and len(field.choices) <= 60:
            box = choosing(field.title, field.choices, value_text(value) or _first(field), put)
        elif field.sort == "choice":
            box = suggesting(field.title, field.choices, value_text(value), put)
        elif field.sort in ("word", "value"):
            box = suggesting(field.title, self._proposals(field), value_text(value), put)
        else:
            text = values_text(value)
            box = writing(field.title, text, put)
        if field.tip:
            box.setToolTip(as_tip(field.tip))
        return box

    def _proposals(self, field: FormField) -> dict[str, str]:
        words = words_at(self.form.family, self.roots)
        if field.sort == "word":
            return {one.path: one.says for one in words}
        found = {name: f"the parameter {name}" for name in self.form.said.get("parameter", {})}
        return found | {f"[{one.path}]": one.says for one in words if one.type.name == "int" and not one.of}

    def _put_field(self, field: FormField, text: str) -> None:
        value: Any = text
        if field.sort in ("value", "number"):
            value = read_value(text, self.form.said.get("parameter", {})) if text else None
        elif field.sort == "cell":
            value = [one.strip() for one in text.split(",") if one.strip()]
        elif field.name == "stage" and text == "add":
            value = None  # what it is where nothing is said
        before = self.form.at(self._path(field.name))
        self.form.put(self._path(field.name), value)
        if field.sort == "choice" and before != value:
            self.reshaped.emit()
        self.changed.emit()

    def _put(self, name: str, value: Any) -> None:
        self.form.put(self._path(name), value or None if isinstance(value, bool) else value)
        if name == "step":
            self.reshaped.emit()
        self.changed.emit()

    def _reshape(self, shape: str) -> None:
        self.form.reshape(self.rule, shape)
        self.reshaped.emit()
        self.changed.emit()


def _first(field: FormField) -> str:
    return "add" if field.name == "stage" else ""
