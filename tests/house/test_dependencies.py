"""What the packages import is what pyproject.toml asks for, no more and no less."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = {"sandtable", "sandtable_editor", "sandtable_empires", "sandtable_grande_armee"}
CHECKED_ONLY = {"typing_extensions"}
"""What type checkers bring along; it is imported for them alone."""
DISTRIBUTION = {"PySide6": "PySide6-Essentials", "shiboken6": "PySide6-Essentials", "sqlite_utils": "sqlite-utils"}


def asked(requirements: list[str]) -> set[str]:
    return {re.split(r"[\s<>=!~;\[]", one, maxsplit=1)[0] for one in requirements}


def is_for_this_python(test: ast.expr) -> bool | None:
    """Tell what an ``if sys.version_info >= (3, 14)`` comes to here; ``None`` for any other test."""
    if not isinstance(test, ast.Compare) or ast.unparse(test.left) != "sys.version_info":
        return None
    return bool(eval(ast.unparse(test), {"sys": sys}))


def run_here(tree: ast.AST) -> Iterator[ast.AST]:
    """Go through all of a tree but what stands there for other Pythons, whose standard library is another."""
    for node in ast.iter_child_nodes(tree):
        yield node
        here = is_for_this_python(node.test) if isinstance(node, ast.If) else None
        if isinstance(node, ast.If) and here is not None:
            node = ast.Module(node.body if here else node.orelse, [])
        yield from run_here(node)


def imported(folder: str) -> set[str]:
    """Return the distributions that a folder's modules import from, at any depth of their code."""
    found: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in run_here(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
    return {DISTRIBUTION.get(name, name) for name in found - OURS - CHECKED_ONLY - sys.stdlib_module_names}


@pytest.mark.parametrize("folder", ["plugins", "editor"])
def test_what_is_imported_is_asked_for(folder: str) -> None:
    allowed = asked(PROJECT["dependencies"])
    if folder == "editor":
        allowed |= asked(PROJECT["optional-dependencies"]["editor"])
    assert imported(folder) <= allowed


def test_the_core_asks_for_just_what_it_imports() -> None:
    assert imported("core") == asked(PROJECT["dependencies"])


def test_what_is_there_for_other_pythons_is_left_out() -> None:
    text = "if sys.version_info >= (3, 99):\n    import b\nelse:\n    def f():\n        import c\nif x:\n    import d"
    found = [name.name for node in run_here(ast.parse(text)) if isinstance(node, ast.Import) for name in node.names]
    assert found == ["c", "d"]


@pytest.mark.parametrize("folder", ["core", "plugins", "editor"])
def test_what_type_checkers_bring_along_is_imported_for_them_alone(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.parse(path.read_bytes()).body:  # what is guarded stands deeper
            assert not (isinstance(node, ast.ImportFrom) and node.module in CHECKED_ONLY), path
