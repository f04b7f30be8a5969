"""Drawing areas and their borders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.areas.cutting import CedeTool, ReshapeTool, SplitTool
from sandtable_editor.map.tools.areas.draw_area import DrawAreaTool
from sandtable_editor.map.tools.areas.gap import GapTool
from sandtable_editor.map.tools.areas.holes import HoleTool, IslandTool
from sandtable_editor.map.tools.areas.merge_areas import MergeTool
from sandtable_editor.map.tools.areas.turning import TurnTool
from sandtable_editor.map.tools.areas.vertices import VerticesTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

TOOLS: Final[tuple[type[MapTool], ...]] = (
    DrawAreaTool, VerticesTool, TurnTool, ReshapeTool, SplitTool, MergeTool, CedeTool, GapTool, HoleTool, IslandTool,
)  # fmt: skip
