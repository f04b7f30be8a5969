"""What stands in the middle of the Rules workspace: the tree, the module that is looked at, and panels beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from sandtable_editor.rules.differences_panel import DifferencesPanel
from sandtable_editor.rules.here_panel import HerePanel
from sandtable_editor.rules.house_panel import HousePanel
from sandtable_editor.rules.module_page import ModulePage
from sandtable_editor.rules.module_tree import ModuleTree
from sandtable_editor.rules.preset_bar import PresetBar
from sandtable_editor.rules.verdict_panel import VerdictPanel

if TYPE_CHECKING:
    from sandtable_editor.rules.desk import RulesDesk


class RulesPage(QWidget):
    """The page of one scenario or campaign."""

    def __init__(self, desk: RulesDesk) -> None:
        super().__init__()
        self.desk = desk
        self.presets = PresetBar(desk)
        self.tree = ModuleTree(desk)
        self.module = ModulePage(desk)
        self.verdict = VerdictPanel(desk)
        self.differences, self.here, self.house = DifferencesPanel(desk), HerePanel(desk), HousePanel(desk)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Panels of the rules")
        for panel in (self.differences, self.here, self.house):
            self.tabs.addTab(panel, panel.title)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(6, 6, 0, 6)
        for widget in (self.presets, self.tree, self.verdict):
            column.addWidget(widget, 1 if widget is self.tree else 0)
        split = QSplitter(Qt.Orientation.Horizontal)
        parts: tuple[tuple[QWidget, int], ...] = ((left, 4), (self.module, 5), (self.tabs, 4))
        for part, share in parts:
            split.addWidget(part)
            split.setStretchFactor(split.count() - 1, share)
        split.setSizes([420, 460, 400])
        split.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(split)
        self.module.module_wanted.connect(self.tree.show_module)
        self.setFocusProxy(self.tree.words)
        self.module.show_module(desk.key)

    def work_out_here(self) -> None:
        """Bring what changes here to the front, and work it out."""
        self.tabs.setCurrentWidget(self.here)
        self.here.work_out()
