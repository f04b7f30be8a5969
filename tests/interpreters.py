"""The interpreters that can play here besides the one that runs the tests.

``scripts/test --interpreters`` makes an environment for each Python that the machine has, in ``.venvs``; others can be
named in ``SANDTABLE_INTERPRETERS``, as in a path.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOTS = [ROOT, ROOT / "core", ROOT / "plugins", ROOT / "editor", ROOT / "docs" / "examples"]
NEEDS = "import click, msgspec, numpy, platformdirs, pluggy, shapely, sys; print('%d.%d' % sys.version_info[:2])"


@cache
def others() -> dict[str, Path]:
    """Return the interpreters of other versions that have what the program needs, by version."""
    named = [Path(one) for one in os.environ.get("SANDTABLE_INTERPRETERS", "").split(os.pathsep) if one]
    found = {_version(path): path for path in [*named, *sorted(ROOT.glob(".venvs/*/bin/python"))]}
    return {version: path for version, path in sorted(found.items()) if version not in ("", _own())}


def _own() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def _version(python: Path) -> str:
    """Say which Python this is; an empty text when it lacks something or does not run."""
    try:
        done = subprocess.run([python, "-c", NEEDS], capture_output=True, text=True, check=False, timeout=60)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def environment(python: Path, hash_seed: str) -> dict[str, str]:
    """Return the environment in which an interpreter finds this checkout, with an order of hashes of its own."""
    own = python == Path(sys.executable)
    path = [*sys.path] if own else [str(root) for root in ROOTS]
    return {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, path))}
