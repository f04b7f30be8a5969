"""Random play of a shipped scenario against that of the Peninsula, in pairs of the same run.

It is played as ``sandtable simulate`` plays it. The game is the installed one, of our own distribution: made as a
stranger's all its rows would be compared after each ply, which costs a scenario with many rows more. Rows are compared
and plies put in words now and then alone, and garbage is looked for seldom: what else this process holds is no part of
the games. Counted is time of the processor from the first question on, without laying out, the journal in memory. On a
loaded machine a pair scatters by a third, the median by a twentieth; instructions (callgrind) do not.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache
from statistics import median
from time import process_time
from typing import Any

from sandtable.cli.simulation import SELDOM, collected_seldom
from sandtable.engine import InstalledGame, Referee, SeededDice
from sandtable.engine.discovery.modules import Plugins
from sandtable.lab.bots import RandomBot, play_on

GAMES = ("empires", "grande_armee")
PENINSULA = "peninsula-1808"
PAIRS = 9
TURNS = {PENINSULA: 6, "grand-campaign-1805": 4, "austria-1809": 8}
"""Turns of a game; the others are played to their ends. In March 1805 is the first Economic Phase."""

_plugins = Plugins(safe=True)


@cache
def installed(key: str) -> tuple[InstalledGame, list[Any], Any]:
    """Return the game of a scenario, the rows that it begins with, and its map."""
    families = [_plugins.family(game) for game in GAMES]
    family = next(one for one in families if key in {scenario.key for scenario in one.system.scenarios})
    scenario = family.scenario(key)
    return family, list(family.system.start_rows(scenario)), scenario.board()


def begin(key: str, seed: int | str) -> Referee:
    family, rows, board = installed(key)
    referee = Referee.begin(family, rows, source=SeededDice(seed), board=board).open()
    referee.every = SELDOM
    return referee


def rate(key: str, seeds: range) -> float:
    """Play these games; return the actions a second of the processor, without laying out."""
    actions, seconds = 0, 0.0
    for seed in seeds:
        referee = begin(key, seed)
        gc.collect()  # what games before have left is no part of this one
        start = process_time()
        actions += play_on(referee, RandomBot(seed), rounds=TURNS.get(key))
        seconds += process_time() - start
    return actions / seconds


def against_the_peninsula(key: str, games: int, say: Callable[[str], None], peninsula: int = 1) -> float:
    """Return the median of the ratios of pairs: so many games of a scenario, so many of the Peninsula."""
    for one in (key, PENINSULA):
        rate(one, range(90, 91))  # what is made once is made before the clock runs
    with collected_seldom():
        pairs = [
            (
                rate(key, range(at * games, (at + 1) * games)),
                rate(PENINSULA, range(at * peninsula, (at + 1) * peninsula)),
            )
            for at in range(PAIRS)
        ]
    ratio = median(ours / theirs for ours, theirs in pairs)
    ours, theirs = (median(one) for one in zip(*pairs, strict=True))
    say(f"{key} {ours:,.0f} actions/s, the Peninsula {theirs:,.0f} actions/s: ratio {ratio:.3f}")
    return ratio
