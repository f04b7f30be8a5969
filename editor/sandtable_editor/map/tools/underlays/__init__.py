"""Images under the map: placed by points, by the hexes seen in them, moved, flooded into areas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.underlays.control_points import ControlPointsTool
from sandtable_editor.map.tools.underlays.drafts import COMMANDS as DRAFTS_COMMANDS
from sandtable_editor.map.tools.underlays.flood import FloodTool
from sandtable_editor.map.tools.underlays.move_scan import MoveScanTool
from sandtable_editor.map.tools.underlays.points_table import COMMANDS as POINTS_COMMANDS
from sandtable_editor.map.tools.underlays.scan_hexes import ScanHexesTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

__all__ = ["COMMANDS", "TOOLS"]

COMMANDS: Final = (*POINTS_COMMANDS, *DRAFTS_COMMANDS)

TOOLS: Final[tuple[type[MapTool], ...]] = (ControlPointsTool, ScanHexesTool, MoveScanTool, FloodTool)
