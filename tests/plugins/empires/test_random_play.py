"""Random campaigns on the fixture under sets of options: no factor is lost uncounted, nothing depends on the way there.

On the way plies are taken back, done again and branched off; at the end the whole journal is worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.engine import Choices, InstalledGame, Row
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.model import Depot, DepotId
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import FR, GB, SP, area, corps, garrison, iberia, laid_out, leader
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.watched import Watched
from tests.tiers import count

GAMES = count(600)
BATCHES = 6
ROUNDS = 4
FAMILY = InstalledGame(EMPIRES)
OPTIONS = tuple(FAMILY.options)


def pieces() -> Iterator[Row]:
    """Yield the forces of a small war: corps in the field and in cities, garrisons, a depot, guerillas."""
    yield corps("F I", FR, "Bayonne", infantry=12, cavalry=2)
    yield corps("F II", FR, "Burgos", infantry=10, militia=2)
    yield corps("F Gd", FR, "Madrid", infantry=8, cavalry=3, guard=4, guards=True)
    yield corps("S I", SP, "Saragossa", infantry=8, militia=4)
    yield corps("S II", SP, "Seville", infantry=9)
    yield corps("S III", SP, "Cadiz", infantry=5, inside=True)
    yield corps("B I", GB, "Lisbon", infantry=8, cavalry=1)
    yield corps("P I", PORTUGAL, "Lisbon", infantry=4)
    yield garrison(SP, "Badajoz", infantry=4)
    yield garrison(SP, "Saragossa", militia=3, infantry=2)
    yield garrison(FR, "Barcelona", infantry=5)
    yield garrison(FR, "Burgos", "depot", infantry=1)
    yield Depot(DepotId("France depot burgos"), FR, area("Burgos"))
    yield Guerillas(area("Toledo"), 2, 1)
    yield leader("Soult", FR, "F II", 4, 3)
    yield leader("Castaños", SP, "S II", 2, 2)
    yield leader("Wellington", GB, "B I", 5, 5)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_campaigns_lose_no_factor_and_are_the_same_when_worked_out_again(batch: int) -> None:
    """Every game has options of its own, the first none and the second all."""
    for seed in range(batch, GAMES, BATCHES):
        rng = Random(f"options {seed}")
        on = frozenset(key for key in OPTIONS if seed == 1 or (seed and rng.random() < 0.5))
        game = Watched(FAMILY, [*iberia(), *laid_out(*pieces(), land=iberia)], Choices(on), f"iberia {seed}")
        try:
            game.play_with_detours(ROUNDS)
            game.prove()
        except Exception as error:
            error.add_note(f"game {seed} of {GAMES}, played with {sorted(on)}")
            raise
