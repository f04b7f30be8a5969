"""A sitting that is ended from outside: its campaign is closed, whole, and goes on where it stood."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.cli.house import House
from tests.library.samples import names
from tests.tiers import count

SITTINGS = min(3, count(100))


def ended(house: House, path: Path, lines: int, by: signal.Signals) -> int:
    """Let bots play in a process of its own, send it a signal after so many lines; return the exit status."""
    command = house.command("play", "crown", "--bot", "North", "--bot", "South", "--campaign", str(path))
    with subprocess.Popen(
        command,
        env=house.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as running:
        assert running.stdout is not None
        for _ in range(lines):
            running.stdout.readline()
        running.send_signal(by)
        said = running.communicate(timeout=60)[1]
    assert "Traceback" not in said
    assert ("Saved at ply" in said) <= (by is signal.SIGINT)
    return running.returncode


@pytest.mark.skipif(os.name == "nt", reason="signals are sent")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
def test_a_sitting_that_is_ended_while_bots_play_is_closed_and_whole(
    house: House, tmp_path: Path, by: signal.Signals
) -> None:
    rng, path = Random(by.name), tmp_path / "crown" / "x.campaign"
    for _ in range(SITTINGS):
        assert ended(house, path, rng.randrange(2, 9), by) == (0 if by is signal.SIGINT else 128 + by)
        assert names(path.parent) == ["x.campaign"]
        assert path.read_bytes()[18:20] == b"\1\1"  # it was closed
        house.run("replay", path, "--verify")
