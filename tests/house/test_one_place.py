"""What is done in one place: questions begin and end, failures of modules are laid at their door."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "core/sandtable/engine"


def sources(*roots: str) -> Iterator[tuple[str, str]]:
    """Yield the files below these folders with their text."""
    for root in roots:
        for path in sorted((ROOT / root).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text("utf-8")


@pytest.mark.parametrize(
    ("what", "homes"),
    [
        (r"\.queries\s*[+-]=", {"core/sandtable/engine/queries.py"}),
        (r"\bas_broken\(", {f"core/sandtable/engine/{name}.py" for name in ("failures", "queries", "rules/dispatch")}),
        (r"\.refusals\(", {"core/sandtable/engine/actions/search.py"}),
    ],
)
def test_it_is_done_in_one_place(what: str, homes: set[str]) -> None:
    """A query is counted by ``Query``; a failure becomes ``Broken`` by ``Blame`` and in two hot loops."""
    assert {name for name, text in sources("core", "editor", "plugins") if re.search(what, text)} == homes


def test_only_what_lays_it_at_a_door_catches_everything() -> None:
    """In the engine a module's failure is caught by ``Blame`` and ``Trial``, an interrupt by the referee."""
    catching = {
        name.removeprefix("core/sandtable/engine/")
        for name, text in sources("core/sandtable/engine")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ExceptHandler) and isinstance(node.type, ast.Name) and node.type.id == "BaseException"
    }
    doors = {"queries.py", "rules/dispatch.py"}
    taking_back = {name for name in catching if name.startswith("referee/")}
    own_files = {"discovery/trust.py", "discovery/loading.py"}
    assert catching == doors | taking_back | own_files
