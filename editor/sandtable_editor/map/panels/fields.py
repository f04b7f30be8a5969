"""The form of what is selected: every field of it is an edit. Of the map itself while nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from sandtable.design.blank import size_from
from sandtable.design.edits.fields import SetInfo
from sandtable.design.edits.lines import SetLine
from sandtable.design.edits.regions import SetRegion
from sandtable.engine.words import sentence
from sandtable_editor.map.edge_form import EdgeForm
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.properties.attribute_fields import add_attributes
from sandtable_editor.map.properties.form import PropertyForm
from sandtable_editor.map.properties.hex_fields import show_hexes
from sandtable_editor.map.properties.sources import source_button
from sandtable_editor.map.properties.space_fields import region_words, show_spaces
from sandtable_editor.map.selection import title_of
from sandtable_editor.shell.pieces import faint, fit, scrolling

if TYPE_CHECKING:
    from sandtable.board.spaces import RegionId
    from sandtable_editor.map.desk import MapDesk


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
        self.form, self.edges = PropertyForm(desk), EdgeForm(desk, narrow=True)
        self.form.show_again = self.show_selected
        inside = QWidget()
        stacked = QVBoxLayout(inside)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.addWidget(self.form)
        stacked.addWidget(self.edges)
        stacked.addStretch(1)
        area = scrolling(inside, "Properties")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.heading)
        column.addWidget(area, 1)
        desk.selection.changed.connect(self.show_selected)
        desk.shown_changed.connect(self.show_selected)
        self.show_selected()

    def brought_forward(self) -> None:
        fields = [one for one in self.findChildren(QLineEdit) if one.isVisible()]
        if fields:
            fields[0].setFocus()
            fields[0].selectAll()

    def show_selected(self, _: object = None) -> None:
        """Show the form of what is selected now."""
        self.form.clear()
        now, sheet = self.desk.selection.now, self.desk.design.map
        self.heading.setText(fit(sentence(title_of(now, sheet)) if now else sheet.title))
        self.edges.show_edges(now.edges if not (now.spaces or now.lines or now.regions or now.hexes) else ())
        if now.spaces:
            show_spaces(self.form, now.spaces)
        elif now.lines:
            self._show_line(now.lines[0])
        elif now.regions:
            self._show_region(now.regions[0])
        elif now.hexes:
            show_hexes(self.form, now.hexes)
        elif not now:
            self._show_map()
        self.form.setVisible(self.form.rows.rowCount() > 0)

    def _show_line(self, id: str) -> None:
        line = next(one for one in self.desk.design.map.lines if one.id == id)
        self.form.add("Id", faint(id))
        self.form.add_text("Name", line.name, lambda text: SetLine(id, name=text))
        kinds = sorted({"river", "road", "ridge", *(one.kind for one in self.desk.design.map.lines)})
        self.form.add_choice("Kind", line.kind, kinds, lambda text: SetLine(id, kind=text))

    def _show_region(self, id: RegionId) -> None:
        sheet = self.desk.design.map
        region = sheet.region[id]
        self.form.add("Kind", faint(region.kind))
        self.form.add_text("Name", region.name, lambda text: SetRegion(id, name=text))
        named = {str(one.id): region_words(one, sheet) for one in sheet.regions if one.id != id}
        within = str(region.within or "")

        def edit(text: str) -> SetRegion:
            return SetRegion(id, within=next((one for one, words in named.items() if text in (words, one)), text))

        self.form.add_choice("Within", named.get(within, within), ["", *named.values()], edit)
        self.form.add("Values", source_button(self.desk, (id,)))
        add_attributes(self.form, (id,), (region.attributes,), lambda given: SetRegion(id, attributes=given))

    def _show_map(self) -> None:
        info = self.desk.design.map.info
        self.form.add_text("Title", info.title, lambda text: SetInfo(title=text))
        self.form.add_text("About", info.says, lambda text: SetInfo(about=text))
        self.form.add_text("Unit", info.unit, lambda text: SetInfo(unit=text))
        if self.desk.design.map.hexes is None:
            size = "{:g} by {:g}".format(*paper) if (paper := info.paper) else ""
            self.form.add_text("Size", size, lambda text: SetInfo(size=size_from(text)))
        self.form.add_text("Source", info.source, lambda text: SetInfo(source=text))
        self.form.add_text("Licence", info.licence, lambda text: SetInfo(licence=text))
        self.form.add("Values", source_button(self.desk, ()))


PANEL = FieldsPanel
