"""What the scenario is: title, words, dates, its sides with their seats, and what its game asks of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable.design.scenario.row_edits import AddRow, ChangeRows
from sandtable.design.scenario.scenario_edits import SetDates, SetScenario
from sandtable.engine.state.rows import Seat, Side
from sandtable_editor.scenario.asked_text import ask_text
from sandtable_editor.scenario.deleting_rows import ask_to_delete
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.setting_form import PresetChoice, SettingForm
from sandtable_editor.shell.pieces import beside, bold, button, faint, fit, scrolling

if TYPE_CHECKING:
    from sandtable_editor.scenario.open_scenario import OpenScenario

COLUMNS: Final = ("Side", "Title", "Seat")
MOST_SIDES: Final = 6
"""So many sides are seen at once."""


class ScenarioPropertiesPanel(ScenarioPanel):
    """A form; whatever is changed in it is an edit, when it is left or Enter is pressed."""

    key, title, side, order = "properties", "Properties", "right", 10
    keys = "Ctrl+2"
    can_wait = True

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.name, self.begins, self.ends = QLineEdit(), QLineEdit(), QLineEdit()
        self.says = _TextBox(self._set_says)
        self.where = faint("")
        self.sides = QTableWidget(0, len(COLUMNS))
        self.sides.setHorizontalHeaderLabels(list(COLUMNS))
        self.sides.verticalHeader().hide()
        self.sides.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.sides.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sides.setMinimumWidth(120)
        self.add = button("&Add a side…", self._ask_side, "Add a side, by its name")
        self.delete = button("&Remove it…", self._remove_side, "Take the chosen side out; who names it is told")
        self.delete.setAccessibleName("Remove the chosen side")
        self._settings, self._presets = SettingForm(scenario), PresetChoice(scenario)
        self.settings, self.preset = self._settings.boxes, self._presets.box
        form = QFormLayout()
        for text, name, widget in (
            ("&Title:", "Title", self.name), ("&Begins:", "Begins", self.begins), ("&Ends:", "Ends", self.ends),
            ("A&bout:", "About", self.says), ("&Preset:", self.preset.accessibleName(), self.preset),
        ):  # fmt: skip
            widget.setAccessibleName(name)
            form.addRow(text, widget)
        self.sides.setAccessibleName("Sides")
        for box in (self.begins, self.ends):
            box.setPlaceholderText("Such as 1809-04-10")
            box.setToolTip("A year, a month or a day: 1809, 1809-04 or 1809-04-10")
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.where)
        column.addLayout(form)
        column.addSpacing(8)
        column.addWidget(bold("Sides, and who answers for them"))
        column.addWidget(self.sides)
        column.addWidget(beside(self.add, self.delete))
        if self._settings.lines.rowCount():
            column.addSpacing(8)
            column.addWidget(bold("What the game asks of the map"))
            column.addLayout(self._settings.lines)
        column.addStretch(1)
        area = scrolling(inner, "Properties", framed=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        for box in (self.name, self.begins, self.ends):
            box.setMinimumWidth(60)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.setFocusProxy(self.name)
        self.name.editingFinished.connect(self._set_title)
        self.begins.editingFinished.connect(self._set_dates)
        self.ends.editingFinished.connect(self._set_dates)
        self._showing = False
        self.sides.itemChanged.connect(self._set_side)
        scenario.changed.connect(self.renew)

    # -- what is shown

    def refill(self) -> None:
        """Show the scenario as it is now."""
        self._showing = True
        design = self.scenario.design
        document, laid = design.document, design.laid
        game, sheet = design.family.system.title, design.map
        parts = [
            game,
            sheet.title if sheet is not None else "no map",
            f"over {document.extends}" * bool(document.extends),
        ]
        self.where.setText(fit(" · ".join(filter(None, parts))))
        for box, text in (
            (self.name, document.title), (self.begins, laid.dates.begins if laid.dates else ""),
            (self.ends, laid.dates.ends if laid.dates else ""),
        ):  # fmt: skip
            if box.text() != text:
                box.setText(text)
        self.says.show_text(laid.says)
        self._show_sides()
        self._presets.show_choice()
        self._settings.show_setting()
        self._showing = False

    def _show_sides(self) -> None:
        design = self.scenario.design
        rows = sorted({**design.ground.get(Side.stored, {}), **design.rows.get(Side.stored, {})}.items())
        self.sides.setRowCount(len(rows))
        for at, (id, row) in enumerate(rows):
            for column, text in enumerate((id, row.get("title", ""), row.get("seat") or "")):
                item = QTableWidgetItem(fit(text))
                if column == 0:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                self.sides.setItem(at, column, item)
        self.delete.setEnabled(bool(rows))
        shown = max(1, min(MOST_SIDES, len(rows)))
        high = self.sides.horizontalHeader().sizeHint().height() + 2 * self.sides.frameWidth()
        self.sides.setFixedHeight(high + shown * self.sides.verticalHeader().defaultSectionSize())

    # -- what is done

    def _set_title(self) -> None:
        title = self.name.text().strip()
        if title != self.scenario.design.document.title:
            self.scenario.do(SetScenario(title=title))
            self.refill()

    def _set_says(self, text: str) -> None:
        if text != self.scenario.design.laid.says:
            self.scenario.do(SetScenario(about=text))

    def _set_dates(self) -> None:
        dates = self.scenario.design.laid.dates
        was = (dates.begins, dates.ends) if dates else ("", "")
        now = self.begins.text().strip(), self.ends.text().strip()
        if now != was and self.scenario.do(SetDates(*now)) is None:
            self.refill()

    def _set_side(self, item: QTableWidgetItem) -> None:
        if self._showing:
            return
        first = self.sides.item(item.row(), 0)
        if first is None:
            return
        id, text = first.text(), item.text().strip()
        if item.column() == 1:
            self.scenario.do(ChangeRows(Side.stored, (id,), {"title": text}))
        elif item.column() == 2:
            self._seat(id, text)
        self.refill()

    def _seat(self, side: str, seat: str) -> None:
        """Let a seat answer for a side; one that is not there yet is made."""
        edits: list[Any] = []
        if seat and seat not in self.scenario.design.ids(Seat.stored):
            edits.append(AddRow(Seat.stored, seat, {"name": seat}))
        edits.append(ChangeRows(Side.stored, (side,), {"seat": seat or None}))
        self.scenario.do_all(edits, f"Seat {side}" if seat else f"Take the seat of {side} away")

    def _ask_side(self) -> None:
        ask_text(self.scenario.window, "Add a side", "Name of the side:", self.add_side)

    def add_side(self, name: str) -> None:
        """Add a side."""
        if name.strip():
            self.scenario.do(AddRow(Side.stored, name.strip(), {"title": name.strip()}))

    def _remove_side(self) -> None:
        item = self.sides.item(self.sides.currentRow(), 0)
        if item is not None:
            ask_to_delete(self.scenario, [(Side.stored, item.text())])


class _TextBox(QPlainTextEdit):
    """Some lines that are taken when they are left."""

    def __init__(self, take: Any) -> None:
        super().__init__()
        self._take = take
        self.setTabChangesFocus(True)
        self.setMaximumHeight(110)

    def show_text(self, text: str) -> None:
        """Show a text, unless it is being written."""
        if not self.hasFocus() and text != self.toPlainText():
            self.setPlainText(text)

    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        self._take(self.toPlainText().strip())


PANEL = ScenarioPropertiesPanel
