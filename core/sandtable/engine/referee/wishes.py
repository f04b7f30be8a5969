"""What a proposal asks the table for, in the words that follow "proposes to" and "agrees to"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from sandtable.engine.actions.actions import describe_without_question
from sandtable.engine.referee.adoption import adopted_name
from sandtable.engine.rules.option_changes import changes_to_make
from sandtable.engine.running.game import choices_of
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.row_fields import title_of
from sandtable.engine.state.rows import InForce

NOBODY: Final = frozenset[str]()
"""The sides for whom only what is open to all is there to see."""

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import Proposal


def wish_of(game: RunningGame, proposal: Proposal) -> str:
    """Say what a proposal asks for: to switch guard commitment on, to correct a row, to play on another map."""
    data: dict[str, Any] = proposal.data
    match proposal.what:
        case "options":
            return _options(game, data)
        case "correct":
            return _correction(game, data)
        case "adopt":
            return f"play on {adopted_name(proposal)}"
        case _:
            return f"allow what was refused: {_refused(game, data)}"


def _options(game: RunningGame, data: dict[str, Any]) -> str:
    row = InForce("options", tuple(data["on"]), data["parameters"], tuple(map(tuple, data["order"])))
    found = changes_to_make(game.family, game.rulebook.choices, choices_of(row))
    if not found:
        return "leave the options as they are"
    return ", ".join(found) + (f" from round {data['round']} on" if data["round"] > game.round else "")


def _correction(game: RunningGame, data: dict[str, Any]) -> str:
    kind = game.family.schema.kinds.get(data["table"])
    row = game[kind].get(data["id"]) if kind is not None else None
    if row is None:
        return f"correct {data['table']} {data['id']}"
    parts = [f"{field}{was} to {now}" for field, was, now in corrected_fields(game, row, data["fields"])]
    return f"correct {row_name(game, row)}: {', '.join(parts)}"


def row_name(game: RunningGame, row: Row) -> str:
    """Return what a row is called by those who may see it all; one that not everybody sees goes by table and id."""
    seen = game.seen_by_sides(NOBODY)[type(row)].get(row.id)
    return seen.phrase_in(game) if seen is not None else f"{row.stored} {row.id}"


def corrected_fields(game: RunningGame, row: Row, fields: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Tell what is to be corrected in a row: each field by its title, from what, and to what.

    What it was is left out where not everybody may see it.
    """
    public = game.seen_by_sides(NOBODY)
    seen = public[type(row)].get(row.id)
    found: list[tuple[str, str, str]] = []
    for name, value in fields.items():
        was = getattr(row, name, None)
        if isinstance(row, Chart) and name == "cells":
            found += corrected_cells(row, value)
            continue
        is_open = seen is not None and getattr(seen, name, None) == was
        found.append(
            (
                title_of(type(row), name).lower(),
                f" from {known_value_text(public, was)}" * is_open,
                known_value_text(public, value),
            )
        )
    return found


def corrected_cells(chart: Chart, cells: Sequence[object]) -> Iterator[tuple[str, str, str]]:
    """Tell cell by cell what is to be corrected in a chart, by the keys at which each stands."""
    for keys, was, now in zip(chart.cell_keys(), chart.cells, cells, strict=False):
        if was != now:
            yield f"at {', '.join(keys)}", f" from {cell_text(was)}", cell_text(now)


def cell_text(cell: object) -> str:
    """Return a cell of a chart as it is told."""
    return "nothing" if cell is None else str(cell)


def known_value_text(game: RunningGame, value: object) -> str:
    """Tell the value of a field: what it names by its name, and no word of code."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case "" | () | []:
            return "nothing"
        case list():
            return game.name(tuple(cast("list[object]", value)))
        case _:
            return game.name(value)


def _refused(game: RunningGame, data: dict[str, Any]) -> str:
    kind = game.family.kinds.get(data["action"])
    try:
        action = msgspec.convert(data["fields"], kind) if kind is not None else None
    except msgspec.ValidationError:  # the action was another one when it was proposed
        action = None
    return str(data["action"]) if action is None else describe_without_question(action, game, data["side"])
