"""Which tests execute a line: recorded once for each folder of tests, and again when the checkout has changed much."""

from __future__ import annotations

import hashlib
import importlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from scripts.mutation.sites import Mutant
from scripts.mutation.tree import ROOT, ROOTS, Tree

KEPT: Final = ROOT / ".mutants"
ALSO: Final = {"library": ("tests/hostile/sqlite",), "interchange": ("tests/hostile",), "cli": ("tests/play",)}
"""Folders of tests that prove a package besides the one of its name."""


def package_of(path: str) -> str:
    """Name the package a file belongs to: a folder of the core, a plugin, or the editor's part."""
    root, package, *inner = path.split("/")
    return f"{package}/{inner[0]}" if root in ("core", "editor") and len(inner) > 1 else package


def folders_of(path: str) -> list[str]:
    """Return the folders of tests that mirror a file's package; what has none of its own is there for the commands."""
    parts = Path(path).parts
    if parts[0] == "plugins":
        found = [f"tests/plugins/{parts[1].removeprefix('sandtable_')}"]
    elif parts[0] == "editor":
        found = ["tests/editor"]
    else:
        inner = parts[2] if len(parts) > 3 else "engine"
        found = [f"tests/{inner}", *ALSO.get(inner, ())]
    return [one for one in found if (ROOT / one).is_dir()] or ["tests/cli"]


class Recording:
    """What the runs of some folders have shown."""

    def __init__(self, folders: Iterable[str]) -> None:
        coverage: Any = importlib.import_module("coverage")
        self.seconds: dict[str, float] = {}
        self.data: list[Any] = []
        self.then: dict[str, str] = {}
        for folder in sorted(set(folders)):
            at = kept(folder)
            self.seconds |= json.loads(at.with_suffix(".json").read_text())
            self.then |= json.loads(at.with_suffix(".sources").read_text())
            data = coverage.CoverageData(basename=str(at))
            data.read()
            self.data.append(data)

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that execute a mutant's lines, quickest first; those of its file, where that has changed."""
        same = self.then.get(mutant.path) == digest(mutant.path)
        found = set[str]()
        for data in self.data:
            for line, contexts in data.contexts_by_lineno(mutant.path).items():
                if not same or mutant.first <= line <= mutant.last:
                    found |= set(contexts)
        return sorted(found & self.seconds.keys(), key=lambda id: (self.seconds[id], id))


def digest(path: str) -> str:
    """Return a hash of a file as it is."""
    return hashlib.sha256((ROOT / path).read_bytes()).hexdigest()


def kept(folder: str) -> Path:
    """Return where the recording of a folder is."""
    return KEPT / (re.sub(r"\W", "-", folder) + ".coverage")


def record(folder: str, tree: Tree) -> str:
    """Run a folder of tests with an eye on every line; return pytest's last line."""
    KEPT.mkdir(exist_ok=True)
    sources = {
        str(path.relative_to(ROOT)): digest(str(path.relative_to(ROOT)))
        for root in ROOTS
        for path in sorted((ROOT / root).rglob("*.py"))
    }
    at = kept(folder)
    at.unlink(missing_ok=True)
    _, said = tree.run(["-p", "scripts.mutation.recorder", folder], SANDTABLE_RECORD=str(at))
    if not at.with_suffix(".json").exists():
        raise SystemExit(f"{folder} could not be recorded:\n{said[-2000:]}")
    at.with_suffix(".sources").write_text(json.dumps(sources))
    return said.rstrip().rpartition("\n")[2]
