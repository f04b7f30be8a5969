"""What is wrong with the sides and the calendar of a scenario before it is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable_grande_armee.model import Army, Calendar, Unit

CALENDAR: Final = "calendar"
ARMY: Final = ScenarioFault("army", "error", "A side with units and no army, or an enemy who is not at war in return.")
DATES: Final = ScenarioFault("calendar", "error", "No calendar, one that no rule reads, or a day that is not a date.")
CAMPAIGN_FAULTS: Final = (ARMY, DATES)


def sides(game: Game) -> Iterator[ScenarioFinding]:
    """Name sides with units and no army, and wars that only one side is in."""
    for side in sorted({unit.side for unit in game[Unit]} - set(game[Army].ids())):
        unit = next(iter(game[Unit].where("side", side)))
        called = game.name(side)
        words = f"{called} has units and no army: say towards which side of the map it retreats, and whom it fights"
        yield ARMY.finding(words, unit, field="side", rule="BASE-5-direction-by-data")
    for army in game[Army]:
        for enemy in army.enemies:
            other = game[Army].get(enemy)
            if enemy == army.id or (other is not None and army.id not in other.enemies):
                called, foe = game.name(army.id), game.name(enemy)
                words = f"{called} has {foe} for an enemy, but not the other way round: add it there, or take it out"
                yield ARMY.finding(words, army, field="enemies", rule="BASE-3-attack")


def dates(game: Game) -> Iterator[ScenarioFinding]:
    """Name a calendar that is missing, that no rule reads, or that begins on no day."""
    if CALENDAR not in game[Calendar]:
        words = f"nothing says how long the campaign lasts: add a Calendar called {CALENDAR}"
        yield DATES.finding(words, rule="BASE-5-victory")
    for calendar in game[Calendar]:
        if calendar.id != CALENDAR:
            words = f"{calendar.id} is a calendar that no rule reads: call the one that counts {CALENDAR}"
            yield DATES.finding(words, calendar, field="id", rule="BASE-5-victory")
        try:
            date.fromisoformat(calendar.begins)
        except ValueError:
            words = f"the campaign begins on {calendar.begins}, which is not a date: write it as 1806-10-08"
            yield DATES.finding(words, calendar, field="begins", rule="BASE-5-victory")
