"""7.5: sieges, storms, hunger and surrender."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine import Ask, EndStep, Refused, Row, SideId
from sandtable.testing import Play
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.retreat import CITY, Retreat
from sandtable_empires.combat.sharing import ApportionLosses
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.irregulars.guerilla_moves import GarrisonCity
from sandtable_empires.land.assaults import BatterWalls
from sandtable_empires.land.attempts import Assault, Sortie
from sandtable_empires.land.attrition import LoseFactors
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.land.sieges import Besiege, LiftSiege
from sandtable_empires.land.storming import morale, storm_table
from sandtable_empires.land.surrender import Surrender, Terms
from sandtable_empires.march import March
from sandtable_empires.model import (
    FRANCE,
    Account,
    Area,
    Arrival,
    Battle,
    Commandant,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Fleet,
    FleetId,
    Garrison,
    Leader,
    Province,
    Siege,
    SiegeId,
    Storm,
    StormId,
    Treasury,
)  # fmt: skip
from sandtable_empires.testing import FR, GB, SP, alter, area, choose_chits, corps, garrison, iberia, leader, position

BADAJOZ, MADRID, LISBON, TOLEDO = map(area, ("Badajoz", "Madrid", "Lisbon", "Toledo"))
F_I = CorpsId("F I")


def at(step: str, *pieces: Row, side: SideId = FR, dice: tuple[int, ...] = (), **fields: object) -> Play:
    """Return a step of a side in a Spain where no guerillas rise; ``fields`` are those of Badajoz."""
    land = alter(Province, guerilla=None), alter(Area, BADAJOZ, **fields)
    return position(*land, *pieces, land=iberia, at=f"{side}: {step}", dice=dice)


def fight(*pieces: Row, side: SideId = FR, dice: tuple[int, ...] = (), **fields: object) -> Play:
    return at("land_combat", *pieces, side=side, dice=dice, **fields)


def siege(at: str = "Badajoz", side: SideId = FR, **fields: object) -> Siege:
    return replace(Siege(SiegeId(area(at)), area(at), side), **fields)


def losses_by_account(game: Play) -> dict[str, int]:
    return {one.id: one.factors for one in game[Account]}


BESIEGER = corps("F I", FR, "Badajoz", infantry=20)
SPANIARDS = garrison(SP, "Badajoz", infantry=4)
SPANISH = "Spain garrison of badajoz"


# --- announcing and lifting


@pytest.mark.rule("BASE-7.5-inside", "BASE-7.5-siege", "BASE-7.5-siege-one")
def test_a_corps_before_an_enemy_garrison_may_besiege_it() -> None:
    game = fight(BESIEGER, SPANIARDS)
    game.play(Besiege(BADAJOZ))
    assert [(one.area, one.side, one.breached) for one in game[Siege]] == [("badajoz", FR, False)]
    with pytest.raises(Refused, match=r"France already besieges Badajoz \(BASE-7\.5-siege-one\)"):
        game.play(Besiege(BADAJOZ))
    game.undo()
    assert len(game[Siege]) == 0


def test_it_need_not() -> None:
    game = fight(BESIEGER, SPANIARDS)
    assert game.why_not(EndStep()) == set()


@pytest.mark.rule("BASE-7.5-siege-field", "BASE-7.5-siege-who", "BASE-7.5-siege-whom")
@pytest.mark.parametrize(
    ("pieces", "rule"),
    [
        ((BESIEGER,), "BASE-7.5-siege-whom"),
        ((BESIEGER, garrison(FR, "Badajoz", infantry=1)), "BASE-7.5-siege-whom"),
        ((BESIEGER, SPANIARDS, corps("S I", SP, "Badajoz", infantry=1)), "BASE-7.5-siege-field"),
        ((corps("F I", FR, "Badajoz", infantry=9, inside=True), SPANIARDS), "BASE-7.5-siege-who"),
    ],
)
def test_what_cannot_be_besieged(pieces: tuple[Row, ...], rule: str) -> None:
    game = fight(*pieces, corps("F II", FR, "Madrid", infantry=9), garrison(SP, "Madrid", infantry=1))
    assert rule in game.why_not(Besiege(BADAJOZ))


def test_a_corps_in_the_city_is_besieged_too() -> None:
    game = fight(BESIEGER, corps("S I", SP, "Badajoz", infantry=5, inside=True))
    game.play(Besiege(BADAJOZ))
    assert len(game[Siege]) == 1


@pytest.mark.rule("EIA-10.1.1-immune", "BASE-7.5-guerillas-inside")
def test_guerillas_in_a_city_are_besieged_and_those_in_the_open_are_not() -> None:
    assert fight(BESIEGER, Guerillas(BADAJOZ, 0, 2)).why_not(Besiege(BADAJOZ)) == set()
    outside = fight(
        BESIEGER, Guerillas(BADAJOZ, 2), corps("F II", FR, "Madrid", infantry=9), garrison(SP, "Madrid", militia=1)
    )
    assert outside.why_not(Besiege(BADAJOZ)) == {"BASE-7.5-siege-whom"}


@pytest.mark.rule("EIA-10.1.1-garrison-use")
def test_guerillas_do_not_slip_into_a_city_with_an_enemy_garrison() -> None:
    game = at("land_movement", garrison(FR, "Badajoz", infantry=1), Guerillas(BADAJOZ, 2), side=SP)
    assert game.why_not(GarrisonCity(BADAJOZ, 1)) == {"EIA-10.1.1-garrison-use"}


@pytest.mark.rule("EIA-10.1.1-siege-with-corps", "BASE-7.5-siege-kept-up")
def test_guerillas_besiege_only_beside_a_friendly_corps() -> None:
    """Alone they begin no siege and keep none up; beside a corps their factors count with its own."""
    french = garrison(FR, "Badajoz", infantry=4)
    band = Guerillas(BADAJOZ, 3)
    madrid = corps("S II", SP, "Madrid", infantry=5), garrison(FR, "Madrid", infantry=1)
    alone = fight(french, band, *madrid, side=SP)
    assert alone.why_not(Besiege(BADAJOZ)) == {"BASE-7.5-siege-who"}
    assert alone.game.hooks(SiegeHooks).besiegers(alone.game, BADAJOZ, SP) == []
    kept_up = position(french, band, *madrid, siege(side=SP), land=iberia, at=f"{SP}: land_combat", mends=True)
    assert len(kept_up[Siege]) == 0
    beside = fight(french, band, corps("S I", SP, "Badajoz", infantry=5), side=SP)
    there = beside.game.hooks(SiegeHooks).besiegers(beside.game, BADAJOZ, SP)
    assert {(one.contingent.arm, one.contingent.factors) for one in there} == {("infantry", 5), ("guerilla", 3)}
    allied = fight(french, band, corps("B I", GB, "Badajoz", infantry=5), side=GB)
    assert len(allied.game.hooks(SiegeHooks).besiegers(allied.game, BADAJOZ, GB)) == 2


@pytest.mark.rule("BASE-7.5-siege-lifted")
def test_a_siege_is_lifted_when_the_last_besieger_marches_off() -> None:
    game = at("land_movement", BESIEGER, corps("F II", FR, "Badajoz", infantry=5), SPANIARDS, siege())
    game.play(March(F_I, (TOLEDO,)))
    assert len(game[Siege]) == 1
    game.play(March(CorpsId("F II"), (TOLEDO,)))
    assert len(game[Siege]) == 0
    assert "the siege of Badajoz is over: no corps of France is left before it" in game.log


def test_a_siege_can_be_lifted_and_is_not_laid_again_in_that_step() -> None:
    game = fight(
        BESIEGER, SPANIARDS, siege(), corps("F II", FR, "Madrid", infantry=9), garrison(SP, "Madrid", militia=1)
    )
    game.play(LiftSiege(SiegeId("badajoz")))
    assert game.why_not(Besiege(BADAJOZ)) == {"BASE-7.5-siege-one"}


@pytest.mark.rule("BASE-7.5-siege-own")
def test_a_side_lifts_its_own_sieges_alone() -> None:
    """Spain besieges the French in Badajoz."""
    before = corps("S I", SP, "Badajoz", infantry=9), garrison(FR, "Badajoz", infantry=4), siege(side=SP)
    assert fight(*before, side=FR).why_not(LiftSiege(SiegeId("badajoz"))) == {"BASE-7.5-siege-own"}
    assert fight(*before, side=SP).why_not(LiftSiege(SiegeId("badajoz"))) == set()


@pytest.mark.rule("BASE-7.5-siege-relieved", "BASE-7.5.2-field")
def test_relief_fights_a_limited_field_combat_and_lifts_the_siege() -> None:
    """5 French militia break under the fire of 20 Spaniards; they retreat, and the gates are open."""
    pieces = corps("F I", FR, "Badajoz", militia=5), corps("S I", SP, "Badajoz", infantry=20), SPANIARDS, siege()
    game = fight(*pieces, side=SP, dice=(6, 1) * 6)
    game.play(Attack(BADAJOZ))
    assert [battle.kind for battle in game[Battle]] == ["limited"]
    choose_chits(game, "assault", "cordon")
    while game.prompt and game.prompt.open[0].kinds[0] in (BearLosses, Retreat):
        game.play(game.may(game.prompt.open[0].kinds[0])[0])
    assert game[Corps][F_I].area != "badajoz"
    assert len(game[Siege]) == 0
    assert any("the siege of Badajoz is over: no corps of France" in line for line in game.log)


@pytest.mark.rule("BASE-7.5.2-retreat-closed")
@pytest.mark.parametrize("shut", [siege(), garrison(FR, "Badajoz", infantry=1)])
def test_the_beaten_do_not_get_into_a_besieged_city_or_one_of_the_enemy(shut: Row) -> None:
    inside = corps("S II", SP, "Badajoz", infantry=1, inside=True)
    game = fight(corps("S I", SP, "Badajoz", infantry=1), inside, corps("F I", FR, "Badajoz", infantry=9), shut)
    question = Ask(SP, (Retreat,), about="S I")
    assert [reason.rule for reason in game.game.verdict(Retreat(CITY), question)] == ["BASE-7.5.2-retreat-closed"]
    assert game.game.verdict(Retreat(area("Toledo")), question) == []


# --- the walls


@pytest.mark.rule("BASE-7.5-breach", "BASE-7.5-breach-once")
@pytest.mark.parametrize(
    ("fortress", "die", "breached"), [(1, 2, False), (1, 3, True), (2, 3, False), (2, 4, True), (5, 6, False)]
)
def test_walls_are_breached_by_the_chart(fortress: int, die: int, breached: bool) -> None:
    game = fight(BESIEGER, SPANIARDS, siege(), dice=(die,), fortress=fortress)
    game.play(BatterWalls(SiegeId("badajoz")))
    assert (game[Siege]["badajoz"].tries, game[Siege]["badajoz"].breached) == (1, breached)
    assert "BASE-7.5-breach-once" in game.why_not(BatterWalls(SiegeId("badajoz")))


@pytest.mark.rule("BASE-7.5-breach-tries")
def test_each_attempt_makes_the_next_one_easier() -> None:
    """Fortress 5 wants a 7: a die of 5 with two attempts before."""
    game = fight(BESIEGER, SPANIARDS, siege(tries=2), dice=(5,), fortress=5)
    game.play(BatterWalls(SiegeId("badajoz")))
    assert game[Siege]["badajoz"].breached
    assert any("+2 battered before" in line for line in game.log)


@pytest.mark.rule("BASE-7.5-assault-breach")
def test_no_assault_on_standing_walls() -> None:
    game = fight(BESIEGER, SPANIARDS, siege())
    with pytest.raises(Refused, match=r"the walls of Badajoz stand \(BASE-7\.5-assault-breach\) — batter them first"):
        game.play(Assault(SiegeId("badajoz")))
    assert fight(BESIEGER, SPANIARDS, siege(), fortress=0).why_not(Assault(SiegeId("badajoz"))) == set()


# --- the assault


def test_the_tables_of_an_assault_follow_the_fortress() -> None:
    game = fight(BESIEGER, SPANIARDS)
    storm = Storm(id=StormId("s"), area=BADAJOZ, kind="assault", attacker=FR, defender=SP)
    assert [storm_table(game.game, storm, role) for role in ("attacker", "defender")] == ["3-2", "5-2"]
    sortie = replace(storm, kind="sortie")
    assert [storm_table(game.game, sortie, role) for role in ("attacker", "defender")] == ["3-2", "4-2"]


def test_the_morale_of_a_garrison_is_the_average_of_its_factors() -> None:
    """2 Spanish infantry at 3.0, 1 militia at 2.0, 1 guerilla at 1.0: 2.25, that is 2.3."""
    game = fight(BESIEGER, garrison(SP, "Badajoz", infantry=2, militia=1), Guerillas(BADAJOZ, 0, 1))
    inside = game.game.hooks(SiegeHooks).inside(game.game, BADAJOZ)
    assert morale(game.game, inside) == 23


@pytest.mark.rule("BASE-7.5-assault-taken", "BASE-7.5-corps-surrender", "BASE-7.5-storm-over")
def test_an_assault_on_a_breach_takes_the_city_with_all_that_is_left_in_it() -> None:
    """20 factors on 3-2 with 6s: 15%, 3 lost; 4 factors on 5-2 with 6s: 20%, 1 lost. The garrison breaks in round 2."""
    pieces = corps("S I", SP, "Badajoz", infantry=2, inside=True), leader("Cuesta", SP, "S I", 1, 1)
    game = fight(BESIEGER, garrison(SP, "Badajoz", infantry=6), *pieces, siege(breached=True), dice=(6, 1, 6, 1, 6, 1))
    game.play(Assault(SiegeId("badajoz")))
    while game.prompt and LoseFactors in game.prompt.open[0].kinds:
        game.play(game.may(LoseFactors)[0])
    assert (len(game[Garrison]), game[Corps]["S I"].area, len(game[Siege])) == (0, None, 0)
    assert (game[Leader]["Cuesta"].standing, game[Leader]["Cuesta"].captor) == ("captured", FR)
    assert sum(losses_by_account(game).values()) == -8 - (20 - game[Corps][F_I].factors)
    assert losses_by_account(game)["Spain: surrendered"] + losses_by_account(game)["Spain: assault"] == -8
    assert game[Area][BADAJOZ].holder == SP  # until the Conquest Step
    game.prove()


def test_an_assault_that_breaks_is_beaten_off_and_there_is_one_a_step() -> None:
    """1 militia factor at 2.0 loses 1.6 and more on 5-2 with 6s."""
    militia = corps("F I", FR, "Badajoz", militia=2)
    game = fight(militia, garrison(SP, "Badajoz", infantry=9), siege(breached=True), dice=(1, 6, 1, 6, 1, 6))
    game.play(Assault(SiegeId("badajoz")))
    assert any("France's assault in Badajoz is beaten off" in line for line in game.log)
    assert len(game[Garrison]) == 1
    assert not len(game[Storm])


@pytest.mark.rule("BASE-7.5-assault-once", "BASE-7.5-storm-end", "BASE-7.5-storm-fire")
def test_a_stronger_garrison_that_holds_for_three_rounds_has_held() -> None:
    game = fight(BESIEGER, garrison(SP, "Badajoz", infantry=20), siege(breached=True), dice=(1, 1) * 3)
    game.play(Assault(SiegeId("badajoz")))
    while game.prompt and LoseFactors in game.prompt.open[0].kinds:
        game.play(game.may(LoseFactors)[0])
    assert sum("fires" in line for line in game.log) == 6
    assert len(game[Siege]) == 1
    assert "BASE-7.5-assault-once" in game.why_not(Assault(SiegeId("badajoz")))


def test_no_assault_while_relief_stands_before_the_city() -> None:
    game = fight(BESIEGER, SPANIARDS, siege(breached=True), corps("S I", SP, "Badajoz", infantry=4))
    with pytest.raises(Refused, match=r"S I has come to relieve it"):
        game.play(Assault(SiegeId("badajoz")))


# --- the sortie


def test_a_sortie_that_carries_the_day_ends_the_siege() -> None:
    game = fight(
        corps("F I", FR, "Badajoz", militia=1), garrison(SP, "Badajoz", infantry=20), siege(), side=SP, dice=(6, 1)
    )
    game.play(Sortie(BADAJOZ))
    assert len(game[Siege]) == 0
    assert losses_by_account(game) == {"France: sortie": -1}


@pytest.mark.rule("BASE-7.5-sortie-frees")
def test_besiegers_who_break_are_driven_from_their_trenches_and_stay_before_the_city() -> None:
    """5 militia break under the first fire of 20 Spaniards, with factors left."""
    sally = garrison(SP, "Badajoz", infantry=20), siege()
    game = fight(corps("F I", FR, "Badajoz", militia=5), *sally, side=SP, dice=(6, 1) * 3)
    game.play(Sortie(BADAJOZ))
    assert (game[Corps][F_I].area, game[Corps][F_I].factors > 0, len(game[Siege])) == ("badajoz", True, 0)


@pytest.mark.rule("BASE-7.5-sortie")
def test_who_commands_in_the_city_decides_on_a_sortie() -> None:
    """Spain holds Badajoz: its 1 factor speaks for the 9 British."""
    british = garrison(GB, "Badajoz", infantry=9)
    game = fight(BESIEGER, british, garrison(SP, "Badajoz", militia=1), siege(), corps("B I", GB, "Toledo", infantry=1),
                 corps("F II", FR, "Toledo", infantry=1), side=GB)  # fmt: skip
    assert game.why_not(Sortie(BADAJOZ)) == {"BASE-7.5-sortie"}


@pytest.mark.rule("EIA-10.6.3-capture-elimination", "BASE-10.6-rejoins")
@pytest.mark.parametrize(("other", "standing", "on"), [(False, "captured", None), (True, "on the map", "S II")])
def test_a_leader_is_captured_when_nothing_is_left_of_those_he_is_with(
    other: bool, standing: str, on: str | None
) -> None:
    """The only factor of S I falls in a sortie: Cuesta goes over to S II, or is captured if there is none."""
    inside = [corps("S I", SP, "Badajoz", militia=1, inside=True), leader("Cuesta", SP, "S I", 1, 1)]
    inside += [corps("S II", SP, "Badajoz", infantry=10, inside=True)] if other else []
    game = fight(BESIEGER, *inside, siege(), side=SP, dice=(1, 3) * 3)
    game.play(Sortie(BADAJOZ))
    if other:
        game.play(LoseFactors((("S I: militia", 1), ("S II: infantry", 1))))
    assert (game[Leader]["Cuesta"].standing, game[Leader]["Cuesta"].corps) == (standing, on)


@pytest.mark.rule("EIA-10.6.3-capture-elimination")
def test_a_siege_is_over_when_the_besiegers_fall_before_a_depot() -> None:
    """Spain besieges Badajoz with S I, one factor under Cuesta, and raids the strongly held French depot before it."""
    depot = Depot(DepotId("France depot badajoz"), FR, BADAJOZ), garrison(FR, "Badajoz", "depot", infantry=20)
    before = corps("S I", SP, "Badajoz", infantry=1), leader("Cuesta", SP, "S I", 1, 1), siege(side=SP)
    game = fight(*before, *depot, garrison(FR, "Badajoz", infantry=2), side=SP, dice=(1, 6))
    game.play(RaidDepot(BADAJOZ))
    assert (game[Corps]["S I"].area, len(game[Siege]), game[Leader]["Cuesta"].standing) == (None, 0, "captured")


@pytest.mark.rule("EIA-10.6.3-capture-elimination")
def test_a_leader_is_not_captured_while_allies_are_left_of_those_he_is_with() -> None:
    """The British factor falls in a sortie, Spaniards are left: Moore has nobody to lead and leaves the map."""
    british = corps("B I", GB, "Badajoz", infantry=1, inside=True), leader("Moore", GB, "B I", 4, 4)
    game = fight(BESIEGER, garrison(SP, "Badajoz", infantry=9), *british, siege(), side=SP, dice=(1, 1) * 3)
    game.play(Sortie(BADAJOZ))
    while game[Corps]["B I"].area:
        game.play(next(one for one in game.may(ApportionLosses) if GB in str(one)))
    moore = game[Leader]["Moore"]
    assert (moore.standing, moore.corps, game[Garrison][SPANISH].factors > 0) == ("waiting", None, True)


# --- who commands in a city

BRITISH = garrison(GB, "Badajoz", infantry=4)


def mixed_garrison(holder: SideId, dice: tuple[int, ...] = ()) -> Play:
    """Spanish and British factors in besieged Badajoz, in Spain's Land Combat Step."""
    return fight(BESIEGER, SPANIARDS, BRITISH, siege(), side=SP, holder=holder, dice=dice)


@pytest.mark.rule("EIA-10.3.2-mixed-with-owner", "EIA-10.3.2-garrison-controls")
@pytest.mark.parametrize("holder", [SP, GB])
def test_of_several_powers_in_a_city_its_master_commands(holder: SideId) -> None:
    game = mixed_garrison(holder)
    assert (game.questions[0][0], "NameClaimant" in game.questions[0][1]) == (SP, False)
    assert game.why_not(Sortie(BADAJOZ)) == (set() if holder == SP else {"BASE-7.5-sortie"})


@pytest.mark.rule("EIA-10.3.2-mixed-without-owner", "EIA-10.8-general")
@pytest.mark.parametrize(("named", "dice", "commands"), [((GB, GB), (), GB), ((GB, SP), (3, 3, 2, 5), SP)])
def test_without_its_master_they_agree_or_throw(
    named: tuple[SideId, SideId], dice: tuple[int, ...], commands: SideId
) -> None:
    """France still holds the land."""
    game = mixed_garrison(FR, dice)
    assert game.questions == [(GB, ("NameClaimant",)), (SP, ("NameClaimant",))]
    for side, name in zip((GB, SP), named, strict=True):
        game.play(NameClaimant(name), side=side)
    assert game.throws == list(dice)
    assert game.why_not(Sortie(BADAJOZ)) == (set() if commands == SP else {"BASE-7.5-sortie"})
    assert game[Commandant][BADAJOZ].side == commands


# --- hunger


def hungry(*pieces: Row, side: SideId = SP, dice: tuple[int, ...] = ()) -> Play:
    return at("supply", *pieces, side=side, dice=dice)


@pytest.mark.rule("BASE-7.4-besieged", "BASE-7.4-besieged-die", "BASE-7.5-garrison-losses")
@pytest.mark.parametrize(("die", "left"), [(1, 20), (2, 20), (3, 19), (4, 18), (5, 17), (6, 15)])
def test_the_besieged_starve_by_the_chart(die: int, left: int) -> None:
    """Of 20 factors 0, 0, 5, 10, 15 or 25 percent are lost."""
    game = hungry(BESIEGER, garrison(SP, "Badajoz", infantry=20), siege(), dice=(die,))
    assert game[Garrison][SPANISH].infantry == left
    assert losses_by_account(game) == ({"Spain: hunger": left - 20} if left < 20 else {})


@pytest.mark.rule("BASE-7.4-besieged-die", "BASE-7.5-siege-over")
def test_at_least_one_is_lost_where_the_chart_says_any_and_the_last_one_ends_the_siege() -> None:
    game = hungry(BESIEGER, garrison(SP, "Badajoz", militia=1), siege(), dice=(3,))
    assert (len(game[Garrison]), len(game[Siege])) == (0, 0)
    assert "the siege of Badajoz is over: nobody is left inside" in game.log


@pytest.mark.rule("BASE-7.5-siege-starved")
def test_hunger_ends_a_siege_at_once() -> None:
    """While S I is still to be supplied in the same step the gates of Badajoz are open."""
    inside = garrison(SP, "Badajoz", militia=1), siege()
    game = hungry(BESIEGER, *inside, corps("S I", SP, "Seville", infantry=5), dice=(3,))
    assert (game.at, len(game[Siege])) == (f"{SP}: supply", 0)


@pytest.mark.rule("BASE-7.4-besieged-port")
@pytest.mark.parametrize("blockaded", [False, True])
def test_ships_feed_a_besieged_port_unless_it_is_blockaded(blockaded: bool) -> None:
    side, port, fed = SP, area("Cadiz"), not blockaded
    before = Fleet(
        id=FleetId("fleet"), title="fleet", side=FR, nation=FRANCE, ships=5, lies="blockade", port=port
    )  # fmt: skip
    forces = corps("F I", FR, port, infantry=9), garrison(side, port, infantry=4), siege(port, FR)
    game = hungry(*forces, *((before,) if blockaded else ()), side=side, dice=() if fed else (6,))
    assert any("ships feed" in line for line in game.log) == fed
    assert bool(losses_by_account(game)) != fed


@pytest.mark.rule("EIA-10.1.1-no-supply")
@pytest.mark.parametrize(("besieged", "left"), [(True, 3), (False, 4)])
def test_guerillas_need_no_supply_unless_besieged(besieged: bool, left: int) -> None:
    """4 guerillas in the city with a 6: 25%, 1 lost; those in the open are never asked."""
    sieges = (siege(),) if besieged else ()
    game = hungry(BESIEGER, Guerillas(BADAJOZ, 5, 4), *sieges, dice=(6,) if besieged else ())
    assert (game[Guerillas][BADAJOZ].inside, game[Guerillas][BADAJOZ].factors) == (left, 5)


@pytest.mark.rule("EIA-10.6.3-capture-siege-supply")
def test_a_leader_whose_corps_starves_in_a_siege_is_captured() -> None:
    pieces = corps("S I", SP, "Badajoz", infantry=1, inside=True), leader("Cuesta", SP, "S I", 1, 1)
    game = hungry(BESIEGER, *pieces, siege(), dice=(6,))
    assert (game[Corps]["S I"].area, game[Leader]["Cuesta"].standing, game[Leader]["Cuesta"].captor) == (
        None, "captured", FR,
    )  # fmt: skip


@pytest.mark.rule("EIA-10.6.3-capture-siege-supply")
def test_he_is_not_while_another_corps_of_his_is_in_the_city() -> None:
    inside = corps("S I", SP, "Badajoz", militia=1, inside=True), corps("S II", SP, "Badajoz", infantry=4, inside=True)
    game = hungry(BESIEGER, *inside, leader("Cuesta", SP, "S I", 1, 1), siege(), dice=(4,))
    game.play(LoseFactors((("S I: militia", 1),)))
    assert (game[Leader]["Cuesta"].standing, game[Leader]["Cuesta"].corps) == ("on the map", "S II")


def test_a_besieged_corps_does_not_draw_on_depots() -> None:
    game = hungry(BESIEGER, corps("S I", SP, "Badajoz", infantry=9, inside=True), siege(), dice=(1,))
    assert game.at != f"{SP}: supply"
    assert game[Treasury][SP].money == 20


# --- surrender


@pytest.mark.rule("BASE-7.5-honours", "BASE-7.5-march-off", "BASE-7.5-prisoners")
@pytest.mark.parametrize("honours", [True, False])
def test_a_garrison_that_gives_up_marches_off_or_is_taken_as_the_besieger_says(honours: bool) -> None:
    game = fight(corps("S I", SP, "Badajoz", infantry=9), garrison(FR, "Badajoz", infantry=4), siege(side=SP), side=FR)
    game.play(Surrender(BADAJOZ))
    assert game.questions == [(SP, ("Terms",))]
    game.play(Terms(honours))
    assert (len(game[Garrison]), len(game[Siege])) == (0, 0)
    assert losses_by_account(game) == {"France: honours of war" if honours else "France: surrendered": -4}
    assert [(one.nation, one.infantry, one.turn) for one in game[Arrival]] == ([("France", 4, 2)] if honours else [])
    assert [one.id.partition(", ")[0] for one in game[Arrival]] == (["France's garrison of Badajoz"] if honours else [])
    game.undo(2)
    assert game[Garrison]["France garrison of badajoz"].infantry == 4


def test_spaniards_get_no_honours_and_nobody_is_asked() -> None:
    game = fight(BESIEGER, SPANIARDS, siege(), corps("S I", SP, "Badajoz", infantry=5, inside=True), side=SP)
    game.play(Surrender(BADAJOZ))
    assert losses_by_account(game) == {"Spain: surrendered": -9}
    assert (len(game[Siege]), game[Corps]["S I"].area) == (0, None)


@pytest.mark.rule("BASE-7.5-guerillas-surrender")
def test_a_side_gives_up_its_own_part_of_a_garrison_only() -> None:
    game = fight(BESIEGER, garrison(GB, "Badajoz", infantry=3), SPANIARDS, Guerillas(BADAJOZ, 1, 2), siege(), side=SP)
    game.play(Surrender(BADAJOZ))
    assert ([one.side for one in game[Garrison]], len(game[Siege])) == ([GB], 1)
    assert (game[Guerillas][BADAJOZ].factors, game[Guerillas][BADAJOZ].inside) == (1, 0)


@pytest.mark.rule("BASE-7.5-surrender")
@pytest.mark.parametrize(("side", "says"), [(FR, "France"), (GB, "Great Britain")])
def test_neither_the_besieger_nor_a_third_power_gives_the_city_up(side: SideId, says: str) -> None:
    """Spaniards are shut up in Badajoz; in it is nobody of the besieger's, and nobody of Britain's."""
    british = corps("B I", GB, "Toledo", infantry=1), corps("F II", FR, "Toledo", infantry=1)
    game = fight(BESIEGER, SPANIARDS, siege(), *british, side=side, dice=())
    assert game.why_not(Surrender(BADAJOZ)) == {"BASE-7.5-surrender"}
    with pytest.raises(Refused, match=rf"{says} is not besieged in Badajoz \(BASE-7\.5-surrender\)"):
        game.play(Surrender(BADAJOZ))
    assert len(game[Siege]) == 1


def test_who_is_not_besieged_does_not_surrender() -> None:
    game = fight(BESIEGER, SPANIARDS, side=SP, dice=())
    assert game.at != f"{SP}: land_combat"  # nothing to decide
