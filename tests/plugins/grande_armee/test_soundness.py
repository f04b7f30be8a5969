"""Bad input: what is wrong with the units and the charts of a scenario is said in one sentence before play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest
from msgspec.structs import replace

from sandtable.engine import Chart, InstalledGame, Row, Scenario, Side, SideId, SpaceId
from sandtable.library.store.documents import ScenarioDocument
from sandtable.lint.scenarios import check_scenario
from sandtable_grande_armee.charts import charts
from sandtable_grande_armee.model import Army, Arrival, Calendar, Rating, Unit, UnitId
from sandtable_grande_armee.movement.soundness import UNIT_FAULTS
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, leader, meadow, unit

SHEET = meadow(water="0101")


@cache
def installed() -> InstalledGame:
    return InstalledGame(GRANDE_ARMEE)


def found(*rows: Row | Iterable[Row]) -> dict[str, str]:
    """Return what is found in a scenario of these rows, beside sides, armies, charts: words by codes."""
    own = [row for piece in rows for row in ((piece,) if isinstance(piece, Row) else piece)]
    sides = (FRANCE, PRUSSIA)
    ground: list[Row] = [*map(Side, sides), *charts(), Calendar("calendar", "1806-10-08", 3, 5)]
    ground += [Army(one, "west", (other,)) for one, other in zip(sides, reversed(sides), strict=True)]
    kept = {(type(row), row.id) for row in own}
    rows_of_all = [*(row for row in ground if (type(row), row.id) not in kept), *own]
    scenario = Scenario("trial", "Trial", lambda: rows_of_all)
    document = ScenarioDocument.of(scenario, installed(), SHEET)
    return {one.code.removeprefix("grande_armee/"): one.words for one in check_scenario(document, SHEET, installed())}


def with_cell(chart: str, value: int | str | None, *keys: str) -> Chart:
    """Return a chart with another cell."""
    known = next(one for one in charts() if one.id == chart)
    cells = list(known.cells)
    cells[known.place_of(*keys)] = value
    return replace(known, cells=tuple(cells))


SOUND = (unit("Friant", FRANCE, "2-5", "0505"), *leader("Davout", FRANCE, "0505"), unit("York", PRUSSIA, "2-5", "0909"))


def test_nothing_is_wrong_with_what_is_sound() -> None:
    arrives = unit("Ney", FRANCE, "3-7", None), Arrival(UnitId("Ney"), 2, SpaceId("0205"))
    assert found(*SOUND, *arrives) == {}


PLANTED: list[tuple[str, list[Row]]] = [
    ("unit-type", [unit("Guard", FRANCE, "6-6", "0606")]),
    ("unit-type-row", [with_cell("unit types", "airship", "1-6", "arm")]),
    ("combining-type", [with_cell("combining", "9-9", "5-4", "becomes")]),
    ("combining-type", [with_cell("combining", "2-5", "5-4", "becomes")]),
    ("unit-nowhere", [unit("Guard", FRANCE, "2-5", "0101")]),
    ("enemies-together", [unit("Guard", FRANCE, "2-5", "0909")]),
    ("arrival-nowhere", [unit("Guard", FRANCE, "2-5", None), Arrival(UnitId("Guard"), 2, SpaceId("0101"))]),
    ("arrival-nowhere", [Arrival(UnitId("Friant"), 2, SpaceId("0205"))]),
    ("arrival-too-late", [unit("Guard", FRANCE, "2-5", None), Arrival(UnitId("Guard"), 6, SpaceId("0205"))]),
    ("leader-rating", [Unit(UnitId("Ney"), SideId("France"), "leader", SpaceId("0505"))]),
    ("leader-rating", [Rating(UnitId("Friant"), 3, 3)]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rows"), PLANTED)
def test_what_is_wrong_is_named_with_what_to_do(code: str, rows: list[Row]) -> None:
    words = found(*SOUND, *rows)
    assert code in words, words
    assert ": " in words[code]


def test_every_fault_of_units_is_planted_here() -> None:
    planted = {code for code, _ in PLANTED}
    assert planted == {fault.code for fault in UNIT_FAULTS}


@pytest.mark.parametrize(
    ("chart", "value", "keys"),
    [
        ("terrain cost", None, ("wood",)), ("movement cost", "dear", ("combine",)),
        ("force march rate", 50, ("double",)),
        ("force march", "lost", ("double", "6")), ("limits", None, ("stack",)), ("limits", None, ("idle phases",)),
    ],
)  # fmt: skip
def test_a_chart_with_a_hole_is_found(chart: str, value: int | str | None, keys: tuple[str, ...]) -> None:
    words = found(*SOUND, with_cell(chart, value, *keys))
    assert any(keys[-1] in one for one in words.values()), words
