"""The docks of a desk: made from the panels there are, arranged as they stand when nobody has moved them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from sandtable_editor.map.panels import panel_classes
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.panels.panel import MapPanel, Side
    from sandtable_editor.shell.workspace import Workbench

Area = Qt.DockWidgetArea
AREAS: Final[dict[Side, Qt.DockWidgetArea]] = {
    "left": Area.LeftDockWidgetArea, "right": Area.RightDockWidgetArea, "bottom": Area.BottomDockWidgetArea,
}  # fmt: skip
WIDE: Final = 300
HIGH: Final = 190
LOW: Final = 130
"""How high a panel is that comes by itself: it takes no more of the map than it must."""
STACKED: Final = ("layers", "history")
"""Panels that stand above each other at the right; the others join the one that stands there."""

IN_FRONT: Final = ("fields", "history", "problems")
"""Panels that are seen of those that share a place."""


class DeskDocks:
    """The panels of a desk in their docks."""

    def __init__(self, desk: MapDesk, window: Workbench) -> None:
        self._window = window
        self.panels: dict[str, MapPanel] = {kind.key: kind(desk) for kind in panel_classes()}
        self.docks: dict[str, QDockWidget] = {}
        for key, panel in self.panels.items():
            dock = QDockWidget(window)
            dock.setWidget(panel)
            self.docks[key] = window.add_dock(f"map.{key}", panel.title, dock, AREAS[panel.side])
            panel.filled.connect(partial(self._come, key))

    def arrange(self) -> None:
        """Put all docks back where they belong."""
        first: dict[str, QDockWidget] = {}
        for key, dock in self.docks.items():
            side = self.panels[key].side
            self._window.addDockWidget(AREAS[side], dock)
            panel = self.panels[key]
            dock.setVisible(panel.shown_at_first and (panel.has_something() or not panel.comes_by_itself))
            if side in first and not (side == "right" and key in STACKED):
                self._window.tabifyDockWidget(first[side], dock)
            else:
                first[side] = dock
        for key in IN_FRONT:
            self.docks[key].raise_()
        right = [dock for dock in first.values() if self._window.dockWidgetArea(dock) == AREAS["right"]]
        low = [dock for dock in first.values() if self._window.dockWidgetArea(dock) == AREAS["bottom"]]
        if right:
            self._window.resizeDocks(right, [scaled(WIDE)] * len(right), Qt.Orientation.Horizontal)
        if low:
            self._window.resizeDocks(low, [scaled(HIGH)] * len(low), Qt.Orientation.Vertical)

    def place_new(self, docks: Iterable[QDockWidget]) -> None:
        """Put docks that were not there yet when somebody arranged the others with those of their side."""
        new = set(docks)
        for key, dock in self.docks.items():
            if dock not in new:
                continue
            side = AREAS[self.panels[key].side]
            others = [one for name, one in self.docks.items() if one not in new and name not in STACKED]
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
        if self.docks[key].isHidden() and self._window.workspace is not None and self._window.workspace.key == "map":
            self.docks[key].show()
            self.docks[key].raise_()
            self._window.resizeDocks([self.docks[key]], [scaled(LOW)], Qt.Orientation.Vertical)

    def bring(self, key: str) -> None:
        """Bring a panel forward."""
        dock = self.docks[key]
        dock.show()
        dock.raise_()
        self.panels[key].brought_forward()

    def close(self) -> None:
        """Take the docks out of the window."""
        for dock in self.docks.values():
            self._window.removeDockWidget(dock)
            dock.setObjectName("")  # it goes a little later: until then a layout would be given to it by its name
            dock.deleteLater()
