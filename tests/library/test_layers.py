"""A scenario that extends another: what is laid over, what collides with a newer base, circles, presets, digests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.engine import DesignedCell, DesignedChart, Invalid, Preset
from sandtable.engine.state.encoding import plain
from sandtable.library import read_scenario, scenario_text
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.layers import collisions, laid, looked_over
from sandtable.library.store.library_file import Library
from sandtable.library.store.scenario_parts import Dates, PrintedCell, RowChanges
from sandtable.library.store.scenario_parts import ScenarioNote as Note
from tests.lint.marches import FAMILY, scenario

KINDS = FAMILY.schema.kinds
PRESETS = {"mild": Preset("mild", "Mild", on=("summer",), parameters={"winter": {"degrees": -1}})}


def over(**changes: Any) -> ScenarioDocument:
    given: dict[str, Any] = {"key": "over", "game": "marches", "title": "Over", "extends": "campaign"}
    return ScenarioDocument(**(given | changes))


def played(document: ScenarioDocument, *bases: ScenarioDocument) -> ScenarioDocument:
    known = {one.key: one for one in (bases or (scenario(),))}

    def base(key: str) -> ScenarioDocument:
        if key not in known:
            raise Invalid(f"no scenario is called {key!r}")
        return known[key]

    return laid(document, base, lambda: PRESETS, FAMILY)


def test_rows_are_put_changed_by_field_and_removed() -> None:
    changes = RowChanges(
        {"Corps": {"I": {"area": "cedar"}, "IX": {"area": "ash"}}}, {"Corps": ("III",), "Arrival": ("levy",)}
    )
    rows = {"Corps": {"IV": {"id": "IV", "side": "Red", "area": "dale"}}}
    found = played(over(over=changes, rows=rows))
    base = scenario()
    assert found.rows["Corps"].keys() == {"I", "II", "IV"}
    assert found.rows["Corps"]["I"] == {**base.rows["Corps"]["I"], "area": "cedar"}
    assert found.rows["Corps"]["II"] == base.rows["Corps"]["II"]
    assert found.rows["Arrival"] == {}
    assert (found.key, found.extends, found.map, found.revision) == ("over", "", base.map, base.revision)
    assert len(found.read(FAMILY)) == len(base.read(FAMILY)) - 1


def test_cells_lie_over_those_of_the_base_and_can_be_as_printed_again() -> None:
    def cells(*some: DesignedCell) -> dict[str, Any]:
        return {"DesignedChart": {"losses": plain(DesignedChart("losses", some))}}  # type: ignore[arg-type]

    one, two = DesignedCell(("1-1", "1"), 5, 1), DesignedCell(("1-1", "2"), 6, 2)
    base = replace(scenario(), rows={**scenario().rows, **cells(one, two)})
    found = played(over(rows=cells(replace(one, cell=9), DesignedCell(("2-1", "1"), 7, 3))), base)
    (chart,) = (row for row in found.read(FAMILY) if isinstance(row, DesignedChart))
    assert {cell.keys: cell.cell for cell in chart.cells} == {("1-1", "1"): 9, ("1-1", "2"): 6, ("2-1", "1"): 7}
    printed = RowChanges(printed=(PrintedCell("losses", ("1-1", "1")),))
    (chart,) = (row for row in played(over(over=printed), base).read(FAMILY) if isinstance(row, DesignedChart))
    assert [cell.keys for cell in chart.cells] == [("1-1", "2")]


def test_the_head_of_the_base_stands_where_nothing_else_is_said() -> None:
    base = scenario(
        says="Of the base", options=("winter",), grants=("coast",), dates=Dates("1809"), notes=(Note("a", "A"),),
        parameters={"winter": {"degrees": -5}},
    )  # fmt: skip
    plainly = played(over(), base)
    assert (plainly.says, plainly.options, plainly.dates, plainly.title) == (
        "Of the base",
        ("winter",),
        Dates("1809"),
        "Over",
    )
    other = played(
        over(says="Other", options=("summer",), off=("winter",), notes=(Note("b", "B"),), dates=Dates("1810")),
        base,
    )
    assert (other.says, other.options, other.dates) == ("Other", ("summer",), Dates("1810"))
    assert [one.id for one in other.notes] == ["a", "b"]
    assert (other.grants, other.parameters) == (("coast",), {"winter": {"degrees": -5}})


def test_a_preset_is_worked_out_and_added_to() -> None:
    assert played(scenario(preset="mild")).options == ("summer",)
    assert played(scenario(preset="mild", off=("summer",), options=("boats",))).options == ("boats",)
    assert played(scenario(preset="mild")).parameters == {"winter": {"degrees": -1}}
    with pytest.raises(
        Invalid, match="scenario campaign begins with a preset that cannot be had: no preset is called 'mid'"
    ):
        played(scenario(preset="mid"))


def test_overlays_lie_over_overlays_and_circles_are_refused() -> None:
    middle = over(key="middle", over=RowChanges({"Corps": {"I": {"factors": 7, "area": "dale"}}}))
    top = over(extends="middle", over=RowChanges({"Corps": {"I": {"factors": 9}}}))
    corps = played(top, middle, scenario()).rows["Corps"]["I"]
    assert (corps["factors"], corps["area"]) == (9, "dale")
    with pytest.raises(Invalid, match="scenario over extends itself: over → middle → over"):
        played(top, replace(middle, extends="over"), replace(top))
    with pytest.raises(Invalid, match="scenario middle extends 'campaign', which cannot be had: no scenario is called"):
        played(top, middle)
    with pytest.raises(Invalid, match="is of marches and extends campaign, which is of rivers"):
        played(over(), scenario(game="rivers"))


def test_what_collides_with_a_newer_base_is_told_row_by_row() -> None:
    old = scenario()
    layer = looked_over(
        over(
            over=RowChanges({"Corps": {"I": {"area": "cedar"}, "II": {"factors": 3}}}, {"Corps": ("III",)}),
            rows={"Leader": {"Blücher": {"id": "Blücher", "side": "Red", "area": "ash"}}},
        ),
        old,
        old.digest,
    )
    assert collisions(layer, old) == []
    corps = old.rows["Corps"]
    new = {
        "I": {**corps["I"], "area": "dale"},
        "III": {**corps["III"], "factors": 2},
    }
    leaders = {**old.rows["Leader"], "Blücher": {"id": "Blücher", "side": "Blue", "area": "dale"}}
    newer = replace(old, rows={**old.rows, "Corps": new, "Leader": leaders})
    assert [one.words for one in collisions(layer, newer)] == [
        "Corps 'I': its area was ash when it was changed to cedar, and the base has dale now: cedar counts",
        "Corps 'II' is changed here, but the base has it no more: the change counts for nothing",
        "Corps 'III' is removed here, and the base has changed it since (factors): it stays removed",
        "Leader 'Blücher' is new here, and the base has one of that id now: the one here counts",
    ]
    seen = looked_over(layer, newer, newer.digest)
    assert collisions(seen, newer) == []
    assert (seen.base, seen.over.fields) == (newer.digest, {"Corps": {"I": {"area": "cedar"}}})
    assert played(seen, newer).rows == played(layer, newer).rows


def full() -> ScenarioDocument:
    layer = over(
        over=RowChanges(
            {"Corps": {"I": {"area": "cedar", "leader": None}}}, {"Corps": ("III",)}, (PrintedCell("x", ("1",)),)
        ),
        dates=Dates("1809-04", "1809-05-02"), notes=(Note("n", "He was there", "A note", "Corps", "I", "a letter"),),
        preset="mild", off=("summer",),
    )  # fmt: skip
    return looked_over(layer, scenario(), "abc")


def again(document: ScenarioDocument) -> ScenarioDocument:
    text = scenario_text(document, KINDS, FAMILY.system.ground)
    return read_scenario(text, "over.toml", KINDS, FAMILY.system.ground, None).document(FAMILY)


def test_an_overlay_goes_through_its_text_and_through_a_library(tmp_path: Path) -> None:
    document = again(full())
    assert (document.over, document.notes, document.dates, document.preset) == (
        full().over, full().notes, full().dates, "mild",
    )  # fmt: skip
    assert again(document) == document
    assert document.digest == full().digest
    with Library.create(tmp_path / "mine.db") as library:
        library.put_scenario(document)
        assert library.scenario("over") == document


FIELDS = st.fixed_dictionaries(
    {}, optional={"area": st.text(max_size=5), "factors": st.integers(1, 20), "leader": st.none() | st.text(max_size=5)}
)
IDS = st.text(min_size=1, max_size=4)


@given(
    st.dictionaries(IDS, FIELDS, max_size=3), st.lists(IDS, unique=True, max_size=3),
    st.lists(st.builds(Note, IDS, st.text()), max_size=2, unique_by=lambda one: one.id),
)  # fmt: skip
def test_any_overlay_reads_back_to_the_same_digest(
    fields: dict[str, dict[str, Any]], gone: list[str], notes: list[Note]
) -> None:
    changes = RowChanges({"Corps": fields} if fields else {}, {"Corps": tuple(gone)} if gone else {})
    document = over(over=changes, notes=tuple(notes))
    assert again(document).digest == document.digest


LATER: dict[str, Callable[[], ScenarioDocument]] = {
    "dates": lambda: scenario(dates=Dates("1809")),
    "notes": lambda: scenario(notes=(Note("n", "x"),)),
    "preset": lambda: scenario(preset="mild"),
    "off": lambda: scenario(off=("winter",)),
    "extends": lambda: scenario(extends="base"),
    "over": lambda: scenario(over=RowChanges(gone={"Corps": ("I",)})),
}


@pytest.mark.parametrize("name", LATER)
def test_what_came_later_counts_in_a_digest_only_where_it_says_something(name: str) -> None:
    assert scenario().digest == "245277b41a8c542ffac6895e7cc66a30d5185fea5de1ad2228ae9544a4d0f247"
    assert LATER[name]().digest != scenario().digest


WRONG: dict[str, tuple[str, str]] = {
    "a change without a base": ('[change.Corps]\nI = { area = "ash" }\n', "say which one with extends"),
    "a change of a table that is not there": (
        'extends = "x"\n[change.Korps]\nI = { area = "ash" }\n',
        r"no table is called 'Korps': did you mean Corps",
    ),
    "a change of a field that is not there": (
        'extends = "x"\n[change.Corps]\nI = { aera = "ash" }\n',
        r"no field is called 'aera': did you mean area.*line 6",
    ),
    "a value that is none": ('extends = "x"\n[change.Corps]\nI = { factors = 40 }\n', r"factors: .*line 6"),
    "a removal that names nothing": ('extends = "x"\n[remove]\nCorps = "I"\n', "name the rows that go, each in quotes"),
    "dates that are none": ('dates = { begins = "May" }\n', r"it begins at 'May', which is not a date.*line 4"),
    "a note without text": ('[[note]]\nid = "n"\n', r"note: number 1 is wrong: .*text"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str) -> None:
    text, says = WRONG[name]
    with pytest.raises(Invalid, match=says):
        read_scenario('key = "over"\ngame = "marches"\ntitle = "Over"\n' + text, "over.toml", KINDS, None, None)
