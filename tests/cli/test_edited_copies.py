"""A copy of a library whose maps are changed by commands is played as it was changed, named in reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sandtable.cli import main
from sandtable.library.store.library_file import Library


def run(*args: str | Path, status: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in args])
    assert result.exit_code == status, (result.output, result.stderr)
    return result


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a library of one's own with the drill ground in it."""
    path = tmp_path / "copy.db"
    told = run("scenario", "export", "drill_ground", path).stdout
    assert told == f"{path}#drill_ground: The Drill Ground, on the map drill-ground\n"
    return path


def bind(copy: Path) -> None:
    run("check", copy, "--fix", "--code", "scenario-map-old")


def played(copy: Path, scenario: str, *lines: str, status: int = 0) -> str:
    """Play some lines, and return what was said to them."""
    script = copy.parent / "script"
    script.write_text("".join(f"{line}\n" for line in lines))
    found = CliRunner().invoke(
        main, ["play", f"{copy}#{scenario}", "--seed", "1", "--new", "--script", str(script)],
        env={"XDG_DATA_HOME": str(copy.parent)},
    )  # fmt: skip
    assert found.exit_code == status, found.output
    return found.stdout


def test_a_wood_on_the_drill_ground_is_played_and_named(copy: Path) -> None:
    asked = ("march, Blue Battery", "? 1112")
    assert "guns cannot enter the wood" not in played(copy, "drill_ground", *asked).lower()
    run("map", "edit", f"{copy}#drill-ground", "--terrain", "wood", "1112, The Hill")
    assert "guns cannot enter the wood" not in played(copy, "drill_ground", *asked).lower()  # bound to what it was
    assert "2 hexes: clear → wood" in run("check", copy, status=1).stdout
    bind(copy)
    assert "Guns cannot enter the wood in 1112 (DRILL-2.6)" in played(copy, "drill_ground", *asked)
    with Library.open(copy) as library:
        sheet = library.map("drill-ground")
    assert [sheet.by_number.terrain(number) for number in ("1112", "0706", "1113")] == [
        ("wood",),
        ("wood",),
        ("clear",),
    ]


def test_a_forbidden_way_of_europe_is_played_and_named(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run("scenario", "export", "peninsula-1808", copy)
    run("map", "edit", f"{copy}#europe-1805", "--forbid", "Cuenca", "Madrid", "--terrain", "mountain", "Toledo")
    with Library.open(copy) as library:
        sheet = library.map("europe-1805")
    edge = next(edge for pair, edge in sheet.graph.edges.items() if pair == ("cuenca", "madrid"))
    assert (edge.status, sheet.graph.spaces[edge.a].name) == ("forbidden", "Cuenca")
    assert next(space for space in sheet.graph.spaces.values() if space.name == "Toledo").get("terrain") == "mountain"
    told = run("check", copy, status=1).stdout
    assert "the way between Cuenca and Madrid is gone" in told
    bind(copy)
    before = ("Turn order > 1", "end")
    said = played(copy, "peninsula-1808", *before, "? march > Moncey's > Cuenca", "? march > Moncey's > Toledo")
    assert "Cuenca: possible, 4 movement points: mountain 4 (BASE-7.3-cost); " in said
    assert "the map forbids the way from Madrid to Cuenca (BASE-7.3-links)" in said
    assert "Toledo: possible, 2 movement points: mountain 2 (BASE-7.3-cost)" in said
    refused = played(copy, "peninsula-1808", *before, "march > Moncey's", "via Cuenca", status=2)
    assert "No step leads to 'Cuenca':\n  - The map forbids the way from Madrid to Cuenca (BASE-7.3-links)" in refused
    run("map", "edit", f"{copy}#europe-1805", "--undecide", "Cuenca", "Madrid")
    assert "the way between Cuenca and Madrid is gone" not in run("check", copy, status=1).stdout


def test_where_the_map_forbids_all_ways_to_a_place_it_says_so(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run("scenario", "export", "peninsula-1808", copy)
    around = ("Albacete", "Ciudad Real", "Guadalajara", "Madrid", "Teruel", "Toledo", "Valencia")
    run("map", "edit", f"{copy}#europe-1805", *(word for one in around for word in ("--forbid", "Cuenca", one)))
    bind(copy)
    said = played(copy, "peninsula-1808", "Turn order > 1", "end", "? march > Moncey's > Cuenca")
    assert "  - No way leads to Cuenca (BASE-7.3-links)\n  - The map forbids the ways from Albacete, " in said


def test_a_scenario_is_bound_to_the_map_as_it_is_by_an_edit(copy: Path) -> None:
    run("map", "edit", f"{copy}#drill-ground", "--terrain", "wood", "1112")
    assert "scenario-map-old" in run("check", copy, status=1).stdout
    told = run("scenario", "edit", f"{copy}#drill_ground", '{"edit": "BindMap"}').stdout
    assert "the scenario: revision" in told
    run("check", copy)
    again = run("scenario", "edit", f"{copy}#drill_ground", '{"edit": "BindMap"}', status=2).stderr
    assert "nothing would change" in again


def test_a_way_between_two_hexes_is_forbidden_and_undecided(copy: Path) -> None:
    """A hex is a space by its printed number: a cliff between two is drawn, played and named."""
    run("map", "edit", f"{copy}#drill-ground", "--forbid", "1612", "1611")
    told = run("check", copy, status=1).stdout
    assert "touches it in 1 place: no way leads between 1611 and 1612 any more, where Unit Blue Guard is;" in told
    run("map", "edit", f"{copy}#drill-ground", "--terrain", "wood", "1612")
    bind(copy)
    said = played(copy, "drill_ground", "? march > Blue Guard > 1611")
    assert "1611: possible, 4 movement points: " in said
    assert "the map forbids the way from 1612 to 1611" in said
    with Library.open(copy) as library:
        sheet = library.map("drill-ground")
    assert sheet.by_number.terrain("1612") == ("wood",)
    assert sheet.space("1612").attributes == (("terrain", "wood"),)
    assert "1611" not in sheet.neighbours("1612")
    run("map", "edit", f"{copy}#drill-ground", "--undecide", "1612", "1611")
    bind(copy)
    assert "1611: possible, 1 movement point: advance 1" in played(copy, "drill_ground", "? march > Blue Guard > 1611")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--terrain", "wood", "0101,9999"), "no space of the map 'The Drill Ground' is called '9999'"),
        (("--forbid", "0101", "0909"), "Hexes 0101 and 0909 share no hexside"),
        (("--undecide", "0101", "0102"), "nothing has been decided about"),
    ],
)
def test_what_is_not_there_is_named_and_nothing_is_changed(copy: Path, words: tuple[str, ...], says: str) -> None:
    before = copy.read_bytes()
    assert says in run("map", "edit", f"{copy}#drill-ground", "--terrain", "wood", "0102", *words, status=2).stderr
    assert copy.read_bytes() == before


def test_an_edit_of_nothing_is_refused_and_one_that_changes_nothing_says_so(copy: Path) -> None:
    assert "--terrain" in run("map", "edit", f"{copy}#drill-ground", status=2).stderr
    told = json.loads(run("map", "edit", f"{copy}#drill-ground", "--terrain", "clear", "0101", "--json").stdout)
    assert told["notices"] == ["nothing has changed: the map was already so"]


def test_an_export_replaces_nothing_unasked(copy: Path) -> None:
    assert "use --replace" in run("scenario", "export", "drill_ground", copy, status=2).stderr
    run("scenario", "export", "drill_ground", f"{copy}#mine")  # the same map serves both
    run("map", "edit", f"{copy}#drill-ground", "--terrain", "wood", "0101")
    again = run("scenario", "export", "drill_ground", f"{copy}#third")  # in the revision that is kept
    assert "third" in again.stdout
    told = run("scenario", "export", "drill_ground", copy, "--replace", "--json").stdout
    assert json.loads(told)["scenario"]["map"] == "drill-ground"


def test_a_library_that_could_not_be_filled_is_not_left_behind(tmp_path: Path) -> None:
    assert "no scenario is called" in run("scenario", "export", "nothing", tmp_path / "new.db", status=2).stderr
    assert not (tmp_path / "new.db").exists()
    assert "no command of `sandtable scenario` is called" in run("scenario", "exprot", status=2).stderr
