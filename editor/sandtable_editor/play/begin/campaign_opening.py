"""Opens campaigns for the workspace: reads them beside the window's thread, and says why one cannot be opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QMessageBox

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.play.begin.campaign_beginning import CampaignBeginning
from sandtable_editor.play.begin.damaged_library import tell_harm

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.games import Games
    from sandtable.play.begin.starts import Start
    from sandtable.play.table.sitting import Sitting
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import BackgroundJob
    from sandtable_editor.shell.workspace import Workbench

OPEN: Final = "play/open"
"""The setting that names the campaign on the table: after a crash it is opened where it stood."""


class CampaignOpening:
    """Opens one campaign at a time: ``on_table`` gives the one that is open, ``show`` puts another in its place."""

    def __init__(
        self,
        window: Workbench,
        games: Callable[[], Games],
        show: Callable[[Sitting], object],
        on_table: Callable[[], Campaign | None],
    ) -> None:
        self._window = window
        self._find_games = games
        self._show = show
        self._on_table = on_table
        self._beginning = CampaignBeginning(window.jobs)
        self._asked_for: tuple[str, BackgroundJob] | None = None

    @property
    def _games(self) -> Games:
        return self._find_games()

    def open_path(self, path: str, *, last_good: bool = False) -> None:
        """Open a campaign where it stands."""
        if self._stands(path) or self._is_being_opened(path):
            return

        def look(_: object) -> InstalledGame:
            from sandtable.library.campaigns.opening import read_header

            return self._games.family(read_header(Path(path), damaged=True).game)

        def take_up(family: InstalledGame) -> None:
            from sandtable.library.campaigns.opening import open_campaign
            from sandtable.play.table.sitting import resume_sitting

            self.accept(resume_sitting(open_campaign(family, Path(path), last_good=last_good)))

        def take_up_safely(family: InstalledGame) -> None:
            try:
                take_up(family)
            except SandtableError as error:
                say_why(error)

        def say_why(error: BaseException) -> None:
            if not self._stands(path):  # else it was asked for twice, by another name
                self._cannot_open(error)

        self._asked_for = path, self._window.jobs.run("Opening", look, take_up_safely, say_why)

    def _is_being_opened(self, path: str) -> bool:
        """Tell whether a campaign is the one that was asked for last, and nothing has come of that yet."""
        return self._asked_for is not None and self._asked_for[0] == path and self._asked_for[1].running

    def _stands(self, path: str) -> bool:
        """Tell whether a campaign is on the table, by whatever name."""
        campaign = self._on_table()
        if campaign is None:
            return False
        own = campaign.sitting.path
        return own == Path(path) or (own.exists() and Path(path).exists() and own.samefile(path))

    def open_scenario(self, name: str) -> None:
        """Go on with the last campaign of a scenario, or begin one."""

        def take_up(start: Start) -> None:
            from sandtable.play.table.sitting import Wishes, go_on_with_last

            if start.library is not None and start.harm:
                tell_harm(start.library, start.harm, self._window.jobs, self._window)
            notices: list[str] = []
            try:
                sitting = go_on_with_last(start, Wishes(), notices)
            except SandtableError as error:
                self._cannot_open(error)
                return
            if sitting is None:
                self._begin(start, notices)
            else:
                self.accept(sitting)

        self._window.jobs.run("Opening", lambda _: self._games.start(name), take_up, self._cannot_open)

    def play_on_map(self, library: Path, key: str) -> None:
        """Begin a scenario of a library on its map as it is now there."""

        def look(_: object) -> Start:
            from sandtable.play.begin.map_scenarios import bind_to_current

            return bind_to_current(library, key, self._games.families())

        self._window.jobs.run("Opening", look, self._begin, self._cannot_open)

    def _begin(self, start: Start, notices: Sequence[str] = ()) -> None:
        """Begin a campaign of a scenario as it is set up."""
        from sandtable.play.table.sitting import Wishes

        def show(sitting: Sitting) -> None:
            sitting.notices[:0] = notices
            self.accept(sitting)

        self._beginning.begin(start, Wishes(), None, show, self._cannot_open)

    def _cannot_open(self, error: BaseException) -> None:
        from sandtable.library.campaigns.opening import OpenLastGood

        self._window.settings.forget(OPEN)
        if not isinstance(error, SandtableError):
            self._window.reporter.report(error)
            return
        remedy = error.remedy if isinstance(error.remedy, OpenLastGood) else None
        says = str(error) if remedy is None else error.with_advice("")  # the button says what can be done
        box = QMessageBox(QMessageBox.Icon.Warning, "Cannot be opened", sentence(says), parent=self._window)
        box.addButton(QMessageBox.StandardButton.Close)
        good = None
        if remedy is not None:
            good = box.addButton("Open a copy at the last good position", QMessageBox.ButtonRole.AcceptRole)

        def on_answer() -> None:
            wanted = remedy if good is not None and box.clickedButton() is good else None
            box.deleteLater()
            if wanted is not None:
                self.open_path(str(wanted.path), last_good=True)

        box.finished.connect(on_answer)
        box.open()

    def accept(self, sitting: Sitting) -> None:
        """Show a campaign that was opened, once the table accepts rules that have changed."""
        from sandtable_editor.play.table.failure_dialog import ask_about_changes, ask_about_unended

        shown = partial(ask_about_unended, sitting, self._window, partial(self._show, sitting))
        ask_about_changes(sitting, self._window, shown, sitting.referee.sink.close)
