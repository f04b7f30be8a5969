"""Random games of Twin Rivers under every set of options, taken back, branched, saved and opened again on the way.

Each must end; and a fresh process, with another order of hashes, must work every ply out again to the same position.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.engine import Choices, Illegal, InstalledGame
from sandtable.engine.referee.referee import Referee
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.opening import open_campaign
from sandtable_twin_rivers import TWIN_RIVERS
from tests.interpreters import environment, others
from tests.tiers import ASKED, count

GAMES = count(10_000)
BATCHES = 10
FAMILY = InstalledGame(TWIN_RIVERS)
WHOLE_GAME = 2_000  # actions; one without detours takes about 50


def all_choices() -> Iterator[Choices]:
    for straggles in (None, *range(6)):
        for adds in (None, *range(1, 4)):
            numbers: dict[str, dict[str, Any]] = {}
            if straggles is not None:
                numbers["forced_march"] = {"straggles_on": straggles}
            if adds is not None:
                numbers["river_line"] = {"adds": adds}
            yield Choices(frozenset(numbers), numbers)


CHOICES = list(all_choices())


def begin(path: Path, seed: int, choices: Choices) -> Referee:
    """Begin a campaign in a file; every fourth is played with dice that are typed in."""
    rows = TWIN_RIVERS.scenarios[0].rows
    return new_campaign(
        FAMILY,
        path,
        lambda: Referee.begin(FAMILY, rows(), choices),
        scenario="twin_rivers",
        title=f"game {seed}",
        seed=None if seed % 4 == 3 else str(seed),
        take_back="free",
    )


def play(path: Path, seed: int) -> Referee:
    """Play a whole game with detours: a few plies, then something that a table may do, until it is over."""
    rng = Random(f"detours {seed}")
    referee = begin(path, seed, CHOICES[seed % len(CHOICES)])
    bot = RandomBot(seed)
    for _ in range(rng.randint(3, 12)):
        play_some(referee, bot, rng.randint(1, 20))
        referee = detour(referee, path, rng)
    play_on(referee, bot, most=WHOLE_GAME)
    assert referee.game.ended is not None
    assert referee.offers() == []
    return referee


def play_some(referee: Referee, bot: RandomBot, most: int) -> None:
    for _ in range(most):
        prompt = referee.prompt
        if prompt is None:
            return
        ask = prompt.open[0]
        action = bot.answer(referee, ask)
        assert action is not None, f"dead end: {ask}"
        referee.play(action, ask.side)


def detour(referee: Referee, path: Path, rng: Random) -> Referee:
    before = referee.game.state.hash
    match rng.choice(["undo", "redo", "branch", "reopen", "nothing"]):
        case "undo":
            for _ in range(rng.randint(1, 6)):
                try:
                    referee.history.undo()
                except Illegal:
                    break
            if rng.random() < 0.5:
                redo_all(referee)
                assert referee.game.state.hash == before
        case "redo":
            redo_all(referee)
        case "branch":
            referee.history.goto(rng.choice(list(referee.journal.plies)))
        case "reopen":
            referee.sink.close()
            opened = open_campaign(FAMILY, path)
            assert opened.referee.game.state.hash == before
            return opened.referee
        case _:
            pass
    return referee


def redo_all(referee: Referee) -> None:
    while referee.journal.redo_of(referee.journal.head) is not None:
        referee.history.redo()


VERIFY = """
import json, sys
from pathlib import Path
from sandtable.engine import InstalledGame
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import open_campaign
from sandtable_twin_rivers import TWIN_RIVERS

family, found = InstalledGame(TWIN_RIVERS), {}
for path in sorted(Path(sys.argv[1]).iterdir()):
    opened = open_campaign(family, path, reading=True)
    plies = list(verify(family, opened.start, opened.referee.journal, every=int(sys.argv[2])))
    wrong = [f"ply {one.ply}: {one.says}" for one in plies if isinstance(one, Mismatch)]
    hashes = {one.id: f"{one.hash:032x}" for one in plies if not isinstance(one, Mismatch)}
    found[path.name] = [wrong, hashes, f"{opened.referee.game.state.hash:032x}"]
print(json.dumps(found))
"""


def replay_afresh(folder: Path, batch: int) -> dict[str, tuple[list[str], dict[str, str], str]]:
    """Open and verify all campaigns of a folder in a fresh process: of this Python and the others here in turn."""
    pythons = [Path(sys.executable), *others().values()]
    python = pythons[batch % len(pythons)]
    done = subprocess.run(
        [python, "-c", VERIFY, folder, str(ASKED)],
        env=environment(python, str(4_000_000 + batch)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, tuple[list[str], dict[str, str], str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_and_are_the_same_in_a_fresh_process(batch: int, folder_in_memory: Path) -> None:
    played: dict[str, tuple[list[str], dict[str, str], str]] = {}
    for seed in range(batch, GAMES, BATCHES):
        path = folder_in_memory / f"game-{seed:05}"
        referee = play(path, seed)
        referee.sink.close()
        hashes = {str(id): f"{ply.hash:032x}" for id, ply in referee.journal.plies.items()}
        played[path.name] = ([], hashes, f"{referee.game.state.hash:032x}")
    there = {name: tuple(found) for name, found in replay_afresh(folder_in_memory, batch).items()}
    assert there == played
