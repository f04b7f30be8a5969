"""Political status: what befalls a power moves it on the display, which is written here alone (3.5, 10.5)."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Quantity, SideId, Tally, counted
from sandtable_empires.charts.keys import BOXES, POLITICAL_CAUSES, STATUS_ZONES
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.hookspecs.politics import Control, PoliticsHooks
from sandtable_empires.model import CauseKey, NationId, count_points, declare
from sandtable_empires.model.peace import Surrenders
from sandtable_empires.model.status import PoliticalStatus

CONTROL_DIE: Final = Quantity("die roll for control")
BEFALLS: Final[dict[str, CauseKey]] = {
    one: declare(f"politics: {one}", f"Political points: {one}") for one in POLITICAL_CAUSES
}
"""The cause by which each of the chart's political points is counted."""


async def move_points(game: Game, side: SideId, points: int, cause: CauseKey) -> None:
    """Have a power gain (above 0) or lose political points: it moves on the display, and all modules hear of it.

    What is counted, and heard of, are the boxes that it moves; where no display is played, all points.
    """
    if not points:
        return
    row, hooks = game[PoliticalStatus].get(side), game.hooks(PoliticsHooks)
    told = f"{side} {'gains' if points > 0 else 'loses'} {counted(abs(points), 'political point')}"
    moves = points
    if row is not None:
        reached = hooks.box_reached(game, row.box, points)
        moves = points if reached is None else reached - row.box
        if moves:
            game.change(row, moved=row.moved + moves)
            box, zone = game[PoliticalStatus][side].box, zone_of(game, side)
            told += f" and stands in box {box} of the display, in the {zone} Zone"
    game.note(told)
    if moves:
        count_points(game, side, cause, moves)
        await game.hooks(ControlHooks).points_move(game, side, moves, cause)
    if moves > points:
        await hooks.pushed_off(game, side)


async def befall(game: Game, side: SideId, what: str, times: int = 1) -> None:
    """Have something befall a power that the chart of political points knows, so many times over."""
    await game.hooks(PoliticsHooks).befalls(game, side, what, times)


def zone_of(game: Game, side: SideId) -> str:
    """Return the zone in which a power stands; empty where no display is played."""
    row = game[PoliticalStatus].get(side)
    return game.chart(STATUS_ZONES).text(min(max(row.box, 1), len(BOXES))) if row is not None else ""


def control_die(game: Game, side: SideId, what: Control, nation: NationId) -> Tally:
    """Return what a power adds to its die for control, with its parts."""
    return Tally(CONTROL_DIE, game.hooks(PoliticsHooks).control_die_parts(game, side, what, nation))


def suits_due(game: Game, side: SideId) -> tuple[SideId, ...]:
    """Return the powers to which a power must sue for peace in the Peace Step."""
    return tuple(dict.fromkeys(game.hooks(PoliticsHooks).suits_due(game, side)))


def must_accept(game: Game, side: SideId, terms: Surrenders) -> bool:
    """Tell whether a power that had to sue must accept the terms that it is offered."""
    return bool(game.hooks(PoliticsHooks).must_accept(game, side, terms))


def suit_made(game: Game, side: SideId) -> None:
    """Have the duty to sue be done with, whatever came of it (R-14)."""
    row = game[PoliticalStatus].get(side)
    if row is not None and row.must_sue:
        game.change(row, must_sue=False)
