"""7.3: how corps march."""

from __future__ import annotations

import pytest

from sandtable.engine import Refused, Row
from sandtable.present.presentation import reach
from sandtable.testing import Play
from sandtable_empires.combat.captives import NameCorps
from sandtable_empires.land.attrition import LoseFactors
from sandtable_empires.march import ForceMarch, March, allowance, plan
from sandtable_empires.model import Account, AreaId, Corps, CorpsId, Leader, Link, Siege, SiegeId, link_id
from sandtable_empires.testing import FR, SP, area, corps, iberia, leader, position


def march(*pieces: Row, dice: tuple[int, ...] = ()) -> Play:
    """Return France's Land Movement Step."""
    return position(*pieces, land=iberia, at=f"{FR}: land_movement", dice=dice)


def way(*areas: str) -> tuple[AreaId, ...]:
    return tuple(map(area, areas))


F_I = CorpsId("F I")


def test_a_corps_marches_area_by_area() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10))
    game.play(March(F_I, way("burgos", "madrid", "toledo")))
    assert game[Corps]["F I"].area == "toledo"


@pytest.mark.rule("BASE-7.3-cost", "BASE-7.3-points")
def test_it_has_four_points_and_mountains_cost_two() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10))
    assert allowance(game.game, F_I).whole() == 4
    assert plan(game.game, F_I).spent(way("burgos", "madrid", "cuenca")) == 4
    game.play(March(F_I, way("burgos", "madrid", "cuenca")))


@pytest.mark.rule("BASE-7.3-cost", "BASE-7.3-links")
@pytest.mark.parametrize(
    ("to", "says"),
    [
        (("madrid",), "Madrid is not next to Bayonne (BASE-7.3-links)"),
        (("burgos", "madrid", "cuenca", "toledo"), "the way to Toledo costs 5 (BASE-7.3-cost)"),
    ],
)
def test_where_it_cannot_go_it_says_why(to: tuple[str, ...], says: str) -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10))
    with pytest.raises(Refused) as refused:
        game.play(March(F_I, way(*to)))
    assert says in str(refused.value)


@pytest.mark.rule("BASE-7.3-once")
def test_it_marches_once_a_step() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), corps("F II", FR, "Bayonne", infantry=10))
    game.play(March(F_I, way("burgos")))
    with pytest.raises(Refused, match=r"BASE-7.3-once"):
        game.play(March(F_I, way("madrid")))


@pytest.mark.rule("BASE-7.3-beyond-stop", "BASE-7.3-stop-on-enemy")
def test_it_stops_on_an_enemy_corps_and_no_way_leads_on() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), corps("S I", SP, "Burgos", infantry=5))
    with pytest.raises(Refused, match=r"F I must stop in Burgos: S I stands in Burgos \(BASE-7.3-stop-on-enemy\)"):
        game.play(March(F_I, way("burgos", "madrid")))
    game.play(March(F_I, way("burgos")))
    assert game[Corps]["F I"].area == "burgos"


def test_a_besieged_enemy_does_not_stop_it() -> None:
    shut_up = corps("S I", SP, "Burgos", infantry=5, inside=True)
    game = march(corps("F I", FR, "Bayonne", infantry=10), shut_up, Siege(SiegeId("burgos"), area("Burgos"), FR))
    game.play(March(F_I, way("burgos", "madrid")))
    assert game[Corps]["F I"].area == "madrid"


def test_a_besieged_corps_does_not_march() -> None:
    shut_up = corps("F I", FR, "Burgos", infantry=5, inside=True)
    other = corps("F II", FR, "Bayonne", infantry=5)
    game = march(shut_up, other, Siege(SiegeId("burgos"), area("Burgos"), SP))
    with pytest.raises(Refused, match=r"F I is besieged in Burgos \(BASE-7.3-besieged\)"):
        game.play(March(F_I, way("madrid")))


@pytest.mark.rule("BASE-7.3-own")
def test_a_side_marches_no_corps_of_another() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), corps("S I", SP, "Madrid", infantry=5))
    with pytest.raises(Refused, match=r"S I belongs to Spain \(BASE-7\.3-own\)"):
        game.play(March(CorpsId("S I"), way("toledo")))


@pytest.mark.rule("BASE-7.3-on-map")
def test_a_corps_off_the_map_does_not_march() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), corps("F II", FR, None))
    with pytest.raises(Refused, match=r"F II is not on the map \(BASE-7\.3-on-map\)"):
        game.play(March(CorpsId("F II"), way("burgos")))


@pytest.mark.rule("BASE-7.3-barred", "BASE-7.3-optional-crossing")
def test_it_does_not_cross_where_an_option_would_have_to_allow_it() -> None:
    strait = Link(link_id("cadiz", "lisbon"), (area("Cadiz"), area("Lisbon")), across="optional_crossing")
    game = march(corps("F I", FR, "Cadiz", infantry=10), strait)
    with pytest.raises(
        Refused, match=r"F I may not enter Lisbon: the crossing is optional.*BASE-7\.3-optional-crossing"
    ):
        game.play(March(F_I, way("lisbon")))


def test_the_ways_offered_are_those_it_may_take() -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), corps("S I", SP, "Madrid", infantry=5))
    ends = {to[-1] for to in plan(game.game, F_I).ways}
    assert ends == {
        "burgos", "valladolid", "madrid", "saragossa", "barcelona", "teruel", "oporto", "badajoz", "toledo", "lisbon",
        "seville",
    }  # fmt: skip


@pytest.mark.rule("BASE-7.3-force-march-stragglers")
@pytest.mark.parametrize(("die", "left"), [(4, 10), (5, 9), (6, 9)])
def test_a_forced_march_goes_a_point_further_at_a_risk(die: int, left: int) -> None:
    game = march(corps("F I", FR, "Bayonne", infantry=10), dice=(die,))
    game.play(ForceMarch(F_I, way("burgos", "madrid", "cuenca", "toledo")))
    assert (game[Corps]["F I"].area, game[Corps]["F I"].infantry) == ("toledo", left)
    assert [one.factors for one in game[Account]] == ([-1] if left < 10 else [])


TO_TOLEDO = ("burgos", "madrid", "cuenca", "toledo")


def test_its_owner_says_of_which_arm_a_straggler_is() -> None:
    """Militia or infantry; the cavalry and the guard straggle only where there is nothing else."""
    game = march(corps("F I", FR, "Bayonne", militia=2, infantry=2, cavalry=2, guard=1, guards=True), dice=(6,))
    game.play(ForceMarch(F_I, way(*TO_TOLEDO)))
    assert game.questions == [(FR, ("LoseFactors",))]
    assert {act.losses for act in game.may(LoseFactors)} == {(("F I: militia", 1),), (("F I: infantry", 1),)}
    game.play(LoseFactors((("F I: infantry", 1),)))
    assert game[Corps]["F I"].by_arm() == {"militia": 2, "infantry": 1, "cavalry": 2, "guard": 1}


@pytest.mark.rule("BASE-10.6-rejoins")
def test_the_leader_of_a_corps_that_straggles_away_joins_another_there_or_leaves_the_map() -> None:
    for others, on in (((), None), (("F II",), "F II"), (("F II", "F III"), "F III")):
        there = [corps(id, FR, "Toledo", infantry=5) for id in others]
        game = march(corps("F I", FR, "Bayonne", infantry=1), leader("Ney", FR, "F I", 3, 4), *there, dice=(6,))
        game.play(ForceMarch(F_I, way(*TO_TOLEDO)))
        if len(others) > 1:
            assert game.questions == [(FR, ("NameCorps",))]
            game.play(NameCorps(CorpsId("F III")))
        ney = game[Leader]["Ney"]
        assert (ney.corps, ney.standing) == (on, "on the map" if on else "waiting")


def test_while_the_owner_of_two_leaders_thinks_where_one_goes_both_wait() -> None:
    there = [corps(id, FR, "Toledo", infantry=5) for id in ("F II", "F III")]
    led = [leader(name, FR, "F I", 3, 4) for name in ("Lannes", "Ney")]
    game = march(corps("F I", FR, "Bayonne", infantry=1), *led, *there, dice=(6,))
    game.play(ForceMarch(F_I, way(*TO_TOLEDO)))
    for joins in ("F II", "F III"):
        assert {one.standing for one in game[Leader] if one.corps is None} == {"waiting"}
        game.play(NameCorps(CorpsId(joins)))
    assert {one.id: (one.corps, one.standing) for one in game[Leader] if one.id in ("Lannes", "Ney")} == {
        "Lannes": ("F II", "on the map"), "Ney": ("F III", "on the map")
    }  # fmt: skip


@pytest.mark.rule("BASE-7.3-force-march-needed")
@pytest.mark.parametrize("to", [("burgos",), ("burgos", "madrid", "toledo", "seville")])
def test_a_forced_march_is_refused_where_none_is_needed(to: tuple[str, ...]) -> None:
    """One point, or all four that the corps has anyway."""
    game = march(corps("F I", FR, "Bayonne", infantry=10))
    with pytest.raises(Refused, match=r"BASE-7.3-force-march-needed"):
        game.play(ForceMarch(F_I, way(*to)))


@pytest.mark.rule("BASE-7.3-force-march-needed")
def test_a_forced_march_goes_by_a_detour_where_an_ordinary_one_would_go_too() -> None:
    """It is listed, it may be gone, and the area keeps the price of the ordinary march where the corps is shown."""
    game = march(corps("F I", FR, "Bayonne", infantry=10), dice=(4,))
    forced, usual = plan(game.game, F_I, ForceMarch).ways, plan(game.game, F_I).ways
    (detour,) = forced.goals("madrid")
    assert (detour.cost, usual.goals("madrid")[0].cost) == (5, 2)
    assert detour.way in {act.way for act in game.may(ForceMarch)}
    assert {act.way[-1] for act in game.may(ForceMarch)} == set(forced.reach())
    shown = reach(game.game, F_I)
    assert shown is not None
    assert shown.costs[area("madrid")] == "2"
    assert area("madrid") not in shown.further
    assert shown.risk == "forced march, may lose stragglers"
    assert set(shown.costs) | set(shown.further) == {*usual.reach(), *forced.reach()}
    game.play(ForceMarch(F_I, detour.way))
    assert game[Corps]["F I"].area == "madrid"


@pytest.mark.rule("BASE-7.3-force-march-who")
def test_cavalry_corps_do_not_force_march() -> None:
    game = march(corps("F C", FR, "Bayonne", cavalry=4, room=(0, 8, 0)))
    with pytest.raises(Refused, match=r"a cavalry corps and cannot make a forced march \(BASE-7.3-force-march-who\)"):
        game.play(ForceMarch(CorpsId("F C"), way("burgos", "madrid", "cuenca", "toledo")))
