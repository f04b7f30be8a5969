"""Panels in docks: made for what is open, arranged as they stand when nobody has moved them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable_editor.design.panel import DesignPanel, Side
    from sandtable_editor.shell.workspace import Workbench

Area = Qt.DockWidgetArea
AREAS: Final[dict[Side, Qt.DockWidgetArea]] = {
    "left": Area.LeftDockWidgetArea, "right": Area.RightDockWidgetArea, "bottom": Area.BottomDockWidgetArea,
}  # fmt: skip
WIDTHS: Final = {"left": 350, "right": 300}
HIGH: Final = 190
LOW: Final = 130
"""How high a panel is that comes by itself: it takes no more of the map than it must."""


class PanelDocks:
    """Panels in their docks; ``stacked`` ones stand above each other, those ``in_front`` are seen of a place."""

    def __init__(
        self,
        workspace: str,
        panels: Sequence[DesignPanel],
        window: Workbench,
        *,
        stacked: Sequence[str] = (),
        in_front: Sequence[str] = (),
    ) -> None:
        self._window, self._workspace, self._stacked, self._in_front = window, workspace, stacked, in_front
        self.panels = {panel.key: panel for panel in panels}
        self.docks: dict[str, QDockWidget] = {}
        self._away: list[str] = []
        for key, panel in self.panels.items():
            dock = QDockWidget(window)
            dock.setWidget(panel)
            self.docks[key] = window.add_dock(f"{workspace}.{key}", panel.title, dock, AREAS[panel.side])
            dock.visibilityChanged.connect(panel.stand_before)
            panel.filled.connect(partial(self._come, key))

    def arrange(self) -> None:
        """Put all docks back where they belong."""
        first: dict[str, QDockWidget] = {}
        for key, dock in self.docks.items():
            side = self.panels[key].side
            self._window.addDockWidget(AREAS[side], dock)
            panel = self.panels[key]
            dock.setVisible(panel.shown_at_first and (panel.has_something() or not panel.comes_by_itself))
            if side in first and not (side == "right" and key in self._stacked):
                self._window.tabifyDockWidget(first[side], dock)
            else:
                first[side] = dock
        for key in self._in_front:
            if key in self.docks:
                self.docks[key].raise_()
        beside = [dock for side, dock in first.items() if side != "bottom"]
        low = [dock for dock in first.values() if self._window.dockWidgetArea(dock) == AREAS["bottom"]]
        if beside:
            self._window.resizeDocks(
                beside, [scaled(WIDTHS[side]) for side in first if side != "bottom"], Qt.Orientation.Horizontal
            )
        if low:
            self._window.resizeDocks(low, [scaled(HIGH)] * len(low), Qt.Orientation.Vertical)

    def place_new(self, docks: Iterable[QDockWidget]) -> None:
        """Put docks that were not there yet when somebody arranged the others with those of their side."""
        new = set(docks)
        for key, dock in self.docks.items():
            if dock not in new:
                continue
            side = AREAS[self.panels[key].side]
            others = [one for name, one in self.docks.items() if one not in new and name not in self._stacked]
            beside = [one for one in others if self._window.dockWidgetArea(one) == side]
            self._window.addDockWidget(side, dock)
            if beside:
                self._window.tabifyDockWidget(beside[0], dock)
                beside[0].raise_()
            dock.setVisible(self.panels[key].shown_at_first)

    def come_and_go(self) -> None:
        """Hide panels that have nothing to show; they come by themselves when they have."""
        for key, panel in self.panels.items():
            if panel.comes_by_itself:
                self.docks[key].setVisible(panel.has_something())

    def _come(self, key: str) -> None:
        """Show a panel that has something to show now."""
        front = self._window.workspace
        if self.docks[key].isHidden() and front is not None and front.key == self._workspace:
            self.docks[key].show()
            self.docks[key].raise_()
            self._window.resizeDocks([self.docks[key]], [scaled(LOW)], Qt.Orientation.Vertical)

    def turn_away(self) -> None:
        """Hide all panels that are there, or show those that were hidden so."""
        there = [key for key, dock in self.docks.items() if not dock.isHidden()]
        for key in there:
            self.docks[key].hide()
        if there:
            self._away = there
            return
        for key in self._away:
            self.docks[key].show()
        for key in self._in_front:
            if key in self._away:
                self.docks[key].raise_()

    def bring(self, key: str) -> None:
        """Bring a panel forward; one below the map has room for some of its rows."""
        dock = self.docks[key]
        dock.show()
        dock.raise_()
        least = max(scaled(HIGH), self._window.height() // 5)
        below = not dock.isFloating() and self._window.dockWidgetArea(dock) == AREAS["bottom"]
        if below and not self.panels[key].comes_by_itself and dock.height() < least:
            self._window.resizeDocks([dock], [least], Qt.Orientation.Vertical)
        self.panels[key].brought_forward()

    def close(self) -> None:
        """Take the docks out of the window."""
        for dock in self.docks.values():
            self._window.removeDockWidget(dock)
            dock.setObjectName("")  # it goes a little later: until then a layout would be given to it by its name
            dock.deleteLater()
