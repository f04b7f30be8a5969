"""10.3.2 and 10.3.3: whose a city is in combat; those in it who are at peace with its besiegers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Side, SideId
from sandtable.testing import Play
from sandtable_empires.land.sieges import Besiege
from sandtable_empires.land.storming import city_controller
from sandtable_empires.model import (
    Account,
    Arrival,
    Corps,
    Garrison,
    Leader,
    Prisoners,
    Siege,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.reinforcing.armies import PlaceCorps
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    RU,
    Piece,
    alliance,
    area,
    calendar,
    combined_movement,
    control,
    corps,
    garrison,
    leader,
    position,
    war,
)  # fmt: skip
from tests.plugins.empires.without_a_sentence import house, lacking

VIENNA = area("Vienna")
BEFORE_IT = corps("B I", GB, "Vienna", infantry=9)


def begin(*pieces: Piece, **others: Any) -> Play:
    """Return France's Land Combat Step; its corps stands before Vienna, and it is at war with Austria."""
    given: dict[str, Any] = {"dice": (), **others}
    return position(
        corps("F I", FR, "Vienna", infantry=15), corps("T I", "Turkey", "Constantinople", infantry=1), war(FR, AU),
        calendar(1805, 10), *pieces, grants=(CAMPAIGN,), at=f"{FR}: land_combat", order=(FR,),
        **given,
    )  # fmt: skip


# --- whose a city is


@pytest.mark.rule("EIA-10.3.2-garrison-controls")
def test_whoever_is_in_it_decides_for_it() -> None:
    """The catalogue's example: Russians in a French port."""
    assert city_controller(begin(garrison(RU, "Brest", infantry=3)).game, area("Brest")) == RU


@pytest.mark.rule("EIA-10.3.2-mixed-with-owner", "EIA-10.3.2-mixed-without-owner")
def test_of_several_the_owner_and_else_whom_they_have_agreed_on() -> None:
    two = (garrison(RU, "Brest", infantry=3), garrison(GB, "Brest", infantry=3))
    assert city_controller(begin(*two, garrison(FR, "Brest", infantry=1)).game, area("Brest")) == FR
    assert city_controller(begin(*two).game, area("Brest")) is None


@pytest.mark.rule("EIA-10.3.2-empty-city")
@pytest.mark.parametrize(
    ("pieces", "city", "whose"),
    [
        ((), "Brest", FR),
        ((), "Munich", None),
        ([Side(SideId("Bavaria"), "Bavaria")], "Munich", SideId("Bavaria")),
        (control(AU, "Bavaria"), "Munich", AU),
    ],
)
def test_an_empty_one_is_whose_the_land_is(pieces: Piece, city: str, whose: SideId | None) -> None:
    """That of the power that controls it, or of the neutral minor country, where that has a side of its own."""
    assert city_controller(begin(pieces).game, area(city)) == whose


# --- neutrals in a besieged city


@pytest.mark.rule("EIA-10.3.3-surrender", "EIA-10.3.3-return")
def test_neutral_parts_of_a_garrison_surrender_and_come_back() -> None:
    game = begin(garrison(AU, "Vienna", infantry=4), garrison(RU, "Vienna", infantry=3, cavalry=1))
    game.play(Besiege(VIENNA))
    assert [one.side for one in game[Garrison].where("area", VIENNA)] == [AU]
    assert game[Siege][VIENNA].side == FR
    (coming,) = game[Arrival]
    assert (coming.side, coming.nation, coming.turn, coming.by_arm()) == (
        RU,
        "Russia",
        2,
        {"infantry": 3, "cavalry": 1},
    )
    assert not len(game[Prisoners])
    assert [(one.cause, one.factors) for one in game[Account]] == [("exchanged", -4)]
    game.prove()


@pytest.mark.rule("EIA-10.3.3-surrender", "EIA-10.3.3-return")
def test_so_do_neutral_corps_with_their_leaders() -> None:
    inside = corps("R I", RU, "Vienna", infantry=6, inside=True)
    game = begin(garrison(AU, "Vienna", infantry=4), inside, leader("Bagration", RU, "R I"))
    game.play(Besiege(VIENNA))
    assert game[Corps]["R I"].area is None
    assert (game[Leader]["Bagration"].standing, game[Leader]["Bagration"].corps) == ("waiting", None)
    assert [one.infantry for one in game[Arrival]] == [6]


@pytest.mark.rule("BASE-10.3.3-besieged", "EIA-10.3.3-surrender")
def test_a_city_that_neutrals_alone_hold_for_an_enemy_is_besieged_and_given_up() -> None:
    game = begin(garrison(RU, "Vienna", infantry=3))
    assert game.why_not(Besiege(VIENNA)) == set()
    game.play(Besiege(VIENNA))
    assert (len(game[Garrison].where("area", VIENNA)), len(game[Siege])) == (0, 0)


@pytest.mark.rule("EIA-10.3.3-surrender")
@pytest.mark.parametrize(
    ("pieces", "stays"),
    [
        ((), False),
        (war(FR, RU), True),
        ([*war(GB, RU), *alliance(FR, GB), combined_movement(FR, GB), BEFORE_IT], True),
        ([*war(GB, RU), BEFORE_IT], False),
    ],
)
def test_only_those_at_war_with_none_of_the_besiegers(pieces: Piece, stays: bool) -> None:
    """Great Britain besieges too only where the two move together."""
    game = begin(garrison(AU, "Vienna", infantry=4), garrison(RU, "Vienna", infantry=3), war(GB, AU), pieces)
    game.play(Besiege(VIENNA))
    assert (RU in {one.side for one in game[Garrison].where("area", VIENNA)}) is stays


@pytest.mark.rule("EIA-10.3.3-surrender")
def test_nobody_surrenders_in_a_city_of_one_who_is_no_enemy() -> None:
    """Dresden is Prussia's; Austrians in it are besieged, the Russians beside them stay."""
    pieces = (control(PR, "Saxony"), corps("F II", FR, "Dresden", infantry=9))
    game = begin(*pieces, garrison(AU, "Dresden", infantry=2), garrison(RU, "Dresden", infantry=2))
    game.play(Besiege(area("Dresden")))
    assert {one.side for one in game[Garrison].where("area", area("Dresden"))} == {AU, RU}


@pytest.mark.rule("EIA-10.3.3-return")
def test_without_the_second_sentence_they_are_prisoners() -> None:
    two = (garrison(AU, "Vienna", infantry=4), garrison(RU, "Vienna", infantry=3))
    game = begin(*two, family=house(), on=lacking(("EIA-10.3.3-return",)))
    game.play(Besiege(VIENNA))
    assert [(one.side, one.captor, one.infantry) for one in game[Prisoners]] == [(RU, FR, 3)]
    assert not len(game[Arrival])


@pytest.mark.rule("EIA-10.3.3-return")
def test_they_are_placed_in_their_next_army_reinforcement_step() -> None:
    away = corps("R II", RU, None)
    game = begin(garrison(AU, "Vienna", infantry=4), garrison(RU, "Vienna", infantry=3), away)
    game.play(Besiege(VIENNA))
    game.until(f"{RU}: army_reinforcement")
    assert game.game.round == 2
    assert {act.corps for act in game.may(PlaceCorps)} >= {"R II"}
