"""The screen while it is handed over: nothing of the game is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QMainWindow, QVBoxLayout

from sandtable.play.words.wording import seat_title
from sandtable_editor.shell.pieces import button, faint

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.campaign.pace import Pace


class Curtain(QFrame):
    """Covers the window until whoever is asked says that they sit there."""

    lifted = Signal()
    alone_wanted = Signal()

    def __init__(self, campaign: Campaign, pace: Pace, main: QMainWindow) -> None:
        super().__init__(main)
        self.campaign, self._pace, self._main = campaign, pace, main
        self.hide()
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("The screen is covered")
        self.who = QLabel()
        font = self.who.font()
        font.setPointSizeF(font.pointSizeF() * 2)
        self.who.setFont(font)
        self.who.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.says = faint("")
        self.says.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sit = button("", self._sit, "Enter", "commit")
        self.alone = button(
            "One person plays all sides", self.alone_wanted.emit, "Do not ask again: the screen is never handed over"
        )
        self.alone.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys lift the curtain in one way; the menu has this too
        self.resume = button("Resume the bots", self._resume, "Enter", "commit")
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(self.who)
        column.addSpacing(12)
        column.addWidget(self.says)
        column.addSpacing(24)
        for one in (self.sit, self.resume):
            column.addWidget(one, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        column.addWidget(self.alone, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        main.installEventFilter(self)
        campaign.changed.connect(self.refresh)
        pace.changed.connect(self._name)
        self.refresh()

    def refresh(self) -> None:
        """Be there while nobody sits at the screen."""
        campaign = self.campaign
        if campaign.view is None and not campaign.has_looked:
            return  # nothing is shown yet, and whoever plays alone would see it for a moment
        if campaign.view is None:
            self._name()
            self.sit.setText(campaign.lift_title)
            self.sit.setVisible(campaign.turn_state == "curtain")
            self.alone.setVisible(self.sit.isVisibleTo(self) and len(campaign.people()) > 1)
            self._cover()
            self.show()
            self.raise_()
            self.take_focus()
        elif self.isVisible():
            self.hide()
            self.lifted.emit()

    def _name(self) -> None:
        """Say for whom it is down, or that bots play meanwhile."""
        campaign = self.campaign
        at_work = campaign.turn_state == "bots"
        seat = seat_title(campaign.game, campaign.coming or "")
        covered = "The screen is covered" if len(campaign.people()) == 1 else f"Hand over to {seat}"
        bots = "The bots are paused" if self._pace.waiting else "The bots are playing"
        self.who.setText(bots if at_work else covered)
        alone = len(campaign.people()) == 1
        hidden = (
            "The game stays hidden until you want to see it."
            if alone
            else "The game stays hidden until you take the seat."
        )
        self.says.setText("" if at_work else hidden)
        self.resume.setVisible(at_work and self._pace.waiting)
        if self.isVisible():
            self.take_focus()

    def take_focus(self) -> None:
        """Put the keyboard here: nothing that is typed reaches what lies behind."""
        there = (one for one in (self.sit, self.resume) if one.isVisibleTo(self))
        next(there, self).setFocus()

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """Keep the keyboard: what comes next in the window lies behind."""
        self.take_focus()
        return True

    def _resume(self) -> None:
        self._pace.wait(False)

    def _sit(self) -> None:
        self.campaign.sit_down()

    def _cover(self) -> None:
        top = self._main.menuBar().height() if self._main.menuBar().isVisible() else 0
        below = self._main.statusBar().height()  # the line there says which key lifts it
        self.setGeometry(0, top, self._main.width(), self._main.height() - top - below)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and event.type() == QEvent.Type.Resize:
            self._cover()
        elif self.isVisible() and event.type() == QEvent.Type.WindowActivate:  # a dialog has gone, or another program
            self.take_focus()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._resume() if self.resume.isVisible() else self._sit()
