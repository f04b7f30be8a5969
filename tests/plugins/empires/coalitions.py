"""Random wars of all seven powers: who fights whom, who is allied and who moves together is drawn as well.

There are allies at war with different powers, neutrals in the midst of a war, powers allied to both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from sandtable.engine import Choices, InstalledGame, Referee, Row, RuleModule, SeededDice
from sandtable.testing.positions import with_seats
from sandtable_empires.model import Area
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import (
    POWERS,
    SP,
    Piece,
    alliance,
    combined_movement,
    control,
    corps,
    depot,
    europe,
    garrison,
    guerillas,
    holdings,
    laid_out,
    leader,
    war,
)  # fmt: skip

FIELDS: Final = (
    ("prague", "budweis", "linz", "passau", "vienna", "krems", "munich", "landshut", "salzburg", "dresden"),
    ("madrid", "toledo", "burgos", "valladolid", "saragossa", "segovia", "bayonne", "pamplona", "lisbon", "barcelona"),
)


@cache
def family() -> InstalledGame:
    return InstalledGame(EMPIRES)


def relations(rng: Random) -> Iterator[Piece]:
    """Draw who is at war, allied, or neither; some allies move together."""
    for one, other in combinations(POWERS, 2):
        draw = rng.random()
        if draw < 0.35:
            yield war(one, other)
        elif draw < 0.65:
            yield alliance(one, other)
            if rng.random() < 0.4:
                yield combined_movement(one, other)


def pieces(rng: Random) -> Iterator[Piece]:
    """Draw who stands where: two corps of each power, garrisons, depots, guerillas, a minor country or two."""
    places = FIELDS[rng.random() < 0.5]
    yield control(rng.choice(POWERS), "Bavaria")
    yield holdings(rng.choice(POWERS), *rng.sample(places, 3))
    cities = rng.sample(places, 7)
    for number, power in enumerate(POWERS):
        for name in ("I", "II"):
            strength = rng.randint(2, 10)
            yield corps(f"{power} {name}", power, rng.choice(places), infantry=strength, cavalry=rng.randint(0, 2))
        if rng.random() < 0.6:
            skill = rng.randint(1, 5)
            yield leader(
                f"Leader of {power}", power, f"{power} I", tactical=skill, strategic=skill, seniority="ABCD"[skill % 4]
            )
        if rng.random() < 0.5:
            yield garrison(power, cities[number], infantry=rng.randint(1, 4))
            yield holdings(power, cities[number])
        if rng.random() < 0.5:
            yield depot(power, place := rng.choice(places))
            yield [garrison(power, place, "depot", infantry=1)] if rng.random() < 0.5 else []
    spanish = [one.id for one in europe() if isinstance(one, Area) and one.holder == SP]
    yield from (guerillas(place, rng.randint(1, 3)) for place in places if place in spanish and rng.random() < 0.4)


def rows(seed: int) -> list[Row]:
    rng = Random(f"coalition {seed}")
    return [*europe(), *laid_out(*relations(rng), *pieces(rng))]


def choices(seed: int) -> Choices:
    """Draw which options are on."""
    rng = Random(f"options {seed}")
    return Choices(frozenset(key for key in family().options if rng.random() < 0.3))


def begin(seed: int, *house: type[RuleModule]) -> Referee:
    """Begin such a war; where house rules hide something each power has a seat of its own."""
    on = Choices(choices(seed).on | {module.key for module in house})
    at_table = with_seats(tuple(rows(seed))) if house else rows(seed)
    return Referee.begin(
        InstalledGame(EMPIRES, house) if house else family(), at_table, on, source=SeededDice(f"coalition {seed}")
    ).open()
