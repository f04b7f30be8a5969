"""Spaces without a shape, and where labels stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.places.label import LabelTool
from sandtable_editor.map.tools.places.place import PlaceTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

TOOLS: Final[tuple[type[MapTool], ...]] = (PlaceTool, LabelTool)
