"""The map as a widget: the ground in tiles, counters and names as items over it, one tool that acts.

What the workspaces use: ``show_map``, ``set_mode``, ``set_counters``, ``show_reach``, ``highlight``, ``select``,
``centre_on``, ``fit``, ``zoom_by``, ``set_theme``, ``find``, and the signals. It knows no game.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from sandtable_editor.canvas.widget.pointing import Pointer
from sandtable_editor.canvas.widget.shown_map import ShownMap
from sandtable_editor.canvas.widget.spoken_map import SpokenParts


class MapView(ShownMap):
    """A map that can be looked at, pointed at and played on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        SpokenParts(self)
        self.set_tool(Pointer(self))
