"""The tree of all modules of a game: options to switch, rulings, what is always in force; each with its rules."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from sandtable.play.rules.module_words import module_groups, module_says, module_title, modules_search, rules_of_module
from sandtable_editor.shell.pieces import as_tip, faint, fit

if TYPE_CHECKING:
    from sandtable_editor.rules.desk import RulesDesk

MODULE: Final = Qt.ItemDataRole.UserRole
RULE: Final = Qt.ItemDataRole.UserRole + 1


class ModuleTree(QWidget):
    """A line to search in, and the tree; a rule in it belongs to the module it stands under."""

    def __init__(self, desk: RulesDesk) -> None:
        super().__init__()
        self.desk = desk
        self.words = QLineEdit()
        self.words.setAccessibleName("Find a module or a rule")
        self.words.setPlaceholderText("Search all modules, rules and parameters")
        self.words.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Modules of the game")
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.nothing = faint("No module has these words.")
        self.nothing.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.words, self.tree, self.nothing):
            column.addWidget(widget)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._family = desk.family
        self._fill()
        self.words.textChanged.connect(self._narrow)
        self.tree.itemChanged.connect(self._on_check)
        self.tree.currentItemChanged.connect(self._on_current)
        desk.changed.connect(self.follow)

    def _fill(self) -> None:
        family = self._family = self.desk.family
        self._search = modules_search(family)
        self._items = {}
        self.tree.blockSignals(True)
        self.tree.clear()
        for group in module_groups(family):
            top = QTreeWidgetItem([group.title])
            top.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = top.font(0)
            font.setBold(True)
            top.setFont(0, font)
            self.tree.addTopLevelItem(top)
            for key in group.keys:
                top.addChild(self._item(key))
            top.setExpanded(True)
        self._mark()
        self.tree.blockSignals(False)
        self._select(self.desk.key or next(iter(self._items), ""))

    def _item(self, key: str) -> QTreeWidgetItem:
        item = self._items[key] = QTreeWidgetItem([fit(module_title(self._family, key))])
        item.setData(0, MODULE, key)
        item.setToolTip(0, as_tip(module_says(self._family.modules[key])))
        for id in rules_of_module(self._family, key):
            text = self._family.texts.get(id)
            rule = QTreeWidgetItem([fit(f"{text.title} ({id})" if text is not None and text.title != id else id)])
            rule.setToolTip(0, as_tip(text.says if text is not None else ""))
            rule.setData(0, MODULE, key)
            rule.setData(0, RULE, id)
            item.addChild(rule)
        return item

    def follow(self) -> None:
        """Show what is on now; another game is listed anew."""
        if self.desk.family is not self._family:
            self._fill()
            self._narrow(self.words.text())
            return
        self.tree.blockSignals(True)
        self._mark()
        self.tree.blockSignals(False)

    def _mark(self) -> None:
        family, choices = self._family, self.desk.choices
        for key, item in self._items.items():
            lacks = family.lacks(key, choices)
            title = fit(module_title(family, key))
            item.setText(0, f"{title} (out of force)" if lacks else title)
            if key not in family.options:
                continue
            on = key in choices.on
            option = family.options[key].option
            fixed = self.desk.design.locked and option is not None and option.changeable == "setup"
            flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            can = not fixed and (on or not lacks)
            item.setFlags(flags | Qt.ItemFlag.ItemIsUserCheckable if can else flags)
            item.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _on_check(self, item: QTreeWidgetItem) -> None:
        key = item.data(0, MODULE)
        if key in self._family.options and item.data(0, RULE) is None:
            on = item.checkState(0) == Qt.CheckState.Checked
            # Qt still works on the item, and a switch may list all anew
            QTimer.singleShot(0, self, partial(self._switch, key, on))

    def _switch(self, key: str, on: bool) -> None:
        self.desk.switch(key, on)
        self.follow()  # it may have been refused

    def _on_current(self, item: QTreeWidgetItem | None) -> None:
        key = item.data(0, MODULE) if item is not None else None
        if key:
            self.desk.look_at(key)

    def _select(self, key: str) -> None:
        item = self._items.get(key)
        if item is not None:
            self.tree.setCurrentItem(item)
            self.desk.look_at(key)

    def show_module(self, key: str) -> None:
        """Go to a module, whatever is searched for."""
        if key in self._items and self._items[key].isHidden():
            self.words.clear()
        self._select(key)

    def _narrow(self, text: str) -> None:
        found = self._search.find(text)
        for key, item in self._items.items():
            item.setHidden(key not in found)
        for at in range(self.tree.topLevelItemCount()):
            if (top := self.tree.topLevelItem(at)) is not None:
                below = [top.child(nth) for nth in range(top.childCount())]
                top.setHidden(all(one is not None and one.isHidden() for one in below))
        self.nothing.setVisible(not found)
        if found and text.strip():
            self._select(found[0])
