"""What is wrong with the units of a scenario before it is played: types, places, arrivals, ratings, the ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from sandtable.board import of
from sandtable.engine import Chart, ChartId, Game, Invalid, ScenarioFault, ScenarioFinding, SpaceId
from sandtable_grande_armee.charts.keys import COMBINING, UNIT_TYPES
from sandtable_grande_armee.model import ARMS, Army, Arrival, Calendar, City, Fort, Rating, Unit, foes_in
from sandtable_grande_armee.movement.strides import is_open, terrain_of

NO_TYPE: Final = ScenarioFault("unit-type", "error", "A unit of a type that the chart of unit types does not have.")
BAD_TYPE: Final = ScenarioFault("unit-type-row", "error", "A type of units whose row in the chart has a hole.")
LADDER: Final = ScenarioFault("combining-type", "error", "A rung of the combining chart that leads nowhere.")
NOWHERE: Final = ScenarioFault("unit-nowhere", "error", "A unit where nobody can stand.")
TOGETHER: Final = ScenarioFault("enemies-together", "error", "Units of enemies in one hex.")
ARRIVES: Final = ScenarioFault(
    "arrival-nowhere", "error", "A unit that arrives where nobody can stand, or has arrived."
)
TOO_LATE: Final = ScenarioFault("arrival-too-late", "warning", "A unit that arrives after the last turn.")
UNRATED: Final = ScenarioFault("leader-rating", "warning", "A leader without ratings, or ratings of no leader.")
PRIZE: Final = ScenarioFault("prize-nowhere", "error", "A fort or a city where nobody can go.")
UNIT_FAULTS: Final = (NO_TYPE, BAD_TYPE, LADDER, NOWHERE, TOGETHER, ARRIVES, TOO_LATE, UNRATED, PRIZE)


def faults_of(game: Game) -> Iterator[ScenarioFinding]:
    """Name all that is wrong with units and places, as far as the charts are there by which it is judged."""
    yield from prizes(game)
    if ChartId(UNIT_TYPES) not in game[Chart]:
        return
    yield from chain(types(game), places(game), arrivals(game), ratings(game))
    if ChartId(COMBINING) in game[Chart]:
        yield from ladder(game)


def types(game: Game) -> Iterator[ScenarioFinding]:
    """Name units of unknown types, and types whose row has a hole."""
    chart = game.chart(UNIT_TYPES)
    for kind in chart.axes[0].keys:
        if not is_sound(chart, kind):
            words = f"chart {chart.title} does not say of {kind} what it must: an arm, strength, movement, and a name"
            yield BAD_TYPE.finding(words, rule="BASE-2c-allowance")
    for unit in game[Unit]:
        if unit.kind not in chart.axes[0].keys:
            words = f"{unit.id} is a {unit.kind}, which chart {chart.title} does not have: add it, or take another"
            yield NO_TYPE.finding(words, unit, field="kind", rule="BASE-2c-allowance")


def is_sound(chart: Chart, kind: str) -> bool:
    """Tell whether the chart says all that must be said of a kind of units."""
    try:
        numbers = chart.number(kind, "strength"), chart.number(kind, "movement")
        return chart.text(kind, "arm") in ARMS and bool(chart.text(kind, "called")) and min(numbers) >= 0
    except Invalid:
        return False


def ladder(game: Game) -> Iterator[ScenarioFinding]:
    """Name rungs of the combining chart that no types have, and one that comes back to where it began."""
    chart, known = game.chart(COMBINING), game.chart(UNIT_TYPES).axes[0].keys
    rungs = {kind: chart.at(kind, "becomes") for kind in chart.axes[0].keys}
    for kind, becomes in rungs.items():
        number = chart.at(kind, "number")
        if kind not in known or becomes not in known or not isinstance(number, int) or number < 2:
            made = f"makes {number or 'no number of'} {kind} into {becomes or 'nothing'}"
            words = f"chart {chart.title} {made}: name types of units, and two or more"
            yield LADDER.finding(words, rule="LGA-02-six-divisions-one-army")
        elif _returns(rungs, kind):
            words = f"chart {chart.title} leads from {kind} back to {kind}: take out a rung"
            yield LADDER.finding(words, rule="LGA-02-six-divisions-one-army")


def _returns(rungs: Mapping[str, object], kind: str) -> bool:
    here, seen = rungs.get(kind), set[object]()
    while here is not None and here not in seen:
        if here == kind:
            return True
        seen.add(here)
        here = rungs.get(str(here))
    return False


def places(game: Game) -> Iterator[ScenarioFinding]:
    """Name units and arrivals where nobody can stand, and enemies in one hex."""
    for unit in game[Unit]:
        if unit.hex is not None and not can_stand(game, unit.hex):
            words = f"{unit.id} stands in {unit.hex}, where nobody can: move it to land"
            yield NOWHERE.finding(words, unit, field="hex", space=unit.hex, rule="BASE-2c-closed")
        foes = foes_in(game, unit.hex, unit.side) if unit.hex is not None and unit.side in game[Army] else []
        if unit.hex is not None and foes and unit.id < foes[0].id:
            words = f"{unit.id} and {foes[0].id} are enemies, and stand in {unit.hex} together: move one of them"
            yield TOGETHER.finding(words, unit, field="hex", space=unit.hex, rule="BASE-2c-enemy-hex")


def prizes(game: Game) -> Iterator[ScenarioFinding]:
    """Name forts and cities where nobody can go."""
    for kind in (Fort, City):
        for one in game[kind]:
            if not can_stand(game, SpaceId(one.id)):
                words = f"the {kind.__name__.lower()} in {one.id} stands where nobody can go: move it to land"
                yield PRIZE.finding(words, one, field="id", space=one.id, rule="BASE-2c-closed")


def arrivals(game: Game) -> Iterator[ScenarioFinding]:
    """Name arrivals that cannot be, and those that come too late."""
    turns = max((calendar.turns for calendar in game[Calendar]), default=0)
    for one in game[Arrival]:
        unit = game[Unit].get(one.id)
        if unit is None or unit.hex is not None or not can_stand(game, one.hex):
            why = (
                "there is no such unit"
                if unit is None
                else "it is on the map"
                if unit.hex
                else "nobody can stand there"
            )
            words = f"{one.id} arrives in {one.hex}, but {why}: mend the schedule"
            yield ARRIVES.finding(words, one, field="hex", space=one.hex, rule="BASE-1-arrival")
        elif one.turn > turns:
            words = f"{one.id} arrives in turn {one.turn}, after the last, {turns}: let it come earlier, or take it out"
            yield TOO_LATE.finding(words, one, field="turn", rule="BASE-1-arrival")


def ratings(game: Game) -> Iterator[ScenarioFinding]:
    """Name leaders without ratings, and ratings of who is no leader."""
    chart = game.chart(UNIT_TYPES)
    leading = {
        unit.id for unit in game[Unit] if unit.kind in chart.axes[0].keys and chart.at(unit.kind, "arm") == "leader"
    }
    for unit in game[Unit]:
        if unit.id in leading and unit.id not in game[Rating]:
            yield UNRATED.finding(f"{unit.id} is a leader without ratings: give him some", unit, rule="BASE-5-rating")
    for one in game[Rating]:
        if one.id not in leading:
            yield UNRATED.finding(f"{one.id} has ratings but is not a leader: take them out", one, rule="BASE-5-rating")


def can_stand(game: Game, hex: SpaceId) -> bool:
    """Tell whether a hex is on the map, and somebody can stand there."""
    if hex not in of(game).by_number:
        return False
    terrain = terrain_of(game, hex)
    return bool(terrain) and is_open(terrain)
