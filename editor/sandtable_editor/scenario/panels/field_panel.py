"""A panel of fields: laid out in an area that scrolls, and followed while it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.shell.pieces import scrolling

if TYPE_CHECKING:
    from sandtable_editor.scenario.field_boxes import RowFieldBox
    from sandtable_editor.scenario.open_scenario import OpenScenario


class FieldPanel(ScenarioPanel):
    """Fields of rows, each an edit. Whoever derives from it fills ``stacked``, ``boxes`` and ``refill``."""

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.boxes: list[RowFieldBox] = []
        self._built: object = None
        inside = QWidget()
        self.stacked = QVBoxLayout(inside)
        area = scrolling(inside, self.title)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(area)
        scenario.changed.connect(self.follow)

    def brought_forward(self) -> None:
        if self.boxes:
            self.boxes[0].widget.setFocus()
