"""What one draws with: a folder for each group of tools, which names them in ``TOOLS``, in the order of the rail."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandtable_editor.map.tools.tool import MapTool

GROUPS: Final = ("select", "areas", "edges", "places", "lines", "regions", "hexes", "underlays")
"""The groups in the order of the rail."""


def tool_classes() -> list[type[MapTool]]:
    """Return all tools there are, in the order of the rail."""
    there = {one.name for one in iter_modules(__path__) if one.ispkg}
    return [tool for group in GROUPS if group in there for tool in import_module(f"{__name__}.{group}").TOOLS]
