"""The line over the middle: where we are, who leads, undo and redo, how the map is coloured."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from sandtable.play.words.where import situation
from sandtable_editor.play.turn.score_button import ScoreButton
from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.commands import Commands

SHOWN = ("undo", "redo", "recap")
SPACE = 14
"""Between what is bold and what is not, in pixels."""


class ElidedLabel(QLabel):
    """A line that says one thing in bold and as much of another as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._first = self._second = ""

    def say(self, first: str, second: str) -> None:
        """Say something else; the whole of it stands in the tooltip."""
        self._first, self._second = first, second
        self.setText(f"<b>{escape(first)}</b>&nbsp;&nbsp; {escape(second)}")
        self.setToolTip(as_tip("\n".join(filter(None, (first, second)))))

    def paintEvent(self, event: QPaintEvent) -> None:
        bold, left = self.font(), 0
        bold.setBold(True)
        painter = QPainter(self)
        try:
            for font, says in ((bold, self._first), (self.font(), self._second)):
                painter.setFont(font)
                left += self._write(painter, says, left)
        finally:
            painter.end()

    def _write(self, painter: QPainter, says: str, left: int) -> int:
        metrics, room = painter.fontMetrics(), self.width() - left
        if room <= SPACE or not says:
            return 0
        shown = metrics.elidedText(says, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        return metrics.horizontalAdvance(shown) + SPACE


class Strip(QWidget):
    """Says where we are; commands that are wanted often have a button here."""

    def __init__(self, campaign: Campaign, commands: Commands) -> None:
        super().__init__()
        self.campaign = campaign
        self.where = ElidedLabel()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(8, 4, 8, 4)
        self.row.addWidget(self.where, 1)
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.row.addWidget(self.wrong)
        self.score = ScoreButton(campaign)
        self.row.addWidget(self.score)
        for key in SHOWN:
            tool = QToolButton()
            tool.setDefaultAction(commands[key])
            self.row.addWidget(tool)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def add(self, widget: QWidget) -> None:
        """Put something at the end."""
        self.row.addWidget(widget)

    def warn(self, says: str) -> None:
        """Say what cannot be shown as it is; the sentence stands in full in its tooltip."""
        self.wrong.setText(f"⚠ {says[:48]}…" if len(says) > 50 else f"⚠ {says}" if says else "")
        self.wrong.setToolTip(as_tip(says))

    def refresh(self) -> None:
        """Say where we are."""
        view = self.campaign.view
        where, *more = situation(view)[:2] if view is not None else ("",)
        self.where.say(where, "   ".join(more))
