"""Wars of more than two sides: who fights beside whom, who besieges, who is besieged, who takes the prisoners."""

from __future__ import annotations

import pytest

from sandtable_empires.campaign.combined import JoinAttack
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.reinforcing import Reinforce
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.land.supply import DrawSupply
from sandtable_empires.land.surrender import Surrender
from sandtable_empires.march import March
from sandtable_empires.model import (
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Garrison,
    Prisoners,
    corps_of,
    is_besieged,
    unbesieged_foes,
)
from sandtable_empires.testing import (
    ATTACKER,
    AU,
    DEFENDER,
    FR,
    GB,
    PR,
    RU,
    Piece,
    alliance,
    area,
    choose_chits,
    combined_movement,
    corps,
    depot,
    garrison,
    holdings,
    leader,
    position,
    siege,
    war,
)  # fmt: skip

VIENNA, PRAGUE = area("Vienna"), area("Prague")


# --- one area, several powers


@pytest.mark.rule("BASE-7.5-open-enemies", "BASE-7.5-must-attack")
def test_allies_fight_together_and_a_neutral_beside_them_is_left_alone() -> None:
    """Prussia is allied to both France and Austria, and at war with neither."""
    game = position(
        war(FR, AU, RU), alliance(AU, RU), alliance(PR, FR), alliance(PR, AU), corps("F I", FR, "Vienna", infantry=9),
        corps("A I", AU, "Vienna", infantry=5), corps("R I", RU, "Vienna", infantry=5),
        corps("P I", PR, "Vienna", infantry=5), at="France: land_combat",
    )  # fmt: skip
    game.play(Attack(VIENNA))
    assert [one.id for one in corps_of(game.game, DEFENDER)] == ["A I", "R I"]
    assert PR not in {side for side, _ in game.questions}


@pytest.mark.rule("BASE-7.5-open-enemies")
def test_an_ally_at_war_with_somebody_else_is_no_target() -> None:
    """Austria and Russia stand together; France is at war with Austria alone, Russia with Prussia alone."""
    game = position(
        war(FR, AU), war(RU, PR), alliance(AU, RU), corps("F I", FR, "Vienna", infantry=9),
        corps("A I", AU, "Vienna", infantry=5), corps("R I", RU, "Vienna", infantry=5), at="France: land_combat",
    )  # fmt: skip
    game.play(Attack(VIENNA))
    assert [one.id for one in corps_of(game.game, DEFENDER)] == ["A I"]


@pytest.mark.rule("BASE-4.9-attack")
@pytest.mark.parametrize(("quarrel", "asked"), [((), {PR}), (war(PR, RU), set[str]())])
def test_partners_of_one_power_who_are_at_war_do_not_attack_side_by_side(quarrel: Piece, asked: set[str]) -> None:
    """Both Prussia and Russia move with France, against Austria."""
    game = position(
        war(AU, FR, PR, RU), alliance(FR, PR), alliance(FR, RU), combined_movement(FR, PR), combined_movement(FR, RU),
        quarrel,        corps("F I", FR, "Vienna", infantry=9), corps("P I", PR, "Vienna", infantry=5),
        corps("R I", RU, "Vienna", infantry=5), corps("A I", AU, "Vienna", infantry=9), at="France: land_combat",
    )  # fmt: skip
    game.play(Attack(VIENNA))
    game.play(JoinAttack((CorpsId("P I"),)), side=PR)
    joined = {one.side for one in corps_of(game.game, ATTACKER)}
    assert joined == {FR, PR}
    assert ({side for side, _ in game.questions} == {RU}) == bool(asked)


@pytest.mark.rule("BASE-7.5.2-reinforce-powers")
@pytest.mark.parametrize(("wars", "comes"), [(war(RU, FR, PR), True), (war(RU, FR), False)])
def test_an_ally_comes_to_help_only_against_enemies_of_his(wars: Piece, comes: bool) -> None:
    """France and Prussia attack Austria; Russia next door is Austria's ally."""
    game = position(
        war(AU, FR, PR), alliance(FR, PR), combined_movement(FR, PR), alliance(AU, RU), wars,
        corps("F I", FR, "Vienna", infantry=9), corps("P I", PR, "Vienna", infantry=9), leader("Davout", FR, "F I"),
        corps("A I", AU, "Vienna", infantry=18), corps("R I", RU, "Linz", infantry=9),
        at="France: land_combat", dice=(1,) * 60,
    )  # fmt: skip
    game.play(Attack(VIENNA))
    game.play(JoinAttack((CorpsId("P I"),)), side=PR)
    choose_chits(game, "probe", "defend")
    for _ in range(6):
        offers = game.referee.offers()
        if not offers or offers[0].kind is Reinforce or game.game.frame.depth == 1:
            break
        game.play(next(iter(offers[0].actions())), side=offers[0].side)
    assert any((side, kinds[:1]) == (RU, ("Reinforce",)) for side, kinds in game.questions) == comes


# --- sieges

INSIDE = garrison(AU, "Prague", infantry=5), siege(FR, "Prague"), corps("F I", FR, "Prague", infantry=9)


@pytest.mark.rule("BASE-4.9-siege", "BASE-7.5-besiegers")
@pytest.mark.parametrize(("wars", "besiegers"), [((), [FR]), (war(RU, AU), [FR, RU])])
def test_a_partner_besieges_only_those_with_whom_he_is_at_war(wars: Piece, besiegers: list[str]) -> None:
    game = position(
        war(FR, AU), wars, alliance(FR, RU), combined_movement(FR, RU), *INSIDE, corps("R I", RU, "Prague", infantry=5),
        at="France: land_combat",
    )  # fmt: skip
    assert [one.side for one in game.game.hooks(SiegeHooks).besiegers(game.game, PRAGUE, FR)] == besiegers


@pytest.mark.rule("BASE-7.5-siege-left")
def test_and_does_not_keep_up_a_siege_that_the_other_leaves() -> None:
    game = position(
        war(FR, AU), alliance(FR, RU), combined_movement(FR, RU), *INSIDE, corps("R I", RU, "Prague", infantry=5),
        at="France: land_movement",
    )  # fmt: skip
    game.play(March(CorpsId("F I"), (area("Budweis"),)))
    assert any("siege of Prague is over" in line for line in game.log)


@pytest.mark.rule("BASE-7.3-besieged", "BASE-7.5-surrender", "BASE-7.4-besieged-who")
@pytest.mark.parametrize(("wars", "shut"), [((), False), (war(RU, FR), True)])
def test_a_power_at_peace_with_the_besieger_is_not_besieged(wars: Piece, shut: bool) -> None:
    """A Russian corps is in Prague with Austrians whom France besieges."""
    russians = corps("R I", RU, "Prague", infantry=5, inside=True)
    pieces = war(FR, AU), wars, alliance(AU, RU), *INSIDE, russians, corps("R II", RU, "Linz", infantry=5)
    game = position(*pieces, at="Russia: land_movement", dice=(1,) * 3)
    assert is_besieged(game.game, game[Corps]["R I"]) == shut
    assert ("BASE-7.3-besieged" in game.why_not(March(CorpsId("R I"), (area("Budweis"),)))) == shut
    hungry = {one.side for one in game.game.hooks(SiegeHooks).hungry(game.game, PRAGUE)}
    assert hungry == ({AU, RU} if shut else {AU})
    combat = position(*pieces, garrison(AU, "Linz", infantry=1), at="Austria: land_combat")
    assert combat.why_not(Surrender(PRAGUE)) == set()
    assert bool(unbesieged_foes(game.game, PRAGUE, FR)) == (not shut and bool(wars))


# --- prisoners


@pytest.mark.rule("BASE-7.5.2-no-retreat")
def test_an_enemy_who_stood_by_takes_no_prisoners() -> None:
    """Britain is at war with Austria too and stands in Vienna, Prussians all around; France alone has fought."""
    ring = [corps(f"P {place}", PR, place, infantry=1) for place in ("graz", "krems", "linz", "pressburg", "raab")]
    game = position(
        war(AU, FR, GB, PR), holdings(FR, "Vienna"), corps("F I", FR, "Vienna", infantry=18),
        corps("A I", AU, "Vienna", militia=14), leader("Davout", FR, "F I", tactical=5),
        corps("B I", GB, "Vienna", infantry=5), *ring,
        at="France: land_combat", dice=(6, 1) * 4 + (6,) * 9,
    )  # fmt: skip
    game.play(Attack(VIENNA))
    choose_chits(game, "assault", "defend")
    for _ in range(4):  # both name their losses, in two rounds
        (offer,) = game.referee.offers()
        game.play(next(iter(offer.actions())), side=offer.side)
    assert {one.captor for one in game[Prisoners]} == {FR}


# --- supply


@pytest.mark.rule("BASE-7.4-allied-depots")
@pytest.mark.parametrize(("relation", "allowed"), [(alliance(AU, RU), True), ((), False)])
def test_depots_serve_allies_and_nobody_else(relation: Piece, allowed: bool) -> None:
    """A Russian corps in Vienna: the Austrian depot there, at a source of supply, is near."""
    game = position(
        war(FR, RU, AU), relation, depot(AU, "Vienna"), corps("R I", RU, "Vienna", infantry=5), at="Russia: supply"
    )
    why = game.why_not(DrawSupply(CorpsId("R I"), DepotId("Austria depot vienna")))
    assert (why == set()) == allowed


@pytest.mark.rule("BASE-7.4-kept-open", "BASE-7.4-enemy-cuts")
def test_a_power_allied_to_both_sides_cuts_nobodys_supply() -> None:
    game = position(
        war(FR, AU), alliance(PR, FR), alliance(PR, AU), depot(AU, "Vienna"), corps("A I", AU, "Linz", infantry=5),
        corps("P I", PR, "Vienna", infantry=5), corps("P II", PR, "Linz", infantry=5), at="Austria: supply",
    )  # fmt: skip
    assert game.why_not(DrawSupply(CorpsId("A I"), DepotId("Austria depot vienna"))) == set()


@pytest.mark.rule("BASE-7.4-raid-taken")
@pytest.mark.parametrize("friend", [True, False])
def test_a_depot_that_somebody_at_peace_keeps_is_not_destroyed(friend: bool) -> None:
    """Russia is allied to Austria and at peace with France: its garrison at Austria's depot is left alone."""
    stays = (alliance(AU, RU), garrison(RU, "Prague", "depot", infantry=1)) if friend else ()
    game = position(
        war(FR, AU), *stays, depot(AU, "Prague"), garrison(AU, "Prague", "depot", infantry=1),
        corps("F I", FR, "Prague", infantry=20), at="France: land_combat", dice=(6, 1) * 3,
    )  # fmt: skip
    game.play(RaidDepot(PRAGUE))
    guards = [one.side for one in game[Garrison].where("area", PRAGUE) if one.place == "depot"]
    assert (guards, [one.area for one in game[Depot]]) == (([RU], [PRAGUE]) if friend else ([], []))
