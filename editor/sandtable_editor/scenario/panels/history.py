"""What was done to the scenario: a line for each edit; one that is chosen selects what it touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.design.history_panel import DesignHistoryPanel
from sandtable_editor.scenario.panels.panel import ScenarioPanel

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable.design.script import Scripts
    from sandtable_editor.scenario.open_scenario import OpenScenario


class ScenarioHistoryPanel(DesignHistoryPanel, ScenarioPanel):
    """The history of the scenario."""

    side, order = "right", 90
    can_wait = True
    what = "scenario"

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.stack(scenario, scenario.window.theme, scenario.draft.library.with_name(f"{scenario.draft.key}.jsonl"))

    def look_at(self, entry: HistoryEntry) -> None:
        self.scenario.select(sorted(entry.patch.touched))

    def note(self, words: list[str]) -> None:
        self.scenario.note(words)

    def scripts(self) -> Scripts:
        from sandtable.design.scenario import scenario_script

        return scenario_script


PANEL = ScenarioHistoryPanel
