"""10.1.1: hunting guerillas alone and together, and what a Land Combat Step does to the hunters."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.engine import Ask, Game, Row, SideId
from sandtable.testing import Play
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.combat.reinforcing import Reinforce
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.irregulars.hunting import HuntGuerillas, available
from sandtable_empires.land.attempts import Assault
from sandtable_empires.model import (
    BRITAIN,
    FRANCE,
    SPAIN,
    Alliance,
    Combined,
    CorpsId,
    ProvinceId,
    Siege,
    SiegeId,
    War,
    fought_this_turn,
)
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    area,
    attack,
    choose_chits,
    corps,
    garrison,
    guerillas,
    iberia,
    position,
    war,
)
from tests.plugins.empires.fights import ready

NEW_CASTILE, ARAGON = ProvinceId("new-castile"), ProvinceId("aragon")
TOGETHER = Combined("against Spain", (FRANCE, BRITAIN))


@cache
def land_of_two_invaders() -> tuple[Row, ...]:
    """Return Iberia with Great Britain as an enemy of Spain and a friend of France."""
    return (*(row for row in iberia() if not isinstance(row, War | Alliance)), *war(SP, FR, GB))


def two_invaders(*pieces: Row, at: str = f"{FR}: guerilla", dice: tuple[int, ...] = ()) -> Play:
    """One French corps in Madrid, one British in Toledo, guerillas in Cuenca and Teruel; New Castile's value is 4."""
    forces = corps("F I", FR, "Madrid", infantry=5), corps("B I", GB, "Toledo", infantry=5)
    pieces = (*forces, guerillas("Cuenca", 2), guerillas("Teruel", 1), *pieces)
    return position(*pieces, land=land_of_two_invaders, at=at, dice=dice)


def guerillas_left(game: Play, area: str = "cuenca") -> int:
    row = game[Guerillas].get(area)
    return row.factors if row else 0


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers")
@pytest.mark.parametrize(("pieces", "gone"), [((TOGETHER,), True), ((), False)])
def test_the_corps_of_powers_that_move_together_are_pooled(pieces: tuple[Row, ...], gone: bool) -> None:
    """A 4 against a value of 4: one French and one British corps add 1 when both powers count as one."""
    game = two_invaders(*pieces, dice=(4,))
    game.play(HuntGuerillas(NEW_CASTILE))
    assert (guerillas_left(game) == 0) == gone


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers")
def test_they_need_no_corps_of_their_own_there() -> None:
    """In Great Britain's step the French corps in Aragon hunts for both."""
    alone = two_invaders(corps("F II", FR, "Saragossa", infantry=5), at=f"{GB}: guerilla")
    assert "EIA-10.1.1-anti-op-eligibility" in alone.why_not(HuntGuerillas(ARAGON))
    both = two_invaders(TOGETHER, corps("F II", FR, "Saragossa", infantry=5), at=f"{GB}: guerilla", dice=(5,))
    both.play(HuntGuerillas(ARAGON))
    assert guerillas_left(both, "teruel") == 0


@pytest.mark.rule("EIA-10.1.1-anti-op-combined-powers", "EIA-10.1.1-anti-op-each-power")
@pytest.mark.parametrize(("pieces", "again"), [((TOGETHER,), False), ((), True)])
def test_one_roll_in_a_province_for_all_who_move_together(pieces: tuple[Row, ...], again: bool) -> None:
    """Otherwise each power tries once, in its own step, and the other's corps do not help it."""
    game = two_invaders(*pieces, corps("B II", GB, "Saragossa", infantry=5), dice=(1,) * 20)
    game.play(HuntGuerillas(NEW_CASTILE))
    game.until(f"{GB}: guerilla")
    assert game.why_not(HuntGuerillas(NEW_CASTILE)) == (set() if again else {"EIA-10.1.1-anti-op-each-power"})
    assert not game.why_not(HuntGuerillas(ARAGON))


@pytest.mark.rule("EIA-10.1.1-anti-op-each-power")
def test_who_was_there_in_another_powers_step_is_not_its_own_hunter() -> None:
    """France's two corps throw for France alone; Great Britain's one corps has no help from them: 4 is not above 4."""
    game = two_invaders(corps("F II", FR, "Madrid", infantry=5), at=f"{GB}: guerilla", dice=(4,))
    game.play(HuntGuerillas(NEW_CASTILE))
    assert guerillas_left(game) == 2


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility")
def test_a_corps_that_fought_in_the_step_of_a_partner_does_not_help() -> None:
    """The French corps fights in France's step; in Great Britain's only the British one is left to hunt."""
    enemy = corps("S I", SP, "Madrid", infantry=1)
    game = two_invaders(TOGETHER, enemy, at=f"{FR}: land_combat", dice=(6, *(1,) * 20))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    game.until(f"{GB}: guerilla")
    assert [one.id for one in available(game.game, NEW_CASTILE, GB)] == ["B I"]


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility")
def test_only_combats_of_the_powers_own_step_count() -> None:
    """Attacked in Spain's step the French corps has fought in that one, not in France's."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("S I", SP, "Madrid", infantry=5), side=SP, dice=(6, 6) * 3
    )
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert (fought_this_turn(game.game, "F I", SP), fought_this_turn(game.game, "F I", FR)) == (True, False)


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility", "BASE-7.5.2-has-fought")
@pytest.mark.parametrize(("die", "has_fought"), [(1, False), (2, True)])
def test_an_enemy_who_withdraws_has_not_been_fought(die: int, has_fought: bool) -> None:
    """A Spanish corps, strategic 1, gets away on a 1: F I may still hunt; on a 2 it must be fought."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("S I", SP, "Madrid", infantry=5), dice=(die, 6, 6, 6, 6, 6, 6)
    )  # fmt: skip
    attack(game, "Madrid")
    assert not fought_this_turn(game.game, "F I", FR)
    choose_chits(game, "assault", "withdraw")
    assert fought_this_turn(game.game, "F I", FR) == has_fought


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility")
def test_a_corps_that_has_reinforced_has_fought() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=20), corps("F II", FR, "Toledo", infantry=5),
        corps("S I", SP, "Madrid", infantry=20), dice=(1, 1, 1, 1, 1, 1, 1),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    game.until(Reinforce)
    assert not fought_this_turn(game.game, "F II", FR)
    game.play(Reinforce((CorpsId("F II"),)))
    assert fought_this_turn(game.game, "F II", FR)


@pytest.mark.rule("EIA-10.1.1-anti-op-eligibility")
def test_a_corps_that_has_stormed_a_city_has_fought() -> None:
    """Even when the city has fallen, and the corps besieges it no longer."""
    siege = Siege(SiegeId("saragossa"), area("Saragossa"), FR, breached=True)
    game = ready(
        corps("F I", FR, "Saragossa", infantry=20), garrison(SP, "Saragossa", infantry=1), siege, dice=(6, 1, 6, 1)
    )
    game.play(Assault(SiegeId("saragossa")))
    assert fought_this_turn(game.game, "F I", FR)


@pytest.mark.rule("EIA-10.1.1-anti-op-roll")
def test_the_hunt_says_how_it_came_to_its_number() -> None:
    game = two_invaders(corps("F II", FR, "Madrid", infantry=5), dice=(4,))
    game.play(HuntGuerillas(NEW_CASTILE))
    assert any("New Castile" in line and "5" in line and "against 4" in line for line in game.log)


@pytest.mark.rule("BASE-7.0-combined")
def test_those_who_move_together_move_at_the_place_of_the_last() -> None:
    def keep_together(game: Game, order: tuple[SideId, ...]) -> tuple[SideId, ...] | None:
        return game.hooks(MovementHooks).keep_together(game, order)

    apart = position(corps("F I", FR, "Madrid", infantry=5), land=land_of_two_invaders, dice=()).game
    assert keep_together(apart, (FR, SP, GB)) == (FR, SP, GB)
    game = position(TOGETHER, corps("F I", FR, "Madrid", infantry=5), land=land_of_two_invaders, dice=()).game
    assert keep_together(game, (FR, SP, GB)) == (SP, FR, GB)
    assert keep_together(game, (GB, FR, SP)) == (GB, FR, SP)


@pytest.mark.rule("BASE-7.0-combined")
def test_france_takes_its_partner_along() -> None:
    """France first, Spain second, Great Britain third would part them: Spain moves first."""
    pieces = (
        corps("F I", FR, "Bayonne", infantry=5),
        corps("B I", GB, "Lisbon", infantry=5),
        corps("S I", SP, "Cadiz", infantry=5),
    )
    sides = Combined("against Spain", (FRANCE, SPAIN))
    game = position(sides, *pieces, land=iberia, dice=())
    game.play(TakePlace(1))
    assert game.questions[0][0] == GB
    assert game[Combined].where("nations", SPAIN)


def test_who_is_not_at_war_with_spain_does_not_hunt() -> None:
    game = position(
        corps("B I", GB, "Toledo", infantry=5),
        corps("F I", FR, "Bayonne", infantry=1),
        guerillas("Cuenca", 2),
        land=iberia,
        at=f"{GB}: guerilla",
        dice=(),
    )
    assert game.at != f"{GB}: guerilla"  # nothing is to be decided there
    ask = Ask(GB, (HuntGuerillas,), "who hunts", "EIA-10.1.1-hunt")
    verdict = game.game.verdict(HuntGuerillas(NEW_CASTILE), ask)
    assert "Great Britain is not at war with Spain" in str(verdict)
