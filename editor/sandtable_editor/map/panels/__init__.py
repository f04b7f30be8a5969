"""The panels beside the map that is drawn: a file for each, which names its class as ``PANEL``."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandtable_editor.map.panels.panel import MapPanel

ORDER: Final = ("layers", "fields", "regions", "history", "problems", "edges", "tables", "vertices")
"""Their files, in the order in which they stand."""


def panel_classes() -> list[type[MapPanel]]:
    """Return all panels there are, in order."""
    there = {one.name for one in iter_modules(__path__)}
    return [import_module(f"{__name__}.{name}").PANEL for name in ORDER if name in there]
