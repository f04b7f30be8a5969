"""The past, looked at without going back: positions, trails, what is new to somebody, counts over time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.engine import Action, EndStep, InstalledGame, Referee, SideId
from sandtable.engine.errors import Invalid
from sandtable.engine.journal.journal import ROOT
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.record.past import Past
from sandtable.play.record.recap import Recap, last_move, last_seen, recap
from sandtable.play.record.statistics import series_of
from sandtable.play.record.trails import PieceTrail, trails_of
from sandtable.play.words.where import current_place
from sandtable_twin_rivers import TWIN_RIVERS
from tests.games.fords import Corps, CorpsId, Levy, March, Rest
from tests.games.fords.at_the_fords import ONE, THREE, TWO, at_march, play

RED_ONE = CorpsId("Red 1")
TO_CRANMERE: tuple[Action, ...] = (
    March(ONE, ("birchley", "cranmere")), EndStep(), March(RED_ONE, ("cranmere",)), EndStep(),
)  # fmt: skip
BOTH, BLUE, RED = (SideId("Blue"), SideId("Red")), (SideId("Blue"),), (SideId("Red"),)


def where(past: Past, ply: int, piece: str, sides: Sequence[str] = BOTH) -> str:
    return past.look(ply, sides)[Corps][CorpsId(piece)].area


def plies_of(referee: Referee, kind: type[Action]) -> list[int]:
    return [ply.id for ply in referee.journal.line() if isinstance(ply.action, kind)]


def recapped(referee: Referee, since: int, sides: Sequence[str]) -> Recap:
    return recap(referee, Past(referee), since, sides)


# -- positions


def test_each_position_of_the_line_is_shown_and_the_game_stands_where_it_stood() -> None:
    referee = at_march(*TO_CRANMERE[:2])
    head, hash_now = referee.journal.head, referee.game.state.hash
    (march,) = plies_of(referee, March)
    past = Past(referee)
    assert where(past, past.before(march), ONE) == "aldbrook"
    assert where(past, march, ONE) == "cranmere"
    assert where(past, past.first, ONE) == "aldbrook"
    assert (referee.journal.head, referee.game.state.hash) == (head, hash_now)


def test_where_we_were_is_told_of_the_position_that_is_looked_at() -> None:
    referee = at_march(*TO_CRANMERE[:2])
    past = Past(referee)
    places = {current_place(past.look(ply.id, BOTH)) for ply in past.plies}
    assert current_place(referee.game) in places
    assert len(places) > 2


def test_a_side_sees_no_more_of_the_past_than_it_could_see_then() -> None:
    referee = at_march(Levy(ONE, 3))
    past = Past(referee)
    assert past.look(past.last, BLUE)[Corps][ONE].strength is not None
    assert past.look(past.last, RED)[Corps][ONE].strength is None


def test_what_was_undone_is_no_part_of_it() -> None:
    referee = at_march(Rest((ONE,)), Rest((TWO,)))
    undone = referee.history.undo().id
    past = Past(referee)
    assert undone not in past
    with pytest.raises(Invalid, match=f"no ply is called '{undone}'"):
        past.look(undone, BOTH)


def test_play_goes_on_beside_it() -> None:
    referee = at_march()
    past = Past(referee)
    last = past.last
    play(referee, March(ONE, ("birchley",)))
    assert (past.last, where(past, last, ONE)) == (last, "aldbrook")
    assert referee.game[Corps][ONE].area == "birchley"


# -- trails


def trail(referee: Referee, piece: str, sides: Sequence[str] = BOTH, since: int = ROOT) -> PieceTrail | None:
    past = Past(referee)
    return next((one for one in trails_of(past, past.since(since), sides) if one.piece == piece), None)


def test_the_trail_of_a_piece_has_every_space_it_stood_in() -> None:
    referee = at_march(March(ONE, ("birchley", "cranmere")))
    found = trail(referee, ONE)
    assert found is not None
    assert (found.fate, found.spaces[0], found.spaces[-1]) == ("moved", "aldbrook", "cranmere")
    assert found.ply == plies_of(referee, March)[0]


def test_who_has_not_moved_leaves_no_trail() -> None:
    referee = at_march(Rest((TWO,)), March(ONE, ("birchley",)))
    assert trail(referee, TWO) is None
    assert trail(referee, THREE) is None


def test_who_was_taken_off_the_map_has_left_it() -> None:
    referee = at_march(March(ONE, ("birchley",)))
    referee.table("Blue 1 is taken off", lambda game: game.remove(game[Corps][ONE]))
    found = trail(referee, ONE)
    assert found is not None
    assert (found.fate, found.spaces) == ("left", ("aldbrook", "birchley"))


def test_the_way_of_a_piece_that_may_be_hidden_is_not_told() -> None:
    found = trail(at_march(March(ONE, ("birchley", "cranmere"))), ONE)
    assert found is not None
    assert found.spaces == ("aldbrook", "cranmere")


# -- what is new to somebody


def test_what_others_did_since_ones_own_last_move_is_told_with_its_place() -> None:
    referee = at_march(*TO_CRANMERE)
    since = last_move(referee.journal.line(), BLUE)
    assert since == plies_of(referee, EndStep)[0]
    told = recapped(referee, since, BLUE)
    deeds = [one for one in told.lines if one.line.kind == "deed"]
    assert [one.line.side for one in deeds] == ["Red", "Red"]
    assert deeds[0].space == "cranmere"
    assert [one.piece for one in told.trails] == [RED_ONE]


def test_who_has_played_last_has_missed_nothing() -> None:
    referee = at_march(March(ONE, ("birchley",)))
    assert recapped(referee, last_move(referee.journal.line(), BLUE), BLUE).is_empty


def test_who_plays_both_sides_is_told_what_is_new_to_the_one_that_is_asked() -> None:
    referee = at_march(*TO_CRANMERE)
    line = referee.journal.line()
    assert last_move(line, ("Blue", "Red")) == line[-1].id  # nothing has happened since
    assert last_seen(line, ("Blue", "Red"), "Blue") == last_move(line, BLUE)
    assert last_seen(line, BLUE, "Blue") == last_move(line, BLUE)
    assert last_seen(line, ("Blue", "Red"), "") == line[-1].id  # after the end


def test_who_has_not_played_is_told_all() -> None:
    referee = at_march()
    assert last_move(referee.journal.line(), ()) == ROOT
    told = recapped(referee, ROOT, BLUE)
    assert {one.ply for one in told.lines} <= {ply.id for ply in referee.journal.line()}
    assert not told.is_empty


# -- counts over time


def test_what_a_game_counts_is_told_round_by_round_and_now() -> None:
    referee = at_march()
    play_on(referee, RandomBot("1"), rounds=2)
    series = {one.key: one for one in series_of(Past(referee), BOTH)}
    assert (series["corps"].title, series["strength"].unit) == ("Corps", "factors")
    points = dict(series["corps"].sides)
    rounds = [(point.round, point.title) for point in points[BOTH[0]]]
    assert rounds[0] == (1, "Round 1")
    assert [number for number, _ in rounds] == sorted(number for number, _ in rounds)
    last = referee.game.frames[0].round
    assert last > 2
    assert [*dict.fromkeys(number for number, _ in rounds)] == [*range(1, last + 1)]
    assert rounds[-1] == (last, "Now")
    for side in BOTH:
        assert points[side][0].value == 3
        assert points[side][-1].value == len(list(referee.game[Corps].where("side", side)))


def test_a_side_does_not_read_in_the_chart_what_it_cannot_see_on_the_map() -> None:
    referee = at_march()
    (strength,) = (one for one in series_of(Past(referee), BLUE) if one.key == "strength")
    assert [side for side, _ in strength.sides] == ["Blue"]


def test_a_game_that_counts_nothing_has_no_chart() -> None:
    referee = Referee.begin(InstalledGame(TWIN_RIVERS), TWIN_RIVERS.scenarios[0].rows()).open()
    assert series_of(Past(referee), ()) == []
