"""The drills that move by ways: whoever is asked where a piece may go says the same, wherever the pieces stand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from sandtable.testing import Play
from tests.agreement import Agreement
from tests.engine.drill import test_forcible, test_opportunity, test_rout, test_wheel
from tests.engine.drill.hexes import EAST, SOUTH_EAST, Hex, HexId, beside
from tests.engine.drill.marches import AUSTRIA, PROVINCES, PRUSSIA, Area
from tests.engine.drill.rout import Run
from tests.tiers import count

POSITIONS: Final = count(1_000)
WIDE: Final = 10


def a_hex(chance: Random) -> HexId:
    return HexId(f"{chance.randrange(WIDE):02}{chance.randrange(WIDE):02}")


def somewhere_inside(chance: Random) -> HexId:
    return HexId(f"{chance.randint(1, WIDE - 2):02}{chance.randint(1, WIDE - 2):02}")


def wood(chance: Random) -> dict[str, str]:
    return {a_hex(chance): "wood" for _ in range(chance.randint(0, 20))}


def closed_areas(chance: Random) -> Play:
    """A corps of France among provinces of powers that give it no access."""
    owners: Any = {name: chance.choice((AUSTRIA, PRUSSIA)) for name in PROVINCES if chance.random() < 0.5}
    return test_forcible.frontier(**owners)


def under_fire(chance: Random) -> Play:
    """A unit on foot goes over hexes where horse and guns stand."""
    at = chance.sample([HexId(f"{q:02}{r:02}") for q in range(WIDE) for r in range(WIDE)], 3)
    units = test_opportunity.foot(at[0]), test_opportunity.horse(at[1]), test_opportunity.gun(at[2])
    return test_opportunity.game(*units, wood=wood(chance))


def line_that_wheels(chance: Random) -> Play:
    head = somewhere_inside(chance)
    return test_wheel.game(test_wheel.line(head, beside(head, SOUTH_EAST)), terrain=wood(chance))


def column_that_bends(chance: Random) -> Play:
    head = somewhere_inside(chance)
    return test_wheel.game(test_wheel.column(head, beside(head, EAST, -1)), terrain=wood(chance))


def rout_of_a_unit(chance: Random) -> Play:
    """A unit runs home; how far it must run and where it may stop rules say of the way as a whole."""
    while True:
        at = chance.sample([f"{q:02}{r:02}" for q in range(WIDE) for r in range(WIDE)], 3)
        friends = test_rout.blue(test_rout.B, at[1], chance.choice(("good", "routed")))
        play = test_rout.game(
            test_rout.blue(test_rout.A, at[0], "shaken"), friends, test_rout.red("R", at[2]), dice=(1,)
        )
        if play.prompt is not None and Run in play.prompt.open[0].kinds:
            return play


def spaces_of(play: Play) -> list[str]:
    tables = play.game.state.tables
    hexes = [row.id for row in play[Hex]] if Hex in tables else []
    return [*hexes, *(area.id for area in play[Area])] if Area in tables else [*hexes]


@pytest.mark.parametrize("drill", [closed_areas, under_fire, line_that_wheels, column_that_bends, rout_of_a_unit])
def test_everybody_agrees_where_a_piece_may_go(drill: Callable[[Random], Play]) -> None:
    for seed in range(POSITIONS):
        chance = Random(seed)
        play = drill(chance)
        asking = Agreement(spaces_of(play), chance, words_it=False)
        asking.look(play.referee)
        assert sum(asking.looked.values()), seed
