"""What keeping a campaign costs; bare SQLite and ``json`` in the same run are the peers, times are only printed."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import pytest

from sandtable.engine import Choices, InstalledGame, Referee, Refused
from sandtable.engine.journal.documents import ply_document
from sandtable.engine.journal.journal import Epoch, Journal, Ply
from sandtable.engine.state.state import State
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.opening import open_campaign
from sandtable_twin_rivers import TWIN_RIVERS

FAMILY = InstalledGame(TWIN_RIVERS)
GAMES = 30
ROUNDS = 5


class Timed:
    """A sink that takes the time of every ply that another one keeps."""

    def __init__(self, sink: CampaignFile) -> None:
        self.sink = sink
        self.milliseconds: list[float] = []
        self.documents: list[str] = []

    def ply(self, ply: Ply) -> None:
        start = perf_counter()
        self.sink.ply(ply)
        self.milliseconds.append((perf_counter() - start) * 1e3)
        self.documents.append(ply_document(ply).decode())

    def head(self, id: int) -> None:
        self.sink.head(id)

    def epoch(self, epoch: Epoch) -> None:
        self.sink.epoch(epoch)

    def recall(self, family: InstalledGame) -> tuple[Journal, State]:
        return self.sink.recall(family)

    def close(self) -> None:
        self.sink.close()


def begun(path: Path | None, seed: int) -> Referee:
    on = frozenset(("forced_march", "river_line")) if seed % 2 else frozenset[str]()
    return new_campaign(
        FAMILY,
        path,
        lambda: Referee.begin(FAMILY, FAMILY.scenario("twin_rivers").rows(), Choices(on)),
        scenario="twin_rivers",
        title="bench",
        seed=str(seed),
        take_back="free",
    )


def bare(path: Path, documents: list[str]) -> Iterator[float]:
    """Commit documents with nothing but SQLite, as safe from a power cut; yield the milliseconds of each."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        connection.execute("CREATE TABLE plies (id INTEGER PRIMARY KEY, document TEXT)")
        for document in documents:
            start = perf_counter()
            connection.execute("INSERT INTO plies VALUES (NULL, ?)", (document,))
            yield (perf_counter() - start) * 1e3


def test_a_commit(say: Callable[[str], None], tmp_path: Path) -> None:
    """A real ply through the whole sink; the goal is 1 ms at the median."""
    ours: list[float] = []
    theirs: list[float] = []
    for seed in range(GAMES):
        referee = begun(tmp_path / f"{seed}.campaign", seed)
        assert isinstance(referee.sink, CampaignFile)
        timed = referee.sink = Timed(referee.sink)
        play_on(referee, RandomBot(seed))
        referee.sink.close()
        ours += timed.milliseconds
        theirs += bare(tmp_path / f"{seed}.db", timed.documents)
    cuts = quantiles(ours, n=100)
    say(
        f"a commit of a ply: median {median(ours):.2f} ms, 95 % {cuts[94]:.2f}, 99 % {cuts[98]:.2f}; "
        f"bare SQLite {median(theirs):.2f} ms: ratio {median(ours) / median(theirs):.2f}"
    )


def test_random_play_with_every_ply_on_disk(say: Callable[[str], None], tmp_path: Path) -> None:
    """Whole games of Twin Rivers with their beginning and closing, against the same in memory."""

    def rate(folder: Path | None, first: int) -> float:
        actions, start = 0, perf_counter()
        for seed in range(first, first + GAMES):
            referee = begun(folder and folder / f"{seed}.campaign", seed)
            actions += play_on(referee, RandomBot(seed))
            referee.sink.close()
        return actions / (perf_counter() - start)

    rate(None, 0)
    pairs = [(rate(tmp_path, GAMES * at), rate(None, GAMES * at)) for at in range(ROUNDS)]
    kept, memory = (median(rates) for rates in zip(*pairs, strict=True))
    say(f"random play of Twin Rivers, on disk: {kept:,.0f} actions/s, in memory {memory:,.0f}: {kept / memory:.2f}")


def long_campaign(path: Path, plies: int) -> int:
    """Play game after game on one journal until it has so many plies; return the hash of the position."""
    referee, bot = begun(path, 1), RandomBot(1)
    assert isinstance(referee.sink, CampaignFile)
    with referee.sink.file.unit():
        while len(referee.journal.plies) < plies:
            if referee.prompt is None:
                referee.history.goto(1)
            ask = referee.prompt.open[0] if referee.prompt is not None else None
            assert ask is not None
            action = bot.answer(referee, ask)
            assert action is not None
            try:
                referee.play(action, ask.side)
            except Refused:  # a discovery
                continue
    referee.sink.close()
    return referee.game.state.hash


@pytest.mark.parametrize("plies", [10_000, 40_000])
def test_opening_a_long_game(say: Callable[[str], None], tmp_path: Path, plies: int) -> None:
    """The goal is 1.5 s for 50 MB until the question is on the screen; the peer reads the rows with ``json``."""
    path = tmp_path / "long.campaign"
    position = long_campaign(path, plies)
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(ROUNDS):
        start = perf_counter()
        opened = open_campaign(FAMILY, path)
        assert opened.referee.prompt is not None or opened.referee.game.ended
        ours.append(perf_counter() - start)
        assert opened.referee.game.state.hash == position
        opened.referee.sink.close()
        start = perf_counter()
        with closing(sqlite3.connect(path)) as connection:
            read = [json.loads(document) for (document,) in connection.execute("SELECT document FROM plies")]
        theirs.append(perf_counter() - start)
        assert len(read) == len(opened.referee.journal.plies)
    say(
        f"opening {plies:,} plies, {path.stat().st_size / 1e6:.0f} MB: {median(ours):.2f} s; "
        f"reading them with json {median(theirs):.2f} s: ratio {median(ours) / median(theirs):.2f}"
    )
