"""A class's name says which it is: no public one stands twice in core and editor, no plugin hides one of the core."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]


def twins(files: Iterable[Path]) -> dict[str, list[Path]]:
    """Return the names of public classes that stand in several files, with these."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(files):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path)
    return {name: places for name, places in found.items() if len(places) > 1}


def test_no_public_class_has_the_name_of_another() -> None:
    found = twins(path for root in ("core", "editor") for path in (ROOT / root).rglob("*.py"))
    assert not found, "\n".join(f"{name}: {', '.join(map(str, places))}" for name, places in found.items())


def test_a_name_that_stands_twice_is_found(tmp_path: Path) -> None:
    for name, text in {
        "one.py": "class Reach: ...\nclass _Own: ...",
        "two.py": "class Reach: ...\nclass _Own: ...",
    }.items():
        (tmp_path / name).write_text(text)
    assert twins(tmp_path.glob("*.py")) == {"Reach": [tmp_path / "one.py", tmp_path / "two.py"]}


FACES = ("engine", "board", "present")
"""The packages of the core whose names plugins import."""


def hidden(files: Iterable[Path]) -> list[str]:
    """Return which files make a name of their own that the core exports to plugins."""
    exported = {name for face in FACES for name in import_module(f"sandtable.{face}").__all__}
    return [f"{path}: {name}" for path in sorted(files) for name in sorted(_made(path)) if name in exported]


def _made(path: Path) -> Iterator[str]:
    """Yield the names that a file makes at its top level, other than by importing them."""
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def test_no_plugin_hides_a_name_that_the_core_exports() -> None:
    found = hidden(path for root in ("plugins", "docs/examples") for path in (ROOT / root).rglob("*.py"))
    assert not found, "\n".join(found)


def test_a_name_that_is_hidden_is_found(tmp_path: Path) -> None:
    path = tmp_path / "marches.py"
    path.write_text("from sandtable.engine import Game\nclass Ways: ...\nPlace = tuple[int, int]\ncaught = 1\n")
    assert hidden([path]) == [f"{path}: Place", f"{path}: Ways"]
