"""The line at the foot of the window: what a click does now, where we are, work under way, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QProgressBar, QSizePolicy, QStatusBar, QToolButton, QWidget

from sandtable_editor.shell.errors import WindowFault
from sandtable_editor.shell.jobs import BackgroundJob
from sandtable_editor.shell.pieces import as_tip, fit

LATER: Final = 300
"""Milliseconds before work that is under way is shown: most of it is done by then, and a line would only flicker."""


class Status(QStatusBar):
    """The status bar of the window."""

    def __init__(self, show_faults: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.hint = QLabel()
        self.hint.setObjectName("faint")
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.where = QLabel()
        self.faults = QToolButton()
        self.faults.setAutoRaise(True)
        self.faults.setToolTip("Errors since the window was opened")
        self.faults.setAccessibleName("Errors since the window was opened")
        self.faults.clicked.connect(show_faults)
        self.faults.hide()
        self._begun: list[tuple[float, BackgroundJob]] = []
        self._wait = QTimer(self, singleShot=True, interval=LATER)
        self._wait.timeout.connect(self._show_lasting)
        self.addWidget(self.hint, 1)
        for widget in (self.where, self.faults):
            self.addPermanentWidget(widget)

    def say_where(self, says: str, more: str = "") -> None:
        """Say where we are at the right of the line; ``more`` stands in its tip, and is read with it."""
        self.where.setText(says)
        self.where.setToolTip(as_tip(more))
        self.where.setAccessibleDescription(fit(more))

    def count(self, faults: list[WindowFault]) -> None:
        """Show how many things went wrong."""
        self.faults.setText(f"⚠ {len(faults)}")
        self.faults.setVisible(bool(faults))

    def show_job(self, job: BackgroundJob) -> None:
        """Show work if it takes its time, with a way to stop it."""
        self._begun.append((monotonic(), job))
        if not self._wait.isActive():
            self._wait.start(LATER)

    def _show_lasting(self) -> None:
        """Show what has been under way for long enough; look again later at what was begun since."""
        due = monotonic() - LATER / 1000
        for began, job in self._begun:
            if job.running and began <= due:
                self.addPermanentWidget(_JobWidget(job))
        self._begun = [(began, job) for began, job in self._begun if job.running and began > due]
        if self._begun:
            self._wait.start(max(1, round((self._begun[0][0] - due) * 1000)))


class _JobWidget(QWidget):
    """One job: its title, its progress, a button that stops it."""

    def __init__(self, job: BackgroundJob) -> None:
        from PySide6.QtWidgets import QHBoxLayout

        super().__init__()
        self.bar = QProgressBar()
        self.bar.setMaximumWidth(140)
        self.bar.setRange(0, 0)
        self.stop = QToolButton()
        self.stop.setText("Stop")
        self.stop.setAccessibleName(f"Stop: {job.title}")
        self.bar.setAccessibleName(fit(job.title))
        self.stop.clicked.connect(job.cancel)
        self.says = QLabel(fit(job.title))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 0, 6, 0)
        for widget in (self.says, self.bar, self.stop):
            layout.addWidget(widget)
        job.progressed.connect(self._tell)
        job.ended.connect(self._over)
        self._tell(*job.progress)

    def _tell(self, done: int, total: int, says: str) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if says:
            self.says.setText(fit(says))

    def _over(self) -> None:
        self.hide()
        self.deleteLater()
