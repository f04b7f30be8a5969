"""A scenario that is worked on, laid out as a game: what its rules and its game can be asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.referee.setup import lay_out
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.game import RunningGame

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario


def laid_game(design: DesignedScenario) -> RunningGame:
    """Return the position before the first ply; raises ``Invalid`` where the scenario cannot be begun yet, and why."""
    document = design.laid if design.shelf is None else design.shelf.laid(design.document)
    sheet = design.map
    scenario = document.scenario(design.family, None if sheet is None else lambda: sheet)
    rows = design.family.system.start_rows(scenario)
    choices = Choices(frozenset(document.options), document.parameters, grants=frozenset(document.grants))
    return RunningGame(design.family, lay_out(design.family, rows, choices, board=sheet))
