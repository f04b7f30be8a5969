"""What differs, in words: two maps, scenarios, libraries; and what a new map does to a scenario on the old one."""

from sandtable.library.diff.changes import Change
from sandtable.library.diff.effects import effects
from sandtable.library.diff.libraries import library_changes, scenario_effects
from sandtable.library.diff.maps import map_changes
from sandtable.library.diff.scenarios import chart_changes, preset_changes, scenario_changes

__all__ = [
    "Change", "chart_changes", "effects", "library_changes", "map_changes", "preset_changes", "scenario_changes",
    "scenario_effects",
]  # fmt: skip
