"""Bad input: what is wrong with the units and the charts of a scenario is said in one sentence before play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest
from msgspec.structs import replace

from sandtable.engine import Chart, InstalledGame, Row, Scenario, Side, SideId, SpaceId
from sandtable.engine.errors import SandtableError
from sandtable.library.store.documents import ScenarioDocument
from sandtable.lint.scenarios import check_scenario
from sandtable_grande_armee.charts import charts
from sandtable_grande_armee.model import Army, Arrival, Calendar, City, CityId, Fort, FortId, Rating, Unit, UnitId
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_grande_armee.testing import AUSTRIA, FRANCE, PRUSSIA, RUSSIA, leader, meadow, position, unit

SHEET = meadow(water="0101")


@cache
def installed() -> InstalledGame:
    return InstalledGame(GRANDE_ARMEE)


def found(*rows: Row | Iterable[Row], without: tuple[type[Row], str] | None = None) -> dict[str, str]:
    """Return what is found in a scenario of these rows, beside sides, armies, charts: words by codes."""
    own = [row for piece in rows for row in ((piece,) if isinstance(piece, Row) else piece)]
    sides = (FRANCE, PRUSSIA)
    ground: list[Row] = [*map(Side, sides), *charts(), Calendar("calendar", "1806-10-08", 3, 5)]
    ground += [Army(FRANCE, "west", (PRUSSIA,)), Army(PRUSSIA, "north", (FRANCE,))]
    kept = {(type(row), row.id) for row in own} | {without}
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
    ("prize-nowhere", [Fort(FortId(SpaceId("0101")), FRANCE)]),
    ("prize-nowhere", [City(CityId(SpaceId("0101")), 2, PRUSSIA)]),
    ("army", [Army(PRUSSIA, "north", ())]),
    ("army", [Army(FRANCE, "west", (FRANCE, PRUSSIA))]),
    ("army-edge", [Army(FRANCE, "east", (PRUSSIA,))]),
    ("army-edge", [Army(PRUSSIA, "south", (FRANCE,))]),
    ("calendar", [Calendar("calendar", "1806-13-08", 3, 5)]),
    ("calendar", [Calendar("of the campaign", "1806-10-08", 3, 5)]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rows"), PLANTED)
def test_what_is_wrong_is_named_with_what_to_do(code: str, rows: list[Row]) -> None:
    words = found(*SOUND, *rows)
    assert code in words, words
    assert ": " in words[code]


def test_every_fault_is_planted_here() -> None:
    planted = {code for code, _ in PLANTED} | {"chart-no-odds"}
    assert planted == {fault.code for module in GRANDE_ARMEE.modules for fault in module.faults}


@pytest.mark.parametrize("side", [PRUSSIA, RUSSIA])
def test_a_side_retreats_to_the_edge_that_the_source_gives_it(side: SideId) -> None:
    """France west, Prussia north, Russia east; others by data."""
    rows = [Side(side), Army(side, "west", (FRANCE,)), Army(FRANCE, "west", (PRUSSIA, side))]
    words = found(*SOUND, *rows)["army-edge"]
    edge = "north" if side == PRUSSIA else "east"
    assert words.startswith(f"the army of {side} has its edge in the west, and retreats to the {edge}: name that")
    austria = [Side(AUSTRIA), Army(AUSTRIA, "south", (FRANCE,)), Army(FRANCE, "west", (PRUSSIA, AUSTRIA))]
    assert found(*SOUND, *austria) == {}


@pytest.mark.parametrize(
    ("kind", "id", "code", "says"),
    [
        (Army, "Prussia", "army", "Prussia has units and no army: "),
        (Calendar, "calendar", "calendar", "nothing says how long the campaign lasts: "),
        (Chart, "combining", "chart-missing", "there is no chart 'combining'"),
        (Chart, "unit types", "chart-missing", "there is no chart 'unit types'"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence_and_blamed_on_no_module(
    kind: type[Row], id: str, code: str, says: str
) -> None:
    words = found(*SOUND, without=(kind, id))
    assert "rules-broken" not in words
    assert words[code].startswith(says)


@pytest.mark.parametrize("hex", ["9999", "sea"])
def test_what_arrives_off_the_map_is_found(hex: str) -> None:
    words = found(*SOUND, unit("Guard", FRANCE, "2-5", None), Arrival(UnitId("Guard"), 2, SpaceId(hex)))
    assert words == {"space-not-on-map": f"Arrival 'Guard': its hex is '{hex}', which is not a space of map 'meadow'"}


def test_a_results_chart_without_a_face_of_the_die_is_found() -> None:
    known = next(one for one in charts() if one.id == "combat results")
    odds, die = known.axes
    short = replace(known, axes=(odds, replace(die, keys=die.keys[:5])), cells=("DR",) * (5 * len(odds.keys)))
    assert "its axis die lacks 6" in found(*SOUND, short)["chart-misfit"]


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
    if value is None:
        assert f"it is empty at {', '.join(keys)}, where a number" in "".join(words.values())


def test_a_rung_that_leads_nowhere_is_told_in_words() -> None:
    words = found(*SOUND, with_cell("combining", None, "2-5", "becomes"))["combining-type"]
    assert "makes 2 2-5 into nothing: name types of units" in words


def test_a_unit_of_no_type_is_named_where_it_is_played_all_the_same() -> None:
    with pytest.raises(SandtableError, match="no unit type is called '17-3'"):
        position(unit("Army", FRANCE, "17-3", "0505"), unit("York", PRUSSIA, "2-5", "1912"))
