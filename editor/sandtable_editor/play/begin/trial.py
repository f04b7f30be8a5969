"""A campaign that is only tried out: begun from a scenario under work, thrown away when one goes back to that."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.play.begin.campaign_beginning import CampaignBeginning
from sandtable_editor.shell.key_tips import KeyTip
from sandtable_editor.shell.pieces import button, fit

if TYPE_CHECKING:
    from sandtable.play.begin.starts import Start
    from sandtable.play.table.sitting import Sitting
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.commands import Commands
    from sandtable_editor.shell.workspace import Workbench

FILE = "trial.campaign"


class TrialTable(Protocol):
    """The table that a campaign is tried out on: the Play workspace."""

    window: Workbench

    @property
    def campaign(self) -> Campaign | None: ...

    def show_sitting(self, sitting: Sitting) -> None: ...

    def close_campaign(self) -> None: ...

    def open_path(self, path: str) -> None: ...

    def forget_open(self) -> None: ...

    def follow(self) -> None: ...


class TriedOut(QObject):
    """Tries scenarios out, one at a time. What was on the table before is there again afterwards."""

    ended = Signal()
    """The campaign has been thrown away: whoever began it may come forward again."""
    taken = Signal(object)
    """The position that was reached is to be the set-up: a ``State``."""
    refused = Signal(str, str)
    """Why it cannot be played, or not be taken over, with a title."""

    def __init__(self, play: TrialTable) -> None:
        super().__init__(play.window)
        self._play = play
        self._beginning = CampaignBeginning(play.window.jobs, self)
        self._folder: Path | None = None
        self._before = ""
        """The campaign that was on the table."""
        self.strip = TrialStrip(self)

    @property
    def is_on(self) -> bool:
        """Whether a campaign that is only tried out is on the table."""
        return self._folder is not None

    def begin(self, start: Start) -> None:
        """Begin a scenario in a file that is thrown away, and put it on the table."""
        from sandtable.play.table.sitting import Wishes

        folder = Path(mkdtemp(prefix="sandtable-"))

        def show(sitting: Sitting) -> None:
            self._put_on_table(sitting, folder, start.scenario.title)

        def fail(error: BaseException) -> None:
            shutil.rmtree(folder, ignore_errors=True)
            if not isinstance(error, SandtableError):
                raise error
            self.refused.emit("The scenario cannot be played yet", sentence(str(error)))

        self._beginning.begin(start, Wishes(seats="one"), folder / FILE, show, fail)

    def _put_on_table(self, sitting: Sitting, folder: Path, title: str) -> None:
        campaign = self._play.campaign
        before = str(campaign.sitting.path) if campaign is not None and not self.is_on else self._before
        self._play.close_campaign()  # which throws a trial that stands away
        self._before, self._folder = before, folder
        self._play.show_sitting(sitting)
        self._play.forget_open()
        self.strip.show_trial(title)
        self._play.follow()

    def back(self) -> None:
        """Throw the campaign away, and have whoever began it come forward."""
        if not self.is_on:
            return
        before = self._before
        self._play.close_campaign()
        if before and Path(before).exists():
            self._play.open_path(before)
        self.ended.emit()

    def take_over(self) -> None:
        """Make the position that was reached the set-up, and go back."""
        from sandtable.design.scenario.taking_over import require_resolved

        campaign = self._play.campaign
        if campaign is None or not self.is_on:
            return
        reached = campaign.referee.game.state.truth.clone()
        try:
            require_resolved(reached)
        except SandtableError as error:
            self.refused.emit("It cannot be taken over now", sentence(str(error)))
            return
        self.back()
        self.taken.emit(reached)

    def forget(self) -> None:
        """The campaign has left the table: its file goes."""
        folder, self._folder, self._before = self._folder, None, ""
        self.strip.hide()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


class TrialStrip(QFrame):
    """Says that nothing of what is played is kept, and leads back."""

    def __init__(self, trial: TriedOut) -> None:
        super().__init__()
        self.says = QLabel()
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.back = button("&Back to the scenario", trial.back)
        self.take = button("&Take this over", trial.take_over)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 3, 8, 3)
        row.addWidget(self.says, 1)
        row.addWidget(self.take)
        row.addWidget(self.back)
        self.hide()

    def name_keys(self, commands: Commands) -> None:
        """Print the keys of both buttons in their tips; the commands that have them are there."""
        KeyTip(self.back, commands, "Throw this campaign away, and go on laying out", "trial_back")
        KeyTip(self.take, commands, "Make the position that was reached the set-up of the scenario", "trial_take_over")

    def show_trial(self, title: str) -> None:
        """Say what is tried out."""
        self.says.setText(fit(f"Trying out {title}: this campaign is thrown away when you go back."))
        self.show()
