"""Selecting what is on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.select.select import SelectTool
from sandtable_editor.map.tools.select.wand import WandTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

TOOLS: Final[tuple[type[MapTool], ...]] = (SelectTool, WandTool)
