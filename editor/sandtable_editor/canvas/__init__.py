"""The map view: ground in tiles, names, counters, and the tools that act on them. It knows no game."""

from sandtable_editor.canvas.widget.minimap import MiniMap
from sandtable_editor.canvas.widget.tool import Tool
from sandtable_editor.canvas.widget.view import MapView

__all__ = ["MapView", "MiniMap", "Tool"]
