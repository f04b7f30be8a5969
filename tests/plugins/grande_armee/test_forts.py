"""Forts: left open until an enemy is beside them, some inside and some outside, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine import EndStep, Row, SpaceId
from sandtable.lab.odds import odds
from sandtable.present import presentation
from sandtable.testing import Play, leaks, tells_apart
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.combat.sheltering import Declare, TakeShelter
from sandtable_grande_armee.combat.walls import is_inside, is_outside
from sandtable_grande_armee.model import City, CityId, Fort, FortId, Shelter, Unit, UnitId
from sandtable_grande_armee.movement.march import March
from sandtable_grande_armee.movement.zones import zones_of
from sandtable_grande_armee.supply.sources import sources
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, leader, position, unit

FORT = SpaceId("0808")
YORK, KLEIST = UnitId("York"), UnitId("Kleist")
BOTH = (unit("York", PRUSSIA, "2-5", FORT), unit("Kleist", PRUSSIA, "2-5", FORT))
NEY = unit("Ney", FRANCE, "2-5", "0805")


def magdeburg(*pieces: Row | Iterable[Row], at: str = "France: movement_step", **given: Any) -> Play:
    return position(*pieces, forts={FORT: PRUSSIA}, at=at, **given)


def near(game: Play) -> None:
    """March Ney beside the fort."""
    game.play(March((UnitId("Ney"),), (SpaceId("0806"), SpaceId("0807"))))


def beside_fort(*pieces: Row | Iterable[Row], inside: tuple[str, ...] = (), **given: Any) -> Play:
    """Return a game in which Ney has come beside the fort, and it has been said who is inside."""
    game = magdeburg(NEY, *(pieces or BOTH), **given)
    near(game)
    game.play(Declare(tuple(map(UnitId, inside))))
    return game


@pytest.mark.rule("LGA-14-declare-late", "LGA-14-split")
def test_it_is_left_open_until_an_enemy_comes_beside_it_then_some_are_inside() -> None:
    game = magdeburg(NEY, *BOTH)
    game.play(March((UnitId("Ney"),), (SpaceId("0806"),)))
    assert not len(game.game[Shelter])
    game.play(March((UnitId("Ney"),), (SpaceId("0807"),)))
    assert game.prompt is not None
    assert game.prompt.open[0].side == PRUSSIA
    assert len(game.may(Declare)) == 4
    game.play(Declare((YORK,)))
    assert (is_inside(game.game, YORK), is_outside(game.game, KLEIST)) == (True, True)
    game.prove()


@pytest.mark.rule("LGA-14-declare-late", "BASE-2c-taken", "BASE-5-city-taken")
def test_what_an_entry_takes_is_taken_when_those_in_the_fort_are_asked() -> None:
    beside = SpaceId("0807")
    game = magdeburg(NEY, *BOTH, leader("Blücher", PRUSSIA, beside), City(CityId(beside), 2, PRUSSIA))
    near(game)
    assert Declare in game.prompt.open[0].kinds if game.prompt else False
    assert UnitId("Blücher") not in game.game[Unit]
    assert game.game[City][CityId(beside)].holder == FRANCE
    game.play(Declare(()))
    game.prove()


@pytest.mark.rule("LGA-14-declare-late", "BASE-5-fort-secret", "BASE-5-fort-once")
def test_what_is_decided_in_secret_answers_when_it_is_time() -> None:
    game = magdeburg(NEY, *BOTH, at="Prussia: movement_step")
    game.play(TakeShelter(YORK, inside=True), TakeShelter(KLEIST, inside=False))
    assert game.why_not(TakeShelter(YORK, inside=False)) == {"BASE-5-fort-once"}
    assert not game.game[Shelter][YORK].declared
    assert list(game.seen_by(FRANCE)[Shelter].ids()) == []
    assert not is_inside(game.game, YORK)
    game.until("France: movement_step", prefer=EndStep)
    near(game)
    assert game.prompt is not None
    assert game.prompt.open[0].side == FRANCE
    assert (is_inside(game.game, YORK), is_outside(game.game, KLEIST)) == (True, True)
    assert "York is inside the fort in 0808" in game.log


@pytest.mark.rule("BASE-5-fort-secret", "LGA-14-declare-late")
def test_nothing_tells_the_enemy_what_has_been_decided() -> None:
    def decided(inside: bool) -> Play:
        game = magdeburg(NEY, *BOTH, at="Prussia: movement_step")
        game.play(TakeShelter(YORK, inside=inside))
        return game

    game = decided(True)
    assert leaks(game, FRANCE, Shelter(YORK, inside=False, side=PRUSSIA)) == []
    assert leaks(game, PRUSSIA, Shelter(YORK, inside=False, side=PRUSSIA)) != []
    assert tells_apart(decided(True), decided(False), FRANCE) == []
    one, other = (decided(inside).until("France: movement_step", prefer=EndStep) for inside in (True, False))
    assert tells_apart(one, other, FRANCE) == []


@pytest.mark.rule("LGA-14-inside-no-zoc", "LGA-14-outside-zoc")
def test_inside_no_zone_of_control_outside_one() -> None:
    assert SpaceId("0709") in zones_of(magdeburg(NEY, *BOTH).game, PRUSSIA)  # left open: as outside (Q7)
    assert SpaceId("0709") in zones_of(beside_fort(inside=("York",)).game, PRUSSIA)
    assert SpaceId("0709") not in zones_of(beside_fort(inside=("York", "Kleist")).game, PRUSSIA)


@pytest.mark.rule("LGA-13-fort-occupants-only", "LGA-14-outside-no-fort-supply")
def test_a_fort_feeds_those_inside_alone() -> None:
    game = magdeburg(NEY, *BOTH)
    assert sources(game.game, YORK, "combat") == (FORT,)  # left open: as inside (Q7)
    game = beside_fort(inside=("York",))
    assert sources(game.game, YORK, "combat") == sources(game.game, YORK, "force march") == (FORT,)
    assert sources(game.game, KLEIST, "combat") == ()


@pytest.mark.rule("LGA-13-fort-adjacent-option", "BASE-5-fort-feeds-outside")
def test_with_the_option_it_feeds_friends_within_a_hex() -> None:
    pieces = (*BOTH, unit("Blücher", PRUSSIA, "2-5", "0909"), unit("Tauentzien", PRUSSIA, "2-5", "0810"))
    game = beside_fort(*pieces, inside=("York",), on=["fort_supply_adjacent"])
    fed = {one.id: bool(sources(game.game, one.id, "combat")) for one in game.game[Unit].where("side", PRUSSIA)}
    assert fed == {"York": True, "Kleist": True, "Blücher": True, "Tauentzien": False}
    off = beside_fort(*pieces, inside=("York",))
    fed = {one.id: bool(sources(off.game, one.id, "combat")) for one in off.game[Unit].where("side", PRUSSIA)}
    assert fed == {"York": True, "Kleist": False, "Blücher": False, "Tauentzien": False}


@pytest.mark.rule("LGA-13-fort-occupants-only", "BASE-5-fort-friends")
def test_a_fort_of_the_enemy_or_of_nobody_shelters_nobody() -> None:
    for holder in (FRANCE, None):
        game = position(NEY, *BOTH, forts={FORT: holder}, at="Prussia: movement_step")
        assert game.may(TakeShelter) == []
        assert sources(game.game, YORK, "combat") == ()


@pytest.mark.rule("LGA-14-marker")
def test_a_marker_shows_who_is_inside() -> None:
    game = beside_fort(inside=("York",))
    for side in (FRANCE, PRUSSIA):
        signs = {one.title: one.says for one in presentation.signs(game.seen_by(side)) if one.space == FORT}
        assert signs["Inside the fort: York"] == "Outside: Kleist"
    assert not any("Inside" in one.title for one in presentation.signs(magdeburg(NEY, *BOTH).game))


@pytest.mark.rule("BASE-5-fort-taken", "BASE-5-fort-left")
def test_troops_take_a_fort_and_who_marches_out_is_inside_no_more() -> None:
    game = position(NEY, unit("York", PRUSSIA, "2-5", "1212"), forts={"0806": None}, at="France: movement_step")
    game.play(March((UnitId("Ney"),), (SpaceId("0806"),)))
    assert game.game[Fort][FortId(SpaceId("0806"))].holder == FRANCE
    inside = Shelter(YORK, inside=True, declared=True, side=PRUSSIA)
    game = magdeburg(NEY, *BOTH, inside, at="Prussia: movement_step")
    game.play(March((YORK,), (SpaceId("0809"),)))
    assert YORK not in game.game[Shelter]


@pytest.mark.rule("BASE-5-fort-open-again")
def test_when_the_enemy_has_gone_it_is_left_open_again() -> None:
    rows = [Shelter(one, inside=True, declared=True, side=PRUSSIA) for one in (YORK, KLEIST)]
    gone = magdeburg(NEY, *BOTH, *rows, at="Prussia: recovery")
    assert not len(gone.game[Shelter])
    there = magdeburg(unit("Ney", FRANCE, "2-5", "0807"), *BOTH, *rows, at="Prussia: recovery")
    assert len(there.game[Shelter]) == 2


@pytest.mark.rule("BASE-5-fort-before-combat")
def test_whoever_has_not_declared_does_before_combats() -> None:
    game = magdeburg(unit("Ney", FRANCE, "2-5", "0807"), *BOTH, at="France: attack", dice=[4])
    assert game.prompt is not None
    assert Declare in game.prompt.open[0].kinds
    game.play(Declare((YORK,)))
    game.play(Attack(FORT, (UnitId("Ney"),)))
    (fight,) = [line for line in game.log if "against Prussia" in line]
    assert "2 Kleist" in fight
    assert "York" not in fight


@pytest.mark.rule("BASE-3-walls", "BASE-3-walls-hold", "BASE-3-walls-hold-retreat", "BASE-3-not-from-inside")
def test_those_inside_defend_their_walls_and_do_not_retreat() -> None:
    rows = [Shelter(one, inside=True, declared=True, side=PRUSSIA) for one in (YORK, KLEIST)]
    cells = {"combat results": {(odds, die): "DR" for odds in ("1:1", "2:1") for die in range(1, 7)}}
    army = unit("Army", FRANCE, "18-2", "0807")
    game = magdeburg(army, *BOTH, *rows, at="France: attack", charts=cells, dice=[1])
    game.play(Attack(FORT, (UnitId("Army"),)))
    assert any("8 (2 Kleist, 2 York, ×2 behind walls): 1:1" in line for line in game.log)
    assert {one.hex for one in game.game[Unit].where("side", PRUSSIA)} == {FORT}
    assert "York is disrupted" in game.log
    before = magdeburg(army, *BOTH, *rows, at="France: attack", charts=cells)
    assert odds(before.referee, games=4).results.chance("Prussia holds the walls") == 1
    home = magdeburg(army, *BOTH, *rows, at="Prussia: attack")
    assert home.why_not(Attack(SpaceId("0807"), (YORK,))) == {"BASE-3-not-from-inside"}
