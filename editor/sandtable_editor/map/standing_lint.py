"""What is wrong with the map that is drawn, always as it is now: all of it looked at once, then what edits touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.design.patch import MapPatch
from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.lint.findings import Finding
    from sandtable.lint.maps import MapLint
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.jobs import BackgroundJob


class StandingLint(QObject):
    """Looks at the map of a desk. ``changed``: the findings are others, or what could not be looked at is told."""

    changed = Signal()

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._lint: MapLint | None = None
        self._patches: list[MapPatch] = []
        self._job: BackgroundJob | None = None
        self.findings: list[Finding[Map]] = []
        self.wrong = ""
        """Why the map could not be looked at."""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look_again)
        desk.shown_changed.connect(self._on_change)
        self._look_at_all()

    @property
    def is_looking(self) -> bool:
        """Whether all of the map is being looked at: what was found is of an earlier state."""
        return self._job is not None and self._job.running

    def _look_at_all(self) -> None:
        """Look at everything, in a job: on a large map that takes a while."""
        sheet = self._desk.design.map
        self._patches.clear()

        def look(_: object) -> MapLint:
            from sandtable.lint.maps import MapLint

            lint = MapLint.of(sheet)
            _ = lint.findings
            return lint

        self._job = self._desk.window.jobs.run("Checking the map", look, self._take, self._fail)

    def _take(self, lint: MapLint) -> None:
        self._lint, self._job = lint, None
        self._look_again() if self._patches else self._show(lint)

    def _fail(self, error: BaseException) -> None:
        self._job = None
        if not isinstance(error, SandtableError):
            raise error
        self.wrong = str(error)
        self.changed.emit()

    def _on_change(self, patch: MapPatch) -> None:
        self._patches.append(patch)
        self._soon.start()

    def _look_again(self) -> None:
        """Look at what was touched since; nobody waits for more than that."""
        if self._lint is None:
            return
        patches, self._patches = self._patches, []
        sheet = self._desk.design.map
        if len(patches) != 1:  # what came and went again is no change
            patches = [MapPatch.between(self._lint.survey.map, sheet)]
        try:
            self._lint = self._lint.after(sheet, *patches)
        except SandtableError as error:
            self._fail(error)
        else:
            self._show(self._lint)

    def _show(self, lint: MapLint) -> None:
        self.findings, self.wrong = lint.findings, ""
        self.changed.emit()
