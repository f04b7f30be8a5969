"""How fast bots play on hexes: the Drill Ground, whose units march by poses, against the Peninsula in the same run."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from sandtable.engine import GameSystem, InstalledGame, Referee, SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires.system import EMPIRES

PENINSULA = "peninsula-1808"
ROUNDS = 3


def rate(system: GameSystem, key: str, seeds: range) -> float:
    """Play these games to their end; return the actions a second, without laying out."""
    scenario = next(one for one in system.scenarios if one.key == key)
    family, begun = InstalledGame(system), list(system.start_rows(scenario))
    actions, seconds = 0, 0.0
    for seed in seeds:
        board = scenario.map() if scenario.map is not None else None
        referee = Referee.begin(family, begun, source=SeededDice(seed), board=board).open()
        start = perf_counter()
        actions += play_on(referee, RandomBot(seed))
        seconds += perf_counter() - start
    return actions / seconds


def test_random_games_by_poses_against_random_games_by_areas(say: Callable[[str], None]) -> None:
    """The goal is 0.4 of the Peninsula's rate: a pose has some ten strides, an area four links."""
    rates = [(rate(DRILL_GROUND, "drill_ground", range(40)), rate(EMPIRES, PENINSULA, range(4))) for _ in range(ROUNDS)]
    ratio = median(drill / peninsula for drill, peninsula in rates)
    drill, peninsula = (median(one) for one in zip(*rates, strict=True))
    say(f"drill ground {drill:.0f} actions/s, the Peninsula {peninsula:.0f} actions/s: ratio {ratio:.3f}")
    assert ratio >= 0.4
