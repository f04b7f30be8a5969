"""The campaign around the land phase: set-up, reinforcements, conquest, victory."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable import testing
from sandtable.engine import EndStep, InstalledGame, Refused, Row
from sandtable.present import presentation
from sandtable.testing import Play
from sandtable_empires.campaign.appointments import Appoint
from sandtable_empires.campaign.order import TakePlace, in_printed_order
from sandtable_empires.campaign.reinforcements import BringOn
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.drafting import Draft, DraftToCity
from sandtable_empires.hookspecs.control import score
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    SPAIN,
    Area,
    Arrival,
    ArrivalId,
    Corps,
    CorpsId,
    Garrison,
    Leader,
    LeaderId,
    Link,
    NationId,
    Province,
    Recall,
    Siege,
    SiegeId,
    Treasury,
    WarAim,
    date_text,
)  # fmt: skip
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    Piece,
    alter,
    area,
    calendar,
    corps,
    garrison,
    holdings,
    iberia,
    leader,
    position,
)
from sandtable_empires.testing.peninsula import rows, scenario

FAMILY = InstalledGame(EMPIRES)


def at(step: str, *pieces: Piece) -> Play:
    return position(*pieces, land=iberia, at=step, dice=())


# --- reinforcements

WELLESLEY = ArrivalId("B I")


def coming(*pieces: Piece) -> Play:
    """Great Britain's Reinforcement Step: a corps under Wellesley may land at Lisbon or Oporto."""
    arrival = Arrival(
        id=WELLESLEY, side=GB, nation=BRITAIN, turn=1, infantry=9, corps=CorpsId("B I"),
        leaders=(LeaderId("Wellesley"),), areas=(area("Lisbon"), area("Oporto")),
    )  # fmt: skip
    waiting = leader("Wellesley", GB, None, 5, 5)
    return at(f"{GB}: army_reinforcement", corps("B I", GB, None), waiting, arrival, *pieces)


def test_a_corps_comes_with_its_factors_and_its_leader() -> None:
    game = coming()
    game.play(BringOn(WELLESLEY, area("Lisbon")))
    landed = game[Corps]["B I"]
    assert (landed.area, landed.infantry) == ("lisbon", 9)
    assert (game[Leader]["Wellesley"].corps, game[Leader]["Wellesley"].standing) == ("B I", "on the map")
    assert not len(game[Arrival])


@pytest.mark.rule("BASE-5.2-schedule")
def test_it_must_be_brought_on_before_the_step_ends() -> None:
    game = coming()
    with pytest.raises(Refused, match=r"Great Britain must place its reinforcements first: B I \(BASE-5\.2-schedule\)"):
        game.play(EndStep())


@pytest.mark.rule("BASE-5.2-place")
def test_it_does_not_land_where_the_enemy_stands() -> None:
    game = coming(corps("F I", FR, "Lisbon", infantry=5))
    with pytest.raises(Refused, match=r"an enemy stands in Lisbon \(BASE-5\.2-place\)"):
        game.play(BringOn(WELLESLEY, area("Lisbon")))
    game.play(BringOn(WELLESLEY, area("Oporto")))


def test_it_does_not_land_where_an_enemy_corps_is_in_an_open_city() -> None:
    game = coming(corps("F I", FR, "Lisbon", infantry=5, inside=True))
    assert game.why_not(BringOn(WELLESLEY, area("Lisbon"))) == {"BASE-5.2-place"}


@pytest.mark.rule("BASE-5.2-waits")
def test_without_a_place_it_waits_for_the_next_turn() -> None:
    game = coming(corps("F I", FR, "Lisbon", infantry=5), corps("F II", FR, "Oporto", infantry=5))
    assert any("B I waits: there is no place for it" in line for line in game.log)
    assert WELLESLEY in game[Arrival]


DRAFT = ArrivalId("draft")


def draft_step(*pieces: Piece, militia: int = 0, infantry: int = 0, cavalry: int = 0) -> Play:
    """Spain's Reinforcement Step: a draft has come."""
    factors = {"militia": militia, "infantry": infantry, "cavalry": cavalry}
    draft = replace(Arrival(id=DRAFT, side=SP, nation=SPAIN, turn=1), **factors)
    return at(f"{SP}: army_reinforcement", draft, *pieces)


def test_a_draft_goes_where_its_player_likes_arm_by_arm() -> None:
    """2 of 4 militia to S I, 2 to Cadiz as its garrison, the cavalry to S I; the infantry is left."""
    game = draft_step(corps("S I", SP, "Seville", infantry=15), militia=4, infantry=3, cavalry=2)
    game.play(Draft(DRAFT, CorpsId("S I"), "militia", 2))
    game.play(DraftToCity(DRAFT, area("Cadiz"), "militia", 2))
    game.play(Draft(DRAFT, CorpsId("S I"), "cavalry", 2))
    assert game[Corps]["S I"].by_arm() == {"militia": 2, "infantry": 15, "cavalry": 2}
    assert game[Garrison]["Spain garrison of cadiz"].by_arm() == {"militia": 2}
    assert game[Arrival][DRAFT].by_arm() == {"infantry": 3}


def test_what_is_left_of_a_draft_waits() -> None:
    game = draft_step(corps("S I", SP, "Seville", infantry=15), militia=4)
    assert game.why_not(EndStep()) == {"BASE-5.2-schedule"}
    game.play(Draft(DRAFT, CorpsId("S I"), "militia", 1))
    game.play(EndStep())
    assert game[Arrival][DRAFT].militia == 3


@pytest.mark.rule("BASE-5.2-draft")
def test_a_draft_joins_only_a_corps_in_one_of_its_areas_that_can_be_reached() -> None:
    """S II is besieged in Saragossa, S III is in Cadiz, to which this draft does not come, S IV is off the map."""
    shut = corps("S II", SP, "Saragossa", infantry=5, inside=True), corps("F I", FR, "Saragossa", infantry=9)
    siege, areas = Siege(SiegeId("saragossa"), area("Saragossa"), FR), (area("Seville"), area("Saragossa"))
    draft = Arrival(id=DRAFT, side=SP, nation=SPAIN, turn=1, militia=4, areas=areas)
    others = corps("S I", SP, "Seville", infantry=5), corps("S III", SP, "Cadiz", infantry=5), corps("S IV", SP, None)
    game = at(f"{SP}: army_reinforcement", draft, *shut, siege, *others)
    why = [game.why_not(Draft(DRAFT, CorpsId(f"S {n}"), "militia", 1)) for n in ("I", "II", "III", "IV")]
    assert why == [set(), {"BASE-5.2-draft"}, {"BASE-5.2-draft"}, {"BASE-5.2-draft"}]


@pytest.mark.rule("BASE-5.2-draft-room")
def test_a_corps_takes_in_what_it_has_room_for() -> None:
    game = draft_step(corps("S I", SP, "Seville", infantry=18), corps("S II", SP, "Cadiz", infantry=20), militia=4)
    assert "BASE-5.2-draft-room" in game.why_not(Draft(DRAFT, CorpsId("S II"), "militia", 1))
    assert [act.factors for act in game.may(Draft)] == [1, 2]


@pytest.mark.rule("BASE-5.2-draft-city")
@pytest.mark.parametrize("city", ["Bayonne", "Oporto", "Madrid", "Saragossa"])
def test_a_draft_goes_to_no_city_abroad_nor_to_one_lost_or_besieged(city: str) -> None:
    """Oporto is Portuguese, Madrid held by France, Saragossa besieged."""
    held = holdings(FR, "Madrid")
    siege = Siege(SiegeId("saragossa"), area("Saragossa"), FR), garrison(SP, "Saragossa", infantry=1)
    others = corps("F I", FR, "Saragossa", infantry=9), corps("S I", SP, "Seville", infantry=1)
    game = draft_step(held, *siege, *others, militia=4)
    cities = {act.area for act in game.may(DraftToCity)}
    assert area(city) not in cities
    assert "cadiz" in cities


def test_a_draft_without_any_place_waits_whatever_else_there_is_to_do() -> None:
    """All Spain is lost; a leader may be appointed, but nothing else has a place."""
    lost = holdings(FR, *(row.id for row in iberia() if isinstance(row, Area) and row.holder == SP))
    waiting = leader("Cuesta", SP, None, 1, 2)
    game = draft_step(lost, corps("S I", SP, "Lisbon", infantry=20), waiting, militia=4)
    game.play(EndStep())
    assert any("draft waits" in line for line in game.log)


def test_a_leader_who_waits_joins_a_corps_of_his_nation() -> None:
    waiting = leader("Cuesta", SP, None, 1, 2)
    game = at(f"{SP}: army_reinforcement", waiting, corps("S I", SP, "Seville", infantry=5))
    game.play(Appoint(LeaderId("Cuesta"), CorpsId("S I")))
    assert game[Leader]["Cuesta"].corps == "S I"


@pytest.mark.rule("BASE-10.6-recall")
def test_a_leader_is_called_away() -> None:
    pieces = (
        corps("F I", FR, "Bayonne", infantry=5),
        leader("Napoleon", FR, "F I", 5, 5),
        Recall(LeaderId("Napoleon"), 1),
    )
    game = at(f"{FR}: army_reinforcement", *pieces)
    assert (game[Leader]["Napoleon"].standing, game[Leader]["Napoleon"].corps) == ("away", None)


# --- order, conquest, victory


@pytest.mark.rule("BASE-7.0-order")
@pytest.mark.parametrize(("place", "first"), [(1, FR), (2, GB), (3, GB)])
def test_france_says_when_it_moves(place: int, first: str) -> None:
    pieces = [
        corps("F I", FR, "Bayonne", infantry=5), corps("B I", GB, "Lisbon", infantry=5),
        corps("S I", SP, "Cadiz", infantry=5),
    ]  # fmt: skip
    game = position(*pieces, land=iberia, dice=())
    game.play(TakePlace(place))
    assert game.questions[0][0] == first


def conquest(*pieces: Row) -> Play:
    return at("conquest_step", *pieces, corps("S X", SP, "Cadiz", infantry=1))


@pytest.mark.rule("BASE-7.6-conquest")
def test_an_area_falls_to_an_enemy_who_stands_there_alone() -> None:
    game = conquest(corps("F I", FR, "Madrid", infantry=5))
    assert game[Area]["madrid"].holder == FR
    assert any(
        "France takes Madrid from Spain (" in line or "France takes Madrid from Spain" in line for line in game.log
    )


@pytest.mark.parametrize(
    "piece", [garrison(SP, "Madrid", infantry=1), corps("S I", SP, "Madrid", infantry=1, inside=True)]
)
def test_it_does_not_fall_while_anybody_holds_out(piece: Row) -> None:
    assert conquest(corps("F I", FR, "Madrid", infantry=5), piece)[Area]["madrid"].holder == SP


@pytest.mark.rule("BASE-10.1.1-hold-cities")
def test_guerillas_in_the_city_hold_it_those_in_the_open_do_not() -> None:
    for inside, holder in ((1, SP), (0, FR)):
        band = Guerillas(area("Madrid"), 1 - inside, inside)
        assert conquest(corps("F I", FR, "Madrid", infantry=5), band)[Area]["madrid"].holder == holder


def test_allies_take_nothing_from_each_other() -> None:
    assert conquest(corps("B I", GB, "Madrid", infantry=5))[Area]["madrid"].holder == SP


CAPITALS = {"New Castile": "madrid", "Aragon": "saragossa", "Andalusia": "seville", "Gascony": "bayonne"}


def campaign_end(held: str, needs: int, dice: tuple[int, ...] = (), capitals: dict[str, str] | None = None) -> Play:
    """Return the end of a campaign of one turn in which France holds some areas."""
    seats = [alter(Province, *CAPITALS, capital=None)]
    seats += [alter(Province, province, capital=city) for province, city in (capitals or CAPITALS).items()]
    pieces = calendar(1808, 5, turns=1), holdings(FR, *held.split()), WarAim("contest", FR, SP, needs)
    return position(*pieces, seats, land=iberia, at="time_record_step", dice=dice)


@pytest.mark.rule("BASE-9-end", "BASE-9-provinces")
@pytest.mark.parametrize(("needs", "winner"), [(2, FR), (3, SP)])
def test_the_invader_needs_so_many_provinces_outside_his_home(needs: int, winner: str) -> None:
    """Two capitals of Spain count, Bayonne does not."""
    game = campaign_end("Madrid Saragossa Bayonne", needs)
    assert score(game.game, FR).whole() == 2
    assert game.game.ended is not None
    assert game.game.ended.winner == winner


def income(month: int, *pieces: Piece) -> Play:
    """Return the end of a month in which Spain holds one capital of 3 money and 2 manpower."""
    land = calendar(1808, month), alter(Province, "Andalusia", capital="Cadiz")
    return at("time_record_step", *land, *pieces, corps("S I", SP, "Seville", infantry=5))


@pytest.mark.rule("BASE-9-income")
@pytest.mark.parametrize(("month", "money"), [(2, 20), (3, 23), (5, 20), (6, 23), (9, 23), (12, 23)])
def test_the_last_month_of_a_quarter_brings_money(month: int, money: int) -> None:
    game = income(month)
    assert game[Treasury][SP].money == money
    assert any("income" in line for line in game.log) == (money > 20)


def test_the_log_says_what_an_income_is_and_counts_as_the_statistics_do() -> None:
    game = income(6)
    assert any("Spain has an income of 3 money and 2 manpower from 1 province" in line for line in game.log)
    provinces = next(one for one in presentation.measures(game.game) if one.key == "provinces")
    assert provinces.values[SP] == 1
    poor = income(6, alter(Province, "Andalusia", money=0, manpower=0))
    assert any("Spain has no income from 1 province" in line for line in poor.log)


def test_a_besieged_capital_brings_nothing() -> None:
    siege = Siege(SiegeId("cadiz"), area("Cadiz"), FR)
    game = income(6, siege, corps("F I", FR, "Cadiz", infantry=5), garrison(SP, "Cadiz", infantry=1))
    assert game[Treasury][SP].money == 20
    assert any("from 0 provinces; nothing from besieged Andalusia" in line for line in game.log)


@pytest.mark.rule("EIA-10.8-general")
def test_two_sides_with_as_many_corps_agree_who_takes_an_area() -> None:
    """Equal claims: France holds Oporto, a British and a Spanish corps stand there; named alike nobody throws."""
    held = holdings(FR, "Oporto")
    here = corps("B I", GB, "Oporto", infantry=5), corps("S I", SP, "Oporto", infantry=5)
    game = at("conquest_step", held, *here)
    assert game.questions == [(GB, ("NameClaimant",)), (SP, ("NameClaimant",))]
    game.play(NameClaimant(SP), side=GB)
    game.play(NameClaimant(SP), side=SP)
    assert (game[Area]["oporto"].holder, game.throws) == (SP, [])


@pytest.mark.rule("EIA-10.8-general")
def test_who_cannot_agree_throws_and_ties_throw_again() -> None:
    held = holdings(FR, "Oporto")
    here = corps("B I", GB, "Oporto", infantry=5), corps("S I", SP, "Oporto", infantry=5)
    game = position(held, *here, land=iberia, at="conquest_step", dice=(4, 4, 2, 5))
    game.play(NameClaimant(GB), side=GB)
    game.play(NameClaimant(SP), side=SP)
    assert (game[Area]["oporto"].holder, game.throws) == (SP, [4, 4, 2, 5])


@pytest.mark.rule("EIA-10.8-general")
def test_defenders_with_as_many_provinces_throw_for_the_victory() -> None:
    game = campaign_end("bayonne", 3, dice=(6, 1), capitals={"Andalusia": "seville", "Portugal": "lisbon"})
    game.play(NameClaimant(GB), side=GB)
    game.play(NameClaimant(SP), side=SP)
    assert game.game.ended is not None
    assert game.game.ended.winner == GB


@pytest.mark.rule("BASE-5-order")
def test_spain_is_reinforced_first_and_france_last() -> None:
    come = [("F I", FR, "bayonne"), ("B I", GB, "lisbon"), ("S I", SP, "cadiz")]
    arrivals = [
        Arrival(
            id=ArrivalId(id), side=side, nation=NationId(side), turn=1, infantry=5, corps=CorpsId(id),
            areas=(area(port),),
        )
        for id, side, port in come
    ]  # fmt: skip
    game = position(*arrivals, *(corps(id, side, None) for id, side, _ in come), land=iberia, dice=())
    order: list[str] = []
    while game.may(BringOn):
        order += [side for side, _ in game.questions]
        game.play(game.may(BringOn)[0])
    assert order == [SP, GB, FR]


def test_armies_are_reinforced_in_the_order_of_the_chart() -> None:
    """Spain first, France last; in the Land Phase France puts itself between Great Britain and Spain."""
    pieces = [
        corps("F I", FR, "Bayonne", infantry=5), corps("B I", GB, "Lisbon", infantry=5),
        corps("S I", SP, "Cadiz", infantry=5),
    ]  # fmt: skip
    game = position(*pieces, land=iberia, dice=())
    assert in_printed_order(game.game, "reinforcement") == (SP, GB, FR)
    assert in_printed_order(game.game, "land") == (GB, SP, FR)


# --- the set-up of 1808


@pytest.fixture(scope="module")
def peninsula() -> Play:
    return testing.position(FAMILY, *rows(), dice=())


def test_the_peninsula_of_1808_is_laid_out(peninsula: Play) -> None:
    assert date_text(peninsula.game) == "May 1808"
    assert len(peninsula[Area]) == 60
    assert {province.home for province in peninsula[Province]} == {"France", "Spain", "Portugal"}
    assert score(peninsula.game, FR).whole() == 5
    assert peninsula.questions == [(FR, ("TakePlace",))]


def test_every_corps_and_arrival_has_a_place_on_the_map(peninsula: Play) -> None:
    areas = {area.id for area in peninsula[Area]}
    assert {place for arrival in peninsula[Arrival] for place in arrival.areas} <= areas
    assert {corps.area for corps in peninsula[Corps] if corps.area is not None} <= areas
    assert {one.area for one in peninsula[Garrison]} <= areas
    assert all(province.capital in areas for province in peninsula[Province] if province.capital)


def test_all_land_hangs_together(peninsula: Play) -> None:
    found, ahead = {"madrid"}, ["madrid"]
    while ahead:
        for link in peninsula[Link].where("ends", ahead.pop()):
            for end in set(link.ends) - found:
                found.add(end)
                ahead.append(end)
    assert {area.id for area in peninsula[Area]} == found


def test_it_is_a_scenario_of_the_game() -> None:
    assert FAMILY.scenario("peninsula-1808").title == scenario().title
    assert FRANCE == "France"
