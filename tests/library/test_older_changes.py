"""An overlay whose base's game has moved on: its changes are brought up row by row, and what cannot be is told."""

from __future__ import annotations

from dataclasses import replace as with_parts
from typing import Any

from msgspec.structs import replace

from sandtable.engine import InstalledGame
from sandtable.engine.state.upgrades import Upgrade
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.layers import collisions, laid, looked_over
from sandtable.library.store.scenario_parts import RowChanges
from sandtable.library.text.scenario_text import read_scenario
from sandtable.library.text.scenario_writing import scenario_text
from tests.lint.marches import FAMILY, scenario
from tests.lint.sheets import isle

Tables = dict[str, dict[str, dict[str, Any]]]


def moved_on(tables: Tables) -> Tables:
    """Corps stand in an ``area`` now, which was their ``place``; each has a new field; it must say its side."""
    for row in tables.get("Corps", {}).values():
        if "place" in row:
            row["area"] = row.pop("place")
        row.setdefault("strength", 1)
        if row.get("side") == "Nobody":
            raise KeyError("Nobody")
    return tables


NEW = InstalledGame(with_parts(FAMILY.system, upgrades=(Upgrade("corps stand in areas", moved_on),)))
OVER = RowChanges(
    fields={"Corps": {"I": {"place": "cedar"}, "II": {"side": "Nobody"}}},
    gone={"Corps": ("III",)},
    was={"Corps": {"I": {"place": "ash"}, "III": {"id": "III", "side": "Red", "place": "dale"}}},
)


def layer() -> ScenarioDocument:
    return ScenarioDocument(key="over", game="marches", title="Over", extends="campaign", over=OVER)


def test_changes_of_rows_are_said_of_the_data_as_they_are_now() -> None:
    found = layer().upgrade(NEW)
    assert found.over.fields == {"Corps": {"I": {"area": "cedar"}}}
    assert found.over.gone == {"Corps": ("III",)}
    assert found.over.was["Corps"]["I"] == {"area": "ash"}
    assert found.over.was["Corps"]["III"] == {"id": "III", "side": "Red", "area": "dale", "strength": 1}
    assert found.over.lost == {"Corps": {"II": '{"side":"Nobody"}'}}
    assert found.upgrade(NEW) is found


def test_what_cannot_be_brought_up_counts_for_nothing_and_is_told_row_by_row() -> None:
    base = replace(scenario(), writing=NEW.writing)
    played = laid(layer(), {"campaign": base}.__getitem__, dict, NEW)
    assert played.rows["Corps"]["I"]["area"] == "cedar"
    assert played.rows["Corps"]["II"] == base.rows["Corps"]["II"]
    assert "III" not in played.rows["Corps"]
    here = layer().upgrade(NEW)
    (words,) = (one.words for one in collisions(here, base) if one.row == "II")
    assert words.startswith('Corps \'II\' is changed here as an older version of the game wrote it ({"side":"Nobody"})')
    assert words.endswith("the change counts for nothing; say it anew")
    assert looked_over(here, base, base.digest).over.lost == {}


def test_it_goes_through_its_text() -> None:
    here = layer().upgrade(NEW)
    kinds = NEW.schema.kinds
    known = replace(here, over=replace(here.over, was={}))  # the new field is one of this test's upgrade alone
    text = scenario_text(known, kinds, NEW.system.ground)
    assert "[lost.Corps]" in text
    assert read_scenario(text, "over.toml", kinds, NEW.system.ground, isle()).over == known.over
