"""What a game counts, over its rounds: a chart, and the same numbers as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.words import fit
from sandtable.play.record.chart import chart_of, table_of, titled
from sandtable.play.record.past import Past
from sandtable.play.record.statistics import series_of
from sandtable_editor.play.record.chart_view import ChartView
from sandtable_editor.shell.pieces import choice_box, faint
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable.play.record.statistics import Series
    from sandtable_editor.play.campaign.campaign import Campaign


class StatisticsWindow(QDialog):
    """Follows the game while it is open; it goes when the screen is handed over."""

    def __init__(self, campaign: Campaign, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Statistics over time")
        self.resize(roomy(self, 760, 600))
        self.campaign = campaign
        self.series: list[Series] = []
        self.measures = choice_box("What is counted")
        self.measures.currentIndexChanged.connect(self._show)
        self.chart = ChartView()
        self.table = QTableWidget()
        self.table.setAccessibleName("The numbers, round by round")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.nothing = faint("This game counts nothing over its rounds.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.addWidget(self.chart)
        self.split.addWidget(self.table)
        self.split.setStretchFactor(0, 2)
        self.split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        for widget in (self.measures, self.nothing):
            column.addWidget(widget)
        column.addWidget(self.split, 1)
        column.addWidget(buttons)
        campaign.closed.connect(self.reject)
        campaign.changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Count anew; close where nobody is at the screen, for the next one may know less."""
        view = self.campaign.view
        if view is None:
            self.reject()
            return
        self.series = series_of(Past(self.campaign.referee), self.campaign.sides)
        chosen = self.measures.currentText()
        self.measures.blockSignals(True)
        self.measures.clear()
        self.measures.addItems([fit(titled(one)) for one in self.series])
        self.measures.setCurrentIndex(max(0, self.measures.findText(chosen)) if self.series else -1)
        self.measures.blockSignals(False)
        for widget in (self.measures, self.split):
            widget.setVisible(bool(self.series))
        self.nothing.setVisible(not self.series)
        self._show()

    def _show(self) -> None:
        """Show the chosen measure."""
        view, at = self.campaign.view, self.measures.currentIndex()
        if view is None or not 0 <= at < len(self.series):
            return
        series = self.series[at]
        heads, rows = table_of(view, series)
        says = "; ".join(", ".join(f"{head} {value}" for head, value in zip(heads, row, strict=True)) for row in rows)
        self.chart.show_chart(chart_of(view, series), says)
        self._fill(heads, rows)

    def _fill(self, heads: list[str], rows: list[list[str]]) -> None:
        self.table.setColumnCount(len(heads))
        self.table.setRowCount(len(rows))
        self.table.setHorizontalHeaderLabels([fit(head) for head in heads])
        for nth, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(fit(text))
                right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                item.setTextAlignment(Qt.AlignmentFlag.AlignVCenter if column == 0 else right)
                self.table.setItem(nth, column, item)
