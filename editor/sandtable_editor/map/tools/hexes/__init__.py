"""Drawing hexes: terrain, levels, what lies on hexsides, roads, names, and where the grid lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.hexes.brush import BrushTool, EraserTool
from sandtable_editor.map.tools.hexes.fill import FillTool
from sandtable_editor.map.tools.hexes.grid import GridTool
from sandtable_editor.map.tools.hexes.kept_brushes import COMMANDS
from sandtable_editor.map.tools.hexes.level import LevelTool
from sandtable_editor.map.tools.hexes.name import HexNameTool
from sandtable_editor.map.tools.hexes.road import RoadTool
from sandtable_editor.map.tools.hexes.side import HexsideTool
from sandtable_editor.map.tools.hexes.span import HexLineTool, RectangleTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool
__all__ = ["COMMANDS", "TOOLS"]

TOOLS: Final[tuple[type[MapTool], ...]] = (
    BrushTool, FillTool, HexLineTool, RectangleTool, EraserTool, LevelTool, HexsideTool, RoadTool, HexNameTool,
    GridTool,
)  # fmt: skip
