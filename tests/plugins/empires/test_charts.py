"""Every cell of every chart against reference numbers that are kept apart from the plugin.

What no public source prints is house data and says so; what stands in one source alone says that too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import Chart
from sandtable_empires.campaign_texts import PENINSULA
from sandtable_empires.charts import campaign_charts, charts
from sandtable_empires.combat.tallies import casualties, intrinsic
from sandtable_empires.model import Corps, CorpsId, Leader, Nation, NationId
from sandtable_empires.testing import FR, area, calendar, iberia, position
from sandtable_empires.testing.peninsula import rows

FOLDER = Path(__file__).with_name("reference")
HOUSE = {
    "trivial combat", "pursuit", "pursuit class", "besieged losses", "breach", "storm tables", "terrain movement",
    "status zones", "economic loss numbers", "status victory points", "sailing", "colonial trade", "American roll",
    "interception", "evasion", "wind gauge in combat", "naval losses", "transport",
    "bids for uncontrolled powers",
}  # fmt: skip
"""Charts that no public source prints."""
ARMS = ("militia", "infantry", "cavalry", "guard", "cossack", "guerilla")
GROUND = ("attacker casualty", "attacker morale", "defender casualty", "defender morale", "outflank", "reinforce")
CASES = (
    "no outflanking", "no commander chart", "Turkish morale", "Russian morale", "Austrian die", "automatic withdrawal",
)  # fmt: skip


@cache
def reference(name: str) -> dict[str, Any]:
    """Return reference numbers, with where they come from."""
    numbers: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return numbers


def cells(name: str) -> dict[str, Any]:
    found: dict[str, Any] = reference(name)["cells"]
    return found


@cache
def by_id() -> dict[str, Chart]:
    return {chart.id: chart for chart in (*charts(), *campaign_charts())}


def chart(id: str) -> Chart:
    return by_id()[id]


def size(id: str) -> int:
    return len(chart(id).cells)


# --- whole charts: as many cells as the reference, and no more


def test_combat_losses_and_morale() -> None:
    wanted = cells("combat_resolution")
    for table, row in wanted.items():
        for die, (percent, tenths) in enumerate(row):
            assert chart("combat losses").number(table, die) == percent, (table, die)
            assert chart("combat morale").number(table, die) == tenths, (table, die)
    assert size("combat losses") == size("combat morale") == sum(map(len, wanted.values())) == 200


def test_casualties_in_whole_factors() -> None:
    game = position(land=iberia, at="conquest_step", dice=()).game
    wanted = cells("casualties")
    for percent, row in wanted.items():
        for factors, lost in enumerate(row, 1):
            assert casualties(game, int(percent), factors) == lost, (percent, factors)
    for percent, factors, lost in reference("casualties")["play"]:
        assert casualties(game, percent, factors) == lost, (percent, factors)


def test_cells_of_the_casualty_table_that_rounding_does_not_give() -> None:
    wanted = {f"{percent}% of {factors}": lost for percent, factors, lost in reference("casualties")["deviations"]}
    exceptions = chart("casualty exceptions")
    assert {key: exceptions.number(key) for key in exceptions.axes[0].keys} == wanted


def test_commanders() -> None:
    wanted = cells("commanders")
    for defender, row in wanted.items():
        for attacker, (attacking, defending) in enumerate(row):
            assert chart("commander attacker").number(defender, attacker) == attacking, (defender, attacker)
            assert chart("commander defender").number(defender, attacker) == defending, (defender, attacker)
    assert size("commander attacker") == size("commander defender") == 36


def test_the_guard() -> None:
    wanted = {(levels, str(die)): lost for levels, row in cells("guard").items() for die, lost in enumerate(row, 1)}
    assert {keys: chart("guard losses").number(*keys) for keys in _keys("guard losses")} == wanted


def test_terrain() -> None:
    wanted = {
        (ground, what): value
        for ground, row in cells("terrain").items()
        for what, value in zip(GROUND, row, strict=True)
    }
    assert {keys: chart("terrain combat").number(*keys) for keys in _keys("terrain combat")} == wanted


def test_morale_of_every_nation_and_arm() -> None:
    """Artillery has no morale of its own in the source: it fires with that of the rest, so its cell is 0."""
    for nation, arm in _keys("morale"):
        wanted = 0 if arm == "artillery" else cells("nations")[nation][ARMS.index(arm)]
        assert chart("morale").number(nation, arm) == wanted, (nation, arm)
    assert set(chart("morale").axes[0].keys) == set(cells("nations"))


def test_ratings_of_every_nations_corps() -> None:
    wanted = {nation: tuple(row[-2:]) for nation, row in cells("nations").items()}
    ratings = chart("corps ratings")
    assert {
        one: (ratings.number(one, "strategic"), ratings.number(one, "tactical")) for one in ratings.axes[0].keys
    } == wanted


def test_prussian_corps_from_1810_on() -> None:
    nation = Nation(NationId("Prussia"), "Prussia", "Prussian", FR, major=True)
    corps = Corps(id=CorpsId("Pr I"), title="Pr I", side=FR, nation=nation.id, area=area("Madrid"), infantry=1)
    game = position(calendar(1810, 1), nation, corps, land=iberia, at="conquest_step", dice=()).game
    found = [intrinsic(game, corps.id, "strategic").whole(), intrinsic(game, corps.id, "tactical").whole()]
    assert found == reference("nations")["prussia_from_1810"]


def test_the_price_of_a_depot() -> None:
    assert chart("supply prices").number("depot") == reference("facts")["depot_money"]


def test_leaders_whose_ratings_are_known() -> None:
    """Only Napoleon's are: the others of the campaign are house data, and its text says so."""
    known = reference("facts")["leaders"]
    (napoleon,) = (row for row in rows() if isinstance(row, Leader) and row.id == "Napoleon")
    assert {name: getattr(napoleon, name) for name in known["Napoleon"]} == known["Napoleon"]
    assert set(known) == {"Napoleon"}
    assert "All strengths and ratings are house data" in PENINSULA.read_text("utf-8").replace("\n# ", " ")


def test_the_order_of_phases_and_quarters() -> None:
    """As they are said in words: who chooses its place has none."""
    wanted = reference("facts")["campaign"]
    for phase, order in wanted["orders"].items():
        places = {power: chart("phase order").number(phase, power) for power in chart("phase order").axes[1].keys}
        assert sorted((one for one in places if places[one]), key=places.__getitem__) == order, phase
    months = chart("economic months")
    assert [month for month in range(1, 13) if months.number(month)] == wanted["quarters"]
    assert chart("sailing points").number("fleet") == wanted["fleet"]


def test_the_political_status() -> None:
    """What is published of it: modifiers of zones, points by cause; what is not, the chart says, is house data."""
    wanted = reference("facts")["politics"]
    modifiers, points = chart("status modifiers"), chart("political points")
    assert {zone: modifiers.number(zone) for zone in modifiers.axes[0].keys} == wanted["modifiers"]
    assert {cause: points.number(cause) for cause in wanted["points"]} == wanted["points"]
    house = set(points.axes[0].keys) - set(wanted["points"])
    assert len(house) == 9
    assert all(word in points.source for word in ("alliances", "surrenders", "bankruptcy", "manipulation", "running"))


# --- the operational possibilities


def _pairs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for pair, wanted in cells("operations").items():
        attacker, _, defender = pair.partition(" / ")
        yield attacker, defender, wanted


@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_tables_of_every_pair_of_chits(role: str) -> None:
    for attacker, defender, wanted in _pairs():
        for chart_id, field in ((f"{role} tables", role), (f"{role} tables arrived", f"{role}_arrived")):
            row = wanted[field] or [None, None, None]
            assert [chart(chart_id).at(attacker, defender, n) for n in (1, 2, 3)] == row, (attacker, defender, chart_id)
    assert size(f"{role} tables") == size(f"{role} tables arrived") == 3 * len(cells("operations"))


def test_arrivals_and_withdrawals_of_every_pair_of_chits() -> None:
    for attacker, defender, wanted in _pairs():
        arrival = [None, *(wanted["arrival"] or [None, None])]
        assert [chart("arrival modifier").at(attacker, defender, n) for n in (1, 2, 3)] == arrival, (attacker, defender)
        assert chart("withdrawal modifier").at(attacker, defender) == wanted["withdrawal"], (attacker, defender)
    assert size("withdrawal modifier") == len(cells("operations")) == 35


def test_special_cases_of_every_pair_of_chits() -> None:
    for attacker, defender, wanted in _pairs():
        found = {case: chart("special cases").number(attacker, defender, case) for case in CASES}
        assert found == {case: int(case in wanted["cases"]) for case in CASES}, (attacker, defender)
    assert chart("special cases").axes[2].keys == CASES


# --- where the numbers come from

ANSWERS = {
    "combat losses": "combat_resolution", "combat morale": "combat_resolution", "casualty exceptions": "casualties",
    "commander attacker": "commanders", "commander defender": "commanders", "guard losses": "guard",
    "terrain combat": "terrain", "morale": "nations", "corps ratings": "nations", "attacker tables": "operations",
    "defender tables": "operations", "attacker tables arrived": "operations", "defender tables arrived": "operations",
    "arrival modifier": "operations", "withdrawal modifier": "operations", "special cases": "operations",
}  # fmt: skip
"""Which reference a chart answers to."""
PARTLY_HOUSE = {
    "peace terms",
    "supply prices",
    "political points",
    "phase order",
    "domestic trade",
    "American trade",
    "prices",
}
"""Charts with a cell from a public source and others that are house data."""
OF_A_CAMPAIGN = {
    "economic months", "sailing points", "status modifiers", "maintenance", "surrenders", "wind gauge",
    "uncontrolled power, relations", "uncontrolled power, Great Britain",
}  # fmt: skip
"""Charts of a few facts of campaigns."""


def test_every_chart_answers_to_a_reference_or_is_house_data() -> None:
    assert set(by_id()) == set(ANSWERS) | HOUSE | PARTLY_HOUSE | OF_A_CAMPAIGN
    assert all(chart(id).origin == "house" and chart(id).confidence == "house" for id in HOUSE)
    assert all(chart(id).origin == "public source" for id in ANSWERS)
    assert all("house" in chart(id).confidence for id in PARTLY_HOUSE)
    assert all(chart(id).origin in ("public source", "seed") for id in OF_A_CAMPAIGN)


@pytest.mark.parametrize("id", ANSWERS)
def test_a_chart_says_how_far_it_is_to_be_trusted(id: str) -> None:
    """One source alone is said to be one; its confidence begins as that of the reference does."""
    told, known = chart(id).confidence, reference(ANSWERS[id])
    assert told.split(":")[0].split(" ")[0].rstrip(",") == known["confidence"].split(" ")[0]
    assert ("one transcription" in told) == (known["sources"] == 1)
    assert all(name in chart(id).source for name in known["source"].split("; ")[: known["sources"]])


def test_cells_of_the_operational_chart_that_stand_in_one_source_are_told() -> None:
    """Three third rounds differ between the sources, and one pair is in one of them only."""
    single = {pair: wanted["one_source"] for pair, wanted in cells("operations").items() if wanted["one_source"]}
    assert single == {
        "outflank / escalated counterattack": ["defender"],
        "outflank / cordon behind a river": ["attacker", "defender"],
        "escalated assault / outflank": ["attacker"],
        "probe / counterattack": ["defender"],
    }
    told = "three round-3 cells and outflank against a cordon behind a river stand in one only"
    assert all(told in chart(f"{role} tables").confidence for role in ("attacker", "defender"))


def _keys(id: str) -> Iterator[tuple[str, ...]]:
    return product(*(axis.keys for axis in chart(id).axes))
