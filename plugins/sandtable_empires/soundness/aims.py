"""Time, money, and what is fought for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding, Side
from sandtable_empires.hookspecs.control import score
from sandtable_empires.model import Area, Calendar, Nation, Province, Treasury, WarAim, own_minor

NO_CALENDAR: Final = ScenarioFault(
    "calendar-missing", "error", "A campaign without a calendar: nobody knows when it ends."
)
OTHER_CALENDAR: Final = ScenarioFault(
    "calendar-other", "error", "A calendar or a contest under an id that the rules never look up."
)
CAPITAL: Final = ScenarioFault("province-capital", "error", "A province whose capital is not one of its areas.")
NO_CAPITAL: Final = ScenarioFault("province-no-capital", "warning", "A province without a capital: nobody can hold it.")
SAME: Final = ScenarioFault("contest-one-side", "error", "A contest whose invader is also its defender.")
OUT_OF_REACH: Final = ScenarioFault(
    "victory-out-of-reach", "error", "An invader who needs more provinces than there are to conquer."
)
AT_ONCE: Final = ScenarioFault("victory-at-start", "warning", "An invader who holds what he needs from the start.")
NO_MONEY: Final = ScenarioFault("treasury-missing", "warning", "A side without a treasury: it can pay for nothing.")

TIME_FAULTS: Final = (NO_CALENDAR, OTHER_CALENDAR, NO_MONEY)
AIM_FAULTS: Final = (*TIME_FAULTS, CAPITAL, NO_CAPITAL, SAME, OUT_OF_REACH, AT_ONCE)


def time_and_money(game: Game) -> Iterator[ScenarioFinding]:
    """Name what is wrong with the calendar and the treasuries."""
    if game[Calendar].get("calendar") is None:
        words = "there is no Calendar 'calendar': say with which month the campaign begins and how many turns it lasts"
        yield NO_CALENDAR.finding(words)
    for kind, id in ((Calendar, "calendar"), (WarAim, "contest")):
        for row in game[kind]:
            if row.id != id:
                words = f"{kind.stored} {row.id} is never looked up: call it {id!r}, or take it out"
                yield OTHER_CALENDAR.finding(words, row)
    for side in game[Side]:
        if game[Treasury].get(side.id) is None and own_minor(game, side.id) is None:
            yield NO_MONEY.finding(f"{side.id} has no treasury and can pay for nothing: give it one", side)


def provinces(game: Game) -> Iterator[ScenarioFinding]:
    """Name provinces that nobody can hold."""
    for province in game[Province]:
        area = game[Area].get(province.capital)
        if not province.capital:
            words = f"{province.title} has no capital, so nobody can hold it: name an area of it"
            yield NO_CAPITAL.finding(words, province, field="capital", rule="BASE-9-provinces")
        elif area is None or area.province != province.id:
            named = game.name(province.capital)
            words = f"the capital of {province.title} is {named}, not one of its areas: name one that is"
            yield CAPITAL.finding(words, province, field="capital", rule="BASE-9-provinces")


def contest(game: Game) -> Iterator[ScenarioFinding]:
    """Name an aim that is had at once, or never."""
    row = game[WarAim].get("contest")
    if row is None:
        return
    if row.invader == row.defender:
        words = f"{row.invader} is both invader and defender: name two sides"
        yield SAME.finding(words, row, field="defender", rule="BASE-9-end")
        return
    own = {nation.id for nation in game[Nation].where("side", row.invader)}
    there = [province for province in game[Province] if province.home not in own and province.capital]
    if row.needs > len(there):
        words = f"{row.invader} needs {row.needs} provinces outside its home, and there are {len(there)}: ask for fewer"
        yield OUT_OF_REACH.finding(words, row, field="needs", rule="BASE-9-end")
    elif (held := score(game, row.invader).whole()) >= row.needs:
        words = f"{row.invader} holds {held} provinces at the start and needs {row.needs}: ask for more"
        yield AT_ONCE.finding(words, row, field="needs", rule="BASE-9-end")
