"""The line over the middle: who is asked, where we are, who leads, undo and redo, how the map is coloured."""

from __future__ import annotations

import re
from html import escape
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from sandtable.play.words.where import fought_titles, situation
from sandtable.play.words.wording import side_title
from sandtable.present.presentation import side_colour
from sandtable_editor.play.turn.score_button import ScoreButton
from sandtable_editor.play.turn.side_chip import SideChip
from sandtable_editor.shell.pieces import as_tip
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.commands import Commands

SHOWN = ("undo", "redo", "recap")
SENTENCES = re.compile(r"(?<=[.!?])\s+")
PARTED = " · "
"""Between the parts of where we are."""
SPACE = 14
"""Between what is bold and what is not, in pixels."""
LEAST = 300
"""Logical pixels that are left for where we are at the least; else the buttons get a line of their own."""


class ElidedLabel(QLabel):
    """A line that says one thing in bold and as many whole sentences of another as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._first = self._second = ""
        self._matters: Sequence[str] = ()

    def say(self, first: str, second: str, matters: Sequence[str] = ()) -> None:
        """Say something else; the whole of it stands in the tooltip. ``matters``: which parts are left away last."""
        self._first, self._second, self._matters = first, second, matters
        self.setText(f"<b>{escape(first)}</b>&nbsp;&nbsp; {escape(second)}")
        self.setToolTip(as_tip("\n".join(filter(None, (first, second)))))

    def least(self) -> int:
        """Return how wide it must be, pixels: for the end of the bold words and what matters, else their beginning."""
        parts = self._first.split(PARTED)
        wanted = (*(self._matters[:1] or parts[:1]), parts[-1])
        says = [shown for shown in _shorter(parts) if _holds(shown, wanted)]
        metrics = QFontMetrics(self._bold())
        return min(map(metrics.horizontalAdvance, says), default=0) + SPACE

    def bold_shown(self) -> str:
        """Return what is read in bold now."""
        return shortened(self._first, QFontMetrics(self._bold()), self.width(), self._matters)

    def _bold(self) -> QFont:
        bold = self.font()
        bold.setBold(True)
        return bold

    def paintEvent(self, event: QPaintEvent) -> None:
        bold, left = self._bold(), 0
        painter = QPainter(self)
        try:
            for font, says in ((bold, self._first), (self.font(), self._second)):
                painter.setFont(font)
                left += self._write(painter, says, left)
        finally:
            painter.end()

    def _write(self, painter: QPainter, says: str, left: int) -> int:
        metrics, room = painter.fontMetrics(), self.width() - left
        shown = fitting(says, metrics, room) if left else shortened(says, metrics, room, self._matters)
        if not shown:
            return 0
        painter.drawText(QRect(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown) + SPACE


def shortened(says: str, metrics: QFontMetrics, room: int, matters: Sequence[str] = ()) -> str:
    """Return as much of where we are as there is room for, pixels.

    Its end comes first, then what ``matters`` (which battle it is), then its beginning, then what lies between. Where
    there is too little room for that, what follows a comma goes ("Battle of Madrid", without its day).
    """
    parts = says.split(PARTED)
    fits = [one for one in _shorter(parts) if metrics.horizontalAdvance(one) <= room]
    if matters and matters[0] in parts[:-1] and not any(_holds(one, matters[:1]) for one in fits):
        briefly = (one for one in _brief(parts, matters[0]) if metrics.horizontalAdvance(one) <= room)
        fits = [brief] if (brief := next(briefly, "")) else fits
    wanted = [*matters, parts[0]]

    def worth(shown: str) -> tuple[object, ...]:
        kept = shown.split(PARTED)
        return *(part in kept for part in wanted), len(shown)

    return max(fits, key=worth) if fits else metrics.elidedText(parts[-1], Qt.TextElideMode.ElideRight, room)


def _holds(shown: str, parts: Sequence[str]) -> bool:
    kept = shown.split(PARTED)
    return all(part in kept for part in parts)


def _brief(parts: list[str], matter: str) -> Iterator[str]:
    """Yield what matters and the end of where we are, ever briefer."""
    first, last = matter.partition(",")[0], parts[-1]
    between = ("…",) if parts[-2] != matter else ()
    for end in dict.fromkeys((last, last.partition(",")[0])):
        yield PARTED.join((first, *between, end))
        yield PARTED.join((first, end))


def _shorter(parts: list[str]) -> Iterator[str]:
    """Yield them with some before the last left away, ``…`` in their place; the last alone without that."""
    yield parts[-1]
    for many in range(len(parts)):
        for left_away in combinations(range(len(parts) - 1), many):
            kept = ["…" if at in left_away else part for at, part in enumerate(parts)]
            yield PARTED.join(one for one, _ in groupby(kept)).removeprefix(f"…{PARTED}")


def fitting(says: str, metrics: QFontMetrics, room: int) -> str:
    """Return the first sentences that there is room for, pixels: none of them is cut."""
    shown = SENTENCES.split(says)
    while shown and metrics.horizontalAdvance(" ".join(shown)) > room:
        shown.pop()
    return " ".join(shown)


class Strip(QWidget):
    """Says where we are; commands that are wanted often have a button here."""

    def __init__(self, campaign: Campaign, commands: Commands) -> None:
        super().__init__()
        self.campaign = campaign
        self.asked = SideChip()
        self.where = ElidedLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        self.row, self.below = QHBoxLayout(), QHBoxLayout()
        self.below.addStretch(1)
        for line in (self.row, self.below):
            column.addLayout(line)
        self._tools: list[QWidget] = []
        self._widest: dict[QWidget, int] = {}
        """How wide what changes from question to question has been, logical pixels."""
        self.row.addWidget(self.asked)
        self.row.addWidget(self.where, 1)
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.row.addWidget(self.wrong)
        self.score = ScoreButton(campaign)
        self.row.addWidget(self.score)
        for key in SHOWN:
            tool = QToolButton()
            tool.setDefaultAction(commands[key])
            self.add(tool)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def add(self, widget: QWidget) -> None:
        """Put something at the end."""
        self._tools.append(widget)
        self.row.addWidget(widget)
        self._fold()

    # -- a second line where one is too short

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return what it takes in two lines at the least, as high as it is now."""
        high = super().minimumSizeHint().height()
        return QSize(max(self._width_of((self.wrong, *self._tools)), self._width_of((self.asked, self.score))), high)

    def _width_of(self, widgets: Iterable[QWidget]) -> int:
        each = [one.sizeHint().width() + self.row.spacing() for one in widgets if not one.isHidden()]
        return sum(each) + 16

    def _fold(self) -> None:
        """Put what is wrong and the buttons into a second line where they would leave too little of the first.

        Whoever is asked and whoever leads count as wide as they have ever been, and where we are as wide as it mostly
        is: the map below does not move from question to question.
        """
        for changing in (self.asked, self.score):
            self._widest[changing] = max(self._widest.get(changing, 0), self._width_of((changing,)))
        is_folded = (
            self._width_of((*self._tools, self.wrong)) + sum(self._widest.values()) + self._least() > self.width()
        )
        line = self.below if is_folded else self.row
        if line.indexOf(self.wrong) < 0:
            line.insertWidget(0 if is_folded else self.row.indexOf(self.where) + 1, self.wrong)
            self.updateGeometry()
        for one in self._tools:
            if line.indexOf(one) < 0:
                line.addWidget(one)
                self.updateGeometry()

    def _least(self) -> int:
        """Return how much is left for where we are at the least, pixels; beside what is wrong, what must be read."""
        return max(scaled(LEAST), 0 if self.wrong.isHidden() else self.where.least())

    def warn(self, says: str) -> None:
        """Say what cannot be shown as it is; the sentence stands in full in its tooltip."""
        self.wrong.setText(f"⚠ {says[:48]}…" if len(says) > 50 else f"⚠ {says}" if says else "")
        self.wrong.setToolTip(as_tip(says))
        self.wrong.setVisible(bool(says))
        self._fold()

    def refresh(self) -> None:
        """Say where we are, and who is asked there."""
        view, side = self.campaign.view, self.campaign.asked_side
        where, *more = situation(view, asked="")[:2] if view is not None else ("",)
        name = side_title(view, side) if view is not None and side else ""
        self.asked.show_side(name, side_colour(view, side) if view is not None else None)
        self.asked.setToolTip(as_tip(f"{name} is asked" if name else ""))
        self.where.say(where, "   ".join(more), fought_titles(view) if view is not None else ())
        self._fold()
