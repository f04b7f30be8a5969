"""Scenarios as text: what is read, what is refused and where, and that what is written reads back equal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.board import Graph, Map, MapInfo, Region, RegionId, Space, SpaceId
from sandtable.engine import (
    Axis,
    Chart,
    ChartId,
    DesignedCell,
    DesignedChart,
    Due,
    Grants,
    InstalledGame,
    Invalid,
    Preset,
    Row,
    Side,
    SideId,
)
from sandtable.library import ScenarioDocument, read_scenario, read_scenario_file, scenario_text, text_scenario
from sandtable.library.store.documents import PresetDocument, rows_as_documents
from sandtable.library.text.scenario_text import ScenarioText
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.system import EMPIRES
from tests.lint.marches import Arrival, Corps
from tests.lint.ploughed_marches import PLOUGHED, Land
from tests.lint.sheets import at, isle, plain

KINDS = PLOUGHED.system.row_kinds()
GROUND = PLOUGHED.system.ground
HEAD = 'key = "war"\ngame = "marches"\ntitle = "The War"\n'

WAR = (
    HEAD
    + """
says = "On the isle."
map = "isle"
options = ["winter"]
parameters = { winter = { degrees = -5 } }

[setting.countries]
"The Isle" = "Red"
[setting.lands]
"Long Dale" = "Blue"

[Side]
Red = {}
Blue = { title = "The Blues" }

[[Corps]]
id = "I"
side = "Red"
area = "Ashford"
way = ["dale", "Cedar Hill", "Ashford"]
leader = false

[Arrival]
levy = { side = "Blue", area = "cedar", turn = 2, country = "The Isle" }

[[Land]]
id = "Birchwood"
fortress = 2

[[chart]]
id = "losses"
title = "Losses"
[[chart.axis]]
title = "Odds"
keys = ["1-1", "2-1"]
[[chart.axis]]
title = "Die"
keys = ["1", "2"]
[chart.cells]
"1-1" = [1, 2]
"2-1" = [3, ""]

[[preset]]
key = "mild"
title = "Mild"
off = ["winter"]
"""
)


def read(text: str, sheet: Map | None = None, beside: Path | None = None) -> ScenarioText:
    return read_scenario(text, "war.toml", KINDS, GROUND, sheet or isle(), beside)


def rows_of(text: ScenarioText, kind: type[Row]) -> list[Row]:
    return [row for row in text.rows if isinstance(row, kind)]


def test_a_text_is_read_with_its_places_by_name_or_id() -> None:
    war = read(WAR)
    assert (war.key, war.title, war.says, war.map, war.options) == (
        "war",
        "The War",
        "On the isle.",
        "isle",
        ("winter",),
    )
    assert war.parameters == {"winter": {"degrees": -5}}
    assert war.setting == {"countries": {"isle": "Red"}, "lands": {"dale": "Blue"}}
    (corps,) = rows_of(war, Corps)
    assert isinstance(corps, Corps)
    assert (corps.area, corps.way, corps.leader, corps.factors) == ("ash", ("dale", "cedar", "ash"), None, 5)
    (levy,) = rows_of(war, Arrival)
    assert isinstance(levy, Arrival)
    assert (levy.id, levy.area, levy.country) == ("levy", "cedar", "isle")
    assert rows_of(war, Side) == [Side(SideId("Red")), Side(SideId("Blue"), "The Blues")]
    assert [chart.cells for chart in rows_of(war, Chart) if isinstance(chart, Chart)] == [(1, 2, 3, None)]
    assert war.presets == (PresetDocument(key="mild", game="marches", title="Mild", off=("winter",)),)


def test_a_row_of_the_ground_may_stand_in_the_text_and_is_called_by_its_id_where_it_has_no_title() -> None:
    (land,) = rows_of(read(WAR), Land)
    assert isinstance(land, Land)
    assert (land.id, land.title, land.fortress) == ("birch", "Birchwood", 2)
    laid = read(WAR).document(PLOUGHED, isle()).ground_rows(PLOUGHED, isle())
    assert sorted(row.id for row in laid) == ["ash", "cedar", "dale"]


def test_without_a_map_every_place_is_an_id() -> None:
    war = read_scenario(WAR, "war.toml", KINDS, GROUND, None)
    assert [corps.area for corps in rows_of(war, Corps) if isinstance(corps, Corps)] == ["Ashford"]


def test_hexes_go_by_their_number_or_their_name() -> None:
    sheet = plain()
    assert sheet.hexes is not None
    named = dataclasses.replace(sheet.hexes, names={at(sheet, "0302"): "Mill"})
    sheet = dataclasses.replace(sheet, hexes=named)
    text = HEAD + '[[Corps]]\nid = "I"\nside = "Red"\narea = "0201"\nway = ["Mill", "0402"]\n'
    (corps,) = read(text, sheet).rows
    assert isinstance(corps, Corps)
    assert (corps.area, corps.way) == ("0201", ("0302", "0402"))


def twins() -> Map:
    spaces = [Space(SpaceId(id), "Newton", "land") for id in ("north", "south")]
    return Map(MapInfo("twins", "Twins"), Graph(spaces), regions=(Region(RegionId("isle"), "country"),))


CORPS = HEAD + '[Corps]\nI = { side = "Red", area = "ash" }\n'
WRONG: dict[str, tuple[str, str]] = {
    "no TOML": (HEAD + "[Corps\n", r"war\.toml is not TOML: .*\(at line 4, column 7\)"),
    "no title": ('key = "war"\n', r"war\.toml has no title: write it at the top"),
    "a head of another type": (HEAD + "says = 3\n", r"war\.toml: says: write text, not a whole number"),
    "a table that the game does not have": (
        HEAD + "[Korps]\n", r"war\.toml: Korps: no table is called 'Korps': did you mean Corps"
    ),
    "a field that the table does not have": (
        CORPS.replace("side", "sdie"), r"war\.toml: Corps 'I': no field is called 'sdie': did you mean side"
    ),
    "a field that is missing": (CORPS.replace('side = "Red", ', ""), r"Corps 'I': .*the field 'side' is missing"),
    "a value out of bounds": (
        CORPS.replace('"ash"', '"ash", factors = 21'),
        r"war\.toml: Corps 'I': factors: write a whole number of at most 20",
    ),
    "a value of another type": (
        CORPS.replace('"ash"', '"ash", factors = "5"'),
        r"Corps 'I': factors: write a whole number, not text",
    ),
    "a place that is not there": (
        CORPS.replace('"ash"', '"Ashfrod"'),
        r"war\.toml: Corps 'I': area: no space of the map 'The isle' is called 'Ashfrod': did you mean Ashford or ",
    ),
    "a place deep within": (
        CORPS.replace('"ash"', '"ash", way = ["ash", "oak"]'),
        r"Corps 'I': way: no space of the map 'The isle' is called 'oak'",
    ),
    "a region that is not there": (
        HEAD + '[setting.countries]\nNowhere = "Red"\n',
        r"war\.toml: setting: countries: no region of the map 'The isle' is called 'Nowhere'",
    ),
    "a setting that is none": (HEAD + "[setting]\ncontries = {}\n", "setting: no field is called 'contries': did you"),
    "a setting that is no table": ("setting = 3\n" + HEAD, "setting: it is not a table"),
    "a row twice": (
        HEAD + '[[Side]]\nid = "Red"\n[[Side]]\nid = "Red"\n', r"war\.toml: Side 'Red': it stands there twice"
    ),
    "a row without an id": (HEAD + "[[Side]]\n", r'war\.toml: Side: number 1 has no id: write id = "\.\.\."'),
    "a row that is no table": (HEAD + "[Side]\nRed = 3\n", r"war\.toml: Side 'Red': it is not a row: write Red = \{"),
    "rows that are no tables": ("Side = 3\n" + HEAD, r"war\.toml: Side: write a table \[\[Side\]\] for each"),
    "a chart that is not whole": (HEAD + '[[chart]]\nid = "x"\n', r"war\.toml: chart x is not whole"),
    "a chart in a file, where there is none": ('charts = ["x.toml"]\n' + HEAD, "'x.toml' cannot be read from here"),
    "a preset without a key": (HEAD + "[[preset]]\n", "preset: the field 'key' is missing: write it"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_file_table_and_key(name: str) -> None:
    text, says = WRONG[name]
    with pytest.raises(Invalid, match=says):
        read(text)


def test_a_name_that_two_places_have_is_refused_with_their_ids() -> None:
    with pytest.raises(Invalid, match="area: 'Newton' is the name of 2 spaces: write north or south"):
        read(CORPS.replace('"ash"', '"Newton"'), twins())
    assert read(CORPS.replace('"ash"', '"north"'), twins()).rows


def test_a_game_without_a_ground_takes_no_setting() -> None:
    with pytest.raises(Invalid, match="the game has no ground that asks for one"):
        read_scenario(WAR, "war.toml", KINDS, None, isle())


# --- writing --------------------------------------------------------------------------------------------------------


def written(document: ScenarioDocument, family: InstalledGame = PLOUGHED, sheet: Map | None = None) -> ScenarioDocument:
    """Return a scenario after it went through its text."""
    game = family.system
    text = scenario_text(document, game.row_kinds(), game.ground)
    again = read_scenario(text, "again.toml", game.row_kinds(), game.ground, sheet)
    return again.document(family)


def test_what_is_written_reads_back_equal() -> None:
    document = read(WAR).document(PLOUGHED, isle())
    assert written(document) == document
    assert written(document, sheet=isle()) == document


def test_the_campaign_that_ships_is_written_and_reads_back_equal() -> None:
    family = InstalledGame(EMPIRES)
    document = ScenarioDocument.of(EMPIRES.scenarios[0], family, europe_1805())
    assert written(document, family) == document
    assert written(document, family, europe_1805()) == document


def test_a_cell_that_the_designer_changed_stands_by_itself_and_reads_back_equal() -> None:
    cell = (
        '\n[[cell]]\nchart = "losses"\nat = ["1-1", "2"]\ncell = 4\nwas = 2\nsource = "a report"\nnote = "so it was"\n'
    )
    gone = '\n[[cell]]\nchart = "losses"\nat = ["1-1", "1"]\ncell = false\nwas = 1\n'
    (designed,) = rows_of(read(WAR + cell + gone), DesignedChart)
    assert designed == DesignedChart(
        ChartId("losses"),
        (DesignedCell(("1-1", "1"), None, 1), DesignedCell(("1-1", "2"), 4, 2, "a report", "so it was")),
    )
    document = read(WAR + cell + gone).document(PLOUGHED, isle())
    assert written(document) == document
    assert (gone + cell).lstrip() in scenario_text(document, KINDS, GROUND)
    line = len((WAR + cell).split("\n")) + 1
    wrong = (cell.replace("at", "on"), "is wrong: .*")
    for other, says in ((cell, r"names chart 'losses' at 1-1, 2 once more"), wrong):
        with pytest.raises(Invalid, match=rf"war\.toml: cell: number 2 {says} \(at line {line}\)"):
            read(WAR + cell + other)


def with_rows(*rows: Row) -> ScenarioDocument:
    return ScenarioDocument.made_of(PLOUGHED, rows, setting={}, key="war", title="The War")


ODD: dict[str, Callable[[], Row]] = {
    "a chart without axes": lambda: Chart(ChartId("x"), "X", (), (1,)),
    "a chart with empty texts and cells": lambda: Chart(ChartId("x"), "X", (Axis("a", ("1", "2")),), ("", None)),
    "a chart whose keys look alike": lambda: Chart(
        ChartId("x"), "X", (Axis("a", ("1 / 2", "1")), Axis("b", ("2", "1")), Axis("c", ("1",))), (1, 2, 3, 4)
    ),
    "data of any kind": lambda: Due(
        "d", "x", "s", "play", 1, "R-1", data={"a b": [1, True, {"c": '\u007f\n"\\'}], "": "é", "n": -(2**40)}
    ),
    "quotes and signs": lambda: Side(SideId('R"e\\d\t\x00[x]'), "a\x7fb\r\nc # = ' '''"),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_rows_read_back_equal(name: str) -> None:
    document = with_rows(ODD[name]())
    assert written(document) == document


@given(st.dictionaries(st.text(min_size=1), st.text()), st.lists(st.text(), max_size=40))
def test_any_texts_read_back_equal(titles: dict[str, str], options: list[str]) -> None:
    sides = (Side(SideId(id), title) for id, title in titles.items())
    document = replace(with_rows(*sides), options=tuple(options), grants=tuple(options[1:]))
    assert written(document) == document
    assert written(document).digest == document.digest


def test_the_same_scenario_has_the_same_text_however_it_was_put_together() -> None:
    document = read(WAR).document(PLOUGHED, isle())
    other = replace(
        document,
        rows={table: dict(reversed(its.items())) for table, its in reversed(document.rows.items())},
        setting={name: dict(reversed(value.items())) for name, value in reversed(document.setting.items())},
    )
    assert scenario_text(other, KINDS, GROUND) == scenario_text(document, KINDS, GROUND)


def test_what_no_text_can_say_is_refused_with_its_place() -> None:
    with pytest.raises(Invalid, match=r"Due 'd': data holds nothing \(null\), which a text has no word for"):
        written(with_rows(Due("d", "x", "s", "play", 1, "R-1", data={"a": None})))
    with pytest.raises(Invalid, match="rows of a table Ship, which its game does not have"):
        written(replace(with_rows(), rows={"Ship": {"a": {"id": "a"}}}))


def test_presets_go_along(tmp_path: Path) -> None:
    preset = PresetDocument(key="mild", game="marches", title="Mild", extends="full", on=("summer",))
    text = scenario_text(with_rows(), KINDS, GROUND, [preset])
    assert read(text).presets == (preset,)
    assert preset.preset() == Preset("mild", "Mild", "full", ("summer",))


def test_what_a_scenario_grants_stands_at_its_head(tmp_path: Path) -> None:
    text = HEAD + 'grants = ["coast", "snow"]\n'
    assert read(text).grants == read(text).document(PLOUGHED).grants == ("coast", "snow")
    (tmp_path / "war.toml").write_text(text, "utf-8")
    scenario = text_scenario(tmp_path / "war.toml", lambda: PLOUGHED.system)
    assert PLOUGHED.system.start_rows(scenario) == [Grants("grants", ("coast", "snow"))]
    assert ScenarioDocument.of(scenario, PLOUGHED).scenario(PLOUGHED).grants == ("coast", "snow")
    with pytest.raises(Invalid, match=r"war\.toml: .*grants"):
        read(HEAD + 'grants = "coast"\n')


# --- as a game's own ------------------------------------------------------------------------------------------------


def test_a_game_brings_a_text_and_nothing_of_it_but_its_title_is_read_before_it_is_begun(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(WAR[WAR.index("[[chart]]") : WAR.index("[[preset]]")], "utf-8")
    path, asked = tmp_path / "war.toml", list[str]()
    text = WAR.replace(WAR[WAR.index("[[chart]]") : WAR.index("[[preset]]")], "")
    path.write_text('charts = ["charts.toml"]\n' + text, "utf-8")

    def sheet() -> Map:
        asked.append("map")
        return isle()

    scenario = text_scenario(path, lambda: PLOUGHED.system, sheet)
    assert (scenario.title, scenario.options, asked) == ("The War", ("winter",), [])
    begun = rows_as_documents(PLOUGHED.system.start_rows(scenario))
    assert {id: row.get("holder") for id, row in begun["Land"].items()} == {
        "ash": "Red", "birch": None, "cedar": "Red", "dale": "Blue",
    }  # fmt: skip
    assert begun["Chart"].keys() == {"losses"}
    assert ScenarioDocument.of(scenario, PLOUGHED, isle()).setting["lands"] == {"dale": "Blue"}


def test_a_text_that_is_gone_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"gone\.toml cannot be read"):
        read_scenario_file(tmp_path / "gone.toml", KINDS, GROUND, None)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Invalid, match=r"bytes\.toml cannot be read"):
        read_scenario_file(tmp_path / "bytes.toml", KINDS, GROUND, None)
