"""Every kind of finding on maps: what makes it, what just does not, and that its fix does what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from hypothesis import given

from sandtable.board.maps import Map
from sandtable.lint.findings import Finding, Fix
from sandtable.lint.maps import check_map
from sandtable.lint.registry import codes
from tests.library.samples import RUNS, maps
from tests.lint.case import Case
from tests.lint.cases import coverage, hexsides, kinds, links, names, regions, ways
from tests.lint.sheets import isle, plain

FAMILIES = (coverage, names, links, kinds, ways, hexsides, regions)
CASES: dict[str, Case] = {name: case for family in FAMILIES for name, case in family.CASES.items()}


def code_of(name: str) -> str:
    return name.partition(",")[0]


@cache
def fired(name: str) -> tuple[Map, list[Finding[Map]]]:
    """Return the map of a case, and all that is found on it."""
    sheet = CASES[name].fires()
    return sheet, check_map(sheet)


@pytest.mark.parametrize("sheet", [isle, plain])
def test_a_good_map_is_quiet(sheet: Callable[[], Map]) -> None:
    assert check_map(sheet()) == []


def test_every_code_of_maps_has_a_case() -> None:
    assert {code_of(name) for name in CASES} == {one.name for one in codes().values() if one.about == "map"}


@pytest.mark.parametrize("name", CASES)
def test_it_is_found(name: str) -> None:
    code, (_, found) = code_of(name), fired(name)
    there = {one.code for one in found}
    assert code in there
    assert there <= {code} | CASES[name].also


@pytest.mark.parametrize("name", CASES)
def test_it_is_not_found_where_it_just_is_not(name: str) -> None:
    assert code_of(name) not in {one.code for one in check_map(CASES[name].quiet())}


@pytest.mark.parametrize("name", CASES)
def test_each_finding_says_where_and_is_as_bad_as_its_code_says(name: str) -> None:
    sheet, found = fired(name)
    for one in found:
        assert one.severity == codes()[one.code].severity
        assert one.place.key == sheet.info.key
        assert one.words.isprintable()
        assert one.words[-1] not in ".!"


@pytest.mark.parametrize("name", [name for name in CASES if codes()[code_of(name)].fix])
def test_after_a_fix_the_finding_is_gone_and_nothing_else_has_appeared(name: str) -> None:
    sheet, found = fired(name)
    was = Counter(one.name for one in found)
    mine = [one for one in found if one.code == code_of(name) and one.fix is not None]
    assert mine
    for one in mine:
        assert one.fix is not None
        mended = one.fix.apply(sheet)
        now = Counter(other.name for other in check_map(mended))
        assert now[one.name] < was[one.name]
        assert now <= was
        assert one.fix.apply(mended) is mended


def test_only_codes_that_promise_a_fix_have_one() -> None:
    able = {one.code for name in CASES for one in fired(name)[1] if one.fix is not None}
    assert able == {one.name for one in codes().values() if one.about == "map" and one.fix}


@RUNS
@given(sheet=maps())
def test_whatever_a_map_holds_it_is_told_and_nothing_falls_over(sheet: Map) -> None:
    for one in check_map(sheet):
        assert one.words.isprintable()
        assert str(one.place)


def fixes() -> Iterator[tuple[Map, Fix[Map]]]:
    for name in CASES:
        sheet, found = fired(name)
        yield from ((sheet, one.fix) for one in found if one.fix is not None)


def test_every_fix_is_an_edit_that_does_the_same_and_has_a_way_back() -> None:
    done: set[str] = set()
    for sheet, fix in fixes():
        assert fix.edit is not None, fix.says
        patch = fix.edit.patch(sheet, [])
        assert patch.applied_to(sheet) == fix.apply(sheet), fix.says
        assert patch.turned_round().applied_to(patch.applied_to(sheet)) == sheet
        done.add(type(fix.edit).__name__)
    assert len(done) == 10
