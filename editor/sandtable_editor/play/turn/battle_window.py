"""What is being fought: sides beside each other, tallies with their reasons, odds; in front until it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable.lab.odds import contests_of
from sandtable.present import Sheet, presentation
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.play.turn.odds_box import OddsBox

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.workspace import Workbench


BELOW: Final = 64
"""Logical pixels below the top of the middle: what stands there, and a title bar, stay in view."""


class BattleWindow(QWidget):
    """Comes up by itself when a game has something to show in front, and goes with it; the prompt stays free."""

    rule_clicked = Signal(str)
    place_clicked = Signal(str)

    def __init__(self, campaign: Campaign, main: Workbench) -> None:
        super().__init__(main, Qt.WindowType.Tool)
        self.campaign, self._main = campaign, main
        self.setObjectName("battle")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # the keyboard stays with the prompt
        self.stack = PanelStack(name="The battle", side_by_side=True)
        self.stack.rule_clicked.connect(self.rule_clicked)
        self.stack.place_clicked.connect(self.place_clicked)
        self.odds = OddsBox(campaign, main.jobs)
        self.odds.odds_ready.connect(self._place)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1)
        column.addWidget(self.odds)
        self.put_away: tuple[str, ...] = ()
        self.keep_clear: Callable[[], list[QRect]] = list
        """Where on the screen the places are that are asked about: it stands over none of them."""
        self._stood: QPoint | None = None
        self._placed = False
        self._given = 0
        """The height it was given last: another one is its user's own."""
        campaign.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what there is to show."""
        view = self.campaign.view
        panels = presentation.panels(view, "window") if view is not None else []
        keys = tuple(panel.key for panel in panels)
        self.stack.put(panels)
        self.odds.refresh()
        fought = [one.title for one in contests_of(view) if one.opening is None] if view is not None else []
        groups = [panel.group for panel in panels if isinstance(panel, Sheet) and panel.group]
        self.setWindowTitle(next(iter([*fought, *groups, *(panel.title for panel in panels)]), ""))
        if not panels:
            self.put_away = () if view is not None else self.put_away
            self.hide()
        elif keys != self.put_away and self._main.isVisible():
            if not self._placed:
                self._place()
            self.show()
            QTimer.singleShot(0, self, self._place)  # once what is new in it has its size

    def bring(self) -> None:
        """Show it again after it was put away."""
        self.put_away = ()
        self.refresh()

    @property
    def has_something(self) -> bool:
        """Whether there is something to show."""
        return bool(self.stack.panels)

    def _place(self) -> None:
        """Stand over the middle of the main window the first time: the prompt stays free. Be as high as need be.

        Whoever has made it another height is left his; it grows where it must.
        """
        middle = self._main.centralWidget() or self._main
        width = self.width() if self._placed else max(420, min(720, middle.width() - 32))
        wanted = self.stack.height_at(width) + self.odds.sizeHint().height()
        below = self._main.height() - middle.mapTo(self._main, QPoint(0, 0)).y()
        height = max(160, min(wanted + 12, below - BELOW - 16))
        self._stand_clear(middle, QSize(width, height))
        if self.height() < height or self.height() == self._given or not self._given:
            self.resize(width, height)
            self._given = height

    def _stand_clear(self, middle: QWidget, size: QSize) -> None:
        """Stand where none of the places lies that are asked about; where its user has put it, it stays."""
        if self._placed and self.pos() != self._stood:
            return
        room = QRect(middle.mapToGlobal(QPoint(16, BELOW)), middle.size() - QSize(32, BELOW + 16))
        corner = corner_clear_of(self.keep_clear(), room, size, self._stood)
        self.move(corner)
        self._placed, self._stood = True, self.pos()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Put it away until something else is to be shown."""
        self.put_away = tuple(panel.key for panel in self.stack.panels or ())
        self.odds.stop()
        super().closeEvent(event)


def corner_clear_of(places: list[QRect], room: QRect, size: QSize, stands: QPoint | None = None) -> QPoint:
    """Return the corner of a window of that size in a room, over as few of these places as can be.

    Where it ``stands`` it stays if no other corner is better.
    """
    right, low = max(room.left(), room.right() - size.width()), max(room.top(), room.bottom() - size.height())
    corners = [QPoint(x, y) for y in (room.top(), low) for x in (room.left(), right)]
    wanted = [stands, *corners] if stands is not None else corners
    covered = [sum(map(QRect(corner, size).intersects, places)) for corner in wanted]
    return wanted[covered.index(min(covered))]
