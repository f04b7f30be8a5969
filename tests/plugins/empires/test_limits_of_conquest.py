"""10.2, 10.4 and 10.5.2 at their limits: where conquest, districts and unstable powers begin and end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.engine import Game, SideId
from sandtable.testing import Play
from sandtable_empires.campaign.minor_conquest import KEEPS_ITS_ARMY
from sandtable_empires.holding import give_province, set_control
from sandtable_empires.model import (
    COMBAT,
    CONQUERED,
    POLITICS,
    Area,
    Corps,
    District,
    DistrictId,
    Fleet,
    NationId,
    Occupation,
    PointsAccount,
    Prisoners,
    Province,
    ProvinceId,
    lose_ships,
)
from sandtable_empires.model.districts import ControlStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.spending import dues
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
    fleet,
    garrison,
    position,
    siege,
    status,
    war,
)

BAVARIA, HESSE, SAXONY = map(DistrictId, ("bavaria", "hesse", "saxony"))
DENMARK, NORWAY = DistrictId("denmark-proper"), DistrictId("norway")
TYROL = ProvinceId("tyrol")
MUNICH = area("Munich")
AT_ONCE = {"minor_conquest": {"months": 0}}
BESIEGED = garrison(AU, "Munich", infantry=1), siege(PR, "Munich"), corps("P I", PR, "Munich", infantry=1)
Doing = Callable[[Game], Awaitable[None]]


def begin(*pieces: Any, at: str = f"{FR}: depots", do: Doing | None = None, **others: Any) -> Play:
    someone = corps("T I", TU, "Constantinople", infantry=1)
    return position(someone, *pieces, grants=(CAMPAIGN,), at=at, do=do, dice=others.pop("dice", ()), **others)


def becomes(
    *changes: tuple[DistrictId, SideId | None, ControlStatus], cause: Any = POLITICS, then: Any = None
) -> Doing:
    """Have countries change hands, one after the other; ``then``: the last one, for another cause."""

    async def do(game: Game) -> None:
        for district, holder, how in changes:
            await set_control(game, district, holder, how, POLITICS)
        if then is not None:
            await set_control(game, *then)

    return do


def unstable(box: int, *pieces: Any, do: Doing, **others: Any) -> Play:
    """Come to the Minor Country Control Step; Prussia stands in a box, all others in the Neutral Zone."""
    where: dict[SideId, int] = dict.fromkeys(POWERS, 25) | {PR: box}
    rows = [status(*one) for one in where.items()]
    return begin(*rows, *pieces, at="minor_control", do=do, **others)


def holder(game: Play, district: DistrictId) -> tuple[str, SideId | None]:
    return game[District][district].status, game[District][district].holder


def points(game: Play) -> dict[str, int]:
    return {one.side: one.points for one in game[PointsAccount] if one.points}


# --- minor countries that are conquered


@pytest.mark.rule("EIA-10.2.1-condition")
@pytest.mark.parametrize(
    ("pieces", "falls"),
    [
        ((garrison(FR, "Munich", infantry=1),), True),
        ((corps("F I", FR, "Augsburg", infantry=9),), False),
        ((garrison(FR, "Munich", infantry=1), *war(AU, FR), siege(AU, "Munich"), corps("A I", AU, "Munich")), False),
    ],
    ids=["by its garrison alone", "from beside the capital", "besieged in it"],
)
def test_a_capital_falls_to_whoever_is_in_it_and_not_shut_in(pieces: tuple[Any, ...], falls: bool) -> None:
    there = control(PR, "Bavaria"), *war(FR, PR), *pieces
    game = begin(*there, at="conquest_step", parameters=AT_ONCE)
    assert (game[District][BAVARIA].holder == FR) is falls


@pytest.mark.rule("EIA-10.2.1-flag")
@pytest.mark.parametrize(("at", "whose"), [("conquest_step", FR), (f"{FR}: depots", AU)])
def test_the_flag_of_another_conqueror_is_replaced_in_the_conquest_step_alone(at: str, whose: SideId) -> None:
    """Bavaria is Austria's already; a French corps has stood in Munich since before."""
    there = control(AU, "Bavaria"), *war(FR, AU), corps("F I", FR, "Munich", infantry=5), Occupation(MUNICH, FR, 1)
    game = begin(*there, do=becomes((BAVARIA, AU, "conquered")), at=at, parameters=AT_ONCE)
    assert holder(game, BAVARIA) == ("conquered", whose)
    assert game[Area][MUNICH].holder == whose


@pytest.mark.rule("EIA-10.2.1-land-forces-removed")
@pytest.mark.parametrize(("nation", "left"), [(NationId("Hesse"), 0), (KEEPS_ITS_ARMY, 3)])
def test_the_army_of_poland_stays_when_its_country_is_conquered(nation: NationId, left: int) -> None:
    """No district of the map is Polish: Hesse stands for one."""
    army = control(PR, nation), alter(District, "hesse", nation=nation), corps("M I", nation, "Kassel", infantry=3)
    game = begin(*army, do=becomes(then=(HESSE, FR, "conquered", CONQUERED)))
    assert holder(game, HESSE) == ("conquered", FR)
    assert game[Corps]["M I"].factors == left


@pytest.mark.rule("EIA-10.2.1-land-forces-removed", "EIA-10.2.1-fleets-kept")
def test_forces_of_a_country_stay_where_only_its_secondary_district_falls() -> None:
    forces = corps("D I", "Denmark", "Copenhagen", infantry=3), fleet("D 1", "Denmark", "Copenhagen", ships=4)
    free = becomes((DENMARK, GB, "free state"), then=(NORWAY, RU, "conquered", CONQUERED))
    game = begin(control(GB, "Denmark"), *forces, do=free)
    assert (game[Corps]["D I"].factors, game[Fleet]["D 1"].lies) == (3, "port")


@pytest.mark.rule("EIA-10.2.1-fleets-kept")
def test_a_fleet_that_is_laid_up_stays_so_through_another_conquest() -> None:
    """It keeps the ships that it had in the first: one of its twelve was lost before."""

    async def twice(game: Game) -> None:
        lose_ships(game, next(one for one in game[Fleet] if one.id == "D 1"), 1, COMBAT)
        await set_control(game, DENMARK, FR, "conquered", CONQUERED)
        await set_control(game, DENMARK, RU, "conquered", CONQUERED)

    game = begin(control(GB, "Denmark"), fleet("D 1", "Denmark", "Copenhagen", ships=12), do=twice)
    assert (game[Fleet]["D 1"].lies, game[Fleet]["D 1"].ships) == ("reserve", 11)


@pytest.mark.rule("EIA-10.2.1-fleets-frozen")
@pytest.mark.parametrize("falls", [False, True])
def test_nothing_is_owed_for_a_fleet_off_the_map(falls: bool) -> None:
    """France holds Denmark with its fleet, or has conquered it."""
    pieces = control(FR, "Denmark"), fleet("D 1", "Denmark", "Copenhagen")
    conquest = becomes(then=(DENMARK, FR, "conquered", CONQUERED)) if falls else None
    parts = [part.says for part in dues(begin(*pieces, do=conquest).game, FR).parts]
    assert ("for 1 fleet" in parts) is not falls


@pytest.mark.rule("EIA-10.2.1-political-points")
@pytest.mark.parametrize(("cause", "found"), [(CONQUERED, {FR: 1, AU: -1}), (POLITICS, {})])
def test_points_are_for_conquest_and_for_no_other_change(cause: Any, found: dict[str, int]) -> None:
    assert points(begin(do=becomes((BAVARIA, AU, "free state"), then=(BAVARIA, FR, "conquered", cause)))) == found


@pytest.mark.rule("EIA-10.2.1-return-captured")
def test_prisoners_taken_by_the_power_itself_do_not_go_home_with_the_conquest() -> None:
    """Austria ran Bavaria: three that the Austrians took are Austria's, though it is at peace with France."""
    held = Prisoners(id="1", side=FR, nation=NationId(FR), captor=AU, infantry=3)
    game = begin(control(AU, "Bavaria"), held, do=becomes(then=(BAVARIA, FR, "conquered", CONQUERED)))
    assert [one.infantry for one in game[Prisoners]] == [3]


# --- provinces that are ceded


def _capital_of_tyrol() -> str:
    capital = begin()[Province][TYROL].capital
    assert capital is not None
    return capital


@pytest.mark.rule("EIA-10.2.2-conquer-ceded")
@pytest.mark.parametrize(("since", "falls"), [(2, True), (3, False)])
def test_a_ceded_province_falls_after_a_month_as_a_minor_country_does(since: int, falls: bool) -> None:
    """The Conquest Step of turn 3; France has stood in Innsbruck since the one before, or comes there only now."""
    capital = _capital_of_tyrol()
    land = alter(Area, *[one.id for one in begin()[Area].where("province", TYROL)], holder=PR)
    there = corps("F I", FR, capital, infantry=5), *war(FR, PR), Occupation(area("Innsbruck"), FR, since)

    async def third(game: Game) -> None:
        game.change(game.frame, round=3)

    game = begin(cession("Tyrol", "Prussia"), land, *there, do=third, at="conquest_step")
    assert (game[Province][TYROL].ceded_to == "France") is falls


@pytest.mark.rule("EIA-10.2.2-unceded-never", "EIA-10.2.2-original-owner")
def test_what_has_come_home_never_falls_again() -> None:
    async def home(game: Game) -> None:
        await give_province(game, TYROL, AU)

    there = corps("F I", FR, _capital_of_tyrol(), infantry=5), *war(FR, AU)
    game = begin(cession("Tyrol", "Bavaria"), *there, do=home, at="conquest_step", parameters=AT_ONCE)
    assert game[Province][TYROL].ceded_to is None
    assert {one.holder for one in game[Area].where("province", TYROL)} == {AU}


@pytest.mark.rule("EIA-10.2.2-no-points")
def test_its_original_owner_gains_no_points_by_it_either() -> None:
    land = alter(Area, *[one.id for one in begin()[Area].where("province", TYROL)], holder=PR)
    there = corps("A I", AU, _capital_of_tyrol(), infantry=5), *war(AU, PR)
    game = begin(cession("Tyrol", "Prussia"), land, *there, at="conquest_step", parameters=AT_ONCE)
    assert (game[Province][TYROL].ceded_to, points(game)) == (None, {})


# --- districts


@pytest.mark.rule("EIA-10.4.3-control-follows")
@pytest.mark.parametrize("change", [(None, "neutral"), (FR, "conquered")])
def test_norway_goes_along_in_whatever_way_denmark_goes(change: tuple[SideId | None, ControlStatus]) -> None:
    game = begin(do=becomes((DENMARK, GB, "free state"), (DENMARK, *change)))
    assert {holder(game, DENMARK), holder(game, NORWAY)} == {change[::-1]}


@pytest.mark.rule("EIA-10.4.1-composition")
@pytest.mark.parametrize(("secondary", "capital"), [("norway", "Christiana"), ("finland", "Abo")])
def test_a_secondary_district_has_a_capital_and_lies_in_the_country_that_bears_the_name(
    secondary: str, capital: str
) -> None:
    one = begin()[District][secondary]
    assert one.capital == area(capital)
    assert not begin()[District][f"{one.nation.lower()}-proper"].secondary


# --- what unstable powers lose


@pytest.mark.rule("EIA-10.5.2-instability", "EIA-10.5.2-fiasco")
@pytest.mark.parametrize(
    ("box", "conquered", "free"),
    [(19, True, True), (18, False, True), (9, False, True), (8, False, False), (1, False, False)],
)
def test_what_is_lost_is_decided_by_the_zone_from_its_first_box_to_its_last(
    box: int, conquered: bool, free: bool
) -> None:
    game = unstable(box, do=becomes((BAVARIA, PR, "conquered"), (DENMARK, PR, "free state")))
    assert ((holder(game, BAVARIA)[1] == PR), (holder(game, DENMARK)[1] == PR)) == (conquered, free)


@pytest.mark.rule("EIA-10.5.2-transfer", "EIA-10.5.2-gain-of-points", "EIA-10.5.2-no-loss-of-points")
@pytest.mark.parametrize(
    ("box", "there", "whose", "found"),
    [
        (12, (corps("A I", AU, "Munich", infantry=1),), ("conquered", AU), {AU: 1}),
        (4, BESIEGED, ("conquered", AU), {AU: 1}),
        (4, (), ("neutral", None), {}),
    ],
    ids=["in the Instability Zone too", "though it is besieged (R-43)", "nobody is there"],
)
def test_an_enemy_in_it_gets_it_and_a_point(
    box: int, there: tuple[Any, ...], whose: tuple[str, SideId | None], found: dict[str, int]
) -> None:
    game = unstable(box, *there, *war(PR, AU), do=becomes((BAVARIA, PR, "conquered")))
    assert (holder(game, BAVARIA), points(game)) == (whose, found)


@pytest.mark.rule("EIA-10.5.2-gain-of-points", "EIA-10.5.2-no-loss-of-points")
def test_two_countries_are_two_points_and_the_loser_loses_none() -> None:
    there = corps("A I", AU, "Munich", infantry=1), corps("A II", AU, "Dresden", infantry=1)
    game = unstable(4, *there, *war(PR, AU), do=becomes((BAVARIA, PR, "conquered"), (SAXONY, PR, "free state")))
    assert (holder(game, SAXONY), points(game)) == (("conquered", AU), {AU: 2})


@pytest.mark.rule("EIA-10.5.2-free-state-forces")
def test_forces_of_a_conquered_country_are_none_and_those_of_the_loser_stay() -> None:
    there = corps("P I", PR, "Munich", infantry=2), fleet("S 1", SP, "Cadiz")
    game = unstable(4, *there, do=becomes((BAVARIA, PR, "conquered")))
    assert (game[Corps]["P I"].area, game[Fleet]["S 1"].lies) == (MUNICH, "port")
