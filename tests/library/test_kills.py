"""A program killed while it saves loses nothing it has acknowledged, and leaves nothing half done."""

import os
import random
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from sandtable.library.store.documents import PresetDocument
from sandtable.library.store.library_file import Library
from tests.library.samples import made, names, untouched
from tests.tiers import count

ROOT = Path(__file__).parents[2]
KILLS = count(2_000)
LONGEST = 0.012
"""Seconds between an acknowledged state, or the start of the program, and the kill, at most."""


class Nursery:
    """The warm program that children are forked from."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.library.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.ask, self.answers = self.process.stdin, self.process.stdout
        self.said, self.rest = deque[str](), b""

    def lines(self, seconds: float) -> Iterator[str]:
        """Yield what is said, for so long."""
        end = monotonic() + seconds
        while True:
            while self.said:
                yield self.said.popleft()
            if not select.select([self.answers], [], [], max(0.0, end - monotonic()))[0]:
                return
            *whole, self.rest = (self.rest + os.read(self.answers.fileno(), 65536)).split(b"\n")
            self.said.extend(line.decode() for line in whole)

    def kill_one(self, path: Path, states: int, after: float) -> int:
        """Let a child save into a file; kill it so long after it has acknowledged so many states.

        Return the last state it acknowledged, 0 for none.
        """
        self.ask.write(f"{path}\n".encode())
        acknowledged, pid, due = 0, 0, False
        for line in self.lines(120):
            pid, acknowledged = (int(line[4:]), 0) if line.startswith("pid ") else (pid, int(line))
            states -= 1
            if states < 0:
                due = True
                break
        assert due, "the child does not save"
        for line in self.lines(after):
            acknowledged = int(line)
        os.kill(pid, signal.SIGKILL)
        for line in self.lines(120):
            if line == "gone":
                break
            acknowledged = int(line)
        return acknowledged


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    if not hasattr(os, "fork"):
        pytest.skip("children are forked")
    nursery = Nursery()
    yield nursery
    nursery.ask.close()
    nursery.answers.close()
    nursery.process.wait(60)


def state(library: Library) -> int:
    """Return the number that everything in it says, having read all of it."""
    assert not library.damage()
    hexes = library.map("plain")
    number = int(hexes.info.title)
    assert {int(library.preset("club").title), int(library.map("county").info.title), number} == {number}
    assert number == 0 or int(library.scenario("war").title) == number
    assert hexes.hexes is not None
    assert number == 0 or hexes.hexes.elevation[number % 4_000] == number % 1_000
    return number


def begun(path: Path) -> Path:
    """Make a library in state 0."""
    made(path)
    with Library.open(path, writing=True) as library:
        for key in ("county", "plain"):
            whole = library.map(key)
            vars(whole).pop("digest", None)
            object.__setattr__(whole, "info", type(whole.info)(key, "0"))
            library.put_map(whole)
        library.put_preset(PresetDocument(key="club", game="rivers", title="0"))
    return path


def test_nothing_acknowledged_is_lost_and_nothing_is_half_done(nursery: Nursery, folder_on_disk: Path) -> None:
    """The file is kept from kill to kill; every tenth time it is opened for writing in between."""
    rng = random.Random(1805)
    path, saved, left = begun(folder_on_disk / "library.db"), 0, 0
    for kill in range(KILLS):
        acknowledged = nursery.kill_one(path, rng.choice((0, 1, 1, 2, 3)), rng.uniform(0, LONGEST))
        left += len(names(folder_on_disk)) > 1
        with untouched(folder_on_disk), Library.open(path) as library:
            found = state(library)
        assert found in {acknowledged or saved, (acknowledged or saved) + 1}
        saved = found
        if kill % 10 == 9:
            with Library.open(path, writing=True) as library:
                assert state(library) == saved
            assert names(folder_on_disk) == ["library.db"]
    assert saved > KILLS  # they did save
    assert left > KILLS // 2  # and were not finished
