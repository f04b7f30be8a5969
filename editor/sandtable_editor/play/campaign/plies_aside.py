"""What is done to a campaign, worked out beside the window's thread: until it is through, the window shows what was.

Plies, and ways back and forth along the journal, are worked out by a stand-in and taken over when they are known. So
nothing that is shown changes under the eyes of who looks, and what is broken off or fails has never been.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from sandtable.play.table.breaking_off import break_off

if TYPE_CHECKING:
    from sandtable.engine.errors import Broken
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.referee.stand_in import StandIn
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress

TITLE: Final = "Working out what comes of it"
Work = Callable[["Referee"], object]
Then = Callable[[BaseException | None], object]


class PliesAside(QObject):
    """Works out one deed at a time: an answer, an act of the table, a way back."""

    def __init__(self, campaign: Campaign, jobs: Jobs) -> None:
        super().__init__(campaign)
        self.campaign, self._jobs = campaign, jobs
        self._job: BackgroundJob | None = None
        self._thread: int | None = None
        self._playing = Lock()
        self._stand_in: StandIn | None = None
        campaign.closed.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """Whether something is being worked out."""
        return self._job is not None

    def work_out(self, work: Work, then: Then) -> None:
        """Work something out, and take it over; ``then`` hears of it, with what has gone wrong if something has.

        What is soon through is waited for.
        """
        stand_in = self._find_stand_in()

        def act(_: Progress) -> Broken | None:
            if self.campaign.watch is not None:
                self.campaign.watch.look_at(stand_in.referee)
            with self._playing:
                self._thread = get_ident()
            try:
                return stand_in.work_out(work)
            finally:
                with self._playing:
                    self._thread = None

        self._job = self._jobs.run(
            TITLE, act, partial(self._take_over, stand_in, then), partial(self._fail, stand_in, then)
        )
        self._job.stopping.connect(self.stop)
        self._jobs.wait_for(self._job)

    def _find_stand_in(self) -> StandIn:
        from sandtable.engine.referee.stand_in import StandIn

        if self._stand_in is None or not self._stand_in.is_in_step:
            self._stand_in = StandIn(self.campaign.referee)
        return self._stand_in

    def _take_over(self, stand_in: StandIn, then: Then, failure: Broken | None) -> None:
        self._end()
        try:
            stand_in.take_over()
        except Exception as error:  # noqa: BLE001  # whoever has asked for it tells of it
            self._stand_in = None
            then(error)
        else:
            then(failure)

    def _fail(self, stand_in: StandIn, then: Then, error: BaseException) -> None:
        self._end()
        stand_in.tell_failures()
        then(error)

    def _end(self) -> None:
        self._job = None
        if self.campaign.watch is not None:
            self.campaign.watch.look_at(self.campaign.referee)

    def stop(self) -> None:
        """Break off what is being worked out; nothing has been done then."""
        job, self._job = self._job, None
        if job is None:
            return
        self._stand_in = None
        job.cancel()
        with self._playing:
            if self._thread is not None:
                break_off(self._thread)
        self._end()
        self.campaign.working.emit()
