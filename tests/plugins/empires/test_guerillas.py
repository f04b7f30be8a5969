"""10.1.1: guerillas."""

from __future__ import annotations

from typing import Literal

import pytest

from sandtable.engine import EndStep, Game, Pass, Refused, Row, SideId
from sandtable.testing import Play
from sandtable_empires.combat.attack import Attack
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.irregulars.guerilla_moves import AttackWithGuerillas, GarrisonCity, JoinFight, MoveGuerillas
from sandtable_empires.irregulars.guerillas import PlaceGuerillas
from sandtable_empires.irregulars.hunting import HuntGuerillas
from sandtable_empires.irregulars.passage import CutSupply, LetSupplyPass
from sandtable_empires.march import March
from sandtable_empires.model import (
    SPAIN,
    Battle,
    Contingent,
    Corps,
    CorpsId,
    Force,
    ProvinceId,
    Siege,
    SiegeId,
    force_id,
)  # fmt: skip
from sandtable_empires.testing import (
    BATTLE,
    FR,
    GB,
    SP,
    Piece,
    area,
    attack,
    battle,
    cession,
    choose_chits,
    corps,
    garrison,
    guerillas,
    holdings,
    iberia,
    position,
)
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready

MADRID, TOLEDO, CUENCA, TERUEL = map(area, ("Madrid", "Toledo", "Cuenca", "Teruel"))
NEW_CASTILE = ProvinceId("new-castile")


def at(step: str, *pieces: Piece, dice: tuple[int, ...] = ()) -> Play:
    return position(*pieces, land=iberia, at=step, dice=dice)


def spanish_guerillas(*pieces: Piece, dice: tuple[int, ...] = ()) -> Play:
    """Spain's Guerilla Step: its dice are thrown as it opens."""
    return at(f"{SP}: guerilla", *pieces, dice=dice)


def french_guerillas(*pieces: Piece, dice: tuple[int, ...] = ()) -> Play:
    """France's Guerilla Step, in which it may hunt."""
    return at(f"{FR}: guerilla", *pieces, dice=dice)


def in_the_open(game: Play, area: str) -> int:
    row = game[Guerillas].get(area)
    return row.factors if row else 0


async def fight_is_over(game: Game, area: str, winner: str, kind: str = "field", beaten: str = "S I") -> None:
    """Close a combat that the defender's corps has fought, as the sequence does."""
    defender = (SP, beaten) if beaten else (SP,)
    for row in battle(area, (FR,), defender, kind=kind, winner=winner, how="broken"):
        game.put(row)
    await game.hooks(CombatHooks).after_combat(game, BATTLE)


def after_combat(area: str, winner: str, *pieces: Piece, kind: str = "field", beaten: str = "S I") -> Play:
    """Return the position after a combat."""

    async def do(game: Game) -> None:
        await fight_is_over(game, area, winner, kind, beaten)

    return position(*pieces, land=iberia, do=do)


# --- coming


@pytest.mark.rule("EIA-10.1.1-create-on-defeat", "EIA-10.1.1-spain-only")
def test_a_factor_rises_where_a_spanish_corps_has_lost_at_home() -> None:
    game = after_combat("saragossa", "attacker", corps("S I", SP, "Saragossa", infantry=5))
    assert in_the_open(game, "saragossa") == 1


@pytest.mark.rule("EIA-10.1.1-create-on-defeat-limits")
@pytest.mark.parametrize(
    ("area", "winner", "kind", "beaten"),
    [
        ("saragossa", "attacker", "trivial", "S I"),
        ("saragossa", "defender", "field", "S I"),
        ("saragossa", "attacker", "field", "P I"),
        ("saragossa", "attacker", "field", ""),
        ("lisbon", "attacker", "field", "S I"),
        ("bayonne", "attacker", "field", "S I"),
    ],
)
def test_no_factor_rises_after_other_combats(area: str, winner: str, kind: str, beaten: str) -> None:
    game = after_combat(
        area,
        winner,
        corps("S I", SP, area, infantry=5),
        corps("P I", PORTUGAL, area, infantry=5),
        kind=kind,
        beaten=beaten,
    )
    assert not len(game[Guerillas])


@pytest.mark.rule("EIA-10.1.1-create-on-defeat-limits")
def test_no_factor_rises_in_a_ceded_province() -> None:
    ceded = cession("Aragon", FR), corps("S I", SP, "Saragossa", infantry=5)
    game = after_combat("saragossa", "attacker", *ceded)
    assert not len(game[Guerillas])


@pytest.mark.rule("EIA-10.1.1-create-by-die", "EIA-10.1.1-create-place-choice")
@pytest.mark.parametrize(("die", "factors"), [(1, 3), (2, 2), (3, 1), (4, 0), (5, 0), (6, 0)])
def test_an_invaded_province_rolls_against_its_value(die: int, factors: int) -> None:
    """Aragon's value is 4: a 2 raises two factors, in one area of Spain's choice."""
    game = spanish_guerillas(corps("F I", FR, "Saragossa", infantry=10), dice=(die,))
    if factors:
        assert game.questions == [(SP, ("PlaceGuerillas",))]
        assert {action.area for action in game.may(PlaceGuerillas)} == {"saragossa", "teruel"}
        game.play(PlaceGuerillas(TERUEL))
    assert in_the_open(game, "teruel") == factors


@pytest.mark.rule("EIA-10.1.1-create-die-trigger")
def test_a_province_rolls_once_whatever_is_in_it() -> None:
    pieces = (
        corps("F I", FR, "Saragossa", infantry=10),
        corps("F II", FR, "Teruel", infantry=5),
        garrison(FR, "Teruel", infantry=2),
    )
    game = spanish_guerillas(*pieces, dice=(6,))
    assert game.throws == [6]


@pytest.mark.rule("EIA-10.1.1-create-die-trigger")
@pytest.mark.parametrize("place", ["city", "depot"])
def test_an_unbesieged_garrison_is_enough_for_a_roll(place: Literal["city", "depot"]) -> None:
    game = spanish_guerillas(
        garrison(FR, "Teruel", place, infantry=2), corps("S I", SP, "Cadiz", infantry=1), dice=(6,)
    )
    assert game.throws == [6]


@pytest.mark.rule("EIA-10.1.1-create-die-trigger")
def test_besieged_enemies_give_no_roll() -> None:
    siege = Siege(SiegeId("barcelona"), area("Barcelona"), SP)
    game = spanish_guerillas(corps("F I", FR, "Barcelona", infantry=10, inside=True), siege, guerillas("Teruel", 2))
    assert game.throws == []
    assert in_the_open(game, "teruel") == 2


@pytest.mark.rule("EIA-10.1.1-create-die-trigger")
def test_forces_of_powers_not_at_war_with_spain_give_no_roll() -> None:
    game = spanish_guerillas(
        corps("B I", GB, "Saragossa", infantry=10), corps("F I", FR, "Cuenca", infantry=1), dice=(6,)
    )
    assert game.throws == [6]


# --- being hunted


@pytest.mark.rule("EIA-10.1.1-anti-op-roll", "BASE-10.1.1-anti-op-two-corps")
@pytest.mark.parametrize(
    ("hunters", "die", "left"),
    [(1, 5, 0), (2, 4, 0), (1, 4, 3), (3, 4, 0), (2, 3, 3)],
)
def test_a_hunt_must_beat_the_value(hunters: int, die: int, left: int) -> None:
    """New Castile's value is 4; two corps or more add 1, never more; all areas of the province are searched."""
    pieces = [corps(f"F {n}", FR, "Madrid", infantry=5) for n in range(hunters)]
    game = french_guerillas(*pieces, guerillas("Toledo", 2), guerillas("Cuenca", 1), dice=(die, 6))
    game.play(HuntGuerillas(NEW_CASTILE))
    assert in_the_open(game, "toledo") + in_the_open(game, "cuenca") == left


@pytest.mark.rule("EIA-10.1.1-anti-op-roll")
@pytest.mark.parametrize("besieged", [False, True])
def test_a_hunt_reaches_into_a_city_that_is_not_besieged(besieged: bool) -> None:
    """Every unbesieged guerilla factor of the province is gone, wherever it is; a besieged one is left."""
    siege = (Siege(SiegeId("toledo"), TOLEDO, FR), corps("F II", FR, "Toledo", infantry=5)) if besieged else ()
    game = french_guerillas(corps("F I", FR, "Madrid", infantry=5), guerillas("Toledo", 2, inside=1), *siege, dice=(6,))
    game.play(HuntGuerillas(NEW_CASTILE))
    assert list(game[Guerillas]) == ([guerillas("Toledo", 0, inside=1)] if besieged else [])


@pytest.mark.rule("EIA-10.1.1-anti-op-roll", "BASE-10.1.1-nothing-to-hunt")
def test_besieged_guerillas_alone_are_nothing_to_hunt() -> None:
    siege = Siege(SiegeId("toledo"), TOLEDO, FR), corps("F II", FR, "Toledo", infantry=5)
    game = french_guerillas(
        corps("F I", FR, "Madrid", infantry=5), guerillas("Toledo", 0, inside=1), *siege,
        corps("F III", FR, "Saragossa", infantry=1), guerillas("Teruel", 1),
    )  # fmt: skip
    assert game.why_not(HuntGuerillas(NEW_CASTILE)) == {"BASE-10.1.1-nothing-to-hunt"}


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility")
def test_who_has_no_free_corps_there_does_not_hunt() -> None:
    besieger = corps("F I", FR, "Madrid", infantry=5), Siege(SiegeId("madrid"), MADRID, FR)
    game = french_guerillas(
        *besieger, corps("F II", FR, "Saragossa", infantry=5), guerillas("Toledo", 2), guerillas("Teruel", 1)
    )
    with pytest.raises(Refused, match=r"no corps in New Castile is free to hunt \(EIA-10.1.1-anti-op-eligibility\)"):
        game.play(HuntGuerillas(NEW_CASTILE))


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility")
def test_a_corps_that_has_fought_is_not_free() -> None:
    pieces = corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=1), guerillas("Toledo", 2)
    game = ready(*pieces, dice=(6, 1))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    while game.prompt and game.prompt.purpose != "step":
        game.play(game.may(game.prompt.open[0].kinds[0])[0])
    game.play(EndStep())
    assert not game.may(HuntGuerillas) or game.at.startswith("Great Britain")


@pytest.mark.rule("EIA-10.1.1-anti-op-each-power")
def test_each_power_hunts_once_in_a_province() -> None:
    game = french_guerillas(
        corps("F I", FR, "Madrid", infantry=5), corps("F II", FR, "Saragossa", infantry=5),
        guerillas("Toledo", 2), guerillas("Teruel", 1), dice=(1, 1, 6, 6),
    )  # fmt: skip
    game.play(HuntGuerillas(NEW_CASTILE))
    with pytest.raises(Refused, match=r"New Castile has already been searched \(EIA-10.1.1-anti-op-each-power\)"):
        game.play(HuntGuerillas(NEW_CASTILE))
    game.play(HuntGuerillas(ProvinceId("aragon")))


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers")
def test_corps_of_another_power_do_not_help_unless_they_move_together() -> None:
    """Spain's ally is no hunter at all; France alone has one corps, so nothing is added."""
    game = french_guerillas(
        corps("F I", FR, "Madrid", infantry=5),
        corps("B I", GB, "Toledo", infantry=5),
        guerillas("Toledo", 2),
        dice=(4,),
    )
    game.play(HuntGuerillas(NEW_CASTILE))
    assert in_the_open(game, "toledo") == 2


# --- what they are


@pytest.mark.rule("EIA-10.1.1-morale")
def test_a_guerilla_factor_has_a_morale_of_1() -> None:
    game = spanish_guerillas(corps("F I", FR, "Bayonne", infantry=1), guerillas("Toledo", 2))
    one = Contingent("guerillas in toledo", SPAIN, "guerilla", 2)
    (part,) = game.game.hooks(CombatHooks).morale_parts(game.game, one)
    assert (part.value, part.rule) == (10, "EIA-10.1.1-morale")


@pytest.mark.rule("EIA-10.1.1-garrison-use")
def test_they_may_be_a_citys_garrison_but_never_a_depots() -> None:
    game = at(f"{SP}: land_movement", guerillas("Toledo", 3), corps("S I", SP, "Cadiz", infantry=1))
    game.play(GarrisonCity(TOLEDO, 2))
    assert game[Guerillas]["toledo"] == guerillas("Toledo", 1, inside=2)
    game.play(GarrisonCity(TOLEDO, 0))
    assert game[Guerillas]["toledo"] == guerillas("Toledo", 3)


def toledo_held_by(holder: str, *pieces: Row) -> Play:
    held = holdings(holder, "Toledo"), guerillas("Toledo", 3)
    return at(f"{SP}: land_movement", *held, corps("S I", SP, "Cadiz", infantry=1), *pieces)


@pytest.mark.rule("EIA-10.1.1-garrison-use")
def test_they_go_where_a_corps_might() -> None:
    """Into a city that an ally holds, and into one of an enemy's with nobody in it or before it."""
    for holder in (GB, FR):
        game = toledo_held_by(holder)
        game.play(GarrisonCity(TOLEDO, 1))
        assert game[Guerillas]["toledo"].inside == 1


@pytest.mark.rule("EIA-10.1.1-garrison-use")
@pytest.mark.parametrize("piece", [garrison(FR, "Toledo", infantry=1), corps("F I", FR, "Toledo", infantry=1)])
def test_they_do_not_go_into_an_enemy_city_that_is_held_or_watched(piece: Row) -> None:
    assert toledo_held_by(FR, piece).why_not(GarrisonCity(TOLEDO, 1)) == {"EIA-10.1.1-garrison-use"}


@pytest.mark.rule("EIA-10.1.1-movement")
def test_they_move_one_area_a_turn_whatever_the_terrain() -> None:
    game = at(f"{SP}: land_movement", guerillas("Madrid", 3))
    game.play(MoveGuerillas(MADRID, CUENCA, 2))
    assert (in_the_open(game, "madrid"), in_the_open(game, "cuenca")) == (1, 2)
    assert game.why_not(MoveGuerillas(CUENCA, TERUEL, 1)) == {"EIA-10.1.1-movement"}
    game.play(MoveGuerillas(MADRID, CUENCA, 1))
    assert in_the_open(game, "cuenca") == 3


@pytest.mark.rule("EIA-10.1.1-movement")
def test_why_those_of_an_area_go_no_further_is_told_by_that_rule() -> None:
    game = at(f"{SP}: land_movement", guerillas("Madrid", 3))
    game.play(MoveGuerillas(MADRID, CUENCA, 2))
    offer = next(offer for offer in game.referee.offers() if offer.kind is MoveGuerillas)
    with pytest.raises(Refused, match=r"factors cannot be 1 here: there is nothing to choose \(EIA-10\.1\.1-movement"):
        game.play(MoveGuerillas(CUENCA, TERUEL, 1))
    (reason,) = offer.why_not("origin", CUENCA)
    assert (reason.rule, reason.facts["left"]) == ("EIA-10.1.1-movement", "factors")


@pytest.mark.rule("BASE-10.1.1-own-step")
def test_only_spain_moves_them_in_its_own_step() -> None:
    game = at(f"{FR}: land_movement", guerillas("Madrid", 3), corps("F I", FR, "Bayonne", infantry=1))
    assert game.why_not(MoveGuerillas(MADRID, CUENCA, 2)) == {"BASE-10.1.1-own-step"}


@pytest.mark.rule("EIA-10.1.1-homeland")
def test_they_never_leave_the_original_borders() -> None:
    game = at(f"{SP}: land_movement", guerillas("Valladolid", 3))
    assert game.why_not(MoveGuerillas(area("Valladolid"), area("Oporto"), 1)) == {"EIA-10.1.1-homeland"}
    game = at(f"{SP}: land_movement", guerillas("Valladolid", 3), cession("New Castile", FR))
    game.play(MoveGuerillas(area("Valladolid"), MADRID, 1))
    assert in_the_open(game, "madrid") == 1


@pytest.mark.rule("EIA-10.1.1-ignored-by-movers")
def test_they_stop_nobody() -> None:
    game = at(f"{FR}: land_movement", corps("F I", FR, "Bayonne", infantry=5), guerillas("Burgos", 9))
    game.play(March(CorpsId("F I"), (area("Burgos"), MADRID)))
    assert game[Corps]["F I"].area == "madrid"


def cut_by_guerillas(game: Play, side: SideId) -> list[str]:
    blocks = game.game.hooks(SupplyHooks).supply_blocks(game.game, side)
    return [one.area for one in blocks if one.rule == "EIA-10.1.1-block-supply"]


@pytest.mark.rule("EIA-10.1.1-block-supply")
def test_they_cut_supply_of_enemies_only_and_only_while_they_are_not_besieged() -> None:
    """In the open of Burgos, and in the city of Madrid; not from besieged Toledo."""
    siege = Siege(SiegeId("toledo"), TOLEDO, FR), corps("F II", FR, "Toledo", infantry=5)
    bands = guerillas("Burgos", 1), guerillas("Madrid", 0, inside=2), guerillas("Toledo", 0, inside=2)
    game = at(f"{FR}: land_movement", corps("F I", FR, "Bayonne", infantry=5), *bands, *siege)
    assert (cut_by_guerillas(game, FR), cut_by_guerillas(game, GB)) == (["burgos", "madrid"], [])


@pytest.mark.rule("EIA-10.1.1-block-supply", "BASE-10.1.1-cut-again", "BASE-10.1.1-let-pass")
def test_spain_may_have_them_let_supply_pass_and_cut_it_again() -> None:
    game = at(
        f"{SP}: land_movement", corps("F I", FR, "Bayonne", infantry=5), guerillas("Burgos", 1), guerillas("Madrid", 2)
    )
    game.play(LetSupplyPass(MADRID))
    assert cut_by_guerillas(game, FR) == ["burgos"]
    assert game.why_not(LetSupplyPass(MADRID)) == {"BASE-10.1.1-let-pass"}
    assert game.why_not(CutSupply(area("Burgos"))) == {"BASE-10.1.1-cut-again"}
    game.play(CutSupply(MADRID))
    assert cut_by_guerillas(game, FR) == ["burgos", "madrid"]


@pytest.mark.rule("EIA-10.1.1-block-supply")
def test_nobody_else_says_so() -> None:
    game = at(f"{FR}: land_movement", corps("F I", FR, "Bayonne", infantry=5), guerillas("Burgos", 1))
    assert game.why_not(LetSupplyPass(area("Burgos"))) == {"BASE-10.1.1-let-pass"}
    assert game.may(LetSupplyPass) == []


@pytest.mark.rule("EIA-10.1.1-immune")
def test_in_the_open_they_are_no_target() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=5),
        corps("F II", FR, "Toledo", infantry=5),
        corps("S I", SP, "Toledo", infantry=5),
        guerillas("Madrid", 4),
    )
    assert "EIA-10.1.1-immune" in game.why_not(Attack(MADRID))
    game.play(Attack(TOLEDO))


@pytest.mark.rule("EIA-10.1.1-not-compelled")
def test_they_need_not_attack_nor_join() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=5), corps("S I", SP, "Madrid", infantry=5), guerillas("Madrid", 4))
    attack(game, "Madrid")
    assert game.questions == [(SP, ("JoinFight",))]
    game.play(Pass())
    assert game[Force][force_id("battle-0001", "defender")].started == 5


@pytest.mark.rule("EIA-10.1.1-may-attack")
def test_some_of_them_join_an_attack_of_their_friends() -> None:
    game = ready(
        corps("S I", SP, "Madrid", infantry=5), corps("F I", FR, "Madrid", infantry=5), guerillas("Madrid", 4), side=SP
    )
    attack(game, "Madrid")
    game.play(JoinFight(3))
    assert game[Force][force_id("battle-0001", "attacker")].started == 8


@pytest.mark.rule("EIA-10.1.1-may-attack", "BASE-7.5.3-trivial")
def test_alone_they_make_a_trivial_combat() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=2), guerillas("Madrid", 4), side=SP, dice=(6, 1) * 3)
    game.play(AttackWithGuerillas(MADRID, 4))
    assert game[Battle]["battle-0001"].kind == "trivial"


# --- going


@pytest.mark.rule("EIA-10.1.1-removal")
def test_they_go_home_when_no_enemy_is_left_in_unceded_spain() -> None:
    game = spanish_guerillas(
        corps("F I", FR, "Bayonne", infantry=5), guerillas("Madrid", 2), guerillas("Toledo", 0, inside=3)
    )
    assert not len(game[Guerillas])


@pytest.mark.rule("EIA-10.1.1-removal")
def test_a_besieged_enemy_factor_keeps_them_in_the_field() -> None:
    siege = Siege(SiegeId("barcelona"), area("Barcelona"), SP)
    game = spanish_guerillas(garrison(FR, "Barcelona", infantry=1), siege, guerillas("Madrid", 2))
    assert in_the_open(game, "madrid") == 2
