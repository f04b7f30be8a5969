"""The Rules workspace as somebody at a desk uses it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QStyle, QStyleOptionViewItem, QTreeWidgetItem

from sandtable.engine import InstalledGame
from sandtable_editor.rules.desk import RulesDesk
from sandtable_editor.rules.rules_page import RulesPage
from sandtable_editor.rules.workspace import RulesWorkspace
from tests.editor.workbench import Workbench


class RulesBench(Workbench):
    """A window with the Rules workspace in front."""

    def __init__(self, application: QApplication, folder: Path, family: InstalledGame) -> None:
        super().__init__(application, folder, family=family)
        self.rules = RulesWorkspace(self.window, self.games, lambda: self.play.campaign_view)
        self.window.add_workspace(self.rules)
        self.window.resize(1280, 760)

    def come_to_rules(self) -> RulesPage:
        """Bring the workspace to the front, and wait for its page."""
        self.window.show_workspace(self.rules)
        self.wait(lambda: self.rules.page is not None)
        self.wait_for_verdict()
        return self.page

    @property
    def page(self) -> RulesPage:
        assert self.rules.page is not None
        return self.rules.page

    @property
    def desk(self) -> RulesDesk:
        assert self.rules.desk is not None
        return self.rules.desk

    def wait_for_verdict(self) -> None:
        """Wait until it is known whether the choice works."""
        self.wait(lambda: not self.page.verdict.is_busy and self.page.verdict.verdict is not None)

    def item(self, key: str) -> QTreeWidgetItem:
        """Return the line of a module."""
        tree = self.page.tree.tree
        tops = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
        below = [top.child(nth) for top in tops if top is not None for nth in range(top.childCount())]
        return next(one for one in below if one is not None and one.data(0, Qt.ItemDataRole.UserRole) == key)

    def switch(self, key: str) -> None:
        """Click on the box before an option."""
        self.click_box(key)
        self.settle()
        self.wait_for_verdict()

    def click_box(self, key: str) -> None:
        """Press and release the mouse on the box before an option; what follows from it is not waited for."""
        tree, item = self.page.tree.tree, self.item(key)
        tree.scrollToItem(item)
        index = tree.indexFromItem(item)
        option = QStyleOptionViewItem()
        option.initFrom(tree)
        option.rect = tree.visualRect(index)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        box = tree.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, tree)
        QTest.mouseClick(
            tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(box.center())
        )

    def look_at(self, key: str) -> None:
        """Click on the line of a module."""
        tree, item = self.page.tree.tree, self.item(key)
        tree.scrollToItem(item)
        self.click(tree.viewport(), tree.visualRect(tree.indexFromItem(item)).center())

    def warning(self) -> str:
        """Return what is told in a box, and put it away."""
        boxes = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]
        assert boxes, "nothing was told"
        said = boxes[0].text()
        boxes[0].accept()
        self.settle()
        return said
