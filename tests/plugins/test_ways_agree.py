"""Random games of what ships: reach, offers, verdicts, reasons and what is lit say the same wherever it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import pytest

from sandtable.engine import Game, Referee, Refusal, RuleModule, SeededDice, refuses, rule
from sandtable.engine.rules.system import GameSystem
from sandtable.lab.bots import RandomBot, play_on
from sandtable.present.presentation import board
from sandtable.testing import install_game
from sandtable_drill_ground.march import March as DrillMarch
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires import model as empires
from sandtable_empires.march import March as EmpiresMarch
from sandtable_empires.system import EMPIRES
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS, Area
from tests.agreement import Agreement
from tests.plugins.empires import coalitions
from tests.tiers import count

GAMES: Final = count(1_000)


class NoHillsTwice(RuleModule):
    """A house rule on a whole march: nobody climbs twice."""

    key = "no_hills_twice"

    @refuses(EmpiresMarch)
    @rule("HOUSE-hills")
    def climbs(self, game: Game, act: EmpiresMarch) -> Refusal | None:
        steep = sum(game[empires.Area][area].terrain != "clear" for area in act.way)
        return Refusal("nobody climbs {steep} times", steep=steep) if steep > 1 else None


class NoIdleTurns(RuleModule):
    """A house rule on a whole march: nobody turns about and back."""

    key = "no_idle_turns"

    @refuses(DrillMarch)
    @rule("HOUSE-turns")
    def turns(self, game: Game, act: DrillMarch) -> Refusal | None:
        faced = len({pose.facing.k for pose in act.way})
        return Refusal("nobody faces {faced} ways on one march", faced=faced) if faced > 2 else None


def shipped(system: GameSystem, *house: type[RuleModule]) -> Callable[[int], Referee]:
    """Return what begins a game from its first scenario, as it ships, but for some house rules."""
    scenario = system.scenarios[0]

    def begin(seed: int) -> Referee:
        rows = system.start_rows(scenario)
        return Referee.begin(install_game(system, house), rows, source=SeededDice(seed), board=scenario.board()).open()

    return begin


def spaces_of(referee: Referee) -> Sequence[str]:
    """Return where anything may stand: on the map, or in an area of a game that plays without one."""
    game, there = referee.game, board(referee.game)
    areas = [area.id for kind in (Area, empires.Area) if kind in game.state.tables for area in game[kind]]
    return areas or [*(there.spaces() if there is not None else ())]


BEGIN: Final = {
    "twin rivers": (shipped(TWIN_RIVERS), 10, 0.4),
    "drill ground": (shipped(DRILL_GROUND), 5, 0.08),
    "peninsula": (shipped(EMPIRES), 12, 0.05),
    "grande armée": (shipped(GRANDE_ARMEE), 4, 0.04),
    "seven powers": (coalitions.begin, 2, 0.03),
    "drill ground with a rule on whole ways": (shipped(DRILL_GROUND, NoIdleTurns), 2, 0.04),
    "peninsula with a rule on whole ways": (shipped(EMPIRES, NoHillsTwice), 4, 0.05),
}
"""What begins a game of each, over how many rounds the longest go on, and how often it is asked in one of one round."""


def rounds_of(seed: int, most: int) -> int:
    """Return over how many rounds a game goes on: the first games are short."""
    return 1 + seed % min(most, 1 + seed // 20)


@pytest.mark.parametrize("game", BEGIN)
def test_everybody_agrees_where_a_piece_may_go(game: str) -> None:
    begin, most, often = BEGIN[game]
    looked: Counter[str] = Counter()
    for seed in range(GAMES):
        referee, rounds = begin(seed), rounds_of(seed, most)
        asking = Agreement(spaces_of(referee), Random(f"asked {seed}"), looked=looked)

        def look(referee: Referee, asking: Agreement = asking, often: float = often / rounds) -> None:
            if asking.rng.random() < often:
                asking.look(referee)

        try:
            play_on(referee, RandomBot(seed), rounds=rounds, tick=look)
        except Exception as error:
            error.add_note(f"game {seed} of {GAMES}, ply {referee.journal.head}")
            raise
    assert looked["March"] >= GAMES // 4
