"""What the choice changes here: worked out for the campaign on the table, or for how the scenario begins."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from sandtable.engine.errors import Illegal, SandtableError
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import Sentence, beside, button, clear, faint, scrolling

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.starts import Start
    from sandtable.play.rules.changes_here import HereSection, PositionHere
    from sandtable_editor.rules.desk import RulesDesk
    from sandtable_editor.shell.jobs import BackgroundJob, Progress

TITLE = "Trying out what the rules change here"


class HerePanel(QWidget):
    """A button to work it out, a bar with a way to stop, and what was found in sections."""

    title = "What changes here"

    def __init__(self, desk: RulesDesk) -> None:
        super().__init__()
        self.desk = desk
        self.sections: list[HereSection] = []
        self._job: BackgroundJob | None = None
        self._asked: Choices | None = None
        self._stood: object = None
        """Where the campaign stood when it was asked."""
        where = "in the campaign on the table" if desk.target.is_campaign else "when the scenario begins"
        self.begin = button(
            "&Work it out", self.work_out, f"What this choice changes {where}, as the side that is asked may see it"
        )
        self.stop = button("S&top", self.cancel, "Stop working it out")
        self.bar = QProgressBar()
        self.bar.setAccessibleName("How far it is worked out")
        self.bar.setTextVisible(False)
        self._state = faint("")
        inside = QWidget()
        self._lines = QVBoxLayout(inside)
        scroll = scrolling(inside, "What it changes here")
        column = QVBoxLayout(self)
        column.addWidget(faint(f"What this choice changes {where}: rules, what may be done, numbers, the next step."))
        column.addWidget(beside(self.begin, self.stop, self.bar, stretch=2))
        column.addWidget(self._state)
        column.addWidget(scroll, 1)
        desk.changed.connect(self.follow)
        self.follow()

    @property
    def is_busy(self) -> bool:
        return self._job is not None and self._job.running

    def follow(self) -> None:
        """Say whether what is shown is of the choice, and of the campaign, as they are now."""
        self.begin.setEnabled(not self.is_busy)
        self.stop.setVisible(self.is_busy)
        self.bar.setVisible(self.is_busy)
        old = self._asked is not None and self._asked != self.desk.choices
        says = "The choice is another now: work it out again." if old else ""
        if not old and self._stood != self._stands():
            says = "The campaign has gone on since: work it out again."
        self._state.setText(says if self.sections else "")
        self._state.setVisible(bool(self._state.text()))

    def _stands(self) -> object:
        """Return where the campaign on the table stands, ``None`` without one."""
        view = self.desk.target.view
        return view.campaign.referee.journal.head if view is not None else None

    def work_out(self) -> None:
        """Work it out beside the window's thread; what was under way is stopped."""
        self.cancel()
        choices = self._asked = self.desk.choices
        self._stood = self._stands()
        try:
            make = self._position()
        except SandtableError as error:
            self._fail(error)
            return

        def work(progress: Progress) -> list[HereSection]:
            progress(0, 0, "preparing")
            return make().changes(choices, progress)

        job = self._job = self.desk.window.jobs.run(TITLE, work, self._show, self._fail)
        job.progressed.connect(self._tell)
        job.ended.connect(self._over)
        self.destroyed.connect(job.cancel)
        self.follow()

    def _position(self) -> Callable[[], PositionHere]:
        """Return what makes the position to try it out in; that of a campaign is made here and now."""
        from sandtable.play.rules.changes_here import PositionHere

        target = self.desk.target
        if target.view is None:
            assert target.start is not None
            return partial(_beginning, target.start, self.desk.family)
        campaign = target.view.campaign
        view, seat = campaign.view, campaign.seat or ""
        if view is None or campaign.is_playing:
            raise Illegal(
                "somebody must be seated at the screen, and nothing be worked out there, to look from his side"
            )
        missing = self.desk.choices.on - campaign.referee.family.options.keys()
        if missing:
            raise Illegal(
                f"the campaign does not carry {', '.join(sorted(missing))} yet: put it into the campaign first"
            )
        here = PositionHere(campaign.referee, seat, campaign.ask)
        return lambda: here

    def cancel(self) -> None:
        """Stop what is being worked out; what was found before stays."""
        if self._job is not None and self._job.running:
            self._job.cancel()

    def _over(self) -> None:
        self._job = None
        self.follow()

    def _tell(self, done: int, of: int, says: str) -> None:
        _ = says
        self.bar.setRange(0, of)
        self.bar.setValue(done)

    def _fail(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            self.desk.window.jobs.failed(error)
            return
        self.sections = []
        clear(self._lines)
        self._lines.addWidget(Sentence(escape(sentence(str(error)))))
        self._lines.addStretch(1)
        self.follow()

    def _show(self, sections: list[HereSection]) -> None:
        self.sections = sections
        clear(self._lines)
        for section in sections:
            self._lines.addWidget(Sentence(f"<b>{escape(section.title)}</b>"))
            for line in section.lines:
                self._lines.addWidget(Sentence(escape(sentence(line))))
        self._lines.addStretch(1)
        self.follow()


def _beginning(start: Start, family: InstalledGame) -> PositionHere:
    """Return how a scenario begins, with its own options, on dice of its own."""
    from sandtable.play.rules.changes_here import PositionHere

    referee = replace(start, family=family).begin(source=SeededDice("rules")).open()
    prompt = referee.prompt
    ask = prompt.open[0] if prompt is not None else None
    seat = referee.game.seat_of(ask.side) if ask is not None else ""
    return PositionHere(referee, seat or "", ask)
