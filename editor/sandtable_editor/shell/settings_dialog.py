"""Settings: the theme, the size of text and interface, and keys of one's own. All of it works at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.shell.own_keys import written
from sandtable_editor.shell.pieces import beside, button, choice_box, faint
from sandtable_editor.shell.theme import AUTOMATIC, CHOICES, SIZES, roomy, size_title
from sandtable_editor.wheel import WHEEL_SCROLLS

if TYPE_CHECKING:
    from sandtable_editor.shell.workspace import Workbench

NAME: Final = Qt.ItemDataRole.UserRole


class SettingsDialog(QDialog):
    """The settings of the program, a page for each kind."""

    def __init__(self, window: Workbench) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Settings")
        self.resize(roomy(self, 560, 520))
        self.view, self.keys = ViewPage(window), KeysPage(window)
        self.pages = QTabWidget()
        self.pages.setAccessibleName("Pages of the settings")
        self.pages.addTab(self.view, "&View")
        self.pages.addTab(self.keys, "&Keys")
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.pages, 1)
        column.addWidget(box)


class ViewPage(QWidget):
    """How the program looks, and how large."""

    def __init__(self, window: Workbench) -> None:
        super().__init__()
        self._window = window
        self.theme, self.size_ = choice_box("Theme"), choice_box("Size of text and interface")
        for choice, title in CHOICES.items():
            self.theme.addItem(title, f"theme_{choice}")
        for size in (AUTOMATIC, *SIZES):
            self.size_.addItem(size_title(size), f"size_{size}")
        self.theme.setCurrentIndex(self.theme.findData(f"theme_{window.theme.choice}"))
        self.size_.setCurrentIndex(self.size_.findData(f"size_{window.theme.size}"))
        form = QFormLayout(self)
        form.addRow("&Theme", self.theme)
        form.addRow("&Size of text and interface", self.size_)
        form.addRow(faint("Both work at once, on the map too."))
        self.wheel = QCheckBox("The &wheel scrolls the map; with Ctrl it zooms")
        self.wheel.setChecked(window.settings.flag(WHEEL_SCROLLS, default=False))
        self.wheel.toggled.connect(self._let_wheel_scroll)
        form.addRow(self.wheel)
        for box in (self.theme, self.size_):
            box.activated.connect(partial(self._take, box))

    def _let_wheel_scroll(self, on: bool) -> None:
        self._window.settings.put(WHEEL_SCROLLS, on)
        self._window.setProperty(WHEEL_SCROLLS, on)

    def _take(self, box: QComboBox, at: int) -> None:
        self._window.commands[str(box.itemData(at))].setChecked(True)


class KeysPage(QWidget):
    """Which key does which command; each can be given another."""

    def __init__(self, window: Workbench) -> None:
        super().__init__()
        self._commands = window.commands
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a command or a key")
        self.search.setAccessibleName("Find a command or a key")
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setAccessibleName("Commands and their keys")
        self.list.setHeaderLabels(["Command", "Key"])
        self.list.setRootIsDecorated(False)
        self.list.setTabKeyNavigation(False)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        for part in (self.edit, *self.edit.findChildren(QLineEdit)):
            part.setAccessibleName("New key")
        self.says = QLabel()
        self.says.setWordWrap(True)
        self.use = button("&Use this key", self._use, "Give the command this key")
        self.none = button("&No key", self._clear, "Let the command have no key")
        self.reset = button("&Default", self._reset, "Let the command have its own key again")
        self.reset_all = button("&All defaults", self._reset_all, "Let all commands have their own keys again")
        label = QLabel("New &key")
        label.setBuddy(self.edit)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addWidget(beside(label, self.edit, self.use, stretch=1))
        column.addWidget(self.says)
        column.addWidget(beside(QLabel(), self.none, self.reset, self.reset_all))
        self.search.textChanged.connect(self._narrow)
        self.list.currentItemChanged.connect(self._follow)
        self.list.itemActivated.connect(self.edit.setFocus)
        self.edit.keySequenceChanged.connect(self._look)
        self._fill()

    def _fill(self) -> None:
        for command in self._commands:
            item = QTreeWidgetItem([f"{command.menu.replace('/', ': ')}: {command.title}", ""])
            item.setData(0, NAME, command.action.objectName())
            self.list.addTopLevelItem(item)
        self._tell_keys()
        self.list.resizeColumnToContents(0)
        if (first := self.list.topLevelItem(0)) is not None:
            self.list.setCurrentItem(first)

    def _tell_keys(self) -> None:
        keys = {command.action.objectName(): written(command.keys) for command in self._commands}
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            name = str(item.data(0, NAME)) if item is not None else ""
            if item is not None:
                item.setText(1, keys.get(name, ""))
                item.setData(1, Qt.ItemDataRole.AccessibleTextRole, keys.get(name) or "no key")
                font = item.font(1)
                font.setBold(self._commands.has_own_key(name))
                item.setFont(1, font)

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None:
                said = f"{item.text(0)} {item.text(1)}".casefold()
                item.setHidden(not all(word in said for word in words))

    @property
    def chosen(self) -> str:
        """The name of the command that is chosen, ``""`` for none."""
        item = self.list.currentItem()
        return str(item.data(0, NAME)) if item is not None else ""

    def _follow(self) -> None:
        self.edit.clear()
        self._say("")
        self.reset.setEnabled(self._commands.has_own_key(self.chosen))
        self.use.setEnabled(False)

    def _look(self, key: QKeySequence) -> None:
        """Say at once whether the key is free."""
        why = self._commands.why_not_key(self.chosen, key) if not key.isEmpty() and self.chosen else ""
        self._say(why)
        self.use.setEnabled(not key.isEmpty() and not why)

    def _use(self) -> None:
        self._tell(self._commands.give_key(self.chosen, self.edit.keySequence()))

    def _clear(self) -> None:
        self._tell(self._commands.give_key(self.chosen, None))

    def _reset(self) -> None:
        self._tell(self._commands.reset_key(self.chosen))

    def _reset_all(self) -> None:
        self._commands.reset_keys()
        self._tell("")

    def _tell(self, why: str) -> None:
        self._tell_keys()
        if not why:
            self._follow()
        self._say(why)

    def _say(self, why: str) -> None:
        self.says.setObjectName("bad" if why else "faint")
        self.says.setStyleSheet("")  # looked up again by its name
        self.says.setText(why or "Choose a command, then press its new key here. Keys of your own are bold.")
