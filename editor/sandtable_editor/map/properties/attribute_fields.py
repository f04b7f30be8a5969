"""Attributes of spaces and regions: each with where its value comes from, and a row for another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit

from sandtable.design.attribute_values import common_value, read_value, value_text
from sandtable_editor.map.properties.sources import source_button
from sandtable_editor.shell.pieces import beside, button

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.board.spaces import Attributes
    from sandtable.design.edits.edit import Given, MapEdit
    from sandtable_editor.map.properties.form import PropertyForm


def add_attributes(
    form: PropertyForm,
    ids: Sequence[str],
    held: Sequence[Attributes],
    give: Callable[[Given], MapEdit],
    *,
    besides: Sequence[str] = (),
) -> None:
    """Add a row for each attribute that one of several things has, but for ``besides``, and one for another."""
    names = dict.fromkeys(name for attributes in held for name, _ in attributes if name not in besides)
    for name in names:
        _add_attribute(form, ids, name, held, give)
    _add_new(form, give)


def _add_attribute(
    form: PropertyForm, ids: Sequence[str], name: str, held: Sequence[Attributes], give: Callable[[Given], MapEdit]
) -> None:
    values = [dict(attributes).get(name) for attributes in held]
    shown = common_value([value_text(one) for one in values])
    source = source_button(form.desk, ids, name)
    field = form.add_text(name, shown, lambda text: give({name: read_value(text, values)}), source)
    field.setToolTip(source.toolTip())


def _add_new(form: PropertyForm, give: Callable[[Given], MapEdit]) -> None:
    name, value = QLineEdit(), QLineEdit()
    name.setPlaceholderText("Attribute")
    value.setPlaceholderText("Value")
    name.setAccessibleName("New attribute")
    value.setAccessibleName("Value of the new attribute")

    def add() -> None:
        if name.text().strip():
            form.do(lambda: give({name.text().strip(): read_value(value.text(), [])}))

    value.returnPressed.connect(add)
    form.add_whole(beside(name, value, button("&Add", add, "Give what is selected another attribute"), stretch=1))
