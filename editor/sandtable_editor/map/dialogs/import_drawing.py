"""A drawing from elsewhere made a map, or taken into the map that is open: what of it becomes what."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.interchange import drawings
from sandtable_editor.map.dialog_parts import line_of_words, say_failure
from sandtable_editor.map.interchange.arriving import draw_up
from sandtable_editor.map.interchange.drawing_preview import DrawingPreview
from sandtable_editor.map.interchange.sort_table import SortTable
from sandtable_editor.shell.asking import ask_which
from sandtable_editor.shell.confirming import confirm
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import beside, button, choice_box, fit
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from sandtable.interchange.drawings import SvgDrawing, SvgMapping
    from sandtable.interchange.geojson import ImportedMap
    from sandtable_editor.shell.jobs import BackgroundJob, Progress
    from sandtable_editor.shell.workspace import Workbench

REMEMBERED: Final = "svg/"
"""Under which a mapping is remembered, by its file."""


class DrawingImportDialog(QDialog):
    """Shows a drawing and what it holds; ``arrived`` gives the map, and whether what the drawing has no more goes."""

    arrived = Signal(object, bool)

    def __init__(self, window: Workbench, path: Path, drawing: SvgDrawing, *, again: bool) -> None:
        """``again``: it is taken into the map that is open."""
        super().__init__(window)
        self._window, self._path, self._drawing = window, path, drawing
        self._job: BackgroundJob | None = None
        self.setWindowTitle(fit(f"Take in {path.name}" if again else f"Import {path.name}"))
        sorts = drawings.sorts_of(drawing)
        self.table, self.preview = SortTable(sorts), DrawingPreview(drawing)
        self._make_fields(again=again)
        self.table.row_chosen.connect(self.preview.mark)
        self.table.mapping_changed.connect(self._changed)
        self._lay_out()
        self.show_mapping(self.remembered() or drawings.propose(drawing))
        lost = drawings.lost_words(drawing)
        self.says.setText(fit(sentence("; ".join(lost)) if lost else ""))
        self.finished.connect(self._end)
        self.resize(roomy(self, 980, 620))

    def _make_fields(self, *, again: bool) -> None:
        self.title_box, self.unit_box = QLineEdit(), QLineEdit()
        self.scale_box, self.snap_box = _number(), _number()
        self.snap_box.setMinimum(0)
        self.of_box: QComboBox = choice_box("Of the drawing")
        self.of_box.addItem("a millimetre of the page", "mm")
        self.of_box.addItem("a pixel of the page", "px")
        self.drop_box = QCheckBox("Take off the map what the drawing no longer has")
        self.drop_box.setVisible(again)
        self.hidden_box = QCheckBox("Hidden layers too")
        for name, box in (
            ("Title", self.title_box), ("Unit of the map", self.unit_box), ("Map units", self.scale_box),
            ("Borders are put together within", self.snap_box),
        ):  # fmt: skip
            box.setAccessibleName(name)
        self.says = line_of_words()
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName("Progress")
        self.bar.hide()
        self.buttons, self.do = do_or_cancel(self, "Take in" if again else "Import")

    def _lay_out(self) -> None:
        form, fields = QFormLayout(), QWidget()
        form.addRow("Title:", beside(self.title_box, QLabel("Unit:"), self.unit_box))
        form.addRow("Scale:", beside(self.of_box, QLabel("is, in map units:"), self.scale_box, stretch=2))
        form.addRow("Join borders within:", self.snap_box)
        form.addRow("", self.hidden_box)
        form.addRow("", self.drop_box)
        fields.setLayout(form)
        upper, split = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Vertical)
        upper.addWidget(self.preview)
        upper.addWidget(fields)
        upper.setStretchFactor(0, 1)
        split.addWidget(upper)
        split.addWidget(self.table)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        below = beside(
            button("&Load mapping…", self._load), button("&Save mapping…", self._save), self.buttons, stretch=2
        )
        column = QVBoxLayout(self)
        for widget in (split, self.says, self.bar, below):
            column.addWidget(widget, 1 if widget is split else 0)

    # -- the mapping

    def show_mapping(self, mapping: SvgMapping) -> None:
        """Show a mapping."""
        self._base = mapping
        self.title_box.setText(fit(mapping.title))
        self.unit_box.setText(fit(mapping.unit))
        self.of_box.setCurrentIndex(self.of_box.findData(mapping.of))
        self.scale_box.setValue(mapping.scale)
        self.snap_box.setValue(mapping.snap)
        self.hidden_box.setChecked(mapping.hidden)
        self.table.show_mapping(mapping)
        self.preview.show_mapping(mapping)

    def mapping(self) -> SvgMapping:
        """Return the mapping as it is chosen; raises ``Invalid`` for one that cannot be."""
        try:
            return replace(
                self._base, title=self.title_box.text().strip(), unit=self.unit_box.text().strip(),
                of=self.of_box.currentData(), scale=self.scale_box.value(), snap=self.snap_box.value(),
                hidden=self.hidden_box.isChecked(), rule=self.table.rules(),
            )  # fmt: skip
        except ValueError as error:
            raise Invalid(str(error)) from None

    def _changed(self) -> None:
        self.preview.show_mapping(self.mapping())

    def remembered(self) -> SvgMapping | None:
        """Return the mapping that this file came in by before."""
        text = self._window.settings.text(_place_of(self._path))
        if not text:
            return None
        try:
            return drawings.read_mapping(text.encode(), what=self._path.name)
        except Invalid:  # another version has remembered it
            return None

    def _text(self) -> str:
        return drawings.write_mapping(
            self.mapping(), drawings.remarks_of(self._drawing, drawings.sorts_of(self._drawing))
        )  # fmt: skip

    def _load(self) -> None:
        ask_which(self, "Load a mapping", str(self._path.parent), "Mappings (*.toml);;All (*)", self._load_named)

    def _load_named(self, name: str) -> None:
        self.load_mapping(Path(name))

    def _save_named(self, name: str) -> None:
        self.save_mapping(Path(name))

    def load_mapping(self, path: Path) -> None:
        """Take the mapping of a file."""
        from sandtable.interchange.foreign_files import foreign_bytes

        try:
            self.show_mapping(drawings.read_mapping(foreign_bytes(path), what=path.name))
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))

    def _save(self) -> None:
        dialog = QFileDialog(self, "Save the mapping", str(self._path.with_suffix(".toml")), "Mappings (*.toml)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDefaultSuffix("toml")
        dialog.fileSelected.connect(self._save_named)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save_mapping(self, path: Path) -> None:
        """Write the mapping to a file, once that is meant where one is there."""
        if path.exists():
            says, question = f"{path} is there already.", f"Write over {path.name}?"
            confirm(self, "Save the mapping", question, says, "Write over", lambda: self._write(path))
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        from sandtable.interchange.foreign_files import write_text

        try:
            write_text(path, self._text())
            self.says.setText(fit(f"The mapping was written to {path.name}."))
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))

    # -- bringing it in, once it is chosen

    def accept(self) -> None:
        """Make the map, in a job; what goes wrong is said here, and can be chosen otherwise."""
        if self._job is not None:
            return
        try:
            mapping = self.mapping()
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))
            return
        from sandtable.interchange.geojson import slug

        path, key = self._path, slug(self._path.stem) or "map"

        def work(progress: Progress) -> ImportedMap:
            return draw_up(path, mapping, key, progress)

        self._window.settings.put(_place_of(path), drawings.write_mapping(mapping))
        self._set_busy(True)
        self._job = self._window.jobs.run(f"Reading {path.name}", work, self._come, self._failed)

    def _set_busy(self, busy: bool) -> None:
        self.bar.setVisible(busy)
        self.do.setEnabled(not busy)
        self.table.setEnabled(not busy)

    def _come(self, arrived: ImportedMap) -> None:
        self._job = None
        self._set_busy(False)
        super().accept()
        self.arrived.emit(arrived, self.drop_box.isChecked())

    def _failed(self, error: BaseException) -> None:
        self._job = None
        self._set_busy(False)
        say_failure(error, self.says, self._window)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter in a field be for that field alone."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or self.do.hasFocus():
            super().keyPressEvent(event)

    def reject(self) -> None:
        """Stop the work that is under way, or leave."""
        if self._job is None:
            super().reject()
            return
        self._job.cancel()
        self._job = None
        self._set_busy(False)
        self.says.setText("It was stopped, and nothing has changed.")

    def _end(self, _: int) -> None:
        if self._job is not None:
            self._job.cancel()
        self.deleteLater()


def _place_of(path: Path) -> str:
    return REMEMBERED + sha256(str(path.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def _number() -> QDoubleSpinBox:
    made = QDoubleSpinBox()
    made.setDecimals(6)
    made.setRange(1e-6, 1e9)
    return made
