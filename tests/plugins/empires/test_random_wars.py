"""Random games of the wars on the map of Europe to their end, over a covering array of options and parameters.

They end without exception, dead end or endless loop; at every ply the books balance and everybody is somewhere.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from sandtable.engine import Choices
from sandtable_empires.model import AUSTRIA, FRANCE, PRUSSIA, RUSSIA, Calendar, NationId, sides
from tests.plugins.empires.shipped import shipped
from tests.plugins.empires.watched import Watched
from tests.plugins.option_cases import OptionCases
from tests.tiers import count

POWERS: Final[dict[str, tuple[NationId, ...]]] = {
    "danube-1809": (AUSTRIA, FRANCE), "austerlitz-1805": (AUSTRIA, FRANCE, RUSSIA),
    "prussia-1806": (FRANCE, PRUSSIA, RUSSIA),
}  # fmt: skip
GAMES: Final = {"danube-1809": count(200), "austerlitz-1805": count(300), "prussia-1806": count(300)}
BATCHES: Final = 10


@cache
def options(key: str) -> OptionCases:
    return OptionCases(shipped(key).family, POWERS[key])


def played_with(key: str, number: int) -> Choices:
    cases = options(key).cases
    return options(key).choices(cases[number % len(cases)])


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("key", POWERS)
def test_random_wars_end(key: str, batch: int) -> None:
    """Every tenth game is worked out again from its journal."""
    for number in range(batch, GAMES[key], BATCHES):
        game = Watched(shipped(key).family, shipped(key).rows(), played_with(key, number), f"{key[:-5]} {number}")
        try:
            game.play(None)
            if number % 10 == 0:
                game.prove()
        except Exception as error:
            error.add_note(f"game {number} of {GAMES[key]} of {key}, played with {played_with(key, number)}")
            raise
        end = game.referee.game
        assert end.ended is not None
        assert end.ended.winner in sides(end)
        assert end.round == end[Calendar]["calendar"].last
