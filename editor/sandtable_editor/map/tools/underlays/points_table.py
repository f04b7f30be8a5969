"""The control points of a scan as a table: their pixels and places, typed if one likes, and how far each is off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from sandtable.board.affine import ControlPoint
from sandtable.board.control_points import PointFit, Residual, fit_points
from sandtable.design.edits.underlays import EXACT, PlaceUnderlay, misfit_words
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.tools.underlays.scan_tool import ScanInHand
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

HEADS: Final = ("Pixel x", "Pixel y", "Map x", "Map y", "Off, px", "Off, map")
TYPED: Final = 4
"""So many columns can be typed in."""


class PointsTable(QDialog):
    """The points of the scan in hand; what is typed is seen at once, and done when it is accepted."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk = desk
        one = ScanInHand.of(desk).underlay
        self.underlay = one.id if one is not None else ""
        self.setWindowTitle(f"Control points of {self.underlay}")
        self.table = QTableWidget(0, len(HEADS))
        self.table.setHorizontalHeaderLabels(list(HEADS))
        self.table.setAccessibleName("Control points")
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.says = QLabel()
        self.says.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        more, less = QPushButton("Add a point"), QPushButton("Remove the point")
        self.less = less
        more.clicked.connect(lambda: self._add_row(ControlPoint((0.0, 0.0), (0.0, 0.0))))
        less.clicked.connect(self._remove_row)
        row = QHBoxLayout()
        row.addWidget(more)
        row.addWidget(less)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.says)
        column.addWidget(self.buttons)
        self.resize(roomy(self, 680, 380))
        for point in one.points if one is not None else ():
            self._add_row(point)
        self.table.itemChanged.connect(self._show_fit)
        self._show_fit()

    def _add_row(self, point: ControlPoint) -> None:
        at = self.table.rowCount()
        blocked = self.table.blockSignals(True)
        self.table.insertRow(at)
        for column, value in enumerate((*point.pixel, *point.at)):
            self.table.setItem(at, column, QTableWidgetItem(f"{value:.10g}"))
        for column in range(TYPED, len(HEADS)):
            cell = QTableWidgetItem()
            cell.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(at, column, cell)
        self.table.blockSignals(blocked)
        self.table.setCurrentCell(at, 0)
        self._show_fit()

    def _remove_row(self) -> None:
        if self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())
        self._show_fit()

    def points(self) -> tuple[ControlPoint, ...]:
        """Return what stands in the table; raises ``Invalid`` for what is no number."""
        return tuple(self._point(row) for row in range(self.table.rowCount()))

    def _point(self, row: int) -> ControlPoint:
        values: list[float] = []
        for column in range(TYPED):
            item = self.table.item(row, column)
            text = item.text().strip() if item is not None else ""
            try:
                values.append(float(text))
            except ValueError:
                raise Invalid(f"{text!r} in row {row + 1} is not a number: type one, as 12.5") from None
        u, v, x, y = values
        return ControlPoint((u, v), (x, y))

    def _show_fit(self) -> None:
        """Say how well the points fit together, or why they place nothing."""
        self.less.setEnabled(self.table.currentRow() >= 0)
        fit: PointFit | None = None
        try:
            fit = fit_points(self.points(), downwards=self._desk.view.geography.downwards)
            words = "Two points place the scan exactly: a third shows how well they fit."
            if len(fit.residuals) > 2:
                words = sentence(misfit_words(self._desk.design.map, fit))
        except Invalid as error:
            words = sentence(str(error))
        self.says.setText(words)
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(fit is not None)
        blocked = self.table.blockSignals(True)
        for row in range(self.table.rowCount()):
            off = fit.residuals[row] if fit is not None else None
            for column, text in enumerate(_off_words(off)):
                cell = self.table.item(row, TYPED + column)
                if cell is not None:
                    cell.setText(text)
        self.table.blockSignals(blocked)

    def _accept(self) -> None:
        try:
            points = self.points()
        except Invalid as error:
            self.says.setText(sentence(str(error)))
            return
        self._desk.design.do(PlaceUnderlay(self.underlay, points))
        self.accept()


def _off_words(off: Residual | None) -> tuple[str, str]:
    """Return how far a point is off, in pixels and map units."""
    if off is None:
        return "", ""
    return f"{off.pixels:.2f}", f"{off.units if off.pixels >= EXACT else 0:.3g}"


def show_points(desk: MapDesk) -> None:
    """Show the control points of the scan in hand."""
    dialog = PointsTable(desk)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


COMMANDS: Final = (
    DeskCommand(
        "map_control_points", "Map/Scan", "Control &points…", show_points,
        hint="The control points of the scan, how far each is off, typed if you like",
        may=lambda desk: bool(desk.design.map.underlays),
    ),
)  # fmt: skip
