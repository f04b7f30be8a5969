"""The peer of the area benchmark: libpysal's Rook contiguity over a geopandas frame.

It runs in a process of its own, with this Python if the extra `bench` is installed, else with one
that it sets up beside this file: pandas would slow down every start of the project's own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

HERE = Path(__file__).parent
PEER = ("libpysal>=4.12", "geopandas>=1.0")
HOUSE = HERE / ".venv"
STAMP = HOUSE / ".complete"
"""Names what is installed there; written last."""

SECONDS = 600


@dataclass(frozen=True, slots=True)
class Peer:
    """What Rook took, milliseconds, and the pairs of indices it found."""

    median_ms: float
    pairs: frozenset[tuple[int, int]]
    libpysal: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The peer cannot be measured here; `why` is one sentence."""

    why: str


def measure(shapes: Sequence[BaseGeometry], rounds: int = 5) -> Peer | Missing:
    """Let the peer find who borders whom; the first call may install it, for which it needs a package index."""
    python = _python()
    if isinstance(python, Missing):
        return python
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shapes.json"
        path.write_text(json.dumps([shapely.to_wkb(shape, hex=True) for shape in shapes]), encoding="utf-8")
        run = _run([str(python), str(HERE / "rook.py"), str(path), str(rounds)])
    if run.returncode != 0:
        return Missing(f"libpysal failed: {(run.stderr.strip() or 'no reason given').splitlines()[-1]}")
    found = json.loads(run.stdout)
    return Peer(found["median_ms"], frozenset((a, b) for a, b in found["pairs"]), found["libpysal"])


def _python() -> Path | Missing:
    """Return a Python that has the peer."""
    if find_spec("libpysal") and find_spec("geopandas"):
        return Path(sys.executable)
    python = HOUSE / "bin" / "python"
    wanted = " ".join((*PEER, f"shapely=={shapely.__version__}"))
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted:
        return python
    try:
        venv.create(HOUSE, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as failure:
        return Missing(f"no environment could be made for libpysal: {failure}")
    run = _run([str(python), "-I", "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted.split()])
    if run.returncode != 0:
        return Missing("libpysal could not be installed; pip install 'sandtable-workbench[bench]' says why.")
    STAMP.write_text(wanted, encoding="utf-8")
    return python


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"it did not end within {SECONDS} s")
