"""The pages of packages, games and names are what the code says, and the code says everything."""

import re
from functools import cache
from pathlib import Path

import pytest
from docs import api_reference, game_reference, map_reference, package_reference
from docs.option_reference import families

from sandtable.board.fitness import describe_kind
from sandtable.engine.hooks import hooks_of
from sandtable.interchange import read_hex_map
from sandtable.library import read_scenario
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.system import EMPIRES

OF_API = api_reference.PAGE.name
MADE = sorted(path.name for path in game_reference.DOCS.glob("reference-*.md") if path.name != OF_API)


@cache
def pages() -> dict[str, str]:
    """Write them once, where they are asked for: each worker that only collects would write all of them."""
    return {path.name: text for path, text in game_reference.pages().items()}


def test_the_page_of_packages_is_what_the_code_says() -> None:
    assert package_reference.PAGE.read_text("utf-8") == package_reference.page(), "say scripts/docs"


def test_the_page_of_maps_is_what_the_code_says() -> None:
    assert map_reference.PAGE.read_text("utf-8") == map_reference.page(families()), "say scripts/docs"


def test_everything_that_a_game_reads_of_a_map_is_explained() -> None:
    page = map_reference.page(families())
    assert [line for line in page.splitlines() if line.startswith("| `") and line.endswith("|  |")] == []
    for game in families():
        for kind in game.system.ground.reads if game.system.ground is not None else ():
            assert f"### {describe_kind(kind).capitalize()}\n\n" in page
            assert kind.__doc__


def test_the_text_of_a_scenario_on_the_page_is_read() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", map_reference.BEGINNING, re.DOTALL)
    valley = read_scenario(text, "maps.md", EMPIRES.row_kinds(), EMPIRES.ground, europe_1805())
    assert valley.setting == {"provinces": ["old-castile", "leon"], "areas": {"burgos": "France"}}
    assert [type(row).__name__ for row in valley.rows] == ["Side", "Corps"]


@pytest.mark.parametrize("name", MADE)
def test_a_reference_is_what_the_code_says(name: str) -> None:
    assert (game_reference.DOCS / name).read_text("utf-8") == pages()[name], "say scripts/docs"


def test_there_is_a_page_for_each_game_and_no_other() -> None:
    assert sorted(pages()) == MADE


def test_every_hook_action_and_row_of_a_game_is_there() -> None:
    for game in families():
        page = pages()[f"reference-{game.system.key.replace('_', '-')}.md"]
        own = [one for one in game.hook_sets if not one.__module__.startswith("sandtable.")]
        named = [name for one in own for name in hooks_of(one)]
        named += [one.__name__ for one in (*game.kinds.values(), *game.schema.kinds.values())
                  if not one.__module__.startswith("sandtable.")]  # fmt: skip
        assert [name for name in named if f"### {name}\n" not in page] == []
        assert len(named) >= {"empires": 150}.get(game.system.key, 5)


def test_every_name_that_plugins_import_is_explained() -> None:
    page = pages()["reference-names.md"]
    assert [line for line in page.splitlines() if line.startswith("| `") and line.endswith("|  |")] == []


def test_every_class_that_plugins_import_is_told_in_full() -> None:
    page = api_reference.page()
    assert api_reference.PAGE.read_text("utf-8") == page, "say scripts/docs"
    for told in ("| `brings` | `tuple[RowKind, ...] = ()` | Kinds of marks", "too_dear: Callable", "### Counter\n"):
        assert told in page
    assert [line for line in page.splitlines() if " at 0x" in line or "sandtable.engine." in line] == []


def test_steps_strides_and_moments_of_a_game_are_told() -> None:
    page = pages()["reference-empires.md"]
    assert "| `turn` | `land` | `guerilla` Guerillas | each side |" in page
    assert "### MarchStep\n\n`from sandtable_empires.march import MarchStep`" in page
    drill = pages()["reference-drill-ground.md"]
    assert "sandtable.engine.state" not in drill
    assert "<class" not in drill


def test_the_text_of_a_map_of_hexes_on_the_page_is_read(tmp_path: Path) -> None:
    (text,) = re.findall(r"## The text of a map of hexes.*?```\n(.*?)```", map_reference.page([]), re.DOTALL)
    path = tmp_path / "meadows.toml"
    path.write_text(text, "utf-8")
    hexes = read_hex_map(path).by_number
    assert (hexes.terrain("0301"), hexes.name("0301")) == (("wood",), "The Copse")
    assert hexes.side_between("0101", "0201").across == ("road",)


def test_a_module_without_a_docstring_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "silent.py").write_text("X = 1\n")
    monkeypatch.setattr(package_reference, "ROOT", tmp_path)
    with pytest.raises(package_reference.Undocumented, match=r"silent.py has no docstring"):
        package_reference.line(tmp_path / "silent.py")
