"""The docks of a desk: made from the panels there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.design.panel_docks import PanelDocks
from sandtable_editor.map.panels import panel_classes

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.workspace import Workbench

STACKED: Final = ("layers", "history")
"""Panels that stand above each other at the right; the others join the one that stands there."""

IN_FRONT: Final = ("fields", "history", "problems")
"""Panels that are seen of those that share a place."""


class DeskDocks(PanelDocks):
    """The panels of a desk in their docks."""

    def __init__(self, desk: MapDesk, window: Workbench) -> None:
        panels = [kind(desk) for kind in panel_classes()]
        super().__init__("map", panels, window, stacked=STACKED, in_front=IN_FRONT)
