"""How a scenario begins, in a picture: its map with what stands on it, to look around in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.present import presentation
from sandtable.present.on_map import shown_on
from sandtable_editor.canvas import MapView
from sandtable_editor.shell.theme import magnified, tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row
    from sandtable.play.begin.starts import Start
    from sandtable.present import Counter


class Preview(QWidget):
    """The map of a scenario; it is drawn once it is looked at, and stays away where there is none."""

    def __init__(self, start: Start, rows: Sequence[Row]) -> None:
        super().__init__()
        self.view: MapView | None = None
        self._start, self._rows = start, rows
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.view is None:
            QTimer.singleShot(0, self, self._draw)

    def _draw(self) -> None:
        """Lay the scenario out as its sides' public sees it; nobody plays it, so nothing is rolled or kept."""
        if self.view is not None:
            return
        start = self._start
        try:
            game = start.begin(rows=self._rows).game.seen_by_sides(frozenset())
            board = presentation.sheet(game)
        except SandtableError:  # beginning it says what is wrong
            return
        if board is None:
            return
        view = self.view = MapView()
        self._column.addWidget(view)
        view.set_theme(tone(), magnified())
        there = lay_out(view, board, game)

        def look() -> None:  # once it has its size
            view.fit()
            view.look_at(there)

        QTimer.singleShot(0, view, look)


def lay_out(view: MapView, board: Map, game: RunningGame) -> dict[SpaceId, Counter]:
    """Show a map with what stands on it, and return that by space; a counter that stands nowhere on it stays away."""
    view.show_map(board)
    shown = shown_on(game, board)
    view.set_counters(shown.counters)
    view.set_signs(shown.signs)
    return {one.space: one for one in shown.counters}
