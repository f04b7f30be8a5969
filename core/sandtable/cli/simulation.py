"""Playing games without a table, here or in several processes; game n of a seed is the same either way."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Thread, get_ident
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import SandtableError, unknown
from sandtable.engine.referee.referee import Referee
from sandtable.engine.rules.culprits import culprit, culprit_of, within
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.bots import BOTS, play_on

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from sandtable.engine.rules.system import Scenario
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.play.begin.starts import Start


PATIENCE: Final = 3.0
"""Seconds that a process has to come to the end of an action when it is stopped."""
ALLOCATIONS: Final = 50_000
"""After so many more objects garbage is looked for."""
SELDOM: Final = 32
"""After so many actions of a game without a table its rows are compared, and one is put in words."""


def check_bot(name: str) -> None:
    """Raise ``Invalid`` for a bot that there is none of."""
    if name not in BOTS:
        raise unknown("bot", name, BOTS)


class GameTask(NamedTuple):
    """What is played; it is handed to other processes. A scenario of a library goes along as it was found there."""

    game: str
    scenario: str
    document: ScenarioDocument | None
    library: Path | None
    choices: Choices
    seed: str
    turns: int | None
    bots: str
    safe: bool


class GameResult(NamedTuple):
    """How a game went; ``began`` and ``ended`` are readings of the system's clock."""

    number: int
    finished: bool
    turns: int
    actions: int
    state_hash: str
    winner: str | None
    began: float
    ended: float
    fault: str = ""


@dataclass
class PlayedGames:
    """The games that were played, in order, and what broke down."""

    games: list[GameResult] = field(default_factory=list[GameResult])
    faults: list[str] = field(default_factory=list[str])
    stopped_at: str = ""
    """The rule that was at work when somebody interrupted it."""

    @property
    def seconds(self) -> float:
        """Seconds of play, from the first game's beginning to the last one's end."""
        return max((one.ended for one in self.games), default=0.0) - min((one.began for one in self.games), default=0.0)


def play_all(task: GameTask, games: int, workers: int, start: Start, tick: Callable[[], None]) -> PlayedGames:
    """Play the games; when interrupted, return those that are done."""
    results: list[GameResult] = []
    at = ""
    try:
        if workers == 1:
            start.family.rulebook(task.choices)
            with collected_seldom():
                for number in range(1, games + 1):
                    results.append(play_one(task, number, start.family, start.scenario))
                    tick()
        else:
            _in_processes(task, games, workers, tick, results)
            _compare(task, results, start)
    except KeyboardInterrupt as stop:
        found = culprit_of(start.family, stop)
        at = str(found) if found else ""
    results.sort()
    return PlayedGames([one for one in results if not one.fault], [one.fault for one in results if one.fault], at)


@contextmanager
def collected_seldom() -> Generator[None]:
    """Spare what is loaded by now from being gone through for garbage, and look for that seldom: play leaves little."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _compare(task: GameTask, results: list[GameResult], start: Start) -> None:
    """Play the first game here too: whoever plays it, it must be the same."""
    first = min(results)
    again = play_one(task, first.number, start.family, start.scenario)
    if not first.fault and again.state_hash != first.state_hash:
        says = "is another game in another process: a rule asks time, chance, hash() or the order of a set"
        results[results.index(first)] = first._replace(
            fault=f"{_game_name(task, first.number)} {says}; `sandtable replay --verify` on a campaign names it"
        )


def play_one(
    task: GameTask,
    number: int,
    family: InstalledGame,
    scenario: Scenario,
    tick: Callable[[Referee], None] | None = None,
) -> GameResult:
    """Play one game to its end or its last turn; ``tick`` is called before each action.

    Rows are compared now and then; a game in which something fails is played again, and they are after each action.
    """
    seldom = _play_game(task, number, family, scenario, tick, every=SELDOM)
    again = _play_game(task, number, family, scenario, tick, every=1) if seldom.fault else seldom
    return again if again.fault else seldom  # what does not happen twice is told too


def _play_game(
    task: GameTask,
    number: int,
    family: InstalledGame,
    scenario: Scenario,
    tick: Callable[[Referee], None] | None,
    every: int,
) -> GameResult:
    bot = BOTS[task.bots](f"bot|{task.seed}|{number}")
    began = perf_counter()
    try:
        rows = family.system.start_rows(scenario)
        source, board = SeededDice(f"{task.seed}|{number}"), scenario.board()
        referee = Referee.begin(family, rows, task.choices, source=source, board=board).open()
    except SandtableError as error:
        says = f"{_game_name(task, number)} does not begin: {error}"
        return GameResult(number, False, 0, 0, "", None, began, perf_counter(), says)
    referee.every = every
    actions, fault = 0, ""
    try:
        actions = play_on(referee, bot, rounds=task.turns, tick=tick)
        referee.check_seals()
    except SandtableError as error:
        actions = len(referee.journal.plies) - 1
        fault = f"{_game_name(task, number)} breaks down after {actions} actions in round {referee.game.round}: {error}"
    ended = perf_counter()
    result = referee.game.ended
    turns = referee.game.round if task.turns is None else min(referee.game.round, task.turns)
    winner = result.winner if result else None
    return GameResult(
        number, result is not None, turns, actions, f"{referee.game.state.hash:032x}", winner, began, ended, fault
    )


def _game_name(task: GameTask, number: int) -> str:
    return f"game {number} (seed {task.seed})"


# -- several processes


class Stopped(Exception):
    """The first process has been interrupted."""


_family: InstalledGame | None = None
_scenario: Scenario | None = None
_stop: Event | None = None


def _set_up(task: GameTask, stop: Event) -> None:
    """Load the game once in a process; Ctrl-C is the first process's affair."""
    global _family, _scenario, _stop  # one of each a process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from sandtable.engine.discovery.modules import Plugins

    family = Plugins(safe=task.safe).family(task.game)
    if task.document is not None and task.library is not None:
        from sandtable.play.begin.starts import Start

        scenario = Start.of(task.document, family, task.library).scenario
    else:
        scenario = family.scenario(task.scenario)
    _family, _scenario, _stop = family, scenario, stop
    gc.freeze()  # as in ``play_all``
    Thread(target=_leave, args=(family, get_ident(), stop), daemon=True).start()


def _leave(family: InstalledGame, at_work: int, stop: Event) -> None:
    """End this process when it is stopped and its rules do not come to an end."""
    stop.wait()
    sleep(PATIENCE)
    found = culprit(family, within(at_work))
    if found is not None:
        sys.stderr.write(f"{found} did not come to an end\n")
        sys.stderr.flush()
        os._exit(1)


def _play(task: GameTask, number: int) -> GameResult:
    assert _family is not None
    assert _scenario is not None
    return play_one(task, number, _family, _scenario, _go_on)


def _go_on(_: Referee) -> None:
    if _stop is not None and _stop.is_set():
        raise Stopped


def _in_processes(
    task: GameTask, games: int, workers: int, tick: Callable[[], None], results: list[GameResult]
) -> None:
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    context = get_context("spawn")
    stop = context.Event()
    numbers = iter(range(1, games + 1))
    with ProcessPoolExecutor(min(workers, games), context, _set_up, (task, stop)) as pool:
        under_way: set[Future[GameResult]] = set()
        try:
            while True:
                under_way |= {
                    pool.submit(_play, task, number) for number in islice(numbers, 4 * workers - len(under_way))
                }
                if not under_way:
                    return
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    results.append(future.result())
                    tick()
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
