"""Drill 5: numbers by stages: the tactical rating with its floor and options, the cap of the die modifier."""

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine import Action, Broken, EndStep, Game, Part, Row, RuleModule, hookimpl, rule
from sandtable.engine.rules.system import GameSystem
from sandtable.testing import Play, position, toy
from tests.engine.drill.battle import BATTLE, FR, RU, TURN, Army, ArmyId, Battle, BattleHooks, battle, modifier
from tests.engine.drill.guard import GUARD_LOSSES, CommitGuard, Guard, GuardCommitment
from tests.engine.drill.tactics import (
    CavalrySuperiority,
    Command,
    CorpsLeaders,
    FurtherReductions,
    Leader,
    LeaderId,
    Staff,
    TacticsHooks,
    rating,
)

NAPOLEON = Leader(LeaderId("Napoleon"), tactical=5, maximum=6)
DULL = Leader(LeaderId("Dull"), tactical=1, maximum=1)
MODULES = (Battle, Command, FurtherReductions, CorpsLeaders, CavalrySuperiority)


def field(*more: type[RuleModule], first: tuple[type[RuleModule], ...] = ()) -> GameSystem:
    hook_sets = (BattleHooks, TacticsHooks)
    return toy(*first, *MODULES, *more, rows=(Army, Leader, Staff), sequences=(TURN, BATTLE), hook_sets=hook_sets)


FIELD = field()


def fight(
    french: Staff,
    russian: Staff | None = None,
    on: Iterable[str] = (),
    *rows: Row,
    system: GameSystem = FIELD,
    **more: Any,
) -> Play:
    staffs = french, russian or Staff(RU, corps=1)
    return position(system, *battle(morale=100), NAPOLEON, DULL, *staffs, *rows, on=on, dice=[3] * 100, **more)


def tactical(corps: int, leader: Leader | None = NAPOLEON, best: int = 3, on: tuple[str, ...] = (), **more: Any) -> int:
    play = fight(Staff(FR, corps, best, leader.id if leader else None), on=on, **more)
    return rating(play.game, FR).whole()


FURTHER = ("further_reductions",)
AT_LEAST = {"further_reductions": {"counts_from": "at_least"}}
CORPS = ("corps_leaders",)

# -- the rating


@pytest.mark.parametrize(("corps", "left"), [(1, 5), (6, 5), (7, 4), (12, 4), (13, 3), (19, 3), (60, 3)])
def test_napoleon_commands_six_corps_without_loss(corps: int, left: int) -> None:
    assert tactical(corps) == left


@pytest.mark.parametrize(("corps", "left"), [(6, 5), (7, 4), (13, 3), (18, 3), (19, 2), (25, 1), (31, 0), (99, 0)])
def test_further_reductions_count_more_than(corps: int, left: int) -> None:
    assert tactical(corps, on=FURTHER) == left


@pytest.mark.parametrize(("corps", "left"), [(6, 5), (12, 4), (13, 3), (17, 3), (18, 2), (24, 1), (30, 0), (99, 0)])
def test_further_reductions_count_at_least(corps: int, left: int) -> None:
    assert tactical(corps, on=FURTHER, parameters=AT_LEAST) == left


@pytest.mark.parametrize(("corps", "left"), [(1, 1), (2, 0), (3, 0), (9, 0)])
def test_the_rating_never_goes_below_0(corps: int, left: int) -> None:
    assert tactical(corps, DULL) == left
    assert tactical(corps, DULL, on=FURTHER) == left


@pytest.mark.parametrize(("corps", "left"), [(1, 3), (2, 2), (3, 1), (9, 1)])
def test_corps_without_a_leader_lead_as_one_of_maximum_1(corps: int, left: int) -> None:
    assert tactical(corps, None, on=CORPS) == left
    assert tactical(corps, None) == 3  # without the option there is no maximum


def test_a_leader_keeps_his_own_maximum() -> None:
    assert tactical(6, on=CORPS) == 5


@pytest.mark.parametrize(("corps", "left"), [(1, 3), (2, 2), (3, 1), (4, 0), (9, 0)])
def test_corps_leaders_with_further_reductions_lose_one_with_every_corps(corps: int, left: int) -> None:
    assert tactical(corps, None, on=(*CORPS, *FURTHER)) == left


def test_the_rating_tells_its_reasons() -> None:
    play = fight(Staff(FR, 19, leader=NAPOLEON.id), on=FURTHER)
    assert rating(play.game, FR).lines() == [
        "5 Napoleon (DRILL-commander)",
        "-3 19 corps (DRILL-further in place of DRILL-tactical-maximum)",
        "at least 0 the lowest rating (DRILL-tactical-floor)",
        "= 2 tactical rating",
    ]
    base = fight(Staff(FR, 13, leader=NAPOLEON.id), on=FURTHER)  # the option has nothing to say: the rule speaks
    assert rating(base.game, FR).lines()[1] == "-2 13 corps (DRILL-tactical-maximum)"


# -- the die

HORSE, FOOT = Staff(RU, 1, cavalry=2), Staff(RU, 1, cavalry=0)
CAVALRY = ("cavalry_superiority",)


@pytest.mark.parametrize(
    ("best", "cavalry", "total"),
    [
        (0, 0, 0),
        (3, 0, 1),  # the better leader
        (0, 4, 1),  # twice the cavalry
        (0, 3, 0),  # not twice
        (3, 4, 1),  # both: +2, capped
    ],
)
def test_the_die_is_modified_by_1_at_most(best: int, cavalry: int, total: int) -> None:
    play = fight(Staff(FR, 1, best, cavalry=cavalry), HORSE, on=CAVALRY)
    assert modifier(play.game, FR).whole() == total


def test_enemies_without_cavalry_are_outnumbered_by_one_factor() -> None:
    assert modifier(fight(Staff(FR, 1, cavalry=1), FOOT, on=CAVALRY).game, FR).whole() == 1
    assert modifier(fight(Staff(FR, 1, cavalry=0), FOOT, on=CAVALRY).game, FR).whole() == 0


def test_worse_leader_and_twice_the_cavalry_come_to_0() -> None:
    play = fight(Staff(FR, 1, cavalry=4), Staff(RU, 1, best=3, cavalry=2), on=CAVALRY)
    assert modifier(play.game, FR).lines() == [
        "-1 0 against 3 (DRILL-rating-comparison)",
        "+1 4 cavalry against 2 (DRILL-superiority)",
        "at most 1 net modifier (DRILL-modifier-cap)",
        "= 0 modifier",
    ]


def adds(number: int, at: int) -> type[RuleModule]:
    """Make a module that adds to the die of France."""
    id = f"DRILL-extra-{at}"

    def die_parts(self: RuleModule, game: Game, army: ArmyId) -> Iterable[Part]:
        return [Part("add", number, id, "extra")] if army == FR else []

    return type(f"Extra{at}", (RuleModule,), {"key": f"extra_{at}", "die_parts": hookimpl(rule(id)(die_parts))})


@settings(max_examples=30, deadline=None, derandomize=True)
@given(numbers=st.lists(st.integers(-5, 5), max_size=5), behind=st.integers(0, 5))
def test_whatever_modules_add_the_sum_is_capped_once_and_has_no_lower_limit(numbers: list[int], behind: int) -> None:
    extra = [adds(number, at) for at, number in enumerate(numbers)]
    system = field(*extra[behind:], first=tuple(extra[:behind]))
    play = fight(Staff(FR, 1), FOOT, on=CAVALRY, system=system)
    assert modifier(play.game, FR).whole() == min(1, sum(numbers))


class Sneaks(RuleModule):
    """Wants to get past the cap with a stage that the modifier does not have."""

    key = "sneaks"

    @hookimpl
    @rule("DRILL-sneaks")
    def die_parts(self, game: Game, army: ArmyId) -> Iterable[Part]:
        return [Part("at_least", 3, "DRILL-sneaks", "always good")]


def test_no_module_gets_past_the_cap_with_a_stage_of_its_own() -> None:
    with pytest.raises(Broken, match=r"modifier has no stage 'at_least' \(DRILL-sneaks\)"):
        fight(Staff(FR, 1), on=CAVALRY, system=field(Sneaks))


# -- in play


class Rest(Action, frozen=True):
    """Do nothing."""


class Parade(RuleModule):
    """A turn in which there is something to decide."""

    key = "parade"
    actions: ClassVar = {"play": (Rest,)}


def test_switched_on_and_off_in_play_and_taken_back() -> None:
    parade = toy(*MODULES[1:], Parade, rows=(Army, Leader, Staff), hook_sets=(BattleHooks, TacticsHooks))
    play = position(parade, *battle(), NAPOLEON, Staff(FR, 19, leader=NAPOLEON.id))
    play.switch(on=FURTHER)
    assert rating(play.game, FR).whole() == 3  # not before the next step
    play.play(EndStep())
    assert rating(play.game, FR).whole() == 2
    play.switch(off=FURTHER)
    play.play(EndStep())
    assert rating(play.game, FR).whole() == 3
    play.prove()
    play.referee.history.goto(play.referee.journal.line()[-2].parent)
    assert rating(play.game, FR).whole() == 2


def test_the_cap_holds_in_a_round_that_goes_back_is_saved_and_replayed() -> None:
    staff, on = Staff(FR, 7, leader=NAPOLEON.id, cavalry=4), (*CAVALRY, "guard_commitment")
    play = fight(staff, HORSE, on, Guard(FR, 2), GUARD_LOSSES, system=field(GuardCommitment))
    play.play(CommitGuard(0))
    assert "France fires 22 factors on 3-2, die 4 (" in play.log[0]  # a 3 and +1 of +2
    play.undo()
    again = play.reload()
    again.play(CommitGuard(0), CommitGuard(0))
    assert "die 4 (" in again.log[2]
    assert again.prove().verify_replay() == 4
