"""The library: one SQLite file of maps, scenarios, presets and underlays; campaigns are files of their own."""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.library.store.build import Thing
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.shipped_maps import shipped_map
    from sandtable.library.text.scenario_text import read_scenario, read_scenario_file
    from sandtable.library.text.scenario_writing import scenario_text
    from sandtable.library.text.titles import read_title, text_scenario
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "ScenarioDocument", "Thing", "read_scenario", "read_scenario_file", "read_title", "scenario_text", "shipped_map",
    "text_scenario",
]  # fmt: skip
