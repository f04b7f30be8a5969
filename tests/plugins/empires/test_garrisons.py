"""7.3: garrisons, and corps in cities."""

from __future__ import annotations

import pytest

from sandtable.engine import Refused, Row, SideId
from sandtable.testing import Play
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.land.detaching import Absorb, Detach, room_left
from sandtable_empires.land.exchanging import Exchange
from sandtable_empires.land.quarters import LeaveQuarters, TakeQuarters
from sandtable_empires.march import March
from sandtable_empires.model import (
    Account,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Garrison,
    GarrisonId,
    Siege,
    SiegeId,
)
from sandtable_empires.testing import FR, GB, SP, area, corps, garrison, iberia, position
from sandtable_empires.testing.iberia import PORTUGAL

MADRID, BURGOS, BAYONNE = map(area, ("Madrid", "Burgos", "Bayonne"))
F_I, F_II = CorpsId("F I"), CorpsId("F II")
IN_BAYONNE = GarrisonId("France garrison of bayonne")


def marching(*pieces: Row, side: SideId = FR) -> Play:
    """Return the Land Movement Step of a side."""
    return position(*pieces, land=iberia, at=f"{side}: land_movement")


def siege(at: str, side: SideId) -> Siege:
    return Siege(SiegeId(area(at)), area(at), side)


def factors(game: Play) -> int:
    return sum(one.factors for kind in (Corps, Garrison) for one in game[kind])


def test_factors_left_behind_are_a_garrison_and_nothing_is_lost() -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=10, cavalry=2))
    game.play(Detach(F_I, "city", "infantry", 3))
    assert (game[Corps][F_I].by_arm(), game[Garrison][IN_BAYONNE].by_arm()) == (
        {"infantry": 7, "cavalry": 2},
        {"infantry": 3},
    )
    game.play(Detach(F_I, "city", "cavalry", 1))
    assert game[Garrison][IN_BAYONNE].by_arm() == {"infantry": 3, "cavalry": 1}
    assert (factors(game), len(game[Account])) == (12, 0)
    game.undo(2)
    assert (len(game[Garrison]), game[Corps][F_I].infantry) == (0, 10)


def test_it_detaches_before_and_after_its_march() -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=10))
    game.play(Detach(F_I, "city", "infantry", 1), March(F_I, (BURGOS,)), Detach(F_I, "city", "infantry", 2))
    assert [(one.area, one.factors) for one in game[Garrison]] == [("bayonne", 1), ("burgos", 2)]


@pytest.mark.rule("BASE-7.3-detach-last")
def test_a_corps_keeps_its_last_factor() -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=2))
    assert game.why_not(Detach(F_I, "city", "infantry", 2)) == {"BASE-7.3-detach-last"}
    game.play(Detach(F_I, "city", "infantry", 1))


@pytest.mark.rule("BASE-7.3-absorb-nation")
def test_a_garrison_of_another_nation_is_another_garrison() -> None:
    game = marching(corps("B I", GB, "Lisbon", infantry=6), corps("P I", PORTUGAL, "Lisbon", infantry=6), side=GB)
    game.play(Detach(CorpsId("B I"), "city", "infantry", 1), Detach(CorpsId("P I"), "city", "infantry", 2))
    assert [(one.nation, one.factors) for one in game[Garrison]] == [("Great Britain", 1), ("Portugal", 2)]
    with pytest.raises(Refused, match=r"not a Portuguese garrison in the same area \(BASE-7\.3-absorb-nation\)"):
        game.play(Absorb(CorpsId("P I"), GarrisonId("Great Britain garrison of lisbon"), "infantry", 1))


@pytest.mark.rule("BASE-7.3-detach-where")
def test_an_enemy_city_with_nobody_in_it_is_open_unless_his_corps_stands_before_it() -> None:
    empty = marching(corps("F I", FR, "Burgos", infantry=5))
    empty.play(Detach(F_I, "city", "infantry", 1))
    assert empty[Garrison]["France garrison of burgos"].factors == 1
    guarded = marching(corps("F I", FR, "Burgos", infantry=5), corps("S I", SP, "Burgos", infantry=1))
    with pytest.raises(Refused, match=r"an enemy stands before Burgos \(BASE-7\.3-detach-where\) — beat him first"):
        guarded.play(Detach(F_I, "city", "infantry", 1))


@pytest.mark.parametrize("inside", [garrison(SP, "Burgos", militia=1), Guerillas(BURGOS, 0, 1)])
def test_an_enemy_city_with_somebody_in_it_is_closed(inside: Row) -> None:
    game = marching(corps("F I", FR, "Burgos", infantry=5), inside)
    with pytest.raises(Refused, match=r"Burgos has a garrison of Spain"):
        game.play(Detach(F_I, "city", "infantry", 1))


def test_the_city_of_an_ally_is_open_and_that_of_nobody_is_not() -> None:
    game = marching(corps("B I", GB, "Cadiz", infantry=5), side=GB)
    game.play(Detach(CorpsId("B I"), "city", "infantry", 1))
    assert game[Garrison]["Great Britain garrison of cadiz"].factors == 1


@pytest.mark.rule("BASE-7.3-city-leave", "BASE-7.3-detach-who")
def test_nobody_goes_into_or_out_of_a_besieged_city() -> None:
    pieces = corps("S I", SP, "Burgos", infantry=3), corps("S II", SP, "Burgos", infantry=3, inside=True)
    game = marching(*pieces, garrison(SP, "Burgos", militia=2), siege("Burgos", FR), side=SP)
    assert game.why_not(Detach(CorpsId("S I"), "city", "infantry", 1)) == {"BASE-7.3-detach-where"}
    assert "BASE-7.3-detach-who" in game.why_not(Detach(CorpsId("S II"), "city", "infantry", 1))
    assert game.why_not(Absorb(CorpsId("S I"), GarrisonId("Spain garrison of burgos"), "militia", 1)) == {
        "BASE-7.3-absorb-nation"
    }
    assert game.why_not(LeaveQuarters(CorpsId("S II"))) == {"BASE-7.3-city-leave"}


def test_a_depot_garrison_needs_a_depot() -> None:
    bare = marching(corps("F I", FR, "Bayonne", infantry=5))
    with pytest.raises(Refused, match=r"neither France nor an ally has a depot in Bayonne \(BASE-7\.3-detach-where\)"):
        bare.play(Detach(F_I, "depot", "infantry", 1))
    game = marching(corps("F I", FR, "Bayonne", infantry=5), Depot(DepotId("d"), FR, BAYONNE))
    game.play(Detach(F_I, "depot", "infantry", 1))
    assert game[Garrison]["France depot guard in bayonne"].place == "depot"


# --- exchanging

F_III = CorpsId("F III")


def exchanging(*pieces: Row) -> Play:
    return marching(
        corps("F I", FR, "Bayonne", infantry=10, cavalry=2), corps("F II", FR, "Bayonne", infantry=18), *pieces
    )


def test_corps_of_a_nation_in_an_area_exchange_factors_and_nothing_is_lost() -> None:
    game = exchanging()
    game.play(Exchange(F_I, F_II, "cavalry", 2), Exchange(F_II, F_I, "infantry", 5))
    assert (game[Corps][F_I].by_arm(), game[Corps][F_II].by_arm()) == (
        {"infantry": 15}, {"infantry": 13, "cavalry": 2},
    )  # fmt: skip
    assert (factors(game), len(game[Account])) == (30, 0)


@pytest.mark.rule("BASE-7.3-exchange-last", "BASE-7.3-exchange-room")
def test_there_must_be_room_and_a_factor_must_stay() -> None:
    game = exchanging(corps("F III", FR, "Bayonne", infantry=1))
    assert game.why_not(Exchange(F_I, F_II, "infantry", 3)) == {"BASE-7.3-exchange-room"}
    assert game.why_not(Exchange(F_III, F_I, "infantry", 1)) == {"BASE-7.3-exchange-last"}
    game.play(Exchange(F_I, F_II, "infantry", 2))


@pytest.mark.rule("BASE-7.3-exchange-nation", "BASE-7.3-exchange-who")
def test_not_with_another_nation_nor_with_a_corps_elsewhere_nor_with_one_besieged() -> None:
    british, portuguese = corps("B I", GB, "Lisbon", infantry=5), corps("P I", PORTUGAL, "Lisbon", infantry=5)
    game = marching(british, portuguese, corps("B II", GB, "Oporto", infantry=5), side=GB)
    for taker in ("P I", "B II", "B I"):
        act = Exchange(CorpsId("B I"), CorpsId(taker), "infantry", 1)
        assert game.why_not(act) == {"BASE-7.3-exchange-nation"}
    shut_up = corps("F III", FR, "Bayonne", infantry=5, inside=True), siege("Bayonne", SP)
    assert "BASE-7.3-exchange-who" in exchanging(*shut_up).why_not(Exchange(F_III, F_I, "infantry", 1))


@pytest.mark.rule("BASE-7.3-exchange-once")
def test_who_has_marched_passes_nothing_to_who_has_not() -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=10), corps("F II", FR, "Burgos", infantry=5))
    game.play(March(F_I, (BURGOS,)))
    assert game.why_not(Exchange(F_I, F_II, "infantry", 1)) == {"BASE-7.3-exchange-once"}
    game.play(Exchange(F_II, F_I, "infantry", 4))  # who has not marched may stay with who has
    assert (game[Corps][F_I].infantry, game[Corps][F_II].infantry) == (14, 1)


# --- absorbing


def test_absorbed_factors_leave_the_garrison_and_the_last_one_ends_it() -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=10), garrison(FR, "Bayonne", infantry=3))
    game.play(Absorb(F_I, IN_BAYONNE, "infantry", 2))
    assert (game[Corps][F_I].infantry, game[Garrison][IN_BAYONNE].infantry) == (12, 1)
    game.play(Absorb(F_I, IN_BAYONNE, "infantry", 1))
    assert (game[Corps][F_I].infantry, len(game[Garrison]), len(game[Account])) == (13, 0, 0)


@pytest.mark.rule("BASE-7.3-absorb-room")
def test_a_corps_has_room_for_so_many_of_each_kind() -> None:
    foot = corps("F I", FR, "Bayonne", infantry=17, militia=2)
    assert [room_left(foot, arm) for arm in ("infantry", "cavalry", "artillery", "guard")] == [1, 4, 0, 0]
    game = marching(foot, garrison(FR, "Bayonne", infantry=2))
    with pytest.raises(Refused, match=r"F I has room for 1 infantry factor \(BASE-7\.3-absorb-room\)"):
        game.play(Absorb(F_I, IN_BAYONNE, "infantry", 2))
    game.play(Absorb(F_I, IN_BAYONNE, "infantry", 1))


@pytest.mark.parametrize(("guards", "why_not"), [(True, set[str]()), (False, {"BASE-7.3-absorb-room"})])
def test_only_a_corps_of_guards_takes_guards(guards: bool, why_not: set[str]) -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=5, guards=guards), garrison(FR, "Bayonne", guard=1))
    assert game.why_not(Absorb(F_I, IN_BAYONNE, "guard", 1)) == why_not


@pytest.mark.rule("BASE-7.3-absorb-once")
def test_factors_that_have_marched_do_not_march_on_with_another_corps() -> None:
    """F I brings 3 to Burgos, where 2 have been all the time: F II may take these 2 before its march, and all after."""
    pieces = corps("F I", FR, "Bayonne", infantry=10), corps("F II", FR, "Burgos", infantry=5)
    game = marching(*pieces, garrison(FR, "Burgos", infantry=2))
    game.play(March(F_I, (BURGOS,)), Detach(F_I, "city", "infantry", 3))
    there = GarrisonId("France garrison of burgos")
    with pytest.raises(Refused, match=r"only 2 infantry factors there have not marched \(BASE-7\.3-absorb-once\)"):
        game.play(Absorb(F_II, there, "infantry", 3))
    game.play(Absorb(F_II, there, "infantry", 2))
    assert game.why_not(Absorb(F_II, there, "infantry", 1)) == {"BASE-7.3-absorb-once"}
    game.play(March(F_II, (MADRID,)))
    assert game.why_not(Absorb(F_I, there, "infantry", 3)) == set()
    game.play(Absorb(F_I, there, "infantry", 1))
    game.prove()


# --- corps in cities


@pytest.mark.rule("BASE-7.3-city-who")
def test_a_corps_goes_into_a_city_and_comes_out_again() -> None:
    game = marching(corps("F I", FR, "Bayonne", infantry=10))
    game.play(TakeQuarters(F_I))
    assert game[Corps][F_I].inside
    assert game.why_not(TakeQuarters(F_I)) == {"BASE-7.3-city-who"}
    game.play(LeaveQuarters(F_I))
    assert not game[Corps][F_I].inside


@pytest.mark.rule("BASE-7.3-city-open")
@pytest.mark.parametrize(
    ("piece", "why"), [(garrison(SP, "Burgos", militia=1), {"BASE-7.3-city-open"}), (None, set[str]())]
)
def test_it_goes_into_a_city_of_the_enemy_only_while_nobody_is_in_it(piece: Row | None, why: set[str]) -> None:
    game = marching(corps("F I", FR, "Burgos", infantry=5), *([piece] if piece else []))
    assert game.why_not(TakeQuarters(F_I)) == why


@pytest.mark.rule("BASE-7.3-city-room")
@pytest.mark.parametrize(("area", "room"), [("Burgos", 1), ("Bayonne", 2)])
def test_a_city_has_room_for_as_many_corps_as_its_fortress_is_strong(area: str, room: int) -> None:
    pieces = [corps(f"F {n}", FR, area, infantry=5, inside=n < room) for n in range(room + 1)]
    game = marching(*pieces)
    with pytest.raises(Refused, match=rf"{area} has room for {room} corps \(BASE-7\.3-city-room\)"):
        game.play(TakeQuarters(CorpsId(f"F {room}")))


def test_others_corps_are_not_ones_own() -> None:
    game = marching(corps("S I", SP, "Madrid", infantry=5), corps("F I", FR, "Bayonne", infantry=5))
    spanish = CorpsId("S I")
    assert "BASE-7.3-city-who" in game.why_not(TakeQuarters(spanish))
    assert "BASE-7.3-detach-who" in game.why_not(Detach(spanish, "city", "infantry", 1))


@pytest.mark.rule("BASE-7.3-absorb-who")
def test_a_side_has_no_corps_of_another_absorb_factors() -> None:
    game = marching(
        corps("S I", SP, "Madrid", infantry=5), garrison(SP, "Madrid", infantry=2), corps("F I", FR, "Bayonne")
    )
    act = Absorb(CorpsId("S I"), GarrisonId("Spain garrison of madrid"), "infantry", 1)
    assert game.why_not(act) == {"BASE-7.3-absorb-who"}
