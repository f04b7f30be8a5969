"""Hexes exported as polygons, edited in another program, and taken in again: what was edited counts, or is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportedMap
from sandtable.interchange.worker import Limits, Worker
from tests.interchange.sheets import RUNS, danube, mixed, sheets

Feature = dict[str, Any]
CHANGED = "the file has been changed since it was exported"


def edited(edit: Callable[[list[Feature]], object]) -> ImportedMap:
    """Export the Danube with its hexes, edit the features, import what has come of it."""
    whole = json.loads(geojson.write(danube(), hexes=True))
    edit(whole["features"])
    return geojson.arrive(json.dumps(whole))


def properties(features: list[Feature], number: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in features if one["id"] == f"hex {number}")["properties"]
    return found


def board(sheet: Map) -> HexBoard:
    assert sheet.hexes is not None
    return sheet.hexes


def of(sheet: Map, number: str) -> tuple[tuple[str, ...], int, str]:
    """Return terrain, elevation and name of a hex."""
    hexes = board(sheet)
    hex = hexes.numbers.hex(number)
    return hexes.terrain.of(hex), int(hexes.elevation[hexes.grid.index(hex)]), hexes.names.get(hex, "")


NUMBERS = [str(number) for number in board(danube()).numbers.all[board(danube()).grid.indices].tolist()]
FIRST, SECOND, LAST = NUMBERS[0], NUMBERS[1], NUMBERS[-1]


@pytest.mark.parametrize("make", [danube, mixed])
def test_what_nobody_has_edited_is_the_same_map(make: Callable[[], Map]) -> None:
    arrived = geojson.arrive(geojson.write(make(), hexes=True))
    assert arrived.map.digest == make().digest
    assert arrived.notices == []


@RUNS
@given(sheets())
def test_any_map_with_its_hexes_is_the_same(sheet: Map) -> None:
    arrived = geojson.arrive(geojson.write(sheet, hexes=True))
    assert arrived.map.digest == sheet.digest
    assert arrived.notices == []


def test_terrain_elevation_and_name_come_in_as_they_were_edited() -> None:
    def edit(features: list[Feature]) -> None:
        properties(features, FIRST).update(terrain="swamp", name="Marsh")
        properties(features, LAST)["elevation"] = 7

    arrived = edited(edit)
    assert of(arrived.map, FIRST)[0::2] == (("swamp",), "Marsh")
    assert of(arrived.map, LAST)[1] == 7
    assert arrived.notices[:3] == [
        CHANGED,
        f"hexes were edited, and are as the file has them: {FIRST} (terrain, name) and {LAST} (elevation)",
        "terrain that no hex had before: swamp",
    ]
    assert all(of(arrived.map, number) == of(danube(), number) for number in NUMBERS[1:-1])


def test_the_rest_of_the_map_stays_as_it_was() -> None:
    arrived = edited(lambda features: properties(features, FIRST).update(name="Marsh"))
    before, after = list(board(danube()).content()), list(board(arrived.map).content())
    assert before[1:] == after[1:]


def test_an_edit_taken_back_is_the_same_map() -> None:
    arrived = edited(lambda features: properties(features, FIRST).update(terrain="swamp"))
    whole = json.loads(geojson.write(arrived.map, hexes=True))
    properties(whole["features"], FIRST)["terrain"] = ", ".join(of(danube(), FIRST)[0])
    assert geojson.read(json.dumps(whole)) == danube()


@pytest.mark.parametrize("given", [3, 3.0, "3", "3.0"])
def test_other_programs_write_numbers_in_their_own_way(given: object) -> None:
    assert of(edited(lambda features: properties(features, FIRST).update(elevation=given)).map, FIRST)[1] == 3


@pytest.mark.parametrize(("field", "empty"), [("terrain", ()), ("name", ""), ("elevation", 0)])
def test_a_value_that_was_taken_away_is_none(field: str, empty: object) -> None:
    def edit(features: list[Feature]) -> None:
        properties(features, FIRST).update(terrain="hill", name="A", elevation=2)
        properties(features, FIRST)[field] = None

    found = of(edited(edit).map, FIRST)
    assert found[["terrain", "elevation", "name"].index(field)] == empty


def test_a_field_that_another_program_has_dropped_is_as_it_was() -> None:
    def edit(features: list[Feature]) -> None:
        for one in features:
            one["properties"].pop("terrain", None)

    assert edited(edit).map == danube()


@pytest.mark.parametrize("given", [1.5, "high", 40_000, -40_000, "nan", "inf"])
def test_an_elevation_that_no_hex_can_have_is_refused(given: object) -> None:
    with pytest.raises(Invalid, match=f"has hex '{FIRST}' at an elevation of .*: give a whole number of levels"):
        edited(lambda features: properties(features, FIRST).update(elevation=given))


def hex_of(features: list[Feature], number: str) -> Feature:
    return next(one for one in features if one["id"] == f"hex {number}")


def strange(features: list[Feature]) -> None:
    features.append(json.loads(json.dumps(hex_of(features, FIRST))))
    features[-1]["properties"]["number"] = "Z-99"


def copied(features: list[Feature]) -> None:
    features.append(hex_of(features, FIRST))


def moved(features: list[Feature]) -> None:
    ring = hex_of(features, FIRST)["geometry"]["coordinates"][0]
    hex_of(features, FIRST)["geometry"]["coordinates"] = [[[x + 2, y] for x, y in ring]]


TOLD: list[tuple[Callable[[list[Feature]], object], str]] = [
    (strange, "hexes that the map has not, or has already, were left out: Z-99"),
    (copied, f"hexes that the map has not, or has already, were left out: {FIRST}"),
    (
        lambda features: features.remove(hex_of(features, FIRST)),
        f"hexes that are gone from the file stay on the map: {FIRST}",
    ),
    (moved, f"hexes that were moved stay where the grid has them: {FIRST}"),
    (
        lambda features: properties(features, FIRST).update(worth=3),
        "properties that hexes have no room for, and were left out: worth",
    ),
]


@pytest.mark.parametrize(("edit", "says"), TOLD)
def test_what_a_map_of_hexes_cannot_take_over_is_told(edit: Callable[[list[Feature]], object], says: str) -> None:
    arrived = edited(edit)
    assert arrived.map == danube()
    assert arrived.notices == [says]


def test_slopes_that_were_derived_are_told_to_be_of_before() -> None:
    arrived = edited(lambda features: properties(features, FIRST).update(elevation=9))
    assert "slopes stay where they were derived from elevations before" in arrived.notices


def test_hexes_without_what_only_we_write_are_told_to_be_lost() -> None:
    whole = json.loads(geojson.write(mixed(), hexes=True))
    del whole["sandtable"]
    arrived = geojson.arrive(json.dumps(whole))
    assert arrived.map.hexes is None
    assert any("hexes drawn in the file cannot be a hex map again" in notice for notice in arrived.notices)


@pytest.mark.nightly
def test_more_hexes_than_a_map_may_have_features_are_read() -> None:
    whole = Map(MapInfo("wide", "Wide"), hexes=HexBoard.blank(HexGrid(400, 260)))
    worker = Worker(Limits.patient(200))
    try:
        arrived = geojson.arrive(geojson.write(whole, hexes=True), worker=worker)
    finally:
        worker.close()
    assert arrived.map == whole
    assert arrived.notices == []
