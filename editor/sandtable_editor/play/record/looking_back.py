"""The middle of a campaign: the present, or a page of the past over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from sandtable.play.record.recap import answers_of_others, last_seen
from sandtable_editor.shell.theme import magnified, tone

if TYPE_CHECKING:
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.record.past_view import PastView
    from sandtable_editor.play.record.recap_page import RecapPage
    from sandtable_editor.shell.commands import Commands


class LookingBack(QStackedWidget):
    """Holds the present, and shows the past in its place while somebody looks at it; play stays where it stands.

    ``looked``: the ply that is shown now (0: the present). ``turned``: another page is on top.
    """

    looked = Signal(int)
    turned = Signal()
    goto_wanted = Signal(int)

    def __init__(self, campaign: Campaign, present: QWidget, board: MapView | None, commands: Commands) -> None:
        super().__init__()
        self.campaign, self._commands = campaign, commands
        self._board = board
        self.page: PastView | RecapPage | None = None
        self.addWidget(present)

    @property
    def past(self) -> PastView | None:
        """The page with a position of before, while it is open."""
        from sandtable_editor.play.record.past_view import PastView

        return self.page if isinstance(self.page, PastView) else None

    def renew(self) -> None:
        """Draw the map of the page that is open in the colours and the size of the theme."""
        if self.page is not None and self.page.map is not None:
            self.page.map.set_theme(tone(), magnified())

    def look(self, ply: int | None = None) -> None:
        """Show the position after a ply; without one the present one, to be stepped back from."""
        from sandtable_editor.play.record.past_view import PastView

        if self.campaign.view is None:
            return
        if (page := self.past) is not None:
            page.look(page.past.last if ply is None else ply)
            return
        page = PastView(self.campaign, self._board, self._commands)
        page.looked.connect(self.looked)
        page.goto_wanted.connect(self.goto_wanted)
        page.look(page.past.last if ply is None else ply)
        self._open(page)

    def step(self, plies: int) -> None:
        """Go so many plies back (below 0) or on; from the present it opens the past."""
        if self.past is None:
            self.look()
        if (page := self.past) is not None:
            page.step_by(plies)

    @property
    def news(self) -> int:
        """How many answers others have given since whoever sits at the screen played last."""
        return answers_of_others(self.campaign.referee.journal.line(), self.campaign.sides)

    def recap(self) -> None:
        """Tell what has happened since whoever sits at the screen played last."""
        from sandtable_editor.play.record.recap_page import RecapPage

        if self.campaign.view is not None:
            campaign = self.campaign
            since = last_seen(campaign.referee.journal.line(), campaign.sides, campaign.asked_side)
            self._open(RecapPage(self.campaign, since, self._board))

    def _open(self, page: PastView | RecapPage) -> None:
        self.leave()
        self.page = page
        page.left.connect(self.leave)
        self.addWidget(page)
        self.setCurrentWidget(page)
        page.setFocus()
        self.turned.emit()

    def boxes(self) -> list[QRect]:
        """Return where on the screen is told what has happened, while that page is open: no window covers it."""
        from sandtable_editor.play.record.recap_page import RecapPage

        if not isinstance(self.page, RecapPage):
            return []
        told = self.page.list
        return [QRect(told.mapToGlobal(told.rect().topLeft()), told.size())]

    def leave(self) -> None:
        """Show the present."""
        page, self.page = self.page, None
        if page is None:
            return
        self.setCurrentIndex(0)
        self.removeWidget(page)
        page.campaign.changed.disconnect(page.follow)
        page.deleteLater()
        self.turned.emit()
        self.looked.emit(0)
