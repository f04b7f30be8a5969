"""What differs, in words: two maps, scenarios, libraries; and what a new map does to a scenario on the old one."""

from sandtable.library.diff.differences import Difference
from sandtable.library.diff.effects import effects
from sandtable.library.diff.library_differences import library_changes, maps_under, scenario_effects
from sandtable.library.diff.map_differences import map_changes
from sandtable.library.diff.scenario_differences import chart_changes, preset_changes, scenario_changes

__all__ = [
    "Difference", "chart_changes", "effects", "library_changes", "map_changes", "maps_under", "preset_changes",
    "scenario_changes", "scenario_effects",
]  # fmt: skip
