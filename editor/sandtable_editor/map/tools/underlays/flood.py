"""The tool that floods drawn borders: a click shows the region it is in, and Enter draws it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QWidget
from shapely import Polygon

from sandtable.board.affine import scaling
from sandtable.design.edits.flooded import FloodAreas, FloodedArea, free_ids
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.interchange.flooding import FloodSettings, FloodWorker, FoundArea
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.guides import EditGhost, Guide
from sandtable_editor.map.tools.underlays.scan_tool import ScanOptions, ScanTool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sandtable.board.affine import Placement
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held
    from sandtable_editor.shell.jobs import BackgroundJob, Progress

Shift, Alt = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
MOST: Final = 8_000_000
"""Pixels of an image that is flooded as it is; a larger one is made smaller before."""


class FloodOptions(ScanOptions):
    """How borders are looked for, and what the areas are to be."""

    def __init__(self, desk: MapDesk, everything: Callable[[], None], accept: Callable[[], None]) -> None:
        super().__init__(desk)
        usual = FloodSettings()
        self.gap = self._spin("Gaps", usual.gap, 200, "Openings in lines up to so many pixels are closed")
        self.text = self._spin("Letters", usual.text, 2_000, "What is dark and no longer than this is not a border")
        self.least = self._spin("Smallest", usual.least, 1_000_000, "Ground of fewer pixels is not an area")
        self.kind = QComboBox()
        self.kind.addItems(["land", "sea"])
        self.kind.setEditable(True)
        self.add("Kind", self.kind)
        for text, act in (("All regions", everything), ("Draw the areas", accept)):
            button = QPushButton(text)
            button.clicked.connect(act)
            self.row.addWidget(button)
        self.row.addStretch(1)
        self.more.addStretch(1)

    def _spin(self, name: str, value: int, most: int, tip: str) -> QSpinBox:
        made = QSpinBox()
        made.setRange(0, most)
        made.setValue(value)
        made.setSuffix(" px")
        made.setToolTip(tip)
        self.add(name, made, below=True)
        return made

    def settings(self) -> FloodSettings:
        """Return what was chosen."""
        return FloodSettings(self.gap.value(), self.text.value(), self.least.value())


class FloodTool(ScanTool):
    """Floods the borders in an image into areas."""

    key, title = "flood", "Flood borders"
    says = "Click in a region that lines in the scan enclose; accept it with Enter or F"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._options: FloodOptions | None = None
        self._seeds: tuple[Place, ...] = ()
        self._found: tuple[Polygon, ...] = ()
        self._job: BackgroundJob | None = None

    def options(self) -> QWidget | None:
        self._options = FloodOptions(self.desk, partial(self._flood, None), self._accept)
        return self._options

    def hint(self, modifiers: Held) -> str:
        if self._job is not None:
            return "The borders are being looked for · Esc: call it off"
        beside = self.at is not None and self.pixel_at(self.at) is None
        if not self._found:
            return "There is no scan here: point at a region of it" if beside else "Click: the region here · All: above"
        if modifiers & Shift:
            return "Click: the region here too"
        if modifiers & Alt:
            here = self.at is not None and any(one.covers(shapely.Point(self.at)) for one in self._found)
            return "Click: leave this region out" if here else "Alt+click on a region that is shown: leave it out"
        many = "1 area" if len(self._found) == 1 else f"{len(self._found)} areas"
        return f"Enter or F: draw {many} · Shift: one more · Alt: one less · Click: another · Esc: none"

    def pressed(self, at: Place, modifiers: Held) -> None:
        pixel = self.pixel_at(at)
        if modifiers & Alt:
            self._leave_out(at)
        elif pixel is None:
            self.desk.refuse("There is no scan here: click in a region that lines in it enclose.")
        else:
            self._flood((*self._seeds, pixel) if modifiers & Shift else (pixel,))

    def double(self, at: Place) -> None:
        self.finish()

    def _leave_out(self, at: Place) -> None:
        spot = shapely.Point(at)
        self._found = tuple(one for one in self._found if not one.covers(spot))
        self.show()

    # -- the work

    def _flood(self, seeds: tuple[Place, ...] | None) -> None:
        one, laid, options = self.underlay, self.pixels(), self._options
        if one is None or laid is None or options is None:
            return
        self._call_off()
        self._seeds = seeds or ()
        content, settings, what = one.image, options.settings(), f"the image {one.id}"

        def work(progress: Progress) -> list[FoundArea]:
            return flooded(content, settings, seeds, what, progress)

        def show(found: list[FoundArea]) -> None:
            self._job = None
            regions = [_laid(area, laid) for area in found]
            self._found = tuple(regions if seeds is not None else self._not_drawn(regions))
            self.show()
            self.desk.say_hint()

        def fail(error: BaseException) -> None:
            self._job = None
            if not isinstance(error, Invalid):
                raise error
            self.desk.refuse(sentence(str(error)))

        self._job = self.desk.window.jobs.run("Flooding borders", work, show, fail)
        self.desk.view.setFocus()
        self.desk.say_hint()

    def _not_drawn(self, regions: list[Polygon]) -> list[Polygon]:
        """Return the regions in whose middle no area lies yet; those that are drawn already are counted."""
        areas = self.desk.design.map.areas
        free = [one for one in regions if areas is None or not areas.touching(one.representative_point())]
        if len(free) < len(regions):
            were = len(regions) - len(free)
            self.desk.hints.note([f"{count_of(were, 'region')} {'is' if were == 1 else 'are'} drawn already"])
        return free

    def _call_off(self) -> bool:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()
        return job is not None

    # -- what becomes of it

    def _accept(self) -> None:
        self.finish()
        self.desk.view.setFocus()

    def finish(self) -> bool:
        one, options = self.underlay, self._options
        if not self._found or one is None or options is None:
            return False
        ids = free_ids(self.desk.design.map, len(self._found))
        areas = tuple(_area(id, shape) for id, shape in zip(ids, self._found, strict=True))
        if self.desk.design.do(FloodAreas(areas, options.kind.currentText().strip() or "land", one.id)) is not None:
            self._found, self._seeds = (), ()
        self.show()
        return True

    def escape(self) -> bool:
        was = self._call_off() or bool(self._found)
        self._found, self._seeds = (), ()
        self.show()
        return was

    def back(self) -> bool:
        was, self._found = bool(self._found), self._found[:-1]
        self.show()
        return was

    def show(self) -> None:
        if self.desk.tool is not self:
            return
        frame = self.frame()
        found: list[Guide] = [] if frame is None else [frame]
        self.desk.guides.show_guides([*found, *(EditGhost(shape) for shape in self._found)])


def _laid(area: FoundArea, laid: Placement) -> Polygon:
    """Return what was found in an image as it lies on the map."""
    return Polygon(list(map(laid.at, area.outline)), [list(map(laid.at, hole)) for hole in area.holes])


def _area(id: str, shape: Polygon) -> FloodedArea:
    rings = (shape.exterior, *shape.interiors)
    outline, *holes = (tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for ring in rings)
    return FloodedArea(id, outline, tuple(holes))


def flooded(
    content: bytes, settings: FloodSettings, seeds: Sequence[Place] | None, what: str, progress: Progress
) -> list[FoundArea]:
    """Return what the lines of an image enclose, in its pixels; for a thread of its own."""
    image = QImage.fromData(content)
    scale = min(1.0, (MOST / max(image.width() * image.height(), 1)) ** 0.5)
    if scale < 1:
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaledToWidth(max(1, int(image.width() * scale)), smooth)
    progress.check()
    worker = FloodWorker(greys_of(image), what)

    def heed() -> bool:
        progress.check()
        return False

    try:
        near = None if seeds is None else [(u * scale, v * scale) for u, v in seeds]
        found = worker.flood(settings, near, heed)
    finally:
        worker.close()
    return found if scale == 1 else [_enlarged(area, 1 / scale) for area in found]


def _enlarged(area: FoundArea, by: float) -> FoundArea:
    whole = scaling(by, by).at
    return FoundArea(list(map(whole, area.outline)), [list(map(whole, hole)) for hole in area.holes], area.seed)


def greys_of(image: QImage) -> NDArray[np.uint8]:
    """Return an image as greys, ``(rows, columns)``."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return np.ascontiguousarray(rows[:, : grey.width()])
