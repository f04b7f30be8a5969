"""Where a corps might march: provinces that lie open, battles that can be won, friends to join, food within reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.engine import Game
from sandtable.present import Advice
from sandtable_empires.counsel.strength import (
    enemy_factors,
    has_garrison,
    held_inside,
    is_capital,
    own_factors,
    threat_to,
)
from sandtable_empires.land.lines import network
from sandtable_empires.march import March, plan
from sandtable_empires.model import Area, AreaId, Corps, Nation, Province, WarAim, area_id, enemies
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.model.words import factors_text

STRONG: Final = 3, 2
"""Whoever has three factors against two attacks with confidence."""


class Gain(NamedTuple):
    """What is gained by standing somewhere, in points of no unit, and why in a sentence."""

    worth: int
    because: str


def marches(game: Game, side: str) -> Iterator[Advice]:
    """Yield the marches that are worth while."""
    for corps in game[Corps].where("side", side):
        if corps.area is None or game.mark_of(corps.id, MARCHED):
            continue
        stays = max(0, worth_of(game, corps, corps.area).worth) + 4 * _leaves_open(game, corps, corps.area)
        reach = plan(game, corps.id).ways.reach()
        for area, goals in reach.items():
            goal = worth_of(game, corps, area_id(area))
            if goal.worth > stays:
                march = March(corps.id, goals[0].way)
                yield Advice(action=march, because=goal.because, worth=goal.worth - stays)


def worth_of(game: Game, corps: Corps, area: AreaId) -> Gain:
    """Return what a corps gains by standing in an area at the end of the step."""
    side, row = corps.side, game[Area][area]
    foes, friends = enemy_factors(game, area, side), own_factors(game, area, side)
    force = friends + (corps.factors if corps.area != area else 0)
    if foes:
        return _battle(friends, force, foes)
    if row.holder in enemies(game, side):
        return _conquest(game, row, corps, force - corps.factors)
    if _is_stronger(threat_to(game, area, side), force):
        return Gain(-4, "")
    fed = area in near_depots(game, side)
    if friends > (corps.factors if corps.area == area else 0):
        return Gain(2 + fed, "It joins the corps that stand there: together they are harder to beat.")
    if fed:
        return Gain(1, "A depot feeds it there, and no stronger enemy is near.")
    return Gain(0, "No stronger enemy stands near it there.")


def _battle(friends: int, force: int, foes: int) -> Gain:
    """Return what it is worth to bring a battle about, or to join those who already will fight it."""
    if not _is_stronger(force, foes):
        return Gain(-8, "")
    if _is_stronger(friends, foes):
        return Gain(0, "")  # there are enough of them
    odds = f"{factors_text(force)} against {foes}"
    return Gain(6, f"You would fight there with {odds} in the Land Combat Step, and may well win.")


def _conquest(game: Game, row: Area, corps: Corps, friends: int) -> Gain:
    """Return what it is worth to stand in an area of the enemy where none of his corps stands; ``friends`` do."""
    force = friends + corps.factors
    inside, threat = held_inside(game, row.id, corps.side), threat_to(game, row.id, corps.side)
    if _is_stronger(threat, force):
        return Gain(-3, "")
    if inside:
        says = f"{row.city} has a garrison of {factors_text(inside)}: from there you can lay siege to it."
        return Gain(3 if force > inside else 0, says)
    province = game[Province][row.province]
    if friends:
        return Gain(0, "")  # they take it
    if is_capital(game, row) and counts(game, province):
        says = (
            f"No enemy corps holds {row.title}: stand there alone at the end of the month, and "
            f"{province.title} is yours."
        )
        return Gain(9, says)
    says = f"{row.title} is held by the enemy, and none of his corps is there: it is yours at the end of the month."
    return Gain(1, says)


def counts(game: Game, province: Province) -> bool:
    """Tell whether a province counts when the campaign ends: those of the invader's home do not."""
    contest = game[WarAim].get("contest")
    return contest is None or game[Nation][province.home].side != contest.invader


def _leaves_open(game: Game, corps: Corps, area: AreaId) -> bool:
    """Tell whether a capital would be open to anyone if a corps went away from it."""
    row, side = game[Area][area], corps.side
    alone = own_factors(game, area, side) == corps.factors and not has_garrison(game, area, side)
    return alone and row.holder == side and is_capital(game, row) and counts(game, game[Province][row.province])


def _is_stronger(one: int, other: int) -> bool:
    much, little = STRONG
    return one * little >= other * much


def near_depots(game: Game, side: str) -> set[AreaId]:
    """Return the areas in which depots feed the corps of a side."""
    lines = network(game, side)
    return {AreaId(area) for depot in lines.fed_depots for area in lines.ways(depot, lines.has.to_corps)}
