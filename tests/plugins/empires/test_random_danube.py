"""Random games of the war on the Danube to their end, over a covering array of options and parameters.

They end without exception, dead end or endless loop; at every ply the books balance and everybody is somewhere.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest

from sandtable.engine import Choices
from sandtable.engine.discovery.modules import Plugins
from sandtable.play.begin.starts import Start, find_scenario
from sandtable_empires.model import AUSTRIA, FRANCE, Calendar, sides
from tests.plugins.empires.watched import Watched
from tests.plugins.option_cases import OptionCases
from tests.tiers import count

SHIPPED: Final = Path(__file__).parents[3] / "scenarios.db"
GAMES: Final = count(200)
BATCHES: Final = 10


@cache
def start() -> Start:
    """Return the campaign as the library that ships has it."""
    return find_scenario(f"{SHIPPED}#danube-1809", Plugins(safe=True))


@cache
def options() -> OptionCases:
    return OptionCases(start().family, (AUSTRIA, FRANCE))


def played_with(number: int) -> Choices:
    return options().choices(options().cases[number % len(options().cases)])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_wars_on_the_danube_end(batch: int) -> None:
    """Every tenth game is worked out again from its journal."""
    for number in range(batch, GAMES, BATCHES):
        game = Watched(start().family, start().rows(), played_with(number), f"danube {number}")
        try:
            game.play(None)
            if number % 10 == 0:
                game.prove()
        except Exception as error:
            error.add_note(f"game {number} of {GAMES}, played with {played_with(number)}")
            raise
        end = game.referee.game
        assert end.ended is not None
        assert end.ended.winner in sides(end)
        assert end.round == end[Calendar]["calendar"].last
