"""Random wars of all seven powers: they end without exception or dead end, and the books balance at every ply.

Who fights whom, who is allied and who moves together is drawn as well: allies at war with different powers, neutrals
in the midst of a war, powers allied to both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

import pytest

from sandtable.engine import Choices, InstalledGame, Row
from sandtable_empires.model import Area
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import (
    POWERS,
    SP,
    Piece,
    alliance,
    area,
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
from tests.plugins.empires.watched import Watched
from tests.tiers import count

GAMES: Final = count(300)
BATCHES: Final = 6
MONTHS: Final = 2
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


def play_coalition(seed: int) -> Watched:
    rng = Random(f"options {seed}")
    on = frozenset(key for key in family().options if rng.random() < 0.3)
    game = Watched(family(), rows(seed), Choices(on), f"coalition {seed}")
    try:
        if seed % 10:
            game.play(MONTHS)
        else:
            game.play_with_detours(MONTHS)
            game.prove()
    except Exception as error:
        error.add_note(f"game {seed} of {GAMES}, played with {sorted(on)}")
        raise
    return game


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_wars_of_seven_powers_come_to_an_end(batch: int) -> None:
    for seed in range(batch, GAMES, BATCHES):
        assert play_coalition(seed).referee.game.round == MONTHS + 1


def test_the_places_are_on_the_map() -> None:
    assert {area(place) for places in FIELDS for place in places}
