"""A scenario in a library outlives the code: it means what it meant, and its file stays as it is until it is saved."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine.errors import Broken, Elsewhere, Invalid
from sandtable.engine.referee.setup import lay_out
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.encoding import Writing
from sandtable.engine.state.row import Row
from sandtable.library.diff import scenario_changes
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.lint.scenarios import check_scenario
from sandtable.play.begin.starts import all_of_library
from tests.library import test_code_changes as changed
from tests.library.test_code_changes import KNOWN, SECOND, TIRED, both, put, same, second_toml, swap, vars_of

Rivers = Callable[..., InstalledGame]
rivers = changed.rivers
LATER = both(TIRED, swap("tired: int = 3", "tired: int = 500"))


def scenario_of(family: InstalledGame, **changes: Any) -> ScenarioDocument:
    return replace(ScenarioDocument.of(family.scenario("twin_rivers"), family), **changes)


def shelf(path: Path, *documents: ScenarioDocument) -> Path:
    with Library.create(path) as library:
        for one in documents:
            library.put_scenario(one)
    return path


def found_in(path: Path, key: str = "twin_rivers") -> ScenarioDocument:
    with Library.open(path) as library:
        return library.scenario(key)


def units(rows: list[Row]) -> list[dict[str, Any]]:
    return [vars_of(row) for row in rows if type(row).stored == "Unit"]


def test_a_changed_default_leaves_it_meaning_what_it_meant(rivers: Rivers, tmp_path: Path) -> None:
    before, after = rivers(TIRED), rivers(LATER)
    path = shelf(tmp_path / "own.db", scenario_of(before))
    written = path.read_bytes()
    for _ in range(2):  # as it is, and once it has been saved again
        document = found_in(path)
        assert {unit["tired"] for unit in units(document.read(after))} == {3}
        assert path.read_bytes() == written
        with Library.open(path, writing=True) as library:
            library.put_scenario(document.upgrade(after))
        written = path.read_bytes()
    assert {unit["tired"] for unit in found_in(path).rows["Unit"].values()} == {3}
    words = [one.words for one in scenario_changes(scenario_of(before), scenario_of(after), after)]
    assert words
    assert all(one.endswith("tired 3 → 500") or "tired 3 → default" in one for one in words)


def test_the_upgrades_of_its_game_bring_it_up_when_it_is_read(rivers: Rivers, tmp_path: Path) -> None:
    before, after = rivers(same), rivers(SECOND, second_toml)
    path = shelf(tmp_path / "own.db", scenario_of(before))
    written = path.read_bytes()
    document = found_in(path)
    rows, wanted = document.read(after), list(after.scenario("twin_rivers").rows())
    hashes = [lay_out(after, some, Choices()).hash for some in (rows, wanted)]
    assert hashes[0] == hashes[1]
    assert not [one for one in check_scenario(document, None, after) if one.code.startswith(("row", "scenario-else"))]
    assert path.read_bytes() == written
    again = document.upgrade(after)
    assert again.upgrade(after) is again
    assert again.read(after) == rows


def test_what_cannot_be_read_says_which_programs_made_it(rivers: Rivers, tmp_path: Path) -> None:
    """The others of its library can be had all the same."""
    before, after = rivers(same), rivers(SECOND, second_toml)
    path = shelf(tmp_path / "own.db", scenario_of(after, key="newer"), scenario_of(before, key="older"))
    made = r"scenario newer was made by Sandtable \S+ with Twin Rivers 1, and what is installed here cannot read it"
    with pytest.raises(Elsewhere, match=made):
        found_in(path, "newer").read(before)
    harm: list[str] = []
    families = {"twin_rivers": before}
    assert [start.name for start in all_of_library(path, families, harm)] == ["older"]
    assert len(harm) == 1
    assert "newer was made by" in harm[0]
    with pytest.raises(Elsewhere, match=made):
        all_of_library(path, families)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (put(KNOWN, "    flag: str = ''\n"), "Unit '.*' has flag, which this version does not know"),
        (swap("Meta(ge=1, le=4,", "Meta(ge=1, le=9,"), "Unit '.*' is not a valid row"),
    ],
    ids=["a field", "a value"],
)  # fmt: skip
def test_what_a_newer_module_wrote_is_not_read_otherwise(
    edit: changed.Edit, says: str, rivers: Rivers, tmp_path: Path
) -> None:
    document = scenario_of(rivers(edit), made="Sandtable 9.9 with Twin Rivers 7")
    unit = next(iter(document.rows["Unit"].values()))
    unit.update({"flag": "eagle"} if "flag" in says else {"steps": 9})
    path = shelf(tmp_path / "own.db", document)
    with pytest.raises(Elsewhere, match=f"made by Sandtable 9.9 with Twin Rivers 7, .*{says}"):
        found_in(path).read(rivers(same))


def test_a_row_that_was_written_wrongly_here_is_told_as_that(rivers: Rivers) -> None:
    family = rivers(same)
    document = scenario_of(family)
    next(iter(document.rows["Unit"].values()))["steps"] = 9
    with pytest.raises(
        Invalid, match=r"scenario twin_rivers: Unit '.*' is not a valid row: steps: write a whole number of at most 4"
    ) as refused:
        document.read(family)
    assert not isinstance(refused.value, Elsewhere)


def test_an_upgrade_that_fails_is_named(rivers: Rivers, tmp_path: Path) -> None:
    wrong = SECOND
    after = rivers(
        both(wrong, swap('unit["strength"] = unit.pop("steps", None)', 'unit["strength"] = unit["stepz"]')), second_toml
    )
    document = scenario_of(rivers(same))
    with pytest.raises(Broken, match=r"the upgrade 'steps are called strength' fails .*KeyError: 'stepz'"):
        document.read(after)
    (finding,) = check_scenario(document, None, after)
    assert "steps are called strength" in finding.words


def test_by_whom_and_how_it_was_written_is_no_part_of_its_digest(rivers: Rivers, tmp_path: Path) -> None:
    family = rivers(same)
    document = scenario_of(family)
    others = [
        replace(document, writing=Writing(), made=""),
        replace(document, made="Sandtable 0.3 with Twin Rivers 1"),
        scenario_of(rivers(TIRED)),  # a field with a default more
    ]
    hashes = set[str]()
    for number, one in enumerate((document, *others)):
        with Library.open(shelf(tmp_path / f"{number}.db", one)) as library:
            hashes.add(library.content_hash())
    assert len(hashes) == 1


def test_only_what_is_not_written_of_its_own_tables_is_noted(rivers: Rivers) -> None:
    document = scenario_of(rivers(same))
    tables = {path.partition(".")[0].partition(":")[0] for path in document.writing.defaults}
    assert tables <= document.rows.keys()
    assert document.writing.defaults["Unit"]["known"] is False
    assert len(json.dumps(document.writing.defaults)) < 2_000
