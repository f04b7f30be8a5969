"""What differs between two scenarios, presets, libraries; and what a new map does to the scenarios on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from sandtable.board import Feature, Graph
from sandtable.board.maps import Map
from sandtable.library.diff import effects, library_changes, preset_changes, scenario_changes
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.library_file import Library
from tests.library.samples import CHART, PRESET, RUNS, scenarios
from tests.lint.marches import BLUE, FAMILY, Corps, CorpsId, rows, scenario
from tests.lint.sheets import S, isle, plain, with_attributes, without_edges

# --- scenarios ------------------------------------------------------------------------------------------------------


def rows_with(table: str, id: str, **fields: Any) -> ScenarioDocument:
    found = rows()
    found[table][id] = {**found[table][id], **fields}
    return scenario(rows=found)


SCENARIO_EDITS: dict[str, tuple[Callable[[], ScenarioDocument], list[tuple[str, str]]]] = {
    "grants": (lambda: scenario(grants=("coast",)), [("grant", "coast is granted now")]),
    "title": (lambda: scenario(title="War"), [("scenario", "the scenario: title The campaign → War")]),
    "revision": (lambda: scenario(revision="abc"), [("scenario", f"the scenario: revision {isle().digest} → abc")]),
    "an option": (lambda: scenario(options=("winter",)), [("option", "winter is on now")]),
    "a parameter": (
        lambda: scenario(parameters={"winter": {"degrees": -5}}),
        [("parameter", "winter.degrees: default → -5")],
    ),
    "a parameter that is nothing": (
        lambda: scenario(parameters={"winter": {"degrees": None}}),
        [("parameter", "winter.degrees: default → nothing")],
    ),
    "no parameters": (
        lambda: scenario(parameters={"winter": {}}),
        [("parameter", "winter is listed, without parameters")],
    ),
    "a row more": (
        lambda: scenario(Corps(CorpsId("IV"), BLUE, S("cedar"))),
        [("row-added", "Corps IV is new (side Blue, area cedar, factors 5)")],
    ),
    "a row less": (lambda: scenario(without={"Ney"}), [("row-gone", "Leader Ney is gone (side Red, area ash)")]),
    "a field": (lambda: rows_with("Corps", "I", factors=7), [("row-changed", "Corps I: Infantry factors 5 → 7")]),
    "a list": (lambda: rows_with("Corps", "I", way=["ash"]), [("row-changed", "Corps I: way dale, cedar, ash → ash")]),
    "a cell": (
        lambda: rows_with("Chart", "losses", cells=[1, 2, 3, "AE"]),
        [("chart-cell", "chart losses at 2-1, 2: 4 → AE")],
    ),
    "where a chart comes from": (
        lambda: rows_with("Chart", "losses", origin="designer"),
        [("chart", "chart losses: origin house → designer")],
    ),
    "a key of a chart": (
        lambda: rows_with(
            "Chart", "losses", axes=[{"title": "Odds", "keys": ["1-1", "3-1"]}, {"title": "Die", "keys": ["1", "2"]}]
        ),
        [
            (
                "chart-axes",
                "chart losses has other axes: Odds (1-1, 2-1) × Die (1, 2) → Odds (1-1, 3-1) × Die (1, 2)",
            )
        ],
    ),
    "a chart out of shape": (
        lambda: rows_with("Chart", "losses", cells=[1, 2]),
        [("chart-cells", "chart losses has other cells (4 → 2)")],
    ),
    "an empty table": (lambda: scenario(rows=rows() | {"Gun": {}}), [("rows", "Gun is listed, without rows")]),
}


@pytest.mark.parametrize("name", SCENARIO_EDITS)
def test_a_single_edit_of_a_scenario_gives_exactly_its_line(name: str) -> None:
    made, expected = SCENARIO_EDITS[name]
    assert [(one.kind, one.words) for one in scenario_changes(scenario(), made(), FAMILY)] == expected
    assert scenario_changes(made(), made(), FAMILY) == ()
    assert scenario_changes(made(), scenario(), FAMILY)


def test_a_default_that_is_written_is_no_change() -> None:
    """Libraries of before have all defaults written."""
    assert scenario_changes(scenario(), rows_with("Leader", "Ney", aide=None), FAMILY) == ()


def test_without_its_game_a_field_has_its_own_name() -> None:
    (one,) = scenario_changes(scenario(), rows_with("Corps", "I", factors=7))
    assert one.words == "Corps I: factors default → 7"
    assert (one.what, one.before, one.after) == (("Corps", "I", "factors"), None, 7)


def test_places_have_their_names_where_the_map_is_at_hand() -> None:
    moved = rows_with("Corps", "I", area="cedar")
    (one,) = scenario_changes(scenario(), moved, FAMILY, [isle()])
    assert one.words == "Corps I: area Ashford → Cedar Hill"
    assert one.after == "cedar"


@RUNS
@given(a=scenarios, b=scenarios)
def test_two_random_scenarios_differ_exactly_when_something_is_told(a: ScenarioDocument, b: ScenarioDocument) -> None:
    same = msgspec.json.encode(a, order="sorted") == msgspec.json.encode(b, order="sorted")
    assert bool(scenario_changes(a, b)) == (not same)
    assert scenario_changes(a, a) == ()


PRESETS = {
    "title": (replace(PRESET, title="Club"), ["the preset: title Club rules → Club"]),
    "on": (replace(PRESET, on=("fog", "mud")), ["mud is switched on now"]),
    "off": (replace(PRESET, off=()), ["rain is switched off no longer"]),
    "order": (replace(PRESET, on=("mud", "fog")), ["the options on are named in another order: fog, mud → mud, fog"]),
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    after, expected = PRESETS[name]
    before = replace(PRESET, on=("fog", "mud")) if name == "order" else PRESET
    assert [one.words for one in preset_changes(before, after)] == expected
    assert preset_changes(after, after) == ()


# --- what a map does to the scenarios on it -------------------------------------------------------------------------


def without(id: str) -> Map:
    """Return the isle without a land."""
    sheet = isle()
    assert sheet.areas is not None
    gone = dataclasses.replace(
        sheet, areas=sheet.areas.remove(S(id)), graph=sheet.graph.without_space(S(id)),
        places={one: spot for one, spot in sheet.places.items() if one != id}, regions=(),
    )  # fmt: skip
    return dataclasses.replace(gone, regions=isle().regions) if id != "dale" else gone


DALE = "kind land, country isle, fortress 1"
ALL = "Corps I, Corps II, Leader Ney and Arrival levy"


def dale_birch(do: Callable[[Graph], Graph]) -> Map:
    return dataclasses.replace(isle(), graph=do(isle().graph))


EFFECTS: dict[str, tuple[Callable[[], Map], list[tuple[str, str]]]] = {
    "a space that is gone": (
        lambda: without("dale"),
        [
            ("uses-gone", "Long Dale (dale) is gone, which Corps I and Corps III name"),
            ("uses-gone", "country isle is gone, which Arrival levy names"),
        ],
    ),
    "a space that nobody uses": (lambda: without("birch"), []),
    "another terrain": (
        lambda: with_attributes(isle(), "dale", terrain="marsh"),
        [
            (
                "uses-changed",
                f"Long Dale (dale) has changed ({DALE} → {DALE}, terrain marsh), which Corps I and Corps III name",
            )
        ],
    ),
    "another name": (lambda: dataclasses.replace(isle(), graph=isle().graph.rename(S("dale"), "Dale")), []),
    "a way that is closed": (
        lambda: dataclasses.replace(isle(), graph=isle().graph.forbid(S("dale"), S("birch"))),
        [
            (
                "way-closed",
                "no way leads between Birchwood (birch) and Long Dale (dale) any more, where Corps I and Corps III are",
            )
        ],
    ),
    "a way that others use too": (
        lambda: without_edges(isle(), ("ash", "cedar")),
        [
            (
                "way-closed",
                f"no way leads between Ashford (ash) and Cedar Hill (cedar) any more, where {ALL} are",
            ),
            ("route-broken", "Corps I leads from Cedar Hill (cedar) to Ashford (ash), where no way leads any more"),
        ],
    ),
    "a river on the way": (
        lambda: dataclasses.replace(
            isle(), graph=isle().graph.confirm(S("dale"), S("birch"), along=[Feature("river")])
        ),
        [
            (
                "way-changed",
                "the way between Birchwood (birch) and Long Dale (dale) has changed, where Corps I and Corps III are",
            )
        ],
    ),
    "a way that is only confirmed": (
        lambda: dataclasses.replace(isle(), graph=isle().graph.confirm(S("dale"), S("birch"))),
        [],
    ),
    "a way far off": (lambda: without_edges(isle(), ("birch", "mere")), []),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_what_a_new_map_does_to_a_scenario(name: str) -> None:
    made, expected = EFFECTS[name]
    assert [(one.kind, one.words) for one in effects(isle(), made(), scenario(), FAMILY)] == expected
    assert effects(made(), made(), scenario(), FAMILY) == ()


def test_without_its_game_every_text_that_is_an_id_counts() -> None:
    found = effects(isle(), without("dale"), scenario())
    assert [one.what[:3] for one in found if one.kind == "uses-gone"] == [("dale", "I", "III"), ("isle", "levy")]


def test_hexes_are_named_by_their_numbers() -> None:
    document = ScenarioDocument(
        key="h", game="", title="", map="plain", rows={"Unit": {"A": {"id": "A", "hex": "0303"}}}
    )
    after = plain({"0303": "wood"})
    (one,) = effects(plain(), after, document)
    assert one.words == "0303 has changed (terrain clear → terrain wood), which Unit A names"
    (two,) = effects(plain(), plain(cut=(2, 2)), document)
    assert two.words == "0303 is gone, which Unit A names"


# --- libraries ------------------------------------------------------------------------------------------------------


def stored(path: Path, *documents: Any) -> Library:
    """Return a library with these in it."""
    library = Library.create(path)
    for one in documents:
        match one:
            case Map():
                library.put_map(one)
            case ScenarioDocument():
                library.put_scenario(one)
            case PresetDocument():
                library.put_preset(one)
            case _:
                library.put_chart(one)
    return library


def test_libraries_are_compared_document_by_document(tmp_path: Path) -> None:
    chart = replace(CHART, cells=(1, "D", None, 5))
    moved = without("birch")
    with (
        stored(tmp_path / "a.db", isle(), scenario(), PRESET, CHART) as a,
        stored(
            tmp_path / "b.db", moved, plain(), rows_with("Corps", "I", factors=7), replace(PRESET, off=()), chart
        ) as b,
    ):
        sections = dict(library_changes(a, b, lambda key: FAMILY))
        assert list(sections) == ["map isle", "map plain", "scenario campaign", "preset club", "chart losses"]
        assert [one.words for one in sections["map plain"]] == ["map The plain (plain) is new"]
        assert [one.words for one in sections["scenario campaign"]] == ["Corps I: Infantry factors 5 → 7"]
        assert [one.words for one in sections["chart losses"]] == ["chart losses at 2, 2:1: 4 → 5"]
        assert not list(library_changes(a, a))


def test_scenarios_that_were_not_looked_over_are_told_what_the_new_map_does(tmp_path: Path) -> None:
    closed = dataclasses.replace(isle(), graph=isle().graph.forbid(S("dale"), S("birch")))
    with (
        stored(tmp_path / "a.db", isle(), scenario()) as a,
        stored(tmp_path / "b.db", closed, scenario()) as b,
        stored(tmp_path / "c.db", closed, scenario(revision=closed.digest)) as c,
    ):
        title = "scenario campaign on the new map isle"
        assert [one.kind for one in dict(library_changes(a, b))[title]] == ["way-closed"]
        assert title not in dict(library_changes(a, c))
