"""What stands on the map: units as counters, forts and cities as signs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, counted
from sandtable.present import Counter, Sign, Symbol
from sandtable_grande_armee.model import Arm, City, CityId, Fort, Ride, Unit
from sandtable_grande_armee.present.colours import PLAIN, colours
from sandtable_grande_armee.present.words import kind_text, rating_text, states

SYMBOLS: Final[dict[Arm, Symbol]] = {
    "infantry": "infantry", "cavalry": "cavalry", "leader": "leader", "supply": "wagon", "depot": "depot",
}  # fmt: skip
UNDER: Final[dict[Arm, int]] = {"infantry": 0, "cavalry": 0, "leader": -1, "supply": -2, "depot": -3}
"""Troops lie over leaders, those over supply units, those over depots; the strongest on top."""


def counters(game: Game) -> Iterator[Counter]:
    """Yield a counter for each unit on the map."""
    for unit in game[Unit]:
        if unit.hex is not None:
            yield counter_of(game, unit)


def counter_of(game: Game, unit: Unit) -> Counter:
    """Return the counter of a unit on the map."""
    colour, ink = colours(unit.side)
    arm, fights = unit.arm(game), unit.fights(game)
    riders = [
        f"{ride.id} {rating_text(game, game[Unit][ride.id])}".strip() for ride in game[Ride].where("unit", unit.id)
    ]
    assert unit.hex is not None
    return Counter(
        piece=unit.id, kind="Unit", space=unit.hex, side=unit.side, title=unit.id, symbol=SYMBOLS[arm], colour=colour,
        ink=ink, strength=str(unit.strength(game)) if fights else rating_text(game, unit),
        movement=str(unit.allowance(game)), leader=", ".join(riders), badges=tuple(states(game, unit)),
        says=kind_text(game, unit), order=unit.strength(game) if fights else UNDER[arm],
    )  # fmt: skip


def signs(game: Game) -> Iterator[Sign]:
    """Yield the forts with a holder, and the cities that count, in the colours of who holds them."""
    for fort in game[Fort]:
        colour, ink = colours(fort.holder) if fort.holder is not None else PLAIN
        held = f"held by {game.name(fort.holder)}" if fort.holder is not None else "nobody holds it"
        yield Sign(
            space=fort.id, symbol="garrison", title=f"Fort {game.name(fort.id)}, {held}", colour=colour, ink=ink,
            says=worth_text(game, CityId(fort.id)),
        )  # fmt: skip
    for city in game[City]:
        if city.id not in game[Fort]:
            colour, ink = colours(city.holder) if city.holder is not None else PLAIN
            held = f"held by {game.name(city.holder)}" if city.holder is not None else "nobody holds it"
            yield Sign(
                space=city.id, symbol="marker", title=f"{game.name(city.id)}, {held}", colour=colour, ink=ink,
                says=worth_text(game, city.id),
            )  # fmt: skip


def worth_text(game: Game, id: CityId) -> str:
    """Say what a city is worth at the end; nothing for a place that does not count."""
    city = game[City].get(id)
    if city is None or not city.worth:
        return ""
    return f"worth {counted(city.worth, 'victory point')}"
