"""A scenario that is worked on, laid out as a game: what its rules and its game can be asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sandtable.design.swaps import swaps
from sandtable.engine.errors import SandtableError
from sandtable.engine.referee.setup import lay_out
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.charts import Chart, DesignedChart
from sandtable.engine.state.rows import Seat, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.engine.state.state import State

WORDS: Final = frozenset(
    ("title", "says", "dates", "notes", "pictures", "base", "revision", "writing", "made", "rows", "over")
)
"""Fields of a scenario that change nothing of how it is laid out but its rows, if those."""
LAID: Final = frozenset((Side.stored, Seat.stored, Chart.stored, DesignedChart.stored))
"""Tables whose rows are laid out together with others."""


def laid_game(design: DesignedScenario) -> RunningGame:
    """Return the position before the first ply; raises ``Invalid`` where the scenario cannot be begun yet, and why."""
    document = design.laid if design.shelf is None else design.shelf.laid(design.document)
    sheet = design.map
    scenario = document.scenario(design.family, None if sheet is None else lambda: sheet)
    rows = design.family.system.start_rows(scenario)
    choices = Choices(frozenset(document.options), document.parameters, grants=frozenset(document.grants))
    return RunningGame(design.family, lay_out(design.family, rows, choices, board=sheet))


def laid_after(game: RunningGame, before: DesignedScenario, now: DesignedScenario) -> RunningGame | None:
    """Return the position with the rows that an edit has changed, of one that was laid out before it.

    ``None`` where more hangs together than these rows: then it is to be laid out anew.
    """
    if before.map is not now.map or before.family is not now.family:
        return None
    fields = before.document.__struct_fields__
    if any(getattr(before.document, one) != getattr(now.document, one) for one in fields if one not in WORDS):
        return None
    touched = list(_touched(before, now))
    if any(table in LAID or table not in now.family.schema.kinds for table, _ in touched):
        return None
    state = game.state.clone()
    state.gate.open = True
    try:
        for table, id in touched:
            _put(state, now, table, id)
    except (SandtableError, msgspec.ValidationError):
        return None
    finally:
        state.gate.open = False
    changes = state.take()
    if state.left_dangling(changes) or state.dangling(one.new for one in changes if one.new is not None):
        return None
    return RunningGame(game.family, state)


def _touched(before: DesignedScenario, now: DesignedScenario) -> Iterator[tuple[str, str]]:
    """Yield the rows that are not what they were, those that follow from the base among them."""
    for table in sorted({*before.rows, *now.rows}):
        was, there = before.rows.get(table, {}), now.rows.get(table, {})
        if was is not there:
            yield from ((table, id) for id in swaps(was, there))


def _put(state: State, now: DesignedScenario, table: str, id: str) -> None:
    kind = now.family.schema.kinds[table]
    document, there = now.row(table, id), state[kind].get(id)
    if document is not None:
        state.put(msgspec.convert(document, kind), dangling=True)
    elif there is not None:
        state.remove(there)


def rules_alone(design: DesignedScenario) -> RunningGame:
    """Return the game of a scenario without any rows: what its modules declare of any scenario is asked of it.

    So a scenario that cannot be laid out yet has its forms, too. Options that cannot be had together count as off.
    """
    document = design.laid
    try:
        if design.shelf is not None:
            document = design.shelf.laid(design.document)
        choices = Choices(frozenset(document.options), document.parameters, grants=frozenset(document.grants))
        return RunningGame(design.family, lay_out(design.family, (), choices))
    except SandtableError:
        return RunningGame(design.family, lay_out(design.family, (), Choices()))
