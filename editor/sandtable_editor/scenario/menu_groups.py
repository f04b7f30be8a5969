"""What stands together in the menus of the Scenario workspace."""

from __future__ import annotations

from typing import Final

SCENARIO_MENUS: Final = {
    "Scenario": (
        ("new_scenario", "open_scenarios", "import_scenario"),
        ("scenario_save", "scenario_save_as", "scenario_discard"),
        ("scenario_take_in", "scenario_export"),
        ("scenario_play", "scenario_back"),
        ("scenario_close",),
    ),
    "Edit": (
        ("undo", "redo"),
        ("scenario_delete",),
        ("find", "palette"),
        ("settings",),
    ),
}
"""What stands together in the menus, in order."""
