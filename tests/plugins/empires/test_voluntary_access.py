"""10.3.1: access that is given, on conditions; what those keep who came in by it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine import EndStep, Game, Side, SideId
from sandtable.testing import Play
from sandtable_empires.access.giving import begin_access, cancel_access, give_unconditional_access
from sandtable_empires.land.depots import LayDepot
from sandtable_empires.land.detaching import Detach
from sandtable_empires.march import March
from sandtable_empires.model import (
    Arrival,
    Budget,
    Corps,
    CorpsId,
    Depot,
    Garrison,
    Passage,
    Permission,
    PermissionId,
    Treasury,
)
from sandtable_empires.model.access import Validity
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.access import permissions
from sandtable_empires.territory import kept_areas
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    Piece,
    area,
    calendar,
    control,
    corps,
    depot,
    garrison,
    holdings,
    position,
    province,
    purse,
    war,
)
from tests.plugins.empires.without_a_sentence import house, lacking

F_I = CorpsId("F I")
BAVARIA = [Side(SideId("Bavaria"), "Bavaria")]
IN = PermissionId("Austria lets France in")


def access(*provinces: str, owner: str = AU, guest: str = FR, **terms: Any) -> Permission:
    """Return the access that Austria has given France: to some provinces, or to all its land."""
    to = tuple(map(province, provinces))
    return Permission(id=IN, owner=owner, guest=guest, provinces=to, **terms)  # type: ignore[arg-type]


def through(*areas: str, owner: str = AU) -> Passage:
    """Return the way that France's corps has come through Austria by that access."""
    return Passage(f"F I through {owner}", F_I, owner, IN, tuple(map(area, areas)))  # type: ignore[arg-type]


def begin(*pieces: Piece, at: str = "Munich", step: str = "land_movement", **others: Any) -> Play:
    """Return a step of France, with a corps of its in an area."""
    given: dict[str, Any] = {"dice": (), **others}
    return position(
        corps("F I", FR, at, infantry=10, movement=6), corps("T I", "Turkey", "Constantinople", infantry=1), *pieces,
        grants=(CAMPAIGN,), at=f"{FR}: {step}", order=(FR,), **given,
    )  # fmt: skip


def march(*areas: str) -> March:
    return March(F_I, tuple(map(area, areas)))


def may(game: Play, *areas: str) -> bool:
    return game.why_not(march(*areas)) == set()


# --- conditions


@pytest.mark.rule("EIA-10.3.1-definition")
@pytest.mark.parametrize(
    ("validity", "open_now"),
    [("in force", True), ("proposed", False), ("to come", False), ("closed", False), ("over", False)],
)
def test_a_power_lets_another_operate_in_its_territory(validity: Validity, open_now: bool) -> None:
    assert may(begin(access(validity=validity)), "Salzburg") is open_now


@pytest.mark.rule("EIA-10.3.1-definition")
def test_it_is_to_what_the_power_holds_minor_countries_too_and_to_nobody_else() -> None:
    game = begin(access(), control(AU, "Württemberg"), control(PR, "Saxony"), at="Strasbourg")
    assert may(game, "Karlsruhe", "Stuttgart")
    assert not may(begin(access(), control(PR, "Württemberg"), at="Karlsruhe"), "Stuttgart")


@pytest.mark.rule("EIA-10.3.1-voluntary-conditions")
@pytest.mark.parametrize(
    ("terms", "pieces", "to_salzburg", "to_innsbruck"),
    [
        (access("austria-province"), (), True, False),
        (access("tyrol"), (), False, True),
        (access("tyrol", "austria-province"), (), True, True),
        (access(against=GB), war(FR, GB), True, True),
        (access(against=GB), (), False, False),
    ],
)
def test_it_is_to_some_provinces_or_in_a_war_alone(
    terms: Permission, pieces: Piece, to_salzburg: bool, to_innsbruck: bool
) -> None:
    game = begin(terms, pieces)
    assert (may(game, "Salzburg"), may(game, "Innsbruck")) == (to_salzburg, to_innsbruck)


@pytest.mark.rule("BASE-10.3.1-payment")
def test_what_was_agreed_for_it_is_paid_at_once() -> None:
    async def agreed(game: Game) -> None:
        game.put(access(paid=7, validity="proposed"))
        await begin_access(game, IN)

    game = begin(purse(FR, 10), purse(AU, 1), do=agreed)
    assert (game[Treasury][FR].money, game[Treasury][AU].money) == (3, 8)
    assert {(one.side, one.money) for one in game[Budget]} == {(FR, -7), (AU, 7)}
    assert may(game, "Salzburg")


# --- those who are in


def inside(*pieces: Piece, without: str = "", validity: Validity = "closed", **terms: Any) -> Play:
    """Return the march of a corps that has come to Salzburg by access that is closed now."""
    given = access(validity=validity, **terms)
    house_rules: dict[str, Any] = {"family": house(), "on": lacking((without,))} if without else {}
    return begin(given, through("Salzburg"), *pieces, at="Salzburg", **house_rules)


NO_RESCIND, DENY, RETURN = "EIA-10.3.1-no-rescind", "EIA-10.3.1-deny-others", "EIA-10.3.1-return-route"


@pytest.mark.rule("EIA-10.3.1-no-rescind", "EIA-10.3.1-deny-others")
def test_who_is_in_moves_on_and_others_are_kept_out() -> None:
    game = inside(corps("F II", FR, "Munich", infantry=5))
    assert may(game, "Linz", "Krems")
    assert may(game, "Innsbruck")
    second = CorpsId("F II")
    assert game.why_not(March(second, (area("Salzburg"),))) >= {"EIA-10.3.1-major-needs-right"}


@pytest.mark.rule("EIA-10.3.1-deny-others")
def test_without_that_sentence_he_stays_in_the_province() -> None:
    game = inside(without=DENY)
    assert may(game, "Linz")
    assert not may(game, "Innsbruck")


@pytest.mark.rule("EIA-10.3.1-no-rescind")
def test_he_moves_in_the_minor_country_that_it_covers_too() -> None:
    pieces = (access(validity="closed"), through("Munich"), control(AU, "Bavaria"))
    game = begin(*pieces, at="Munich", family=house(), on=lacking((DENY,)))
    assert may(game, "Augsburg", "Ulm")
    assert not may(game, "Salzburg")


@pytest.mark.rule("EIA-10.3.1-no-rescind")
def test_without_both_he_may_go_back_and_nowhere_else() -> None:
    house_rules: dict[str, Any] = {"family": house(), "on": lacking((DENY, NO_RESCIND))}
    pieces = (access(validity="closed"), through("Innsbruck", "Salzburg"))
    game = begin(*pieces, at="Salzburg", **house_rules)
    assert may(game, "Innsbruck")
    assert not may(game, "Linz")


@pytest.mark.rule("EIA-10.3.1-deny-others")
@pytest.mark.parametrize(("terms", "may_stay"), [({}, False), ({"garrisons": True}, True)])
def test_he_leaves_garrisons_within_the_conditions_set(terms: dict[str, Any], may_stay: bool) -> None:
    game = inside(**terms)
    assert (game.why_not(Detach(F_I, "city", "infantry", 1)) == set()) is may_stay


@pytest.mark.rule("EIA-10.3.1-deny-others")
def test_and_depots() -> None:
    given = access(validity="closed", depots=True)
    game = begin(given, through("Salzburg"), at="Salzburg", step="depots")
    assert "BASE-10.3.1-terms" not in game.why_not(LayDepot(area("Salzburg")))


@pytest.mark.rule("EIA-10.3.1-voluntary-conditions")
def test_he_keeps_to_the_provinces_that_were_named() -> None:
    given = access("tyrol", validity="closed")
    game = begin(given, through("Innsbruck"), at="Innsbruck")
    assert not may(game, "Salzburg")


@pytest.mark.rule("EIA-10.3.1-return-route")
@pytest.mark.parametrize("validity", ["closed", "over"])
def test_the_way_back_is_open_whatever_has_become_of_the_access(validity: Validity) -> None:
    """Through Innsbruck and Salzburg into Bavaria; back by the same areas and by no others."""
    pieces = (access(validity=validity), through("Innsbruck", "Salzburg"))
    game = begin(*pieces)
    assert may(game, "Salzburg", "Innsbruck")
    assert not may(game, "Salzburg", "Linz")
    gone = begin(*pieces, family=house(), on=lacking((RETURN,)))
    assert not may(gone, "Salzburg")


@pytest.mark.rule("EIA-10.3.1-return-route")
def test_the_way_back_is_nobody_elses() -> None:
    game = begin(access(validity="over"), through("Salzburg"), corps("F II", FR, "Munich", infantry=5))
    assert game.why_not(March(CorpsId("F II"), (area("Salzburg"),))) >= {"EIA-10.3.1-major-needs-right"}


# --- the log of ways


@pytest.mark.rule("BASE-10.3.1-passage")
def test_the_way_is_noted_until_he_is_home() -> None:
    game = begin(access())
    game.play(march("Salzburg", "Linz"))
    assert game[Passage]["F I through Austria"].way == (area("Salzburg"), area("Linz"))
    back = begin(access(), through("Salzburg"), at="Freiburg")
    back.play(march("Strasbourg"))
    assert not len(back[Passage])
    back.prove()


@pytest.mark.rule("BASE-10.3.1-passage", "EIA-10.3.1-unconditional")
def test_by_condition_c5_no_way_is_noted() -> None:
    game = begin(access(unconditional=True))
    game.play(march("Salzburg"))
    assert not len(game[Passage])


# --- dates, peace, war


@pytest.mark.rule("BASE-10.3.1-dates")
def test_it_begins_and_ends_with_its_months() -> None:
    later = Permission(id=PermissionId("later"), owner=AU, guest=FR, since=2, validity="to come")
    game = begin(access(until=1), later, calendar(1805, 10), at="Strasbourg", step="land_combat")
    while game.game.round == 1:
        game.play(EndStep())
    assert [(one.id, one.validity) for one in game[Permission]] == [("later", "in force")]


@pytest.mark.rule("BASE-10.3.1-dates")
def test_access_that_is_over_is_kept_for_who_is_on_his_way_by_it() -> None:
    game = begin(access(until=1), through("Salzburg"), calendar(1805, 10), step="land_combat")
    while game.game.round == 1:
        game.play(EndStep())
    assert game[Permission][IN].validity == "over"


def run_out(*pieces: Piece) -> Play:
    """Return the month after the last one of France's access, with a garrison and a depot of its in Linz."""
    given = access(until=1, garrisons=True, depots=True)
    left = garrison(FR, "Linz", infantry=3), depot(FR, "Linz"), holdings(FR, "Paris")
    game = begin(given, *left, *pieces, calendar(1805, 10), step="land_combat")
    while game.game.round == 1:
        game.play(EndStep())
    return game


@pytest.mark.rule("BASE-10.3.1-run-out", "EIA-10.3.1-no-access-left", "BASE-10.3.1-forgotten")
def test_who_is_left_behind_when_access_runs_out_goes_home() -> None:
    """The garrison is back as a draft, the depot is given up, and nothing is left of the access."""
    game = run_out()
    assert (len(game[Garrison]), len(game[Depot]), len(game[Permission])) == (0, 0, 0)
    assert [(one.side, one.infantry) for one in game[Arrival]] == [(FR, 3)]
    game.prove()


@pytest.mark.rule("BASE-10.3.1-run-out", "EIA-10.3.1-return-route")
def test_a_corps_on_its_way_back_stays_and_what_it_holds_with_it() -> None:
    """In Linz, whence it came through Salzburg; a garrison elsewhere is gone all the same."""
    alone = garrison(FR, "Innsbruck", infantry=1)
    second = corps("F II", FR, "Linz", infantry=2)
    back = Passage("F II through Austria", CorpsId("F II"), SideId(AU), IN, tuple(map(area, ("Salzburg", "Linz"))))
    game = run_out(alone, second, back)
    assert [(one.area, one.infantry) for one in game[Garrison]] == [(area("Linz"), 3)]
    assert (game[Corps]["F II"].area, game[Permission][IN].validity) == (area("Linz"), "over")


@pytest.mark.rule("BASE-10.3.1-run-out")
@pytest.mark.parametrize("other", [access(until=0), access(until=9), access(until=0, validity="closed")])
def test_access_that_is_not_over_keeps_them_there(other: Permission) -> None:
    """Other access of the same power, or access that was closed to newcomers, which nobody takes from those inside."""
    game = run_out(replace(other, id=PermissionId("another")))
    assert (len(game[Garrison]), len(game[Depot])) == (1, 1)


@pytest.mark.rule("EIA-10.3.1-unconditional")
@pytest.mark.parametrize("where", ["Salzburg", "Innsbruck"])
def test_by_peace_a_power_bears_anothers_forces_in_all_its_land(where: str) -> None:
    async def peace(game: Game) -> None:
        await give_unconditional_access(game, AU, FR, until=12)

    game = begin(do=peace)
    assert may(game, where)
    assert game.log[-1].startswith("Austria lets France in: to all its land, by peace condition C.5, until ")


@pytest.mark.rule("EIA-10.3.1-no-rescind")
def test_war_makes_it_void_for_those_inside_too() -> None:
    async def at_war(game: Game) -> None:
        cancel_access(game, FR, AU)

    game = begin(access(), through("Salzburg"), at="Salzburg", do=at_war)
    assert (len(game[Permission]), len(game[Passage]), dict(kept_areas(game.game, F_I))) == (0, 0, {})


# --- what cannot be


@pytest.mark.rule("EIA-10.3.1-definition", "BASE-10.3.1-no-enemy", "BASE-10.3.1-dates")
@pytest.mark.parametrize(
    ("given", "pieces", "says"),
    [
        (access(owner=FR), (), "France lets France in: name two different major powers"),
        (
            access(guest="Bavaria"),
            BAVARIA,
            "Austria lets Bavaria in: name two different major powers",
        ),
        (access(), war(AU, FR), "Austria lets France in, with which it is at war: take out the access or the war"),
        (access(since=5, until=3), (), "access from turn 5 until turn 3: let it end later, or 0 for never"),
        (access("alsace"), (), "Austria gives access to Alsace and holds nothing of it: name another"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(given: Permission, pieces: Piece, says: str) -> None:
    assert [one.words for one in permissions(begin(given, pieces).game)] == [says]
