"""The dialog that makes a new map of hexes from geography: files, rules, a look at what would come of them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
)

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.map.begin.map_shelf import size_words
from sandtable_editor.map.geography_files import GeographyFilesDialog
from sandtable_editor.map.interchange.arriving import KeptMap, keep_geography, map_of_geography
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import beside, fit
from sandtable_editor.shell.theme import scaled, tone

if TYPE_CHECKING:
    from sandtable.interchange.geojson import ImportedMap
    from sandtable.play.picture.map_picture import MapPicture
    from sandtable_editor.shell.jobs import BackgroundJob, Progress
    from sandtable_editor.shell.workspace import Workbench

PICTURE: Final = (440, 275)
"""Logical pixels of the look at the map."""
BEGIN: Final = (
    "Choose files of geography (GeoJSON), and the rules that say which terrain, rivers, roads and towns become of it: "
    "docs/hexify.md tells how they are written."
)
LAST: Final = "map/geography folder"


class GeographyDialog(GeographyFilesDialog):
    """Makes the map as soon as files and rules are there, and keeps it once that is wanted.

    ``kept`` gives the library, the key, and what was done to the map on its way.
    """

    kept = Signal(object)

    def __init__(self, window: Workbench) -> None:
        super().__init__(window, "New map from geography")
        self._window = window
        self._job: BackgroundJob | None = None
        self._made: ImportedMap | None = None
        self.title_box = QLineEdit()
        self.title_box.setAccessibleName("Title")
        self.title_box.setPlaceholderText("As the rules call it")
        self.picture = QLabel()
        self.picture.setFixedSize(*map(scaled, PICTURE))
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName("What the map would look like")
        self.bar, self.stop = QProgressBar(), QPushButton("&Stop")
        self.bar.setAccessibleName("How far it is")
        self.stop.setToolTip("Stop making the map: files and rules stay chosen")
        self.stop.clicked.connect(self._stop_work)
        self.again = QPushButton("Make it &again")
        self.again.setToolTip("Read the files and the rules again, and make the map of them")
        self.again.clicked.connect(self.make)
        self.says = QLabel(BEGIN)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setWordWrap(True)
        self._lay_out()
        self.finished.connect(self._stop_work)
        self._follow()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("&Title:", self.title_box)
        self.add_files_to(form)
        buttons, self.do = do_or_cancel(self, "Begin")
        buttons.addButton(self.again, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.says)
        column.addWidget(beside(self.bar, self.stop))
        column.addWidget(buttons)

    def _follow(self) -> None:
        """Let be done what can be done now."""
        works = self._job is not None
        self.do.setEnabled(self._made is not None and not works)
        self.again.setEnabled(bool(self.files) and self.rules is not None and not works)
        for one in (self.bar, self.stop):
            one.setEnabled(works)
        self.bar.setRange(0, 0 if works else 1)
        self.bar.setTextVisible(False)

    # -- files and rules

    def folder(self) -> str:
        return self._window.settings.text(LAST)

    def take_files(self, names: list[str]) -> None:
        self._window.settings.put(LAST, str(Path(names[0]).parent))
        super().take_files(names)

    # -- the work

    def make(self) -> None:
        """Make the map, in a job that can be stopped."""
        files, rules = self.files, self.rules
        if not files or rules is None:
            return
        self._cancel()
        self._made = None
        self.picture.clear()
        self.says.setText("The map is being made…")
        size = self.picture.width(), self.picture.height()

        def work(progress: Progress) -> tuple[ImportedMap, MapPicture | None]:
            from sandtable.play.picture.map_picture import picture_of_map

            arrived = map_of_geography(files, rules, progress)
            return arrived, picture_of_map(arrived.map, *size)

        job = self._job = self._window.jobs.run("Making a map of geography", work, self._show, self._failed)
        job.progressed.connect(self._tell)
        self._follow()

    def _tell(self, done: int, total: int, says: str) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.says.setText(fit(f"The map is being made: {says}…") if says else "The map is being made…")

    def _show(self, found: tuple[ImportedMap, MapPicture | None]) -> None:
        from sandtable_editor.canvas.ground.thumbnail import thumbnail

        self._job = None
        self._made, picture = found
        if picture is not None:
            size = QSize(self.picture.width(), self.picture.height())
            self.picture.setPixmap(thumbnail(picture, size, self.devicePixelRatioF(), tone()))
        told = [f"{self._made.map.title}: {size_words(self._made.map)}", *map(sentence, self._made.notices)]
        self.says.setText(fit("\n".join(told[:6])))
        self._follow()
        self.do.setFocus()

    def _failed(self, error: BaseException) -> None:
        self._job = None
        self._follow()
        if not isinstance(error, SandtableError):
            self._window.jobs.failed(error)
            return
        self.says.setText(fit(sentence(str(error))))

    def _cancel(self) -> bool:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()
        return job is not None

    def _stop_work(self) -> None:
        if self._cancel():
            self.says.setText("It was stopped: nothing was made.")
            self._follow()

    # -- what comes of it

    def accept(self) -> None:
        """Keep the map in the user's own library, in a job, and give it."""
        made = self._made
        if made is None or self._job is not None:
            return
        title = self.title_box.text().strip()
        if title:
            info = replace(made.map.info, title=title)
            made = made._replace(map=dataclasses.replace(made.map, info=info))
        arrived = made

        def work(_: Progress) -> KeptMap:
            return keep_geography(arrived)

        self._job = self._window.jobs.run("Keeping the map", work, self._give, self._failed)
        self._follow()

    def _give(self, kept: KeptMap) -> None:
        self._job = None
        super().accept()
        self.kept.emit(kept)
