"""10.1.1: guerillas in assaults, sorties and raids: asked, never taken along."""

from __future__ import annotations

import pytest

from sandtable.engine import Pass, Row, SideId
from sandtable.testing import Play
from sandtable_empires.irregulars.bands import EngagedGuerillas, Guerillas
from sandtable_empires.irregulars.besieged_guerillas import JoinStorm
from sandtable_empires.irregulars.guerilla_moves import FOUGHT, AttackWithGuerillas
from sandtable_empires.land.attempts import Assault, Sortie
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.land.storming import fighters, strength
from sandtable_empires.model import Depot, DepotId, Garrison, Province, Role, Siege, SiegeId, Storm
from sandtable_empires.testing import FR, GB, SP, alter, area, attack, corps, garrison, iberia, position

TOLEDO = area("Toledo")
DEPOT = Depot(DepotId("France depot toledo"), FR, TOLEDO), garrison(FR, "Toledo", "depot", infantry=1)


def combat(*pieces: Row, side: SideId = SP, dice: tuple[int, ...] = ()) -> Play:
    """Return the Land Combat Step of a side in a Spain where no guerillas rise; Toledo has no walls."""
    calm = alter(Province, guerilla=None)
    return position(calm, *pieces, land=iberia, at=f"{side}: land_combat", dice=dice)


def siege(side: SideId) -> Siege:
    return Siege(SiegeId(TOLEDO), TOLEDO, side)


def fighting(game: Play, role: Role) -> int:
    """Return how many factors fight in the storm that goes on."""
    return strength(fighters(game.game, next(iter(game[Storm])), role))


def french_city(side: SideId = SP) -> tuple[Row, ...]:
    """A Spanish or British corps of 5 besieges 4 French, with 3 guerillas beside it."""
    name = {SP: "S I", GB: "B I"}[side]
    return (
        corps(name, side, "Toledo", infantry=5),
        garrison(FR, "Toledo", infantry=4),
        Guerillas(TOLEDO, 3),
        siege(side),
    )


@pytest.mark.rule("EIA-10.1.1-may-attack", "EIA-10.1.1-not-compelled", "BASE-10.1.1-volunteers")
@pytest.mark.parametrize(("side", "joins"), [(SP, 0), (SP, 2), (GB, 3)])
def test_spain_says_how_many_join_an_assault(side: SideId, joins: int) -> None:
    """The besieging corps of 5 storms, whoever's it is; the guerillas beside it only as far as Spain says."""
    game = combat(*french_city(side), side=side, dice=(4, 4) * 3)
    game.play(Assault(SiegeId(TOLEDO)))
    assert game.questions == [(SP, ("JoinStorm",))]
    game.play(JoinStorm(joins) if joins else Pass(), side=SP)
    assert any(f"{side} fires {5 + joins} factors" in line for line in game.log)


@pytest.mark.rule("EIA-10.1.1-not-compelled")
@pytest.mark.parametrize("joins", [0, 1])
def test_nor_need_they_help_besiegers_who_are_attacked(joins: int) -> None:
    game = combat(*french_city(), side=FR, dice=(4, 4) * 3)
    game.play(Sortie(TOLEDO))
    assert game.questions == [(SP, ("JoinStorm",))]
    game.play(JoinStorm(joins) if joins else Pass(), side=SP)
    assert any(f"{SP} fires {5 + joins} factors" in line for line in game.log)


@pytest.mark.rule("EIA-10.1.1-may-attack", "EIA-10.1.1-not-compelled")
def test_in_a_sortie_of_spains_those_inside_and_those_outside_are_asked_for() -> None:
    """Two Spaniards sally; of 3 guerillas in the city 1 comes along, of 4 in the open 2."""
    besieged = garrison(SP, "Toledo", infantry=2), Guerillas(TOLEDO, 4, 3)
    game = combat(corps("F I", FR, "Toledo", infantry=5), *besieged, siege(FR), dice=(4, 4) * 3)
    game.play(Sortie(TOLEDO))
    game.play(JoinStorm(1))
    game.play(JoinStorm(2))
    assert any(f"{SP} fires 5 factors" in line for line in game.log)


@pytest.mark.rule("EIA-10.1.1-not-compelled")
@pytest.mark.parametrize(("outside", "inside"), [(4, 0), (0, 3)])
def test_spain_is_not_asked_for_guerillas_where_there_are_none(outside: int, inside: int) -> None:
    """One question: for those in the open, or for those in the city."""
    besieged = garrison(SP, "Toledo", infantry=2), Guerillas(TOLEDO, outside, inside)
    game = combat(corps("F I", FR, "Toledo", infantry=5), *besieged, siege(FR), dice=(4, 4) * 3)
    game.play(Sortie(TOLEDO))
    assert game.prompt is not None
    assert ("out of the city" in game.prompt.open[0].why) == (inside > 0)
    game.play(JoinStorm(1))
    assert any(f"{SP} fires 3 factors" in line for line in game.log)


@pytest.mark.rule("EIA-10.1.1-not-compelled")
def test_a_sortie_nobody_joins_is_none() -> None:
    game = combat(corps("F I", FR, "Toledo", infantry=5), Guerillas(TOLEDO, 0, 3), siege(FR))
    game.play(Sortie(TOLEDO))
    game.play(Pass())
    assert (len(game[Storm]), game[Guerillas][TOLEDO].inside, game.throws) == (0, 3, [])


@pytest.mark.rule("BASE-10.1.1-storm-over", "BASE-10.1.1-volunteers")
def test_after_a_storm_those_who_are_left_are_where_they_were() -> None:
    """Of 3 guerillas in the open 2 join; the assault is beaten off."""
    game = combat(*french_city(), dice=(1, 1) * 3)
    game.play(Assault(SiegeId(TOLEDO)))
    game.play(JoinStorm(2))
    assert (len(game[Storm]), len(game[EngagedGuerillas])) == (0, 0)
    assert game[Guerillas][TOLEDO].factors == 3


@pytest.mark.rule("EIA-10.1.1-immune")
def test_in_a_city_that_is_stormed_they_all_fight() -> None:
    game = combat(corps("F I", FR, "Toledo", infantry=5), Guerillas(TOLEDO, 2, 3), siege(FR), side=FR, dice=(4, 4) * 3)
    game.play(Assault(SiegeId(TOLEDO)))
    assert not game.questions or game.questions[0][1] != ("JoinStorm",)
    assert any(f"{SP} fires 3 factors" in line for line in game.log)


@pytest.mark.rule("EIA-10.1.1-may-attack", "BASE-7.5-guerillas-lost")
def test_those_who_fall_in_a_sortie_are_gone_from_where_they_came() -> None:
    game = combat(corps("F I", FR, "Toledo", infantry=20), Guerillas(TOLEDO, 0, 3), siege(FR), dice=(1, 6))
    game.play(Sortie(TOLEDO))
    game.play(JoinStorm(2))
    band = game[Guerillas].get(TOLEDO)
    assert band is not None
    assert (band.factors, band.inside >= 1, band.inside < 3) == (0, True, True)


@pytest.mark.rule("EIA-10.1.1-may-attack")
def test_alone_they_fall_upon_the_guards_of_a_depot() -> None:
    """Six guerillas against one Frenchman: he is beaten, the depot burns."""
    game = combat(*DEPOT, Guerillas(TOLEDO, 6), corps("F I", FR, "Madrid", infantry=1), dice=(6, 1) * 3)
    game.play(AttackWithGuerillas(TOLEDO, 6))
    assert (len(game[Depot]), len(game[Garrison])) == (0, 0)


@pytest.mark.rule("EIA-10.1.1-may-attack", "BASE-10.1.1-attack-alone")
def test_they_attack_a_depot_once_a_step() -> None:
    """The guards, 9 to 1, beat them off."""
    guarded = DEPOT[0], garrison(FR, "Toledo", "depot", infantry=9)
    others = corps("S I", SP, "Madrid", infantry=1), corps("F I", FR, "Madrid", infantry=1)
    game = combat(*guarded, Guerillas(TOLEDO, 2), *others, dice=(1, 6))
    game.play(AttackWithGuerillas(TOLEDO, 1))
    assert game.why_not(AttackWithGuerillas(TOLEDO, 1)) == {"BASE-10.1.1-attack-alone"}


@pytest.mark.rule("EIA-10.1.1-may-attack")
def test_they_may_join_a_raid() -> None:
    game = combat(*DEPOT, Guerillas(TOLEDO, 6), corps("S I", SP, "Toledo", infantry=5), dice=(1, 1) * 3)
    game.play(RaidDepot(TOLEDO))
    game.play(JoinStorm(6))
    assert any(f"{SP} fires 11 factors" in line for line in game.log)


@pytest.mark.rule("EIA-10.1.1-not-compelled")
def test_those_who_decline_to_join_have_not_fought() -> None:
    """An ally's attack comes to nothing: they may still attack alone, once they have not joined it."""
    game = combat(corps("S I", SP, "Toledo", infantry=9), corps("F I", FR, "Toledo", infantry=9), Guerillas(TOLEDO, 3))
    attack(game, "Toledo")
    game.play(Pass())
    assert game.game.mark_of(TOLEDO, FOUGHT) is None
