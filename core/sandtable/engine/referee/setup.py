"""Laying a campaign out: its rows, its options, a seat for every side, the first frame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Broken, Invalid
from sandtable.engine.rules.needs import grants_in, grants_rows
from sandtable.engine.running import switching
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.charts import DesignedChart
from sandtable.engine.state.row import Change
from sandtable.engine.state.rows import Frame, FrameId, Grants, InForce, OnBoard, Seat, SeatId, Side
from sandtable.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.boards import Board
    from sandtable.engine.state.row import Row

SETTLED: Final = frozenset((Side, Seat, Grants, InForce, Frame, OnBoard))
"""Tables that are laid out together with others, or are written while a scenario is laid out."""


def lay_out(
    family: InstalledGame,
    rows: Iterable[Row],
    choices: Choices,
    over: State | None = None,
    board: Board | None = None,
) -> State:
    """Return the position before the first ply; the first seat, made if need be, gets the sides that have none.

    Sides that begin at rest get none. Rows may refer to each other in any order; those of a position ``over`` which
    they are laid stay where they have none of their id. What the rows and the choices grant is granted. ``board`` is
    what it is played on: no row may name a space that it does not know. Raises ``Invalid`` naming what is wrong with
    the rows, the options or a chart.
    """
    rows = list(rows)
    standing = over[Grants] if over is not None else ()
    choices = replace(choices, grants=choices.grants | grants_in((*standing, *rows)))
    switching.check_options(family, choices)
    state = State(family.schema) if over is None else over.clone()
    game = RunningGame(family, state)
    state.gate.open = True
    try:
        if board is not None:
            state.place_on(board)
        for row in (*rows, *grants_rows(choices.grants)):
            state.put(row, dangling=True)
        _seat(game)
        switching.put_in_force(game, choices)
        game.put(Frame(FrameId("frame-01"), 1, family.system.sequences[0].key))
    except Broken as error:
        raise Invalid(f"the set-up is wrong: {error}") from error
    finally:
        state.gate.open = False
    _require_whole(game, state.dangling())
    return state


def lay_again(game: RunningGame, changed: Iterable[tuple[type[Row], str, Row | None]]) -> RunningGame:
    """Return a position that was laid out, with these rows as they are now; ``None`` for one that is gone.

    They are of no table in ``SETTLED``: what follows from those is settled by ``lay_out`` alone. Raises ``Invalid`` as
    that does.
    """
    state = game.state.clone()
    state.gate.open = True
    try:
        for kind, id, row in changed:
            there = state[kind].get(id)
            if row is not None:
                state.put(row, dangling=True)
            elif there is not None:
                state.apply(Change(kind, id, there, None))
    except Broken as error:
        raise Invalid(f"the set-up is wrong: {error}") from error
    finally:
        state.gate.open = False
    laid, changes = RunningGame(game.family, state), state.take()
    wrong = state.left_dangling(changes)
    _require_whole(laid, [wrong] if wrong else state.dangling([one.new for one in changes if one.new is not None]))
    return laid


def _require_whole(game: RunningGame, wrong: list[str]) -> None:
    """Raise ``Invalid`` where a row names one that is not there, or a cell is put over a chart that has no such one."""
    if wrong:
        raise Invalid(f"the set-up is wrong: {wrong[0]}")
    for chart in (*game.rulebook.overlays, *(one.id for one in game[DesignedChart])):
        game.chart(chart)
    game.state.take()


def _seat(game: RunningGame) -> None:
    if not len(game[Seat]):
        game.put(Seat(SeatId("table"), "The table"))
    for side in list(game[Side]):
        if game.seat_of(side.id) is None and not side.resting:
            game.change(side, seat=next(iter(game[Seat])).id)
