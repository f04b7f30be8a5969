"""The page on the architecture names every package, promises nothing, and its drawing names modules that exist."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest
from defusedxml import ElementTree

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core" / "sandtable"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PACKAGES: Final = {path.parent.name for path in CORE.glob("*/__init__.py")}
DRAWING: Final = ElementTree.fromstring((ROOT / "docs" / "architecture.svg").read_text("utf-8"))
SVG: Final = "{http://www.w3.org/2000/svg}"
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])

PROMISES: Final = re.compile(
    r"\((?:to come|begun)\)|\b(?:is|are) still to come\b|\b(?:games?|workspaces?|modules?) (?:is|are) to come\b"
    r"|\bnot (?:yet|so far) (?:there|built|written)\b|\bNot yet:|\b(?:coming soon|planned|in a later version)\b"
    r"|\b(?:modules?|games?|rules|workspaces?) will (?:come|follow)\b"
)
OPEN: Final[dict[str, str]] = {
    "Not yet: many options of *Empires*": "the front page says what is not there, for whoever looks for it"
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


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (ROOT / "plugins").glob("*/__init__.py")))
def test_the_row_of_a_game_names_all_its_packages(game: str) -> None:
    (row,) = re.findall(rf"^\| `plugins/{game}` \|.*$", TEXT, re.MULTILINE)
    parts = {path.parent.name for path in (ROOT / "plugins" / game).glob("*/__init__.py")}
    assert parts - set(re.findall(r"`(\w+)`", row)) == set()


def test_a_package_that_is_not_named_is_found() -> None:
    assert missing(TEXT, {"core/sandtable/engine", "core/sandtable/weather"}) == {"core/sandtable/weather"}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_page_promises_what_is_not_there(page: Path) -> None:
    assert promises(page.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "| `ice` | thin (begun) |",
        "The game is to come.",
        "Rain is still to come.",
        "Not yet: ice.",
        "for drafts; rules will come in so.",
    ],
)
def test_a_promise_is_found(line: str) -> None:
    assert promises(line) == [line]


def imports_of(package: str) -> set[str]:
    """Return the packages of the core that one imports, at any depth and for typing too."""
    found = {
        name.split(".")[1]
        for path in (CORE / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ImportFrom) and (name := node.module or "").startswith("sandtable.")
    }
    return (found & PACKAGES) - {package}


def drawn(group: str) -> dict[str, float]:
    """Return the names in a group of the drawing, with how far down each stands."""
    found: dict[str, float] = {}
    for one in DRAWING.iterfind(f".//{SVG}g[@id='{group}']/{SVG}text"):
        names = one.findtext(f"{SVG}tspan") if group == "packages" else one.text
        found |= {name: float(one.attrib["y"]) for name in (names or "").split(" · ") if name}
    return found


def test_the_drawing_has_every_package_of_the_core_and_every_part_of_the_engine() -> None:
    assert "](architecture.svg)" in TEXT
    assert drawn("packages").keys() == PACKAGES
    engine = {path.parent.name for path in (CORE / "engine").glob("*/__init__.py")}
    assert drawn("engine").keys() == engine | {"hookspecs"}


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_each_package_imports_only_what_is_drawn_below_it_and_named_in_the_table(package: str) -> None:
    down, imported = drawn("packages"), imports_of(package)
    assert {name for name in imported if down[name] <= down[package]} == set()
    (row,) = re.findall(rf"^\| `core/sandtable/{package}` \|.*\| ([^|]*) \|$", TEXT, re.MULTILINE)
    assert "the core" in row or imported <= set(re.findall(r"\w+", row))


def test_every_module_the_page_names_is_there() -> None:
    named = set(re.findall(r"`(?:[\w/]+/)?(\w+\.py)`", TEXT))
    there = {path.name for top in ("core", "plugins", "editor", "tests", "docs") for path in (ROOT / top).rglob("*.py")}
    assert named - there == set()
