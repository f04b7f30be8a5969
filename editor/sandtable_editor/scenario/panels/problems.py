"""What the checks find in the scenario: a click selects the row and shows the place, a fix is an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable_editor.design.findings_panel import FindingsPanel
from sandtable_editor.scenario.panels.panel import ScenarioPanel

if TYPE_CHECKING:
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding
    from sandtable_editor.scenario.open_scenario import OpenScenario


class ScenarioProblemsPanel(FindingsPanel, ScenarioPanel):
    """The findings of the scenario."""

    order = 10
    edits = ScenarioEdit
    nothing = "Nothing is wrong with this scenario, as far as it can be checked."

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.stack(scenario, scenario.checks, scenario.window.theme)
        scenario.checks.changed.connect(self.show_findings)

    def go_to(self, found: Finding[ScenarioDocument]) -> None:
        place = found.place
        if place.table and place.row:
            self.scenario.select([(place.table, place.row)])
        for space in place.spaces[:1]:
            self.scenario.place_wanted.emit(space)


PANEL = ScenarioProblemsPanel
