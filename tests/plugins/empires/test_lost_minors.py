"""4.6.6, 10.5.2: minor countries that unstable powers lose, wars with minor countries that lapse."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Game, Pass, Side, SideId, SpaceId
from sandtable.present import PresentHooks, Table
from sandtable.testing import Play
from sandtable_empires.access.changed_control import LetStay
from sandtable_empires.holding import declare_war_on_minor, run_by, set_control
from sandtable_empires.model import (
    CONQUERED,
    POLITICS,
    Aboard,
    Area,
    Arrival,
    Corps,
    CorpsId,
    Depot,
    District,
    DistrictId,
    Fleet,
    FleetId,
    Garrison,
    Leader,
    Nation,
    NationId,
    PointsAccount,
    PoliticalStatus,
    Prisoners,
    War,
    at_war,
    power_of,
)
from sandtable_empires.model.districts import ControlStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.politics.lapsing_wars import LetLapse, left_alone
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    SP,
    TU,
    area,
    control,
    corps,
    depot,
    fleet,
    garrison,
    leader,
    position,
    siege,
    status,
    war,
)

BAVARIA, DENMARK, NORWAY = DistrictId("bavaria"), DistrictId("denmark-proper"), DistrictId("norway")
INSTABILITY, FIASCO = 12, 4
BESIEGERS = war(PR, RU), corps("R I", RU, "Munich", infantry=5), siege(RU, "Munich")


def begin(*pieces: Any, at: str = "minor_control", do: Any = None, boxes: Any = None, **others: Any) -> Play:
    given: dict[str, Any] = {"dice": (), **others}
    where: dict[SideId, int] = dict.fromkeys(POWERS, 25) | (boxes or {})
    rows = [status(*one) for one in where.items()]
    someone = corps("T I", TU, "Constantinople", infantry=1)
    game = position(someone, *rows, *pieces, grants=(CAMPAIGN,), at=at, do=do, **given)
    while game.questions and game.questions[0][1] == ("LetStay",):
        game.play(LetStay())
    return game


def held(*countries: tuple[DistrictId, SideId, ControlStatus], before: Any = None) -> Any:
    async def do(game: Game) -> None:
        for district, holder, how in countries:
            await set_control(game, district, holder, how, POLITICS)
        if before is not None:
            await before(game)

    return do


def holder(game: Play, district: DistrictId) -> tuple[SideId | None, str]:
    return game[District][district].holder, game[District][district].status


# --- what is lost


@pytest.mark.rule("EIA-10.5.2-instability", "BASE-4.6-unstable")
def test_in_the_instability_zone_conquered_minors_are_lost_and_free_states_stay() -> None:
    minors = held((BAVARIA, PR, "conquered"), (DENMARK, PR, "free state"))
    game = begin(boxes={PR: INSTABILITY}, do=minors)
    assert (holder(game, BAVARIA), holder(game, DENMARK)) == ((None, "neutral"), (PR, "free state"))
    assert {one.holder for one in game[Area] if one.id == area("Munich")} == {None}


@pytest.mark.rule("EIA-10.5.2-instability")
@pytest.mark.parametrize(
    ("pieces", "stays"),
    [
        ((corps("P I", PR, "Munich", infantry=1),), True),
        ((corps("P I", PR, "Berlin", infantry=1),), False),
        ((garrison(PR, "Munich", infantry=5),), False),
        ((corps("P I", PR, "Munich", infantry=1, inside=True), *BESIEGERS), False),
        ((corps("A I", AU, "Munich", infantry=9),), False),
    ],
)
def test_a_minor_stays_where_an_unbesieged_corps_of_its_power_stands(pieces: Any, stays: bool) -> None:
    game = begin(*pieces, boxes={PR: INSTABILITY}, do=held((BAVARIA, PR, "conquered")))
    assert (holder(game, BAVARIA)[0] == PR) is stays


@pytest.mark.rule("EIA-10.5.2-fiasco")
def test_in_the_fiasco_zone_all_are_lost_whatever_stands_there() -> None:
    minors = held((BAVARIA, PR, "conquered"), (DENMARK, PR, "free state"))
    game = begin(corps("P I", PR, "Munich", infantry=9), boxes={PR: FIASCO}, do=minors)
    assert (holder(game, BAVARIA), holder(game, DENMARK)) == ((None, "neutral"), (None, "neutral"))
    assert game[Corps]["P I"].area == area("Munich")


@pytest.mark.rule("EIA-10.5.2-fiasco", "EIA-10.5.2-instability")
def test_in_the_neutral_zone_nothing_is_lost() -> None:
    game = begin(boxes={PR: 19}, do=held((BAVARIA, PR, "conquered")))
    assert holder(game, BAVARIA) == (PR, "conquered")


# --- who gets it


@pytest.mark.rule("EIA-10.5.2-transfer", "EIA-10.5.2-gain-of-points", "EIA-10.5.2-no-loss-of-points")
def test_denmark_with_norway_passes_to_the_enemy_with_a_garrison_who_gains_one_point() -> None:
    there = garrison(GB, "Copenhagen", infantry=2)
    game = begin(there, war(PR, GB), boxes={PR: FIASCO}, do=held((DENMARK, PR, "free state")))
    assert (holder(game, DENMARK), holder(game, NORWAY)) == ((GB, "conquered"), (GB, "conquered"))
    assert (game[PoliticalStatus][GB].box, game[PoliticalStatus][PR].box) == (26, FIASCO)
    assert [(one.side, one.points) for one in game[PointsAccount]] == [(GB, 1)]


@pytest.mark.rule("EIA-10.5.2-transfer")
@pytest.mark.parametrize(
    "pieces", [(garrison(GB, "Munich", infantry=2),), (war(PR, GB), corps("B I", GB, "Dover", infantry=2))]
)
def test_a_friend_there_or_an_enemy_elsewhere_gets_nothing(pieces: Any) -> None:
    game = begin(*pieces, boxes={PR: FIASCO}, do=held((BAVARIA, PR, "conquered")))
    assert holder(game, BAVARIA) == (None, "neutral")


@pytest.mark.rule("EIA-10.5.2-transfer")
def test_several_enemies_throw_for_it() -> None:
    there = corps("B I", GB, "Munich", infantry=2), garrison(RU, "Munich", infantry=1)
    minors = held((BAVARIA, PR, "conquered"))
    game = begin(*there, war(PR, GB, RU), boxes={PR: FIASCO}, do=minors, dice=[3, 3, 2, 5])
    assert (holder(game, BAVARIA), game.left) == ((RU, "conquered"), [])


@pytest.mark.rule("EIA-10.5.2-transferred-free-state")
@pytest.mark.parametrize("before", ["free state", "conquered"])
def test_it_is_conquered_by_its_heir(before: Any) -> None:
    there = corps("B I", GB, "Munich", infantry=2)
    game = begin(there, war(PR, GB), boxes={PR: FIASCO}, do=held((BAVARIA, PR, before)))
    assert holder(game, BAVARIA) == (GB, "conquered")


# --- what goes with it


@pytest.mark.rule("EIA-10.5.2-free-state-forces")
def test_the_forces_of_a_lost_free_state_are_gone_and_its_fleet_waits() -> None:
    army = control(PR, "Denmark"), corps("Dan I", "Denmark", "Copenhagen", infantry=4)
    game = begin(
        *army, garrison("Denmark", "Copenhagen", infantry=1), fleet("Dan f", "Denmark", "Copenhagen", ships=9),
        leader("Blücher", PR, "Dan I"), boxes={PR: FIASCO}, do=held((DENMARK, PR, "free state")),
    )  # fmt: skip
    assert (game[Corps]["Dan I"].area, [one for one in game[Garrison] if one.nation == "Denmark"]) == (None, [])
    assert (game[Fleet]["Dan f"].lies, game[Fleet]["Dan f"].ships) == ("reserve", 9)
    assert (game[Leader]["Blücher"].standing, game[Leader]["Blücher"].corps) == ("waiting", None)


@pytest.mark.rule("EIA-10.5.2-free-state-forces")
def test_who_makes_it_a_free_state_again_or_keeps_it_disbands_nobody() -> None:
    army = corps("Dan I", "Denmark", "Copenhagen", infantry=4)
    game = begin(control(PR, "Denmark"), army, do=held((DENMARK, PR, "free state"), (DENMARK, PR, "free state")))
    assert game[Corps]["Dan I"].factors == 4


@pytest.mark.rule("EIA-10.2.1-land-forces-removed")
def test_who_leads_a_corps_of_a_country_that_is_conquered_waits() -> None:
    army = corps("Dan I", "Denmark", "Copenhagen", infantry=4), leader("Blücher", PR, "Dan I")

    async def conquered(game: Game) -> None:
        await set_control(game, DENMARK, RU, "conquered", CONQUERED)

    game = begin(control(PR, "Denmark"), *army, do=held((DENMARK, PR, "free state"), before=conquered))
    assert (game[Leader]["Blücher"].standing, game[Leader]["Blücher"].corps) == ("waiting", None)


@pytest.mark.rule("EIA-10.5.2-garrisons-leave")
@pytest.mark.parametrize("side", [PR, SP, TU])
def test_garrisons_of_the_loser_come_back_as_drafts_spanish_and_turkish_ones_too(side: SideId) -> None:
    there = garrison(side, "Munich", infantry=3), garrison(AU, "Munich", infantry=1)
    army = corps("one", side, "Munich", infantry=2, inside=True)
    game = begin(*there, army, boxes={side: FIASCO}, do=held((BAVARIA, side, "conquered")))
    assert [one.side for one in game[Garrison] if one.area == area("Munich")] == [AU]
    assert [(one.side, one.infantry, one.turn) for one in game[Arrival]] == [(side, 3, 2)]
    assert game[Corps]["one"].area == area("Munich")


@pytest.mark.rule("EIA-10.5.2-garrisons-leave")
def test_garrisons_stay_where_a_minor_is_lost_in_another_way() -> None:
    async def lost(game: Game) -> None:
        await set_control(game, BAVARIA, None, "neutral", POLITICS)

    game = begin(garrison(PR, "Munich", infantry=3), do=held((BAVARIA, PR, "conquered"), before=lost))
    assert [one.infantry for one in game[Garrison] if one.side == PR] == [3]


# --- wars that lapse


def at_war_with_bavaria(*attackers: SideId, runner: SideId = AU, since: int | None = 0) -> Any:
    async def do(game: Game) -> None:
        for one in attackers:
            await declare_war_on_minor(game, one, BAVARIA)
        run_by(game, NationId("Bavaria"), runner)
        for row in list(game[War]) if since is not None else ():
            game.change(row, since=since)

    return do


@pytest.mark.rule("BASE-4.6.6-lapse", "BASE-4.6.6-neutral-again")
def test_who_has_nobody_there_may_let_the_war_lapse_and_the_country_is_neutral_again() -> None:
    army = corps("Bav I", "Bavaria", "Salzburg", infantry=5), corps("Bav II", "Bavaria", "Nuremberg", infantry=2)
    guard = garrison("Bavaria", "Ulm", "depot", infantry=2), depot("Bavaria", "Ulm")
    bavaria = Side(SideId("Bavaria"), resting=True), control(AU, "Bavaria")
    game = begin(*bavaria, *army, *guard, do=at_war_with_bavaria(FR))
    assert game.questions == [(FR, ("LetLapse",))]
    game.play(LetLapse((NationId("Bavaria"),)))
    assert (holder(game, BAVARIA), game[Nation]["Bavaria"].side) == ((None, "neutral"), None)
    assert not at_war(game.game, FR, "Bavaria")
    assert power_of(game.game, SideId("Bavaria")) == "Bavaria"
    assert {game[Corps][one].area for one in ("Bav I", "Bav II")} == {area("Munich"), area("Nuremberg")}
    assert [(one.area, one.place, one.infantry) for one in game[Garrison]] == [(area("Munich"), "city", 2)]
    assert len(game[Depot]) == 0


@pytest.mark.rule("BASE-4.6.6-neutral-again")
def test_a_corps_of_it_that_is_at_sea_comes_home_too() -> None:
    async def do(game: Game) -> None:
        await declare_war_on_minor(game, FR, DENMARK)
        run_by(game, NationId("Denmark"), AU)
        game.put(Aboard(CorpsId("Dan I"), FleetId("Dan f")))
        game.change(game[Corps]["Dan I"], area=None)
        game.change(game[Fleet]["Dan f"], lies="sea", port=None, space=SpaceId("baltic-sea"))
        for row in list(game[War]):
            game.change(row, since=0)

    army = corps("Dan I", "Denmark", "Copenhagen", infantry=4), fleet("Dan f", "Denmark", "Copenhagen")
    game = begin(control(AU, "Denmark"), *army, do=do)
    game.play(LetLapse((NationId("Denmark"),)))
    assert (game[Corps]["Dan I"].area, len(game[Aboard])) == (area("Copenhagen"), 0)
    assert (game[Fleet]["Dan f"].lies, game[Area][game[Fleet]["Dan f"].port or ""].holder) == ("port", None)


@pytest.mark.rule("EIA-10.5.2-free-state-forces")
def test_guests_aboard_the_fleet_of_a_lost_free_state_go_ashore_in_port() -> None:
    async def do(game: Game) -> None:
        await held((DENMARK, PR, "free state"))(game)
        game.put(Aboard(CorpsId("P I"), FleetId("Dan f")))
        game.change(game[Corps]["P I"], area=None)

    fleets = control(PR, "Denmark"), fleet("Dan f", "Denmark", "Copenhagen"), corps("P I", PR, "Copenhagen", infantry=2)
    game = begin(*fleets, boxes={PR: FIASCO}, do=do)
    assert (game[Corps]["P I"].area, game[Fleet]["Dan f"].lies) == (area("Copenhagen"), "reserve")


@pytest.mark.rule("BASE-4.6.6-not-at-once")
def test_a_war_of_this_month_does_not_lapse() -> None:
    game = begin(do=at_war_with_bavaria(FR, since=None))
    assert left_alone(game.game, FR) == []


@pytest.mark.rule("BASE-4.6.6-lapse", "BASE-4.6.6-forces")
@pytest.mark.parametrize("there", [corps("F I", FR, "Munich", infantry=1), garrison(FR, "Munich", infantry=1)])
def test_who_has_forces_there_goes_on(there: Any) -> None:
    async def do(game: Game) -> None:
        garrisons = list(game[Garrison])
        await at_war_with_bavaria(FR)(game)
        for one in garrisons:  # they come in after the declaration: who attacks has nobody in a city
            game.put(one)

    game = begin(there, do=do)
    assert left_alone(game.game, FR) == []
    assert "LetLapse" not in {kind for _, kinds in game.questions for kind in kinds}


@pytest.mark.rule("BASE-4.6.6-lapse")
def test_who_goes_on_is_at_war_still_and_the_others_war_ends_alone() -> None:
    game = begin(do=at_war_with_bavaria(FR, GB))
    game.play(LetLapse((NationId("Bavaria"),)), Pass())
    assert (at_war(game.game, FR, "Bavaria"), at_war(game.game, GB, "Bavaria")) == (False, True)
    assert holder(game, BAVARIA) == (None, "in conflict")
    assert power_of(game.game, SideId("Bavaria")) == AU


@pytest.mark.rule("BASE-4.4.6-prisoners", "EIA-10.2.1-return-captured")
def test_prisoners_go_back_when_the_war_lapses() -> None:
    bavaria = Side(SideId("Bavaria"), resting=True)
    bavarians = Prisoners(id="1", side=bavaria.id, nation=NationId("Bavaria"), captor=FR, infantry=2)
    frenchmen = Prisoners(id="2", side=FR, nation=NationId(FR), captor=AU, taken_by=NationId("Bavaria"), infantry=3)
    prussians = Prisoners(id="3", side=PR, nation=NationId(PR), captor=AU, infantry=3)
    game = begin(bavaria, bavarians, frenchmen, prussians, do=at_war_with_bavaria(FR))
    game.play(LetLapse((NationId("Bavaria"),)))
    assert [one.id for one in game[Prisoners]] == ["3"]
    assert {(one.side, one.infantry) for one in game[Arrival]} == {("Bavaria", 2), (FR, 3)}


def test_minor_countries_are_shown_with_their_powers_and_wars() -> None:
    async def do(game: Game) -> None:
        await held((DENMARK, PR, "free state"))(game)
        await at_war_with_bavaria(FR)(game)

    game = begin(at=f"{FR}: depots", do=do).game
    (shown,) = [one for one in game.hooks(PresentHooks).panels(game) if one.key == "minor countries"]
    assert isinstance(shown, Table)
    rows = {row[0]: row[1:] for row in shown.rows}
    assert rows["Denmark"] == ("free state", "Prussia", "")
    assert rows["Bavaria"] == ("in conflict", "run by Austria", "France")
    assert rows["Saxony"] == ("neutral", "", "")
