"""The page on the architecture names what there is, and nothing that is not."""

import re
from pathlib import Path

import pytest
from defusedxml import ElementTree

ROOT = Path(__file__).parents[2]
CORE = ROOT / "core" / "sandtable"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def missing(text: str, names: set[str]) -> set[str]:
    """Return the names that a text does not have in a table of its own line."""
    return {name for name in names if not re.search(rf"^\| `{re.escape(name)}` \|", text, re.MULTILINE)}


def engine_modules() -> set[str]:
    return {path.name for path in (CORE / "engine").rglob("*.py")} - {"__init__.py"}


def test_every_module_of_the_engine_is_named_in_a_line_of_its_own() -> None:
    assert missing(TEXT, engine_modules()) == set()


def test_a_module_that_is_not_named_is_found() -> None:
    assert missing(TEXT, {"state.py", "weather.py"}) == {"weather.py"}


def test_no_module_is_named_that_is_not_there() -> None:
    tables = TEXT.split("## The engine, module by module")[1].split("## The life of an action")[0]
    assert set(re.findall(r"^\| `(\w+\.py)` \|", tables, re.MULTILINE)) == engine_modules()


@pytest.mark.parametrize("package", ["library", "play"])
def test_every_module_of_what_stands_on_the_engine_is_named(package: str) -> None:
    modules = {path.name for path in (CORE / package).rglob("*.py")} - {"__init__.py"}
    assert {name for name in modules if not re.search(rf"[`/]{re.escape(name)}`", TEXT)} == set()


def test_every_package_of_the_core_is_named() -> None:
    packages = {f"core/sandtable/{path.parent.name}" for path in CORE.glob("*/__init__.py")}
    assert missing(TEXT, packages) == set()


def test_the_drawing_is_there_and_names_modules_that_exist() -> None:
    drawing = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert "](architecture.svg)" in TEXT
    lists = re.findall(r">(?:what|how) [\w ]+</text><text[^>]*>([\w, ]+)<", drawing)
    named = {f"{name}.py" for one in lists for name in one.split(", ")}
    assert len(named) > 15
    assert named <= engine_modules()
