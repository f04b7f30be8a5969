"""The scenarios of Grande Armée: they load, stand on land, and every strength follows from men by the one formula."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from sandtable.board.maps import Map
from sandtable.engine import Action, Ask, Game, InstalledGame, Invalid, Row, RuleModule, Scenario
from sandtable.library import ScenarioDocument, text_scenario
from sandtable.lint.scenarios import check_scenario
from sandtable_grande_armee.maps.build import thuringia, upper_danube
from sandtable_grande_armee.model import Aim, Army, Arrival, Calendar, City, Fort, Rating, Unit
from sandtable_grande_armee.model.terrain import CLOSED, FORT
from sandtable_grande_armee.scenarios import AUSTRIA, JENA, WAGRAM
from sandtable_grande_armee.steps import MOVEMENT_STEP
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_grande_armee.testing import AUSTRIA as AUSTRIA_SIDE
from sandtable_grande_armee.testing import FRANCE, position, unit

R = TypeVar("R", bound=Row)

FOOT, HORSE = 5_000, 2_500
"""Men of a strength point."""
STACK = 18
"""Strength points that stand in a hex without supply."""
PART = re.compile(r"# (?P<name>.+): (?P<foot>[\d,]+) foot, (?P<horse>[\d,]+) horse \((?P<source>[^;]+); (?P<sure>\w+)")
COUNTER = re.compile(r'"(?P<id>[^"]+)" = \{ side = "\w+", kind = "(?P<strength>\d+)-(?P<movement>\d+)"')
TEXTS = {"jena-1806": JENA, "wagram-1809": WAGRAM, "austria-1809": AUSTRIA}


class Part(NamedTuple):
    """A part of an army as the text has it: its men, the strength of its counters."""

    name: str
    foot: int
    horse: int
    source: str
    sure: str
    infantry: int
    cavalry: int


class Laid(NamedTuple):
    """A scenario as it is laid out."""

    scenario: Scenario
    map: Map
    text: str
    rows: list[Row]

    def of(self, kind: type[R]) -> dict[str, R]:
        return {row.id: row for row in self.rows if isinstance(row, kind)}


@cache
def laid(key: str) -> Laid:
    scenario = next(one for one in GRANDE_ARMEE.scenarios if one.key == key)
    sheet = thuringia() if key == "jena-1806" else upper_danube()
    return Laid(scenario, sheet, TEXTS[key].read_text("utf-8"), list(scenario.own_rows()))


@pytest.fixture(params=sorted(TEXTS))
def scene(request: pytest.FixtureRequest) -> Laid:
    return laid(request.param)


def parts(text: str) -> Iterator[Part]:
    """Yield the parts of the armies, each with the strength of the counters below it, to the next blank line."""
    for block in text.partition("\n[Unit]\n")[2].partition("\n[Arrival]\n")[0].split("\n\n"):
        lines = block.strip().splitlines()
        said = PART.match(lines[0]) if lines else None
        counters = [found for line in lines if (found := COUNTER.match(line))]
        assert bool(said) == bool(counters), f"counters without their men, or men without counters: {lines[:2]}"
        if said is not None:
            foot, horse = (int(said[arm].replace(",", "")) for arm in ("foot", "horse"))
            points = Counter[bool]()
            for one in counters:
                points[int(one["movement"]) > 5] += int(one["strength"])
            yield Part(said["name"], foot, horse, said["source"], said["sure"], points[False], points[True])


def points_of(men: int, each: int) -> int:
    """Return men as strength points, rounded to the nearest, halves up."""
    return (2 * men + each) // (2 * each)


# --- strengths ------------------------------------------------------------------------------------------------------


def test_every_strength_follows_from_men(scene: Laid) -> None:
    wrong = [
        (part.name, part.infantry, part.cavalry)
        for part in parts(scene.text)
        if (part.infantry, part.cavalry) != (points_of(part.foot, FOOT), points_of(part.horse, HORSE))
    ]
    assert wrong == []


def test_the_formula_is_told_with_its_numbers(scene: Laid) -> None:
    assert "a strength point of infantry is 5,000 men on foot" in scene.text
    assert "2,500 horsemen" in scene.text.replace("\n# ", " ")
    assert points_of(25_000, FOOT) == 5
    assert (points_of(7_499, FOOT), points_of(7_500, FOOT)) == (1, 2)


def test_no_counter_stands_outside_a_part(scene: Laid) -> None:
    told = {found["id"] for line in scene.text.splitlines() if (found := COUNTER.match(line))}
    assert {unit.id for unit in scene.of(Unit).values() if unit.kind[0].isdigit()} == told


def test_parts_say_where_their_men_are_from_and_how_sure_that_is(scene: Laid) -> None:
    assert {part.sure for part in parts(scene.text)} <= {"low", "medium", "high"}
    assert all(part.source for part in parts(scene.text))


# --- who stands where -----------------------------------------------------------------------------------------------


def test_all_stand_and_arrive_on_land(scene: Laid) -> None:
    hexes = scene.map.by_number
    places = [unit.hex for unit in scene.of(Unit).values() if unit.hex is not None]
    places += [arrival.hex for arrival in scene.of(Arrival).values()]
    assert [hex for hex in places if hex not in hexes or set(CLOSED) & set(hexes.terrain(hex))] == []


def test_whoever_is_not_on_the_map_arrives_in_time_and_nobody_else(scene: Laid) -> None:
    waiting = {id for id, unit in scene.of(Unit).items() if unit.hex is None}
    arrivals = scene.of(Arrival)
    assert waiting == set(arrivals)
    (calendar,) = scene.of(Calendar).values()
    assert all(1 < arrival.turn <= calendar.turns for arrival in arrivals.values())


def test_no_hex_is_shared_by_enemies_or_stacked_beyond_what_supply_allows(scene: Laid) -> None:
    here: dict[str, list[Unit]] = {}
    for piece in scene.of(Unit).values():
        if piece.hex is not None:
            here.setdefault(piece.hex, []).append(piece)
    for units in here.values():
        assert len({unit.side for unit in units}) == 1
        strength = sum(int(unit.kind.partition("-")[0]) for unit in units if unit.kind[0].isdigit())
        assert strength <= STACK or any(unit.kind == "supply" for unit in units)


def test_every_leader_is_rated_and_nobody_else(scene: Laid) -> None:
    assert set(scene.of(Rating)) == {id for id, unit in scene.of(Unit).items() if unit.kind == "leader"}


# --- what is fought for ---------------------------------------------------------------------------------------------


def test_both_sides_hold_something_and_want_something(scene: Laid) -> None:
    armies, aims = scene.of(Army), scene.of(Aim)
    assert set(armies) == set(aims)
    assert all(set(army.enemies) == set(armies) - {side} for side, army in armies.items())
    assert all(aim.losses and aim.line for aim in aims.values())
    cities = [row for row in ground(scene) if isinstance(row, City)]
    assert {city.holder for city in cities} == set(armies)


def test_every_fort_of_the_fighting_has_its_holder(scene: Laid) -> None:
    hexes = scene.map.by_number
    forts = [row for row in ground(scene) if isinstance(row, Fort)]
    assert {fort.id for fort in forts} == {hex for hex in hexes if FORT in hexes.terrain(hex)}
    assert all(fort.holder in scene.of(Army) for fort in forts)


def ground(scene: Laid) -> list[Row]:
    game = InstalledGame(GRANDE_ARMEE)
    document = ScenarioDocument.of(scene.scenario, game, scene.map)
    return document.ground_rows(game, scene.map)


def test_france_retreats_west_prussia_north_and_austria_east() -> None:
    edges = {(key, side): army.edge for key in TEXTS for side, army in laid(key).of(Army).items()}
    assert edges["jena-1806", "Prussia"] == "north"
    assert {edge for (_, side), edge in edges.items() if side == "France"} == {"west"}
    assert {edge for (_, side), edge in edges.items() if side == "Austria"} == {"east"}


def test_lint_finds_nothing(scene: Laid) -> None:
    game = InstalledGame(GRANDE_ARMEE)
    found = check_scenario(ScenarioDocument.of(scene.scenario, game, scene.map), scene.map, game)
    assert [finding.words for finding in found] == []


# --- bad input --------------------------------------------------------------------------------------------------------


def bad_copy(tmp_path: Path, was: str, now: str) -> Path:
    text = JENA.read_text("utf-8")
    assert was in text
    path = tmp_path / "bad.toml"
    charts = JENA.parent.parent / "charts"
    path.write_text(text.replace(was, now).replace("../charts", charts.as_posix()), "utf-8")
    return path


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ('{ turn = 2, hex = "Bayreuth" }', '{ turn = 2, hex = "Atlantis" }', "Atlantis"),
        ('{ turn = 2, hex = "Bayreuth" }', '{ turn = 0, hex = "Bayreuth" }', "turn"),
        ('kind = "leader", hex = "Jena"', 'kind = "leader", place = "Jena"', "place"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(tmp_path: Path, was: str, now: str, says: str) -> None:
    scenario = text_scenario(bad_copy(tmp_path, was, now), lambda: GRANDE_ARMEE, thuringia)
    with pytest.raises(Invalid, match=rf"bad\.toml.*{says}"):
        list(scenario.own_rows())


def test_a_fort_where_the_map_has_none_is_named(tmp_path: Path) -> None:
    scenario = text_scenario(bad_copy(tmp_path, 'Spandau = "P', 'Potsdam = "P'), lambda: GRANDE_ARMEE, thuringia)
    game = InstalledGame(GRANDE_ARMEE)
    found = check_scenario(ScenarioDocument.of(scenario, game, thuringia()), thuringia(), game)
    (words,) = {finding.words for finding in found}
    assert words.startswith("the setting names a fort in ")
    assert words.endswith("where the map has none: name one of its forts")


# --- who plays first --------------------------------------------------------------------------------------------------


class Halt(Action, frozen=True):
    """Stay where one is."""

    def perform(self, game: Game, ask: Ask) -> None:
        """Do nothing."""


class Halting(RuleModule):
    """Something to do in the movement step, whatever else may be done there."""

    key, actions = "halting", {MOVEMENT_STEP: (Halt,)}


@pytest.mark.rule("BASE-5-first-side")
def test_sides_play_by_their_places_else_by_their_names() -> None:
    armies = Army(AUSTRIA_SIDE, "east", (FRANCE,), 2), Army(FRANCE, "west", (AUSTRIA_SIDE,), 1)
    pieces = unit("a", AUSTRIA_SIDE, "5-4", "0505"), unit("f", FRANCE, "5-4", "1010")
    assert position(*pieces, *armies, extra=[Halting]).game.frame.side == FRANCE
    assert position(*pieces, extra=[Halting]).game.frame.side == AUSTRIA_SIDE


# --- what both sides want ---------------------------------------------------------------------------------------------

TAKEN: dict[str, tuple[str, ...]] = {
    "jena-1806": ("Erfurt", "Weimar", "Jena", "Naumburg", "Leipzig", "Halle", "Wittenberg"),
    "wagram-1809": ("Wagram", "Nikolsburg", "Znaim"),
    "austria-1809": ("Salzburg", "Linz", "Vienna", "Graz", "Klagenfurt", "Raab", "Znaim"),
}
"""What France had taken when the last day of the scenario came."""


def victory_points(scene: Laid, taken: tuple[str, ...]) -> tuple[int, int]:
    """Return what cities and open lines of retreat are worth to France and to its enemy, these cities taken."""
    found = Counter({aim.id: aim.line for aim in scene.of(Aim).values()})
    for city in (row for row in ground(scene) if isinstance(row, City)):
        name = scene.map.by_number.name(city.id)
        if holder := FRANCE if name in taken else city.holder:
            found[holder] += city.worth
    (enemy,) = set(found) - {FRANCE}
    return found[FRANCE], found[enemy]


def test_history_is_worth_a_french_victory_and_half_of_it_makes_level_at_most(scene: Laid) -> None:
    """Losses apart: France has lost with nothing done, and won with as much as history."""
    taken = TAKEN[scene.scenario.key]
    france, enemy = victory_points(scene, ())
    assert enemy - france >= 9
    france, enemy = victory_points(scene, taken)
    assert 1 <= france - enemy <= 12
    france, enemy = victory_points(scene, taken[: len(taken) // 2])
    assert france - enemy <= 1
