"""The story of a battle: its rounds with dice, losses and bars, who won; told as far as a side may know it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from sandtable.engine import Action, Game, Pass, hookimpl
from sandtable.engine.journal.journal import Ply
from sandtable.play.record.story import Stories, Story, stories_of
from sandtable.play.record.story_words import bar_lines, ending_lines, story_lines
from sandtable.present import Contest, Gauge
from sandtable.testing import Play, position
from sandtable_twin_rivers import BLUE, RED, TWIN_RIVERS, AreaId, Battles, LoseStep, Retreat, UnitId
from tests.plugins.test_twin_rivers import MAP, on_the_map, unit

BOTH = (BLUE, RED)


def battle(dice: Iterable[int], *answers: Action) -> Play:
    """Have Blue 1 and Red 1, three and two steps, fight for Fenwick."""
    play = on_the_map(unit("Blue 1", "Fenwick", 3), unit("Red 1", "Fenwick", 2), at="Blue: battle", dice=tuple(dice))
    for answer in answers:
        play.play(answer)
    return play


def stories(play: Play, *sides: str) -> Stories:
    return stories_of(play.referee, sides or BOTH)


def the_story(play: Play, *sides: str) -> Story:
    found = stories(play, *sides)
    (fought,) = found.fought
    return found.tell(fought)


def story_of(play: Play, *sides: str) -> list[str]:
    return [line.strip() for _, line in story_lines(play.game, the_story(play, *sides))]


def test_each_round_has_its_dice_its_losses_and_its_bars() -> None:
    play = battle((6, 1, 5, 2), LoseStep(UnitId("Red 1")), Pass())
    first, second = the_story(play).stages
    assert (first.title, second.title) == ("Round 1", "Round 2")
    assert [(line.side, line.text) for line in first.lines if line.kind == "throw"] == [
        (BLUE, "Blue fires at Fenwick: 6 (1d6)"),
        (RED, "Red fires at Fenwick: 1 (1d6)"),
    ]
    assert first.losses == {BLUE: 0, RED: 1}
    assert [(one.party, one.value, one.full) for one in first.gauges] == [(BLUE, 3, 3), (RED, 1, 2)]
    assert [line.text for line in second.lines if line.kind == "throw"] == [
        "Blue fires at Fenwick: 5 (1d6)", "Red fires at Fenwick: 2 (1d6)",
    ]  # fmt: skip


def test_a_battle_that_is_fought_has_no_winner_yet_and_one_that_is_over_has() -> None:
    dice = (6, 1, 5, 2)
    open_ = the_story(battle(dice, LoseStep(UnitId("Red 1")), Pass()))
    assert not open_.fought.is_over
    assert ending_lines(open_) == ["Nothing is decided yet.", "Lost in all: Blue no steps, Red 1 step"]
    over = the_story(battle(dice, LoseStep(UnitId("Red 1")), Pass(), LoseStep(UnitId("Red 1"))))
    assert over.fought.is_over
    assert ending_lines(over) == ["Winner: Blue", "Lost in all: Blue no steps, Red 2 steps", "Red 1 is destroyed"]


def test_who_retreats_is_told_once_and_has_what_it_had() -> None:
    play = battle((6, 1), LoseStep(UnitId("Red 1")), Retreat(AreaId("Garth")))
    assert story_of(play).count("Red 1 retreats to Garth") == 2  # in its round, and at the end
    assert [(one.party, one.value) for one in the_story(play).gauges] == [(BLUE, 3), (RED, 1)]


def test_an_older_journal_is_told_ply_by_ply() -> None:
    """What a journal has not taken down the place of stands in the last round of its ply."""
    play = battle((6, 1, 5, 2), LoseStep(UnitId("Red 1")), Pass())
    for ply in play.referee.journal.line():
        forget_order(ply)
    first, second = the_story(play).stages
    assert [line.text.split()[0] for line in (*first.lines, *second.lines) if line.kind == "throw"] == [
        "Blue", "Red", "Blue", "Red",
    ]  # fmt: skip


def forget_order(ply: Ply) -> None:
    contents = ply.contents
    assert not callable(contents)
    throws = tuple(structs.replace(one, changed=None) for one in contents.throws)
    notes = tuple(structs.replace(one, changed=None) for one in contents.notes)
    ply.contents = structs.replace(contents, throws=throws, notes=notes)


def test_a_side_hears_nothing_of_steps_that_it_does_not_see() -> None:
    """A unit of Red's that has not fought stays unknown to Blue: also where something happens to it meanwhile."""
    play = battle((6, 1))
    play.referee.table("Red 2 comes up", lambda game: game.put(unit("Red 2", "Fenwick", 4)))
    mine, theirs = ([(one.party, one.full) for one in the_story(play, side).gauges] for side in BOTH)
    assert (mine, theirs) == ([(BLUE, 3), (RED, 2)], [(BLUE, 3), (RED, 6)])


def test_nothing_is_moved_by_telling() -> None:
    play = battle((6, 1), LoseStep(UnitId("Red 1")))
    before = play.referee.journal.head, play.game.state.hash
    story_of(play)
    assert (play.referee.journal.head, play.game.state.hash) == before


class Silent(Battles):
    """Twin Rivers' battles, of which nothing is said."""

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        return ()


def test_a_game_that_says_nothing_of_battles_has_no_story() -> None:
    silent = replace(TWIN_RIVERS, modules=tuple(Silent if one is Battles else one for one in TWIN_RIVERS.modules))
    play = position(
        silent, *MAP, unit("Blue 1", "Fenwick", 3), unit("Red 1", "Fenwick"), at="Blue: battle", dice=[6, 1]
    )
    assert stories(play).fought == []


def test_bars_at_the_terminal_have_something_left_as_long_as_there_is_something() -> None:
    lines = bar_lines([
        Gauge(party="Blue", title="Steps", value=1, full=100), Gauge(party="Red", title="Steps", value=0, full=4),
    ])  # fmt: skip
    assert lines == ["Blue  Steps  [#...........] 1 of 100", "Red   Steps  [............] 0 of 4"]
