"""One of a list: clicked, typed for, or pointed at on the map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel

from sandtable.play.turn.entries import NOTHING, ListEntry
from sandtable_editor.play.turn.fields.field import SHOWN, LineInput, ListingField, ValueList, Values
from sandtable_editor.shell.pieces import beside, button, faint

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft

MANY: Final = 9
"""From so many values on there is a line to narrow them with."""


class ListedField(ListingField):
    """A list; choosing fills the field, or says why not."""

    def __init__(self, draft: ActionDraft, entry: ListEntry) -> None:
        super().__init__(draft)
        self.entry = entry
        self._had: object = NOTHING
        self.model = Values(self.values.name, self.values.facts, draft.legal)
        draft.judged.connect(self.model.renew)
        self.list = ValueList(self.model)
        self.list.marked.connect(self._mark)
        self.list.chosen.connect(self._choose)
        self.list.entered_row.connect(self._enter)
        self.list.clicked_twice.connect(self._enter_or_tick)
        self.list.flipped.connect(self._flip)
        self.line = LineInput()
        self.line.returnPressed.connect(self._take_typed)
        self.line.setPlaceholderText("Type part of a name")
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._narrow)
        self.line.installEventFilter(self)
        for widget in (self.line, self.list):
            self.column.addWidget(widget)
        self.line.setVisible(len(entry.values) > MANY)
        self._in_turn = draft.for_all
        if many := len(self._in_turn):
            tip = f"Do it with each of the {many}, one after the other (Alt+A)"
            none = button("&None", self._untick, "Untick all (Alt+N)")
            do_all = button(f"&All {many}", draft.do_for_all, tip)
            self.column.addWidget(beside(faint("Space: tick several"), none, do_all))
        if entry.more:
            self.column.addWidget(QLabel("Not all are listed: you can also type the whole name of one."))
        self._narrow("")

    def point_at(self, value: object) -> None:
        self.model.point_at(value)

    def take_focus(self) -> None:
        (self.line if self.line.isVisibleTo(self) else self.list).setFocus()

    def refresh(self) -> None:
        if self._in_turn:
            self.model.tick(self.draft.ticked, self._in_turn)
        if self.entry.chosen is not NOTHING and self.entry.chosen in self.model.values:
            self.list.setCurrentIndex(self.model.index(self.model.values.index(self.entry.chosen)))
        elif self._had is not NOTHING:
            self.list.clearSelection()
        self._had = self.entry.chosen

    def go_to(self, name: str) -> None:
        """Go to the row of this name, so that Enter takes it: a number that was typed."""
        for row, value in enumerate(self.model.values):
            if self.values.name(value) == name:
                self.list.setFocus()
                self.list.setCurrentIndex(self.model.index(row))

    def _narrow(self, text: str) -> None:
        values = self.entry.narrow(text)
        self.model.put(values)
        self.list.fit()
        if values:
            chosen = self.entry.chosen in values
            index = self.model.index(values.index(self.entry.chosen) if chosen else self.model.first_legal(SHOWN))
            if chosen or text.strip():
                self.list.setCurrentIndex(index)

    def _mark(self, row: int) -> None:
        self.draft.mark(self.model.values[row])

    def _flip(self, row: int) -> None:
        """Tick a row, or untick it, and go to the next."""
        self.draft.tick(self.model.values[row])
        if row + 1 < len(self.model.values):
            self.list.setCurrentIndex(self.model.index(row + 1))

    def _untick(self) -> None:
        for value in list(self.draft.ticked):
            self.draft.tick(value)

    def _enter_or_tick(self, row: int) -> None:
        (self._flip if self.draft.ticked else self._enter)(row)

    def _choose(self, row: int) -> None:
        if self.draft.ticked and self.model.values[row] in self._in_turn:
            self.draft.tick(self.model.values[row])
            return
        self.draft.choose(self.model.values[row])

    def _enter(self, row: int) -> None:
        if self.draft.ticked:
            self.draft.go_on()
        else:
            self.draft.choose(self.model.values[row], goes_on=True)

    def _take_typed(self) -> None:
        """Take the row that is marked, if one is; a name that is not on the list is explained."""
        row, text = self.list.currentIndex().row(), self.line.text().strip()
        if self.model.values:
            if row >= 0 or self.draft.ticked:
                self._enter(row)
            return
        value = text if self.entry.more else self.values.meant_by(text)
        if value is not None:
            self.draft.try_value(value, partial(self._take_unlisted, text))

    def _take_unlisted(self, text: str) -> None:
        if self.entry.more:
            self.entry.read(text)
            self.draft.go_on()

    def _is_tick(self, event: QEvent) -> bool:
        """Tell whether the space bar is meant for the list: nothing was typed in the line."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        return (
            event.key() == Qt.Key.Key_Space
            and bool(self._in_turn)
            and not self.line.text()
            and self.list.currentIndex().isValid()
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        arrows = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in arrows:
            return QApplication.sendEvent(self.list, event)
        if self._is_tick(event):
            return QApplication.sendEvent(self.list, event)
        return super().eventFilter(watched, event)
