"""Writing the map to a file: GeoJSON, drawings, pictures, sheets of paper, a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.interchange.svg.print_plan import PAPERS, PrintPlan, PrintSettings, print_plan, scale_of, size_of
from sandtable.interchange.svg.tabletop import LEAST, MOST
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import say_failure
from sandtable_editor.map.interchange.exports import DRAWN, FORMATS, ExportChoice, board_of, drawing_of, write_export
from sandtable_editor.map.interchange.pages_preview import PagesPreview, picture_of
from sandtable_editor.map.layers import TERRAIN_NAMES, TRANSITIONS
from sandtable_editor.shell.confirming import confirm
from sandtable_editor.shell.pieces import beside, button, choice_box, fit, name_parts
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.jobs import BackgroundJob, Progress

PAUSE: Final = 300
"""Milliseconds without a change after which the preview is made."""
LAST: Final = "map/export folder"
HEX_PIXELS: Final = 100
"""From side to side of a hex, until another number is chosen."""
Seen = tuple["QImage", tuple[float, float], "PrintPlan | None", str]


class ExportDialog(QDialog):
    """Asks what is to be written, and where; a file that is there is written over only when that is meant."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk, self._window = desk, desk.window
        self._sheet = desk.design.map
        self._job: BackgroundJob | None = None
        self._looking: BackgroundJob | None = None
        self.setWindowTitle("Export the map")
        self.form, self.rows = QFormLayout(), list[tuple[QWidget, frozenset[str]]]()
        self._make_fields()
        self.preview, self.says = PagesPreview(), QLabel()
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress")
        self.bar.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.do = buttons.addButton("Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.stop = buttons.addButton("Stop", QDialogButtonBox.ButtonRole.ActionRole)
        self.stop.hide()
        self.stop.clicked.connect(self._cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        self.do.setDefault(True)  # within the dialog, or Qt forgets it
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.look)
        self.format_box.currentIndexChanged.connect(self._follow)
        self.finished.connect(self._end)
        self._draws: bool | None = None
        self._follow()
        self._fit()

    def _lay_out(self, buttons: QWidget) -> None:
        left = QVBoxLayout()
        left.addLayout(self.form)
        left.addStretch(1)
        left.addWidget(self.says)
        left.addWidget(self.bar)
        middle = QHBoxLayout()
        middle.addLayout(left, 1)
        middle.addWidget(self.preview, 1)
        column = QVBoxLayout(self)
        column.addLayout(middle, 1)
        column.addWidget(buttons)

    # -- fields

    def _make_fields(self) -> None:
        every = frozenset(FORMATS)
        self.format_box = choice_box("Write")
        for key, (words, _) in FORMATS.items():
            self.format_box.addItem(words, key)
        self.path_box = QLineEdit()
        self.mode_box = choice_box("Colours show")
        for mode in ("terrain", "country", "province"):
            self.mode_box.addItem(mode, mode)
        self.mode_box.setEditable(True)
        self.underlays_box, self.hexes_box = QCheckBox("Images under the map too"), QCheckBox("A polygon for every hex")
        hexes = self._sheet.hexes is not None
        self.words_box, self.edges_box = QCheckBox("Terrain names"), QCheckBox("Terrain transitions")
        self.words_box.setChecked(hexes and self._desk.layers.is_shown(TERRAIN_NAMES))
        self.edges_box.setChecked(hexes and self._desk.layers.is_shown(TRANSITIONS))
        unit = self._sheet.info.unit or "map units"
        self.scale_box = _number(15.0 if hexes else self._round_scale(), 0.01, 1e6, "mm" if hexes else unit, 2)
        self.dpi_box = _number(150, 10, 2400, "pixels in an inch", 0)
        self.tabletop_box = QCheckBox("The board alone, a hex")
        self.tabletop_box.setToolTip("A picture on which the hexes of a virtual tabletop lie as those of the board do")
        self.pixels_box = _number(HEX_PIXELS, LEAST, MOST, "pixels from side to side", 0)
        self.pixels_box.setEnabled(False)
        self.tabletop_box.toggled.connect(self._size_for_tabletop)
        self.paper_box = choice_box("Paper")
        self.paper_box.addItems(list(PAPERS))
        self.paper_box.setCurrentText("A4")
        self.paper_box.setEditable(True)
        self.paper_box.setToolTip("A name, or width and height in millimetres: 297x420")
        self.way_box = choice_box("Paper lies")
        for words, way in (("as takes fewer sheets", None), ("upright", False), ("across", True)):
            self.way_box.addItem(words, way)
        self.margin_box, self.overlap_box = _number(10, 0, 100, "mm", 1), _number(10, 0, 100, "mm", 1)
        self.marks_box = QCheckBox("Marks where to cut and glue")
        self.marks_box.setChecked(True)
        for label, field, formats in (
            ("Write:", self.format_box, every),
            ("File:", beside(self.path_box, button("&Choose…", self._choose)), every),
            ("", self.hexes_box, frozenset({"geojson", "paper"} if hexes else ())),
            ("Colours show:", self.mode_box, DRAWN),
            ("Width of a hex:" if hexes else "A centimetre is:", self.scale_box, DRAWN),
            ("Hexes have:", beside(self.edges_box, self.words_box), DRAWN if hexes else frozenset[str]()),
            ("Pixels:", self.dpi_box, frozenset({"png"})),
            ("Virtual tabletop:", beside(self.tabletop_box, self.pixels_box), frozenset({"png"} if hexes else ())),
            ("Paper:", beside(self.paper_box, self.way_box), frozenset({"pdf"})),
            ("Margin, overlap:", beside(self.margin_box, self.overlap_box), frozenset({"pdf"})),
            ("", self.marks_box, frozenset({"pdf"})),
            ("", self.underlays_box, DRAWN if self._sheet.underlays else frozenset[str]()),
        ):
            self.form.addRow(label, field)
            name_parts(field, label.rstrip(":") or "Option")
            self.rows.append((field, formats))
        self.path_box.setAccessibleName("File")
        self._listen()

    def _listen(self) -> None:
        for number in (self.scale_box, self.dpi_box, self.pixels_box, self.margin_box, self.overlap_box):
            number.valueChanged.connect(self._changed)
        for choice in (self.mode_box, self.paper_box, self.way_box):
            choice.currentTextChanged.connect(self._changed)
        for check in (self.marks_box, self.underlays_box, self.words_box, self.edges_box, self.tabletop_box):
            check.toggled.connect(self._changed)

    def _round_scale(self) -> float:
        """Return the map units of a centimetre at which a map of areas is about two sheets wide."""
        from math import floor, log10

        from sandtable.interchange.svg.paper import paper_for

        try:
            box = paper_for(self._sheet, None, 0.0).box
        except Invalid:
            return 1.0
        wide = max(box[2] - box[0], box[3] - box[1]) / 40
        power = 10.0 ** floor(log10(wide))
        return float(round(wide / power) or 1) * power

    def _size_for_tabletop(self, alone: bool) -> None:
        """Ask for the one size that counts."""
        self.pixels_box.setEnabled(alone)
        for box in (self.scale_box, self.dpi_box):
            box.setEnabled(not alone)

    def _choose(self) -> None:
        """Ask for a file."""
        words, suffix = FORMATS[self.format_box.currentData()]
        dialog = QFileDialog(self, "Export the map", self.path_box.text(), f"{words} (*{suffix})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDefaultSuffix(suffix[1:])
        dialog.fileSelected.connect(self.path_box.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _follow(self) -> None:
        """Show the fields of what is to be written, and propose a file."""
        kind = self.format_box.currentData()
        for field, formats in self.rows:
            self.form.setRowVisible(field, kind in formats)
        self.preview.setVisible(kind in DRAWN)
        if self._draws != (kind in DRAWN):
            self._draws = kind in DRAWN
            QTimer.singleShot(0, self, self._fit)  # once the layout knows what it shows
        folder = Path(self.path_box.text()).parent if self.path_box.text() else self._last_folder()
        self.path_box.setText(str(folder / f"{self._sheet.key}{FORMATS[kind][1]}"))
        self._changed()

    def _fit(self) -> None:
        """Be as high as the fields are where there is no picture."""
        self.resize(roomy(self, 820, 460 if self._draws else 0))

    def _last_folder(self) -> Path:
        return Path(self._window.settings.text(LAST) or str(Path.home()))

    def choice(self) -> ExportChoice:
        """Return what is chosen; raises ``Invalid`` for a scale that makes no drawing."""
        hexes, value = self._sheet.hexes is not None, self.scale_box.value()
        scale = scale_of(self._sheet, hex_mm=value if hexes else None, per_cm=None if hexes else value)
        settings = PrintSettings(
            paper=self.paper_box.currentText(), landscape=self.way_box.currentData(), margin=self.margin_box.value(),
            overlap=self.overlap_box.value(), marks=self.marks_box.isChecked(),
        )  # fmt: skip
        return ExportChoice(
            format=self.format_box.currentData(), mode=self.mode_box.currentText().strip() or "terrain",
            underlays=self.underlays_box.isChecked(), hexes=self.hexes_box.isChecked(), scale=scale,
            transitions=self.edges_box.isChecked(), terrain_names=self.words_box.isChecked(),
            dpi=self.dpi_box.value(), settings=settings,
            hex_pixels=round(self.pixels_box.value()) if self.tabletop_box.isChecked() else 0,
        )  # fmt: skip

    # -- the preview

    def _changed(self, _: object = None) -> None:
        if self._job is None:
            self.says.clear()
            self._timer.start()

    def look(self) -> None:
        """Draw the map small, in a job, and count the sheets."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None
        if self.format_box.currentData() not in DRAWN:
            return
        choice, sheet = self.choice(), self._sheet
        self.says.setText("Drawing a preview…")

        def work(progress: Progress) -> Seen:
            board = board_of(sheet, choice) if choice.for_tabletop else None
            drawing = drawing_of(sheet, choice) if board is None else board[0]
            progress.check()
            size = size_of(drawing)
            plan = print_plan(*size, choice.settings) if choice.format == "pdf" else None
            return picture_of(drawing), size, plan, board[1].says_whole if board is not None else ""

        self._looking = self._window.jobs.run("Drawing a preview", work, self._show, self._show_fault)

    def _show(self, seen: Seen) -> None:
        self._looking = None
        image, size, plan, board = seen
        self.preview.show_drawing(image, size, plan)
        self.do.setEnabled(True)
        wide, high = size
        says = f"{wide / 10:,.1f} by {high / 10:,.1f} cm"
        if plan is not None:
            many = len(plan.pages)
            says += f", on {many} sheets ({plan.columns} by {plan.rows})" if many > 1 else ", on 1 sheet"
        self.says.setText(fit(board or says))

    def _show_fault(self, error: BaseException) -> None:
        """Say why it cannot be drawn so."""
        self._looking = None
        if not isinstance(error, Invalid):
            self._window.jobs.failed(error)
            return
        self.preview.show_nothing()
        self.says.setText(fit(sentence(str(error))))

    # -- writing

    def accept(self) -> None:
        """Write it, once it is meant where a file is there."""
        path = Path(self.path_box.text().strip()).expanduser()
        if not path.name or self._job is not None:
            self.says.setText("Name a file to write to.")
            return
        if (other := self._other_format(path)) is not None:
            ending = FORMATS[self.format_box.currentData()][1]
            says = (
                f"{path.name} would be taken for another format: choose {other} above, or end the name with {ending}."
            )
            self.says.setText(fit(says))
            return
        if path.is_file():
            says = f"{path} is there already. It is replaced as a whole."
            question = f"Write over {path.name}?"
            confirm(self, "Export the map", question, says, "Write over", lambda: self._write(path))
            return
        self._write(path)

    def _other_format(self, path: Path) -> str | None:
        """Return the format that a file with such a name is taken for, if that is not the chosen one."""
        if path.suffix.casefold() == FORMATS[self.format_box.currentData()][1]:
            return None
        return next((title for title, ending in FORMATS.values() if ending == path.suffix.casefold()), None)

    def _write(self, path: Path) -> None:
        sheet = self._sheet
        try:
            choice = self.choice()
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))
            return

        def work(progress: Progress) -> str:
            return write_export(sheet, choice, path, progress)

        self._window.settings.put(LAST, str(path.absolute().parent))
        self._set_busy(True)
        job = self._job = self._window.jobs.run(f"Writing {path.name}", work, self._written, self._failed)
        job.progressed.connect(self._progressed)

    def _progressed(self, done: int, total: int, _: str) -> None:
        self.bar.setRange(0, total if done else 0)
        self.bar.setValue(done)

    def _set_busy(self, busy: bool) -> None:
        self.bar.setRange(0, 0)
        self.bar.setVisible(busy)
        self.stop.setVisible(busy)
        self.do.setEnabled(not busy)
        for field, _ in self.rows:
            field.setEnabled(not busy)
        if not busy:
            self._size_for_tabletop(self.tabletop_box.isChecked())

    def _written(self, says: str) -> None:
        self._job = None
        self._set_busy(False)
        self._desk.hints.note([f"Exported: {says}"])
        super().accept()

    def _failed(self, error: BaseException) -> None:
        self._job = None
        self._set_busy(False)
        say_failure(error, self.says, self._window)

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._set_busy(False)
            self.says.setText("It was stopped, and nothing was written.")

    def _end(self, _: int) -> None:
        for job in (self._job, self._looking):
            if job is not None:
                job.cancel()
        self._timer.stop()
        self.deleteLater()


def _number(value: float, least: float, most: float, unit: str, decimals: int) -> QDoubleSpinBox:
    made = QDoubleSpinBox()
    made.setDecimals(decimals)
    made.setRange(least, most)
    made.setValue(value)
    made.setSuffix(fit(f" {unit}"))
    return made


def export(desk: MapDesk) -> ExportDialog:
    """Ask what is to be written of the map."""
    dialog = ExportDialog(desk)
    dialog.open()
    return dialog


COMMANDS: Final = (
    DeskCommand(
        "map_export", "Map", "&Export…", export, ("Ctrl+E", "Ctrl+Alt+E"),
        hint="Write the map as GeoJSON, SVG, PNG, PDF to scale, or its table of adjacency",
    ),
)  # fmt: skip
