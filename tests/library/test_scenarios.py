"""Scenarios, presets and charts come back the same; what would come back another is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from sandtable.engine.errors import Invalid
from sandtable.engine.state.charts import ChartId
from sandtable.library.store.documents import PresetDocument, ScenarioDocument, ScenarioHead
from sandtable.library.store.library_file import Library
from tests.library.samples import CHART, PRESET, RUNS, county, scenarios, war


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.create(tmp_path / "library.db") as library:
        yield library


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Give one library to many examples: each scenario is put over the last one."""
    with Library.create(tmp_path_factory.mktemp("shelf") / "library.db") as library:
        yield library


@RUNS
@given(scenario=scenarios)
def test_a_scenario_comes_back_the_same(shelf: Library, scenario: ScenarioDocument) -> None:
    shelf.put_scenario(scenario)
    assert shelf.scenario("any") == scenario
    assert shelf.scenarios() == (
        ScenarioHead(key="any", game=scenario.game, title=scenario.title, map=scenario.map, revision=scenario.revision),
    )
    assert not shelf.damage()


def test_heads_tell_what_there_is_in_order_of_keys(library: Library) -> None:
    for key in ("b", "a", "c"):
        library.put_scenario(war(key=key, title=key.upper()))
    assert [(head.key, head.title, head.map) for head in library.scenarios()] == [
        ("a", "A", "county"), ("b", "B", "county"), ("c", "C", "county")
    ]  # fmt: skip
    library.remove_scenario("b")
    assert [head.key for head in library.scenarios()] == ["a", "c"]
    with pytest.raises(Invalid, match="no scenario is called 'b': there are a, c"):
        library.scenario("b")
    with pytest.raises(Invalid, match="no scenario is called 'b'"):
        library.remove_scenario("b")


def test_a_changed_row_writes_one_row(library: Library) -> None:
    library.put_scenario(war())
    rows = {kind: dict(some) for kind, some in war().rows.items()}
    rows["Corps"]["c3"] = {**rows["Corps"]["c3"], "area": "a"}
    del rows["Corps"]["c4"]
    with library.unit() as db:
        before = db.total_changes
        library.put_scenario(war(rows=rows))
        assert db.total_changes - before <= 6  # two rows, the head put and sealed, and the count of changes
    assert library.scenario("war").rows == rows


def test_a_scenario_whose_game_or_map_is_not_here_is_kept(library: Library) -> None:
    scenario = war(map="nowhere", revision="0" * 64, game="unheard_of")
    library.put_scenario(scenario)
    assert library.scenario("war") == scenario
    assert not library.damage()


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"x": float("nan")}, "would come back as"),
        ({"x": float("inf")}, "would come back as"),
        ({"x": {3: 4}}, "Only dicts with str keys"),
        ({"x": "\ud800"}, "surrogates not allowed"),
        ({"x": object()}, "unsupported"),
    ],
)
def test_a_row_that_would_come_back_another_is_refused(library: Library, row: dict[str, Any], says: str) -> None:
    library.put_scenario(war())
    before = library.content_hash()
    with pytest.raises(Invalid, match=f"scenario 'war' cannot be kept: .*{says}"):
        library.put_scenario(war(rows={"Corps": {"c": row}}))
    assert library.content_hash() == before
    assert library.scenario("war") == war()


def test_tuples_come_back_as_the_lists_they_are_in_a_document(library: Library) -> None:
    library.put_scenario(war(rows={"Corps": {"c": {"at": (1, (2, 3))}}}))
    assert library.scenario("war").rows == {"Corps": {"c": {"at": [1, [2, 3]]}}}


@pytest.mark.parametrize("key", ["", " war", "w\x00ar", "w\nar", "\u200fwar", "w" * 121])
def test_a_key_that_cannot_be_read_is_refused(library: Library, key: str) -> None:
    with pytest.raises(Invalid, match="a scenario cannot be called"):
        library.put_scenario(war(key=key))
    with pytest.raises(Invalid, match="a preset cannot be called"):
        library.put_preset(replace(PRESET, key=key))
    with pytest.raises(Invalid, match="a chart cannot be called"):
        library.put_chart(replace(CHART, id=ChartId(key)))


def test_presets_come_and_go(library: Library) -> None:
    other = PresetDocument(key="alone", game="rivers", title="Alone", parameters={"fog": {"distance": 1}})
    library.put_preset(PRESET)
    library.put_preset(other)
    assert library.presets() == (other, PRESET)
    assert library.preset("club") == PRESET
    library.put_preset(replace(PRESET, title="Club rules, second edition"))
    assert library.preset("club").title == "Club rules, second edition"
    library.remove_preset("club")
    with pytest.raises(Invalid, match="no preset is called 'club': there is only alone"):
        library.preset("club")
    with pytest.raises(Invalid, match="no preset is called 'club'"):
        library.remove_preset("club")
    with pytest.raises(Invalid, match="preset 'alone' cannot be kept"):
        library.put_preset(replace(other, parameters={"fog": {"distance": float("nan")}}))


def test_charts_come_and_go(library: Library) -> None:
    library.put_chart(CHART)
    assert library.charts() == (CHART,)
    assert library.chart(CHART.id).at(1, "2:1") == "D"
    library.remove_chart(CHART.id)
    assert library.charts() == ()


def test_several_puts_are_one_unit(library: Library) -> None:
    def halfway() -> None:
        with library.unit():
            library.put_map(county())
            library.put_scenario(war())
            library.put_preset(replace(PRESET, key=""))

    with pytest.raises(Invalid, match="a preset cannot be called"):
        halfway()
    assert not library.maps()
    assert not library.scenarios()
