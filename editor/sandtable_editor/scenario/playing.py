"""Playing from here: the scenario as it stands, tried out in the Play workspace; what was reached may be taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sandtable.design.scenario.laid_game import laid_game
from sandtable.design.scenario.taking_over import taken_over
from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from sandtable.engine.state.state import State
    from sandtable.play.begin.starts import Start
    from sandtable_editor.scenario.open_scenario import OpenScenario


class ScenarioPlaying(QObject):
    """Plays the scenario of a desk. ``wanted`` gives the ``Start``; ``refused`` says why not, with a title."""

    wanted = Signal(object)
    refused = Signal(str, str)

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self._scenario, self._waits = scenario, False
        scenario.checks.changed.connect(self._go_on)

    def play(self) -> None:
        """Have the scenario played as it stands, saved or not, once it is known that nothing in it is an error."""
        checks = self._scenario.checks
        self._waits = checks.is_looking
        if self._waits:
            checks.look_now()
        elif errors := [one for one in checks.findings if one.severity == "error"]:
            more = f" ({count_of(len(errors) - 1, 'more error')} beside it)" if len(errors) > 1 else ""
            self.refused.emit("The scenario cannot be played yet", f"{sentence(errors[0].words)}{more}")
            self._scenario.panel_wanted.emit("problems")
        else:
            self._play()

    def _go_on(self) -> None:
        """Play what somebody waits for: the checks are through."""
        if self._waits and not self._scenario.checks.is_looking:
            self.play()

    def _play(self) -> None:
        try:
            start = self.start()
        except SandtableError as error:
            self.refused.emit("The scenario cannot be played yet", sentence(str(error)))
            return
        self.wanted.emit(start)

    def start(self) -> Start:
        """Return what a campaign is begun of; raises ``Invalid`` for what cannot be."""
        from sandtable.play.begin.starts import Start

        design = self._scenario.design
        document = design.laid if design.shelf is None else design.shelf.laid(design.document)
        sheet = design.map
        scenario = document.scenario(design.family, None if sheet is None else lambda: sheet)
        return Start(design.family, scenario, self._scenario.draft.library, document, is_checked=True)

    def take_over(self, reached: State) -> None:
        """Make a position the set-up, as one edit."""
        try:
            edit = taken_over(laid_game(self._scenario.design).state, reached)
        except SandtableError as error:
            self.refused.emit("It was not taken over", sentence(str(error)))
            return
        if self._scenario.do(edit) is not None:
            self._scenario.note(["the position is the set-up now; the turn begins anew, and turns are counted from 1"])
