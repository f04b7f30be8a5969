"""What a class is called says which one it is: no public name stands twice in core and editor."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
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
