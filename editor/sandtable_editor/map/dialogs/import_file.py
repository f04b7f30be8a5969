"""A file of another program made a map, or taken into the map that is open: drawings, GeoJSON, texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import line_of_words, say_failure
from sandtable_editor.map.interchange.arriving import DRAWINGS, KeptMap, keep, look_at_drawing, read_file
from sandtable_editor.shell.asking import ask_which
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import choice_box, fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable.interchange.drawings import SvgDrawing
    from sandtable.interchange.geojson import ImportedMap, ImportOptions
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.jobs import BackgroundJob, Progress
    from sandtable_editor.shell.workspace import Workbench

FILES: Final = "Maps and drawings (*.svg *.geojson *.json *.toml);;All (*)"
COMES_IN: Final = frozenset({*DRAWINGS, ".geojson", ".json"})
"""Files that a map can be drawn anew from."""
IMAGES: Final = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})
LAST: Final = "map/import folder"
TOLD: Final = 14
Opened = Callable[[Path, str], object]
Arrived = Callable[["ImportedMap", bool], object]


def import_new(window: Workbench, opened: Opened) -> QFileDialog:
    """Ask for a file, make a map of it in the user's own library, and have it opened."""
    return _ask_file(window, "Import a map", lambda path: import_path(window, path, opened))


def import_path(window: Workbench, path: Path, opened: Opened) -> None:
    """Make a map of a file."""

    def show(come: KeptMap) -> None:
        opened(come.library, come.key)
        tell_notices(window, f"{path.name} has come in as {come.key}", come.notices)

    def put(arrived: ImportedMap, _: bool) -> None:
        window.jobs.run(
            f"Keeping {path.name}", lambda progress: keep(arrived), show, lambda error: _fail(window, error)
        )  # fmt: skip

    _read(window, path, put, again=False)


def take_in(desk: MapDesk) -> QFileDialog:
    """Ask for a file, and draw the map that is open as it has it by now."""
    return _ask_file(desk.window, "Take in a file", lambda path: take_in_path(desk, path))


def take_in_path(desk: MapDesk, path: Path) -> None:
    """Draw the map that is open as a file has it."""

    def put(arrived: ImportedMap, drop: bool) -> None:
        from sandtable.design.drawn_again import draw_again

        try:
            again = draw_again(desk.design.map, arrived.map, drop=drop)
        except Invalid as error:
            _fail(desk.window, error)
            return
        entry = desk.design.do(again.edit)
        done = entry.notes if entry is not None else ("nothing has changed: the map is as the file has it",)
        tell_notices(desk.window, f"{path.name} was taken in", [*arrived.notices, *again.notices, *done])

    _read(desk.window, path, put, again=True)


def _ask_file(window: Workbench, title: str, then: Callable[[Path], object]) -> QFileDialog:
    def chosen(name: str) -> None:
        window.settings.put(LAST, str(Path(name).parent))
        then(Path(name))

    return ask_which(window, title, window.settings.text(LAST), FILES, chosen)


def _read(window: Workbench, path: Path, arrived: Arrived, *, again: bool) -> None:
    """Ask how a file is to be taken, once it was looked at."""
    if path.suffix.lower() in IMAGES:
        _fail(window, Invalid(f"{path.name} is an image: lay it under the map, it cannot become one by itself"))
        return
    if path.suffix.lower() not in DRAWINGS:
        dialog = FileImportDialog(window, path, arrived, again=again)
        dialog.open()
        return

    def show(drawing: SvgDrawing) -> None:
        from sandtable_editor.map.dialogs.import_drawing import DrawingImportDialog

        asking = DrawingImportDialog(window, path, drawing, again=again)
        asking.arrived.connect(arrived)
        asking.open()

    def look(progress: Progress) -> SvgDrawing:
        return look_at_drawing(path, progress)

    window.jobs.run(f"Looking at {path.name}", look, show, lambda error: _fail(window, error))


def _fail(window: Workbench, error: BaseException) -> None:
    """Say what is wrong with a file; whatever nobody has foreseen is reported."""
    if not isinstance(error, Invalid):
        window.jobs.failed(error)
        return
    _box(window, QMessageBox.Icon.Warning, "It cannot come in", sentence(str(error)), "")


def tell_notices(window: QWidget, says: str, notices: list[str]) -> None:
    """Say what was done to a map on its way in."""
    more = len(notices) - TOLD
    told = [f"• {sentence(one)}" for one in notices[:TOLD]] + ([f"• and {more} more"] if more > 0 else [])
    _box(window, QMessageBox.Icon.Information, "Import", sentence(f"{says}."), "\n".join(told))


def _box(window: QWidget, icon: QMessageBox.Icon, title: str, says: str, more: str) -> None:
    box = QMessageBox(icon, title, fit(says), QMessageBox.StandardButton.Ok, window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(fit(more))
    box.finished.connect(box.deleteLater)
    box.open()


class FileImportDialog(QDialog):
    """Asks how a GeoJSON file, or a text of areas or hexes, is to be taken."""

    def __init__(self, window: Workbench, path: Path, arrived: Arrived, *, again: bool) -> None:
        super().__init__(window)
        self._window, self._path, self._arrived = window, path, arrived
        self._job: BackgroundJob | None = None
        self.setWindowTitle(fit(f"Take in {path.name}" if again else f"Import {path.name}"))
        self.title_box, self.name_box, self.id_box, self.kind_box = (QLineEdit() for _ in range(4))
        self.project_box = choice_box("Coordinates")
        for words, key in (
            ("kilometres where they are degrees", "auto"), ("kilometres", "lcc"), ("as they are", "none"),
        ):  # fmt: skip
            self.project_box.addItem(words, key)
        self.snap_box = QDoubleSpinBox()
        self.snap_box.setDecimals(6)
        self.snap_box.setMaximum(1e9)
        self.mend_box = QCheckBox("Mend shapes that are not sound")
        self.drop_box = QCheckBox("Take off the map what the file no longer has")
        self.drop_box.setVisible(again)
        self.says = line_of_words()
        buttons, self.do = do_or_cancel(self, "Take in" if again else "Import")
        form, column = QFormLayout(), QVBoxLayout(self)
        written = path.suffix.lower() == ".toml"
        for label, field in (
            ("Title:", self.title_box), ("Property with names:", self.name_box), ("Property with ids:", self.id_box),
            ("Property with kinds:", self.kind_box), ("Coordinates become:", self.project_box),
            ("Join borders within:", self.snap_box), ("", self.mend_box),
        ):  # fmt: skip
            field.setAccessibleName(label.rstrip(":") or field.accessibleName())
            if not written:
                form.addRow(label, field)
        form.addRow("", self.drop_box)
        column.addLayout(form)
        if written:
            column.addWidget(QLabel("A map that somebody has written as a text: areas by their corners, or hexes."))
        column.addWidget(self.says)
        column.addWidget(buttons)
        self.finished.connect(self.deleteLater)
        self.resize(scaled(440), self.sizeHint().height())

    def reading(self) -> ImportOptions:
        """Return how it is to be taken."""
        from sandtable.interchange.geojson import ImportOptions, slug

        return ImportOptions(
            key=slug(self._path.stem) or "map", title=self.title_box.text().strip(),
            name_field=self.name_box.text().strip(), id_field=self.id_box.text().strip(),
            kind_field=self.kind_box.text().strip(), project=self.project_box.currentData(),
            snap=self.snap_box.value(), mend=self.mend_box.isChecked(),
        )  # fmt: skip

    def accept(self) -> None:
        """Read it, in a job; what is wrong with it is said here."""
        path, reading = self._path, self.reading()

        def work(progress: Progress) -> ImportedMap:
            return read_file(path, reading, progress)

        self.do.setEnabled(False)
        self._job = self._window.jobs.run(f"Reading {path.name}", work, self._come, self._failed)

    def _come(self, arrived: ImportedMap) -> None:
        self._job = None
        drop = self.drop_box.isChecked()
        super().accept()
        self._arrived(arrived, drop)

    def _failed(self, error: BaseException) -> None:
        self._job = None
        self.do.setEnabled(True)
        say_failure(error, self.says, self._window)

    def reject(self) -> None:
        """Leave, and stop the work that is under way."""
        if self._job is not None:
            self._job.cancel()
        super().reject()


COMMANDS: Final = (
    DeskCommand(
        "map_take_in", "Map", "&Take in a file…", take_in, "Ctrl+Shift+I",
        hint="Draw the map as a drawing or a GeoJSON file has it; what was said of edges, names and regions stays",
        may=lambda desk: desk.design.map.hexes is None,
    ),
)  # fmt: skip
