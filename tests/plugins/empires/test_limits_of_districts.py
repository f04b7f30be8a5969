"""10.2.2, 10.4 and 10.5.2 at their limits: provinces that were ceded, districts that go along or do not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.engine import Game, SideId
from sandtable.testing import Play
from sandtable_empires.access.changed_control import LetStay
from sandtable_empires.holding import declare_war_on_minor, run_by, set_control
from sandtable_empires.model import (
    POLITICS,
    Area,
    Arrival,
    Corps,
    District,
    DistrictId,
    Garrison,
    NationId,
    Occupation,
    PointsAccount,
    Province,
    ProvinceId,
    is_split_off,
)  # fmt: skip
from sandtable_empires.model.districts import ControlStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    SP,
    TU,
    alter,
    area,
    cession,
    control,
    corps,
    garrison,
    position,
    status,
    war,
)  # fmt: skip

BAVARIA, DENMARK, NORWAY, SWEDEN, FINLAND = map(
    DistrictId, ("bavaria", "denmark-proper", "norway", "sweden-proper", "finland")
)
TYROL = ProvinceId("tyrol")
AT_ONCE = {"minor_conquest": {"months": 0}}
FIASCO, INSTABILITY, NEUTRAL_ZONE = 4, 12, 25
Doing = Callable[[Game], Awaitable[None]]
Held = tuple[DistrictId, SideId | None, ControlStatus]


def begin(*pieces: Any, at: str = f"{FR}: depots", do: Doing | None = None, **others: Any) -> Play:
    someone = corps("T I", TU, "Constantinople", infantry=1)
    game = position(someone, *pieces, grants=(CAMPAIGN,), at=at, do=do, dice=others.pop("dice", ()), **others)
    while game.questions and game.questions[0][1] == ("LetStay",):
        game.play(LetStay())
    return game


def becomes(*changes: Held, then: Doing | None = None) -> Doing:
    """Have districts change hands, one after the other."""

    async def do(game: Game) -> None:
        for district, holder, how in changes:
            await set_control(game, district, holder, how, POLITICS)
        if then is not None:
            await then(game)

    return do


def unstable(loser: SideId, *pieces: Any, do: Doing, box: int = FIASCO) -> Play:
    """Come to the Minor Country Control Step; one power stands in the Fiasco Zone, or in another ``box``."""
    rows = [status(one, box if one == loser else NEUTRAL_ZONE) for one in POWERS]
    return begin(*rows, *pieces, at="minor_control", do=do)


def holder(game: Play, district: DistrictId) -> tuple[SideId | None, str]:
    return game[District][district].holder, game[District][district].status


def points(game: Play) -> dict[str, int]:
    return {one.side: one.points for one in game[PointsAccount] if one.points}


# --- 10.2.2


@pytest.mark.rule("EIA-10.2.2-unceded-never")
@pytest.mark.parametrize("ceded", [False, True])
def test_it_is_the_cession_that_lets_a_province_fall(ceded: bool) -> None:
    """France has stood in Innsbruck since the first month; it is the ninth."""
    capital = begin()[Province][TYROL].capital
    assert capital is not None

    async def ninth(game: Game) -> None:
        game.change(game.frame, round=9)

    given = (cession("Tyrol", "Prussia"),) if ceded else ()
    there = corps("F I", FR, capital, infantry=5), Occupation(capital, FR, 1), *war(FR, AU, PR)
    game = begin(*given, *there, do=ninth, at="conquest_step")
    assert game[Province][TYROL].ceded_to == ("France" if ceded else None)


@pytest.mark.rule("EIA-10.2.2-no-points")
@pytest.mark.parametrize("province", [False, True])
def test_what_a_minor_country_is_worth_is_not_altered_by_a_province_beside_it(province: bool) -> None:
    """France conquers Bavaria, and in one of two positions Tyrol in the same step."""
    capital = begin()[Province][TYROL].capital
    assert capital is not None
    there = corps("F I", FR, "Munich", infantry=5), corps("F II", FR, capital, infantry=5) if province else ()
    land = alter(Area, *[one.id for one in begin()[Area].where("province", TYROL)], holder=PR)
    prussian, given = becomes((BAVARIA, PR, "conquered")), cession("Tyrol", "Prussia")
    game = begin(land, given, *there, war(FR, PR), do=prussian, at="conquest_step", parameters=AT_ONCE)
    assert holder(game, BAVARIA) == (FR, "conquered")
    assert (game[Province][TYROL].ceded_to == "France") is province
    assert points(game) == {FR: 1, PR: -1}


# --- 10.4.2


@pytest.mark.rule("EIA-10.4.2-no-separate-declaration", "EIA-10.4.2-covers-all")
@pytest.mark.parametrize(("district", "covered"), [(DENMARK, {DENMARK, NORWAY}), (BAVARIA, {BAVARIA})])
def test_the_district_that_names_a_country_is_attacked_with_its_parts(
    district: DistrictId, covered: set[DistrictId]
) -> None:
    async def attack(game: Game) -> None:
        await declare_war_on_minor(game, PR, district)

    game = begin(do=attack)
    assert {one.id for one in game[District] if one.status == "in conflict"} == covered


@pytest.mark.rule("EIA-10.4.2-covers-all")
def test_who_has_conquered_finland_attacks_sweden_without_it() -> None:
    async def attack(game: Game) -> None:
        await declare_war_on_minor(game, RU, SWEDEN)

    game = begin(do=becomes((FINLAND, RU, "conquered"), then=attack))
    assert (holder(game, SWEDEN), holder(game, FINLAND)) == ((None, "in conflict"), (RU, "conquered"))


# --- 10.4.3


@pytest.mark.rule("EIA-10.4.3-not-if-held")
@pytest.mark.parametrize(
    ("to", "norwegian"),
    [
        ((FR, "free state"), (FR, "free state")),
        ((FR, "conquered"), (FR, "conquered")),
        ((None, "neutral"), (RU, "conquered")),
    ],
    ids=["to its own holder, as a free state", "to its own holder", "to nobody, while another holds it"],
)
def test_it_comes_along_to_a_power_that_holds_it_already(
    to: tuple[SideId | None, ControlStatus], norwegian: tuple[SideId, ControlStatus]
) -> None:
    before: Held = (NORWAY, norwegian[0], "conquered")
    game = begin(do=becomes((DENMARK, GB, "free state"), before, (DENMARK, *to)))
    assert (holder(game, DENMARK), holder(game, NORWAY)) == (to, norwegian)
    assert is_split_off(game.game, NORWAY) is (to[0] != norwegian[0])


@pytest.mark.rule("EIA-10.4.3-secondary-alone")
@pytest.mark.parametrize(("owner", "falls"), [(GB, True), (PR, False)])
def test_norway_falls_alone_where_another_controls_denmark_formally(owner: SideId, falls: bool) -> None:
    """Prussia has stood in Christiana; nobody is in Copenhagen."""
    there = corps("P I", PR, "Christiana", infantry=5), war(GB, PR)
    game = begin(*there, do=becomes((DENMARK, owner, "free state")), at="conquest_step", parameters=AT_ONCE)
    assert holder(game, DENMARK) == (owner, "free state")
    assert holder(game, NORWAY) == ((PR, "conquered") if falls else (owner, "free state"))


@pytest.mark.rule("EIA-10.4.3-secondary-alone")
def test_who_is_in_both_capitals_has_the_country_whole() -> None:
    async def attack(game: Game) -> None:
        await declare_war_on_minor(game, PR, DENMARK)
        run_by(game, NationId("Denmark"), GB)

    there = corps("P I", PR, "Christiana", infantry=5), corps("P II", PR, "Copenhagen", infantry=5)
    game = begin(*there, do=attack, at="conquest_step", parameters=AT_ONCE)
    assert holder(game, DENMARK) == holder(game, NORWAY) == (PR, "conquered")
    assert not is_split_off(game.game, NORWAY)


@pytest.mark.rule("EIA-10.4.3-no-neutral-secondary")
@pytest.mark.parametrize("danish", [(GB, "free state"), (None, "neutral")])
def test_a_fiasco_of_its_controller_gives_norway_back_to_denmark(danish: tuple[SideId | None, ControlStatus]) -> None:
    game = unstable(RU, do=becomes((DENMARK, *danish), (NORWAY, RU, "conquered")))
    assert holder(game, DENMARK) == holder(game, NORWAY) == danish


@pytest.mark.rule("EIA-10.4.3-no-neutral-secondary")
def test_but_an_enemy_who_stands_there_gets_it_first() -> None:
    there = garrison(PR, "Christiana", infantry=1), *war(PR, RU)
    game = unstable(RU, *there, do=becomes((DENMARK, GB, "free state"), (NORWAY, RU, "conquered")))
    assert (holder(game, DENMARK), holder(game, NORWAY)) == ((GB, "free state"), (PR, "conquered"))


# --- 10.4.4


@pytest.mark.rule("EIA-10.4.4-forces")
def test_who_has_norway_alone_has_no_danish_forces_when_denmark_changes_hands() -> None:
    pieces = control(SP, "Denmark"), corps("D I", "Denmark", "Christiana", infantry=3)
    changes = becomes((DENMARK, SP, "free state"), (NORWAY, RU, "conquered"), (DENMARK, GB, "free state"))
    game = begin(*pieces, do=changes)
    assert (holder(game, NORWAY), game[Corps]["D I"].side) == ((RU, "conquered"), GB)


# --- 10.5.2


@pytest.mark.rule("EIA-10.5.2-instability")
@pytest.mark.parametrize(("norwegian", "stays"), [(PR, True), (RU, False)])
def test_a_corps_in_norway_keeps_denmark_while_that_is_one_country_with_it(norwegian: SideId, stays: bool) -> None:
    there = corps("P I", PR, "Christiana", infantry=5)
    changes = becomes((DENMARK, PR, "conquered"), (NORWAY, norwegian, "conquered"))
    game = unstable(PR, there, do=changes, box=INSTABILITY)
    assert holder(game, DENMARK) == ((PR, "conquered") if stays else (None, "neutral"))


@pytest.mark.rule("EIA-10.5.2-transferred-free-state")
@pytest.mark.parametrize(("in_it", "becomes_of"), [((), (None, "neutral")), ((GB,), (GB, "conquered"))])
def test_both_districts_of_a_free_state_are_conquered_by_an_heir_alone(
    in_it: tuple[SideId, ...], becomes_of: tuple[SideId | None, str]
) -> None:
    there = [garrison(one, "Christiana", infantry=1) for one in in_it]
    game = unstable(PR, *there, *war(PR, GB), do=becomes((DENMARK, PR, "free state")))
    assert holder(game, DENMARK) == holder(game, NORWAY) == becomes_of


@pytest.mark.rule("EIA-10.5.2-garrisons-leave")
def test_garrisons_leave_both_districts_and_no_other_country() -> None:
    there = [garrison(PR, one, infantry=3) for one in ("Copenhagen", "Christiana", "Hamburg")]
    game = unstable(PR, *there, do=becomes((DENMARK, PR, "conquered")))
    assert [one.area for one in game[Garrison] if one.side == PR and one.factors] == [area("Hamburg")]
    assert sorted((one.infantry, one.turn) for one in game[Arrival]) == [(3, 2), (3, 2)]
