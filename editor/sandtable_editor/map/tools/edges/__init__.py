"""Saying how it is between spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.edges.edges_tool import EdgesTool

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

TOOLS: Final[tuple[type[MapTool], ...]] = (EdgesTool,)
