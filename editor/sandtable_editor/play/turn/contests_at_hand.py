"""What is being fought or could be begun, as the seat at the screen sees it: found beside the window's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from sandtable.lab.odds import contests_of
from sandtable_editor.play.campaign.aside import AskedAside

if TYPE_CHECKING:
    from sandtable.present import Contest
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs

TITLE: Final = "Looking for what is fought"


class ContestsAtHand(QObject):
    """Asked once for each position; what is soon known is waited for. ``came``: it is known by now, a little later."""

    came = Signal()

    def __init__(self, campaign: Campaign, jobs: Jobs) -> None:
        super().__init__(campaign)
        self._asked: AskedAside[tuple[Contest, ...]] = AskedAside(campaign, jobs, TITLE)
        self._asked.came.connect(self._tell)
        self._is_asking = False

    @property
    def is_busy(self) -> bool:
        """Whether they are being looked for."""
        return self._asked.is_busy

    def all(self) -> tuple[Contest, ...]:
        """Return the contests of the position on the screen, none as long as they are not known."""
        asked = self._asked
        asked.follow()
        if not asked.is_known(TITLE) and not asked.is_awaited(TITLE):
            self._is_asking = True
            try:
                asked.ask(TITLE, lambda game: tuple(contests_of(game)), bool, soon=True)
            finally:
                self._is_asking = False
        return asked.at_hand(TITLE) or ()

    def fought(self) -> list[Contest]:
        """Return what is being fought."""
        return [one for one in self.all() if one.opening is None]

    def openings(self) -> list[Contest]:
        """Return what an answer would begin."""
        return [one for one in self.all() if one.opening is not None]

    def _tell(self) -> None:
        if not self._is_asking:
            self.came.emit()
