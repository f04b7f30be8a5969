"""The page on the architecture names every package, promises nothing, and its drawing names modules that exist."""

import re
from pathlib import Path
from typing import Final

import pytest
from defusedxml import ElementTree

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core" / "sandtable"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])

PROMISES: Final = re.compile(
    r"\((?:to come|begun)\)|\b(?:games?|workspaces?|modules?) (?:is|are|still) to come\b"
    r"|\bnot (?:yet|so far) (?:there|built|written)\b|\bNot yet:|\b(?:coming soon|planned|in a later version)\b"
)
OPEN: Final[dict[str, str]] = {
    "Not yet: the map editor, the rest of *Empires*": "the front page says what is not there, for whoever looks for it"
}
"""Sentences that may promise something, by what they say, with why they still do."""


def missing(text: str, names: set[str]) -> set[str]:
    """Return the names that a text does not have in a table of its own line."""
    return {name for name in names if not re.search(rf"^\| `{re.escape(name)}` \|", text, re.MULTILINE)}


def promises(text: str) -> list[str]:
    """Return the lines of a page that speak of what is not there."""
    return [line for line in text.splitlines() if PROMISES.search(line) and not any(one in line for one in OPEN)]


def test_every_package_of_the_core_and_every_game_is_named() -> None:
    packages = {f"core/sandtable/{path.parent.name}" for path in CORE.glob("*/__init__.py")}
    games = {f"plugins/{path.parent.name}" for path in (ROOT / "plugins").glob("*/__init__.py")}
    assert games
    assert missing(TEXT, packages | games | {"editor/sandtable_editor"}) == set()


def test_a_package_that_is_not_named_is_found() -> None:
    assert missing(TEXT, {"core/sandtable/engine", "core/sandtable/weather"}) == {"core/sandtable/weather"}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_page_promises_what_is_not_there(page: Path) -> None:
    assert promises(page.read_text("utf-8")) == []


@pytest.mark.parametrize("line", ["| `weather` | rain (begun) |", "The game is to come.", "Not yet: ice."])
def test_a_promise_is_found(line: str) -> None:
    assert promises(line) == [line]


def test_the_drawing_is_there_and_names_modules_that_exist() -> None:
    drawing = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert "](architecture.svg)" in TEXT
    lists = re.findall(r">(?:what|how) [\w ]+</text><text[^>]*>([\w, ]+)<", drawing)
    named = {f"{name}.py" for one in lists for name in one.split(", ")}
    assert len(named) > 15
    assert named <= {path.name for path in (CORE / "engine").rglob("*.py")}


def test_every_module_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(?:[\w/]+/)?(\w+\.py)`", TEXT))
    there = {path.name for top in ("core", "plugins", "editor", "tests", "docs") for path in (ROOT / top).rglob("*.py")}
    assert named - there == set()
