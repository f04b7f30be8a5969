"""Random wars of all seven powers: they end without exception or dead end, and the books balance at every ply."""

from __future__ import annotations

from typing import Final

import pytest

from sandtable_empires.testing import area
from tests.plugins.empires.coalitions import FIELDS, choices, family, rows
from tests.plugins.empires.watched import Watched
from tests.tiers import count

GAMES: Final = count(300)
BATCHES: Final = 6
MONTHS: Final = 2


def play_coalition(seed: int) -> Watched:
    on = choices(seed)
    game = Watched(family(), rows(seed), on, f"coalition {seed}")
    try:
        if seed % 10:
            game.play(MONTHS)
        else:
            game.play_with_detours(MONTHS)
            game.prove()
    except Exception as error:
        error.add_note(f"game {seed} of {GAMES}, played with {sorted(on.on)}")
        raise
    return game


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_wars_of_seven_powers_come_to_an_end(batch: int) -> None:
    for seed in range(batch, GAMES, BATCHES):
        assert play_coalition(seed).referee.game.round == MONTHS + 1


def test_the_places_are_on_the_map() -> None:
    assert {area(place) for places in FIELDS for place in places}
