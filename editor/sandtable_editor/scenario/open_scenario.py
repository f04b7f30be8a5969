"""The scenario that is open: its draft, what is selected, and the position it is laid out as. What panels see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sandtable.design.scenario.scenario_patch import ScenarioPatch
from sandtable.design.scenario.scenario_together import ChangeTogether
from sandtable_editor.design.standing_design import StandingDesign
from sandtable_editor.scenario.standing_position import StandingPosition

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.design.history import HistoryEntry
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable.design.scenario_draft import ScenarioDraft
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.shell.workspace import Workbench

RowName = tuple[str, str]
"""A row by its table and its id."""


class OpenScenario(StandingDesign):
    """A scenario under work. ``changed`` gives each ``ScenarioPatch``, also of what is taken back."""

    SUBJECT = "scenario"

    selected = Signal(object)
    """The rows that are selected now, whoever did it: a tuple of tables and ids."""
    laid_changed = Signal()
    """``laid`` is another position, or ``laid_wrong`` says why there is none."""
    place_wanted = Signal(str)
    """A space is to be shown on the map."""
    panel_wanted = Signal(str)
    """A panel is to come forward."""
    saying = Signal(tuple)
    """Something is to be said in the line of hints, a sentence each."""

    def __init__(self, draft: ScenarioDraft, window: Workbench, parent: QObject | None = None) -> None:
        """Take over an open draft with its history, and lay it out."""
        super().__init__(draft, parent if parent is not None else window)
        self.draft, self.window = draft, window
        self.selection: tuple[RowName, ...] = ()
        self.position_now = StandingPosition(self.design, window.jobs, self)
        self.position_now.changed.connect(self.laid_changed)
        self.changed.connect(self._follow)

    @property
    def design(self) -> DesignedScenario:
        """The scenario as it is now."""
        return self.draft.scenario

    def between(self, before: DesignedScenario, now: DesignedScenario) -> ScenarioPatch:
        return ScenarioPatch.between(before.document, now.document)

    def do_all(self, edits: Sequence[ScenarioEdit], says: str) -> HistoryEntry | None:
        """Do several things as one, or none of them."""
        if not edits:
            return None
        return self.do(edits[0] if len(edits) == 1 else ChangeTogether.of(edits, says))

    def _follow(self, _: ScenarioPatch) -> None:
        self.position_now.follow(self.design)
        there = tuple(one for one in self.selection if self.design.row(*one) is not None)
        if there != self.selection:
            self.select(there)

    # -- the position

    @property
    def laid(self) -> RunningGame | None:
        """The position that the scenario is laid out as; ``None`` while it is worked out first, or cannot be."""
        return self.position_now.game

    @property
    def laid_wrong(self) -> str:
        """Why the scenario cannot be laid out, ``""`` where it can."""
        return self.position_now.wrong

    # -- what is selected

    def select(self, rows: Iterable[RowName]) -> None:
        """Select these rows and no others; those that are not there are left out."""
        wanted = tuple(dict.fromkeys(one for one in rows if self.design.row(*one) is not None))
        if wanted != self.selection:
            self.selection = wanted
            self.selected.emit(wanted)

    # -- what is said

    def note(self, words: Sequence[str]) -> None:
        """Say something that need not be read."""
        self.saying.emit(tuple(words))

    def refuse(self, why: str) -> None:
        """Say why something cannot be done."""
        self.refused.emit(why)

    def close(self) -> None:
        """Put the scenario away: what is not saved stays in its draft. Raises ``Invalid`` where its file is gone."""
        self.position_now.close()
        self.blockSignals(True)
        self.deleteLater()
        self.draft.close()
