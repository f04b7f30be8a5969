"""The command that opens the table of control points, which stands beside its tool."""

from __future__ import annotations

from sandtable_editor.map.tools.underlays.points_table import COMMANDS

__all__ = ["COMMANDS"]
