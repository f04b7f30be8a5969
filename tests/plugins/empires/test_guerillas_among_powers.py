"""10.1.1 with more than two sides: whom guerillas fight, who hunts them, what they do to depots."""

from __future__ import annotations

import pytest

from sandtable.engine import Row
from sandtable.testing import Play
from sandtable_empires.campaign.combined import JoinAttack
from sandtable_empires.combat.attack import Attack
from sandtable_empires.disputes import NameClaimant
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.irregulars.besieged_guerillas import JoinStorm
from sandtable_empires.irregulars.guerilla_moves import AttackWithGuerillas, JoinFight, RazeDepot
from sandtable_empires.irregulars.hunting import HuntGuerillas
from sandtable_empires.land.attempts import Sortie
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.model import CorpsId, Depot, ProvinceId
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    PR,
    RU,
    SP,
    Piece,
    alliance,
    area,
    combined_movement,
    corps,
    depot,
    garrison,
    guerillas,
    leader,
    position,
    siege,
    war,
)  # fmt: skip

MADRID = area("Madrid")
BANDS = guerillas("Madrid", 3)
FRENCH, AUSTRIANS = corps("F I", FR, "Madrid", infantry=8), corps("A I", AU, "Madrid", infantry=8)


def battle(*pieces: Piece, at: str = FR) -> Play:
    game = position(BANDS, FRENCH, AUSTRIANS, war(FR, AU), *pieces, at=f"{at}: land_combat")
    game.play(Attack(MADRID))
    return game


def kinds(game: Play, side: str) -> set[str]:
    return {kind for asked, kinds in game.questions if asked == side for kind in kinds}


# --- in a combat


@pytest.mark.rule("EIA-10.1.1-not-compelled")
def test_guerillas_do_not_fight_a_power_with_whom_spain_is_at_peace() -> None:
    """Austria is Spain's ally and defends; France attacks it, but not Spain."""
    game = battle(alliance(AU, SP))
    assert kinds(game, SP) == set()


@pytest.mark.rule("EIA-10.1.1-not-compelled")
def test_they_do_fight_one_with_whom_spain_is_at_war() -> None:
    game = battle(alliance(AU, SP), war(SP, FR))
    assert kinds(game, SP) == {"JoinFight"}
    game.play(JoinFight(3), side=SP)
    assert kinds(game, SP) == set()


@pytest.mark.rule("EIA-10.1.1-not-compelled")
@pytest.mark.parametrize("wars", [[], war(SP, FR)])
def test_spain_allied_to_both_sides_is_asked_for_neither(wars: list[Row]) -> None:
    """Allied to both, Spain fights neither; even at war with France it does not fight for it as well."""
    game = battle(alliance(AU, SP), alliance(FR, SP), *wars)
    if wars:
        game.play(JoinFight(2), side=SP)
    assert kinds(game, SP) == set()


@pytest.mark.rule("EIA-10.1.1-not-compelled")
def test_one_neutral_among_the_enemies_keeps_them_out() -> None:
    """Russia attacks with France and is at peace with Spain: the guerillas would fight it too."""
    allies = combined_movement(FR, RU), alliance(FR, RU), war(RU, AU), corps("R I", RU, "Madrid", infantry=5)
    game = battle(alliance(AU, SP), war(SP, FR), *allies)
    game.play(JoinAttack((CorpsId("R I"),)), side=RU)
    assert kinds(game, SP) == set()


# --- in a storm


def besieged_saragossa(*pieces: Piece) -> Play:
    """Austrians are besieged in Saragossa by the French; guerillas are in the open."""
    return position(
        guerillas("Saragossa", 3), garrison(AU, "Saragossa", infantry=4), corps("F I", FR, "Saragossa", infantry=6),
        siege(FR, "Saragossa"), war(FR, AU), alliance(AU, SP), *pieces, at="Austria: land_combat", dice=(3, 3) * 3,
    )  # fmt: skip


@pytest.mark.rule("BASE-10.1.1-storms")
@pytest.mark.parametrize(("wars", "asked"), [((), ""), (war(SP, FR), "JoinStorm")])
def test_they_join_the_sortie_of_an_ally_only_against_an_enemy(wars: Piece, asked: str) -> None:
    game = besieged_saragossa(wars)
    game.play(Sortie(area("Saragossa")))
    assert kinds(game, SP) == ({asked} if asked else set())
    if asked:
        game.play(JoinStorm(3), side=SP)


@pytest.mark.rule("EIA-10.1.1-siege-with-corps")
@pytest.mark.parametrize(("wars", "factors"), [([], 0), (war(SP, AU), 3)])
def test_they_besiege_with_an_ally_only_whom_spain_fights(wars: list[Row], factors: int) -> None:
    game = position(
        guerillas("Saragossa", 3), garrison(AU, "Saragossa", infantry=4), corps("F I", FR, "Saragossa", infantry=6),
        siege(FR, "Saragossa"), war(FR, AU), alliance(FR, SP), *wars, at="France: land_combat",
    )  # fmt: skip
    there = game.game.hooks(SiegeHooks).besiegers(game.game, area("Saragossa"), FR)
    assert sum(one.contingent.factors for one in there if one.side == SP) == factors


@pytest.mark.rule("BASE-4.9-storm")
def test_a_partner_at_peace_with_those_who_help_the_defender_stays_out() -> None:
    """Russia is with France against Austria, whose depot Britain guards as well: with Britain it is at peace."""
    game = position(
        war(FR, AU, GB), war(RU, AU), alliance(FR, RU), alliance(AU, GB), combined_movement(FR, RU),
        corps("F I", FR, "Prague", infantry=9), corps("R I", RU, "Prague", infantry=9),
        depot(AU, "Prague"), garrison(AU, "Prague", "depot", infantry=2), garrison(GB, "Prague", "depot", infantry=1),
        at="France: land_combat", dice=(3, 3) * 3,
    )  # fmt: skip
    game.play(RaidDepot(area("Prague")))
    while game.questions and kinds(game, AU) == {"NameClaimant"}:
        game.play(NameClaimant(AU), side=AU)
        game.play(NameClaimant(AU), side=GB)
    assert kinds(game, RU) == set()


# --- hunting


CASTILE = ProvinceId("new-castile")
TOGETHER = alliance(FR, RU), combined_movement(FR, RU), BANDS, corps("R I", RU, "Madrid", infantry=5)


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers", "EIA-10.1.1-anti-op-eligibility")
@pytest.mark.parametrize(("ruling", "added"), [("those at war", False), ("all of them", True)])
def test_whether_a_partner_at_peace_adds_to_a_hunt_is_a_ruling(ruling: str, added: bool) -> None:
    """Russia moves with France, which alone is at war with Spain; a second corps would add 1."""
    rulings = {"hunting": {"partners": ruling}}
    game = position(war(SP, FR), *TOGETHER, FRENCH, at="France: guerilla", dice=[4], parameters=rulings)
    game.play(HuntGuerillas(CASTILE))
    assert any("2 corps" in line for line in game.log) == added


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers")
@pytest.mark.parametrize(("ruling", "allowed"), [("those at war", False), ("all of them", True)])
def test_a_partner_at_peace_does_not_hunt_for_him_who_has_no_corps_there(ruling: str, allowed: bool) -> None:
    elsewhere = corps("F II", FR, "Burgos", infantry=3), guerillas("Burgos", 1)
    rulings = {"hunting": {"partners": ruling}}
    game = position(war(SP, FR), *TOGETHER, *elsewhere, at="France: guerilla", parameters=rulings)
    assert game.why_not(HuntGuerillas(CASTILE)) == (set() if allowed else {"EIA-10.1.1-anti-op-eligibility"})


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers")
def test_partners_at_war_hunt_as_one() -> None:
    game = position(war(SP, FR, RU), *TOGETHER, FRENCH, at="France: guerilla", dice=[4])
    game.play(HuntGuerillas(CASTILE))
    assert any("2 corps" in line for line in game.log)


# --- depots

BUSY = war(SP, PR), corps("S I", SP, "Barcelona", infantry=5), garrison(PR, "Barcelona", infantry=1)
"""Spain could begin a siege: its Land Combat Step is not passed over."""


@pytest.mark.rule("BASE-10.1.1-bare-depot")
def test_guerillas_destroy_a_depot_that_nobody_guards() -> None:
    game = position(war(SP, FR), BANDS, depot(FR, "Madrid"), at="Spain: land_combat")
    game.play(RazeDepot(depot(FR, "Madrid").id))
    assert not len(game[Depot])


NOT_BARE = {"BASE-10.1.1-bare-depot"}
GUARDED: list[tuple[tuple[Piece, ...], set[str]]] = [
    ((), NOT_BARE),  # it is no enemy's
    ((war(SP, FR), garrison(FR, "Madrid", "depot", infantry=1)), NOT_BARE),
    ((war(SP, FR), corps("F I", FR, "Madrid", infantry=1)), NOT_BARE),
    ((war(SP, FR), leader("Joseph", FR, None)), set()),
]


@pytest.mark.rule("BASE-10.1.1-bare-depot")
@pytest.mark.parametrize(("pieces", "why"), GUARDED)
def test_but_none_that_is_guarded_or_no_enemys(pieces: tuple[Piece, ...], why: set[str]) -> None:
    game = position(*BUSY, BANDS, depot(FR, "Madrid"), *pieces, at="Spain: land_combat")
    assert game.why_not(RazeDepot(depot(FR, "Madrid").id)) == why


@pytest.mark.rule("BASE-10.1.1-bare-depot")
def test_or_they_pass_them_by_where_the_ruling_says_so() -> None:
    rulings = {"guerilla_moves": {"bare_depots": "are safe"}}
    game = position(war(SP, FR), *BUSY, BANDS, depot(FR, "Madrid"), at="Spain: land_combat", parameters=rulings)
    assert game.why_not(RazeDepot(depot(FR, "Madrid").id)) == {"BASE-10.1.1-bare-depot"}
    assert "BASE-10.1.1-attack-alone" in game.why_not(AttackWithGuerillas(MADRID, 1))
