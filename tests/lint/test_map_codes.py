"""Every kind of finding on maps: what makes it, what just does not, and that its fix does what it says."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.board.maps import Map
from sandtable.lint.maps import check_map
from sandtable.lint.registry import codes
from tests.lint.case import Case
from tests.lint.cases import coverage, hexsides, kinds, links, names, regions, ways
from tests.lint.sheets import isle, plain

FAMILIES = (coverage, names, links, kinds, ways, hexsides, regions)
CASES: dict[str, Case] = {name: case for family in FAMILIES for name, case in family.CASES.items()}


def code_of(name: str) -> str:
    return name.partition(",")[0]


def found(sheet: Map) -> Counter[str]:
    return Counter(one.code for one in check_map(sheet))


@pytest.mark.parametrize("sheet", [isle, plain])
def test_a_good_map_is_quiet(sheet: object) -> None:
    assert callable(sheet)
    assert check_map(sheet()) == []


def test_every_code_of_maps_has_a_case() -> None:
    assert {code_of(name) for name in CASES} == {one.name for one in codes().values() if one.about == "map"}


@pytest.mark.parametrize("name", CASES)
def test_it_is_found(name: str) -> None:
    code, case = code_of(name), CASES[name]
    there = found(case.fires())
    assert there[code]
    assert there.keys() <= {code} | case.also, there


@pytest.mark.parametrize("name", CASES)
def test_it_is_not_found_where_it_just_is_not(name: str) -> None:
    code, case = code_of(name), CASES[name]
    there = found(case.quiet())
    assert not there[code]


@pytest.mark.parametrize("name", CASES)
def test_each_finding_says_where_and_as_bad_as_its_code_says(name: str) -> None:
    sheet = CASES[name].fires()
    for one in check_map(sheet):
        assert one.severity == codes()[one.code].severity
        assert one.place.key == sheet.info.key
        assert one.words[-1] not in ".!"
        assert "\n" not in one.words


@pytest.mark.parametrize("name", CASES)
def test_after_a_fix_the_finding_is_gone_and_nothing_else_has_appeared(name: str) -> None:
    code, sheet = code_of(name), CASES[name].fires()
    before = check_map(sheet)
    mine = [one for one in before if one.code == code]
    if not codes()[code].fix:
        assert all(one.fix is None for one in mine)
        return
    assert any(one.fix is not None for one in mine)
    for one in mine:
        if one.fix is not None:
            after = Counter(other.name for other in check_map(one.fix.apply(sheet)))
            was = Counter(other.name for other in before)
            assert after[one.name] < was[one.name]
            assert after <= was


@pytest.mark.parametrize("name", CASES)
def test_a_fix_that_was_made_has_nothing_left_to_do(name: str) -> None:
    sheet = CASES[name].fires()
    for one in check_map(sheet):
        if one.fix is not None:
            after = one.fix.apply(sheet)
            assert after is not sheet
            assert one.fix.apply(after) is after
