"""How fast bots answer: slow enough to be watched, or at once; they wait when they are told to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign

PACES: Final = {"at once": 0, "quick": 150, "steady": 600, "slow": 1500}
USUAL: Final = "steady"


class Pace(QObject):
    """Has the bots of a campaign answer, one after the other."""

    changed = Signal()

    def __init__(self, campaign: Campaign, pace: str = USUAL) -> None:
        super().__init__(campaign)
        self.campaign = campaign
        self.pace = pace if pace in PACES else USUAL
        self.waiting = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._answer)
        campaign.changed.connect(self._next)
        campaign.working.connect(self._on_working)
        campaign.closed.connect(self._timer.stop)

    def choose(self, pace: str) -> None:
        """Take another pace."""
        self.pace = pace
        self._next()

    def wait(self, waiting: bool) -> None:
        """Have the bots wait, or go on."""
        self.waiting = waiting
        if waiting and self.campaign.turn_state == "bots":
            self.campaign.break_off()
        self._next()
        self.changed.emit()

    def _next(self) -> None:
        self._timer.stop()
        if self.campaign.turn_state == "bots" and not self.waiting:
            self._timer.start(PACES[self.pace])

    def _on_working(self) -> None:
        """Have the bots wait where somebody has broken off what one of them did: it would do the same again."""
        if self.campaign.turn_state == "bots" and not self.campaign.is_playing and not self.waiting:
            self.wait(True)

    def _answer(self) -> None:
        self.campaign.bots_answer()
