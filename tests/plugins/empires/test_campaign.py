"""The campaign around the land phase: set-up, reinforcements, conquest, victory."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine import Choices, EndStep, Family, Referee, Refused, Row, Seeded
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import Play, position
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.campaign.reinforcements import Appoint, BringOn, Draft
from sandtable_empires.campaign.score import score
from sandtable_empires.campaign.setup import rows, scenario
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.model import (
    FRANCE,
    SPAIN,
    Area,
    AreaId,
    Arrival,
    ArrivalId,
    Contest,
    Corps,
    CorpsId,
    Garrison,
    Leader,
    LeaderId,
    Link,
    Province,
    Recall,
    Treasury,
    date_text,
)  # fmt: skip
from sandtable_empires.system import EMPIRES
from tests.plugins.empires.fixture import FR, GB, SP, corps, garrison, iberia, leader

FAMILY = Family(EMPIRES)
LAND = iberia()


def at(step: str, *pieces: Row, land: list[Row] | None = None) -> Play:
    return position(FAMILY, *(land or iberia()), *pieces, at=step, dice=())


# --- reinforcements

WELLESLEY = ArrivalId("B I")


def coming(*pieces: Row) -> Play:
    """Great Britain's Reinforcement Step: a corps under Wellesley may land at Lisbon or Oporto."""
    arrival = Arrival(
        id=WELLESLEY, side=GB, nation=corps("B I", None).nation, turn=1, infantry=9, corps=CorpsId("B I"),
        leaders=(LeaderId("Wellesley"),), areas=(AreaId("Lisbon"), AreaId("Oporto")),
    )  # fmt: skip
    waiting = replace(leader("Wellesley", None, 5, 5), side=GB, nation=corps("B I", None).nation)
    return at(f"{GB}: army_reinforcement", corps("B I", None), waiting, arrival, *pieces)


def test_a_corps_comes_with_its_factors_and_its_leader() -> None:
    game = coming()
    game.play(BringOn(WELLESLEY, AreaId("Lisbon")))
    landed = game[Corps]["B I"]
    assert (landed.area, landed.infantry) == ("Lisbon", 9)
    assert (game[Leader]["Wellesley"].corps, game[Leader]["Wellesley"].standing) == ("B I", "on the map")
    assert not len(game[Arrival])


def test_it_must_be_brought_on_before_the_step_ends() -> None:
    game = coming()
    with pytest.raises(Refused, match=r"Great Britain must bring on B I first \(BASE-5\.2-schedule\)"):
        game.play(EndStep())


def test_it_does_not_land_where_the_enemy_stands() -> None:
    game = coming(corps("F I", "Lisbon", infantry=5))
    with pytest.raises(Refused, match=r"the enemy stands in Lisbon \(BASE-5\.2-place\)"):
        game.play(BringOn(WELLESLEY, AreaId("Lisbon")))
    game.play(BringOn(WELLESLEY, AreaId("Oporto")))


def test_without_a_place_it_waits_for_the_next_turn() -> None:
    game = coming(corps("F I", "Lisbon", infantry=5), corps("F II", "Oporto", infantry=5))
    assert any("B I waits: there is no place for it" in line for line in game.log)
    assert WELLESLEY in game[Arrival]


def test_a_draft_fills_a_corps_as_far_as_it_has_room() -> None:
    draft = Arrival(id=ArrivalId("draft"), side=SP, nation=SPAIN, turn=1, militia=4, infantry=3, cavalry=2)
    near, far = corps("S I", "Seville", infantry=15), corps("S II", "Cadiz", infantry=20, cavalry=4)
    game = at(f"{SP}: army_reinforcement", draft, near, far)
    with pytest.raises(Refused, match=r"S II has no room for it \(BASE-5\.2-draft\)"):
        game.play(Draft(ArrivalId("draft"), CorpsId("S II")))
    game.play(Draft(ArrivalId("draft"), CorpsId("S I")))
    filled = game[Corps]["S I"]
    assert (filled.militia, filled.infantry, filled.cavalry) == (4, 16, 2)


def test_a_leader_who_waits_joins_a_corps_of_his_nation() -> None:
    waiting = replace(leader("Cuesta", None, 1, 2), side=SP, nation=SPAIN)
    game = at(f"{SP}: army_reinforcement", waiting, corps("S I", "Seville", infantry=5))
    game.play(Appoint(LeaderId("Cuesta"), CorpsId("S I")))
    assert game[Leader]["Cuesta"].corps == "S I"


def test_a_leader_is_called_away() -> None:
    pieces = corps("F I", "Bayonne", infantry=5), leader("Napoleon", "F I", 5, 5), Recall(LeaderId("Napoleon"), 1)
    game = at(f"{FR}: army_reinforcement", *pieces)
    assert (game[Leader]["Napoleon"].standing, game[Leader]["Napoleon"].corps) == ("away", None)


# --- order, conquest, victory


@pytest.mark.parametrize(("place", "first"), [(1, FR), (2, GB), (3, GB)])
def test_france_says_when_it_moves(place: int, first: str) -> None:
    pieces = [corps(f"{one} I", area, infantry=5) for one, area in (("F", "Bayonne"), ("B", "Lisbon"), ("S", "Cadiz"))]
    game = position(FAMILY, *iberia(), *pieces, dice=())
    game.play(TakePlace(place))
    assert game.asked[0][0] == first


def conquest(*pieces: Row) -> Play:
    return at("conquest_step", *pieces, corps("S X", "Cadiz", infantry=1))


def test_an_area_falls_to_an_enemy_who_stands_there_alone() -> None:
    game = conquest(corps("F I", "Madrid", infantry=5))
    assert game[Area]["Madrid"].holder == FR
    assert any(
        "France takes Madrid from Spain (" in line or "France takes Madrid from Spain" in line for line in game.log
    )


@pytest.mark.parametrize("piece", [garrison("Madrid", SP, infantry=1), corps("S I", "Madrid", infantry=1, inside=True)])
def test_it_does_not_fall_while_anybody_holds_out(piece: Row) -> None:
    assert conquest(corps("F I", "Madrid", infantry=5), piece)[Area]["Madrid"].holder == SP


def test_guerillas_in_the_city_hold_it_those_in_the_open_do_not() -> None:
    for inside, holder in ((1, SP), (0, FR)):
        band = Guerillas(AreaId("Madrid"), 1 - inside, inside)
        assert conquest(corps("F I", "Madrid", infantry=5), band)[Area]["Madrid"].holder == holder


def test_allies_take_nothing_from_each_other() -> None:
    assert conquest(corps("B I", "Madrid", infantry=5))[Area]["Madrid"].holder == SP


def ended(held: str, needs: int) -> Play:
    """Return the end of a campaign of one turn in which France holds some areas."""
    land = [
        replace(row, holder=FR) if isinstance(row, Area) and row.id in held.split() else row for row in iberia(turns=1)
    ]
    capitals = {"New Castile": "Madrid", "Aragon": "Saragossa", "Andalusia": "Seville", "Gascony": "Bayonne"}
    land = [replace(row, capital=capitals.get(row.id, "")) if isinstance(row, Province) else row for row in land]
    return at("time_record_step", Contest("contest", FR, SP, needs), land=land)


@pytest.mark.parametrize(("needs", "winner"), [(2, FR), (3, SP)])
def test_the_invader_needs_so_many_provinces_outside_his_home(needs: int, winner: str) -> None:
    """Two capitals of Spain count, Bayonne does not."""
    game = ended("Madrid Saragossa Bayonne", needs)
    assert score(game.game, FR).whole() == 2
    assert game.game.ended is not None
    assert game.game.ended.winner == winner


def test_every_third_month_brings_money() -> None:
    """Three months of the fixture: Spain holds one capital of 3 money, and is paid once."""
    andalusia = next(row for row in LAND if isinstance(row, Province) and row.id == "Andalusia")
    land = [replace(row, capital="Seville") if row is andalusia else row for row in LAND]
    game = Referee.begin(FAMILY, [*land, corps("F I", "Bayonne", infantry=9)], Choices(), source=Seeded(1)).open()
    manpower = game.game[Treasury][SP].manpower
    play_on(game, RandomBot(1), rounds=3)
    notes = [note.text for ply in game.journal.line() for note in ply.notes]
    assert [text for text in notes if "income" in text] == ["Spain has an income of 3 from 1 provinces"]
    assert game.game[Treasury][SP].manpower == manpower + 2


# --- the set-up of 1808


@pytest.fixture(scope="module")
def peninsula() -> Play:
    return position(FAMILY, *rows(), dice=())


def test_the_peninsula_of_1808_is_laid_out(peninsula: Play) -> None:
    assert date_text(peninsula.game) == "May 1808"
    assert len(peninsula[Area]) == 60
    assert {province.home for province in peninsula[Province]} == {"France", "Spain", "Portugal"}
    assert score(peninsula.game, FR).whole() == 5
    assert peninsula.asked == [(FR, ("TakePlace",))]


def test_every_corps_and_arrival_has_a_place_on_the_map(peninsula: Play) -> None:
    areas = {area.id for area in peninsula[Area]}
    assert {place for arrival in peninsula[Arrival] for place in arrival.areas} <= areas
    assert {corps.area for corps in peninsula[Corps] if corps.area is not None} <= areas
    assert {one.area for one in peninsula[Garrison]} <= areas
    assert all(province.capital in areas for province in peninsula[Province] if province.capital)


def test_all_land_hangs_together(peninsula: Play) -> None:
    found, ahead = {"Madrid"}, ["Madrid"]
    while ahead:
        for link in peninsula[Link].where("ends", ahead.pop()):
            for end in set(link.ends) - found:
                found.add(end)
                ahead.append(end)
    assert {area.id for area in peninsula[Area]} == found


def test_it_is_a_scenario_of_the_game() -> None:
    assert FAMILY.scenario("peninsula-1808").title == scenario().title
    assert FRANCE == "France"
