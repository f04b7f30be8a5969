"""What is kept of a position is what a game that has kept nothing answers, after every act of random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.engine import Stride
from sandtable.engine.state.memory import Memory
from sandtable.lab.bots import RandomBot, play_on
from sandtable_grande_armee.combat.bearings import MAP_SIDES
from sandtable_grande_armee.combat.falling_back import FallBack, Halt, beaten, steps_back
from sandtable_grande_armee.combat.forces import foes_beside, troops_among
from sandtable_grande_armee.combat.overrun import defence_of, prospects
from sandtable_grande_armee.combat.sheltering import fort_hexes, in_the_forts
from sandtable_grande_armee.hookspecs.leaders import rating
from sandtable_grande_armee.hookspecs.movement import Doing
from sandtable_grande_armee.model import ROLES, Army, Rating, Unit, foes_by_hex, foes_in
from sandtable_grande_armee.movement.disruption import idle_phases
from sandtable_grande_armee.movement.holding import held
from sandtable_grande_armee.movement.march import March, joined_hexes, marching, riders_among
from sandtable_grande_armee.movement.stacks import stacks_of
from sandtable_grande_armee.supply.depots import depots_of
from sandtable_grande_armee.supply.sources import sources
from tests.bench.random_play import begin
from tests.tiers import count

if TYPE_CHECKING:
    from sandtable.engine import Game, Referee
    from sandtable.engine.running.game import RunningGame

DOINGS: tuple[Doing, ...] = ("march", "force march", "combine", "break down")
LOOKS = 4
"""After one act of so many all is looked at."""


def answers(game: RunningGame, rng: Random) -> Iterator[object]:
    """Yield what rules ask most: of sides, and of a few units and the steps that lead on from theirs."""
    for army in game[Army]:
        yield foes_by_hex(game, army.id), joined_hexes(game, army.id), stacks_of(game, army.id)
        yield prospects(game, army.id), in_the_forts(game, army.id), fort_hexes(game)
        yield foes_beside(game, army.id), depots_of(game, army.id)
        yield [defence_of(game, hex, army.id) for hex in foes_by_hex(game, army.id)]
        yield [rating(game, one.id, role).lines() for one in game[Rating] for role in ROLES]
        yield [held(game, army.id, doing) for doing in DOINGS]
    there = [unit for unit in game[Unit] if unit.hex is not None]
    for unit in rng.sample(there, min(5, len(there))):
        hex = unit.hex
        assert hex is not None
        yield beaten(game, unit.id), idle_phases(game, unit.id).lines()
        yield sources(game, unit.id, "combat"), sources(game, unit.id, "force march")
        stack = tuple(one.id for one in game[Unit].where("hex", hex))
        yield riders_among(game, stack), troops_among(game, stack)
        for goal in (*MAP_SIDES[:2], rng.choice(there).id):
            steps = steps_back(game, unit.id, unit.side, unit.arm(game), goal)
            yield [of_step(game, FallBack, step) for step in steps(Halt(hex, 4))]
        yield [of_step(game, March, step) for step in marching(game, (unit.id,))(hex)]


def of_step(game: RunningGame, kind: Any, step: Stride[Any]) -> tuple[object, ...]:
    """Return all that rules say of a step: whether it may be taken, whether a way ends or may end with it, and why."""
    rules = game.step_rules(kind)
    known = rules.refuses(step), rules.ends(step), rules.refuses_end(step)
    said = rules.against(step), rules.stops(step), rules.against_end(step)
    return (*known, [[str(one) for one in reasons] for reasons in said])


def first_foes(game: Game) -> None:
    """Hold what is kept of enemies by hex against the rows themselves."""
    for army in game[Army]:
        kept = foes_by_hex(game, army.id)
        hexes = {unit.hex for unit in game[Unit] if unit.hex is not None}
        assert {hex: foes[0].id for hex in hexes if (foes := foes_in(game, hex, army.id))} == kept


@pytest.mark.parametrize(("key", "games"), [("jena-1806", 1), ("wagram-1809", 2)])
def test_what_is_kept_is_what_is_so(key: str, games: int) -> None:
    for seed in range(games * count(50) // 10):
        looks = 0

        def tick(referee: Referee, seed: int = seed) -> None:
            nonlocal looks
            looks += 1
            if looks % LOOKS:
                return
            game = referee.game
            first_foes(game)
            kept = [*answers(game, Random(f"{seed} {looks}"))]
            memory, game.memory = game.memory, Memory()
            fresh = [*answers(game, Random(f"{seed} {looks}"))]
            game.memory = memory
            assert kept == fresh

        play_on(begin(key, seed), RandomBot(seed), rounds=3, tick=tick)
        assert looks > LOOKS
