"""Who leads: the provinces each side holds, against what the campaign asks of it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, SideId, counted
from sandtable.present import SideScore, Standing
from sandtable_empires.hookspecs.control import score
from sandtable_empires.model import Calendar, WarAim, allies, sides
from sandtable_empires.model.calendar import month_text


def standing_of(game: Game) -> Standing:
    """Return how the campaign is won and who would win it if it ended now."""
    contest = game[WarAim].get("contest")
    held = {side: score(game, side).whole() for side in sides(game)}
    end = month_text(game, game[Calendar]["calendar"].last)
    if contest is None:
        return Standing(
            aim=f"Whoever holds the most provinces at the end of {end} wins.",
            rule="BASE-9-end",
            scores=_scores(held),
            leaders=_foremost(held, held),
        )
    others = sorted({contest.defender, *allies(game, contest.defender)} & held.keys())
    has = score(game, contest.invader).whole()
    is_ahead = has >= contest.needs
    leaders = (contest.invader,) if is_ahead else _foremost(held, others)
    resisting = f"{contest.defender} and its allies" if len(others) > 1 else contest.defender
    rest = f"the one of {resisting} that holds the most provinces" if len(others) > 1 else resisting
    return Standing(
        aim=f"{contest.invader} wins if it holds at least {provinces_text(contest.needs)} outside its home at the end "
        f"of {end}; otherwise {rest} wins.",
        rule="BASE-9-end",
        scores=_scores(held, {contest.invader: contest.needs}),
        leaders=leaders,
        lead=f"{contest.invader} {'leads' if is_ahead else 'trails'}: {has} of {provinces_text(contest.needs)}",
    )


def provinces_text(count: int) -> str:
    """Say how many provinces."""
    return f"{counted(count, 'province')}"


def _scores(held: dict[SideId, int], needs: dict[SideId, int] | None = None) -> tuple[SideScore, ...]:
    wanted = needs or {}
    return tuple(
        SideScore(side=side, says=provinces_text(count) + (f" of {wanted[side]}" if side in wanted else ""))
        for side, count in held.items()
    )


def _foremost(held: dict[SideId, int], among: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return those that hold most provinces."""
    those = list(among)
    most = max((held[side] for side in those), default=0)
    return tuple(side for side in those if held[side] == most)
