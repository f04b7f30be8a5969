"""What can be done from menus, tool bars, keys and the command palette: one list, each thing said once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from sandtable_editor.shell.own_keys import fixed_use, is_access_key, written
from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from sandtable_editor.shell.own_keys import OwnKeys

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
    usual: tuple[tuple[QKeySequence, ...], tuple[QKeySequence, ...]] = ((), ())
    """The keys it has unless the user gives it others: those that are shown, and the others of the platform."""
    says: str = ""
    """What it does, where its text does not say it."""
    within: str = ""
    """The key of the workspace that it is a command of; none: of the window."""

    @property
    def title(self) -> str:
        """Its text without marks."""
        return plain(self.action.text())


class Commands(QObject):
    """The commands of a window, in the order they were added. ``keys_changed``: the user has given some other keys."""

    keys_changed = Signal()

    def __init__(self, window: QWidget, own: OwnKeys) -> None:
        super().__init__(window)
        self._window, self._own = window, own
        self._all: dict[str, Command] = {}
        self._front = ""

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
        within: str = "",
        listens: bool = True,
    ) -> QAction:
        """Add a command; ``role`` says where a platform with a menu of its own for programs has it.

        One ``within`` a workspace is there while that is in front; commands of two workspaces may have one key.
        One that does not listen has keys like any other, but a widget that has the focus acts on them.
        """
        action = self._make_action(key, menu, text, keys, hint, within)
        if not listens:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

        action.setMenuRole(role)

        def do() -> None:  # Qt would hand it whether it is checked
            act()

        action.triggered.connect(do)
        return action

    def add_switch(
        self,
        key: str,
        menu: str,
        text: str,
        act: Callable[[bool], object],
        keys: Keys = (),
        *,
        hint: str = "",
        within: str = "",
    ) -> QAction:
        """Add a command that is on or off; it is called with what it has come to."""
        action = self._make_action(key, menu, text, keys, hint, within)
        action.setCheckable(True)
        action.toggled.connect(act)
        return action

    def _make_action(self, key: str, menu: str, text: str, keys: Keys, hint: str, within: str) -> QAction:
        action = QAction(text, self._window)
        action.setObjectName(key)
        action.setMenuRole(QAction.MenuRole.NoRole)  # or a platform would guess it from the text
        shown, others = sequences(keys)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setStatusTip(hint)
        self._window.addAction(action)
        self._all[key] = Command(menu, action, usual=(tuple(shown), tuple(others)), says=hint, within=within)
        action.setVisible(within in ("", self._front))
        self._take_keys(key)
        if given := self._own.given_to(key):  # what others have had by themselves may be its own now
            for other, command in self._beside(key):
                if any(one in command.action.shortcuts() for one in given):
                    self._take_keys(other)
        return action

    # -- workspaces

    def bring(self, workspace: str) -> None:
        """Let the commands of a workspace be there, and those of no other: what is not to be seen has no keys."""
        self._front = workspace
        for command in self._all.values():
            command.action.setVisible(command.within in ("", workspace))

    def _beside(self, key: str) -> list[tuple[str, Command]]:
        """Return the other commands that may be there together with one."""
        within = self._all[key].within
        return [
            (other, command)
            for other, command in self._all.items()
            if other != key and (not within or command.within in ("", within))
        ]

    # -- keys of one's own

    def _take_keys(self, key: str) -> None:
        """Let a command have the keys it has been given, else its own less those that others have been given."""
        command = self._all[key]
        own = self._own.given_to(key)
        elsewhere = self._given_away(but=key)
        shown, others = (own, ()) if own is not None else command.usual
        free = tuple(one for one in shown if own is not None or one not in elsewhere)
        command.action.setShortcuts([*free, *(one for one in others if one not in elsewhere)])
        command.action.setToolTip(as_tip(tip(command.says or command.action.text(), list(free))))
        self._all[key] = replace(command, keys=free)

    def _given_away(self, but: str) -> list[QKeySequence]:
        given = self._own.commands()
        others = [other for other, _ in self._beside(but) if other in given] if given else []
        return [one for other in others for one in self._own.given_to(other) or ()]

    def give_key(self, key: str, sequence: QKeySequence | None) -> str:
        """Give a command a key in place of its own (``None``: no key); return in words why not, ``""`` if it has it."""
        if sequence is None or sequence.isEmpty():
            self._own.give(key, ())
        elif why := self.why_not_key(key, sequence):
            return why
        else:
            self._own.give(key, [sequence])
        self._take_keys(key)
        self.keys_changed.emit()
        return ""

    def why_not_key(self, key: str, sequence: QKeySequence) -> str:
        """Say why a command cannot have a key, ``""`` if it can."""
        printed = written([sequence])
        if does := fixed_use(sequence):
            return f"{printed} {does} everywhere in the program. Choose another key."
        for _, command in self._beside(key):
            if sequence in command.action.shortcuts():
                return f"{printed} already belongs to “{command.title}”. Give that another key first."
        if opens := self._menu_of(sequence):
            return f"{printed} opens the menu “{opens}”. Choose another key."
        if is_access_key(sequence):
            return f"{printed} presses the button whose text has that letter underlined. Choose another key."
        return ""

    def _menu_of(self, sequence: QKeySequence) -> str:
        bar = self._window.menuBar() if isinstance(self._window, QMainWindow) else None
        for action in bar.actions() if bar is not None else ():
            if QKeySequence.mnemonic(action.text()) == sequence:
                return plain(action.text())
        return ""

    def reset_key(self, key: str) -> str:
        """Let a command have its own keys again; return in words why not, ``""`` if it has them."""
        for one in self._all[key].usual[0]:
            holder = next((c for _, c in self._beside(key) if one in c.action.shortcuts()), None)
            if holder is not None:
                return f"{written([one])} now belongs to “{holder.title}”. Give that another key first."
        self._own.forget(key)
        self._take_keys(key)
        self.keys_changed.emit()
        return ""

    def reset_keys(self) -> None:
        """Let all commands have their own keys again."""
        for key in self._all:
            self._own.forget(key)
        for key in self._all:
            self._take_keys(key)
        self.keys_changed.emit()

    def has_own_key(self, key: str) -> bool:
        """Tell whether the user has given a command other keys than its own."""
        return self._own.given_to(key) is not None

    # -- what texts say of keys: none of them writes one down by itself

    def key_of(self, key: str) -> str:
        """Return the first key of a command as it is printed, ``""`` where it has none."""
        return written(self._all[key].keys[:1])

    def way_to(self, key: str) -> str:
        """Say how to give a command: by its key, else by its menu."""
        command = self._all[key]
        return self.key_of(key) or f"“{command.title}” in the menu {command.menu.replace('/', ', ')}"

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
    shown = written(keys)
    return f"{plain(text)} ({shown})" if shown else plain(text)
