"""Leaders: with whom they are, and whether that can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding, in_a_row, with_article
from sandtable_empires.model import Corps, Leader, Nation, is_on_the_map

NO_CORPS: Final = ScenarioFault("leader-without-corps", "error", "A leader on the map without a corps.")
OFF_MAP: Final = ScenarioFault("leader-off-map", "error", "A leader on the map whose corps is off the map.")
STANDING: Final = ScenarioFault("leader-standing", "error", "A leader with a corps who is not on the map.")
CAPTOR: Final = ScenarioFault("leader-captor", "error", "A captive without a captor, or a captor of no captive.")
STRANGER: Final = ScenarioFault("leader-of-another-side", "error", "A leader with a corps of another side.")
FOREIGN: Final = ScenarioFault(
    "leader-of-another-nation", "hint", "A leader with a corps of another nation of his side."
)
NAMESAKE: Final = ScenarioFault("leader-namesake", "error", "Two leaders of one name: nobody can tell who is meant.")
TWO: Final = ScenarioFault("leaders-in-a-corps", "hint", "Two leaders or more with one corps.")

LEADER_FAULTS: Final = (NO_CORPS, OFF_MAP, STANDING, CAPTOR, STRANGER, FOREIGN, NAMESAKE, TWO)
STACKING: Final = "BASE-10.6-appoint"


def leaders(game: Game) -> Iterator[ScenarioFinding]:
    """Name leaders who cannot be where they are, and those who may be by mistake."""
    named: dict[str, Leader] = {}
    for leader in game[Leader]:
        other = named.setdefault(leader.title, leader)
        if other is not leader:
            words = f"two leaders are called {leader.title}, {other.id} and {leader.id}: give one of them another name"
            yield NAMESAKE.finding(words, leader, field="title")
        if (leader.standing == "captured") != (leader.captor is not None):
            words = f"{leader.id} is {leader.standing}, and his captor is {leader.captor or 'nobody'}: one is wrong"
            yield CAPTOR.finding(words, leader, field="captor")
        corps = game[Corps].get(leader.corps)
        yield from _alone(leader) if corps is None else _with(game, leader, corps)
    for corps in game[Corps]:
        there = [one.id for one in game[Leader].where("corps", corps.id)]
        if len(there) > 1:
            all_of_them = "both" if len(there) == 2 else "all"
            words = f"{in_a_row(there)} are {all_of_them} with {corps.id}: is this intended?"
            yield TWO.finding(words, corps, space=_space(game, corps))


def _alone(leader: Leader) -> Iterator[ScenarioFinding]:
    if leader.standing == "on the map":
        words = f"{leader.id} is on the map without a corps: put him with one, or let him wait"
        yield NO_CORPS.finding(words, leader, field="corps", rule=STACKING)


def _with(game: Game, leader: Leader, corps: Corps) -> Iterator[ScenarioFinding]:
    space = _space(game, corps)
    if leader.standing != "on the map":
        words = f"{leader.id} is {leader.standing}, but with {corps.id}: put him on the map, or take him from it"
        yield STANDING.finding(words, leader, field="standing", space=space)
    elif not is_on_the_map(game, corps):
        words = f"{leader.id} is on the map with {corps.id}, which is not: put it on the map, or let him wait"
        yield OFF_MAP.finding(words, leader, field="corps", rule=STACKING)
    if corps.side != leader.side:
        words = f"{leader.id} of {leader.side} is with {corps.id} of {corps.side}: put him with a corps of his own side"
        yield STRANGER.finding(words, leader, field="corps", space=space, rule=STACKING)
    elif corps.nation != leader.nation:
        his, its = (with_article(game[Nation][one.nation].adjective) for one in (leader, corps))
        words = f"{leader.id}, {his} leader, is with {corps.id}, {its} corps: is this intended?"
        yield FOREIGN.finding(words, leader, field="corps", space=space, rule=STACKING)


def _space(game: Game, corps: Corps) -> str:
    return corps.area or ""
