"""Lines: rivers, roads, walls; drawn by hand, or laid along borders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.lines.along import AlongTool
from sandtable_editor.map.tools.lines.line import LineTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

TOOLS: Final[tuple[type[MapTool], ...]] = (LineTool, AlongTool)
