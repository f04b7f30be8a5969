"""A form of properties: rows of fields, each of which does an edit when it is filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QSizePolicy, QWidget

from sandtable.design.edits.edit import MapEdit
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import beside, fit

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

SEVERAL: Final = "(different values)"
Edits = Sequence[MapEdit]


class PropertyForm(QWidget):
    """The rows of what is selected; whatever shows something else clears them first."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self.desk = desk
        self.rows = QFormLayout(self)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.show_again: Callable[[], object] = lambda: None
        """Shows what there is once more, after something could not be done."""

    def clear(self) -> None:
        """Take all rows away."""
        while self.rows.rowCount():
            row: Any = self.rows.takeRow(0)
            for item in (row.labelItem, row.fieldItem):
                _put_away(item)

    def add(self, text: str, widget: QWidget, *more: QWidget) -> None:
        """Add a row."""
        self.rows.addRow(fit(f"{text}:"), beside(widget, *more, stretch=0) if more else widget)

    def add_whole(self, widget: QWidget) -> None:
        """Add a row without a name before it."""
        self.rows.addRow(widget)

    def add_text(
        self, name: str, value: str | None, edit: Callable[[str], MapEdit | Edits], *more: QWidget
    ) -> QLineEdit:
        """Add a field for a text; ``None`` stands for values that differ."""
        field = QLineEdit(fit(value or ""))
        field.setAccessibleName(fit(name))
        field.setCursorPosition(0)
        if value is None:
            field.setPlaceholderText(SEVERAL)

        def done() -> None:
            if field.isModified():
                field.setModified(False)
                self.do(partial(edit, field.text().strip()))

        field.editingFinished.connect(done)
        self.add(name, field, *more)
        return field

    def add_choice(
        self, name: str, value: str | None, among: list[str], edit: Callable[[str], MapEdit | Edits]
    ) -> QComboBox:
        """Add a field for a word of a list, or another one."""
        field = QComboBox()
        field.setAccessibleName(fit(name))
        field.setEditable(True)
        field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        field.setMinimumContentsLength(8)
        field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.addItems([fit(one) for one in among])
        field.setCurrentText(fit(value or ""))
        line = field.lineEdit()
        if value is None and line is not None:
            line.setPlaceholderText(SEVERAL)

        def done() -> None:
            if field.currentText() != (value or ""):
                self.do(partial(edit, field.currentText().strip()))

        field.activated.connect(done)
        if line is not None:
            line.editingFinished.connect(done)
        self.add(name, field)
        return field

    def do(self, make: Callable[[], MapEdit | Edits], says: str = "Set what is selected") -> None:
        """Do what a field says; what it cannot say is told, and the field shows again what there is."""
        try:
            made = make()
        except Invalid as error:
            self.desk.refuse(sentence(str(error)))
            self.show_again()
            return
        design = self.desk.design
        done = design.do(made) if isinstance(made, MapEdit) else design.do_all(made, says)
        if done is None:
            self.show_again()


def _put_away(item: Any) -> None:
    """Take a field away a little later: it may be the one that has just been filled."""
    widget = item.widget() if item is not None else None
    if isinstance(widget, QWidget):
        for one in (widget, *widget.findChildren(QWidget)):
            one.blockSignals(True)
        widget.hide()
        widget.deleteLater()
