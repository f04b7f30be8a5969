"""Laying a campaign out: its rows, its options, a seat for every side, the first frame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, Invalid
from sandtable.engine.rules.needs import grants_in, grants_rows
from sandtable.engine.running import switching
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.charts import DesignedChart
from sandtable.engine.state.rows import Frame, FrameId, Grants, Seat, SeatId, Side
from sandtable.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.boards import Board
    from sandtable.engine.state.row import Row


def lay_out(
    family: InstalledGame,
    rows: Iterable[Row],
    choices: Choices,
    over: State | None = None,
    board: Board | None = None,
) -> State:
    """Return the position before the first ply; the first seat, made if need be, gets the sides that have none.

    Rows may refer to each other in any order; those of a position ``over`` which they are laid stay where they have
    none of their id. What the rows and the choices grant is granted. ``board`` is what it is played on: no row may name
    a space that it does not know. Raises ``Invalid`` naming what is wrong with the rows, the options or a chart.
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
    if wrong := state.dangling():
        raise Invalid(f"the set-up is wrong: {wrong[0]}")
    for chart in (*game.rulebook.overlays, *(one.id for one in game[DesignedChart])):
        game.chart(chart)
    state.take()
    return state


def _seat(game: RunningGame) -> None:
    if not len(game[Seat]):
        game.put(Seat(SeatId("table"), "The table"))
    for side in list(game[Side]):
        if game.seat_of(side.id) is None:
            game.change(side, seat=next(iter(game[Seat])).id)
