"""How much work ``sandtable list`` is, against importing what it stands on, run by turns with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROUNDS = 9
PEER = "import click, msgspec"
OURS = "from sandtable.cli import main\nmain(['list'])"
REACH = 5.0


def user_seconds(code: str, home: Path) -> float:
    """Return the processor time of a process of its own."""
    before = os.times().children_user
    environment = {**os.environ, "SANDTABLE_HOME": str(home)}
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, env=environment)
    return os.times().children_user - before


def test_list_against_its_foundations(tmp_path: Path) -> None:
    pairs = [(user_seconds(OURS, tmp_path), user_seconds(PEER, tmp_path)) for _ in range(ROUNDS)]
    ratio = median(ours / peer for ours, peer in pairs)
    ours, peer = (median(times) for times in zip(*pairs, strict=True))
    print(f"sandtable list {ours:.3f} s, its foundations {peer:.3f} s: {ratio:.2f} of it, to reach {REACH}")
    assert ratio <= REACH
