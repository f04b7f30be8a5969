"""What the tools for images under the map have in common: which image is in hand, and where its pixels lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from sandtable.design.edits.underlays import SetUnderlay, pixel_placement
from sandtable_editor.map.guides import RubberLine
from sandtable_editor.map.locks import IMAGE
from sandtable_editor.map.tools.tool import MapTool

if TYPE_CHECKING:
    from sandtable.board.affine import Placement
    from sandtable.board.maps import Underlay
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk


class ScanInHand(QObject):
    """Which image the tools of a desk work on: the one that was chosen, else the one that was laid last."""

    changed = Signal()

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._desk, self._id = desk, ""

    @classmethod
    def of(cls, desk: MapDesk) -> ScanInHand:
        """Return that of a desk, made when first asked for."""
        found = desk.findChild(cls)
        return found if isinstance(found, cls) else cls(desk)

    @property
    def underlay(self) -> Underlay | None:
        """The image, ``None`` where the map has none."""
        there = {one.id: one for one in self._desk.design.map.underlays}
        return there.get(self._id) or next(reversed(there.values()), None)

    def show(self, id: str, *, shown: bool) -> None:
        """Show an image, or hide it."""
        self._desk.layers.show(f"{IMAGE}{id}", shown=shown)

    def choose(self, id: str) -> None:
        """Work on another one."""
        if id != self._id:
            self._id = id
            self.changed.emit()


class ScanOptions(QWidget):
    """What can be chosen for a tool: the image, how strong it is, and what the tool adds."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self._desk, self.scan = desk, ScanInHand.of(desk)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        self.row, self.more = QHBoxLayout(), QHBoxLayout()
        column.addLayout(self.row)
        column.addLayout(self.more)
        self.choice, self.opacity, self.shown = QComboBox(), QSpinBox(), QCheckBox("Shown")
        self.shown.setAccessibleName("Shown")
        self.opacity.setRange(0, 100)
        self.opacity.setSuffix(" %")
        self.opacity.setKeyboardTracking(False)
        self.add("Scan", self.choice)
        self.add("Opacity", self.opacity)
        self.row.addWidget(self.shown)
        self.row.addSpacing(10)
        self.shown.clicked.connect(self._show_or_hide)
        self.choice.activated.connect(lambda: self.scan.choose(self.choice.currentText()))
        self.opacity.valueChanged.connect(self._set_opacity)
        self.scan.changed.connect(self.follow)
        desk.layers.changed.connect(self.follow)
        desk.shown_changed.connect(self.follow)
        self.follow()

    def add(self, name: str, field: QWidget, *, below: bool = False) -> None:
        """Add a field with its name before it, in the first row or ``below`` it."""
        label = QLabel(f"{name}:")
        label.setBuddy(field)
        field.setAccessibleName(name)
        row = self.more if below else self.row
        row.addWidget(label)
        row.addWidget(field)

    def minimumSizeHint(self) -> QSize:
        """Leave it to the map how wide the window is."""
        return QSize(0, super().minimumSizeHint().height())

    def follow(self) -> None:
        """Show what is there now."""
        ids, now = [one.id for one in self._desk.design.map.underlays], self.scan.underlay
        if [self.choice.itemText(at) for at in range(self.choice.count())] != ids:
            self.choice.clear()
            self.choice.addItems(ids)
        self.opacity.setEnabled(now is not None)
        if now is not None:
            self.choice.setCurrentText(now.id)
            blocked = self.opacity.blockSignals(True)
            self.opacity.setValue(now.opacity)
            self.opacity.blockSignals(blocked)
            self.shown.setChecked(self._desk.layers.is_shown(f"{IMAGE}{now.id}"))

    def _show_or_hide(self, shown: bool) -> None:
        now = self.scan.underlay
        if now is not None:
            self.scan.show(now.id, shown=shown)

    def _set_opacity(self, percent: int) -> None:
        now = self.scan.underlay
        if now is not None:
            self._desk.design.do(SetUnderlay(now.id, percent))


class ScanTool(MapTool):
    """A tool that works on the image in hand."""

    group = "underlays"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.scan = ScanInHand.of(desk)
        self.scan.changed.connect(self._scan_changed)

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.underlays)

    def options(self) -> QWidget | None:
        return ScanOptions(self.desk)

    @property
    def underlay(self) -> Underlay | None:
        """The image in hand."""
        return self.scan.underlay

    def pixels(self) -> Placement | None:
        """Return where the pixels of the image lie; none where there is no image, or it has no extent."""
        one = self.underlay
        laid = pixel_placement(self.desk.design.map, one) if one is not None else None
        return laid if laid is not None and laid.size else None

    def pixel_at(self, at: Place) -> Place | None:
        """Return which pixel of the image lies at a place, to a tenth; none beside it."""
        laid, one = self.pixels(), self.underlay
        if laid is None or one is None:
            return None
        u, v = laid.inverse().at(at)
        whole = one.placement(downwards=self.desk.view.geography.downwards)
        x, y = whole.inverse().at(at)
        return (round(u, 1), round(v, 1)) if 0 <= x <= 1 and 0 <= y <= 1 else None

    def frame(self) -> RubberLine | None:
        """Return the outline of the image, as a guide."""
        one = self.underlay
        if one is None:
            return None
        laid = one.placement(downwards=self.desk.view.geography.downwards)
        corners = tuple(map(laid.at, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))))
        return RubberLine(corners, closed=True, dashed=True, role="quiet", width=1.2)

    def show(self) -> None:
        """Draw what there is to see of the step that is under way."""

    def taken_up(self) -> None:
        self.show()

    def map_changed(self) -> None:
        self.show()

    def _scan_changed(self) -> None:
        if self.desk.tool is self:
            self.escape()
            self.show()
