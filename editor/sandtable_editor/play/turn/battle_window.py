"""What is being fought: both sides, its story, odds; in front until it is closed, also when it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable.engine.state.rows import Frame
from sandtable.play.record.gauged_sheets import with_bars
from sandtable.play.record.story_words import story_title
from sandtable.present import Sheet, presentation
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.play.turn.odds_box import OddsBox
from sandtable_editor.play.turn.story_view import StoryView

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Journal
    from sandtable.present import Panel
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.contests_at_hand import ContestsAtHand
    from sandtable_editor.shell.workspace import Workbench


BELOW: Final = 34
"""Logical pixels below what stands above the map: a title bar leaves that in view."""
FRAME: Final = 30
"""Logical pixels by which the frame of the desktop may move a window that it is put around."""
LEAST: Final = QSize(320, 150)
"""It is made no smaller than this to stand beside what is asked about."""
SETTLING: Final = 1_500
"""Milliseconds in which a window manager has put a window where it wants to have it; whoever drags it takes longer."""
STORY: Final = 170
"""Logical pixels that its story has below the two sides, while something is being fought; more if its user makes it
higher."""


class BattleWindow(QWidget):
    """Comes up by itself when something is fought out, and stays until it is closed; the prompt stays free."""

    rule_clicked = Signal(str)
    place_clicked = Signal(str)

    def __init__(self, campaign: Campaign, main: Workbench, contests: ContestsAtHand) -> None:
        super().__init__(main, Qt.WindowType.Tool)
        self.campaign, self._main, self.contests = campaign, main, contests
        self.setObjectName("battle")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # the keyboard stays with the prompt
        self.stack = PanelStack(name="The battle", side_by_side=True)
        self.stack.rule_clicked.connect(self.rule_clicked)
        self.stack.place_clicked.connect(self.place_clicked)
        self.story = StoryView(campaign, main.jobs)
        self.story.rule_clicked.connect(self.rule_clicked)
        self.story.chosen.connect(self._name)
        self.story.came.connect(self.refresh)
        self.odds = OddsBox(campaign, main.jobs, contests)
        self.odds.odds_ready.connect(self._place)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.stack, 1_000)  # as high as it is at most; the story has what is left
        column.addWidget(self.story, 1)
        column.addWidget(self.odds)
        self.put_away: tuple[str, ...] = ()
        """What was being fought when it was closed."""
        self.keep_clear: Callable[[], list[QRect]] = list
        """Where on the screen the places are that are asked about: it stands over none of them."""
        self.strip_height: Callable[[], int] = int
        """How high that is which stands above the map, logical pixels; it stays in view."""
        self._stood: QPoint | None = None
        self._since = QElapsedTimer()
        """Since it was last put somewhere: so long the window manager may still put it elsewhere."""
        self._placed = self._is_wanted = False
        self._is_told_of = True
        """Whether there is a story of what was fought last: of an overrun, which is no contest, none is told."""
        self._given = QSize()
        """The size it was given last: another one is its user's own."""
        self._looked_to = campaign.referee.journal.head
        """The last ply in which it is known whether something was fought to its end."""
        campaign.changed.connect(self.refresh)
        contests.came.connect(self.refresh)
        self.refresh()

    # -- what it shows

    def refresh(self) -> None:
        """Show what is being fought; else what has just been fought, as long as nobody has closed it."""
        view = self.campaign.view
        panels = presentation.panels(view, "window") if view is not None else []
        self.stack.put(panels)
        self.stack.setVisible(bool(panels))
        self.odds.refresh()
        if view is None:
            self.story.forget()
            self.hide()
            return
        now = self._fought_now(panels)
        if now:
            self._is_wanted = now != self.put_away
            self._is_told_of = bool(self.contests.fought())
            self._looked_to = self.campaign.referee.journal.head
        else:
            self.put_away = ()
            self._is_wanted = self._is_wanted and self._is_told_of
            self._is_wanted = self._has_just_ended() or self._is_wanted
        if not self._is_wanted or not self._main.isVisible():
            self.hide()
            return
        before = self.story.fought
        is_known = self.story.follow()
        if now and is_known and self.story.story is not None:
            self.stack.put(with_bars(panels, self.story.story))
        if not now and not is_known:
            return  # it stands as it was until that comes
        if not now and not self.story.has_gone_on(before):
            self._is_wanted = False  # what it told of was taken back
            self.hide()
            return
        self._show_up()

    def _fought_now(self, panels: list[Panel]) -> tuple[str, ...]:
        """Return by what is told apart what is being fought; empty while nothing is."""
        fought = self.contests.fought() if self.campaign.view is not None else []
        return tuple(f"{one.sequence} {one.subject}" for one in fought) or tuple(panel.key for panel in panels)

    def _has_just_ended(self) -> bool:
        """Tell whether something was fought out since it was last looked, so quickly that nobody was asked in it.

        As long as that is not known, it is looked at again when it is.
        """
        journal, since = self.campaign.referee.journal, self._looked_to
        if self._is_wanted or not journal.follows(journal.head, since) or not _has_left_a_sequence(journal, since):
            self._looked_to = journal.head
            return False
        if not self.story.tell_last():
            return False
        self._looked_to = journal.head
        fought = self.story.fought
        return fought is not None and fought.is_over and fought.last > since and bool(fought.contest.sequence)

    def _show_up(self) -> None:
        self._name()
        self.story.setVisible(self._tells)
        if not self._placed:
            self._place()
        self.show()
        QTimer.singleShot(0, self, self._place)  # once what is new in it has its size

    @property
    def _tells(self) -> bool:
        """Whether there is a story to tell: below what is only just beginning none of something that is over."""
        fought = self.story.fought
        return fought is not None and not (fought.is_over and self.stack.panels and not self.story.is_chosen)

    def _name(self) -> None:
        """Say in its title what it tells of."""
        fought = self.story.fought
        groups = [panel.group for panel in self.stack.panels or () if isinstance(panel, Sheet) and panel.group]
        titles = [panel.title for panel in self.stack.panels or ()]
        told = [fought.contest.title] if fought is not None and (not fought.is_over or not titles) else []
        self.setWindowTitle(next(iter([*told, *groups, *titles]), ""))
        self.setAccessibleName(story_title(fought) if fought is not None and self._tells else self.windowTitle())

    def bring(self) -> None:
        """Show it again after it was put away; where nothing is being fought, what was fought last."""
        self.put_away = ()
        self._is_wanted = self._is_told_of = True
        self.refresh()
        if self.isVisible():
            self.raise_()
        else:
            self.campaign.message.emit("Nothing has been fought out yet.")

    def toggle(self) -> None:
        """Put it away if it is there, else show it: the keyboard, which stays with the prompt, has no other way."""
        if self.isVisible() and not self.isMinimized():
            self.close()
        else:
            self.bring()

    @property
    def has_something(self) -> bool:
        """Whether there can be something to show."""
        return self.campaign.view is not None

    def renew(self) -> None:
        """Draw everything in the colours of the theme."""
        self.stack.put(self.stack.panels or (), anew=True)
        self.story.renew()

    # -- where it stands

    def stand_clear(self) -> None:
        """Go out of the way of what is asked about by now."""
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        """Stand over the middle of the main window the first time: the prompt stays free. Be as high as need be.

        Whoever has made it another height is left his; it grows where it must.
        """
        middle = self._main.centralWidget() or self._main
        below = self._main.height() - middle.mapTo(self._main, QPoint(0, 0)).y() - self._main.status.height()
        top = self.strip_height() + BELOW
        room = QRect(middle.mapToGlobal(QPoint(16, top)), QSize(middle.width() - 32, below - top - 20))
        own = self._placed and self._given.isValid() and self.size() != self._given
        width = self.width() if own else max(LEAST.width(), min(720, room.width()))
        height = self._wanted_height(width, room.height())
        size = QSize(width, max(height, self.height()) if own else height)
        self._stand_clear(room, size, shrinks=not own)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Take it for our own where the window manager puts it: it makes room for a frame, or for a screen's edge."""
        super().moveEvent(event)
        if self._since.isValid() and self._since.elapsed() < SETTLING:
            self._stood = self.pos()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the size that what is new in it needs for given: nobody has made it so."""
        super().resizeEvent(event)
        least = self.minimumSizeHint().expandedTo(self.minimumSize())
        if self._given.isValid() and self._given.expandedTo(least) != self._given:
            self._given = self.size()

    def _wanted_height(self, width: int, most: int) -> int:
        """Return how high it had best be; the two sides are seen whole, the story has what is left."""
        rest = self.odds.sizeHint().height() if self.odds.isVisibleTo(self) else 0
        shown = 0
        if self.stack.panels:
            shown = min(self.stack.height_at(width) + 4, max(LEAST.height(), most - rest))
            self.stack.setMaximumHeight(shown)
        told = 0
        if self._tells:
            told = min(self.story.height_at(width), STORY if self.stack.panels else most // 2)
        return max(LEAST.height(), min(shown + told + rest + 8, most))

    def _stand_clear(self, room: QRect, size: QSize, *, shrinks: bool) -> None:
        """Stand where none of the places lies that are asked about, smaller if need be.

        Where its user has put it, it stays.
        """
        if self._placed and self._was_moved():
            self._take(size)
            return
        corner = room.topLeft()
        for one in [size, *(_smaller(size) if shrinks else ())]:
            size, corner = one, self._corner(room, one)
            if not any(map(QRect(corner, size).intersects, self.keep_clear())):
                break
        self._take(size)
        self.move(corner)
        self._placed, self._stood = True, self.pos()
        self._since.start()

    def _was_moved(self) -> bool:
        """Tell whether its user has put it elsewhere; its frame, which comes later than it does, moves it a little."""
        return self._stood is not None and (self.pos() - self._stood).manhattanLength() > FRAME

    def _corner(self, room: QRect, size: QSize) -> QPoint:
        """Return where a window of that size had best stand; where it stands already, if that is as good.

        What is over it tells low down: the game goes on on the map.
        """
        if not self.stack.panels:
            return corner_clear_of(self.keep_clear(), room, size, QPoint(room.left(), room.bottom() - size.height()))
        stays = self._stood is not None and room.contains(QRect(self._stood, size))
        return corner_clear_of(self.keep_clear(), room, size, self._stood if stays else None)

    def _share_out(self, size: QSize) -> None:
        """Leave the story its part where the window is too low for all of it: the two sides can be scrolled."""
        if not self.stack.panels or not self._tells:
            return
        rest = self.odds.sizeHint().height() if self.odds.isVisibleTo(self) else 0
        left = size.height() - rest - 8
        told = min(self.story.height_at(size.width()), STORY, left // 2)
        self.stack.setMaximumHeight(min(self.stack.height_at(size.width()) + 4, left - told))

    def _take(self, size: QSize) -> None:
        self._share_out(size)
        if self.size() != size:
            self.resize(size)
            self._given = self.size()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Put it away until something else is to be shown."""
        self.put_away = self._fought_now(list(self.stack.panels or ()))
        self._is_wanted = False
        self.story.forget()
        self.odds.stop()
        super().closeEvent(event)


def _has_left_a_sequence(journal: Journal, since: int) -> bool:
    """Tell whether a sequence has ended between a ply and the head."""
    plies = [one for one in journal.way(journal.head, since)[1] if not one.documents]
    return any(change.kind is Frame and change.new is None for one in plies for change in one.changes)


def _smaller(size: QSize) -> list[QSize]:
    """Return sizes to try where it would cover what is asked about: first lower ones, then narrower ones."""
    heights = [size.height() * fifths // 5 for fifths in (4, 3, 2)]
    narrow = size.width() * 3 // 5
    lower = [QSize(size.width(), height) for height in heights]
    narrower = [QSize(narrow, height) for height in (size.height(), *heights)]
    return [one.expandedTo(LEAST) for one in (*lower, *narrower, LEAST)]


def corner_clear_of(places: list[QRect], room: QRect, size: QSize, stands: QPoint | None = None) -> QPoint:
    """Return the corner of a window of that size in a room, over as few of these places as can be.

    Where it ``stands`` it stays if no other corner is better.
    """
    right, low = max(room.left(), room.right() - size.width()), max(room.top(), room.bottom() - size.height())
    corners = [QPoint(x, y) for y in (room.top(), low) for x in (room.left(), right)]
    wanted = [stands, *corners] if stands is not None else corners
    covered = [sum(map(QRect(corner, size).intersects, places)) for corner in wanted]
    return wanted[covered.index(min(covered))]
