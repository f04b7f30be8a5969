"""The past on the screen: the map as it was after any ply, stepped and slid through; play stays where it stands."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSlider, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.record.past import Past
from sandtable.play.record.trails import traces_of, trails_of
from sandtable.play.words.where import current_place, situation
from sandtable.present import presentation
from sandtable.present.on_map import shown_on
from sandtable_editor.play.map.situation import words_view
from sandtable_editor.shell.key_tips import KeyTip
from sandtable_editor.shell.pieces import Sentence, beside, button
from sandtable_editor.shell.theme import magnified, tone

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QPlainTextEdit

    from sandtable.board.maps import Map
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.commands import Commands

LINES: Final = 3
"""So many lines of the log are told of a ply."""
PAGE: Final = 10
"""Plies that Page Up and Page Down go."""


class PastView(QWidget):
    """A page over the map with a position of before.

    ``looked``: another ply is shown; ``left``: back to the present.
    """

    looked = Signal(int)
    left = Signal()
    goto_wanted = Signal(int)

    def __init__(self, campaign: Campaign, beside: MapView | None, commands: Commands) -> None:
        super().__init__()
        self._beside = beside
        self.campaign = campaign
        self.past = Past(campaign.referee)
        self.chronicle = Chronicle(campaign.game, campaign.referee.journal)
        self.ply = self.past.last
        self.map: MapView | None = None
        self._board: Map | None = None
        self.words: QPlainTextEdit = words_view()
        self.where = Sentence()
        self.deeds = Sentence()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Ply that is shown")
        self.slider.setPageStep(PAGE)
        self.slider.valueChanged.connect(self._slid)
        self.steps = [
            button("|◀", lambda: self._step_to(0), "The first position (Home)"),
            button("◀", lambda: self.step_by(-1)),
            button("▶", lambda: self.step_by(1)),
            button("▶|", lambda: self._step_to(len(self.past.plies) - 1), "The present position (End)"),
        ]
        for made, name in zip(self.steps, ("First position", "Earlier", "Later", "Present position"), strict=True):
            made.setAccessibleName(name)
        KeyTip(self.steps[1], commands, "One step back", "earlier", "Left")
        KeyTip(self.steps[2], commands, "One step forward", "later", "Right")
        self.go_back = button("Go back to here…", self._go_back, "Take back what was played since")
        self.leave = button("Return to the present", self.left.emit, "Close the past (Esc)", "commit")
        self._lay_out()
        self.setFocusProxy(self.slider)
        campaign.changed.connect(self.follow)

    def _lay_out(self) -> None:
        bar = QFrame()
        bar.setObjectName("past")
        column = QVBoxLayout(bar)
        column.setContentsMargins(10, 6, 10, 6)
        column.addWidget(beside(self.where, self.go_back, self.leave))
        column.addWidget(beside(*self.steps[:2], self.slider, *self.steps[2:], stretch=2))
        self.deeds.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.deeds.setFixedHeight(LINES * self.deeds.fontMetrics().lineSpacing() + 2)  # the map stays where it is
        column.addWidget(self.deeds)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(bar)
        self._column.addWidget(self.words, 1)

    # -- what is looked at

    def follow(self) -> None:
        """Follow the journal: what is played meanwhile lengthens the past; who sees nothing now sees no past."""
        if self.campaign.view is None:
            self.left.emit()
            return
        present = self.ply == self.past.last
        self.past = Past(self.campaign.referee)
        self.look(self.past.last if present or self.ply not in self.past else self.ply)

    def look(self, ply: int) -> None:
        """Show the position after a ply of the line."""
        if ply not in self.past:
            return
        self.ply = ply
        at = [one.id for one in self.past.plies].index(ply)
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, len(self.past.plies) - 1))
        self.slider.setValue(at)
        self.slider.blockSignals(False)
        try:
            self._show(at)
        except SandtableError as error:  # what a module wrote that is not there any more cannot be read
            self.deeds.setText(escape(sentence(str(error))))
        self.looked.emit(ply)

    def _show(self, at: int) -> None:
        ply, sides = self.past.plies[at], self.campaign.sides
        trails = trails_of(self.past, [ply], sides) if at else []
        game = self.past.look(ply.id, sides)
        self.where.setText(
            f"<b>The past:</b> after ply {ply.id} of {self.past.last} &nbsp; {escape(current_place(game))}"
        )
        lines = [line.cited for line in self.chronicle.lines(ply, sides)]
        self.deeds.setText("<br>".join(map(escape, lines[:LINES])) + (" …" if len(lines) > LINES else ""))
        is_present = ply.id == self.past.last
        for made in self.steps[:2]:
            made.setEnabled(at > 0)
        for made in self.steps[2:]:
            made.setEnabled(not is_present)
        self.go_back.setEnabled(not is_present)
        board = presentation.sheet(game)
        if board is None:
            self.words.setPlainText("\n".join(situation(game)[1:]))
            return
        view = self._map_of(board)
        shown = shown_on(game, board)
        view.set_counters(shown.counters)
        view.set_signs(shown.signs)
        view.show_lines(traces_of(trails))
        there = {one.piece for one in shown.counters}
        view.select([trail.piece for trail in trails if trail.piece in there])

    def _map_of(self, board: Map) -> MapView:
        """Return the map with this revision on it; it is made when a position with one is first looked at."""
        from sandtable_editor.canvas import MapView

        if self.map is None:
            self.map = MapView()
            self.map.set_theme(tone(), magnified())
            self.words.hide()
            self._column.addWidget(self.map, 1)
        if self._board is None or self._board.digest != board.digest:
            self._board = board
            self.map.show_map(board)
        return self.map

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.map is not None and self._beside is not None:
            self.map.look_like(self._beside)

    # -- going through it

    def _slid(self, at: int) -> None:
        if 0 <= at < len(self.past.plies):
            self.look(self.past.plies[at].id)

    def _step_to(self, at: int) -> None:
        self.slider.setValue(at)

    def step_by(self, plies: int) -> None:
        """Go so many plies back (below 0) or on."""
        self.slider.setValue(self.slider.value() + plies)

    def _go_back(self) -> None:
        self.goto_wanted.emit(self.ply)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
