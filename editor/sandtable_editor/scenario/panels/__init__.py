"""The panels around a scenario: a file for each, which names its class as ``PANEL``."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable_editor.scenario.panels.panel import ScenarioPanel


def panel_classes() -> list[type[ScenarioPanel]]:
    """Return all panels there are, in order."""
    modules = [import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)]
    found: list[type[ScenarioPanel]] = [one.PANEL for one in modules if hasattr(one, "PANEL")]
    return sorted(found, key=lambda kind: (kind.order, kind.key))
