"""Many panels in one dock: a list above them says which there are, and shows all of them or one alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from sandtable.present import Panel
from sandtable_editor.play.panels.stack import PanelStack

FEW: Final = 4
"""So many panels are found without a list."""
ALL: Final = "Everything"


class ChosenPanels(QWidget):
    """A column of panels of which one alone can be shown; what was chosen stays chosen while it is there."""

    rule_clicked = Signal(str)
    place_clicked = Signal(str)

    def __init__(self, *, name: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.list = QComboBox()
        self.list.setAccessibleName(f"What is shown in {name}")
        self.list.setToolTip("Show everything, or one of these alone")
        self.list.setMaxVisibleItems(30)
        self.list.hide()
        self.list.activated.connect(self._show)
        column.addWidget(self.list)
        self.stack = PanelStack(name=name)
        self.stack.rule_clicked.connect(self.rule_clicked)
        self.stack.place_clicked.connect(self.place_clicked)
        column.addWidget(self.stack, 1)
        self.panels: tuple[Panel, ...] = ()

    def put(self, panels: Sequence[Panel], *, anew: bool = False) -> None:
        """Show these panels, or of them the one that was chosen before."""
        self.panels = tuple(panels)
        self._fill([(panel.key, panel.title) for panel in self.panels])
        self._show(anew=anew)

    def be_seen(self, seen: bool) -> None:
        """Take notice of whether somebody sees it."""
        self.stack.be_seen(seen)

    def _fill(self, there: list[tuple[str, str]]) -> None:
        """List what there is; where what was chosen is not there any more, everything is shown."""
        wanted = [("", ALL), *there]
        listed = [(self.list.itemData(at), self.list.itemText(at)) for at in range(self.list.count())]
        self.list.setVisible(len(there) > FEW)
        if listed == wanted:
            return
        chosen = self.list.currentData()
        with QSignalBlocker(self.list):
            self.list.clear()
            for key, title in wanted:
                self.list.addItem(title, key)
            self.list.setCurrentIndex(max(self.list.findData(chosen), 0))

    def _show(self, *_: object, anew: bool = False) -> None:
        chosen = self.list.currentData() if len(self.panels) > FEW else ""
        self.stack.put([panel for panel in self.panels if not chosen or panel.key == chosen], anew=anew)
