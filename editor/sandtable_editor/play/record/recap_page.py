"""What has happened since one's last move: the log of it beside the map with the ways that pieces have gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QSplitter, QVBoxLayout, QWidget

from sandtable.engine.journal.journal import ROOT
from sandtable.engine.words import sentence
from sandtable.play.record.past import Past
from sandtable.play.record.recap import last_move, recap
from sandtable.play.record.trails import describe_trail, traces_of
from sandtable.play.words.wording import side_title
from sandtable.present import presentation
from sandtable_editor.play.record.log_panel import SIGNS
from sandtable_editor.shell.pieces import beside, button
from sandtable_editor.shell.theme import magnified, tone

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent

    from sandtable.board.maps import Map
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.record.recap import Recap
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.campaign.campaign import Campaign

SPACE: Final = Qt.ItemDataRole.UserRole
"""The place that a line leads to."""
LIST: Final = 360
"""Pixels that the list is wide beside the map, to begin with."""
PIECE: Final = Qt.ItemDataRole.UserRole + 1
"""The piece that a line is about."""


class RecapPage(QWidget):
    """A page over the map that tells what is new to whoever sits at the screen. ``left``: it has been read."""

    left = Signal()

    def __init__(self, campaign: Campaign, since: int, beside: MapView | None) -> None:
        super().__init__()
        self.campaign, self.since = campaign, since
        self._beside = beside
        self.heading = QLabel()
        self.list = QListWidget()
        self.list.setObjectName("wrapped")
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("What has happened")
        self.list.currentItemChanged.connect(self._show_place)
        self.list.itemClicked.connect(self._show_place)
        self.done = button("Go on", self.left.emit, "Back to the present (Esc)", "commit")
        self.map: MapView | None = None
        bar = QFrame()
        bar.setObjectName("past")
        head = QVBoxLayout(bar)
        head.setContentsMargins(10, 6, 10, 6)
        head.addWidget(_row(self.heading, self.done))
        self.split = QSplitter()
        self.split.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.split, 1)
        self.setFocusProxy(self.list)
        campaign.changed.connect(self.follow)
        self._fill()

    def follow(self) -> None:
        """Go when the position is another, or another sits at the screen."""
        self.left.emit()

    # -- what it tells

    def _fill(self) -> None:
        view = self.campaign.view
        if view is None:
            return
        referee = self.campaign.referee
        told = recap(referee, Past(referee), self.since, self.campaign.sides)
        when = self._when(view)
        self.heading.setText(f"Since {when}" if not told.is_empty else f"Nothing has happened since {when}.")
        self._list_lines(told)
        self._list_trails(view, told)
        if self.list.count():
            self.list.setCurrentRow(1)  # below the first heading
        board = presentation.sheet(view)
        if board is not None:
            self._draw(view, board, told)

    def _when(self, view: RunningGame) -> str:
        if self.since == ROOT:
            return "the beginning"
        campaign = self.campaign
        if self.since == last_move(campaign.referee.journal.line(), campaign.sides):
            return "your last move"
        return f"the last move of {side_title(view, campaign.asked_side)}"

    def _list_lines(self, told: Recap) -> None:
        chapter: tuple[str, ...] = ()
        for one in told.lines:
            if one.chapter != chapter:
                chapter = one.chapter
                self._heading(" · ".join(chapter))
            self._line(f"{SIGNS[one.line.kind]}{sentence(one.line.cited)}", one.space or "")

    def _list_trails(self, view: RunningGame, told: Recap) -> None:
        if told.trails:
            self._heading("Pieces that have moved, come or gone")
        for trail in told.trails:
            self._line(describe_trail(view, trail), trail.spaces[-1] if trail.spaces else "", trail.piece)

    def _heading(self, text: str) -> None:
        item = QListWidgetItem(text, self.list)
        item.setFlags(Qt.ItemFlag.NoItemFlags | Qt.ItemFlag.ItemIsEnabled)
        font = item.font()
        font.setBold(True)
        item.setFont(font)

    def _line(self, text: str, space: str, piece: str = "") -> None:
        item = QListWidgetItem(text, self.list)
        item.setData(SPACE, space)
        item.setData(PIECE, piece)

    def _draw(self, view: RunningGame, board: Map, told: Recap) -> None:
        from sandtable_editor.canvas import MapView
        from sandtable_editor.play.begin.preview import lay_out

        self.map = MapView()
        self.map.set_theme(tone(), magnified())
        lay_out(self.map, board, view)
        self.map.show_lines(traces_of(told.trails))
        self.split.addWidget(self.map)
        self.split.setSizes([LIST, 2 * LIST])
        self.split.splitterMoved.connect(self.list.doItemsLayout)

    # -- reading it

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.map is not None and self._beside is not None:
            self.map.look_like(self._beside)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.list.doItemsLayout()  # lines are broken for the width there is

    def _show_place(self, item: QListWidgetItem | None) -> None:
        """Show where a line happened, and the piece it is about."""
        if item is None or self.map is None:
            return
        if space := item.data(SPACE):
            self.map.centre_on(space)
        self.map.select([piece] if (piece := item.data(PIECE)) else [])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _row(label: QLabel, *buttons: QWidget) -> QWidget:
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return beside(label, *buttons)
