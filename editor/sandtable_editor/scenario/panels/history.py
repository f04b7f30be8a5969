"""What was done to the scenario: a line for each edit; one that is chosen selects what it touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout

from sandtable_editor.design.history_list import HistoryList
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.shell.pieces import beside, button

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable_editor.scenario.open_scenario import OpenScenario

BEGUN: Final = "The scenario as it was"


class ScenarioHistoryPanel(ScenarioPanel):
    """The history; a double click, or Enter, goes there."""

    key, title, side, order = "history", "History", "right", 90
    can_wait = True

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.list = HistoryList(scenario, scenario.window.theme, BEGUN)
        self.list.looked.connect(self._look)
        self.go = button("&Go there", self.list.go_on, "Let the scenario be as it was after this, or is again (Enter)")
        self.copy = button("&Copy as a script", self._copy, "Copy it, to be done again by `sandtable scenario edit`")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        column.addWidget(beside(self.go, self.copy))
        self.setFocusProxy(self.list)
        scenario.saved_changed.connect(self.renew)

    def refill(self) -> None:
        """Show what was done, and how much of it stands."""
        self.list.show_history()
        self.copy.setEnabled(self.scenario.position > 0)

    def _look(self, entry: HistoryEntry) -> None:
        self.scenario.select(sorted(entry.patch.touched))

    def _copy(self) -> None:
        from sandtable.design.scenario.scenario_script import write_edit

        lines = [write_edit(entry.edit) for entry in self.scenario.document.history]
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")
        self.scenario.note(["the history is in the clipboard, as a script for the command `sandtable scenario edit`"])


PANEL = ScenarioHistoryPanel
