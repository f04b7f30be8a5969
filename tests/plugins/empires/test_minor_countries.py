"""10.2 and 10.4: minor countries at war, conquered, freed; what is ceded; districts."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import Game, Illegal, Invalid, RuleModule, Side, SideId, hookimpl
from sandtable.testing import Play
from sandtable_empires import holding
from sandtable_empires.campaign.minor_conquest import HomePort
from sandtable_empires.holding import (
    cede,
    declare_free_state,
    declare_war_on_minor,
    give_province,
    hold,
    leave_conflict,
    run_by,
    set_control,
)
from sandtable_empires.hookspecs.control import ControlHooks, war_cost
from sandtable_empires.hookspecs.naval import give_ships
from sandtable_empires.hookspecs.order import principals, with_those_they_run
from sandtable_empires.model import (
    COMBAT,
    CONQUERED,
    POLITICS,
    Account,
    Area,
    AreaId,
    Arrival,
    Budget,
    CauseKey,
    ControlStatus,
    Corps,
    CorpsId,
    District,
    DistrictId,
    Fleet,
    FleetId,
    Garrison,
    Nation,
    NationId,
    Occupation,
    PointsAccount,
    Prisoners,
    Province,
    ProvinceId,
    War,
    allies,
    areas_of,
    enemies,
    is_split_off,
    lose_ships,
    minor_of,
    pay,
    power_of,
    powers,
    purse_of,
    surrender,
)  # fmt: skip
from sandtable_empires.model.causes import BUILT, PEACE, SUPPLY
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    SP,
    Piece,
    alter,
    area,
    cession,
    control,
    corps,
    fleet,
    garrison,
    position,
    siege,
    war,
)  # fmt: skip

BAVARIA, DENMARK, SWEDEN = NationId("Bavaria"), NationId("Denmark"), NationId("Sweden")
MUNICH, COPENHAGEN, CHRISTIANA = area("Munich"), area("Copenhagen"), area("Christiana")
BAVARIAN, DANISH, NORWAY, FINLAND, SWEDISH = map(
    DistrictId, ("bavaria", "denmark-proper", "norway", "finland", "sweden-proper")
)
THEMSELVES = SideId("Bavaria")
Doing = Callable[[Game], Awaitable[None]]
AT_ONCE = {"minor_conquest": {"months": 0}}


def begin(*pieces: Piece, do: Doing | None = None, at: str = f"{FR}: depots", turn: int = 1, **others: Any) -> Play:
    async def first(game: Game) -> None:
        game.change(game.frame, round=turn)
        if do is not None:
            await do(game)

    someone = corps("T I", "Turkey", "Constantinople", infantry=1)
    return position(someone, *pieces, grants=(CAMPAIGN,), at=at, do=first, dice=(), **others)


async def attack_bavaria(game: Game) -> None:
    """France attacks Bavaria, which Austria runs."""
    await declare_war_on_minor(game, FR, BAVARIAN)
    run_by(game, BAVARIA, AU)


def held(id: DistrictId, holder: SideId | None, status: ControlStatus = "conquered") -> Doing:
    async def do(game: Game) -> None:
        await set_control(game, id, holder, status, POLITICS)

    return do


def points(game: Play) -> dict[str, int]:
    return {one.side: one.points for one in game[PointsAccount] if one.points}


def controllers(game: Play, nation: NationId) -> dict[str, tuple[str, SideId | None]]:
    return {one.id: (one.status, one.holder) for one in game[District].where("nation", nation)}


# --- a minor country at war has a side of its own


def test_whoever_runs_an_attacked_minor_is_not_at_war_with_its_attacker() -> None:
    game = begin(alter(Nation, "Bavaria", side=None), do=attack_bavaria).game
    assert game[Side][THEMSELVES].deputy == AU
    assert (set(enemies(game, THEMSELVES)), set(enemies(game, FR))) == ({FR}, {THEMSELVES})
    assert (enemies(game, AU), allies(game, AU)) == (frozenset(), frozenset())
    assert game.seat_of(THEMSELVES) == game.seat_of(AU)
    assert {one.holder for one in areas_of(game, BAVARIAN)} == {THEMSELVES}
    assert (power_of(game, THEMSELVES), power_of(game, FR)) == (AU, FR)
    assert set(powers(game)) == set(POWERS)


def test_before_anybody_runs_it_and_afterwards_it_is_at_rest() -> None:
    async def attacked(game: Game) -> None:
        await declare_war_on_minor(game, FR, BAVARIAN)

    async def over(game: Game) -> None:
        await attack_bavaria(game)
        leave_conflict(game, BAVARIA)

    assert begin(do=attacked).game.is_at_rest(THEMSELVES)
    game = begin(do=over).game
    assert game.is_at_rest(THEMSELVES)
    assert (game[Nation][BAVARIA].side, len(game[War])) == (None, 0)
    assert principals(game) == tuple(sorted(POWERS))


def test_it_plays_after_the_power_that_runs_it() -> None:
    game = begin(do=attack_bavaria).game
    assert THEMSELVES not in principals(game)
    assert with_those_they_run(game, (FR, AU, RU)) == (FR, AU, THEMSELVES, RU)


def test_its_purse_and_its_captives_are_those_of_the_power_that_runs_it() -> None:
    async def fought(game: Game) -> None:
        await attack_bavaria(game)
        pay(game, THEMSELVES, SUPPLY, money=3)
        surrender(game, game[Corps][CorpsId("F I")], THEMSELVES)

    game = begin(corps("F I", FR, "Munich", infantry=4), do=fought)
    purse = purse_of(game.game, THEMSELVES)
    assert purse is not None
    assert (purse.id, purse.money) == (AU, 47)
    assert [(one.side, one.money) for one in game[Budget]] == [(AU, -3)]
    assert [(one.captor, one.taken_by, one.infantry) for one in game[Prisoners]] == [(AU, BAVARIA, 4)]


class Heralds(RuleModule):
    """Who tells of what changes hands."""

    key = "heralds"

    @hookimpl(of=ControlHooks.after_area_taken)
    async def tell(self, game: Game, area: AreaId, taker: SideId) -> None:
        game.note(f"{area} is now {taker}'s")


def test_all_hear_when_an_area_changes_hands() -> None:
    async def taken(game: Game) -> None:
        await hold(game, game[Area][MUNICH], FR)

    game = begin(do=taken, extra=(Heralds,))
    assert game[Area][MUNICH].holder == FR
    assert "munich is now France's" in game.log


def test_formal_control_is_written_in_one_place() -> None:
    package = Path(holding.__file__).parent
    found = {
        path.name
        for path in package.rglob("*.py")
        for one in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(one, ast.Call) and getattr(one.func, "attr", "") == "change"
        if any(word.arg == "holder" for word in one.keywords)
    }
    assert found == {"holding.py"}


# --- conquest


@pytest.mark.rule("EIA-10.2.1-condition")
@pytest.mark.parametrize(("since", "months", "falls"), [(None, 1, False), (2, 1, True), (2, 2, False), (1, 2, True)])
def test_a_capital_falls_when_it_has_been_held_for_a_month(since: int | None, months: int, falls: bool) -> None:
    """The Conquest Step of turn 3; France has stood in Munich since that of turn 2, or comes there only now."""
    before = [Occupation(MUNICH, FR, since)] if since is not None else []
    game = begin(
        corps("F I", FR, "Munich", infantry=5), *before, do=attack_bavaria, at="conquest_step", turn=3,
        parameters={"minor_conquest": {"months": months}},
    )  # fmt: skip
    assert (game[District][BAVARIAN].holder == FR) is falls
    assert [(one.side, one.since) for one in game[Occupation]] == ([] if falls else [(FR, since or 3)])


@pytest.mark.rule("EIA-10.2.1-condition")
@pytest.mark.parametrize(
    "pieces",
    [
        (corps("Bav I", "Bavaria", "Munich", infantry=1, side=SideId("")),),
        (garrison("Bavaria", "Munich", infantry=1), siege(FR, "Munich")),
    ],
)
def test_it_does_not_fall_while_anybody_holds_out_in_it(pieces: tuple[Piece, ...]) -> None:
    """The month begins again when the capital is free."""
    someone = control(AU, "Bavaria"), *pieces, corps("F I", FR, "Munich", infantry=5), Occupation(MUNICH, FR, 1)
    game = begin(*someone, war(FR, AU), at="conquest_step", turn=3)
    assert game[District][BAVARIAN].holder != FR
    assert not len(game[Occupation])


@pytest.mark.rule("EIA-10.2.1-flag")
def test_a_conquered_country_is_its_conquerors_with_all_its_areas() -> None:
    game = begin(corps("F I", FR, "Munich", infantry=5), do=attack_bavaria, at="conquest_step", parameters=AT_ONCE).game
    assert (game[District][BAVARIAN].status, game[District][BAVARIAN].holder) == ("conquered", FR)
    assert {one.holder for one in areas_of(game, BAVARIAN)} == {FR}
    assert (game[Nation][BAVARIA].side, game.is_at_rest(THEMSELVES), len(game[War])) == (FR, True, 0)


@pytest.mark.rule("EIA-10.2.1-land-forces-removed")
@pytest.mark.parametrize(("country", "at", "left"), [("Bavaria", "Ulm", 0), ("Saxony", "Dresden", 0)])
def test_what_land_forces_it_has_left_are_gone(country: str, at: str, left: int) -> None:
    async def conquer(game: Game) -> None:
        await set_control(game, DistrictId(country.lower()), FR, "conquered", CONQUERED)

    pieces = corps("M I", country, at, infantry=3, side=AU), garrison(country, at, infantry=2, side=AU)
    game = begin(control(AU, country), *pieces, do=conquer)
    assert (game[Corps]["M I"].area, game[Corps]["M I"].factors) == (None, left)
    assert not len(game[Garrison])


@pytest.mark.rule("EIA-10.2.1-fleets-kept")
def test_its_fleets_are_kept_and_come_back_with_the_free_state() -> None:
    async def conquer(game: Game) -> None:
        await set_control(game, DANISH, FR, "conquered", CONQUERED)

    async def free(game: Game) -> None:
        await conquer(game)
        await declare_free_state(game, DANISH)

    pieces = control(GB, "Denmark"), fleet("D 1", "Denmark", "Copenhagen", ships=12)
    laid_up = begin(*pieces, do=conquer)[Fleet]["D 1"]
    assert (laid_up.lies, laid_up.port, laid_up.ships) == ("reserve", None, 12)
    game = begin(*pieces, do=free)
    game.play(HomePort(COPENHAGEN), side=FR)
    back = game[Fleet]["D 1"]
    assert (back.lies, back.port, back.ships, back.side) == ("port", COPENHAGEN, 12, FR)


@pytest.mark.rule("EIA-10.2.1-fleets-frozen")
@pytest.mark.parametrize("laid_up", [False, True])
def test_a_fleet_off_the_map_gets_no_ships(laid_up: bool) -> None:
    """Ten ships and two more; they are counted by their cause."""

    async def build(game: Game) -> None:
        if laid_up:
            await set_control(game, DANISH, FR, "conquered", CONQUERED)
            with pytest.raises(Illegal, match="laid up until its country is a free state"):
                give_ships(game, FleetId("D 1"), 2, BUILT)
        else:
            give_ships(game, FleetId("D 1"), 2, BUILT)

    game = begin(control(GB, "Denmark"), fleet("D 1", "Denmark", "Copenhagen", ships=10), do=build)
    assert game[Fleet]["D 1"].ships == (10 if laid_up else 12)
    assert [(one.side, one.ships, one.factors) for one in game[Account]] == ([] if laid_up else [(GB, 2, 0)])


@pytest.mark.parametrize(("ships", "left"), [(4, 6), (10, None)])
def test_lost_ships_are_counted_by_their_cause(ships: int, left: int | None) -> None:
    async def sink(game: Game) -> None:
        with pytest.raises(Invalid, match="D 1 has 10 ships: 11 cannot be lost"):
            lose_ships(game, game[Fleet][FleetId("D 1")], 11, COMBAT)
        lose_ships(game, game[Fleet][FleetId("D 1")], ships, COMBAT)

    game = begin(control(GB, "Denmark"), fleet("D 1", "Denmark", "Copenhagen", ships=10), do=sink)
    assert [one.ships for one in game[Fleet]] == ([left] if left is not None else [])
    assert [(one.side, one.cause, one.ships) for one in game[Account]] == [(GB, COMBAT, -ships)]


@pytest.mark.rule("EIA-10.2.1-political-points")
def test_bavaria_falls_from_austria_to_france_for_a_point() -> None:
    async def conquer(game: Game) -> None:
        await set_control(game, BAVARIAN, AU, "free state", POLITICS)
        await set_control(game, BAVARIAN, FR, "conquered", CONQUERED)

    assert points(begin(do=conquer)) == {FR: 1, AU: -1}


@pytest.mark.rule("EIA-10.2.1-political-points")
def test_denmark_with_norway_is_two_points() -> None:
    async def conquer(game: Game) -> None:
        await set_control(game, DANISH, GB, "free state", POLITICS)
        await set_control(game, DANISH, FR, "conquered", CONQUERED)

    assert points(begin(do=conquer)) == {FR: 2, GB: -2}


@pytest.mark.rule("EIA-10.2.1-political-points")
def test_a_neutral_country_has_nobody_who_loses_and_norway_counts_only_when_it_changes_hands() -> None:
    async def conquer(game: Game) -> None:
        await set_control(game, NORWAY, RU, "conquered", POLITICS)
        await set_control(game, DANISH, FR, "conquered", CONQUERED)

    assert points(begin(do=conquer)) == {FR: 1}


@pytest.mark.rule("EIA-10.2.1-return-captured")
@pytest.mark.parametrize(("foes", "back"), [((), 4), ((war(FR, AU),), 0)])
def test_prisoners_of_a_power_at_peace_with_the_runner_go_home(foes: tuple[Piece, ...], back: int) -> None:
    """France lost 4 infantry to the Bavarians, whom Austria ran: at peace with France, it has no claim to them."""

    async def conquer(game: Game) -> None:
        await attack_bavaria(game)
        surrender(game, game[Corps][CorpsId("F I")], THEMSELVES)
        await set_control(game, BAVARIAN, FR, "conquered", CONQUERED)

    game = begin(corps("F I", FR, "Munich", infantry=4), *foes, do=conquer)
    assert sum(one.factors for one in game[Prisoners]) == 4 - back
    assert [(one.side, one.infantry, one.turn) for one in game[Arrival]] == ([(FR, 4, 2)] if back else [])


# --- ceded provinces


@pytest.mark.rule("EIA-10.2.2-conquer-ceded")
@pytest.mark.parametrize("to", [FR, AU])
def test_a_ceded_province_falls_like_a_minor_country(to: SideId) -> None:
    """Tyrol was ceded to Prussia; another power, or its original owner, holds Innsbruck."""
    capital = begin()[Province]["tyrol"].capital
    assert capital is not None
    given = cession("Tyrol", "Prussia"), alter(Area, *_areas("tyrol"), holder=PR)
    game = begin(*given, war(to, PR), corps("C I", to, capital, infantry=5), at="conquest_step", parameters=AT_ONCE)
    assert {game[Area][one].holder for one in _areas("tyrol")} == {to}
    assert game[Province]["tyrol"].ceded_to == (None if to == AU else "France")


def _areas(province: str) -> list[str]:
    return [one.id for one in begin()[Area].where("province", province)]


@pytest.mark.rule("EIA-10.2.2-original-owner")
@pytest.mark.parametrize(("to", "unceded"), [(AU, True), (PR, False)])
def test_at_home_it_is_unceded_once_more(to: SideId, unceded: bool) -> None:
    async def give(game: Game) -> None:
        await give_province(game, ProvinceId("tyrol"), to)

    game = begin(cession("Tyrol", "Bavaria"), do=give)
    assert (game[Province]["tyrol"].ceded_to is None) is unceded


@pytest.mark.rule("EIA-10.2.2-unceded-never")
def test_what_was_never_ceded_never_falls() -> None:
    capital = begin()[Province]["tyrol"].capital
    assert capital is not None
    game = begin(war(FR, AU), corps("F I", FR, capital, infantry=5), at="conquest_step", turn=9, parameters=AT_ONCE)
    assert (game[Area][capital].holder, game[Province]["tyrol"].ceded_to) == (AU, None)


@pytest.mark.rule("EIA-10.2.2-no-points")
def test_nobody_gains_or_loses_points_by_a_province() -> None:
    capital = begin()[Province]["tyrol"].capital
    given = cession("Tyrol", "Prussia"), alter(Area, *_areas("tyrol"), holder=PR)
    game = begin(*given, war(FR, PR), corps("F I", FR, capital, infantry=5), at="conquest_step", parameters=AT_ONCE)
    assert game[Province]["tyrol"].ceded_to == "France"
    assert points(game) == {}


@pytest.mark.rule("EIA-10.2.2-cede-in-peace-only")
@pytest.mark.parametrize("cause", [PEACE, POLITICS])
def test_provinces_are_ceded_in_a_peace_alone(cause: CauseKey) -> None:
    async def give(game: Game) -> None:
        if cause == PEACE:
            await cede(game, ProvinceId("tyrol"), FR, cause)
        else:
            with pytest.raises(Illegal, match="Tyrol cannot be ceded: only a formal peace cedes provinces"):
                await cede(game, ProvinceId("tyrol"), FR, cause)

    game = begin(do=give)
    assert game[Province]["tyrol"].ceded_to == ("France" if cause == PEACE else None)
    assert {game[Area][one].holder for one in _areas("tyrol")} == {FR if cause == PEACE else AU}


# --- districts


@pytest.mark.rule("EIA-10.4.1-composition")
def test_denmark_and_sweden_have_two_districts_all_others_one() -> None:
    game = begin()
    found = {one.id: (one.title, one.nation, one.capital) for one in game[District] if one.secondary}
    assert found == {"norway": ("Norway", DENMARK, "christiana"), "finland": ("Finland", SWEDEN, "abo")}
    assert {one.id for one in game[District].where("nation", DENMARK)} == {DANISH, NORWAY}
    assert game[Province][game[Area][CHRISTIANA].province].district == NORWAY
    assert [one.id for one in minor_of(game.game, BAVARIAN)] == [BAVARIAN]


@pytest.mark.rule("EIA-10.4.2-no-separate-declaration")
@pytest.mark.parametrize(
    ("split", "says"),
    [
        (False, "cannot declare war on Finland: it is part of Sweden"),
        (True, "Finland is conquered: such a war is declared on a country that nobody controls"),
    ],
)
def test_nobody_declares_war_on_a_part_of_a_neutral_country(split: bool, says: str) -> None:
    async def attack(game: Game) -> None:
        if split:
            await set_control(game, FINLAND, RU, "conquered", POLITICS)
        with pytest.raises(Illegal, match=says):
            await declare_war_on_minor(game, PR, FINLAND)

    assert controllers(begin(do=attack), SWEDEN)[SWEDISH] == ("neutral", None)


@pytest.mark.rule("EIA-10.4.2-covers-all")
@pytest.mark.parametrize("split", [False, True])
def test_war_on_sweden_is_war_on_finland_unless_that_was_conquered(split: bool) -> None:
    async def attack(game: Game) -> None:
        if split:
            await set_control(game, FINLAND, RU, "conquered", POLITICS)
        await declare_war_on_minor(game, PR, SWEDISH)

    game = begin(do=attack)
    found = ("conquered", RU) if split else ("in conflict", None)
    assert controllers(game, SWEDEN) == {SWEDISH: ("in conflict", None), FINLAND: found}
    assert set(enemies(game.game, PR)) == {SideId("Sweden")}


@pytest.mark.rule("EIA-10.4.2-cost")
@pytest.mark.parametrize(("split", "cost"), [(False, 2), (True, 1)])
def test_war_on_denmark_costs_a_point_for_each_district(split: bool, cost: int) -> None:
    async def attack(game: Game) -> None:
        if split:
            await set_control(game, NORWAY, RU, "conquered", POLITICS)
        assert war_cost(game, FR, DENMARK).whole() == cost
        await declare_war_on_minor(game, FR, DANISH)

    assert points(begin(do=attack)) == {FR: -cost}


@pytest.mark.rule("EIA-10.4.3-control-follows")
def test_norway_goes_along_with_denmark_whoever_stands_in_christiana() -> None:
    game = begin(corps("S I", SP, "Christiana", infantry=5), do=held(DANISH, GB, "free state"))
    assert controllers(game, DENMARK) == dict.fromkeys((DANISH, NORWAY), ("free state", GB))


@pytest.mark.rule("EIA-10.4.3-not-if-held")
@pytest.mark.parametrize("cause", [CONQUERED, POLITICS])
def test_norway_stays_with_another_power(cause: Any) -> None:
    async def take(game: Game) -> None:
        await set_control(game, NORWAY, RU, "conquered", POLITICS)
        await set_control(game, DANISH, FR, "conquered", cause)

    game = begin(do=take)
    assert controllers(game, DENMARK) == {DANISH: ("conquered", FR), NORWAY: ("conquered", RU)}
    assert is_split_off(game.game, NORWAY)


async def attack_denmark(game: Game) -> None:
    """France and Prussia are at war with Denmark, which Great Britain runs."""
    await declare_war_on_minor(game, FR, DANISH)
    game.put(War("Denmark|Prussia", (DENMARK, NationId("Prussia"))))
    run_by(game, DENMARK, GB)


@pytest.mark.rule("EIA-10.4.3-separate-while-split")
@pytest.mark.parametrize(("norwegian", "apart"), [((RU, "conquered"), True), ((GB, "conquered"), False), (None, False)])
def test_two_controllers_make_two_countries(norwegian: tuple[SideId, ControlStatus] | None, apart: bool) -> None:
    async def split(game: Game) -> None:
        await set_control(game, DANISH, GB, "free state", POLITICS)
        if norwegian is not None:
            await set_control(game, NORWAY, norwegian[0], norwegian[1], POLITICS)

    game = begin(do=split).game
    assert (NORWAY in game.hooks(ControlHooks).split_off(game, DENMARK)) is apart
    assert len(minor_of(game, DANISH)) == (1 if apart else 2)


@pytest.mark.rule("EIA-10.4.3-secondary-alone")
def test_norway_falls_by_itself_to_another_than_denmark() -> None:
    """Prussia holds Christiana, France Copenhagen, for the month."""
    there = corps("P I", PR, "Christiana", infantry=5), corps("F I", FR, "Copenhagen", infantry=5)
    game = begin(*there, do=attack_denmark, at="conquest_step", parameters=AT_ONCE)
    assert controllers(game, DENMARK) == {DANISH: ("conquered", FR), NORWAY: ("conquered", PR)}


@pytest.mark.rule("EIA-10.4.3-secondary-alone")
def test_norway_does_not_fall_alone_while_denmark_fights_on() -> None:
    game = begin(corps("P I", PR, "Christiana", infantry=5), do=attack_denmark, at="conquest_step", parameters=AT_ONCE)
    assert controllers(game, DENMARK) == dict.fromkeys((DANISH, NORWAY), ("in conflict", None))


@pytest.mark.rule("EIA-10.4.3-no-neutral-secondary")
@pytest.mark.parametrize("danish", [("free state", GB), ("neutral", None)])
def test_norway_is_never_neutral_alone(danish: tuple[ControlStatus, SideId | None]) -> None:
    async def lose(game: Game) -> None:
        await set_control(game, DANISH, danish[1], danish[0], POLITICS)
        await set_control(game, NORWAY, RU, "conquered", POLITICS)
        await set_control(game, NORWAY, None, "neutral", POLITICS)

    game = begin(do=lose)
    assert controllers(game, DENMARK) == dict.fromkeys((DANISH, NORWAY), danish)
    assert game[Area][CHRISTIANA].holder == danish[1]
    assert not is_split_off(game.game, NORWAY)


@pytest.mark.rule("EIA-10.4.4-forces")
@pytest.mark.parametrize(("district", "side"), [(DANISH, GB), (NORWAY, SP)])
def test_the_forces_go_with_the_major_district(district: DistrictId, side: SideId) -> None:
    pieces = control(SP, "Denmark"), corps("D I", "Denmark", "Copenhagen", infantry=3)
    game = begin(*pieces, fleet("D 1", "Denmark", "Copenhagen"), do=held(district, GB, "free state"))
    assert (game[Corps]["D I"].side, game[Fleet]["D 1"].side, game[Nation][DENMARK].side) == (side, side, side)


@pytest.mark.rule("EIA-10.4.4-secondary-no-forces")
@pytest.mark.parametrize(("district", "free"), [(NORWAY, False), (DANISH, True)])
def test_a_secondary_district_is_never_a_free_state(district: DistrictId, free: bool) -> None:
    async def declare(game: Game) -> None:
        await set_control(game, district, RU, "conquered", POLITICS)
        if free:
            await declare_free_state(game, district)
        else:
            with pytest.raises(Illegal, match="Norway cannot be a free state: Norway is a secondary district"):
                await declare_free_state(game, district)

    army = corps("Dan I", "Denmark", None, side=RU)  # without forces no country is a free state
    assert begin(army, do=declare)[District][district].status == ("free state" if free else "conquered")


def test_only_a_conquered_country_becomes_a_free_state() -> None:
    async def declare(game: Game) -> None:
        with pytest.raises(Illegal, match="Bavaria is neutral: only a conquered country becomes a free state"):
            await declare_free_state(game, BAVARIAN)

    assert begin(do=declare)[District][BAVARIAN].status == "neutral"
