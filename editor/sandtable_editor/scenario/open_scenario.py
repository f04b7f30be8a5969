"""The scenario that is open: its draft, what is selected, and the position it is laid out as. What panels see."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from sandtable.design.scenario.scenario_patch import ScenarioPatch
from sandtable.design.scenario.scenario_together import ChangeTogether
from sandtable.engine.errors import SandtableError
from sandtable.present import setting_up
from sandtable_editor.design.standing_design import StandingDesign
from sandtable_editor.scenario.standing_checks import StandingChecks
from sandtable_editor.scenario.standing_position import StandingPosition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sandtable.design.history import HistoryEntry
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable.design.scenario_draft import ScenarioDraft
    from sandtable.engine.running.game import RunningGame
    from sandtable.present.set_up import Branch
    from sandtable_editor.shell.workspace import Workbench

T = TypeVar("T")
RowName = tuple[str, str]
"""A row by its table and its id."""


class OpenScenario(StandingDesign):
    """A scenario under work. ``changed`` gives each ``ScenarioPatch``, also of what is taken back."""

    SUBJECT = "scenario"

    selected = Signal(object)
    """The rows that are selected now, whoever did it: a tuple of tables and ids."""
    laid_changed = Signal()
    """``laid`` is another position, or ``laid_wrong`` says why there is none."""
    unshown = Signal()
    """Rules have failed that were asked of the position: ``laid_wrong`` says it."""
    place_wanted = Signal(str)
    """A space is to be shown on the map."""
    marked = Signal(object)
    """These spaces are to be marked on the map, and no others: a tuple of them."""
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
        self._order: tuple[RunningGame | None, list[Branch]] = (None, [])
        """The order of battle, and the position of which it was asked."""
        self._unshown = ""
        """Why rules failed that were asked of the position."""
        self.position_now.changed.connect(self._forget_unshown)
        self.position_now.changed.connect(self.laid_changed)
        self.changed.connect(self._follow)
        self.checks = StandingChecks(self.design, window.jobs, self)

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
        self.checks.follow(self.design)
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
        """Why the scenario cannot be laid out, or not be shown, ``""`` where it can."""
        return self.position_now.wrong or self._unshown

    def asked(self, question: Callable[[RunningGame], T], otherwise: T) -> T:
        """Return what the game answers of the position; ``otherwise`` without one, or where its rules fail in it."""
        game = self.laid
        if game is None:
            return otherwise
        try:
            return question(game)
        except SandtableError as error:
            self._unshown = str(error)
            self.unshown.emit()
            return otherwise

    def asked_all(self, question: Callable[[RunningGame], list[T]]) -> list[T]:
        """Return what the game answers of the position; nothing without one, or where its rules fail in it."""
        nothing: list[T] = []
        return self.asked(question, nothing)

    def branches(self) -> list[Branch]:
        """Return the order of battle as the game tells it of the position; it is asked once of each."""
        game = self.laid
        if game is not self._order[0]:
            self._order = game, self.asked_all(setting_up.order_of_battle)
        return self._order[1]

    def _forget_unshown(self) -> None:
        self._unshown = ""

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
