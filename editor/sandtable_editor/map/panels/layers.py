"""The layers of the map: a line for each, with its eye, its lock, and how strong it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QSlider, QTreeWidget, QTreeWidgetItem, QVBoxLayout

from sandtable_editor.map.layer_signs import eye, lock
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.shell.pieces import as_tip, beside, fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.layers import Layer, MapLayers

EYE, LOCK, TITLE, OPACITY = range(4)
STEP: Final = 10
"""Percent at a press of Left or Right; with Shift 1."""
HOW: Final = "Space shows or hides the layer, L locks it, Left and Right make it fainter and stronger (Shift: by 1 %)"


class LayerList(QTreeWidget):
    """The lines, with their keys."""

    eye_wanted = Signal()
    lock_wanted = Signal()
    fade_wanted = Signal(int)
    """The layer is to be stronger by so many percent."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Layers")
        self.setAccessibleDescription(HOW)
        self.setColumnCount(4)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setIconSize(QSize(scaled(16), scaled(16)))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(scaled(26))
        for column in (EYE, LOCK, OPACITY):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key does to the chosen layer."""
        key, held = Qt.Key(event.key()), event.modifiers()
        step = 1 if held & Qt.KeyboardModifier.ShiftModifier else STEP
        if held & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space:
            self.eye_wanted.emit()
        elif key == Qt.Key.Key_L:
            self.lock_wanted.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.fade_wanted.emit(step if key == Qt.Key.Key_Right else -step)
        else:
            super().keyPressEvent(event)


class LayersPanel(MapPanel):
    """Shows, hides, locks and fades layers."""

    key, title = "layers", "Layers"
    keys = "Ctrl+Shift+L"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.layers: MapLayers = desk.layers
        self._shown: list[Layer] = []
        self.list = LayerList()
        self.list.itemClicked.connect(self._click)
        self.list.currentItemChanged.connect(self._choose_row)
        self.list.eye_wanted.connect(self._turn_eye)
        self.list.lock_wanted.connect(self._turn_lock)
        self.list.fade_wanted.connect(self._fade_by)
        self.opacity, self.percent = QSlider(Qt.Orientation.Horizontal), QLabel()
        self.opacity.setRange(0, 100)
        self.opacity.setPageStep(STEP)
        self.opacity.setTracking(False)  # an image is faded by one edit, when the slider is let go
        self.opacity.setAccessibleName("Opacity of the layer")
        self.opacity.setToolTip(as_tip("How strong the chosen layer is: the ground, or an image"))
        self.opacity.valueChanged.connect(self._fade_to)
        self.opacity.sliderMoved.connect(self._say_percent)
        label = QLabel("&Opacity")
        label.setBuddy(self.opacity)
        self.percent.setMinimumWidth(self.percent.fontMetrics().horizontalAdvance("100 %"))
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        column.addWidget(beside(label, self.opacity, self.percent, stretch=1))
        self.setFocusProxy(self.list)
        self.layers.changed.connect(self.show_layers)
        self.layers.chose.connect(self.show_layers)
        desk.shown_changed.connect(self.show_layers)
        desk.window.theme.changed.connect(self.show_layers)
        self.show_layers()

    # -- what is shown

    def show_layers(self) -> None:
        """Show the layers as they are now."""
        before, self._shown = self._shown, self.layers.all()
        if [one.key for one in before] != [one.key for one in self._shown]:
            blocked = self.list.blockSignals(True)
            self.list.clear()
            self.list.addTopLevelItems([QTreeWidgetItem() for _ in self._shown])
            self.list.blockSignals(blocked)
        chosen = self.layers.chosen.key
        row = next(at for at, one in enumerate(self._shown) if one.key == chosen)
        if row != self.list.currentIndex().row():
            self.list.setCurrentIndex(self.list.model().index(row, TITLE))
        for row, layer in enumerate(self._shown):
            self._write(self.list.topLevelItem(row), layer)
        self._follow_row()

    def _write(self, item: QTreeWidgetItem | None, layer: Layer) -> None:
        if item is None:
            return
        shown, locked = self.layers.is_shown(layer.key), self.layers.is_locked(layer.key)
        item.setIcon(EYE, eye(is_open=shown))
        if layer.lockable:
            item.setIcon(LOCK, lock(is_shut=locked))
        item.setText(TITLE, fit(layer.title))
        item.setText(OPACITY, "" if layer.opacity is None else f"{layer.opacity} %")
        item.setTextAlignment(OPACITY, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(EYE, as_tip("Hide this layer (Space)" if shown else "Show this layer (Space)"))
        item.setToolTip(LOCK, as_tip(_tip_of_lock(layer, locked=locked)))
        item.setToolTip(TITLE, as_tip(f"{layer.says}. {HOW}"))
        item.setToolTip(OPACITY, as_tip("" if layer.opacity is None else "How strong it is (Left and Right)"))
        for column in range(self.list.columnCount()):
            item.setData(column, Qt.ItemDataRole.AccessibleTextRole, self.layers.words(layer))

    def _choose_row(self) -> None:
        """Choose the layer whose line that is."""
        row = self.list.currentIndex().row()
        if 0 <= row < len(self._shown):
            self.layers.choose(self._shown[row].key)
            self._follow_row()

    def _follow_row(self) -> None:
        """Let the slider be that of the chosen layer."""
        strong = self.layers.chosen.opacity
        blocked = self.opacity.blockSignals(True)
        self.opacity.setEnabled(strong is not None)
        self.opacity.setValue(100 if strong is None else strong)
        self.opacity.blockSignals(blocked)
        self.percent.setText("" if strong is None else f"{strong} %")

    def _say_percent(self, percent: int) -> None:
        self.percent.setText(f"{percent} %")

    # -- what is done

    def _click(self, _item: QTreeWidgetItem, column: int) -> None:
        if column == EYE:
            self._turn_eye()
        elif column == LOCK:
            self._turn_lock()

    def _turn_eye(self) -> None:
        self.layers.turn_eye(self.layers.chosen)

    def _turn_lock(self) -> None:
        if self.layers.chosen.lockable:
            self.layers.turn_lock(self.layers.chosen)

    def _fade_by(self, percent: int) -> None:
        layer = self.layers.chosen
        if layer.opacity is not None:
            self.layers.fade(layer, layer.opacity + percent)

    def _fade_to(self, percent: int) -> None:
        self.layers.fade(self.layers.chosen, percent)


def _tip_of_lock(layer: Layer, *, locked: bool) -> str:
    if not layer.lockable:
        return "Nothing is selected on the map by this layer alone: it has no lock"
    return "Let things in this layer be selected (L)" if locked else "Keep this layer from being selected (L)"


PANEL = LayersPanel
