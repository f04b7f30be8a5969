"""What can be done from menus, tool bars, keys and the command palette: one list, each thing said once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from sandtable_editor.shell.pieces import as_tip

Key = str | QKeySequence.StandardKey
"""A key, or what the platform's own programs have for a purpose."""
Keys = Key | tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """An action with the menu it stands in."""

    menu: str
    action: QAction
    keys: tuple[QKeySequence, ...] = ()
    """The keys that are shown; a platform may have others for the same purpose."""


class Commands:
    """The commands of a window, in the order they were added."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._all: dict[str, Command] = {}

    def add(
        self,
        key: str,
        menu: str,
        text: str,
        act: Callable[[], object],
        keys: Keys = (),
        *,
        hint: str = "",
        role: QAction.MenuRole = QAction.MenuRole.NoRole,
    ) -> QAction:
        """Add a command; ``role`` says where a platform with a menu of its own for programs has it."""
        action = self._make_action(key, menu, text, keys, hint)

        action.setMenuRole(role)

        def do() -> None:  # Qt would hand it whether it is checked
            act()

        action.triggered.connect(do)
        return action

    def add_switch(
        self, key: str, menu: str, text: str, act: Callable[[bool], object], keys: Keys = (), *, hint: str = ""
    ) -> QAction:
        """Add a command that is on or off; it is called with what it has come to."""
        action = self._make_action(key, menu, text, keys, hint)
        action.setCheckable(True)
        action.toggled.connect(act)
        return action

    def _make_action(self, key: str, menu: str, text: str, keys: Keys, hint: str) -> QAction:
        action = QAction(text, self._window)
        action.setObjectName(key)
        action.setMenuRole(QAction.MenuRole.NoRole)  # or a platform would guess it from the text
        shown, others = sequences(keys)
        action.setShortcuts([*shown, *others])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setToolTip(as_tip(tip(hint or text, shown)))
        action.setStatusTip(hint)
        self._window.addAction(action)
        self._all[key] = Command(menu, action, tuple(shown))
        return action

    def __getitem__(self, key: str) -> QAction:
        return self._all[key].action

    def __iter__(self) -> Iterator[Command]:
        return iter(self._all.values())

    def remove(self, key: str) -> None:
        """Take a command away."""
        command = self._all.pop(key)
        self._window.removeAction(command.action)
        command.action.deleteLater()

    def of(self, menu: str) -> list[QAction]:
        """Return the actions of a menu."""
        return [command.action for command in self if command.menu == menu]


def sequences(keys: Keys) -> tuple[list[QKeySequence], list[QKeySequence]]:
    """Return the keys to show, and what else the platform has for the same; none of them twice."""
    shown: list[QKeySequence] = []
    others: list[QKeySequence] = []
    for one in keys if isinstance(keys, tuple) else (keys,):
        found = [QKeySequence(one)] if isinstance(one, str) else QKeySequence.keyBindings(one)
        shown += [sequence for sequence in found[:1] if sequence not in shown]
        others += found[1:]
    return shown, [sequence for at, sequence in enumerate(others) if sequence not in [*shown, *others[:at]]]


def plain(text: str) -> str:
    """Return a menu text without the mark of its access key and without dots."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def tip(text: str, keys: list[QKeySequence]) -> str:
    """Return a tooltip that prints the keys."""
    shown = " or ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
    return f"{plain(text)} ({shown})" if shown else plain(text)
