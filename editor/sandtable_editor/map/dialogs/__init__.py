"""The dialogs of the Map workspace: a file for each, which names the commands that open it as ``COMMANDS``."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable_editor.map.desk_command import DeskCommand


def dialog_commands() -> list[DeskCommand]:
    """Return the commands of all dialogs, by the names of their files."""
    modules = [import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)]
    return [command for module in modules for command in getattr(module, "COMMANDS", ())]
