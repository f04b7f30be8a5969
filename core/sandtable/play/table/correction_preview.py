"""What a correction would change: the fields of the row, what is seen on the map, who leads; or why it cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.referee.wishes import corrected_cells, known_value_text
from sandtable.engine.running import switching
from sandtable.engine.running.chance import ScriptedDice
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.row_fields import title_of
from sandtable.engine.state.rows import Proposal
from sandtable.engine.words import sentence
from sandtable.play.words.present_words import describe_counter
from sandtable.play.words.standing_words import describe_lead
from sandtable.present import presentation

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row


class CorrectionPreview(NamedTuple):
    """What would be another after a correction, a line each; or why the table cannot make it."""

    lines: tuple[str, ...] = ()
    problem: str = ""


def preview_correction(
    referee: Referee, seat: str, sides: Collection[str], row: Row, fields: dict[str, Any]
) -> CorrectionPreview:
    """Try a correction out in a copy of the position, as if everybody had agreed; tell what these sides see of it."""
    return ready_correction(referee, seat, sides, row, fields)()


def ready_correction(
    referee: Referee, seat: str, sides: Collection[str], row: Row, fields: dict[str, Any]
) -> Callable[[], CorrectionPreview]:
    """Make ready to try a correction out; what is returned may be called in another thread."""
    twin = referee.sandbox(ScriptedDice())
    return lambda: _try_out(twin, seat, sides, row, fields)


def _try_out(twin: Referee, seat: str, sides: Collection[str], row: Row, fields: dict[str, Any]) -> CorrectionPreview:
    before = twin.game.seen_by_sides(frozenset(sides))
    lines = [line for name in fields for line in _changes(before, row, name, fields[name])]
    stood, led = dict(_counters(before)), describe_lead(before)
    try:
        twin.council.propose_correction(seat, row, **fields)
        while (proposal := twin.game[Proposal].last()) is not None and proposal.what == "correct":
            waits = [one for one in switching.voters(twin.game) if one not in proposal.agreed]
            if not waits:
                break
            twin.council.agree(waits[0], proposal.id)
    except SandtableError as error:
        return CorrectionPreview(tuple(lines), sentence(str(error)))
    after = twin.game.seen_by_sides(frozenset(sides))
    now = dict(_counters(after))
    lines += [f"On the map: {one}" for one in _moves(stood, now)]
    if (leads := describe_lead(after)) != led:
        lines.append(f"{led or 'Nobody leads'} → {leads or 'nobody leads'}")
    return CorrectionPreview(tuple(lines))


def _changes(before: RunningGame, row: Row, field: str, value: Any) -> Iterator[str]:
    """Say what a field was and would be; of a chart cell by cell."""
    if isinstance(row, Chart) and field == "cells":
        yield from (f"{sentence(where)}:{was} to {now}" for where, was, now in corrected_cells(row, value))
    else:
        yield f"{_title(row, field)}: {_was(before, row, field)} → {_now(before, value)}"


def _title(row: Row, field: str) -> str:
    return sentence(title_of(type(row), field))


def _was(game: RunningGame, row: Row, field: str) -> str:
    seen = game[type(row)].get(row.id)
    return known_value_text(game, getattr(seen, field, None))


def _now(game: RunningGame, value: object) -> str:
    return known_value_text(game, msgspec.to_builtins(value))


def _counters(game: RunningGame) -> Iterator[tuple[str, tuple[str, str]]]:
    """Go through what stands on the map: what it is called, with where it stands and what is to be read on it."""
    names = {space: id for id, space in presentation.spaces(game)}
    for one in presentation.counters(game):
        where = ", ".join(game.name(names.get(space, space)) for space in one.spaces)
        yield f"{one.kind} {one.piece}", (where, describe_counter(one))


def _moves(before: dict[str, tuple[str, str]], after: dict[str, tuple[str, str]]) -> Iterator[str]:
    for piece in dict.fromkeys([*before, *after]):
        was, now = before.get(piece), after.get(piece)
        if was == now:
            continue
        if was is None or now is None:
            there = now or was
            assert there is not None
            yield f"{there[1]} {'comes to' if was is None else 'leaves'} {there[0]}"
        elif was[0] != now[0]:
            yield f"{now[1]}: {was[0]} → {now[0]}"
        else:
            yield f"{was[1]} → {now[1]}"
