"""The item that shows names and signs over the ground: as many as fit, always at their own size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas import marks
from sandtable_editor.canvas.guard import reported, saved
from sandtable_editor.canvas.labels import Label, chosen, range_of
from sandtable_editor.canvas.lettering import Lettering, Words, measure
from sandtable_editor.canvas.names import names_of
from sandtable_editor.canvas.palette import Palette, palette

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from sandtable_editor.canvas.geography import Geography
    from sandtable_editor.canvas.names import Name
    from sandtable_editor.canvas.shapes import Floats

BUDGET: Final = 0.003
"""Seconds of new pictures of words per frame, and of choosing per turn."""
Z_LABELS: Final = 50.0
FARTHEST: Final = 260.0
"""Logical pixels that a label may reach beyond its place."""


class _Choice:
    """What is shown in one range of zooms."""

    def __init__(self, labels: list[Label]) -> None:
        self.labels = labels
        self.places: Floats = np.array([label.name.place for label in labels], np.float64).reshape(-1, 2)


class Labels(QGraphicsItem):
    """All names of a map."""

    def __init__(self, geography: Geography, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__()
        self._rect, self._typical, self._clock = geography.rect, geography.size, clock
        self._geography = geography
        self._names: list[Name] | None = None
        self._choices: dict[int, _Choice] = {}
        self._work: tuple[int, list[Label], Iterator[Label | None]] | None = None
        self._lettering = Lettering()
        self._shown: int | None = None
        self.palette: Palette = palette(dark=False)
        self.step, self.zoom, self.dpr = 0, 1.0, 1.0
        self.complete = True
        """Whether the last frame showed all that it should."""
        self.setZValue(Z_LABELS)

    def boundingRect(self) -> QRectF:
        return self._rect

    # --- choosing -----------------------------------------------------------------------------------------------

    def at_zoom(self, step: int, zoom: float, dpr: float) -> None:
        """Fit the names to a zoom."""
        self.step, self.zoom, self.dpr = step, zoom, dpr

    @property
    def chosen(self) -> bool:
        """Whether the names for the present zoom are chosen."""
        return range_of(self.step) in self._choices

    def choose(self, budget: float = BUDGET) -> bool:
        """Go on choosing names for the present zoom, about so many seconds; return whether that is done."""
        wanted = range_of(self.step)
        if wanted in self._choices:
            return True
        if self._work is None or self._work[0] != wanted:
            if self._names is None:
                self._names = names_of(self._geography)
            self._work = (wanted, [], chosen(self._names, measure, wanted, self._typical))
        _, found, rest = self._work
        start = self._clock()
        for label in rest:
            if label is not None:
                found.append(label)
            if self._clock() - start > budget:
                return False
        self._choices[wanted] = _Choice(found)
        self._work = None
        return True

    def labels(self) -> list[Label]:
        """Return what is shown at the present zoom, as far as it is chosen."""
        choice = self._choices.get(range_of(self.step))
        return choice.labels if choice else []

    def _choice(self) -> _Choice | None:
        """Return what to show: the choice for this zoom, until it is made that of the zoom before."""
        wanted = range_of(self.step)
        if wanted in self._choices:
            self._shown = wanted
        return None if self._shown is None else self._choices[self._shown]

    # --- painting -----------------------------------------------------------------------------------------------

    @reported
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.complete = True
        choice = self._choice()
        if choice is None or not choice.labels:
            return
        transform = painter.worldTransform()
        window = QRectF(painter.viewport())
        spots = choice.places * transform.m11() + np.array([transform.dx(), transform.dy()])
        inside = (
            (spots[:, 0] > window.left() - FARTHEST)
            & (spots[:, 0] < window.right() + FARTHEST)
            & (spots[:, 1] > window.top() - FARTHEST)
            & (spots[:, 1] < window.bottom() + FARTHEST)
        )
        with saved(painter):
            painter.resetTransform()
            start = self._clock()
            seen: list[int] = np.flatnonzero(inside).tolist()
            for at in reversed(seen):
                x, y = spots[at].tolist()
                self._paint(painter, choice.labels[at], x, y, late=self._clock() - start > BUDGET)

    def write_all(self) -> None:
        """Draw the words of all names of the present zoom now."""
        for label in self.labels():
            if label.words:
                self._lettering.picture(self._words(label.name), self.palette)

    def _words(self, name: Name) -> Words:
        return Words(name.text, name.style, round(name.turn, 1), self.palette.dark, self.dpr)

    def _paint(self, painter: QPainter, label: Label, x: float, y: float, *, late: bool) -> None:
        """Paint one; words that would have to be drawn wait when it is late."""
        name = label.name
        if name.mark is not None:
            sign = marks.picture(name.mark, self.palette.dark, self.dpr)
            self._blit(painter, sign, x, y)
        if not label.words:
            return
        words = self._words(name)
        if late and words not in self._lettering:
            self.complete = False
            return
        self._blit(painter, self._lettering.picture(words, self.palette), x + label.dx, y + label.dy)

    def _blit(self, painter: QPainter, picture: QPixmap, x: float, y: float) -> None:
        size = picture.deviceIndependentSize()
        painter.drawPixmap(QPointF(round(x - size.width() / 2), round(y - size.height() / 2)), picture)
