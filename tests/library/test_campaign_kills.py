"""A program killed while it plays loses nothing it has acknowledged, and leaves nothing half done."""

import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pytest

from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.incomplete_campaigns import is_incomplete, remove_incomplete
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign
from tests.library.campaigns import FAMILY, go_on
from tests.library.samples import names, untouched
from tests.tiers import count

ROOT = Path(__file__).parents[2]
LONGEST = 0.012
"""Seconds between what was acknowledged, or the start of the program, and the kill, at most."""
MOST_PLIES = 1_500


class Said(NamedTuple):
    """The last standing that a child has acknowledged, and whether it was about to change it."""

    standing: str
    trying: bool


class Nursery:
    """The warm program that children are forked from."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.library.campaign_nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.ask, self.answers, self.heard = self.process.stdin, self.process.stdout, b""

    def lines(self, seconds: float) -> Iterator[str]:
        """Yield what is said within some time; who stops listening finds the rest the next time."""
        end = monotonic() + seconds
        while True:
            while b"\n" in self.heard:
                line, _, self.heard = self.heard.partition(b"\n")
                yield line.decode()
            if not select.select([self.answers], [], [], max(0.0, end - monotonic()))[0]:
                return
            self.heard += os.read(self.answers.fileno(), 65536)

    def kill_one(self, path: Path, acts: int, after: float) -> Said:
        """Let a child play; kill it so long after it has acknowledged so many acts."""
        self.ask.write(f"{path}\n".encode())
        said, pid = Said("", trying=True), 0
        for line in self.lines(120):
            if line.startswith("pid "):
                pid = int(line[4:])
            else:
                said = Said(said.standing, trying=True) if line == "try" else Said(line, trying=False)
                acts -= not said.trying
            if pid and acts < 0:
                break
        assert pid, "the child does not play"
        for line in self.lines(after):
            said = Said(said.standing, trying=True) if line == "try" else Said(line, trying=False)
        os.kill(pid, signal.SIGKILL)
        for line in self.lines(120):
            if line == "gone":
                return said
            said = Said(said.standing, trying=True) if line == "try" else Said(line, trying=False)
        raise AssertionError("the child does not go")


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    if not hasattr(os, "fork"):
        pytest.skip("children are forked")
    nursery = Nursery()
    yield nursery
    nursery.ask.close()
    nursery.answers.close()
    nursery.process.wait(60)


def standing(opened: OpenedCampaign) -> str:
    journal = opened.referee.journal
    return f"{len(journal.plies)} {journal.head} {opened.referee.game.state.hash:032x}"


def check(path: Path, said: Said, known: dict[int, int]) -> dict[int, int]:
    """Hold that what was acknowledged is there, and of what was tried all or nothing; return the plies with hashes."""
    with untouched(path.parent):
        opened = open_campaign(FAMILY, path, reading=True)
    assert not opened.notices  # nothing is missing, and nothing is said to be
    plies = {id: ply.hash for id, ply in opened.referee.journal.plies.items()}
    assert known.items() <= plies.items()
    found = standing(opened)
    if said.standing and found != said.standing:
        assert said.trying
        assert len(plies) in (before := int(said.standing.split()[0]), before + 1)
    elif not said.standing:
        assert len(plies) - len(known) <= 1
    return plies


@pytest.mark.parametrize("where", ["on a disk", "in memory"])
def test_nothing_acknowledged_is_lost_and_nothing_is_half_done(
    nursery: Nursery, folder_on_disk: Path, folder_in_memory: Path, where: str
) -> None:
    """2,000 kills in all; the file is kept from kill to kill, for a while, and killed in its making too."""
    folder = folder_on_disk if where == "on a disk" else folder_in_memory
    rng = random.Random(where)
    path, known, files, unborn, left, most = folder / "1" / "x.campaign", dict[int, int](), 1, 0, 0, 0
    for kill in range(count(1_000)):
        fresh = len(known) > MOST_PLIES or kill % 12 == 5
        if fresh:
            files += 1
            path, known = folder / f"{files}" / "x.campaign", {}
        said = nursery.kill_one(path, -1 if fresh else rng.choice((-1, 0, 1, 2, 4)), rng.uniform(0, LONGEST))
        left += path.with_name("x.campaign-wal").exists()
        if not path.exists() or is_incomplete(path):
            assert not known
            assert not said.standing
            unborn += path.exists()
            continue
        known = check(path, said, known)
        most = max(most, len(known))
    print(f"{where}: {files} campaigns, {unborn} killed in their making, up to {most} plies")
    assert left
    for path in folder.glob("*/x.campaign"):
        if is_incomplete(path):
            remove_incomplete(path)
            continue
        opened = open_campaign(FAMILY, path)
        if opened.referee.journal.plies:
            go_on(opened.referee)
        opened.referee.sink.close()
    last = open_campaign(FAMILY, max(folder.glob("*/x.campaign"), key=lambda one: one.stat().st_size), reading=True)
    assert not [one for one in verify(FAMILY, last.start, last.referee.journal) if isinstance(one, Mismatch)]
    assert {name for one in folder.iterdir() for name in names(one)} == {"x.campaign"}
