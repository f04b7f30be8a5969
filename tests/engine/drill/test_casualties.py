"""Drill 8: leader casualties come before capture (12.7, R-34), whichever module is loaded first."""

from itertools import permutations

import pytest

from sandtable.engine import (
    Due,
    EndStep,
    EnteredDice,
    EnterThrow,
    Game,
    RuleModule,
    SandtableError,
    SeededDice,
    Side,
    SideId,
    hookimpl,
    rule,
)
from sandtable.engine.referee.changes import impact
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.system import GameSystem
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import Play, position, toy
from tests.engine.drill.casualties import (
    FRANCE,
    MONTH,
    RUSSIA,
    BattleHooks,
    Battles,
    Capture,
    GiveBattle,
    Leader,
    LeaderCasualties,
    LeaderId,
    Recover,
)
from tests.tiers import count

NEY, DAVOUT, KUTUSOV = LeaderId("Ney"), LeaderId("Davout"), LeaderId("Kutusov")
LEADERS = (Leader(NEY, FRANCE), Leader(DAVOUT, FRANCE), Leader(KUTUSOV, RUSSIA))
ON = ("leader_casualties",)
MODULES = (Battles, Capture, LeaderCasualties)
FRANCE_LOSES, RUSSIA_LOSES = 1, 2
SAFE, HIT = 11, 12


def field(*modules: type[RuleModule]) -> GameSystem:
    return toy(*modules, rows=(Leader,), sequences=(MONTH,), hook_sets=(BattleHooks,), brings=(Recover,))


def fight(
    *dice: int, leaders: tuple[Leader, ...] = LEADERS[::2], system: GameSystem | None = None, on: tuple[str, ...] = ON
) -> Play:
    """Fight the battle of a month with these dice: who loses, each side's check, who is hit and how."""
    play = position(system or field(*MODULES), Side(FRANCE), Side(RUSSIA), *leaders, on=on, dice=dice)
    play.play(GiveBattle())
    return play


def months(play: Play, number: int) -> None:
    """Let months go by; every side ends its step."""
    for _ in range(2 * number):
        play.play(EndStep())


# -- the check


def test_no_12_no_casualty_and_the_loser_is_captured() -> None:
    play = fight(FRANCE_LOSES, SAFE, SAFE)
    assert play.log == ["Ney is captured"]
    assert play[Leader][NEY].captor == RUSSIA


def test_without_the_option_nobody_checks() -> None:
    assert fight(FRANCE_LOSES, on=()).throws == [FRANCE_LOSES]


def test_a_6_kills_for_good() -> None:
    play = fight(FRANCE_LOSES, HIT, 6, SAFE)
    assert play.log == ["Ney is killed"]
    assert NEY not in play[Leader]


@pytest.mark.parametrize("months_away", [1, 2, 5])
def test_wounded_he_is_not_captured_and_is_back_after_whole_months(months_away: int) -> None:
    """Hit in March with a 2: away in April and May, back in June."""
    play = fight(FRANCE_LOSES, HIT, months_away, SAFE)
    assert (play[Leader][NEY].present, play[Leader][NEY].captor) == (False, None)
    assert [due.when for due in play[Due]] == [1 + months_away + 1]
    months(play, months_away)
    assert not play[Leader][NEY].present
    months(play, 1)
    assert (play[Leader][NEY].present, list(play[Due])) == (True, [])


def test_one_roll_a_side_and_one_of_several_is_drawn() -> None:
    play = fight(RUSSIA_LOSES, HIT, 2, 6, SAFE, leaders=LEADERS)
    assert play.throws == [RUSSIA_LOSES, HIT, 2, 6, SAFE]  # the second of Davout and Ney
    assert play.log == ["Ney is killed", "Kutusov is captured"]


def test_a_single_leader_needs_no_draw() -> None:
    play = position(field(*MODULES), Side(FRANCE), Side(RUSSIA), LEADERS[0], on=ON, source=EnteredDice())
    play.play(GiveBattle(), EnterThrow((FRANCE_LOSES,)), EnterThrow((6, 6)))
    assert play.prompt is not None
    assert (play.prompt.purpose, play.prompt.asks[0].why) == ("dice", "Ney is hit")


def test_a_side_without_leaders_rolls_nothing() -> None:
    assert fight(RUSSIA_LOSES, SAFE, leaders=LEADERS[:2]).throws == [RUSSIA_LOSES, SAFE]


def test_who_is_away_takes_no_part_in_the_next_battle() -> None:
    play = fight(FRANCE_LOSES, HIT, 3, SAFE)
    play.script(FRANCE_LOSES, SAFE)
    play.play(GiveBattle())  # only Kutusov's side rolls
    assert play.throws[-2:] == [FRANCE_LOSES, SAFE]
    assert play[Leader][NEY].captor is None


# -- the order


@pytest.mark.parametrize("modules", list(permutations(MODULES)))
def test_casualties_before_capture_whatever_is_loaded_first(modules: tuple[type[RuleModule], ...]) -> None:
    play = fight(FRANCE_LOSES, HIT, 3, SAFE, system=field(*modules))
    assert play.log == ["Ney is wounded for 3 months"]


class Undeclared(LeaderCasualties):
    """The same without the ruling; by its key it stands behind ``capture``."""

    key = "leader_casualties"

    @hookimpl
    @rule("DRILL-casualty-check")
    async def after_battle(self, game: Game, loser: SideId) -> None:
        await super().after_battle(game, loser)


class UndeclaredButFirst(Undeclared):
    """The same again; by its key it stands before ``capture``."""

    key = "battle_casualties"


@pytest.mark.parametrize("modules", list(permutations((Battles, Capture, Undeclared))))
def test_without_the_ruling_the_keys_decide_and_he_is_captured(modules: tuple[type[RuleModule], ...]) -> None:
    play = fight(FRANCE_LOSES, SAFE, system=field(*modules))
    assert (play.log, play.throws) == (["Ney is captured"], [FRANCE_LOSES, SAFE])  # only Russia is left to roll


@pytest.mark.parametrize("modules", list(permutations((Battles, Capture, UndeclaredButFirst))))
def test_without_the_ruling_another_key_decides_otherwise(modules: tuple[type[RuleModule], ...]) -> None:
    play = fight(FRANCE_LOSES, HIT, 6, SAFE, system=field(*modules), on=("battle_casualties",))
    assert play.log == ["Ney is killed"]


class CaptureFirst(Capture):
    """Wants to be first as well."""

    key = "capture"

    @hookimpl
    @rule("DRILL-capture", before="DRILL-casualty-check")
    async def after_battle(self, game: Game, loser: SideId) -> None:
        await super().after_battle(game, loser)


def test_two_rulings_that_contradict_each_other_are_an_error_that_names_both() -> None:
    with pytest.raises(SandtableError, match=r"circle.*capture\.after_battle.*leader_casualties\.after_battle"):
        fight(FRANCE_LOSES, system=field(Battles, CaptureFirst, LeaderCasualties))


# -- in play


def test_wounded_when_the_option_goes_he_waits_until_it_is_back() -> None:
    play = fight(FRANCE_LOSES, HIT, 1, SAFE)
    assert "would wait" in impact(play.game, Choices()).in_flight[0]
    play.switch(off=ON)
    months(play, 4)
    assert not play[Leader][NEY].present
    play.switch(on=ON)
    months(play, 1)
    assert play[Leader][NEY].present
    play.prove()


def test_taken_back_saved_and_replayed_while_he_is_away() -> None:
    play = fight(FRANCE_LOSES, HIT, 2, SAFE)
    months(play, 1)
    again = play.prove().reload()
    months(again, 2)
    assert (again.game.round, again[Leader][NEY].present) == (4, True)
    again.undo()
    assert not again[Leader][NEY].present
    again.undo(5 + 1)
    assert (again[Leader][NEY].present, list(again[Due]), again.game.round) == (True, [], 1)
    again.redo()
    assert again.log == ["Ney is wounded for 2 months"]


def test_saved_between_two_entered_dice() -> None:
    play = position(field(*MODULES), Side(FRANCE), Side(RUSSIA), *LEADERS, on=ON, source=EnteredDice())
    play.play(GiveBattle(), EnterThrow((FRANCE_LOSES,)), EnterThrow((6, 6)), EnterThrow((2,)))
    again = play.prove().reload()
    again.play(EnterThrow((6,)), EnterThrow((5, 6)))
    assert again.log == ["Ney is killed", "Davout is captured"]
    again.undo(2)
    again.play(EnterThrow((1,)), EnterThrow((5, 6)))
    assert again.log == ["Ney is wounded for 1 months", "Davout is captured"]
    assert again.verify_replay() == 9  # both branches


def test_random_wars_replay() -> None:
    for seed in range(count(500)):
        play = position(field(*MODULES), Side(FRANCE), Side(RUSSIA), *LEADERS, on=ON, source=SeededDice(seed))
        played = play_on(play.referee, RandomBot(seed), rounds=6)
        assert play.prove().verify_replay() == played + 1
