"""The first page of the Scenario workspace: the scenarios there are, a new one, one of a text, another library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QListWidgetItem

from sandtable.engine.words import sentence
from sandtable_editor.design.designs_page import DesignsPage
from sandtable_editor.scenario.begin.scenario_shelf import ShelvedScenario, shelved_scenarios
from sandtable_editor.shell.libraries import where_words
from sandtable_editor.shell.pieces import as_tip, button, fit

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPushButton

    from sandtable.play.begin.games import Games
    from sandtable_editor.shell.jobs import Progress
    from sandtable_editor.shell.workspace import Workbench

SHIPS: Final = "This scenario ships with the program and stays as it is: you work on a copy of it in your own library."


class ScenariosPage(DesignsPage[ShelvedScenario]):
    """What can be done while no scenario is open."""

    what, title, work = "scenario", "Scenarios", "Work on the chosen scenario"
    copies, ships = "&Copy and open…", SHIPS

    def __init__(self, window: Workbench, games: Games) -> None:
        super().__init__(window)
        self._games = games

    def begins(self) -> tuple[QPushButton, ...]:
        return (
            button("&New scenario…", self.new_wanted.emit, "Begin a scenario: its game, map and sides", "commit"),
            button("&Import…", self.import_wanted.emit, "Make a scenario of a text, in TOML"),
        )

    def shelved(self, libraries: list[Path], progress: Progress) -> list[ShelvedScenario]:
        return shelved_scenarios(libraries, self._games, progress)

    def can_open(self, card: ShelvedScenario) -> bool:
        return bool(card.key) and not card.wrong

    def told_of(self, card: ShelvedScenario) -> str:
        return sentence(card.wrong) if card.wrong else ""

    def item(self, card: ShelvedScenario) -> QListWidgetItem:
        where = "Comes with its game" if card.library is None else where_words(card.library)
        lines = [card.title, " · ".join(filter(None, (card.game, where, card.draft)))]
        if card.wrong:
            lines.append(sentence(card.wrong))
        item = QListWidgetItem(fit("\n".join(filter(None, lines))))
        item.setToolTip(as_tip("\n".join(filter(None, (card.says, str(card.library or ""), card.wrong)))))
        return item
