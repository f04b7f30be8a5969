"""Searching and replacing what is written on the map: all that would change is listed, and each can be left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QStyle,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from sandtable.design.edits.edit import MapEdit
from sandtable.design.replacing import Replacement, TextColumn, TextSearch, replacements, replacing, text_columns
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import beside_the_map, line_of_words
from sandtable_editor.map.selection import selected_of, title_of
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import choice_box, fit
from sandtable_editor.shell.theme import roomy, scaled

if TYPE_CHECKING:
    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk

HEADS: Final = ("Where", "On", "Written", "Will be")
LISTED: Final = 2_000
"""So many are listed; those beyond are counted, and replaced like the others."""
PAUSE: Final = 150
"""Milliseconds without a key after which the map is searched."""
EVERYWHERE: Final = "Everywhere"


class ReplaceDialog(QDialog):
    """Asks for what is looked for and for what is to stand there; stays open, so that one can go on."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk = desk
        self._found: list[Replacement] = []
        self._columns: list[TextColumn] = []
        self.setWindowTitle("Search and replace")
        self.setModal(False)
        self.text, self.instead, self.where = QLineEdit(), QLineEdit(), choice_box("Where to look")
        self.text.setAccessibleName("What is looked for")
        self.instead.setAccessibleName("What is to stand there")
        self.whole = QCheckBox("Only what is &written so from end to end")
        self.case = QCheckBox("&Capital letters matter")
        self.selected = QCheckBox("Only on what is &selected")
        self.list = QTreeWidget()
        self.list.setAccessibleName("What would change")
        self.list.setHeaderLabels(list(HEADS))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setTabKeyNavigation(False)
        self.says = line_of_words()
        buttons, self.do = do_or_cancel(self, "Replace", self.replace)
        form = QFormLayout()
        form.addRow("&Find:", self.text)
        form.addRow("&Put there:", self.instead)
        form.addRow("&Look in:", self.where)
        for box in (self.whole, self.case, self.selected):
            form.addRow("", box)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.list, 1)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self.look)
        for line in (self.text, self.instead):
            line.textChanged.connect(self._soon.start)
        self.where.activated.connect(self.look)
        for box in (self.whole, self.case, self.selected):
            box.toggled.connect(self.look)
        self.list.itemChanged.connect(self._say)
        self.list.itemActivated.connect(self._go)
        self.finished.connect(self._end)
        desk.shown_changed.connect(self._map_changed)
        desk.selection.changed.connect(self._selection_changed)
        self.selected.setChecked(len(desk.selection.now) > 1)
        self.resize(roomy(self, 620, 520))
        self._fill_where()
        self.look()
        self.text.setFocus()

    # -- what is looked for

    def _fill_where(self) -> None:
        """List where something is written, with the place chosen that was."""
        chosen = self.where.currentText()
        self._columns = text_columns(self._desk.design.map)
        self.where.clear()
        self.where.addItems([EVERYWHERE, *(fit(one.title) for one in self._columns)])
        self.where.setCurrentIndex(max(0, self.where.findText(chosen)))

    @property
    def search(self) -> TextSearch:
        """What is looked for, and where."""
        at = self.where.currentIndex()
        now = self._desk.selection.now
        only = frozenset[str | tuple[str, str]](
            (*now.spaces, *now.hexes, *now.edges, *now.lines, *now.regions)
        )  # fmt: skip
        return TextSearch(
            self.text.text(), self.instead.text(), (self._columns[at - 1],) if at > 0 else (),
            self.whole.isChecked(), self.case.isChecked(), only if self.selected.isChecked() else None,
        )  # fmt: skip

    def look(self, _: object = None) -> None:
        """Search the map, and list what would change."""
        self._soon.stop()
        why = ""
        try:
            self._found = replacements(self._desk.design.map, self.search)
        except Invalid as error:
            self._found, why = [], sentence(str(error)) if self.text.text() else ""
        blocked = self.list.blockSignals(True)
        self.list.clear()
        self.list.addTopLevelItems([self._item(one) for one in self._found[:LISTED]])
        self.list.blockSignals(blocked)
        for at in range(len(HEADS)):
            self.list.setColumnWidth(at, self._wide_enough(at))
        self._say()
        if why:
            self.says.setText(why)

    def _wide_enough(self, column: int) -> int:
        """Return how wide a column must be; the first has boxes to tick, which Qt forgets until they are painted."""
        box = self.list.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth) if column == 0 else 0
        head = self.list.header().sectionSizeHint(column)
        return max(head, self.list.sizeHintForColumn(column)) + box + scaled(12)

    def _item(self, one: Replacement) -> QTreeWidgetItem:
        on = title_of(selected_of(one.column.of, one.bearers), self._desk.design.map)
        item = QTreeWidgetItem([fit(text) for text in (one.column.title, on, one.was, one.now or "(nothing)")])
        item.setCheckState(0, Qt.CheckState.Checked)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, fit(f"{one.column.title}, {on}: {one.was}, {one.now}"))
        return item

    @property
    def chosen(self) -> list[Replacement]:
        """Those that are not left out."""
        listed = [self.list.topLevelItem(at) for at in range(self.list.topLevelItemCount())]
        ticked = [item is not None and item.checkState(0) == Qt.CheckState.Checked for item in listed]
        return [one for one, wanted in zip(self._found, ticked, strict=False) if wanted] + self._found[len(listed) :]

    def _say(self, _: object = None) -> None:
        """Say how many would change, or why that cannot be."""
        tried = self._edit()
        self.do.setEnabled(isinstance(tried, MapEdit))
        if not self.text.text():
            self.says.setText("Write what is to be found. A double click in the list goes to the place.")
        elif not self._found:
            self.says.setText("That is written nowhere.")
        elif isinstance(tried, Invalid) and self.chosen:
            self.says.setText(sentence(str(tried)))
        else:
            beyond = len(self._found) - LISTED
            more = f" The list ends at {LISTED:,}; {beyond:,} more are replaced too." if beyond > 0 else ""
            things = sum(len(one.bearers) for one in self.chosen)
            self.says.setText(f"{count_of(things, 'place')} would change.{more}")

    def _edit(self) -> MapEdit | Invalid:
        try:
            edit = replacing(self._desk.design.map, self.chosen, self.search)
        except Invalid as error:
            return error
        tried = self._desk.design.attempt(edit)
        return tried if isinstance(tried, Invalid) else edit

    # -- what is done

    def replace(self) -> None:
        """Do it, as one edit; the dialog stays for the next."""
        if self._soon.isActive():
            self.look()
        edit = self._edit()
        if isinstance(edit, Invalid):
            self.says.setText(sentence(str(edit)))
        elif self._desk.design.do(edit) is not None:
            self.says.setText(f"Done: {edit.says(self._desk.design.map)}.")
            self.text.setFocus()
            self.text.selectAll()

    def _go(self, item: QTreeWidgetItem) -> None:
        """Select what is written on, and go there."""
        at = self.list.indexOfTopLevelItem(item)
        one = self._found[at]
        self.selected.setChecked(False)  # or the list would be that of what is selected now
        self._desk.selection.set(selected_of(one.column.of, one.bearers))
        self._desk.look_at_selection()

    def _map_changed(self, _: MapPatch) -> None:
        self._fill_where()
        self.look()

    def _selection_changed(self) -> None:
        if self.selected.isChecked():
            self.look()

    def _end(self) -> None:
        self._desk.view.setFocus()


def replace(desk: MapDesk) -> None:
    """Open the dialog beside the map."""
    beside_the_map(ReplaceDialog(desk))


COMMANDS: Final = (
    DeskCommand(
        "map_replace", "Edit", "Search and r&eplace…", replace, "Ctrl+R",
        hint="Find what is written in names, kinds, terrain and attributes, and put something else there",
    ),
)  # fmt: skip
