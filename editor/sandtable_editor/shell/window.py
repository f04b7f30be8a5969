"""The one main window: its menus, its workspaces, its docks that stay where they were put."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QActionGroup, QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QMenu, QStackedWidget, QTabBar, QToolBar

from sandtable_editor.shell.commands import Commands, plain
from sandtable_editor.shell.error_dialog import ErrorDialog
from sandtable_editor.shell.errors import Fault, Reporter
from sandtable_editor.shell.finder import Finder, Found, narrowed
from sandtable_editor.shell.jobs import Jobs
from sandtable_editor.shell.settings import Settings
from sandtable_editor.shell.status import Status
from sandtable_editor.shell.theme import CHOICES, Choice, Theme
from sandtable_editor.shell.workspace import Workspace

LAYOUT: Final = 1
"""Raised when the docks change so much that a kept layout would put them wrong."""
MENUS: Final = ("Campaign", "Edit", "View", "Table", "Help")


class Window(QMainWindow):
    """The workbench."""

    def __init__(self, settings: Settings, theme: Theme, reporter: Reporter) -> None:
        super().__init__()
        self.setObjectName("workbench")
        self.settings, self.theme, self.reporter = settings, theme, reporter
        self.jobs = Jobs(reporter.report, self)
        self.commands = Commands(self)
        self.workspaces: list[Workspace] = []
        self.workspace: Workspace | None = None
        self.error_dialog: ErrorDialog | None = None
        self._finder: Finder | None = None
        self._menus: dict[str, QMenu] = {}
        self.middle = QStackedWidget()
        self.setCentralWidget(self.middle)
        self.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks
            | QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
        )
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.status = Status(self._show_faults, self)
        self.setStatusBar(self.status)
        self.jobs.begun.connect(self.status.show_job)
        reporter.happened.connect(self._tell)
        reporter.again.connect(self._count)
        reporter.quit_wanted = self.close
        self._tabs = QTabBar()
        self._tabs.currentChanged.connect(self._turn_to)
        self._bar = QToolBar("Workspaces")
        self._bar.setObjectName("workspaces")
        self._bar.addWidget(self._tabs)
        self.addToolBar(self._bar)
        self._bar.hide()
        self._make_commands()
        self.resize(1280, 800)
        if not (kept := settings.state("window/place")).isEmpty():
            self.restoreGeometry(kept)

    # -- commands and menus

    def _make_commands(self) -> None:
        add = self.commands.add
        add("undo", "Edit", "&Undo", self._undo, QKeySequence(QKeySequence.StandardKey.Undo).toString())
        add("redo", "Edit", "&Redo", self._redo, ("Ctrl+Shift+Z", "Ctrl+Y"))
        add("find", "Edit", "&Find a place…", self.find_place, "Ctrl+F", hint="Find a place on the map by its name")
        add("palette", "Edit", "&Command palette…", self.open_palette, "Ctrl+Shift+P", hint="All commands by name")
        self.commands.add_switch("full_screen", "View", "F&ull screen", self._full_screen, "F11")
        add("reset_layout", "View", "&Reset layout", self.reset_layout, hint="Put all panels back where they belong")
        group = QActionGroup(self)
        for choice, title in CHOICES.items():
            action = self.commands.add_switch(f"theme_{choice}", "View/Theme", title, partial(self._choose, choice))
            group.addAction(action)
            action.setChecked(choice == self.theme.choice)
        add("quit", "Campaign", "&Quit", self.close, "Ctrl+Q")

    def fill_menus(self) -> None:
        """Make the menus anew from the commands there are; ``View/Theme`` is a menu within a menu."""
        self.menuBar().clear()
        self._menus = {}
        for name in MENUS:
            menu = QMenu(f"&{name}", self)
            menu.setToolTipsVisible(True)
            self._menus[name] = menu
            menu.addActions([one for one in self.commands.of(name) if one.objectName() != "quit"])
        for command in self.commands:
            outer, slash, inner = command.menu.partition("/")
            if slash:
                if command.menu not in self._menus:
                    self._menus[command.menu] = self._menus[outer].addMenu(inner)
                self._menus[command.menu].addAction(command.action)
        panels = self._menus["View"].addMenu("&Panels")
        panels.aboutToShow.connect(lambda: self._list_panels(panels))
        self._menus["Campaign"].addSeparator()
        self._menus["Campaign"].addAction(self.commands["quit"])
        for name in MENUS:
            if self._menus[name].actions():
                self.menuBar().addMenu(self._menus[name])

    def menu(self, name: str) -> QMenu:
        """Return a menu of the menu bar."""
        return self._menus[name]

    def _list_panels(self, menu: QMenu) -> None:
        menu.clear()
        docks = list(self.workspace.docks()) if self.workspace is not None else []
        menu.addActions([dock.toggleViewAction() for dock in docks])
        menu.setEnabled(bool(docks))

    def _undo(self) -> None:
        if self.workspace is not None:
            self.workspace.undo()

    def _redo(self) -> None:
        if self.workspace is not None:
            self.workspace.redo()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the Esc that nothing inside had a use for."""
        if event.key() == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)

    def _escape(self) -> None:
        if self._finder is not None and self._finder.isVisible():
            self._finder.hide()
        elif self.workspace is not None:
            self.workspace.escape()

    def _full_screen(self, on: bool) -> None:
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if on
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def _choose(self, choice: Choice, on: bool) -> None:
        if on:
            self.theme.choose(choice)
            self.settings.put("theme", choice)

    # -- finding

    @property
    def finder(self) -> Finder:
        """The box for the palette and for places."""
        if self._finder is None:
            self._finder = Finder(self)
        return self._finder

    def open_palette(self) -> None:
        """Open the command palette."""
        self.finder.ask("Type a command", lambda text: narrowed(text, self._palette()))

    def _palette(self) -> list[Found]:
        return [
            Found(
                f"{command.menu.replace('/', ': ')}: {plain(command.action.text())}",
                command.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                command.action.trigger,
            )
            for command in self.commands
            if command.action.isEnabled() and command.action.objectName() != "palette"
        ]

    def find_place(self) -> None:
        """Ask for a place by its name."""
        workspace = self.workspace
        if workspace is not None:
            self.finder.ask("Find a place", workspace.find)

    # -- workspaces

    def add_workspace(self, workspace: Workspace) -> None:
        """Add a workspace; the first one is shown. The bar to choose among them appears with the second."""
        self.workspaces.append(workspace)
        self.middle.addWidget(workspace.middle())
        self._tabs.addTab(workspace.title)
        self._bar.setVisible(len(self.workspaces) > 1)
        self.fill_menus()
        if self.workspace is None:
            self._turn_to(0)

    def _turn_to(self, at: int) -> None:
        if not 0 <= at < len(self.workspaces) or self.workspace is self.workspaces[at]:
            return
        for dock in self.workspace.docks() if self.workspace is not None else ():
            dock.hide()
        self.workspace = self.workspaces[at]
        self.middle.setCurrentWidget(self.workspace.middle())
        self.restore_layout()

    # -- the layout

    def restore_layout(self) -> None:
        """Put the docks of the workspace where the user has left them."""
        workspace = self.workspace
        if workspace is None or not list(workspace.docks()):
            return
        kept = self.settings.state(f"layout/{workspace.key}")
        if kept.isEmpty() or not self.restoreState(kept, LAYOUT):
            workspace.arrange()

    def keep_layout(self) -> None:
        """Remember where the docks are."""
        if self.workspace is not None and any(dock.isVisibleTo(self) for dock in self.workspace.docks()):
            self.settings.put(f"layout/{self.workspace.key}", self.saveState(LAYOUT))

    def reset_layout(self) -> None:
        """Put all docks back where they belong."""
        if self.workspace is not None:
            self.settings.forget(f"layout/{self.workspace.key}")
            for dock in self.workspace.docks():
                dock.setFloating(False)
                dock.show()
            self.workspace.arrange()

    def add_dock(self, key: str, title: str, widget: QDockWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        """Add a dock under a name that its place is remembered by."""
        widget.setObjectName(key)
        widget.setWindowTitle(title)
        self.addDockWidget(area, widget)
        return widget

    # -- what went wrong

    def _tell(self, fault: Fault) -> None:
        self._count()
        if self.error_dialog is not None:
            self.error_dialog.join(fault)
            return
        QTimer.singleShot(0, self, lambda: self._open_dialog(fault))

    def _open_dialog(self, fault: Fault) -> None:
        if self.error_dialog is not None:
            self.error_dialog.join(fault)
            return
        self.error_dialog = ErrorDialog(fault, QApplication.activeModalWidget() or self)
        self.error_dialog.finished.connect(self._dialog_closed)
        self.error_dialog.open()

    def _dialog_closed(self) -> None:
        self.error_dialog = None

    def _count(self) -> None:
        self.status.count(self.reporter.faults)

    def _show_faults(self) -> None:
        faults = self.reporter.faults
        if faults and self.error_dialog is None:
            self._open_dialog(faults[-1])

    # -- closing

    def closeEvent(self, event: QCloseEvent) -> None:
        if not all(workspace.may_close() for workspace in self.workspaces):
            event.ignore()
            return
        self.keep_layout()
        self.settings.put("window/place", self.saveGeometry())
        self.settings.write()
        for workspace in self.workspaces:
            workspace.closed()
        self.jobs.close()
        super().closeEvent(event)
