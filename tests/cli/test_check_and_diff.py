"""``sandtable check`` and ``sandtable diff`` on libraries and GeoJSON files: what they say, do and leave."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import shapely
from click.testing import CliRunner
from msgspec.structs import replace
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from sandtable.board.maps import Map
from sandtable.cli import main
from sandtable.interchange import geojson
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.library.store.scenario_parts import Rows
from tests.cli.house import House, install_parley
from tests.library.samples import untouched
from tests.lint.cases.coverage import lake
from tests.lint.sheets import S, isle, strip, with_attributes


class Said(NamedTuple):
    out: str
    err: str
    status: int

    @property
    def facts(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Said]


@pytest.fixture
def sandtable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give the program with the game of these tests installed."""
    packages = tmp_path / "packages"
    packages.mkdir()
    install_parley(packages)
    monkeypatch.syspath_prepend(packages)
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))

    def run(*args: str | Path, status: int = 0) -> Said:
        result = CliRunner().invoke(main, [str(one) for one in args])
        assert "Traceback" not in result.output
        assert result.exit_code == status, result.output
        return Said(result.stdout, result.stderr, result.exit_code)

    return run


ROWS: Rows = {
    "Side": {"North": {"id": "North"}, "South": {"id": "South"}},
    "Envoy": {"North 1": {"id": "North 1", "side": "North", "town": "ash"}},
}


def talks(sheet: Map, **changed: Any) -> ScenarioDocument:
    given = {"key": "talks", "game": "parley", "title": "Talks", "map": "isle", "revision": sheet.digest, "rows": ROWS}
    return ScenarioDocument(**(given | changed))


def library(folder: Path, *documents: Map | ScenarioDocument | PresetDocument, name: str = "isle.db") -> Path:
    with Library.create(folder / name) as made:
        for one in documents:
            if isinstance(one, Map):
                made.put_map(one)
            elif isinstance(one, ScenarioDocument):
                made.put_scenario(one)
            else:
                made.put_preset(one)
    return folder / name


def flawed() -> Map:
    """Return the isle with a sliver, an untidy name, and a gap that only its designer can judge."""
    sheet = isle({**strip(0.05), "cedar": lake_in_cedar()})
    return dataclasses.replace(sheet, graph=sheet.graph.rename(S("birch"), " Birchwood"))


def lake_in_cedar() -> BaseGeometry:
    return translate(lake(2.0)["ash"], 0, 10)


# --- check ----------------------------------------------------------------------------------------------------------


def test_a_good_library_is_quiet(sandtable: Run, tmp_path: Path) -> None:
    path = library(
        tmp_path, isle(), talks(isle()), PresetDocument(key="wet", game="parley", title="Wet", on=("storm",))
    )
    with untouched(tmp_path):
        assert sandtable("check", path).out == "nothing is wrong\n"


def test_what_is_wrong_is_told_document_by_document(sandtable: Run, tmp_path: Path) -> None:
    lost: Rows = {**ROWS, "Envoy": {"North 1": {"id": "North 1", "side": "Nroth"}}}
    path = library(tmp_path, flawed(), talks(flawed(), rows=lost, options=("storm", "calm")))
    with untouched(tmp_path):
        said = sandtable("check", path, status=1)
    lines = said.out.splitlines()
    assert lines[0] == "map isle"
    assert any(line.split()[:2] == ["warning", "area-gap"] for line in lines)
    assert any("name-untidy" in line and "[fix: call 'birch' 'Birchwood']" in line for line in lines)
    assert "scenario talks" in lines
    assert any("side-unknown" in line and "did you mean 'North'?" in line for line in lines)
    assert any("options-impossible" in line and "without calm" in line for line in lines)
    assert lines[-1] == "2 errors and 3 warnings; --fix can mend 2 of them"


def test_facts_are_plain_data(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed())
    facts = sandtable("check", path, "--json", status=1).facts
    assert facts.keys() == {"file", "findings", "fixed", "not_fixed", "copy", "harm"}
    (gap,) = (one for one in facts["findings"] if one["code"] == "area-gap")
    assert gap["severity"] == "warning"
    assert gap["fix"] is None
    assert gap["place"] == {"about": "map", "key": "isle", "spaces": ["cedar"], "at": [5.0, 15.0]}


def test_hints_alone_are_no_reason_for_a_bad_status(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, isle(), talks(isle(), revision=""))
    assert "1 hint; --fix can mend 1 of them" in sandtable("check", path).out


def test_only_some_codes_or_the_worse_ones(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed(), talks(flawed(), revision="", game="chess"))

    def found(*args: str, status: int = 1) -> set[str]:
        return {one["code"] for one in sandtable("check", path, "--json", *args, status=status).facts["findings"]}

    assert found() == {"area-gap", "area-sliver", "name-untidy", "scenario-game-unknown", "scenario-map-unbound"}
    assert found("--severity", "error") == {"scenario-game-unknown"}
    assert found("--severity", "warning") == found() - {"scenario-map-unbound"}
    assert found("--code", "area-gap", "--code", "name-untidy") == {"area-gap", "name-untidy"}
    assert found("--code", "area-gap", "--severity", "error", status=0) == set()
    assert found("--code", "parley/no-envoy", status=0) == set()


def test_only_one_thing(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed(), talks(flawed(), revision=""))
    assert "scenario talks" not in sandtable("check", f"{path}#isle", status=1).out
    assert sandtable("check", f"{path}#talks").out.splitlines()[0] == "scenario talks"
    assert sandtable("check", f"{path}#scenario/talks").out.splitlines()[0] == "scenario talks"


BAD_CALLS = [
    (["{path}", "--code", "area-gpa"], "no code is called 'area-gpa': did you mean area-gap"),
    (["{path}", "--output", "x.db"], "--output names the mended copy: add --fix"),
    (["{path}#ilse"], "no map, scenario, preset, chart or house rule is called 'ilse': did you mean isle?"),
    (["{path}#scenario/isle"], "no scenario is called 'isle': there are none"),
    (["nowhere.db"], "nowhere.db does not exist: name a file that does"),
    (
        ["{folder}/notes.txt"],
        "notes.txt is not a library: name a library, or a GeoJSON file (.geojson)",
    ),
    (["{folder}/notes.geojson"], "notes.geojson is not JSON"),
    (["{path}", "--fix", "--output", "{path}"], "already exists: choose another name"),
    (["{path}", "--severity", "bad"], "sandtable check: invalid value for '--severity'"),
]


@pytest.mark.parametrize(("call", "says"), BAD_CALLS, ids=[" ".join(call) for call, _ in BAD_CALLS])
def test_a_bad_call_is_told_in_one_sentence(sandtable: Run, tmp_path: Path, call: list[str], says: str) -> None:
    path = library(tmp_path, flawed())
    for name in ("notes.txt", "notes.geojson"):
        (tmp_path / name).write_text("no map at all")
    with untouched(tmp_path):
        said = sandtable("check", *(one.format(path=path, folder=tmp_path) for one in call), status=2)
    assert says in said.err
    assert len(said.err.splitlines()) == 1


# --- check --fix ----------------------------------------------------------------------------------------------------


def test_fixes_are_made_in_place_after_a_copy_was_put_beside(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed())
    before = path.read_bytes()
    said = sandtable("check", path, "--fix", status=1)
    assert said.out.count("fixed, map isle: ") == 2
    assert "the file as it was is" in said.out
    assert said.out.splitlines()[-1] == "1 warning"
    copy = tmp_path / "isle.before-fix.db"
    with Library.open(copy) as kept, Library.open(path) as mended:
        assert kept.map("isle") == flawed()
        assert mended.map("isle").graph[S("birch")].name == "Birchwood"
    assert path.read_bytes() != before
    with untouched(tmp_path):
        assert sandtable("check", path, "--fix", status=1).out.splitlines()[-1] == "1 warning"


def test_a_second_copy_has_another_name(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed())
    (tmp_path / "isle.before-fix.db").write_text("something else")
    facts = sandtable("check", path, "--fix", "--json", status=1).facts
    assert facts["copy"] == str(tmp_path / "isle.before-fix-2.db")
    assert (tmp_path / "isle.before-fix.db").read_text() == "something else"


def test_a_fix_that_would_not_do_what_it_says_is_told_and_leaves_the_file_as_it_was(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = library(tmp_path, flawed())
    monkeypatch.setattr("sandtable.lint.names.tidy", lambda name: name + "!")
    with untouched(tmp_path):
        said = sandtable("check", path, "--fix", "--code", "name-untidy", status=1)
    assert "not fixed, map isle: call 'birch' ' Birchwood!'" in said.err
    assert said.out.count("name-untidy") > 0


def test_with_an_output_the_file_stays_as_it_is(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed())
    before, target = path.read_bytes(), tmp_path / "mended.db"
    facts = sandtable("check", path, "--fix", "--output", target, "--json", status=1).facts
    assert path.read_bytes() == before
    assert facts["copy"] is None
    assert [one["document"] for one in facts["fixed"]] == ["map isle", "map isle"]
    assert sandtable("check", target, "--json", status=1).facts["findings"] == facts["findings"]


def test_only_what_is_wanted_is_mended(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed())
    facts = sandtable("check", path, "--fix", "--code", "name-untidy", "--json").facts
    assert [one["says"] for one in facts["fixed"]] == ["call 'birch' 'Birchwood'"]
    assert "area-sliver" in {one["code"] for one in sandtable("check", path, "--json", status=1).facts["findings"]}


def test_a_scenario_goes_along_with_its_mended_map_where_that_touches_nothing_it_uses(
    sandtable: Run, tmp_path: Path
) -> None:
    sheet = flawed()
    path = library(tmp_path, sheet, talks(sheet))
    facts = sandtable("check", path, "--fix", "--json", status=1).facts
    assert {"document": "scenario talks", "says": "bind 'talks' to map 'isle' as it is"} in facts["fixed"]
    with Library.open(path) as mended:
        assert mended.scenario("talks").revision == mended.map("isle").digest
        assert mended.revisions("isle") == (mended.map("isle").digest,)


def test_the_library_that_ships_is_checked_when_none_is_named_and_never_changed(
    sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = library(tmp_path, flawed())
    monkeypatch.setattr("sandtable.library.shipped.shipped_path", lambda: path)
    with untouched(tmp_path):
        assert sandtable("check", "--json", status=1).facts["file"] == str(path)
        for call in (("check", "--fix"), ("check", path, "--fix")):
            assert "never changed: use --output FILE" in sandtable(*call, status=2).err
    assert sandtable("check", "--fix", "--output", tmp_path / "mine.db", status=1).out.count("fixed") == 2
    monkeypatch.setattr("sandtable.library.shipped.shipped_path", lambda: tmp_path / "gone.db")
    assert "run `sandtable build-library`, or name a library" in sandtable("check", status=2).err


# --- GeoJSON --------------------------------------------------------------------------------------------------------


def foreign(path: Path) -> Path:
    """Write a file of two lands, one of them with a border that crosses itself."""
    bow = shapely.Polygon([(0, 0), (40, 40), (40, 0), (0, 40)])
    features = [
        {"type": "Feature", "id": id, "properties": {"name": id.title()}, "geometry": shapely.geometry.mapping(shape)}
        for id, shape in (("bow", bow), ("land", shapely.box(200, 0, 240, 40)))
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def test_a_geojson_file_is_looked_at_first_raw_then_as_a_map(sandtable: Run, tmp_path: Path) -> None:
    path = foreign(tmp_path / "coast.geojson")
    with untouched(tmp_path):
        findings = sandtable("check", path, "--json", status=1).facts["findings"]
    assert [one["code"] for one in findings if one["severity"] != "hint"] == ["shape-unsound"]
    (one,) = (one for one in findings if one["code"] == "shape-unsound")
    assert one["place"]["spaces"] == ["bow"]
    assert "an area of 0 becomes one of 800" in one["fix"]


def test_a_geojson_file_is_never_changed(sandtable: Run, tmp_path: Path) -> None:
    path, target = foreign(tmp_path / "coast.geojson"), tmp_path / "mended.geojson"
    assert "use --output FILE" in sandtable("check", path, "--fix", status=2).err
    before = path.read_bytes()
    facts = sandtable("check", path, "--fix", "--output", target, "--json").facts
    assert facts["fixed"][0]["says"].startswith("mend the rings of 'bow'")
    assert path.read_bytes() == before
    assert sandtable("check", target, "--severity", "warning").out == "nothing is wrong\n"


def test_a_map_of_ours_is_checked_from_its_file_as_from_its_library(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, flawed())
    (tmp_path / "isle.geojson").write_text(geojson.write(flawed()), "utf-8")
    one, other = (
        sandtable("check", each, "--json", status=1).facts["findings"] for each in (path, tmp_path / "isle.geojson")
    )
    assert one == other


# --- diff -----------------------------------------------------------------------------------------------------------


def forbidden() -> Map:
    return dataclasses.replace(isle(), graph=isle().graph.forbid(S("ash"), S("birch")))


def test_the_same_is_no_difference(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, isle(), talks(isle()))
    other = library(tmp_path, isle(), talks(isle()), name="other.db")
    with untouched(tmp_path):
        for a, b in ((path, other), (path, path), (f"{path}#isle", other), (f"{path}#talks", f"{other}#talks")):
            assert sandtable("diff", a, b).out == "nothing differs\n"
            assert sandtable("diff", a, b, "--json").facts["differences"] == []


def test_two_libraries(sandtable: Run, tmp_path: Path) -> None:
    a = library(tmp_path, isle(), talks(isle()), name="a.db")
    b = library(tmp_path, forbidden(), talks(isle(), title="More talks"), name="b.db")
    said = sandtable("diff", a, b, status=1)
    assert said.out.splitlines() == [
        "map isle",
        "  Ashford (ash)–Birchwood (birch): derived → forbidden",
        "scenario talks",
        "  the scenario: title Talks → More talks",
    ]
    facts = sandtable("diff", a, b, "--json", status=1).facts
    assert [one["document"] for one in facts["differences"]] == ["map isle", "scenario talks"]
    assert facts["differences"][0]["changes"][0] == {
        "kind": "edge-status",
        "what": ["ash", "birch"],
        "words": "Ashford (ash)–Birchwood (birch): derived → forbidden",
        "before": "derived",
        "after": "forbidden",
        "hexes": [],
    }


def test_a_new_map_and_the_scenarios_on_the_old_one(sandtable: Run, tmp_path: Path) -> None:
    """Without its game every text that is the id of a space counts."""
    a = library(tmp_path, isle(), talks(isle(), game="chess"), name="a.db")
    b = library(tmp_path, forbidden(), name="b.db")
    out = sandtable("diff", f"{a}#isle", f"{b}#isle", status=1).out.splitlines()
    assert out[2:] == [
        "scenario talks on the new map isle",
        "  no way leads between Ashford (ash) and Birchwood (birch) any more, where Envoy North 1 is",
    ]


def test_an_earlier_revision_that_a_scenario_is_bound_to(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, isle(), talks(isle()))
    with Library.open(path, writing=True) as open_:
        open_.put_map(forbidden())
    said = sandtable("diff", f"{path}#isle@{isle().digest[:8]}", f"{path}#isle", status=1)
    assert "derived → forbidden" in said.out
    assert "no revisions of map 'isle' begin with '000'" in sandtable("diff", f"{path}#isle@000", path, status=2).err


def test_a_geojson_file_is_a_map(sandtable: Run, tmp_path: Path) -> None:
    path, file = library(tmp_path, isle()), tmp_path / "isle.geojson"
    file.write_text(geojson.write(with_attributes(isle(), "ash", fortress=4)), "utf-8")
    assert "fortress 1 → 4" in sandtable("diff", path, file, status=1).out
    assert "fortress 4 → 1" in sandtable("diff", file, f"{path}#isle", status=1).out


def test_what_cannot_be_compared(sandtable: Run, tmp_path: Path) -> None:
    path = library(tmp_path, isle(), talks(isle()), replace(PresetDocument(key="isle", game="parley", title="Isle")))
    for a, b, says in (
        (f"{path}#talks", f"{path}#map/isle", "talks is a scenario and isle is a map: compare two of the same kind"),
        (f"{path}#isle", f"{path}#isle", "isle is a map and a preset"),
        (f"{path}#ilse", path, "is called 'ilse': did you mean isle?"),
        (path, tmp_path / "nowhere.db", "nowhere.db does not exist: name a file that does"),
    ):
        assert says in sandtable("diff", a, b, status=2).err
    assert sandtable("diff", f"{path}#map/isle", f"{path}#map/isle").out == "nothing differs\n"


def test_in_a_process_of_its_own(house: House, tmp_path: Path) -> None:
    path = library(tmp_path, flawed(), talks(flawed()))
    assert "fixed" in house.run("check", path, "--fix", status=1).stdout
    assert "map isle" in house.run("diff", path, tmp_path / "isle.before-fix.db", status=1).stdout


# -- a library that has come to harm


def damaged(tmp_path: Path) -> Path:
    """Return a library of which a page is no longer sound: that of its scenarios."""
    path = library(tmp_path, isle(), talks(isle()))
    data = bytearray(path.read_bytes())
    at = data.index(b'"map":"isle"')
    page = at // 4096 * 4096
    data[page : page + 8] = bytes(8)
    path.write_bytes(data)
    return path


def test_what_is_sound_in_a_damaged_library_is_listed_and_checked_and_what_is_not_is_named(
    sandtable: Run, tmp_path: Path
) -> None:
    path = damaged(tmp_path)
    with untouched(tmp_path):
        said = sandtable("list", path, status=1)
        assert "isle" in said.out
        assert "isle.db is damaged" in said.err
        assert "has lost scenarios of which nothing can be read any more" in said.err
        assert f"`sandtable check {path} --salvage FILE`" in said.err
        assert sandtable("list", path, "--json", status=1).facts["problems"]
        said = sandtable("check", path, status=1)
        assert "isle.db is damaged" in said.err
        assert sandtable("check", path, "--json", status=1).facts["harm"]
        assert sandtable("map", "adjacency", f"{path}#isle").out


def test_what_is_sound_goes_into_a_new_library(sandtable: Run, tmp_path: Path) -> None:
    path = damaged(tmp_path)
    said = sandtable("check", path, "--salvage", tmp_path / "new.db", status=1)
    assert f"new.db holds what is sound of {path}: 1 map, 0 scenarios, 0 presets, 0 charts" in said.out
    assert "left behind: scenarios of which nothing can be read any more" in said.err
    assert "nothing is wrong" in sandtable("check", tmp_path / "new.db").out
    assert "already exists" in sandtable("check", path, "--salvage", tmp_path / "new.db", status=2).err
