"""How a cell of a table of rows is written: with names proposed, from a list of words, or as a line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sandtable.design.scenario.row_forms import candidates
from sandtable_editor.design.spreadsheet import Index
from sandtable_editor.scenario.field_boxes import FieldChoice, FieldLine, is_choice
from sandtable_editor.shell.pieces import fit, name_box

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QAbstractItemModel

    from sandtable.design.scenario.row_forms import RowField
    from sandtable_editor.scenario.open_scenario import OpenScenario


class RowDelegate(QStyledItemDelegate):
    """Opens cells; ``field_at`` says which field a column is, ``None`` for the id."""

    def __init__(self, scenario: OpenScenario, field_at: Callable[[Index], RowField | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._scenario, self._field_at = scenario, field_at

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = self._field_at(index)
        if field is None:
            return super().createEditor(parent, option, index)
        among = candidates(self._scenario.design, field)
        made = FieldChoice(field, among) if is_choice(field, among) else FieldLine(field, among)
        made.setParent(parent)
        if isinstance(made, FieldChoice):
            name_box(made, field.title)
            made.filled.connect(partial(self._take, made))
            QTimer.singleShot(0, made, made.showPopup)  # open at once: in a closed box the first arrow would write
        else:
            made.setMaximumWidth(16777215)
            made.setAccessibleName(fit(field.title))
        return made

    def _take(self, box: FieldChoice, _: str) -> None:
        """Write a word as soon as it is chosen."""
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, FieldChoice):
            editor.show_text(str(index.data(Qt.ItemDataRole.EditRole)))
        elif isinstance(editor, FieldLine):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        text: Any = None
        if isinstance(editor, FieldChoice):
            text = editor.currentText()
        elif isinstance(editor, FieldLine):
            text = editor.text()
        if text is None:
            super().setModelData(editor, model, index)
        else:
            model.setData(index, text, Qt.ItemDataRole.EditRole)
