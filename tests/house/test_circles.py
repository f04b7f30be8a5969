"""No import goes in a circle, in the real house and in small fake ones; what the page draws is so."""

import re
from pathlib import Path

import pytest
from tests.house.circles import Ties, circles
from tests.house.test_walls import build

ROOT = Path(__file__).parents[2]
ENGINE = "sandtable.engine"
PLAY = "sandtable.play"
DRAWN = {ENGINE: "### Its sub-packages", PLAY: "## Playing, in the terminal or the window"}
SOUND = {
    "core/sandtable/__init__.py": "from sandtable.engine import Game",
    "core/sandtable/engine/__init__.py": "from sandtable.engine.running.game import Game",
    "core/sandtable/engine/errors.py": "",
    "core/sandtable/engine/state/__init__.py": "",
    "core/sandtable/engine/state/rows.py": "from sandtable.engine import errors",
    "core/sandtable/engine/state/tables.py": "from sandtable.engine.state.rows import Row",
    "core/sandtable/engine/running/__init__.py": "",
    "core/sandtable/engine/running/game.py": "from sandtable.engine.state.tables import Table",
    "core/sandtable/engine/running/flow.py": "from sandtable.engine.running.game import Game",
    "plugins/sandtable_x/__init__.py": "",
    "plugins/sandtable_x/model.py": "from sandtable.engine import Game",
}
BROKEN = [
    (
        "core/sandtable/engine/state/rows.py",
        "if TYPE_CHECKING:\n    from sandtable.engine.state.tables import Table",
        "rows.py:2 imports sandtable.engine.state.tables",
    ),
    (
        "core/sandtable/engine/running/game.py",
        "def f():\n    from sandtable.engine.running.flow import flow",
        "game.py:2 imports sandtable.engine.running.flow",
    ),
    (
        "core/sandtable/engine/state/rows.py",
        "import sandtable.engine.running.flow",
        "rows.py:1 imports sandtable.engine.running.flow",
    ),
    ("plugins/sandtable_x/model.py", "from sandtable_x.marks import A", "marks.py:1 imports sandtable_x.model"),
]


@pytest.fixture(scope="module")
def ties() -> Ties:
    return Ties(ROOT)


def test_no_files_import_each_other_in_a_circle(ties: Ties) -> None:
    found = circles(ties.files)
    assert not found, "\n".join(found)


def test_no_sub_packages_import_each_other_in_a_circle(ties: Ties) -> None:
    assert {ENGINE, PLAY, "sandtable.library", "sandtable_editor.canvas", "sandtable_empires"} <= set(ties.folders)
    found = [f"{folder}: {circle}" for folder in ties.folders for circle in circles(ties.within(folder))]
    assert not found, "\n".join(found)


def test_the_page_draws_the_engine_as_it_is(ties: Ties) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    folder = ROOT / "core/sandtable/engine"
    parts = [path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()]
    arrows: dict[str, set[str]] = {path.stem: set() for path in parts}
    for tie in ties.within(ENGINE):
        arrows[tie.start].add(tie.end)
    ground = _ground(arrows)
    named = re.search(r"All of them depend on the base modules (.*?)\.\n\n", page, re.DOTALL)
    assert named is not None
    assert set(re.findall(r"`(\w+)\.py`", named[1])) == ground
    assert _sketch(ENGINE) == {
        part: ends - ground for part, ends in arrows.items() if part not in ground | {"__init__"}
    }


def _ground(arrows: dict[str, set[str]]) -> set[str]:
    """Return the files beside the sub-packages that stand on nothing but one another."""
    ground = {part for part in arrows if (ROOT / "core/sandtable/engine" / f"{part}.py").is_file()} - {"__init__"}
    while above := {part for part in ground if not arrows[part] <= ground}:
        ground -= above
    return ground


@pytest.mark.parametrize("folder", [ENGINE, PLAY])
def test_the_page_draws_nothing_that_stands_on_what_is_above_it(folder: str) -> None:
    below: set[str] = set()
    for part, ends in reversed(_sketch(folder).items()):
        assert ends <= below, f"{part} stands on {', '.join(sorted(ends - below))}, which the page draws above it"
        below.add(part)


def test_the_page_draws_playing_as_it_is(ties: Ties) -> None:
    parts = [path.parent.name for path in (ROOT / "core/sandtable/play").glob("*/__init__.py")]
    arrows: dict[str, set[str]] = {part: set() for part in parts}
    for tie in ties.within(PLAY):
        arrows[tie.start].add(tie.end)
    assert _sketch(PLAY) == arrows


def _sketch(folder: str) -> dict[str, set[str]]:
    """Return the sub-packages of a folder as the page draws them, from the top, each with what it stands on."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    found = re.search(rf"{re.escape(DRAWN[folder])}\n.*?```text\n(.*?)```", page, re.DOTALL)
    assert found is not None, f"docs/architecture.md draws no sub-packages of {folder}"
    lines = [line.partition("->") for line in found[1].splitlines() if line and not line.startswith("(")]
    return {part.strip(): set(ends.split()) for part, _, ends in lines}


# -- the checks themselves


def test_a_sound_house_has_no_circle(tmp_path: Path) -> None:
    ties = Ties(build(tmp_path, SOUND))
    assert not circles(ties.files)
    assert ties.folders == ["sandtable", ENGINE]
    assert not circles(ties.within(ENGINE))


@pytest.mark.parametrize(("place", "text", "words"), BROKEN)
def test_each_circle_of_files_is_told_with_its_lines(tmp_path: Path, place: str, text: str, words: str) -> None:
    marks = {"plugins/sandtable_x/marks.py": "from sandtable_x.model import Game"}
    (found,) = circles(Ties(build(tmp_path, {**SOUND, **marks, place: text})).files)
    assert words in found


def test_a_circle_of_sub_packages_is_told_though_no_files_are_in_one(tmp_path: Path) -> None:
    lone = {"core/sandtable/engine/state/marks.py": "from sandtable.engine.running.dice import Dice"}
    house = {**SOUND, **lone, "core/sandtable/engine/running/dice.py": ""}
    ties = Ties(build(tmp_path, house))
    assert not circles(ties.files)
    (found,) = circles(ties.within(ENGINE))
    assert "state -> running (core/sandtable/engine/state/marks.py:1 imports sandtable.engine.running.dice)" in found
    assert "running -> state" in found


@pytest.mark.parametrize("root", ["plugins", "docs/examples"])
def test_a_circle_of_sub_packages_of_a_game_is_told_too(tmp_path: Path, root: str) -> None:
    game = {
        "__init__.py": "",
        "land/__init__.py": "",
        "land/march.py": "from sandtable_y.checks.ground import ground",
        "land/roads.py": "",
        "checks/__init__.py": "",
        "checks/ground.py": "from sandtable_y.land.roads import roads",
    }
    ties = Ties(build(tmp_path, {**SOUND, **{f"{root}/sandtable_y/{place}": text for place, text in game.items()}}))
    assert not circles(ties.files)
    assert "sandtable_y" in ties.folders
    (found,) = circles(ties.within("sandtable_y"))
    assert f"land -> checks ({root}/sandtable_y/land/march.py:1 imports sandtable_y.checks.ground)" in found
