"""4.9: combined movement: declared by allies for a turn, in attacks, sieges, storms and raids."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine import Pass, Row, SideId
from sandtable.testing import Play
from sandtable_empires.campaign.agreements import Agree, MoveTogether
from sandtable_empires.campaign.combined import JoinAttack, StormTogether
from sandtable_empires.combat.attack import Attack
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.attempts import Assault
from sandtable_empires.land.raids import RaidDepot
from sandtable_empires.leaders.appointing import NamePower
from sandtable_empires.march import March
from sandtable_empires.model import (
    BRITAIN,
    SPAIN,
    Combined,
    CorpsId,
    Depot,
    DepotId,
    Province,
    Siege,
    SiegeId,
    corps_of,
    partners,
)  # fmt: skip
from sandtable_empires.testing import ATTACKER, FR, GB, SP, alter, area, choose_chits, corps, garrison, iberia, position

MADRID, TOLEDO = area("Madrid"), area("Toledo")
TOGETHER = Combined("against France", (BRITAIN, SPAIN))
ALLIES = corps("B I", GB, "Toledo", infantry=5), corps("S I", SP, "Toledo", infantry=5)


def at(step: str, *pieces: Row, dice: tuple[int, ...] = ()) -> Play:
    return position(alter(Province, guerilla=None), *pieces, land=iberia, at=step, dice=dice)


def combat(*pieces: Row, side: SideId = SP, dice: tuple[int, ...] = ()) -> Play:
    return at(f"{side}: land_combat", *pieces, dice=dice)


# --- declaring it


@pytest.mark.parametrize("agrees", [True, False])
def test_an_ally_agrees_for_the_next_turn_or_does_not(agrees: bool) -> None:
    game = at(f"{SP}: depots", *ALLIES, corps("F I", FR, "Bayonne", infantry=1))
    game.play(MoveTogether(GB))
    assert game.questions == [(GB, ("Agree",))]
    game.play(Agree() if agrees else Pass(), side=GB)
    assert [(one.nations, one.turn) for one in game[Combined]] == ([((BRITAIN, SPAIN), 2)] if agrees else [])
    assert (partners(game.game, SP), partners(game.game, SP, 1)) == (frozenset(), frozenset([GB] if agrees else []))
    assert "BASE-4.9-declared" in game.why_not(MoveTogether(GB))


@pytest.mark.rule("BASE-4.9-declared")
def test_who_is_no_ally_is_not_asked() -> None:
    game = at(f"{SP}: depots", *ALLIES, corps("F I", FR, "Bayonne", infantry=1))
    assert game.why_not(MoveTogether(FR)) == {"BASE-4.9-declared"}
    assert [act.ally for act in game.may(MoveTogether)] == [GB]


@pytest.mark.rule("BASE-4.9-over")
@pytest.mark.parametrize(("turn", "left"), [(1, 0), (2, 1), (0, 1)])
def test_with_the_turn_it_is_over_unless_the_campaign_says_otherwise(turn: int, left: int) -> None:
    game = at("time_record_step", replace(TOGETHER, turn=turn), corps("S I", SP, "Cadiz", infantry=1))
    assert len(game[Combined]) == left


# --- attacks


@pytest.mark.rule("BASE-4.9-combined")
@pytest.mark.parametrize("pieces", [(), (TOGETHER,)])
def test_only_those_who_move_together_attack_together(pieces: tuple[Row, ...]) -> None:
    game = combat(*ALLIES, corps("F I", FR, "Toledo", infantry=5), *pieces)
    game.play(Attack(TOLEDO))
    if pieces:
        assert game.questions == [(GB, ("JoinAttack",))]
        game.play(JoinAttack((CorpsId("B I"),)), side=GB)
    engaged = [one.id for one in corps_of(game.game, ATTACKER)]
    assert engaged == (["B I", "S I"] if pieces else ["S I"])


def test_a_partner_may_stay_out() -> None:
    game = combat(*ALLIES, corps("F I", FR, "Toledo", infantry=5), TOGETHER)
    game.play(Attack(TOLEDO))
    game.play(Pass(), side=GB)
    assert [one.id for one in corps_of(game.game, ATTACKER)] == ["S I"]


def test_who_has_attacked_with_a_partner_need_not_again() -> None:
    """The mark of a combat in Spain's step is put on the British corps: in its own step nothing is due."""
    pieces = (*ALLIES, corps("F I", FR, "Toledo", infantry=5), TOGETHER)
    game = combat(*pieces, side=SP)
    game.play(Attack(TOLEDO))
    game.play(JoinAttack((CorpsId("B I"),)), side=GB)
    hooks = game.game.hooks(CombatHooks)
    assert hooks.must_attack(game.game, GB) == [TOLEDO]  # nothing has been fought yet
    for side in (GB, SP):
        game.play(NamePower(SP), side=side)
    game.script(*(3,) * 8)
    choose_chits(game, "probe", "defend")
    assert hooks.must_attack(game.game, GB) == []


# --- sieges and storms

FRENCH = garrison(FR, "Toledo", infantry=4)


def siege(side: SideId) -> Siege:
    return Siege(SiegeId(TOLEDO), TOLEDO, side)


def test_they_besiege_together() -> None:
    game = combat(*ALLIES, FRENCH, siege(SP), TOGETHER)
    there = game.game.hooks(SiegeHooks).besiegers(game.game, TOLEDO, SP)
    assert [one.side for one in there] == [SP, GB]


@pytest.mark.parametrize(("pieces", "side"), [((TOGETHER,), GB), ((), None)])
def test_a_partner_keeps_a_siege_up_that_the_other_leaves(pieces: tuple[Row, ...], side: SideId | None) -> None:
    game = at(f"{SP}: land_movement", *ALLIES, FRENCH, siege(SP), *pieces)
    game.play(March(CorpsId("S I"), (MADRID,)))
    row = game[Siege].get(TOLEDO)
    assert (row.side if row else None) == side


@pytest.mark.rule("BASE-4.9-storm")
@pytest.mark.parametrize(("joins", "factors"), [(True, 10), (False, 5)])
def test_a_partner_may_join_an_assault(joins: bool, factors: int) -> None:
    game = combat(*ALLIES, FRENCH, siege(SP), TOGETHER, dice=(3, 3) * 3)
    game.play(Assault(SiegeId(TOLEDO)))
    assert game.questions == [(GB, ("StormTogether",))]
    game.play(StormTogether() if joins else Pass(), side=GB)
    assert any(f"{SP} fires {factors} factors" in line for line in game.log)


def test_and_a_raid() -> None:
    depot = Depot(DepotId("France depot toledo"), FR, TOLEDO), garrison(FR, "Toledo", "depot", infantry=9)
    game = combat(*ALLIES, *depot, TOGETHER, dice=(3, 3) * 3)
    game.play(RaidDepot(TOLEDO))
    game.play(StormTogether(), side=GB)
    assert any(f"{SP} fires 10 factors" in line for line in game.log)
