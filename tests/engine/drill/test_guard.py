"""Drill 4: guards (12.3.4) and guns (12.3.5) put ordered steps into a battle round that knows neither (R-47)."""

from itertools import permutations

import pytest

from sandtable.engine import Insert, Invalid, Pass, RuleModule, SeededDice, Step, rule
from sandtable.engine.rules.system import GameSystem
from sandtable.testing import Play, play_randomly, position, toy
from tests.engine.drill.battle import BATTLE, FR, RU, RUSSIA, TURN, Army, ArmyId, Battle, BattleHooks, battle
from tests.engine.drill.guard import COMMITTED, GUARD_LOSSES, CommitGuard, Guard, GuardCommitment
from tests.engine.drill.guns import Bombard, Bombardment, Guns
from tests.tiers import count

HOLD = CommitGuard(0)
BOTH = ("guard_commitment", "bombardment")


def field(*modules: type[RuleModule]) -> GameSystem:
    return toy(*modules, rows=(Army,), sequences=(TURN, BATTLE), hook_sets=(BattleHooks,))


FIELD = field(Battle, GuardCommitment, Bombardment)


def fight(*units: Guard | Guns, on: tuple[str, ...] = BOTH, dice: tuple[int, ...] = (), **armies: int) -> Play:
    return position(FIELD, *battle(**armies), *units, GUARD_LOSSES, on=on, dice=dice)


def orders(*modules: type[RuleModule]) -> list[tuple[type[RuleModule], ...]]:
    return list(permutations(modules))


def steps(play: Play) -> list[str]:
    return [step.key for step in play.game.rulebook.sequences["battle"].phases[0].steps]


def strengths_left(play: Play) -> dict[str, tuple[int, int]]:
    return {army.id: (army.infantry, army.morale) for army in play[Army]}


def broken_armies(play: Play) -> list[str]:
    return [army.id for army in play[Army] if army.broken]


# -- the order inside a round


@pytest.mark.parametrize("modules", orders(Battle, GuardCommitment, Bombardment))
@pytest.mark.parametrize(
    ("on", "before_the_dice"),
    [((), []), (BOTH[:1], ["guard"]), (BOTH[1:], ["bombardment"]), (BOTH, ["guard", "bombardment"])],
)
def test_guard_then_guns_then_dice_whoever_is_loaded_first(
    modules: tuple[type[RuleModule], ...], on: tuple[str, ...], before_the_dice: list[str]
) -> None:
    play = position(field(*modules), *battle(morale=3), GUARD_LOSSES, on=on, dice=[1, 1])
    assert steps(play) == [*before_the_dice, "combat", "break", "nightfall"]


class Undeclared(Bombardment):
    """Says only that guns come before the dice, not where the guard is."""

    key = "undeclared"
    steps = (Insert(Step("bombardment"), before=("combat",)),)


@pytest.mark.parametrize("modules", orders(Battle, GuardCommitment, Undeclared))
def test_without_the_ruling_steps_stand_by_name_whoever_is_loaded_first(modules: tuple[type[RuleModule], ...]) -> None:
    play = position(field(*modules), *battle(), GUARD_LOSSES, on=["guard_commitment", "undeclared"], dice=[6, 6, 6, 6])
    assert steps(play)[:3] == ["bombardment", "guard", "combat"]


class GunsFirst(Bombardment):
    """Wants the guns before the guard."""

    key = "guns_first"
    steps = (Insert(Step("bombardment"), before=("guard",)),)


class GuardFirst(GuardCommitment):
    """Wants the guard before the guns."""

    key = "guard_first"
    steps = (Insert(Step("guard"), before=("bombardment", "combat")),)


def test_modules_whose_steps_contradict_each_other_are_an_error_that_names_both() -> None:
    contrary = field(Battle, GunsFirst, GuardFirst)
    with pytest.raises(Invalid, match=r"circle: bombardment \(module guns_first\) before guard \(module guard_first\)"):
        position(contrary, *battle(), GUARD_LOSSES, on=["guns_first", "guard_first"])
    assert steps(position(contrary, *battle(3, 3, 3), GUARD_LOSSES, on=["guard_first"], dice=[6, 6]))[0] == "guard"


# -- each alone, both, none


def test_neither_guards_nor_guns() -> None:
    play = fight(on=(), dice=(6, 4), france=20, russia=10, morale=14)
    assert play.throws == [6, 4]
    assert strengths_left(play) == {FR: (19, 0), RU: (7, -8)}  # 15 % of 20 on 3-2; 10 % of 10
    assert broken_armies(play) == [FR, RU]


def test_guards_alone() -> None:
    play = fight(Guard(FR, 4), on=BOTH[:1], dice=(1, 5, 1), morale=18)
    play.play(CommitGuard(1))
    assert play.throws == [1, 5, 1]
    assert strengths_left(play) == {
        FR: (19, 15),
        RU: (16, -5),
    }  # 24 factors on 3-3: 15 %, 23; 20 factors on 3-2: 5 %, 3
    assert broken_armies(play) == [RU]


def test_guns_alone() -> None:
    play = fight(Guns(FR, 10), on=BOTH[1:], dice=(6, 1, 1), morale=3)
    play.play(Bombard())
    assert strengths_left(play) == {FR: (19, 0), RU: (15, 0)}  # 25 % of 10 rounded up: 3; 5 % of 30: 2; 5 % of 17: 1


def test_both_bombardment_stays_on_its_own_table() -> None:
    play = fight(Guard(FR, 4), Guns(FR, 10), dice=(1, 6, 1, 1))
    play.play(CommitGuard(2), Bombard())
    assert play.throws == [1, 6, 1, 1]
    assert strengths_left(play) == {FR: (19, 27), RU: (20 - 3 - 2, 30 - 11)}  # 33 factors on 3-4: 5 %, 11
    assert broken_armies(play) == [FR]  # the guard has not broken Russia


# -- the guard


def test_sealed_the_first_answer_tells_nothing() -> None:
    play = fight(Guard(FR, 4), Guard(RU, 4))
    before = play.game.state.hash
    play.play(CommitGuard(2), side=FR)
    assert play.questions == [(RU, ("CommitGuard",))]
    assert (play.game.state.hash, play.log) == (before, [])
    assert not play.seen_by(RU).mark_of(FR, COMMITTED)


def test_both_are_revealed_together_and_then_roll() -> None:
    play = fight(Guard(FR, 4), Guard(RU, 4), dice=(6, 5, 1, 1))
    play.play(CommitGuard(1), side=RU)
    play.play(CommitGuard(2), side=FR)
    assert play.log[:2] == ["France commits the guard by 2 and loses 4", "Russia commits the guard by 1 and loses 2"]


@pytest.mark.parametrize(("levels", "lost"), [(1, (0, 0, 1, 1, 2, 2)), (2, (1, 1, 2, 2, 3, 4))])
def test_loss_roll_by_level_and_die(levels: int, lost: tuple[int, ...]) -> None:
    for die in range(1, 7):
        play = fight(Guard(FR, 10), dice=(die, 1, 1))
        play.play(CommitGuard(levels))
        assert play[Guard][FR].factors == 10 - lost[die - 1]


def test_plus_two_wants_two_factors() -> None:
    assert fight(Guard(FR, 1)).why_not(CommitGuard(2)) == {"DRILL-guard-plus-two"}
    assert fight(Guard(FR, 1)).may(CommitGuard) == [HOLD, CommitGuard(1)]
    assert fight(Guard(FR, 2)).may(CommitGuard) == [HOLD, CommitGuard(1), CommitGuard(2)]


def test_all_lost_breaks_without_fighting_and_the_enemy_still_fights() -> None:
    play = fight(Guard(FR, 1), Guns(FR, 10), dice=(6, 6))
    play.play(CommitGuard(1))
    assert play.throws == [6, 6]  # the guard's roll and Russia's die: neither its guns nor its infantry fire
    assert strengths_left(play) == {FR: (17, 8), RU: (20, 30)}
    assert play.game.ended is not None
    assert (broken_armies(play), play.game.ended.winner) == ([FR], RUSSIA)


def test_one_guard_left_fights_on() -> None:
    play = fight(Guard(FR, 2), on=BOTH[:1], dice=(3, 6, 1), morale=28)
    play.play(CommitGuard(1))
    assert play[Guard][FR].factors == 1
    assert broken_armies(play) == [RU]


def test_an_enemy_destroyed_counts_as_broken() -> None:
    play = fight(Guard(FR, 4), on=BOTH[:1], dice=(1, 5, 1), russia=3)
    play.play(CommitGuard(1))
    assert strengths_left(play)[RU] == (0, 7)  # 24 factors at 15 %: 4
    assert broken_armies(play) == [RU]


def test_two_repulsed_guards_both_break() -> None:
    play = fight(Guard(FR, 4), Guard(RU, 4), dice=(1, 1, 1, 1))
    play.play(CommitGuard(1), side=FR)
    play.play(CommitGuard(1), side=RU)
    assert broken_armies(play) == [FR, RU]
    assert play.game.ended is not None
    assert play.game.ended.winner is None


@rule("DRILL-guard-steadfast", supersedes="DRILL-guard-must-break-enemy")
class Steadfast(RuleModule):
    """For the next test: a repulsed guard does not break."""

    key = "steadfast"


def test_once_a_day() -> None:
    system = field(Battle, GuardCommitment, Steadfast)
    play = position(system, *battle(), Guard(FR, 9), GUARD_LOSSES, on=BOTH[:1], dice=[1] * 9)
    play.play(HOLD, CommitGuard(1))
    assert (play.game.frame.round, play.questions) == (
        4,
        [(FR, ("CommitGuard",))],
    )  # not in round 3; again on the next day
    play.undo()
    assert (play.game.frame.round, play.questions) == (2, [(FR, ("CommitGuard",))])


# -- the guns


def test_simultaneous_bombardment_hits_both() -> None:
    play = fight(Guns(FR, 10), Guns(RU, 10), dice=(6, 4, 1, 1), morale=3)
    play.play(Bombard(), Bombard())
    assert strengths_left(play) == {FR: (20 - 2 - 1, 0), RU: (20 - 3 - 1, 0)}  # then 28 and 27 factors at 5 %


def test_guns_may_hold_their_fire() -> None:
    play = fight(Guns(FR, 10), on=BOTH[1:], dice=(1, 1), morale=3)
    play.play(Pass())
    assert strengths_left(play) == {FR: (19, 0), RU: (18, 0)}  # 30 factors at 5 %, .5 rounded up


@pytest.mark.parametrize(("guard", "breaks"), [(0, [FR]), (1, [])])
def test_only_guns_left_break(guard: int, breaks: list[str]) -> None:
    play = fight(Guard(FR, guard), Guns(FR, 5), dice=(1, 1), france=0)
    play.play(*[HOLD] * guard, Pass())
    assert broken_armies(play) == breaks


# -- undo, save, replay


def test_revealed_answers_go_back_as_one() -> None:
    play = fight(Guard(FR, 4), Guard(RU, 4), dice=(1, 1, 1, 1))
    start = play.game.state.hash
    play.play(CommitGuard(1), side=FR)
    play.play(CommitGuard(1), side=RU)
    play.undo()
    assert (play.game.state.hash, [side for side, _ in play.questions]) == (start, [FR, RU])
    play.redo()
    assert broken_armies(play) == [FR, RU]


def test_saved_between_two_sealed_answers() -> None:
    play = fight(Guard(FR, 4), Guard(RU, 4), Guns(FR, 5), dice=(6, 5, 1))
    play.play(CommitGuard(2), side=FR)
    again = play.reload()
    again.play(HOLD, side=RU)
    assert again.log[0] == "France commits the guard by 2 and loses 4"
    assert again.verify_replay() == 3


def test_every_prompt_of_a_round_can_be_taken_back_saved_and_replayed() -> None:
    play = fight(Guard(FR, 4), Guard(RU, 4), Guns(FR, 5), Guns(RU, 5), dice=(3, 3, 3, 3))
    for action, side in ((HOLD, RU), (HOLD, FR), (Bombard(), FR), (Bombard(), RU)):
        play.play(action, side=side)
        play = play.prove().reload()
    assert (play.game.frame.round, play.verify_replay()) == (2, 5)


@pytest.mark.parametrize("on", [(), BOTH[:1], BOTH[1:], BOTH])
def test_random_battles_come_to_an_end_and_replay(on: tuple[str, ...]) -> None:
    for seed in range(count(500)):
        units = [*(Guard(ArmyId(id), 1 + seed % 6) for id in (FR, RU)), Guns(FR, 5)]
        play = position(FIELD, *battle(), *units, GUARD_LOSSES, on=on, source=SeededDice(seed))
        play_randomly(play.referee, seed)
        assert play.game.ended
        play.prove()
