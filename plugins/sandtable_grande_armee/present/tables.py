"""What stands beside the map: the armies, who is still to come, the calendar; and the same in lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import Game, SideId, counted
from sandtable.present import Box, Measure, Table, Track
from sandtable_grande_armee.model import Account, Army, Arrival, Calendar, City, Disruption, Unit
from sandtable_grande_armee.present.colours import colours
from sandtable_grande_armee.present.dates import CALENDAR, date_text, turn_text
from sandtable_grande_armee.present.words import kind_text, points, rating_text, states

LOST = ("combat", "overrun", "force march", "retreat", "lost on arrival")
"""The causes by which strength is gone for good."""


def strength(game: Game, units: Iterable[Unit]) -> int:
    """Return the strength points of some units."""
    return sum(unit.strength(game) for unit in units if unit.fights(game))


def on_map(game: Game, side: SideId) -> list[Unit]:
    """Return the units of a side that stand on the map."""
    return [unit for unit in game[Unit].where("side", side) if unit.hex is not None]


def lost(game: Game, side: SideId) -> int:
    """Return the strength points that a side has lost."""
    return -sum(one.strength for one in game[Account].where("side", side) if one.cause in LOST)


def held(game: Game, side: SideId) -> int:
    """Return what the cities are worth that a side holds."""
    return sum(city.worth for city in game[City] if city.holder == side)


def armies(game: Game) -> Table:
    """Return the armies beside each other: what each has on the map, what is wrong with it, what it has lost."""
    sides = [army.id for army in game[Army]]
    facts = {side: _facts(game, side) for side in sides}
    titles = facts[sides[0]] if sides else ()
    rows = tuple((title, *(facts[side][title] for side in sides)) for title in titles)
    return Table(
        key="armies", title=date_text(game) or "The armies", columns=("Army", *map(game.name, sides)), rows=rows
    )


def _facts(game: Game, side: SideId) -> dict[str, str]:
    """Return what is told of an army; few lines, for they stand beside the map."""
    there = on_map(game, side)
    troops, disrupted = sum(unit.fights(game) for unit in there), sum(unit.id in game[Disruption] for unit in there)
    return {
        "Strength (lost)": f"{strength(game, there)} ({lost(game, side)})",
        "Units (disrupted)": f"{troops} ({disrupted})",
        "Supply units": str(sum(unit.arm(game) == "supply" for unit in there)),
        "Worth of cities": str(held(game, side)),
    }


def arrivals(game: Game) -> Table | None:
    """Return who is still to come, by date; ``None`` when nobody is."""
    coming = sorted(game[Arrival], key=lambda one: (one.turn, one.hex, one.id))
    waiting = [(one, game[Unit][one.id]) for one in coming if one.id in game[Unit] and game[Unit][one.id].hex is None]
    if not waiting:
        return None
    rows = tuple(
        (date_text(game, one.turn), game.name(unit.side), unit.id, kind_text(game, unit), game.name(one.hex))
        for one, unit in waiting
    )
    return Table(
        key="arrivals", title="Reinforcements to come", columns=("When", "Side", "Who", "Type", "Where"), rows=rows,
        spaces=tuple(one.hex for one, _ in waiting), where="bottom",
    )  # fmt: skip


def calendar_track(game: Game) -> Track | None:
    """Return the turns of the campaign, the present one marked, with who arrives in each."""
    calendar = game[Calendar].get(CALENDAR)
    if calendar is None:
        return None
    boxes: list[Box] = []
    for turn in range(1, calendar.turns + 1):
        markers = [("#c8553d", "now")] if turn == game.round else []
        for army in game[Army]:
            coming = [one for one in game[Arrival].where("turn", turn) if _waits(game, one.id, army.id)]
            if coming:
                markers.append((colours(army.id)[0], f"{game.name(army.id)}: {counted(len(coming), 'arrival')}"))
        boxes.append(Box(title=f"{turn}: {turn_text(calendar, turn, year=False)}", markers=tuple(markers)))
    return Track(key="calendar", title="Calendar", boxes=tuple(boxes))


def _waits(game: Game, id: str, side: SideId) -> bool:
    unit = game[Unit].get(id)
    return unit is not None and unit.side == side and unit.hex is None


def measures(game: Game) -> Iterator[Measure]:
    """Yield what is counted over the campaign: strength on the map, strength lost, cities."""
    there = [army.id for army in game[Army]]
    values = {side: strength(game, on_map(game, side)) for side in there}
    yield Measure(key="strength", title="Strength on the map", values=values, unit="strength points")
    yield Measure(key="lost", title="Strength lost", values={side: lost(game, side) for side in there})
    if len(game[City]):
        yield Measure(key="cities", title="Worth of the cities held", values={side: held(game, side) for side in there})


def situation(game: Game) -> Iterator[str]:
    """Yield the situation in lines: each army, then hex by hex who stands there."""
    for army in game[Army]:
        there = on_map(game, army.id)
        fighting = counted(sum(unit.fights(game) for unit in there), "unit")
        yield f"{game.name(army.id)}: {points(strength(game, there))} in {fighting}, {lost(game, army.id)} lost"
        stacks: dict[str, list[Unit]] = {}
        for unit in there:
            stacks.setdefault(str(unit.hex), []).append(unit)
        for hex, units in sorted(stacks.items()):
            named, there_stand = game.name(hex), "; ".join(_line_of(game, one) for one in in_order(game, units))
            yield f"  {hex if named == hex else f'{named} ({hex})'}: {there_stand}"
    for one in sorted(game[Arrival], key=lambda one: (one.turn, one.id)):
        if one.id in game[Unit] and game[Unit][one.id].hex is None and one.turn >= game.round:
            unit = game[Unit][one.id]
            yield f"  to come: {unit.id} ({game.name(unit.side)}), {date_text(game, one.turn)}, in {game.name(one.hex)}"


def in_order(game: Game, units: Iterable[Unit]) -> list[Unit]:
    """Return units as one names them: leaders, troops by strength, supply units, depots."""
    places = {"leader": 0, "infantry": 1, "cavalry": 2, "supply": 3, "depot": 4}
    return sorted(units, key=lambda unit: (places[unit.arm(game)], -unit.strength(game), unit.id))


def _line_of(game: Game, unit: Unit) -> str:
    printed, said = unit.kind if unit.fights(game) else rating_text(game, unit), ", ".join(states(game, unit))
    return " ".join(filter(None, (unit.id, printed, f"({said})" if said else "")))
