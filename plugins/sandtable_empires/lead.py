"""Who leads: the provinces each side holds, against what the campaign asks of it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, SideId, counted
from sandtable.present import SideScore, Standing
from sandtable_empires.hookspecs.control import score
from sandtable_empires.model import Calendar, WarAim, allies, sides
from sandtable_empires.model.calendar import month_text
from sandtable_empires.model.quarter import Score


def standing_of(game: Game) -> Standing:
    """Return how the campaign is won and who would win it if it ended now."""
    if len(game[Score]):
        return _by_victory_points(game)
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


def contenders(game: Game) -> tuple[SideId, ...]:
    """Return the sides that can win: those that gain victory points, where these are counted, else all."""
    return tuple(one.id for one in game[Score]) or sides(game)


def what_counts(game: Game) -> str:
    """Return what is counted to win: provinces, or victory points."""
    return "Victory points" if len(game[Score]) else "Provinces"


def _by_victory_points(game: Game) -> Standing:
    """Return the standing of a campaign of all phases."""
    points = {one.id: one.points for one in game[Score]}
    scores = tuple(SideScore(side=one.id, says=_points_text(one)) for one in game[Score])
    leaders = _foremost(points, points) if any(points.values()) else ()
    end = month_text(game, game[Calendar]["calendar"].last)
    return Standing(
        aim="A power that has gained the victory points it needs has won; otherwise the one with most does at the end "
        f"of {end}.",
        rule="BASE-9-target",
        scores=scores,
        leaders=leaders,
        lead="" if leaders else "Nobody has victory points yet",
    )


def _points_text(score: Score) -> str:
    return counted(score.points, "victory point") + (f" of {score.target}" if score.target else "")


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
