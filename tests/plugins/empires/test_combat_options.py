"""Options of combat: 12.3.4, 12.3.6, 12.3.10, 12.7."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from sandtable.engine import Choices, Due, Pass, Refused, Row
from sandtable.engine.referee.changes import impact
from sandtable.testing import Play
from sandtable_empires.combat.bearing import BearLosses, Burden
from sandtable_empires.combat.sharing import ApportionLosses
from sandtable_empires.model import AUSTRIA, BRITAIN, RUSSIA, SPAIN, Battle, Corps, Leader, Nation, NationId
from sandtable_empires.options.guard_commitment import HELD_BACK, CommitGuard
from sandtable_empires.options.overwhelming_numbers import SlipAway
from sandtable_empires.options.proportional_land_losses import NameNation
from sandtable_empires.testing import FR, GB, SP, attack, choose_chits, corps, leader
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready

FRENCH = NationId("France")
GUARD = ("guard_commitment",)


def bear(game: Play) -> None:
    """Bear all losses that are asked for, in the first way."""
    while game.prompt and BearLosses in game.prompt.open[0].kinds:
        game.play(game.may(BearLosses)[0])


def imperial_guard(*pieces: Row, dice: tuple[int, ...], guards: int = 3) -> Play:
    """Return the moment before the first round: the French guard may be committed."""
    game = ready(corps("F Gd", FR, "Madrid", infantry=6, guard=guards, guards=True), *pieces, on=GUARD, dice=dice)
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    return game


SPANIARDS = corps("S I", SP, "Madrid", infantry=10)


# --- guard commitment


@pytest.mark.rule("EIA-12.3.4-declare", "EIA-12.3.4-shift", "EIA-12.3.4-loss-roll")
@pytest.mark.parametrize(
    ("levels", "die", "name", "left"), [(1, 2, "3-2", 3), (1, 5, "3-2", 1), (2, 1, "3-3", 2), (0, 0, "3-1", 3)]
)
def test_a_committed_guard_fires_on_a_better_table_at_a_price(
    levels: Literal[0, 1, 2], die: int, name: str, left: int
) -> None:
    """Assault against defend is 3-1; by 1 it is 3-2, by 2 it is 3-3."""
    game = imperial_guard(SPANIARDS, dice=((die,) if die else ()) + (1, 1))
    game.play(CommitGuard(FRENCH if levels else HELD_BACK, levels))
    assert any(f"on {name}" in line and "France fires" in line for line in game.log)
    assert game[Corps]["F Gd"].guard <= left


@pytest.mark.rule("EIA-12.3.4-lost-do-not-fight", "EIA-12.3.4-all-factors")
def test_guards_that_are_lost_do_not_fight() -> None:
    """6 infantry and 3 guards, 2 of them lost on a die of 5: 7 factors fire."""
    game = imperial_guard(SPANIARDS, dice=(5, 1, 1))
    game.play(CommitGuard(FRENCH, 1))
    assert any("France fires 7 factors" in line for line in game.log)


@pytest.mark.rule("EIA-12.3.4-all-lost")
def test_when_the_whole_guard_is_lost_its_side_breaks_and_only_the_enemy_fires() -> None:
    game = imperial_guard(SPANIARDS, dice=(6, 1), guards=2)
    game.play(CommitGuard(FRENCH, 1))
    assert game.throws[-1] == 1
    assert any("nothing is left of the guard of France: France breaks" in line for line in game.log)
    assert not any("France fires" in line for line in game.log)


@pytest.mark.rule("EIA-12.3.4-must-break-enemy")
def test_a_guard_that_does_not_break_the_enemy_is_broken() -> None:
    game = imperial_guard(SPANIARDS, dice=(1, 1, 1))
    game.play(CommitGuard(FRENCH, 1))
    bear(game)
    assert any("the guard of France is repulsed" in line for line in game.log)


@pytest.mark.rule("EIA-12.3.4-once-a-day")
def test_it_is_committed_once_a_day() -> None:
    """Held back in the first round it may still be committed in the second."""
    game = imperial_guard(corps("S I", SP, "Madrid", infantry=20), dice=(1, 1, 1, 1, 1))
    game.play(CommitGuard(HELD_BACK, 0))
    bear(game)
    assert game.questions == [(FR, ("CommitGuard",))]


@pytest.mark.rule("EIA-12.3.4-plus-two")
def test_two_levels_need_two_factors() -> None:
    game = imperial_guard(SPANIARDS, dice=(), guards=1)
    with pytest.raises(Refused, match=r"EIA-12\.3\.4-plus-two"):
        game.play(CommitGuard(FRENCH, 2))


@pytest.mark.rule("EIA-12.3.4-not-british-spanish")
@pytest.mark.parametrize(("nation", "adjective"), [(SPAIN, "Spanish"), (BRITAIN, "British")])
@pytest.mark.parametrize("levels", [1, 2])
def test_spanish_and_british_guards_are_never_committed(
    nation: NationId, adjective: str, levels: Literal[1, 2]
) -> None:
    game = ready(
        corps("F Gd", FR, "Madrid", infantry=6, guard=3),
        corps("S Gd", SP, "Madrid", infantry=8, guard=2),
        on=GUARD,
        dice=(),
    )
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert game.questions == [(FR, ("CommitGuard",))]
    assert "EIA-12.3.4-not-british-spanish" in game.why_not(CommitGuard(nation, levels))
    with pytest.raises(Refused, match=rf"the {adjective} guard is never committed \(EIA-12\.3\.4-not-british-spanish"):
        game.play(CommitGuard(nation, levels))


@pytest.mark.rule("EIA-12.3.4-plus-one")
def test_other_guards_go_in_neither_by_one_level_nor_by_two() -> None:
    """A Portuguese guard is not on the list of one level, nor on that of two; nobody says it never may."""
    game = ready(corps("F Gd", FR, "Madrid", infantry=6, guard=3), SPANIARDS, on=GUARD, dice=())
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert game.why_not(CommitGuard(PORTUGAL, 1)) == {"EIA-12.3.4-plus-one"}
    assert game.why_not(CommitGuard(PORTUGAL, 2)) == {"EIA-12.3.4-plus-two"}


@pytest.mark.rule("EIA-12.3.4-all-lost")
def test_the_guard_of_another_nation_does_not_save_a_force_whose_committed_guard_is_lost() -> None:
    """All French guards fall at two levels on a 6; Russians stand beside them, and the force breaks."""
    russians = replace(corps("F Rg", FR, "Madrid", guard=3, guards=True), nation=RUSSIA)
    nation = Nation(RUSSIA, "Russia", "Russian", FR, major=True)
    game = imperial_guard(nation, russians, SPANIARDS, dice=(6, 1))
    game.play(CommitGuard(FRENCH, 2))
    assert any("nothing is left of the guard of France: France breaks" in line for line in game.log)
    assert not any("France fires" in line for line in game.log)


@pytest.mark.rule("EIA-12.3.4-secret")
def test_with_guards_on_both_sides_the_answers_are_sealed() -> None:
    austrians = replace(corps("S Gd", SP, "Madrid", infantry=8, guard=2), nation=AUSTRIA)
    nation = Nation(AUSTRIA, "Austria", "Austrian", SP)
    game = ready(nation, corps("F Gd", FR, "Madrid", infantry=6, guard=3), austrians, on=GUARD, dice=(1, 1, 1, 1))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert game.questions == [(FR, ("CommitGuard",)), (SP, ("CommitGuard",))]
    game.play(CommitGuard(FRENCH, 2), side=FR)
    assert not any("committed by" in line for line in game.log)
    game.play(CommitGuard(AUSTRIA, 1), side=SP)
    assert sum("is committed by" in line for line in game.log) == 2


# --- overwhelming numbers


@pytest.mark.rule("EIA-12.3.10-trivial")
@pytest.mark.parametrize(("factors", "kind"), [(10, "trivial"), (9, "field")])
def test_five_to_one_is_a_trivial_combat(factors: int, kind: str) -> None:
    pieces = corps("F I", FR, "Madrid", infantry=factors), corps("S I", SP, "Madrid", infantry=2)
    game = ready(*pieces, on=("overwhelming_numbers",), dice=(1, 1, 1, 1, 1, 1))
    attack(game, "Madrid")
    assert game[Battle]["battle-0001"].kind == kind


@pytest.mark.rule("EIA-12.3.10-withdraw")
@pytest.mark.parametrize(("die", "away"), [(2, True), (3, False)])
def test_the_outnumbered_may_slip_away(die: int, away: bool) -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=10),
        corps("S I", SP, "Madrid", infantry=2),
        leader("Castaños", SP, "S I", 2, 2),
    )
    game = ready(*pieces, on=("overwhelming_numbers",), dice=(die, 1, 1, 1, 1, 1, 1))
    attack(game, "Madrid")
    game.play(SlipAway())
    assert any("slips away: " in line for line in game.log) == away
    assert any("fires" in line for line in game.log) != away


@pytest.mark.rule("EIA-12.3.10-withdraw")
def test_who_is_not_outnumbered_is_not_asked() -> None:
    pieces = corps("F I", FR, "Madrid", infantry=2), corps("S I", SP, "Madrid", infantry=10)
    game = ready(*pieces, on=("overwhelming_numbers",), dice=(6,) * 4)
    attack(game, "Madrid")
    assert game.questions[0][1] != ("SlipAway",)


# --- leader casualties


def after_trivial_combat(*dice: int | tuple[int, ...]) -> Play:
    """Return the position after a trivial combat that France has won, with Soult there."""
    pieces = (
        corps("F I", FR, "Bayonne", infantry=20),
        corps("S I", SP, "Bayonne", infantry=1),
        leader("Soult", FR, "F I", 4, 3),
    )
    on = ("leader_casualties", "overwhelming_numbers")
    game = ready(*pieces, on=on, dice=(6, 1, *dice))
    attack(game, "Bayonne")
    game.play(Pass())
    bear(game)
    return game


@pytest.mark.rule("EIA-12.7-check")
def test_only_a_12_is_a_casualty() -> None:
    assert after_trivial_combat((5, 6))[Leader]["Soult"].standing == "on the map"


@pytest.mark.rule("EIA-12.7-killed")
def test_on_a_6_he_is_killed() -> None:
    assert after_trivial_combat((6, 6), 6)[Leader]["Soult"].standing == "dead"


@pytest.mark.rule("EIA-12.7-wounded")
def test_otherwise_he_is_away_for_so_many_full_months() -> None:
    """May 1808, a 2: away in June and July, back from August: turn 4."""
    soult = after_trivial_combat((6, 6), 2)[Leader]["Soult"]
    assert (soult.standing, soult.until, soult.corps) == ("wounded", 4, None)


@pytest.mark.rule("BASE-12.7-recovered")
def test_when_the_option_is_switched_off_the_wounded_are_back_at_once() -> None:
    game = after_trivial_combat((6, 6), 2)
    off = Choices(game.game.rulebook.choices.on - {"leader_casualties"})
    assert impact(game.game, off).in_flight == ("Soult is back at once",)
    game.switch(off=("leader_casualties",))
    game.until(lambda play: "leader_casualties" not in play.game.rulebook.choices.on)
    assert (game[Leader]["Soult"].standing, game[Leader]["Soult"].until, len(game[Due])) == ("waiting", 0, 0)
    game.prove()


@pytest.mark.rule("EIA-12.7-pick")
def test_of_several_one_is_drawn() -> None:
    pieces = (
        corps("F I", FR, "Bayonne", infantry=20), corps("S I", SP, "Bayonne", infantry=1),
        leader("Soult", FR, "F I", 4, 3, seniority="A"), leader("Ney", FR, "F I", 3, 4),
    )  # fmt: skip
    game = ready(*pieces, on=("leader_casualties", "overwhelming_numbers"), dice=(6, 1, (6, 6), 1, 6))
    attack(game, "Bayonne")
    game.play(Pass())
    bear(game)
    assert (game[Leader]["Ney"].standing, game[Leader]["Soult"].standing) == ("dead", "on the map")


# --- proportional losses


def allied_losses(
    *dice: int, on: tuple[str, ...] = ("proportional_land_losses",), british: int = 10, spanish: int = 5
) -> Play:
    """Return the first losses of a British and Spanish force under Wellington; the French fire 20 factors on 4-1."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=20), corps("S I", SP, "Madrid", infantry=spanish),
        corps("B I", GB, "Madrid", infantry=british), corps("B II", GB, "Madrid", infantry=1),
        leader("Wellington", GB, "B I", 5, 5),
    )  # fmt: skip
    game = ready(*pieces, on=on, dice=dice)
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "counterattack")
    if game.questions == [(FR, ("BearLosses",))]:
        bear_one(game)
    return game


def bear_one(game: Play) -> None:
    game.play(game.may(BearLosses)[0])


def losses_asked(game: Play) -> dict[str, int]:
    """Return how many factors each side is asked to name, one prompt after the other of this round."""
    found: dict[str, int] = {}
    while game.prompt and BearLosses in game.prompt.open[0].kinds and game.prompt.open[0].side not in (*found, FR):
        question = game.prompt.open[0]
        found[question.side] = game.about(Burden).share.factors
        if len(found) == 2 or len(game.prompt.open) > 1:
            break
        game.play(game.may(BearLosses)[0])
    return found


@pytest.mark.rule("EIA-12.3.6-proportion", "EIA-12.3.6-types")
def test_losses_are_shared_in_proportion_and_each_names_its_own() -> None:
    """A 6 with -1 is 15% of 20, 3 factors: 11 British to 5 Spaniards make 2.06 and 0.94, that is 2 and 1."""
    assert losses_asked(allied_losses(6, 1)) == {GB: 2, SP: 1}


def test_without_the_option_the_commanding_side_says_how_many_each_power_loses() -> None:
    """Of 3 factors Wellington lays 1 on the Spaniards: which of theirs it is Spain says."""
    game = allied_losses(6, 1, on=())
    assert game.questions == [(GB, ("ApportionLosses",))]
    game.play(ApportionLosses(((GB, 2), (SP, 1))))
    assert losses_asked(game) == {GB: 2, SP: 1}


@pytest.mark.rule("EIA-12.3.6-proportion")
@pytest.mark.parametrize(("dice", "spared"), [((), GB), ((3, 5), SP), ((4, 4, 6, 2), GB)])
def test_an_odd_loss_is_settled_by_agreement_or_by_dice(dice: tuple[int, ...], spared: str) -> None:
    """11 to 11 and 3 losses: 1.5 each is rounded up to 2, so one side is spared: as agreed, or by the highest die."""
    game = allied_losses(6, 1, *dice, spanish=11)
    assert game.questions == [(GB, ("NameNation",)), (SP, ("NameNation",))]
    game.play(NameNation(BRITAIN), side=GB)
    game.play(NameNation(SPAIN if dice else BRITAIN), side=SP)
    assert losses_asked(game) == {GB: 1 if spared == GB else 2, SP: 1 if spared == SP else 2}
