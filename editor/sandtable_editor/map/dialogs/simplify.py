"""Taking bends out of all borders, with a look at what would come of it."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QCheckBox, QDialog, QDoubleSpinBox, QFormLayout, QVBoxLayout

from sandtable.design.edits.shapes import Simplify
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import beside_the_map, line_of_words
from sandtable_editor.map.guides import EditGhost
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

LAYER: Final = "simplify"
PAUSE: Final = 120
"""Milliseconds without a change after which the preview is made."""


class SimplifyDialog(QDialog):
    """Asks for the width; the map shows the borders as they would be, the dialog how many vertices are left."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk = desk
        self.setWindowTitle("Simplify borders")
        self.setModal(False)
        self.width_box = QDoubleSpinBox()
        self.width_box.setAccessibleName("Width")
        start = _round(desk.view.units(3))
        self.width_box.setDecimals(max(0, 2 - floor(log10(start))))
        self.width_box.setRange(start / 100, start * 10_000)
        self.width_box.setSingleStep(start)
        self.width_box.setValue(start)
        unit = desk.design.map.info.unit
        self.width_box.setSuffix(f" {unit}" if unit else "")
        self.coasts = QCheckBox("Coasts and outer rims too")
        self.coasts.setChecked(True)
        self.says = line_of_words()
        form = QFormLayout()
        form.addRow("Bends narrower than:", self.width_box)
        form.addRow("", self.coasts)
        buttons, self.do = do_or_cancel(self, "Simplify")
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.look)
        self.width_box.valueChanged.connect(self._timer.start)
        self.coasts.toggled.connect(self._timer.start)
        self.finished.connect(self._end)
        self.resize(scaled(360), self.sizeHint().height())
        self.look()

    @property
    def edit(self) -> Simplify:
        """What would be done."""
        return Simplify(self.width_box.value(), self.coasts.isChecked())

    def look(self) -> None:
        """Show what would come of it."""
        self._timer.stop()
        tried = self._desk.design.attempt(self.edit)
        self.do.setEnabled(not isinstance(tried, Invalid))
        if isinstance(tried, Invalid):
            self.says.setText(sentence(str(tried)))
            self._desk.guides.clear(LAYER)
            return
        areas = self._desk.design.map.areas
        before = areas.vertices if areas is not None else 0
        after = tried.patch.applied_to(self._desk.design.map).areas.vertices
        self.says.setText(f"{before:,} vertices become {after:,} ({after * 100 // max(before, 1)} %).")
        shapes = [swap.after for swap in tried.patch.shapes.values() if swap.after is not None]
        self._desk.guides.show_guides([EditGhost(shape, "accent") for shape in shapes], LAYER)

    def accept(self) -> None:
        """Do it."""
        self._timer.stop()
        if self._desk.design.do(self.edit) is not None:
            super().accept()

    def _end(self) -> None:
        self._desk.guides.clear(LAYER)
        self._desk.view.setFocus()


def _round(width: float) -> float:
    """Return a width of one digit that is not below."""
    ten = 10.0 ** floor(log10(width))
    return next(step * ten for step in (1, 2, 5, 10) if step * ten >= width * (1 - 1e-9))


def simplify(desk: MapDesk) -> None:
    """Open the dialog beside the map."""
    beside_the_map(SimplifyDialog(desk))


COMMANDS: Final = (
    DeskCommand(
        "map_simplify", "Map", "S&implify borders…", simplify, may=lambda desk: bool(desk.design.map.areas),
        hint="Take narrow bends out of all borders, with a preview",
    ),
)  # fmt: skip
