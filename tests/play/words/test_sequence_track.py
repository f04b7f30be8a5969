"""The sequence of play as a track: where we are, what comes next, what was passed over."""

from __future__ import annotations

from sandtable.engine import EndStep
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.words.present_words import round_title
from sandtable.play.words.sequence_track import (
    SequenceTrack,
    TrackStep,
    sequence_tracks,
    track_lines,
    track_panels,
    tracks_of,
)
from sandtable.play.words.where import plies_of_round
from tests.games.fords import CorpsId, March
from tests.games.fords.at_the_fords import ONE, at_march

TO_CRANMERE = (March(ONE, ("birchley", "cranmere")), EndStep(), March(CorpsId("Red 1"), ("cranmere",)), EndStep())


def steps(track: SequenceTrack) -> dict[str, TrackStep]:
    return {step.key: step for phase in track.phases for step in phase.steps}


def test_the_step_that_is_played_stands_between_what_was_and_what_comes() -> None:
    referee = at_march()
    view = referee.view("Blue")
    (track,) = tracks_of(referee, view)
    places = [step.place for step in steps(track).values()]
    assert places.count("here") == places.count("next") == 1
    here = places.index("here")
    assert set(places[:here]) <= {"behind", "next"}  # the next side begins the phase again
    assert set(places[here + 1 :]) <= {"next", "ahead"}
    assert steps(track)[view.frames[0].step].place == "here"


def test_a_nested_sequence_has_a_track_of_its_own() -> None:
    referee = at_march(*TO_CRANMERE)
    view = referee.view("Blue")
    main, battle = tracks_of(referee, view)
    assert battle.title.startswith("Battle of cranmere")
    assert steps(battle)[view.frame.step].place == "here"
    assert [panel.key for panel in track_panels([main, battle])] == ["sequence 0", "sequence 1"]


def test_the_side_that_plays_the_next_step_is_named() -> None:
    referee = at_march()
    (track,) = tracks_of(referee, referee.view("Blue"))
    phase = next(one for one in track.phases if any(step.place == "here" for step in one.steps))
    assert phase.sides[0] == "Blue"
    following = [step for one in track.phases for step in one.steps if step.place == "next"]
    assert len(following) == 1
    if track.next_side:
        assert track.next_side == phase.sides[1]


def test_what_was_passed_over_is_told_with_the_side() -> None:
    referee = at_march()
    view = referee.view("Blue")
    step = view.frames[0].step
    (track,) = sequence_tracks(view, {(step, "Red")})
    assert steps(track)[step].passed == ("Red",)
    assert any("passed over by Red" in line for line in track_lines([track]))
    (both,) = sequence_tracks(view, [(step, "Red"), (step, "Blue")])
    assert any("passed over by Blue and Red" in line for line in track_lines([both]))
    assert any("passed over: Red" in words for box in track_panels([track])[0].boxes for _, words in box.markers)


def test_the_lines_say_where_we_are() -> None:
    referee = at_march()
    lines = track_lines(tracks_of(referee, referee.view("Blue")))
    assert sum(line.lstrip().startswith("▶ ") and "(now" in line for line in lines) == 1
    assert sum(line.lstrip().startswith("→ ") for line in lines) == 1


def test_a_round_begins_anew_for_the_track() -> None:
    referee = at_march()
    play_on(referee, RandomBot(3), rounds=3)
    view = referee.game.seen_by_sides(frozenset(("Blue", "Red")))
    assert tracks_of(referee, view)[0].title == round_title(view, view.frames[0].round)
    assert len(list(plies_of_round(referee.journal))) < len(referee.journal.line()) - 3
