"""The peer of the kernel benchmark: one move and one undo in boardgame.io, 2,000 pieces, 200 areas.

The game is `move_undo.cjs`; boardgame.io's own client runs it in a node process of its own.
Nothing of it is imported by or shipped with Sandtable.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict

HERE = Path(__file__).parent
LOCK = HERE / "package-lock.json"
MODULES = HERE / "node_modules"
STAMP = MODULES / ".complete"
"""Holds the digest of the lock file the folder was installed from; written last."""

INSTALL_SECONDS = 300
RUN_SECONDS = 300

Layout = Literal["array", "by_id"]
"""How the peer's state keeps pieces and areas: arrays indexed by number (its fastest way), or
objects keyed by a textual id. The second costs it about ten times as much: say which with a ratio."""


@dataclass(frozen=True, slots=True)
class Peer:
    """What boardgame.io took for one move and its undo, microseconds."""

    median_us: float
    min_us: float
    rounds: int
    pieces: int
    layout: str
    boardgame_io: str
    node: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The peer cannot be measured here; `why` is one sentence."""

    why: str


class PeerBroken(RuntimeError):
    """boardgame.io ran, but a move did not change the position or an undo did not restore it."""


class _Figures(TypedDict):
    median_us: float
    min_us: float
    rounds: int
    pieces: int
    layout: str
    boardgame_io: str
    node: str


def measure(rounds: int = 200, *, layout: Layout = "array") -> Peer | Missing:
    """Run the peer for this many rounds after its warm-up.

    The first call installs the npm packages of `package-lock.json` beside this file, and needs a
    package registry for that; later calls need no network.

    Raises `PeerBroken` when the script reports a failed check.
    """
    node = shutil.which("node")
    if node is None:
        return Missing("node is not installed; the peer is a node program.")
    if (failure := _install()) is not None:
        return failure
    try:
        run = subprocess.run(
            [node, "move_undo.cjs", str(rounds), layout],
            cwd=HERE, capture_output=True, text=True, encoding="utf-8", timeout=RUN_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as slow:
        raise PeerBroken(f"The peer did not finish {rounds} rounds in {RUN_SECONDS} s.") from slow
    if run.returncode != 0:
        raise PeerBroken(run.stderr.strip() or f"The peer ended with exit code {run.returncode}.")
    figures: _Figures = json.loads(run.stdout)
    return Peer(**figures)


def _install() -> Missing | None:
    """Install the packages of the lock file unless they are there; say why when that fails."""
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return None
    npm = shutil.which("npm")
    if npm is None:
        return Missing("npm is not installed; it fetches boardgame.io for the peer.")
    try:
        run = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
            cwd=HERE, capture_output=True, text=True, encoding="utf-8", timeout=INSTALL_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Missing(f"npm did not install boardgame.io in {INSTALL_SECONDS} s.")
    if run.returncode != 0:
        return Missing(f"npm could not install boardgame.io: {_complaint(run.stderr)}")
    STAMP.write_text(wanted, encoding="utf-8")
    return None


def _complaint(stderr: str) -> str:
    """Pick what npm says went wrong from among its warnings and codes."""
    errors = [line.removeprefix("npm error ") for line in stderr.splitlines() if line.startswith("npm error ")]
    told = [line for line in errors if not line.startswith(("code ", "errno ", "syscall "))]
    return (told or errors or ["no reason given"])[0]
