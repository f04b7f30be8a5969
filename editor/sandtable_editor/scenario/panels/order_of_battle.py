"""The order of battle: who is still to place, pieces added and copied in numbers, placed by name, taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLabel, QLineEdit, QSpinBox, QVBoxLayout

from sandtable.present import setting_up
from sandtable_editor.scenario.deleting_rows import ask_to_delete
from sandtable_editor.scenario.order_tree import OrderTree
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.placing import Placing
from sandtable_editor.shell.pieces import beside, button, choice_box, fit, narrow

if TYPE_CHECKING:
    from sandtable.present.set_up import PieceTemplate
    from sandtable_editor.scenario.open_scenario import OpenScenario, RowName

MOST: Final = 99
"""Pieces that are added or copied at once."""


class OrderPanel(ScenarioPanel):
    """The tree, a line to type a place in, the kinds of pieces that can be added."""

    key, title, side, order = "order_of_battle", "Order of battle", "left", 10
    keys = "Ctrl+1"
    can_wait = True

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.placing = Placing(scenario)
        self.tree = OrderTree(self.placing.name)
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.place = QLineEdit()
        self.place.setAccessibleName("Place")
        self.place.setPlaceholderText("A place, by its name or number")
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.place.setCompleter(completer)
        self.put = button("&Put there", self._put, "Place what is selected in this place (Enter)")
        self.off = button("&Off the map", self._take_off, "Let what is selected stand nowhere: it is still to place")
        self.next = button("Next to pl&ace", self._go_on, "Go to the next one that is still to place")
        self.kinds = narrow(choice_box("What to add"), 12)
        self.many = QSpinBox()
        self.many.setRange(1, MOST)
        self.many.setAccessibleName("How many")
        self.add = button("A&dd", self._add, "Add so many of this kind: in the place that is typed, or still to place")
        self.copy = button("&Copy", self._copy, "Copy what is selected so many times, under the next numbers")
        self.delete = button("De&lete…", self._delete, "Take what is selected out of the scenario (Delete)")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.tree, 1)
        column.addWidget(self.state)
        column.addWidget(beside(self.place, self.put))
        column.addWidget(beside(self.kinds, self.many, self.add))
        column.addWidget(beside(self.next, self.off))
        column.addWidget(beside(self.copy, self.delete))
        self.setFocusProxy(self.tree)
        self._templates: list[PieceTemplate] = []
        self._listed: object = None
        self.place.returnPressed.connect(self._put)
        self.tree.chosen.connect(scenario.select)
        self.tree.joined.connect(self._join)
        self.tree.itemActivated.connect(self._ask_place)
        scenario.laid_changed.connect(self.renew)
        scenario.selected.connect(self._mark)
        scenario.window.theme.changed.connect(self.tree.wear)

    # -- what is shown

    def refill(self) -> None:
        """Show the order of battle as it is laid out now."""
        branches = self.scenario.branches()
        self.tree.show_branches(branches)
        self.tree.mark(self.scenario.selection)
        self._list_places()
        self._list_kinds(self.scenario.asked_all(setting_up.templates))
        to_place = sum(one.to_place for one in branches)
        over = [one for one in self.scenario.asked_all(setting_up.limits) if one.is_over]
        nobody = "Not laid out" if self.scenario.laid_wrong else "No sides yet"
        told = [f"{to_place} still to place" if to_place else "Everything is placed" if branches else nobody]
        told += [f"{one.title}: {one.used} of {one.most}{f' ({one.rule})' if one.rule else ''}" for one in over]
        self.state.setText(fit("\n".join(told)))
        self.next.setEnabled(to_place > 0)
        self._follow()

    def _list_places(self) -> None:
        sheet = self.scenario.design.map
        if sheet is None or sheet is self._listed:
            return
        self._listed = sheet
        self._names.setStringList(sorted({sheet.name(space) for space in sheet.graph.spaces}))

    def _list_kinds(self, templates: list[PieceTemplate]) -> None:
        if templates == self._templates:
            return
        chosen = self.kinds.currentText()
        self._templates = templates
        self.kinds.clear()
        self.kinds.addItems([fit(one.title) for one in templates])
        self.kinds.setCurrentIndex(max(0, self.kinds.findText(chosen)))
        self.add.setEnabled(bool(templates))

    def _mark(self, rows: tuple[RowName, ...]) -> None:
        self.tree.mark(rows)
        self._follow()

    def _follow(self) -> None:
        rows = self.scenario.selection
        placed = any(self.placing.field_of(row) for row in rows)
        self.put.setEnabled(bool(rows))
        self.off.setEnabled(placed)
        self.copy.setEnabled(len(rows) == 1)
        self.delete.setEnabled(bool(rows))

    # -- what is done

    def _put(self) -> None:
        rows, text = self.scenario.selection, self.place.text().strip()
        if text and rows and self.placing.place_by_name(rows, text) is not None:
            self.place.clear()

    def _take_off(self) -> None:
        rows = [row for row in self.scenario.selection if self.placing.field_of(row)]
        self.placing.place(rows, None)

    def _ask_place(self, *_: object) -> None:
        self.place.setFocus()

    def _go_on(self) -> None:
        self.catch_up()
        self.tree.go_to_next(self.scenario.branches())
        self.place.setFocus()

    def _add(self) -> None:
        at, text = self.kinds.currentIndex(), self.place.text().strip()
        space = self.placing.space_of(text) if text else None
        if not 0 <= at < len(self._templates) or (text and space is None):
            return
        if self.placing.add(self._templates[at], self.many.value(), space):
            self.place.clear()
            self.many.setValue(1)

    def _copy(self) -> None:
        rows = self.scenario.selection
        if len(rows) == 1 and self.placing.copy(rows[0], self.many.value()):
            self.many.setValue(1)

    def _join(self, rows: list[RowName], owner: RowName) -> None:
        self.placing.join(rows, owner)

    def _delete(self) -> None:
        ask_to_delete(self.scenario, self.scenario.selection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take what is selected out on Delete."""
        if event.key() == Qt.Key.Key_Delete and self.scenario.selection:
            self._delete()
        else:
            super().keyPressEvent(event)


PANEL = OrderPanel
