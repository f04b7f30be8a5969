"""The glossary's names are the code's."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
LINES = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
NAMES = [name for word, _, names in LINES if word != "word" for name in re.findall(r"`([\w.]+)`", names)]


def found(name: str) -> Any:
    """Return what a name of the page stands for: a module, or something in one."""
    whole = name.replace("editor.", "sandtable_editor.", 1) if name.startswith("editor.") else f"sandtable.{name}"
    head, _, last = whole.rpartition(".")
    return getattr(import_module(head), last, None) or import_module(whole)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_one_of_the_code(name: str) -> None:
    assert found(name) is not None


def test_every_word_has_a_name_in_the_code() -> None:
    assert len(LINES) > 45
    assert [word for word, _, names in LINES[0:] if word != "word" and "`" not in names] == []


def test_a_name_that_is_gone_is_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        found("engine.Family")
