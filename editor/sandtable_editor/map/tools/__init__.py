"""What one draws with: a folder for each group of tools, which names them in ``TOOLS``, in the order of the rail."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

    from sandtable_editor.map.desk_command import DeskCommand
    from sandtable_editor.map.tools.tool import MapTool

GROUPS: Final = ("select", "areas", "edges", "places", "lines", "regions", "hexes", "underlays")
"""The groups in the order of the rail."""


def tool_classes() -> list[type[MapTool]]:
    """Return all tools there are, in the order of the rail."""
    return [tool for group in _groups() for tool in group.TOOLS]


def tool_commands() -> list[DeskCommand]:
    """Return the commands besides those that take up a tool: a group may name some as ``COMMANDS``."""
    return [command for group in _groups() for command in getattr(group, "COMMANDS", ())]


def _groups() -> list[ModuleType]:
    there = {one.name for one in iter_modules(__path__) if one.ispkg}
    return [import_module(f"{__name__}.{group}") for group in GROUPS if group in there]
