"""Another revision of the map for a running campaign: chosen from a library, looked at, proposed to the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import shiboken6
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.play.table.adopting import KeptRevision, kept_revisions, read_revision
from sandtable.play.table.adoption_preview import ready_adoption
from sandtable.present import presentation
from sandtable_editor.play.table.adoption_view import AdoptionView
from sandtable_editor.play.table.tried_aside import TriedAside
from sandtable_editor.shell.pieces import beside, button, choice_box, faint, fit, library_dialog
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.play.table.adoption_preview import AdoptionPreview
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.table.table_council import TableCouncil
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs

T = TypeVar("T")

PAUSE: Final = 250


class AdoptionDialog(QDialog):
    """A library, a map of it, and what playing on that from now on would do."""

    def __init__(self, campaign: Campaign, council: TableCouncil, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Adopt another map")
        self.resize(roomy(self, 820, 700))
        self.campaign, self.council, self.jobs = campaign, council, jobs
        self.path = Path()
        self.sheet: Map | None = None
        self.preview: AdoptionPreview | None = None
        self.tried = TriedAside(jobs, self)
        self._reading: BackgroundJob | None = None
        self.library = faint("No library is chosen yet.")
        self.maps = choice_box("Map to adopt")
        self.maps.setEnabled(False)
        self.maps.setToolTip("The maps of the library, with the earlier revisions that it keeps")
        self.maps.currentIndexChanged.connect(self._read)
        self.shown = AdoptionView()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        self.propose = self.buttons.addButton("Propose to the table", QDialogButtonBox.ButtonRole.ActionRole)
        self.propose.setEnabled(False)
        self.propose.clicked.connect(self._propose)
        column = QVBoxLayout(self)
        column.addWidget(faint("A map is adopted when everyone has agreed; what play has changed stays as it is."))
        column.addWidget(beside(self.library, button("Choose a library…", self._ask_library)))
        column.addWidget(self.maps)
        column.addWidget(self.shown, 1)
        column.addWidget(self.buttons)
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self._preview)
        campaign.changed.connect(self._soon.start)
        campaign.closed.connect(self.reject)

    # -- choosing

    def _ask_library(self) -> None:
        dialog = library_dialog(self)
        dialog.fileSelected.connect(self.choose_library)
        dialog.open()

    def choose_library(self, path: str) -> None:
        """List the maps of a library, and look at the one that is another revision of the map on the table."""
        self.path = Path(path)
        self._run(f"Reading {fit(self.path.name)}", partial(kept_revisions, self.path), self._list)

    def _run(self, title: str, read: Callable[[], T], then: Callable[[T], object]) -> None:
        """Read from the library off the window's thread; what was asked for before counts no more."""
        self.sheet = self.preview = None
        self.tried.stop()
        self.propose.setEnabled(False)
        if self._reading is not None:
            self._reading.cancel()

        def take(found: T) -> None:
            if shiboken6.isValid(self):
                then(found)

        self._reading = self.jobs.run(title, lambda _: read(), take, self._not_read)

    def _list(self, found: list[KeptRevision]) -> None:
        self.library.setText(fit(str(self.path)))
        self.maps.blockSignals(True)
        self.maps.clear()
        for one in found:
            self.maps.addItem(fit(title_of(one, self._played[1])), one)
        self.maps.setEnabled(bool(found))
        self.maps.setCurrentIndex(self._best(found))
        self.maps.blockSignals(False)
        if found:
            self._read()
        else:
            self.shown.say("This library has no map")

    @property
    def _played(self) -> tuple[str, str]:
        """Key and digest of the map that is on the table."""
        played = presentation.board(self.campaign.game)
        return (played.key, played.digest) if played is not None else ("", "")

    def _best(self, found: list[KeptRevision]) -> int:
        """Return where another revision of the map on the table is, else that map, else the first one."""
        key, digest = self._played
        return min(range(len(found)), key=lambda at: (found[at].key != key, found[at].revision == digest), default=-1)

    def _read(self) -> None:
        """Read the map that is chosen."""
        one = self.maps.currentData()
        if isinstance(one, KeptRevision):
            self._run(f"Reading {fit(one.title)}", partial(read_revision, self.path, one.key, one.revision), self._look)

    def _look(self, sheet: Map) -> None:
        self.sheet = sheet
        self._preview()

    def _not_read(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            raise error
        if shiboken6.isValid(self):
            self.shown.say("The library cannot be read", str(error))

    # -- what it would do

    def _preview(self) -> None:
        """Say what adopting the map would do to the position on the table."""
        if self.campaign.view is None:
            self.reject()
            return
        if self.sheet is None:
            return
        self.propose.setEnabled(False)
        self.preview = None
        try:
            trial = ready_adoption(self.campaign.sitting, self.sheet)
        except SandtableError as error:
            self._refuse(error)
            return
        self.tried.try_out(trial, self._show, self._refuse)

    def _show(self, preview: AdoptionPreview) -> None:
        self.preview = preview
        self.propose.setEnabled(not preview.obstacles)
        self.shown.show_preview(preview)

    def _refuse(self, error: SandtableError) -> None:
        self.shown.say("This map cannot be adopted", str(error))

    def _propose(self) -> None:
        preview, one = self.preview, self.maps.currentData()
        if preview is not None:
            self.accept()
            self.council.propose_adoption(preview, earlier=isinstance(one, KeptRevision) and not one.current)


def title_of(one: KeptRevision, played: str = "") -> str:
    """Return what a revision of a map is called in the list; ``played`` is the one that is on the table."""
    if one.revision == played:
        return f"{one.title} (as it is on the table)"
    return one.title if one.current else f"{one.title} (earlier revision {one.revision[:12]})"
