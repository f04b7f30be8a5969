"""What the packages import is what pyproject.toml asks for, no more and no less."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = {"sandtable", "sandtable_editor", "sandtable_empires"}
DISTRIBUTION = {"PySide6": "PySide6-Essentials", "shiboken6": "PySide6-Essentials", "sqlite_utils": "sqlite-utils"}


def asked(requirements: list[str]) -> set[str]:
    return {re.split(r"[\s<>=!~;\[]", one, maxsplit=1)[0] for one in requirements}


def imported(folder: str) -> set[str]:
    """Return the distributions that a folder's modules import from, at any depth of their code."""
    found: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
    return {DISTRIBUTION.get(name, name) for name in found - OURS - sys.stdlib_module_names}


@pytest.mark.parametrize("folder", ["plugins", "editor"])
def test_what_is_imported_is_asked_for(folder: str) -> None:
    allowed = asked(PROJECT["dependencies"])
    if folder == "editor":
        allowed |= asked(PROJECT["optional-dependencies"]["editor"])
    assert imported(folder) <= allowed


def test_the_core_asks_for_just_what_it_imports() -> None:
    assert imported("core") == asked(PROJECT["dependencies"])
