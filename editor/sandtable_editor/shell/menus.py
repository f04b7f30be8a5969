"""The commands that every workspace has, the menus made of all commands, and the palette that finds them by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from sandtable_editor.shell.commands import plain
from sandtable_editor.shell.finder import Finder, SearchHit, narrow
from sandtable_editor.shell.own_keys import written
from sandtable_editor.shell.said_keys import SaidKeys
from sandtable_editor.shell.theme import AUTOMATIC, CHOICES, SIZES, Choice, size_title
from sandtable_editor.wheel import WHEEL_SCROLLS

if TYPE_CHECKING:
    from sandtable_editor.shell.workspace import Workbench

StandardKey = QKeySequence.StandardKey
MENUS: Final = ("Campaign", "Map", "Scenario", "Rules", "Edit", "View", "Draw", "Table", "Help")
FIRST: Final = ("Campaign", "Map", "Scenario", "Rules")
"""What a menu bar begins with: of these there is the one of the workspace in front, and it ends the program."""


class Menus:
    """The menus of a window, and the box that finds commands and places."""

    def __init__(self, window: Workbench) -> None:
        self.window = window
        self.finder = Finder(window)
        window.setProperty(WHEEL_SCROLLS, window.settings.flag(WHEEL_SCROLLS, default=False))
        self._menus: dict[str, QMenu] = {}
        add, switch = window.commands.add, window.commands.add_switch
        add("undo", "Edit", "&Undo", self._undo, StandardKey.Undo)
        add("redo", "Edit", "&Redo", self._redo, (StandardKey.Redo, "Ctrl+Shift+Z", "Ctrl+Y"))
        add(
            "find",
            "Edit",
            "&Find a place…",
            self.find_place,
            (StandardKey.Find, "Ctrl+K"),
            hint="Find a place on the map by its name",
        )
        add(
            "palette",
            "Edit",
            "&Command palette…",
            self.open_palette,
            "Ctrl+Shift+P",
            hint="Find any command by its name",
        )
        switch("full_screen", "View", "F&ull screen", self._full_screen, (StandardKey.FullScreen, "F11"))
        add("reset_layout", "View", "&Reset layout", window.reset_layout, hint="Put all panels back in their places")
        group = QActionGroup(window)
        for choice, title in CHOICES.items():
            action = switch(f"theme_{choice}", "View/Theme", title, partial(self._choose, choice))
            group.addAction(action)
            action.setChecked(choice == window.theme.choice)
        sizes = QActionGroup(window)
        for size in (AUTOMATIC, *SIZES):
            action = switch(f"size_{size}", "View/Size", size_title(size), partial(self._enlarge, size))
            sizes.addAction(action)
            action.setChecked(size == window.theme.size)
        preferences = QAction.MenuRole.PreferencesRole
        add(
            "settings",
            "Edit",
            "&Settings…",
            self._show_settings,
            (StandardKey.Preferences, "Ctrl+,"),
            hint="Theme, size of text and interface, keys of your own",
            role=preferences,
        )
        add("quit", "Campaign", "&Quit", window.close, (StandardKey.Quit, "Ctrl+Q"), role=QAction.MenuRole.QuitRole)
        add("keys", "Help", "&Keys…", self._show_keys, (StandardKey.HelpContents, "F1"), hint="Keyboard shortcuts")
        about = QAction.MenuRole.AboutRole
        add(
            "about",
            "Help",
            "&About Sandtable…",
            self._show_about,
            hint="Version, licence and where your files are",
            role=about,
        )

        self._said = SaidKeys(window, ("undo", "redo"), self._why_not)

    # -- what the commands do

    def _why_not(self, command: str) -> str:
        workspace = self.window.workspace
        return workspace.why_not(command) if workspace is not None else ""

    def _undo(self) -> None:
        if self.window.workspace is not None:
            self.window.workspace.undo()

    def _redo(self) -> None:
        if self.window.workspace is not None:
            self.window.workspace.redo()

    def escape(self) -> None:
        """Do what Esc does where nothing inside the window had a use for it."""
        if self.finder.isVisible():
            self.finder.leave()
        elif self.window.workspace is not None:
            self.window.workspace.escape()

    def _full_screen(self, on: bool) -> None:
        state, full = self.window.windowState(), Qt.WindowState.WindowFullScreen
        self.window.setWindowState(state | full if on else state & ~full)

    def _choose(self, choice: Choice, on: bool) -> None:
        if on:
            self.window.theme.choose(choice)
            self.window.settings.put("theme", choice)

    def _enlarge(self, size: int, on: bool) -> None:
        if on:
            self.window.theme.enlarge(size)
            self.window.settings.put("size", size)

    def _show_settings(self) -> None:
        from sandtable_editor.shell.settings_dialog import SettingsDialog

        SettingsDialog(self.window).open()

    def _show_about(self) -> None:
        from sandtable_editor.shell.about import About

        About(self.window).open()

    def _show_keys(self) -> None:
        from sandtable_editor.shell.about import KeysDialog

        KeysDialog(self.keys(), self.window).open()

    def keys(self) -> list[tuple[str, str]]:
        """Return which keys do what: those of the workspace in front, and those of all commands."""
        own = list(self.window.workspace.keys) if self.window.workspace is not None else []
        named = [(written(command.keys), command.title) for command in self.window.commands if command.keys]
        return [*own, *named]

    def open_palette(self) -> None:
        """Open the command palette."""
        self.finder.ask("Type a command", lambda text: narrow(text, self._list_commands()))

    def _list_commands(self) -> list[SearchHit]:
        return [
            SearchHit(
                f"{command.menu.replace('/', ': ')}: {plain(command.action.text())}",
                command.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                command.action.trigger,
            )
            for command in self.window.commands
            if command.action.isEnabled() and command.action.objectName() != "palette"
        ]

    def find_place(self) -> None:
        """Ask for a place by its name."""
        if self.window.workspace is not None:
            self.finder.ask("Find a place", self.window.workspace.find)

    # -- the menu bar

    def fill(self) -> None:
        """Make the menus anew from the commands there are; ``View/Theme`` is a menu within a menu."""
        bar, commands = self.window.menuBar(), self.window.commands
        bar.clear()
        self._menus = {name: QMenu(f"&{name}", self.window) for name in MENUS}
        for name, menu in [*self._menus.items()]:
            menu.setToolTipsVisible(True)
            self._fill_in_groups(name)
            menu.menuAction().setVisible(any(one.isVisible() for one in menu.actions()))
            if name in FIRST and menu.actions():
                menu.addSeparator()
                menu.addAction(commands["quit"])
        panels = self._menus["View"].addMenu("&Panels")
        panels.aboutToShow.connect(lambda: self._list_panels(panels))
        for name in MENUS:
            if self._menus[name].actions():
                bar.addMenu(self._menus[name])

    def _fill_in_groups(self, name: str) -> None:
        """Fill a menu: the groups that the workspace in front makes of it, then what is in none of them."""
        menu, commands, workspace = self._menus[name], self.window.commands, self.window.workspace
        actions = {one.objectName(): one for one in commands.of(name) if one.objectName() != "quit"}
        inner = dict.fromkeys(one.menu for one in commands if one.menu.startswith(f"{name}/"))
        groups = workspace.menu_groups.get(name, ()) if workspace is not None else ()
        named = {key for group in groups for key in group}
        rest = [key for key in actions if key not in named], [one for one in inner if one not in named]
        for group in (*groups, *rest):
            for key in group:
                if key in inner:
                    menu.addMenu(self._inner_menu(key))
                elif key in actions:
                    menu.addAction(actions[key])
            if groups:
                menu.addSeparator()

    def _inner_menu(self, name: str) -> QMenu:
        """Return a menu within a menu, which is there while anything in it is."""
        made = self._menus[name] = QMenu(name.partition("/")[2], self.window)
        made.setToolTipsVisible(True)
        made.addActions(self.window.commands.of(name))
        made.menuAction().setVisible(any(one.isVisible() for one in made.actions()))
        return made

    def _list_panels(self, menu: QMenu) -> None:
        menu.clear()
        workspace = self.window.workspace
        menu.addActions([dock.toggleViewAction() for dock in workspace.docks()] if workspace is not None else [])
