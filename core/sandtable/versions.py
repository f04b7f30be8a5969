"""What a report of an error needs: versions of the program, of what it stands on, and of what has been plugged in."""

from __future__ import annotations

import platform
import sqlite3
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Final

from sandtable.distribution import NAME, VERSION, is_ours, stranger

GROUPS: Final = ("sandtable.games", "sandtable.rules", "sandtable.library", "sandtable.commands")


def report_lines() -> list[str]:
    """Return all of it, a line each: this may be called whatever state the program is in."""
    lines = [
        f"Sandtable {VERSION} ({NAME})",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
        f"Qt {_qt()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"System {platform.platform()}",
        *_plugins(),
        *_rules_files(),
    ]
    return [*lines, stranger()] if stranger() else lines


def _qt() -> str:
    """Say which Qt is there, without loading it."""
    for distribution in ("PySide6_Essentials", "PySide6"):
        try:
            return f"{version(distribution)} ({'loaded' if 'PySide6.QtCore' in sys.modules else 'not loaded'})"
        except PackageNotFoundError:
            continue
    return "is not installed"


def _plugins() -> Iterator[str]:
    """Yield every third party's entry point with its version, and the fingerprint of its source once it is loaded."""
    for group in GROUPS:
        for point in sorted(entry_points(group=group), key=lambda one: (one.name, one.value)):
            if point.dist is None or not is_ours(point.dist.name):
                place = f"{point.dist.name} {point.dist.version}" if point.dist is not None else "no package"
                kind = group.removeprefix("sandtable.")
                yield f"Plugin {point.name} ({kind}: {point.value}), {place}, {_fingerprint(point)}"


def _fingerprint(point: EntryPoint) -> str:
    source = getattr(sys.modules.get(point.module), "__file__", None)
    return f"fingerprint {_digest(Path(source))}" if source else "not loaded"


def _rules_files() -> Iterator[str]:
    """Yield the single files of rules that have been run."""
    from sandtable.engine.discovery.trust import PACKAGE

    for name, module in sorted(sys.modules.items()):
        if name.startswith(PACKAGE) and module.__file__:
            yield f"Rules file {module.__file__}, fingerprint {_digest(Path(module.__file__))}"


def _digest(path: Path) -> str:
    """Return what a source is known by, as ``Family.content`` reckons it."""
    try:
        return sha256(path.read_text("utf-8").encode()).hexdigest()[:16]
    except (OSError, UnicodeDecodeError):
        return "unknown"
