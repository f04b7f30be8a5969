"""What is known of the place that was clicked: what the game tells, what the map holds, and who stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.engine.words import sentence
from sandtable.play.words.place_words import pieces_at, place_sheets
from sandtable.play.words.present_words import describe_counter
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.commands import Commands


SHOWN: Final = 8
"""So many pieces are seen at once."""


class PieceList(QListWidget):
    """Pieces, a line each that is broken where the panel is narrow; as high as the first of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("wrapped")
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the height that the pieces need, a few of them at most."""
        self.doItemsLayout()  # or lines would be broken for the width of before
        rows = [self.visualItemRect(self.item(row)).height() for row in range(min(SHOWN, self.count()))]
        self.setFixedHeight(sum(max(row, 18) for row in rows) + 2 * self.frameWidth() + 4)


class PlacePanel(QWidget):
    """The place that is looked at."""

    piece_clicked = Signal(str)

    def __init__(self, campaign: Campaign, board: Map, commands: Commands) -> None:
        super().__init__()
        self.campaign, self.board, self._commands = campaign, board, commands
        self.space: SpaceId | None = None
        self.stack = PanelStack(name="About this place")
        self.pieces = PieceList()
        self.pieces.setAccessibleName("Pieces in this place")
        self.pieces.itemClicked.connect(self._on_click)
        self.pieces.itemActivated.connect(self._on_click)
        self.pieces.setToolTip("Pieces in this place: click one to see what it can do")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.stack, 1)
        below = QVBoxLayout()
        below.setContentsMargins(8, 0, 8, 8)  # in line with what is told above
        below.addWidget(self.pieces)
        column.addLayout(below)
        self._ids: list[str] = []
        campaign.changed.connect(self.refresh)
        commands.keys_changed.connect(self.tell_ways)
        self.tell_ways()
        self.refresh()

    def tell_ways(self) -> None:
        """Say, where nothing is told, how a place comes to be told of."""
        self.stack.say_nothing(f"Click a place on the map, or find one: {self._commands.way_to('find')}.")

    def look_at(self, space: str) -> None:
        """Tell about a place."""
        self.space = SpaceId(space)
        self.refresh()

    def refresh(self) -> None:
        """Tell about the place as it is now."""
        view = self.campaign.view
        if view is None:
            self.space = None
        self.pieces.clear()
        self._ids = []
        self.pieces.hide()
        if view is None or self.space is None or not self.board.knows(self.space):
            self.stack.put(())
            return
        self.stack.put(place_sheets(view, self.board, self.space))
        self._list(view, self.space)

    def _list(self, view: RunningGame, space: SpaceId) -> None:
        there = pieces_at(view, space)
        for counter in there:
            item = QListWidgetItem(sentence(describe_counter(counter)))
            item.setToolTip(as_tip(counter.says))
            self.pieces.addItem(item)
            self._ids.append(counter.piece)
        self.pieces.setVisible(bool(there))
        self.pieces.fit()

    def _on_click(self, item: QListWidgetItem) -> None:
        self.piece_clicked.emit(self._ids[self.pieces.row(item)])
