"""A track: boxes in a row, with the markers that stand in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sandtable.present import Box, Track
from sandtable_editor.shell.pieces import as_tip, scrolling

BOX: Final = 56
"""Pixels that a box is wide at least."""
WIDEST: Final = 5 * BOX
"""Pixels that the words of a marker are wide at most."""


def readable_on(colour: str) -> str:
    """Return black or white, whichever reads better on a colour."""
    shade = QColor(colour)
    light = 0.299 * shade.red() + 0.587 * shade.green() + 0.114 * shade.blue()
    return "#000000" if light > 140 else "#ffffff"


def in_two_lines(words: str, width: Callable[[str], int]) -> str:
    """Break words that are wider than a box into two lines, where the longer of the two is shortest."""
    if width(words) <= BOX:
        return words
    parts = words.split()
    ways = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    return "\n".join(min(ways, key=lambda way: max(map(width, way)), default=(words,)))


def marker(colour: str, words: str) -> QLabel:
    """Return a marker; what names very many is cut, and read whole where the pointer rests on it."""
    made = QLabel()
    made.setText(made.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, WIDEST))
    if made.text() != words:
        made.setToolTip(as_tip(words))
        made.setAccessibleName(words)
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    made.setStyleSheet(f"background: {colour}; color: {readable_on(colour)}; border: none; padding: 1px 4px;")
    return made


class TrackView(QFrame):
    """A title over boxes; a long track scrolls to its last marker."""

    def __init__(self, track: Track) -> None:
        super().__init__()
        self.setObjectName("card")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        title = QLabel(track.title)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        column.addWidget(title)
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.boxes = [self._box(box) for box in track.boxes]
        for box in self.boxes:
            row.addWidget(box)
        row.addStretch(1)
        self.strip = scrolling(inside, track.title)
        self.strip.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for ground in (self.strip.viewport(), inside):
            ground.setAutoFillBackground(False)
        bar = self.strip.horizontalScrollBar().sizeHint().height()
        self.strip.setFixedHeight(inside.sizeHint().height() + bar)
        column.addWidget(self.strip)
        self._last = next((at for at in reversed(range(len(track.boxes))) if track.boxes[at].markers), None)

    def _box(self, box: Box) -> QWidget:
        made = QFrame()
        made.setMinimumWidth(BOX)
        ground = f"background: {box.colour}; color: {readable_on(box.colour)};" if box.colour else ""
        made.setStyleSheet(f"QFrame {{ border: 1px solid palette(mid); border-radius: 3px; {ground} }}")
        column = QVBoxLayout(made)
        column.setContentsMargins(4, 3, 4, 3)
        column.setSpacing(2)
        title = QLabel()
        title.setText(in_two_lines(box.title, title.fontMetrics().horizontalAdvance))
        title.setStyleSheet("border: none;")
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(title)
        for colour, words in box.markers:
            column.addWidget(marker(colour, words))
        column.addStretch(1)
        made.setMinimumWidth(max(BOX, made.sizeHint().width()))  # no words are cut: a long track scrolls
        return made

    def showEvent(self, event: object) -> None:
        if self._last is not None:
            self.strip.ensureWidgetVisible(self.boxes[self._last])
