"""Applying fixes: they do what they say, bring nothing else, and are refused when they would."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given, settings
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board import Graph, Space
from sandtable.board.areas import AreaMap, Shape
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.lint.findings import Finding, Fix, Place
from sandtable.lint.maps import check_map
from sandtable.lint.mending import mend
from tests.board.areamaps import cells, iberia, seeds, shaken, with_tees
from tests.lint.cases.coverage import allowing, lake, over, with_islet
from tests.lint.sheets import S, isle, strip, with_attributes
from tests.tiers import TIER, count

WIDE = 1e-4
RUNS = settings(max_examples=count(500), derandomize=TIER == "normal", deadline=None, database=None)


def made(shapes: dict[SpaceId, Shape]) -> Map:
    areas = AreaMap(shapes, WIDE)
    spaces = [Space(id, f"Area {id}", "area") for id in areas]
    return Map(MapInfo("random", "Random"), Graph(spaces, areas.edges()), areas)


def nudged(shapes: dict[SpaceId, Shape], seed: int) -> dict[SpaceId, Shape]:
    """Return the shapes with three corners moved by a few tolerances, each in one area only."""
    rng = np.random.default_rng(seed)
    found = dict(shapes)
    for _ in range(3):
        id = sorted(found)[int(rng.integers(len(found)))]
        xy = shapely.get_coordinates(found[id])[:-1]
        way, far = rng.uniform(0, 2 * np.pi), rng.uniform(2, 15) * WIDE
        xy[int(rng.integers(len(xy)))] += (far * np.cos(way), far * np.sin(way))
        if (shape := Polygon(xy)).is_valid:
            found[id] = shape
    return found


FLAWED: Final[dict[str, Callable[[dict[SpaceId, Shape], int], dict[SpaceId, Shape]]]] = {
    "nudged": nudged,
    "shaken": lambda shapes, seed: shaken(shapes, 0.45 * WIDE, seed),
    "with tees": lambda shapes, seed: with_tees(shapes, 0.3, seed),
}


@pytest.mark.parametrize("flaw", FLAWED)
@RUNS
@given(seed=seeds)
@example(seed=2545)  # a border open at one end, whose last vertices lie farther apart than the lines
def test_cleaning_takes_all_noise_out_of_random_maps_and_brings_none(flaw: str, seed: int) -> None:
    shapes = cells(seed, 16, missing=0)
    flawed = FLAWED[flaw](shapes, seed)
    assume(len(flawed) == len(shapes))
    sheet = made(flawed)
    before = check_map(sheet)
    fixes = {one.fix.says: one.fix for one in before if one.fix is not None}
    assert len(fixes) <= 1
    for fix in fixes.values():
        cleaned = fix.apply(sheet)
        after = check_map(cleaned)
        assert not any(one.fix is not None for one in after)
        assert Counter(one.name for one in after) <= Counter(one.name for one in before)
        assert cleaned.areas is not None
        assert sheet.areas is not None
        for id in sheet.areas:
            assert cleaned.areas[id].symmetric_difference(sheet.areas[id]).area < 40 * WIDE * sheet.areas[id].length
        seen = {edge.pair for edge in cleaned.areas.edges() if edge.contact == "border"}
        assert {pair for pair, edge in cleaned.graph.edges.items() if edge.contact == "border"} == seen


def test_cleaning_a_real_file_leaves_what_only_a_designer_can_decide() -> None:
    areas = AreaMap(iberia()[0], 2e-3)
    spaces = [Space(id, str(id), "land") for id in areas]
    sheet = Map(MapInfo("iberia", "Iberia"), Graph(spaces, areas.edges()), areas)
    result = mend(sheet, check_map)
    assert len(result.done) == 1
    assert not result.failed
    assert not {one.code for one in result.left} & {"area-overlap", "area-sliver", "area-crumb", "border-loose"}


def with_crumb(shapes: dict[str, BaseGeometry], **more: Any) -> Map:
    """Return the isle with shapes, and a crumb of Cedar Hill in the sea."""
    return isle({**shapes, **with_islet(0.05)}, **more)


def test_an_allowed_gap_is_not_filled_when_others_are() -> None:
    lines = allowing(lake(0.09), at=4.045).lines
    assert check_map(isle(lake(0.09), lines=lines)) == []
    both = with_crumb(lake(0.09), lines=lines)
    (crumb,) = check_map(both)
    assert crumb.code == "area-crumb"
    assert crumb.fix is not None
    after = crumb.fix.apply(both)
    assert after.areas is not None
    assert len(shapely.get_rings(after.areas[S("ash")])) == 2
    assert check_map(after) == []


def test_while_two_areas_share_much_ground_nothing_is_cleaned() -> None:
    sheet = with_crumb(over(0.2))
    assert {one.code: one.fix for one in check_map(sheet)} == {"area-overlap": None, "area-crumb": None}


def test_all_fixes_are_made_and_told() -> None:
    sheet = with_attributes(isle(strip(0.05)), "ash", fortress=2)
    sheet = dataclasses.replace(
        sheet, graph=sheet.graph.rename(S("dale"), " Dale"), places={**sheet.places, S("dale"): (25.0, 25.0)}
    )
    result = mend(sheet, check_map)
    assert len(result.done) == 3
    assert (result.failed, result.left) == ((), ())
    assert result.document.graph[S("dale")].name == "Dale"


def test_only_what_is_wanted_is_mended() -> None:
    sheet = isle(strip(0.05))
    sheet = dataclasses.replace(sheet, graph=sheet.graph.rename(S("dale"), " Dale"))
    result = mend(sheet, check_map, lambda one: one.code == "name-untidy")
    assert result.done == ("call 'dale' 'Dale'",)
    assert [one.code for one in result.left] == ["area-sliver"]


# --- fixes that do not do what they say -----------------------------------------------------------------------------

Numbers = tuple[int, ...]


def odd(number: int, fix: Fix[Numbers] | None) -> Finding[Numbers]:
    return Finding("error", "number-odd", Place("map", "numbers", row=str(number)), f"{number} is odd", fix)


def without(number: int) -> Fix[Numbers]:
    return Fix(f"drop {number}", lambda numbers: tuple(one for one in numbers if one != number))


def harmful(number: int) -> Fix[Numbers]:
    return Fix(f"double {number}", lambda numbers: (*(one for one in numbers if one != number), 2 * number + 1))


def raising(number: int) -> Fix[Numbers]:
    def apply(numbers: Numbers) -> Numbers:
        raise Invalid("nothing would be left")

    return Fix(f"raise {number}", apply)


def idle(number: int) -> Fix[Numbers]:
    return Fix(f"look at {number}", lambda numbers: numbers)


@pytest.mark.parametrize("bad", [harmful, raising, idle])
def test_a_fix_that_fails_or_brings_something_is_not_made_and_the_others_are(bad: object) -> None:
    def check(numbers: Numbers) -> list[Finding[Numbers]]:
        return [odd(one, bad(one) if one == 3 else without(one)) for one in numbers if one % 2]  # type: ignore[operator]

    numbers: Numbers = (1, 2, 3, 5)
    result = mend(numbers, check)
    assert result.document == (2, 3)
    assert result.done == ("drop 1", "drop 5")
    assert result.failed == (bad(3).says,)  # type: ignore[operator]
    assert [one.words for one in result.left] == ["3 is odd"]


def test_nothing_to_mend_is_nothing_done() -> None:
    result = mend(isle(), check_map)
    assert (result.done, result.left, result.failed) == ((), (), ())
    assert result.document == isle()
