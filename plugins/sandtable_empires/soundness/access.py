"""Access: permissions that cannot be as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable_empires.model import Area, Permission, at_war, powers

BETWEEN: Final = ScenarioFault("access-between", "error", "Access that is not given by one major power to another.")
AT_WAR: Final = ScenarioFault("access-at-war", "error", "Voluntary access given to an enemy.")
DATES: Final = ScenarioFault("access-dates", "error", "Access that ends before it begins.")
ELSEWHERE: Final = ScenarioFault(
    "access-elsewhere", "warning", "Access to a province of which the power that gives it holds nothing."
)
PERMISSION_FAULTS: Final = (BETWEEN, AT_WAR, DATES, ELSEWHERE)


def permissions(game: Game) -> Iterator[ScenarioFinding]:
    """Name the permissions that cannot be."""
    majors = powers(game)
    for one in game[Permission]:
        if one.owner == one.guest or {one.owner, one.guest} - {*majors}:
            words = f"{one.owner} lets {one.guest} in: name two different major powers"
            yield BETWEEN.finding(words, one, field="guest", rule="EIA-10.3.1-definition")
        elif at_war(game, one.owner, one.guest):
            words = f"{one.owner} lets {one.guest} in, with which it is at war: take out the access or the war"
            yield AT_WAR.finding(words, one, field="guest", rule="BASE-10.3.1-no-enemy")
        if 0 < one.until < one.since:
            words = f"access from turn {one.since} until turn {one.until}: let it end later, or 0 for never"
            yield DATES.finding(words, one, field="until", rule="BASE-10.3.1-dates")
        for province in one.provinces:
            if not any(area.holder == one.owner for area in game[Area].where("province", province)):
                words = f"{one.owner} gives access to {game.name(province)} and holds nothing of it: name another"
                yield ELSEWHERE.finding(words, one, field="provinces", rule="EIA-10.3.1-voluntary-conditions")
