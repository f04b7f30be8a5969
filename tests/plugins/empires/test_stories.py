"""What is told of combats and storms: rounds, morale, who breaks, who is taken."""

from __future__ import annotations

import pytest

from sandtable.engine import Referee
from sandtable.lab.bots import RandomBot
from sandtable.play.record.dice_luck import throws_of
from sandtable.play.record.gauged_sheets import with_bars
from sandtable.play.record.log_lines import log_lines
from sandtable.play.record.story import Story, stories_of
from sandtable.play.record.story_words import stage_headings
from sandtable.present import Sheet, presentation
from sandtable_empires.combat.chits import ChooseAttack
from sandtable_empires.combat.nightfall import FightOn
from sandtable_empires.land.attempts import Assault
from sandtable_empires.model import Siege, SiegeId
from sandtable_empires.testing import FR, GB, SP, area, attack, choose_chits, corps, garrison, leader
from tests.plugins.empires.fights import ready

BADAJOZ = area("Badajoz")


def the_story(referee: Referee) -> Story:
    """Return the story of what was fought first."""
    found = stories_of(referee, (FR, SP))
    return found.tell(found.fought[0])


def at_madrid(*dice: int, factors: int = 1) -> Referee:
    """Have Ney attack as many as he has in Madrid; of a single factor nobody ever has a whole one to lose."""
    play = ready(
        corps("F I", FR, "Madrid", infantry=factors), corps("S I", SP, "Madrid", infantry=factors),
        leader("Ney", FR, "F I", 3, 4), dice=dice,
    )  # fmt: skip
    attack(play, "Madrid")
    choose_chits(play, "assault", "defend")
    return play.referee


def fight_on(referee: Referee) -> None:
    """Answer whatever is asked until nothing is fought out any more."""
    bot = RandomBot("1")
    while len(referee.game.frames) > 1 and referee.prompt is not None:
        ask = referee.prompt.open[0]
        action = bot.answer(referee, ask)
        assert action is not None
        referee.play(action, ask.side)


def test_a_day_is_told_round_by_round_though_nobody_was_asked_between() -> None:
    """One corps of one arm on each side: nobody has to name losses, and three rounds are one ply."""
    story = the_story(at_madrid(1, 1, 1, 1, 1, 1))
    rounds = [stage for stage in story.stages if stage.title.startswith("Round")]
    assert [stage.title for stage in rounds] == ["Round 1", "Round 2", "Round 3"]
    for stage in rounds:
        assert [line.side for line in stage.lines if line.kind == "throw"] == [FR, SP]
    assert len({stage.ply for stage in rounds}) == 1
    assert {gauge.title for gauge in rounds[0].gauges} == {"Morale", "Factors"}


def test_who_breaks_is_told_with_the_morale_it_has_left_and_never_less_than_none() -> None:
    story = the_story(at_madrid(6, 1, 6, 1, 6, 1))
    breaking = next(stage for stage in story.stages if "Spain breaks" in stage.events)
    (morale,) = (one for one in breaking.gauges if (one.party, one.title) == (SP, "Morale"))
    assert (morale.value, morale.in_words.split()[0]) == (0, "0.0")


def test_a_second_day_has_its_heading() -> None:
    referee = at_madrid(1, 1, 1, 1, 1, 1)
    referee.play(FightOn(), FR)
    headings = stage_headings(the_story(referee))
    assert "Battle of Madrid, day 1" in headings[0]
    assert the_story(referee).contest.title == "Battle of Madrid, day 2"


def test_a_storm_is_told_by_its_own_rounds() -> None:
    siege = Siege(SiegeId(BADAJOZ), BADAJOZ, FR, breached=True)
    play = ready(corps("F I", FR, "Badajoz", infantry=10), garrison(SP, "Badajoz", infantry=3), siege, dice=(3,) * 12)
    play.play(Assault(SiegeId(BADAJOZ)))
    fight_on(play.referee)
    story = the_story(play.referee)
    assert story.contest.title == "Assault on Badajoz"
    assert story.stages[0].title == "Round 1"
    assert story.outcome is not None
    assert story.outcome.winner in (FR, SP)
    assert {gauge.title for gauge in story.stages[0].gauges} == {"Morale", "Factors"}


@pytest.mark.parametrize("sides", [(FR, SP), (FR,), (SP,), (GB,)])
def test_a_chit_is_told_once_and_to_all_when_both_are_shown(sides: tuple[str, ...]) -> None:
    found = stories_of(at_madrid(1, 1, 1, 1, 1, 1), sides)
    (chits,) = (stage for stage in found.tell(found.fought[0]).stages if stage.title == "Chits")
    assert [line.text for line in chits.lines] == ["France plays the assault chit", "Spain plays the defend chit"]


def test_a_chit_is_sealed_until_the_other_is_chosen() -> None:
    play = ready(corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9), dice=(1,) * 12)
    attack(play, "Madrid")
    play.play(ChooseAttack("probe", ()), side=FR)
    game, journal = play.referee.game, play.referee.journal
    told = [line.text for ply in journal.line() for line in log_lines(game, journal, ply, (SP,))]
    assert "France has answered" in told
    assert not [line for line in told if "probe" in line]


def test_a_storm_that_is_being_fought_has_bars_in_its_sheets_as_a_battle_has() -> None:
    siege = Siege(SiegeId(BADAJOZ), BADAJOZ, FR, 1, breached=True)
    inside = garrison(SP, "Badajoz", infantry=4), corps("B I", GB, "Badajoz", infantry=2, inside=True)
    play = ready(corps("F I", FR, "Badajoz", infantry=18, cavalry=2), *inside, siege, dice=(4, 4))
    play.play(Assault(SiegeId(BADAJOZ)))
    story = the_story(play.referee)
    assert not story.fought.is_over
    sheets = [one for one in with_bars(presentation.panels(play.game, "window"), story) if isinstance(one, Sheet)]
    assert len(sheets) == 2
    for sheet in sheets:
        bars = {entry.title: (entry.value, entry.bar) for entry in sheet.entries if entry.bar is not None}
        assert bars.keys() == {"Morale", "Factors"}
        assert " of " in bars["Morale"][0]
        assert bars["Factors"][1] is not None
        left, full = bars["Factors"][1]
        assert 0 < left <= full
        assert full in (20, 6)


def test_the_ledger_names_the_side_that_throws() -> None:
    """Spain answers, and both throw: each throw is its thrower's."""
    referee = at_madrid(1, 2, 3, 4, 5, 6)
    for one in throws_of(referee.game, referee.journal, (FR, SP)):
        assert one.throw.why.startswith(one.side)
