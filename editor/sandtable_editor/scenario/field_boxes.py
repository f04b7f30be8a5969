"""What a field of a row is filled in with: a line, with names proposed while one writes, or a choice of a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy

from sandtable.design.scenario.row_edits import ChangeRows
from sandtable.design.scenario.row_forms import candidates, read_text, text_of, value_in
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import as_tip, fit, name_box

if TYPE_CHECKING:
    from sandtable.design.scenario.row_forms import RowField
    from sandtable_editor.scenario.open_scenario import OpenScenario

SEVERAL: Final = "(different values)"
FEW: Final = 12
"""So many words are chosen from a list that opens; of more one writes the beginning."""
NARROW: Final = 7
"""Letters that a number has room for."""


def is_choice(field: RowField, among: Sequence[str]) -> bool:
    """Tell whether a field is chosen from a list that opens."""
    return not field.many and (field.kind in ("yes or no", "choice") or (field.kind == "row" and len(among) <= FEW))


class FieldLine(QLineEdit):
    """A field that is written; the arrows count a number up and down."""

    filled = Signal(str)

    def __init__(self, field: RowField, among: Sequence[str]) -> None:
        super().__init__()
        self._counts = field.kind == "number" and not field.many
        self.setToolTip(as_tip(f"{field.says}: {field.wants}" if field.says else field.wants))
        if among and not field.many:
            proposing = QCompleter([fit(one) for one in among], self)
            proposing.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            proposing.setFilterMode(Qt.MatchFlag.MatchContains)
            self.setCompleter(proposing)
        if self._counts:
            self.setMaximumWidth(self.fontMetrics().horizontalAdvance("0" * NARROW) + 16)
        self.editingFinished.connect(self._done)

    def show_text(self, text: str | None) -> None:
        """Show what there is; ``None`` stands for values that differ. What is being written stays."""
        if self.isModified() and self.hasFocus():
            return
        self.setText(fit(text or ""))
        self.setPlaceholderText(SEVERAL if text is None else "")
        self.setCursorPosition(0)
        self.setModified(False)

    def _done(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.filled.emit(self.text().strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if step and self._counts and self.text().strip().lstrip("-").isdecimal():
            self.setText(str(int(self.text()) + step))
            self.setModified(True)
            self._done()
            return
        super().keyPressEvent(event)


class FieldChoice(QComboBox):
    """A field that is one of a few words; nothing is one of them where it may hold nothing."""

    filled = Signal(str)

    def __init__(self, field: RowField, among: Sequence[str]) -> None:
        super().__init__()
        self.setToolTip(as_tip(field.says or field.wants))
        self.addItems([*([""] if field.optional else []), *(fit(one) for one in among)])
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.activated.connect(self._done)

    def show_text(self, text: str | None) -> None:
        """Show what there is; ``None`` stands for values that differ."""
        at = self.findText(fit(text or ""))
        if at < 0 and text:  # what it names is gone: it is shown all the same
            self.addItem(fit(text))
            at = self.count() - 1
        self.setCurrentIndex(at)
        self.setPlaceholderText(SEVERAL if text is None else "")

    def _done(self) -> None:
        self.filled.emit(self.currentText())


class RowFieldBox:
    """A field of one row or of several at once: what is filled in is an edit of them all."""

    def __init__(self, scenario: OpenScenario, table: str, ids: Sequence[str], field: RowField, name: str = "") -> None:
        self.scenario, self.table, self.ids, self.field = scenario, table, tuple(ids), field
        among = candidates(scenario.design, field)
        kind: Callable[[RowField, Sequence[str]], FieldLine | FieldChoice]
        kind = FieldChoice if is_choice(field, among) else FieldLine
        self.widget = kind(field, among)
        said = name or field.title
        if isinstance(self.widget, FieldChoice):
            name_box(self.widget, said)
        else:
            self.widget.setAccessibleName(fit(said))
        self.widget.filled.connect(self._write)
        self.show()

    def show(self) -> None:
        """Show what the rows hold now."""
        design = self.scenario.design
        held = [text_of(design, self.field, value_in(design.row(self.table, id), self.field)) for id in self.ids]
        self.widget.show_text(held[0] if len(set(held)) == 1 else None)

    def _write(self, text: str) -> None:
        try:
            value = read_text(self.scenario.design, self.field, text)
        except Invalid as error:
            who = f"{self.table} {self.ids[0]}" if len(self.ids) == 1 else f"{len(self.ids)} rows of {self.table}"
            self.scenario.refuse(sentence(f"{who}: {self.field.title}: {error}"))
            self.show()
            return
        if self.scenario.do(ChangeRows(self.table, self.ids, {self.field.name: value})) is None:
            self.show()
