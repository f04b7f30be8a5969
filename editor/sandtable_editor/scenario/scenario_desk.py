"""All that stands around one scenario that is open: its map, its panels in docks, its saving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.board.spaces import SpaceId
from sandtable.design.scenario_draft import ScenarioDraft
from sandtable_editor.design.design_desk import DesignDesk
from sandtable_editor.design.panel_docks import PanelDocks
from sandtable_editor.design.saving import DesignSaving
from sandtable_editor.scenario.open_scenario import OpenScenario
from sandtable_editor.scenario.panels import panel_classes
from sandtable_editor.scenario.playing import ScenarioPlaying
from sandtable_editor.scenario.scenario_map import ScenarioMap
from sandtable_editor.scenario.scenario_page import ScenarioPage

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable_editor.design.hints import Hints
    from sandtable_editor.shell.workspace import Workbench

STACKED: Final = ("history",)
"""Panels that stand above each other at the right; the others join the one that stands there."""
IN_FRONT: Final = ("order_of_battle", "properties", "problems")
"""Panels that are seen of those that share a place."""


class ScenarioDesk(DesignDesk):
    """A scenario under work."""

    def __init__(self, draft: ScenarioDraft, window: Workbench) -> None:
        super().__init__(window)
        self.window = window
        self.scenario = OpenScenario(draft, window, self)
        self.map = ScenarioMap(self.scenario)
        self._page = ScenarioPage(self.map)
        panels = [kind(self.scenario) for kind in panel_classes()]
        self.docks = PanelDocks("scenario", panels, window, stacked=STACKED, in_front=IN_FRONT)
        self.saving = DesignSaving(
            window, self.scenario, draft, lambda: self.title, self._begin,
            what="scenario", work="laying it out",
        )  # fmt: skip
        self.playing = ScenarioPlaying(self.scenario)
        self.saving.told.connect(self._note)
        self.hints.changed.connect(self._say_hint)
        self.map.view.space_hovered.connect(self._say_where)
        self.scenario.panel_wanted.connect(self.docks.bring)
        self.scenario.laid_changed.connect(self._say_wrong)
        self.scenario.unshown.connect(self._say_wrong)

    @property
    def page(self) -> ScenarioPage:
        return self._page

    @property
    def standing(self) -> OpenScenario:
        return self.scenario

    @property
    def title(self) -> str:
        return self.scenario.design.document.title

    @property
    def has_places(self) -> bool:
        return self.scenario.design.map is not None

    @property
    def hints(self) -> Hints:
        return self.map.hints

    def _begin(self, library: Path, key: str) -> ScenarioDraft:
        return ScenarioDraft.open(library, key, self.scenario.design.family)

    def _note(self, says: str) -> None:
        self.scenario.note([says])

    def _say_hint(self, _: str) -> None:
        self.said.emit()

    def _say_where(self, space: str) -> None:
        self.where = self.map.view.words_of_space(SpaceId(space)) if space else ""
        self.said.emit()

    def _say_wrong(self) -> None:
        self._page.tell(self.scenario.laid_wrong)

    def go_to(self, space: SpaceId) -> None:
        """Show a space, and give the map the keyboard."""
        self.map.go_to(space)
        self.map.view.setFocus()

    def escape(self) -> None:
        """Paint no more, else select nothing."""
        if self._page.control.is_on:
            self._page.control.stop()
        else:
            self.scenario.select(())

    def take_keys(self) -> None:
        self.map.view.setFocus()

    def close(self) -> None:
        self.docks.close()
        self.page.deleteLater()
        self.deleteLater()
        self.scenario.close()
