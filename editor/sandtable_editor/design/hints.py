"""The line that says what click, Shift, Ctrl and Alt do now; what was done besides, and what cannot be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel

from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable_editor.canvas.widget.shown_map import ShownMap

STAYS: Final = 8000
"""Milliseconds that a refusal stays beside the mouse."""
ASIDE: Final = QPoint(14, 16)


class Hints(QObject):
    """What is said while one works. ``changed`` gives the line; a note stands in it until something is done again."""

    changed = Signal(str)

    def __init__(self, view: ShownMap) -> None:
        super().__init__(view)
        self._view = view
        self._hint = self._note = ""
        self.bubble = QLabel(view.viewport())
        self.bubble.setObjectName("refusal")
        self.bubble.setTextFormat(Qt.TextFormat.PlainText)
        self.bubble.setWordWrap(True)
        self.bubble.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.bubble.setAccessibleName("Why not")
        self.bubble.hide()
        self._timer = QTimer(self, singleShot=True, interval=STAYS)
        self._timer.timeout.connect(self.bubble.hide)

    @property
    def line(self) -> str:
        """What is said now."""
        return self._note or self._hint

    def say_hint(self, hint: str) -> None:
        """Say what can be done now."""
        if hint != self._hint:
            self._hint = hint
            self.changed.emit(self.line)

    def note(self, words: Sequence[str]) -> None:
        """Say what was done besides."""
        self._note = fit(sentence("; ".join(words)))
        self.changed.emit(self.line)

    def refuse(self, why: str, at: QPoint) -> None:
        """Say beside a place of the view why something cannot be done, and in the line."""
        self._note = fit(why)
        self.changed.emit(self.line)
        room = self._view.viewport().rect()
        self.bubble.setText(self._note)
        self.bubble.setMaximumWidth(max(160, min(380, room.width() - 24)))
        self.bubble.adjustSize()
        spot = at + ASIDE
        left = max(4, min(spot.x(), room.width() - self.bubble.width() - 8))
        top = spot.y() if spot.y() + self.bubble.height() < room.height() - 8 else at.y() - self.bubble.height() - 12
        self.bubble.move(left, max(4, top))
        self.bubble.show()
        self.bubble.raise_()
        self._timer.start()

    def forget(self) -> None:
        """Something is done again: what was said last has been read."""
        self.bubble.hide()
        if self._note:
            self._note = ""
            self.changed.emit(self.line)
