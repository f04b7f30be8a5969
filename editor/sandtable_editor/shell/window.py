"""The one main window: its workspaces, its docks that stay where they were put, and what went wrong.

The window is there before its contents: until it has been painted once nothing is loaded that takes its time, so
this module imports the rest of the shell where it is wanted (even Qt's own enumerations cost a fifth of that time).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import shiboken6
from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMainWindow

from sandtable_editor.shell.workspace import Workbench

if TYPE_CHECKING:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QDockWidget, QTabBar, QToolBar

    from sandtable_editor.shell.error_dialog import ErrorDialog
    from sandtable_editor.shell.errors import Reporter, WindowFault
    from sandtable_editor.shell.finder import Search
    from sandtable_editor.shell.menus import Menus
    from sandtable_editor.shell.settings import Settings
    from sandtable_editor.shell.theme import Theme
    from sandtable_editor.shell.workspace import Workspace

LAYOUT: Final = 1
"""Raised when the docks change so much that a kept layout would put them wrong."""


FRAME: Final = QSize(8, 48)
"""What the frame of a window takes of a screen at the most; how much it is, is known only when the window is there."""


class Window(Workbench):
    """The workbench. ``painted``: it is on the screen for the first time; what it holds comes with ``complete``."""

    painted = Signal()
    menus: Menus
    tabs: QTabBar
    bar: QToolBar

    def __init__(self, settings: Settings, theme: Theme, reporter: Reporter) -> None:
        super().__init__()
        self.setObjectName("workbench")
        self.setWindowTitle("Sandtable")
        self.settings, self.theme, self.reporter = settings, theme, reporter
        self.workspaces: list[Workspace] = []
        self.workspace = None
        self._error_dialog: ErrorDialog | None = None
        self._seen = False
        reporter.happened.connect(self._tell)
        reporter.again.connect(self._count)
        reporter.quit_wanted = self.close
        from sandtable_editor.shell.theme import scaled  # it is there already: the window wears it

        self.resize(QSize(scaled(1280), scaled(800)).boundedTo(self.screen().availableSize() - FRAME))
        if not (kept := settings.state("window/place")).isEmpty():
            self.restoreGeometry(kept)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self.painted.emit()

    def complete(self) -> None:
        """Make what every workspace stands in."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QIcon
        from PySide6.QtWidgets import QTabBar, QToolBar

        from sandtable.desktop import ICON
        from sandtable_editor.shell.commands import Commands
        from sandtable_editor.shell.jobs import Jobs
        from sandtable_editor.shell.menus import Menus
        from sandtable_editor.shell.own_keys import OwnKeys
        from sandtable_editor.shell.page_stack import PageStack
        from sandtable_editor.shell.status import Status
        from sandtable_editor.shell.undo_keys import UndoKeys

        QApplication.setWindowIcon(QIcon(str(ICON)))
        self.jobs = Jobs(self.reporter.report, self)
        self.commands = Commands(self, OwnKeys(self.settings))
        self.middle = PageStack()
        self.setCentralWidget(self.middle)
        option = QMainWindow.DockOption
        self.setDockOptions(option.AnimatedDocks | option.AllowTabbedDocks | option.AllowNestedDocks)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.status = Status(self._show_faults, self)
        self.setStatusBar(self.status)
        self.jobs.begun.connect(self.status.show_job)
        self.tabs, self.bar = QTabBar(), QToolBar("Workspaces")
        self.tabs.setAccessibleName("Workspaces")
        self.tabs.currentChanged.connect(self._turn_to)
        self.bar.setObjectName("workspaces")
        self.bar.addWidget(self.tabs)
        self.addToolBar(self.bar)
        self.bar.hide()
        self.menus = Menus(self)
        self.undo_keys = UndoKeys(cast("QApplication", QApplication.instance()), self)

    # -- workspaces

    def add_workspace(self, workspace: Workspace) -> None:
        """Add a workspace; the first one is shown. The bar to choose among them appears with the second."""
        self.workspaces.append(workspace)
        self.middle.addWidget(workspace.middle())
        self.tabs.addTab(workspace.title)
        self.bar.setVisible(len(self.workspaces) > 1)
        if len(self.workspaces) == 1:
            self._turn_to(0)
        else:
            self.menus.fill()

    def ask_finder(self, hint: str, search: Search) -> None:
        """Open the box in which something is found by typing."""
        self.menus.finder.ask(hint, search)

    def list_commands(self) -> None:
        """Make the menus anew: there are other commands."""
        self.menus.fill()

    def show_workspace(self, workspace: Workspace) -> None:
        """Bring a workspace to the front."""
        self.tabs.setCurrentIndex(self.workspaces.index(workspace))

    def _turn_to(self, at: int) -> None:
        if not 0 <= at < len(self.workspaces) or self.workspace is self.workspaces[at]:
            return
        self.tabs.updateGeometry()  # its title is bold now, and wider
        self.keep_layout()
        for dock in self.workspace.docks() if self.workspace is not None else ():
            dock.hide()
        self.workspace = self.workspaces[at]
        self.commands.bring(self.workspace.key)
        self.menus.fill()
        self.middle.setCurrentWidget(self.workspace.middle())
        self.workspace.come_forward()
        self.restore_layout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the Esc that nothing inside had a use for."""
        from PySide6.QtCore import Qt

        if event.key() == Qt.Key.Key_Escape and self.workspace is not None:
            self.menus.escape()
        else:
            super().keyPressEvent(event)

    # -- the layout

    def restore_layout(self) -> None:
        """Put the docks of the workspace where the user has left them."""
        workspace = self.workspace
        if workspace is None or not list(workspace.docks()):
            return
        kept = self.settings.state(f"layout/{workspace.key}")
        if kept.isEmpty() or not self.restoreState(kept, LAYOUT):
            workspace.arrange()
        else:
            known = self.settings.text(f"layout/{workspace.key}/docks").split()
            workspace.place_new([one for one in workspace.docks() if one.objectName() not in known])
        for other in self.workspaces:
            for dock in other.docks() if other is not workspace else ():
                dock.hide()
        self.bar.setVisible(len(self.workspaces) > 1)

    def keep_layout(self) -> None:
        """Remember where the docks are."""
        if self.workspace is not None and any(dock.isVisibleTo(self) for dock in self.workspace.docks()):
            self.settings.put(f"layout/{self.workspace.key}", self.saveState(LAYOUT))
            names = " ".join(one.objectName() for one in self.workspace.docks())
            self.settings.put(f"layout/{self.workspace.key}/docks", names)

    def reset_layout(self) -> None:
        """Put all docks back where they belong."""
        if self.workspace is not None:
            self.settings.forget(f"layout/{self.workspace.key}")
            for dock in self.workspace.docks():
                dock.setFloating(False)
            self.workspace.arrange()  # which shows them: side by side they would widen the window

    def add_dock(self, key: str, title: str, widget: QDockWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        """Add a dock under a name that its place is remembered by."""
        widget.setObjectName(key)
        widget.setWindowTitle(title)
        self.addDockWidget(area, widget)
        return widget

    # -- what went wrong

    @property
    def error_dialog(self) -> ErrorDialog | None:
        """The dialog that tells what went wrong, while there is one: it goes with the dialog it came over."""
        dialog = self._error_dialog
        return dialog if dialog is not None and shiboken6.isValid(dialog) else None

    def _tell(self, fault: WindowFault) -> None:
        self._count()
        if self.error_dialog is not None:
            self.error_dialog.join(fault)
            return
        QTimer.singleShot(0, self, lambda: self._open_dialog(fault))  # this may be called while something is painted

    def _open_dialog(self, fault: WindowFault) -> None:
        from sandtable_editor.shell.error_dialog import ErrorDialog

        if self.error_dialog is not None:
            self.error_dialog.join(fault)
            return
        dialog = self._error_dialog = ErrorDialog(fault, QApplication.activeModalWidget() or self)
        dialog.finished.connect(self._dialog_closed)
        dialog.open()

    def _dialog_closed(self) -> None:
        self._error_dialog = None

    def _count(self) -> None:
        if self.workspaces:
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
            workspace.release_files()
        if self.workspaces:
            self.jobs.close()
        super().closeEvent(event)
