"""Wars and alliances of powers: begun and ended here alone, each with its event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sandtable.engine import Game, SideId
from sandtable_empires.charts.keys import POWER_ATTACKED
from sandtable_empires.holding import leading_nation
from sandtable_empires.hookspecs.peace import PeaceHooks
from sandtable_empires.hookspecs.politics import AllianceEnd, PoliticsHooks, power_war_cost
from sandtable_empires.model import Alliance, Combined, Nation, NationId, War, allies, at_war
from sandtable_empires.status import BEFALLS, move_points

R = TypeVar("R", bound=War | Alliance | Combined)


def _pair(game: Game, one: SideId, other: SideId) -> tuple[NationId, NationId]:
    """Return the nations by which two sides are known, in the order of their names."""
    a, b = sorted((leading_nation(game, one), leading_nation(game, other)))
    return a, b


def make_war(game: Game, one: SideId, other: SideId) -> None:
    """Have two sides be at war."""
    if not at_war(game, one, other):
        a, b = _pair(game, one, other)
        game.put(War(f"{a}|{b}", (a, b), since=game.round))


async def declare_war(game: Game, side: SideId, power: SideId) -> None:
    """Have a power declare war on another, at its price in points; all modules hear of it.

    Both may declare it on each other: each pays, and the war is one.
    """
    cost = power_war_cost(game, side, power).whole()
    make_war(game, side, power)
    await move_points(game, side, -cost, BEFALLS[POWER_ATTACKED])
    await game.hooks(PoliticsHooks).war_declared(game, side, power)


def wars_between(game: Game, one: SideId, other: SideId) -> list[War]:
    """Return the wars between the nations of two sides."""
    return _between(game, War, one, other)


async def end_war(game: Game, one: SideId, other: SideId) -> None:
    """End all wars between the nations of two sides; all modules hear of it."""
    wars = wars_between(game, one, other)
    for war in wars:
        game.remove(war)
    if wars:
        game.note(f"{one} and {other} are at peace")
        await game.hooks(PeaceHooks).war_ended(game, one, other)


def in_order_of_war(game: Game, side: SideId, foes: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return enemies of a side in the order in which they went to war with it; those of one month by name."""
    since = {foe: min((one.since for one in wars_between(game, side, foe)), default=0) for foe in foes}
    return tuple(sorted(since, key=lambda foe: (since[foe], foe)))


async def ally(game: Game, one: SideId, other: SideId) -> None:
    """Have two powers be allies; all modules hear of it."""
    a, b = _pair(game, one, other)
    game.put(Alliance(f"{a}|{b}", (a, b)))
    game.note(f"{one} and {other} are allies")
    await game.hooks(PoliticsHooks).allied(game, one, other)


async def end_alliance(game: Game, breaker: SideId, other: SideId, how: AllianceEnd) -> None:
    """End the alliance of a power with another, and with it what they do together; all modules hear of it."""
    if other not in allies(game, breaker):
        return
    for alliance in _between(game, Alliance, breaker, other):
        game.remove(alliance)
    for group in _between(game, Combined, breaker, other):
        game.remove(group)
    game.note(f"{breaker} breaks its alliance with {other}")
    await game.hooks(PoliticsHooks).alliance_ended(game, breaker, other, how)


def _between(game: Game, kind: type[R], one: SideId, other: SideId) -> list[R]:
    ours = {row.id for row in game[Nation].where("side", one)}
    theirs = {row.id for row in game[Nation].where("side", other)}
    return [row for row in game[kind] if ours & {*row.nations} and theirs & {*row.nations}]
