"""The form of what is selected: name, kind, region, attributes with where each value comes from; of several at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from sandtable.design.attribute_values import common_value, read_value, value_text
from sandtable.design.edits.fields import SetFields, SetInfo
from sandtable.design.edits.hexes import NameHex
from sandtable.design.edits.lines import SetLine
from sandtable.design.edits.regions import PaintRegion, SetRegion
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.tools.select.menu import title_of
from sandtable_editor.shell.pieces import as_tip, beside, button, faint, fit

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.spaces import Attributes, SpaceId
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk

SEVERAL: Final = "(different values)"
KINDS: Final = ("land", "sea", "city", "port", "blockade", "box", "lake", "impassable")
"""Kinds that are offered beside those of the map."""


class FieldsPanel(MapPanel):
    """The properties of what is selected; of the map itself while nothing is."""

    key, title, keys = "fields", "Properties", "F4"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.heading = QLabel()
        self.heading.setWordWrap(True)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        inside = QWidget()
        self._form = QFormLayout(inside)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        area.setAccessibleName("Properties")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.heading)
        column.addWidget(area, 1)
        desk.selection.changed.connect(self.show_selected)
        desk.shown_changed.connect(self.show_selected)
        self.show_selected()

    def brought_forward(self) -> None:
        fields = self.findChildren(QLineEdit)
        if fields:
            fields[0].setFocus()
            fields[0].selectAll()

    def show_selected(self, _: object = None) -> None:
        """Show the form of what is selected now."""
        while self._form.rowCount():
            row: Any = self._form.takeRow(0)
            for item in (row.labelItem, row.fieldItem):
                _put_away(item)
        now = self.desk.selection.now
        self.heading.setText(fit(title_of(now, self.desk.design.map) if now else self.desk.design.map.title))
        if now.spaces:
            self._show_spaces(now.spaces)
        elif now.lines:
            self._show_line(now.lines[0])
        elif now.regions:
            self._show_region()
        elif now.hexes:
            self._show_hex(now.hexes[0])
        elif not now:
            self._show_map()

    # -- forms

    def _show_spaces(self, ids: tuple[SpaceId, ...]) -> None:
        sheet = self.desk.design.map
        spaces = [sheet.graph[id] for id in ids]
        if len(ids) == 1:
            self._add("Id", faint(ids[0]))
        self._add_text("Name", common_value([one.name for one in spaces]), lambda text: SetFields(ids, name=text))
        kinds = sorted({*KINDS, *(one.kind for one in sheet.graph.spaces.values())})
        self._add_choice(
            "Kind", common_value([one.kind for one in spaces]), kinds, lambda text: SetFields(ids, kind=text)
        )
        self._show_regions(ids, [one.attributes for one in spaces])
        held = [one.attributes for one in spaces]
        inside = {region.kind for region in sheet.regions}
        names = dict.fromkeys(name for attributes in held for name, _ in attributes if name not in inside)
        for name in names:
            self._add_attribute(ids, name, held)
        self._add_new(ids)

    def _show_regions(self, ids: tuple[SpaceId, ...], held: list[Attributes]) -> None:
        """Show in which region of each kind the spaces lie."""
        sheet = self.desk.design.map
        for kind in dict.fromkeys(region.kind for region in sheet.regions):
            of_kind = [str(region.id) for region in sheet.regions if region.kind == kind]
            values = [str(dict(attributes).get(kind, "")) for attributes in held]

            def edit(text: str, kind: str = kind) -> MapEdit:
                found = next((region.id for region in sheet.regions if region.id == text and region.kind == kind), None)
                if text and found is None:
                    raise Invalid(f"there is no {kind} {text!r}: choose one, or add it first")
                return PaintRegion(ids, found, "" if found is not None else kind)

            self._add_choice(kind.capitalize(), common_value(values), ["", *of_kind], edit)

    def _add_attribute(self, ids: tuple[SpaceId, ...], name: str, held: list[Attributes]) -> None:
        values = [dict(attributes).get(name) for attributes in held]
        shown = common_value([value_text(one) for one in values])
        field = self._add_text(name, shown, lambda text: SetFields(ids, attributes={name: read_value(text, values)}))
        origins = {word.source or word.origin for id in ids if (word := self.desk.design.map.origin_of(id, name))}
        field.setToolTip(
            as_tip(f"From: {', '.join(sorted(map(str, origins)))}" if origins else "Nothing says where it comes from")
        )

    def _add_new(self, ids: tuple[SpaceId, ...]) -> None:
        name, value = QLineEdit(), QLineEdit()
        name.setPlaceholderText("Attribute")
        value.setPlaceholderText("Value")
        name.setAccessibleName("New attribute")
        value.setAccessibleName("Value of the new attribute")

        def add() -> None:
            if name.text().strip():
                self._do(lambda: SetFields(ids, attributes={name.text().strip(): read_value(value.text(), [])}))

        value.returnPressed.connect(add)
        self._form.addRow(
            beside(name, value, button("&Add", add, "Give what is selected another attribute"), stretch=1)
        )

    def _show_line(self, id: str) -> None:
        line = next(one for one in self.desk.design.map.lines if one.id == id)
        self._add("Id", faint(id))
        self._add_text("Name", line.name, lambda text: SetLine(id, name=text))
        kinds = sorted({"river", "road", "ridge", *(one.kind for one in self.desk.design.map.lines)})
        self._add_choice("Kind", line.kind, kinds, lambda text: SetLine(id, kind=text))

    def _show_region(self) -> None:
        sheet = self.desk.design.map
        region = sheet.region[self.desk.selection.regions[0]]
        self._add("Kind", faint(region.kind))
        self._add_text("Name", region.name, lambda text: SetRegion(region.id, name=text))
        others = ["", *(str(one.id) for one in sheet.regions if one.id != region.id)]
        self._add_choice("Within", str(region.within or ""), others, lambda text: SetRegion(region.id, within=text))

    def _show_hex(self, id: SpaceId) -> None:
        sheet = self.desk.design.map
        name = sheet.hexes.names.get(sheet.by_number.at(id), "") if sheet.hexes is not None else ""
        self._add_text("Name", name, lambda text: NameHex(id, text))
        for what, value in sheet.space(id).attributes:
            self._add(what.capitalize(), faint(value_text(value)))

    def _show_map(self) -> None:
        info = self.desk.design.map.info
        self._add_text("Title", info.title, lambda text: SetInfo(title=text))
        self._add_text("About", info.says, lambda text: SetInfo(about=text))
        self._add_text("Unit", info.unit, lambda text: SetInfo(unit=text))
        self._add_text("Source", info.source, lambda text: SetInfo(source=text))
        self._add_text("Licence", info.licence, lambda text: SetInfo(licence=text))

    # -- fields

    def _add(self, text: str, widget: QWidget) -> None:
        self._form.addRow(fit(f"{text}:"), widget)

    def _add_text(self, name: str, value: str | None, edit: Callable[[str], MapEdit]) -> QLineEdit:
        field = QLineEdit(fit(value or ""))
        field.setAccessibleName(fit(name))
        field.setCursorPosition(0)
        if value is None:
            field.setPlaceholderText(SEVERAL)

        def done() -> None:
            if field.isModified():
                field.setModified(False)
                self._do(partial(edit, field.text().strip()))

        field.editingFinished.connect(done)
        self._add(name, field)
        return field

    def _add_choice(self, name: str, value: str | None, among: list[str], edit: Callable[[str], MapEdit]) -> None:
        field = QComboBox()
        field.setAccessibleName(fit(name))
        field.setEditable(True)
        field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        field.addItems([fit(one) for one in among])
        field.setCurrentText(fit(value or ""))
        line = field.lineEdit()
        if value is None and line is not None:
            line.setPlaceholderText(SEVERAL)

        def done() -> None:
            if field.currentText() != (value or ""):
                self._do(partial(edit, field.currentText().strip()))

        field.activated.connect(done)
        if line is not None:
            line.editingFinished.connect(done)
        self._add(name, field)

    def _do(self, make: Callable[[], MapEdit]) -> None:
        """Do what a field says; what it cannot say is told, and the field shows again what there is."""
        try:
            edit = make()
        except Invalid as error:
            self.desk.refuse(sentence(str(error)))
            self.show_selected()
            return
        if self.desk.design.do(edit) is None:
            self.show_selected()


def _put_away(item: Any) -> None:
    """Take a field away a little later: it may be the one that has just been filled."""
    widget = item.widget() if item is not None else None
    if isinstance(widget, QWidget):
        for one in (widget, *widget.findChildren(QWidget)):
            one.blockSignals(True)
        widget.hide()
        widget.deleteLater()


PANEL = FieldsPanel
