"""Beginning with a scenario: a new one, a copy of one that ships, one of another library."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.engine.errors import SandtableError
from sandtable_editor.design.beginning import DesignBeginning
from sandtable_editor.scenario.begin.new_choices import make_scenario, new_choices
from sandtable_editor.scenario.begin.scenario_shelf import copy_to_own
from sandtable_editor.shell.asking import ask_text
from sandtable_editor.shell.libraries import known_libraries

if TYPE_CHECKING:
    from sandtable.play.begin.games import Games
    from sandtable_editor.scenario.begin.new_choices import NewScenario, NewScenarioChoices
    from sandtable_editor.scenario.begin.new_scenario_dialog import NewScenarioDialog
    from sandtable_editor.scenario.begin.scenario_shelf import ShelvedScenario
    from sandtable_editor.scenario.begin.scenarios_page import ScenariosPage
    from sandtable_editor.shell.workspace import Workbench


class ScenarioBeginning(DesignBeginning):
    """Does what the first page of scenarios asks for."""

    def __init__(self, window: Workbench, page: ScenariosPage, games: Games) -> None:
        super().__init__(window, page)
        self._games = games
        self.dialog: NewScenarioDialog | None = None
        page.new_wanted.connect(self.new_scenario)
        page.import_wanted.connect(self.ask_import)
        page.copy_wanted.connect(self.ask_copy)

    def new_scenario(self) -> None:
        """Ask what a new scenario is to be."""
        libraries = known_libraries(self._window.settings)
        self._window.jobs.run(
            "Looking for maps",
            lambda progress: new_choices(libraries, self._games, progress),
            self._ask,
            self.not_done,
        )

    def _ask(self, choices: NewScenarioChoices) -> None:
        from sandtable_editor.scenario.begin.new_scenario_dialog import NewScenarioDialog

        if self.dialog is not None:
            return
        dialog = self.dialog = NewScenarioDialog(choices, self._window)
        dialog.wanted.connect(self._make)
        dialog.finished.connect(self._over)
        dialog.open()

    def _over(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            dialog.deleteLater()

    def _make(self, wanted: NewScenario) -> None:
        """Keep a new scenario in the user's own library, and open it; what is wrong is told in the dialog."""
        self._window.jobs.run(
            "Making the scenario", lambda _: make_scenario(wanted, self._games), self._made, self._not_made
        )

    def _made(self, where: tuple[Path, str]) -> None:
        if self.dialog is not None:
            self.dialog.accept()
        self.open_at(where)

    def _not_made(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError) or self.dialog is None:
            self.not_done(error)
        else:
            self.dialog.refuse(str(error))

    def ask_copy(self, wanted: ShelvedScenario) -> None:
        """Ask for the title of a copy, and make that in the user's own library."""
        take = partial(self.copy, wanted)
        ask_text(self._window, "Copy the scenario", "Title of your copy:", take, f"{wanted.title} (copy)")

    def copy(self, wanted: ShelvedScenario, title: str) -> None:
        """Copy a scenario that ships into the user's own library, with its map, and open it there."""
        name = title.strip() or wanted.title
        self._window.jobs.run(
            "Copying the scenario", lambda _: copy_to_own(wanted, name, self._games), self.open_at, self.not_done
        )

    def ask_import(self) -> None:
        """Ask for a text that a scenario is made of."""
        from sandtable_editor.scenario.begin.import_text import ask_import

        ask_import(self._window, self._games, self.open_wanted.emit)
