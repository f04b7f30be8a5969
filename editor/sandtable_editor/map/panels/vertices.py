"""The vertices of the area or the line that is selected, in a table: read, written, pasted from a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout

from sandtable.design.edits.vertices import MoveVertices
from sandtable.design.vertex_rows import pasted_moves, pasted_outline, read_number, vertex_rows
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design.spreadsheet import SpreadsheetView
from sandtable_editor.map.guides import Handles
from sandtable_editor.map.panels.rows import RowsPanel
from sandtable_editor.map.vertex_table import HEADS, ORDER, PLACE, VertexTable, coordinate
from sandtable_editor.shell.pieces import beside, button, faint, fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QHideEvent
    from shapely.geometry.base import BaseGeometry

    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk

LAYER = "vertex table"
PASTES = "Lay x and y from a spreadsheet onto the chosen vertices; with none chosen, run through all rows (Ctrl+V)"
NONE_SELECTED = "Select one area or one line: its vertices stand here."


class VerticesPanel(RowsPanel):
    """A row for each vertex; one that is moved moves in all areas and lines that share it."""

    key, title, side, keys = "vertices", "Vertices", "bottom", "Ctrl+F6"
    shown_at_first = False

    def __init__(self, desk: MapDesk) -> None:
        self.model, rows = VertexTable(), QSortFilterProxyModel()
        rows.setSourceModel(self.model)
        rows.setSortRole(ORDER)
        super().__init__(desk, SpreadsheetView(self._copy, self._paste), rows, "Vertices")
        self._name = ""
        self.model.written.connect(self._write)
        self.table.activated.connect(self._look)
        self.says = faint(NONE_SELECTED)
        self.paste = button(
            "Paste",
            self._paste,
            PASTES,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(beside(self.says, self.paste, stretch=0))
        column.addWidget(self.table, 1)
        desk.vertices.changed.connect(self.follow)
        desk.selection.changed.connect(self.show_rows)
        desk.shown_changed.connect(self._show_after)

    # -- what is shown

    def fill(self) -> None:
        shape = self._shape()
        self.model.show_rows(vertex_rows(shape) if shape is not None else [])
        self._tell()

    def _show_after(self, patch: MapPatch) -> None:
        if patch.shapes or patch.lines:
            self.show_rows()

    def _shape(self) -> BaseGeometry | None:
        """Return what is selected, if it is one area or one line."""
        now, sheet = self.desk.selection.now, self.desk.design.map
        areas = sheet.areas
        shapes = [(sheet.name(id), areas[id]) for id in now.spaces if areas is not None and id in areas]
        lines = [(one.name or one.id, one.geometry) for one in sheet.lines if one.id in now.lines]
        self._name, shape = (*shapes, *lines)[0] if len(shapes) + len(lines) == 1 else ("", None)
        return shape

    def _tell(self) -> None:
        many = count_of(len(self.model.rows), "vertex", "vertices")
        self.says.setText(fit(f"{self._name}: {many}" if self._name else NONE_SELECTED))
        self.paste.setEnabled(bool(self._name))

    # -- what is chosen

    def select(self, chosen: Sequence[QModelIndex]) -> None:
        self.desk.vertices.choose(row.data(PLACE) for row in chosen)
        self._show_chosen()

    def selected_rows(self) -> Iterable[int | None]:
        return map(self.model.row_of, self.desk.vertices.places)

    def follow(self) -> None:
        super().follow()
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Show on the map which vertices are chosen here."""
        chosen = self.desk.vertices.places if self.isVisible() else ()
        places = tuple(at for at in chosen if self.model.row_of(at) is not None)
        self.desk.guides.show_guides([Handles(places, frozenset(places))] if places else [], LAYER)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.desk.guides.clear(LAYER)

    def _look(self, index: QModelIndex) -> None:
        x, y = index.data(PLACE)
        self.desk.look_at((x, y, x, y))

    # -- what is written

    def _write(self, row: int, which: int, text: str) -> None:
        at = self.model.rows[row].at
        try:
            value = read_number(text, f"vertex {self.model.rows[row].number}")
        except Invalid as error:
            self.desk.refuse(sentence(str(error)))
            return
        self._move(MoveVertices(((at, (value, at[1]) if which == 0 else (at[0], value)),)))

    def _move(self, edit: MoveVertices) -> bool:
        """Move vertices; those that are chosen stay so."""
        chosen, moved = self.desk.vertices.places, dict(edit.moves)
        if self.desk.design.do(edit) is None:
            return False
        self.desk.vertices.choose(moved.get(at, at) for at in chosen)
        return True

    def _chosen_rows(self) -> list[int]:
        rows = (self.sorted.mapToSource(row).row() for row in self.table.selectionModel().selectedRows())
        return sorted(rows)

    def _copy(self) -> None:
        """Copy the chosen vertices, or all, with a head, as a spreadsheet takes them."""
        rows = self._chosen_rows() or range(len(self.model.rows))
        chosen = [self.model.rows[at] for at in rows]
        lines = ["\t".join(HEADS)]
        lines += ["\t".join((str(row.number), row.of, *map(coordinate, row.at))) for row in chosen]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.says.setText(f"{count_of(len(lines) - 1, 'row')} copied")

    def _paste(self) -> None:
        """Lay the places in the clipboard onto the vertices, as one edit, from the first that is chosen on.

        Where none is chosen, or all are, the outline or line runs through them, however many they are.
        """
        chosen, text = self._chosen_rows(), QGuiApplication.clipboard().text()
        first = next(iter(chosen), 0) + 1
        try:
            whole = None if 0 < len(chosen) < len(self.model.rows) else pasted_outline(self.model.rows, text)
            edit = whole or pasted_moves(self.model.rows, text, first)
        except Invalid as error:
            self.desk.refuse(sentence(str(error)))
            return
        if not isinstance(edit, MoveVertices):
            self.desk.design.do(edit)
        elif self._move(edit):
            self.says.setText(f"{count_of(len(edit.moves), 'vertex', 'vertices')} moved")


PANEL = VerticesPanel
