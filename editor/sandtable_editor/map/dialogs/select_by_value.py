"""Selecting what has a value: what things have in common is listed, with how many have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable.design.shared_values import ValueColumn, value_columns, values_of
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import beside_the_map, line_of_words
from sandtable_editor.map.selection import KINDS, selected_of
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable.design.patch import MapPatch
    from sandtable.design.shared_values import Thing
    from sandtable_editor.map.desk import MapDesk

VALUE: Final = Qt.ItemDataRole.UserRole
NOTHING: Final = "(no value)"
WAYS: Final = ("These, and nothing else", "These, beside what is selected", "What is selected, but these")


class SelectByValueDialog(QDialog):
    """Asks what things are looked at for, and for the values; several values may be chosen."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk = desk
        self.setWindowTitle("Select by a value")
        self.setModal(False)
        self.look_at, self.values, self.way = QComboBox(), QListWidget(), QComboBox()
        for widget, name in ((self.look_at, "Look at"), (self.values, "Values"), (self.way, "Select what")):
            widget.setAccessibleName(name)
        self.values.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.values.setUniformItemSizes(True)
        self.way.addItems(WAYS)
        self.says = line_of_words()
        form = QFormLayout()
        form.addRow("Look &at:", self.look_at)
        form.addRow("&Values:", self.values)
        form.addRow("&Select:", self.way)
        buttons, self.do = do_or_cancel(self, "Select")
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self._found: dict[str, list[Thing]] = {}
        self.look_at.currentIndexChanged.connect(self._fill_values)
        self.values.itemSelectionChanged.connect(self._say)
        self.values.doubleClicked.connect(self._double)
        self.finished.connect(self._end)
        desk.shown_changed.connect(self._map_changed)
        self.resize(scaled(380), scaled(400))
        self._columns: list[ValueColumn] = []
        self._fill(*_common(desk))
        self.values.setFocus()

    # -- what is shown

    def _fill(self, wanted: ValueColumn | None, values: Sequence[str]) -> None:
        """List what there is to look at, with one of it and some of its values chosen."""
        self._columns = value_columns(self._desk.design.map)
        blocked = self.look_at.blockSignals(True)
        self.look_at.clear()
        self.look_at.addItems([fit(one.title) for one in self._columns])
        self.look_at.setCurrentIndex(self._columns.index(wanted) if wanted and wanted in self._columns else 0)
        self.look_at.blockSignals(blocked)
        self._fill_values()
        for row in range(self.values.count()):
            item = self.values.item(row)
            item.setSelected(item.data(VALUE) in values)
            if item.isSelected():
                self.values.setCurrentItem(item)

    def _fill_values(self) -> None:
        column = self.column
        self._found = values_of(self._desk.design.map, column) if column is not None else {}
        self.values.clear()
        for value, things in self._found.items():
            item = QListWidgetItem(fit(f"{value or NOTHING} ({len(things):,})"))
            item.setData(VALUE, value)
            self.values.addItem(item)
        if not self.values.selectedItems() and self.values.count():
            self.values.setCurrentRow(0)
        self._say()

    @property
    def column(self) -> ValueColumn | None:
        """What things are looked at for."""
        at = self.look_at.currentIndex()
        return self._columns[at] if 0 <= at < len(self._columns) else None

    @property
    def chosen(self) -> list[Thing]:
        """What has one of the chosen values, each thing once."""
        values = [item.data(VALUE) for item in self.values.selectedItems()]
        return list(dict.fromkeys(thing for value in values for thing in self._found.get(value, ())))

    def _say(self) -> None:
        column = self.column
        self.do.setEnabled(column is not None and bool(self.values.selectedItems()))
        if column is None:
            self.says.setText("There is nothing on the map yet.")
        else:
            self.says.setText(count_of(len(self.chosen), *KINDS[column.of]))

    def _double(self, _: QModelIndex) -> None:
        self.accept()

    def _end(self) -> None:
        self._desk.view.setFocus()

    def _map_changed(self, _: MapPatch) -> None:
        self._fill(self.column, [item.data(VALUE) for item in self.values.selectedItems()])

    # -- what is done

    def accept(self) -> None:
        """Select them."""
        column = self.column
        if column is None or not self.values.selectedItems():
            return
        these, now = selected_of(column.of, self.chosen), self._desk.selection.now
        way = self.way.currentIndex()
        self._desk.selection.set(these if way == 0 else now.joined(these) if way == 1 else now.without(these))
        super().accept()


def _common(desk: MapDesk) -> tuple[ValueColumn | None, list[str]]:
    """Return what to look at first: the kind, the terrain or the standing of the first thing that is selected."""
    now, sheet = desk.selection.now, desk.design.map
    if now.spaces:
        return ValueColumn("spaces", "kind"), [sheet.graph[now.spaces[0]].kind]
    if now.hexes and sheet.hexes is not None:
        return ValueColumn("hexes", "terrain"), list(sheet.by_number.terrain(now.hexes[0])) or [""]
    if now.edges and now.edges[0] in sheet.graph.edges:
        return ValueColumn("edges", "known as"), [sheet.graph.edges[now.edges[0]].status]
    if now.lines:
        return ValueColumn("lines", "kind"), [one.kind for one in sheet.lines if one.id == now.lines[0]]
    return None, []


def select_by_value(desk: MapDesk) -> None:
    """Open the dialog beside the map."""
    beside_the_map(SelectByValueDialog(desk))


COMMANDS: Final = (
    DeskCommand(
        "map_select_alike", "Edit", "Select by a &value…", select_by_value, "F3",
        hint="Select all that has the same kind, terrain, level or attribute",
    ),
)  # fmt: skip
