"""Fills the first page beside the window's thread: which campaigns there are at once, how each stands one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from sandtable.engine.errors import SandtableError
from sandtable_editor.play.begin.campaign_cards import PICTURE

if TYPE_CHECKING:
    from sandtable.play.begin.campaign_facts import CampaignState, CampaignSummary, SavedCampaign
    from sandtable.play.begin.games import Games
    from sandtable_editor.play.begin.welcome import Welcome
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress


class CampaignFacts(NamedTuple):
    """What came of looking into a campaign."""

    path: Path
    summary: CampaignSummary | None
    state: CampaignState
    wrong: str = ""


class CampaignReading(QObject):
    """Looks for campaigns, then into those that are new or were played since; a later look ends an earlier one."""

    def __init__(self, games: Callable[[], Games], jobs: Jobs, page: Welcome) -> None:
        super().__init__(page)
        self._find_games, self._jobs, self._page = games, jobs, page
        self._job: BackgroundJob | None = None
        self._read: deque[CampaignFacts] = deque()

    @property
    def _games(self) -> Games:
        return self._find_games()

    def look(self) -> None:
        """List the campaigns of the user; an older look that is still under way counts no more."""
        self.stop()
        self._job = self._jobs.run("Looking for campaigns", lambda _: self._list(), self._show)

    def stop(self) -> None:
        """Look no further: something else is to be done now."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _list(self) -> tuple[list[SavedCampaign], list[Path]]:
        from sandtable.library.campaigns.campaign_files import deleted_campaigns
        from sandtable.play.begin.starts import campaigns_folder

        return self._games.campaigns(), deleted_campaigns(campaigns_folder())

    def _show(self, found: tuple[list[SavedCampaign], list[Path]]) -> None:
        self._job = None
        self._page.show_campaigns(*found)
        if self._page.isVisible() and self._page.unread():
            QTimer.singleShot(0, self, self._look_into)  # the list is painted first

    def _look_into(self) -> None:
        paths = self._page.unread()
        if self._job is not None or not paths or not self._page.isVisible():
            return
        read = self._read = deque()
        self._job = self._jobs.run(
            "Looking into campaigns", lambda progress: self._look(paths, read, progress), self._over
        )
        self._job.progressed.connect(self._take)

    def _look(self, paths: list[Path], read: deque[CampaignFacts], progress: Progress) -> None:
        for nth, path in enumerate(paths):
            progress(nth, len(paths))
            read.append(self._facts(path))

    def _facts(self, path: Path) -> CampaignFacts:
        from sandtable.play.begin.saved_campaigns import state_of

        try:
            return CampaignFacts(path, self._games.summarize(path, PICTURE.width(), PICTURE.height()), "ready")
        except SandtableError as error:
            return CampaignFacts(path, None, state_of(path, error), str(error))

    def _take(self) -> None:
        while self._read:
            self._page.show_summary(*self._read.popleft())

    def _over(self, _: object) -> None:
        self._job = None
        self._take()
