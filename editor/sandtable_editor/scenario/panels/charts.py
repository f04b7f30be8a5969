"""The charts of a scenario as tables: whence each cell is, what is printed; cells are changed and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from sandtable.design.scenario.chart_cells import cells_of_chart, charts_in, designed_cells, join_source, read_cell
from sandtable.design.scenario.row_edits import PrintCell, SetCell
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design.spreadsheet import SpreadsheetView
from sandtable_editor.scenario.chart_table import ChartTable
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.shell.pieces import BriefLine, as_tip, button, faint, fit

if TYPE_CHECKING:
    from sandtable.design.scenario.chart_cells import ChartCell, Keys
    from sandtable.engine.state.charts import Chart
    from sandtable_editor.scenario.open_scenario import OpenScenario

CHART: Final = Qt.ItemDataRole.UserRole
HELP: Final = "Write into a cell to put something over what is printed; what is printed stays beside it."


class ChartsPanel(ScenarioPanel):
    """The charts at the left, the cells of one at the right, below them where a cell comes from."""

    key, title, keys, order = "charts", "Charts", "F9", 50

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.model = ChartTable()
        self.list = QListWidget()
        self.list.setAccessibleName("Charts")
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._choose)
        self.narrow = QLineEdit()
        self.narrow.setPlaceholderText("Only charts with these words")
        self.narrow.setAccessibleName("Which charts are shown")
        self.narrow.setClearButtonEnabled(True)
        self.narrow.textChanged.connect(self._fill_list)
        self.cells = SpreadsheetView(self._copy, self._paste)
        self.cells.setModel(self.model)
        self.cells.setAccessibleName("Cells of the chart")
        self.cells.verticalHeader().setDefaultSectionSize(self.cells.fontMetrics().height() + 8)
        self.cells.removing.connect(self._print_again)
        self.cells.selectionModel().selectionChanged.connect(self._tell)
        self.about, self.says = BriefLine(), faint(HELP)
        self.source, self.note = QLineEdit(), QLineEdit()
        for line, name, hint in (
            (self.source, "Source of what is written", "Source: where the other value is from"),
            (self.note, "Note on what is written", "Note: why it is another"),
        ):
            line.setAccessibleName(name)
            line.setPlaceholderText(hint)
            line.editingFinished.connect(self._say_whence)
        self.back = button("As &printed", self._print_again, "Let the chosen cells be as they are printed (Del)")
        self._stack()
        self.model.written.connect(self._write)
        scenario.changed.connect(self.follow)
        scenario.laid_changed.connect(self.follow)
        scenario.window.theme.changed.connect(self.renew)

    def _stack(self) -> None:
        left, right, parts = QWidget(), QWidget(), QSplitter()
        beside_list, beside_cells = QVBoxLayout(left), QVBoxLayout(right)
        for layout in (beside_list, beside_cells):
            layout.setContentsMargins(0, 0, 0, 0)
        beside_list.addWidget(self.narrow)
        beside_list.addWidget(self.list, 1)
        beside_cells.addWidget(self.about)
        beside_cells.addWidget(self.cells, 1)
        beside_cells.addWidget(self.says)
        whence = QHBoxLayout()
        whence.addWidget(self.source, 1)
        whence.addWidget(self.note, 1)
        whence.addWidget(self.back)
        beside_cells.addLayout(whence)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(parts)
        self.setFocusProxy(self.list)

    # -- what is shown

    def refill(self) -> None:
        """Show the charts and the cells of that which is chosen, as they are now."""
        self._fill_list()
        self._show_cells()

    def _fill_list(self, _: str = "") -> None:
        known, design = self.chart_id, self.scenario.design
        wanted = self.narrow.text().strip().casefold()
        shown = [one for one in charts_in(design).values() if wanted in f"{one.title} {one.id}".casefold()]
        self.list.blockSignals(True)
        self.list.clear()
        for chart in shown:
            changed = len(designed_cells(design, chart.id))
            item = QListWidgetItem(fit(f"{chart.title} ({changed} changed)" if changed else chart.title))
            item.setData(CHART, chart.id)
            item.setToolTip(as_tip(chart.title))
            self.list.addItem(item)
            if chart.id == known:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0 and shown:
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        if self.chart_id != known:
            self._show_cells()

    @property
    def chart_id(self) -> str:
        """The chart that is chosen."""
        return str(self.list.currentItem().data(CHART)) if self.list.currentRow() >= 0 else ""

    @property
    def chart(self) -> Chart | None:
        """The chart that is chosen, as it is printed."""
        return charts_in(self.scenario.design).get(self.chart_id)

    def show_chart(self, id: str) -> None:
        """Choose a chart."""
        self.narrow.clear()
        for row in range(self.list.count()):
            if self.list.item(row).data(CHART) == id:
                self.list.setCurrentRow(row)

    def _choose(self) -> None:
        self._show_cells()

    def _show_cells(self) -> None:
        chart = self.chart
        other = chart is None or self.model.chart is None or chart.id != self.model.chart.id
        self.model.show_chart(chart, self._cells_of(chart) if chart is not None else {})
        if other:
            self.cells.resizeColumnsToContents()
        axes = " by ".join(axis.title for axis in chart.axes) if chart is not None else ""
        whence = join_source(chart.origin, chart.source) if chart is not None else ""
        trust = f"; confidence: {chart.confidence}" if chart is not None and chart.confidence else ""
        words = sentence(f"{axes}; {whence}{trust}") if chart is not None else "This scenario has no charts."
        self.about.say(words)
        self._tell()

    def _cells_of(self, chart: Chart) -> dict[Keys, ChartCell]:
        """Return its cells as options in force leave them; as they are written, where rules fail in the position."""
        design = self.scenario.design
        return self.scenario.asked(
            lambda game: cells_of_chart(design, chart, game), cells_of_chart(design, chart, None)
        )

    # -- what is chosen

    def chosen(self) -> list[ChartCell]:
        """Return the cells that are chosen."""
        return [self.model.cell_at(one) for one in self.cells.selectionModel().selectedIndexes()]

    def choose(self, *cells: Keys) -> None:
        """Choose cells by their keys."""
        selection = self.cells.selectionModel()
        selection.clearSelection()
        for row in range(self.model.rowCount()):
            for column in range(self.model.columnCount()):
                if self.model.keys_at(row, column) in cells:
                    selection.select(self.model.index(row, column), QItemSelectionModel.SelectionFlag.Select)

    def _tell(self) -> None:
        """Say where what is chosen comes from."""
        found = self.chosen()
        designed = [one.designed for one in found if one.designed is not None]
        self.back.setEnabled(bool(designed))
        if len(found) == 1:
            self.says.setText(fit(sentence(f"{', '.join(found[0].keys)}: {found[0].words}")))
        else:
            self.says.setText(f"{count_of(len(found), 'cell')} chosen" if found else HELP)
        if len(designed) == 1 and not (self.source.isModified() or self.note.isModified()):
            self.source.setText(fit(designed[0].source))
            self.note.setText(fit(designed[0].note))

    # -- what is changed

    def _write(self, keys: Keys, text: str) -> None:
        """Put something over a cell, or over all that are chosen."""
        chart = self.chart
        if chart is None:
            return
        chosen = [one.keys for one in self.chosen()]
        places = chosen if keys in chosen else [keys]
        try:
            cell = read_cell(text, chart)
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            return
        whence = (self.source.text().strip(), self.note.text().strip())
        known = {keys: self.model.cells[keys] for keys in places}
        edits = [
            PrintCell(chart.id, at)
            if cell == one.printed and one.designed is not None
            else SetCell(chart.id, at, cell, *whence)
            for at, one in known.items()
        ]
        self._clear_modified()
        self.scenario.do_all(edits, f"Put {text or 'nothing'} at {count_of(len(edits), 'cell')} of {chart.title}")

    def _say_whence(self) -> None:
        """Give the chosen cells that were changed another source or note."""
        if not (self.source.isModified() or self.note.isModified()):
            return
        source, note = self.source.text().strip(), self.note.text().strip()
        edits = [
            SetCell(self.chart_id, one.keys, one.designed.cell, source, note)
            for one in self.chosen()
            if one.designed is not None and (one.designed.source, one.designed.note) != (source, note)
        ]
        if edits:
            self._clear_modified()
            self.scenario.do_all(edits, f"Say where {count_of(len(edits), 'cell')} of {self.chart_id} is from")

    def _clear_modified(self) -> None:
        self.source.setModified(False)
        self.note.setModified(False)

    def _print_again(self) -> None:
        edits = [PrintCell(self.chart_id, one.keys) for one in self.chosen() if one.designed is not None]
        self._clear_modified()
        self.scenario.do_all(edits, f"Let {count_of(len(edits), 'cell')} of {self.chart_id} be as printed")

    def _copy(self) -> None:
        """Copy the chart, with its heads, as a spreadsheet takes it."""
        columns, rows = range(self.model.columnCount()), range(self.model.rowCount())
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        lines = ["\t".join(["", *(str(self.model.headerData(at, across)) for at in columns)])]
        for row in rows:
            cells = [str(self.model.index(row, at).data()) for at in columns]
            lines.append("\t".join([str(self.model.headerData(row, down)), *cells]))
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.says.setText("The chart is copied, with its heads.")

    def _paste(self) -> None:
        """Lay cells from a spreadsheet over the chart from the chosen cell on, as one edit."""
        chart, at = self.chart, self.cells.currentIndex()
        if chart is None or not at.isValid():
            self.scenario.refuse("Choose the cell where the table begins.")
            return
        rows = [line.split("\t") for line in QGuiApplication.clipboard().text().strip("\r\n").splitlines()]
        try:
            edits = list(self._pasted(chart, rows, at.row(), at.column()))
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            return
        self.scenario.do_all(edits, f"Paste {count_of(len(edits), 'cell')} into {chart.title}")

    def _pasted(self, chart: Chart, rows: list[list[str]], top: int, left: int) -> list[SetCell]:
        if not rows or not any(cell.strip() for row in rows for cell in row):
            raise Invalid("there is nothing to paste: copy cells of a spreadsheet")
        if top + len(rows) > self.model.rowCount() or left + max(map(len, rows)) > self.model.columnCount():
            raise Invalid(f"the table is larger than what is left of {chart.title}: choose another cell to begin with")
        whence = (self.source.text().strip(), self.note.text().strip())
        found: list[SetCell] = []
        for down, row in enumerate(rows):
            for across, text in enumerate(row):
                cell = self.model.cell_at(self.model.index(top + down, left + across))
                value = read_cell(text, chart)
                if value != (cell.designed.cell if cell.designed is not None else cell.printed):
                    found.append(SetCell(chart.id, cell.keys, value, *whence))
        return found


PANEL = ChartsPanel
