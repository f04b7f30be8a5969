"""What is wrong with the scenario that is worked on, always as it is now: all of it, then what edits touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding
    from sandtable.lint.scenarios import ScenarioLint
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs


class StandingChecks(QObject):
    """Looks at a scenario. ``changed``: the findings are others, or what could not be looked at is told."""

    changed = Signal()

    def __init__(self, design: DesignedScenario, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._design, self._jobs = design, jobs
        self._job: BackgroundJob | None = None
        self._lint: ScenarioLint | None = None
        self.findings: list[Finding[ScenarioDocument]] = []
        self.wrong = ""
        """Why it could not be looked at."""
        self._soon = QTimer(self, singleShot=True, interval=0)
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
        """Look at what was touched since, at once; beside the window's thread where that is everything."""
        if self._job is not None and self._job.running:
            self._job.cancel()
        self._job = None
        design, lint = self._design, self._lint
        if lint is None or not lint.goes_on_to(design.document, design.map):
            self._look_at_all()
            return
        try:
            self._take(lint.after(design.document))
        except SandtableError as error:
            self._fail(error)

    def _look_at_all(self) -> None:
        design = self._design

        def look(_: object) -> ScenarioLint:
            from sandtable.lint.scenarios import ScenarioLint

            lint = ScenarioLint.of(design.document, design.map, design.family, shelf=design.shelf, newer=design.newer)
            _ = lint.findings
            return lint

        self._job = self._jobs.run("Checking the scenario", look, self._take, self._fail)

    def _take(self, lint: ScenarioLint) -> None:
        self._job, self._lint = None, lint
        self.findings, self.wrong = lint.findings, ""
        self.changed.emit()

    def _fail(self, error: BaseException) -> None:
        self._job = self._lint = None
        if not isinstance(error, SandtableError):
            raise error
        self.wrong = str(error)
        self.changed.emit()
