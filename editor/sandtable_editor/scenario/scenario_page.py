"""What stands in the middle of the window while a scenario is open: how the map is coloured, and the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sandtable.engine.words import sentence
from sandtable_editor.scenario.control_paint import ControlPaint
from sandtable_editor.scenario.map_colours import MapColours
from sandtable_editor.shell.pieces import beside, button, faint, fit

if TYPE_CHECKING:
    from sandtable_editor.scenario.scenario_map import ScenarioMap

NO_MAP = "This scenario lies on no map: its pieces stand in the order of battle and in the tables."


class ScenarioPage(QWidget):
    """The page of a scenario."""

    def __init__(self, on_map: ScenarioMap) -> None:
        super().__init__()
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.wrong.setTextFormat(Qt.TextFormat.PlainText)
        self.wrong.setMargin(6)
        self.wrong.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.colours = MapColours(on_map.scenario, on_map.view)
        self.control = ControlPaint(on_map.scenario, on_map.view)
        column.addWidget(self._make_bar(on_map))
        column.addWidget(self.wrong)
        if on_map.scenario.design.map is None:
            none = faint(NO_MAP)
            none.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(none, 1)
            on_map.view.setParent(self)
            on_map.view.hide()
        else:
            column.addWidget(on_map.view, 1)
            self.setFocusProxy(on_map.view)

    def _make_bar(self, on_map: ScenarioMap) -> QWidget:
        """Make what stands above the map: its colours, reach, and who holds what."""
        fit_in = button("&Whole map", on_map.view.fit, "Show the whole map (Ctrl+0)")
        bar = beside(self.colours.modes, self.colours.reach, self.control.bar, QWidget(), fit_in, stretch=3)
        bar.setContentsMargins(6, 3, 6, 3)
        bar.setVisible(on_map.scenario.design.map is not None)
        return bar

    def tell(self, wrong: str) -> None:
        """Say why the scenario cannot be laid out; the map stays as it was then."""
        self.wrong.setText(fit(sentence(f"Not laid out as it is now: {wrong}")) if wrong else "")
        self.wrong.setVisible(bool(wrong))
