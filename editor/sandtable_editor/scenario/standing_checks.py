"""What is wrong with the scenario that is worked on, always as it is now: looked at beside the window's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs

PAUSE: Final = 350
"""Milliseconds after the last edit before it is looked at."""


class StandingChecks(QObject):
    """Looks at a scenario. ``changed``: the findings are others, or what could not be looked at is told."""

    changed = Signal()

    def __init__(self, design: DesignedScenario, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._design, self._jobs = design, jobs
        self._job: BackgroundJob | None = None
        self.findings: list[Finding[ScenarioDocument]] = []
        self.wrong = ""
        """Why it could not be looked at."""
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self._look)
        self._look()

    @property
    def is_looking(self) -> bool:
        """Whether what was found is of an earlier state."""
        return self._soon.isActive() or (self._job is not None and self._job.running)

    def follow(self, design: DesignedScenario) -> None:
        """Go on with the scenario as it is now."""
        self._design = design
        self._soon.start()

    def look_now(self) -> None:
        """Look at once: somebody waits for it."""
        if self._soon.isActive():
            self._soon.stop()
            self._look()

    def _look(self) -> None:
        design = self._design
        if self._job is not None and self._job.running:
            self._job.cancel()

        def look(_: object) -> list[Finding[ScenarioDocument]]:
            from sandtable.lint.scenarios import check_scenario

            return check_scenario(design.document, design.map, design.family, shelf=design.shelf)

        self._job = self._jobs.run("Checking the scenario", look, self._take, self._fail)

    def _take(self, found: list[Finding[ScenarioDocument]]) -> None:
        self._job, self.findings, self.wrong = None, found, ""
        self.changed.emit()

    def _fail(self, error: BaseException) -> None:
        self._job = None
        if not isinstance(error, SandtableError):
            raise error
        self.wrong = str(error)
        self.changed.emit()
