"""What a game shows, asked without a window; a game that declares nothing shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.board import SpaceId
from sandtable.engine import EndStep, InstalledGame, Referee
from sandtable.present import Box, Matrix, Sheet, SheetEntry, Table, Track, presentation
from tests.cli.sandtable_parley import PARLEY
from tests.games.fords import CorpsId, March, PlayChit
from tests.games.fords.at_the_fords import ONE, at_march

TO_CRANMERE = (March(ONE, ("birchley", "cranmere")), EndStep(), March(CorpsId("Red 1"), ("cranmere",)), EndStep())
DIRTY = "a\x1b[31mb\u202ec"


def test_a_game_that_declares_nothing_shows_nothing() -> None:
    family = InstalledGame(PARLEY)
    game = Referee.begin(family, family.scenario("crown").rows()).game
    assert presentation.board(game) is None
    assert presentation.reach(game, "x") is None
    assert presentation.named_round(game, 1) is None
    for asked in (presentation.spaces, presentation.counters, presentation.signs, presentation.map_modes):
        assert asked(game) == []
    assert presentation.contests(game) == []
    assert presentation.about(game, SpaceId("x")) == []
    assert presentation.panels(game, "side", "bottom", "window") == []


def test_pieces_stand_where_the_seat_sees_them_and_reach_says_why_not() -> None:
    referee = at_march()
    view = referee.view("Blue")
    standing = {one.piece: one.space for one in presentation.counters(view)}
    assert standing[ONE] == "aldbrook"
    there = presentation.reach(view, ONE)
    assert there is not None
    assert "birchley" in there.costs
    assert presentation.reach(view, "nobody") is None


def test_panels_are_asked_for_by_their_place() -> None:
    quiet, fighting = at_march().view("Blue"), at_march(*TO_CRANMERE).view("Blue")
    assert presentation.panels(quiet, "window") == []
    assert {panel.where for panel in presentation.panels(fighting, "window")} == {"window"}
    assert presentation.contests(fighting)[-1].title == "Battle of cranmere"


def test_a_course_tells_what_rows_have_been() -> None:
    from sandtable.engine.state.row import Change
    from sandtable.present import Course
    from tests.games.fords import Corps

    referee = at_march(*TO_CRANMERE, PlayChit("probe"), PlayChit("probe"))
    contest = presentation.contests(at_march(*TO_CRANMERE).view("Blue"))[-1]
    changes: list[Change] = [change for ply in referee.journal.line() for change in ply.changes]
    course = Course(contest, tuple(changes))
    histories = course.histories(Corps)
    assert [row.area for row in histories[ONE] if row is not None][:2] == ["aldbrook", "cranmere"]
    assert course.last(Corps)[ONE].area == "cranmere"


PANELS: list[tuple[object, Callable[[Any], tuple[str, ...]]]] = [
    (SheetEntry(title=DIRTY, value=DIRTY, reasons=(DIRTY,)), lambda one: (one.title, one.value, *one.reasons)),
    (Sheet(key="k", title=DIRTY, entries=(), group=DIRTY), lambda one: (one.title, one.group)),
    (
        Table(key="k", title=DIRTY, columns=(DIRTY,), rows=((DIRTY,),)),
        lambda one: (one.title, *one.columns, *one.rows[0]),
    ),
    (Box(title=DIRTY, markers=(("#000000", DIRTY),)), lambda one: (one.title, one.markers[0][1])),
    (Track(key="k", title=DIRTY, boxes=()), lambda one: (one.title,)),
    (
        Matrix(key="k", title=DIRTY, heads=(DIRTY,), columns=(DIRTY,), cells=((DIRTY,),)),
        lambda one: (one.title, *one.heads, *one.columns, *one.cells[0]),
    ),
]


@pytest.mark.parametrize(("made", "words"), PANELS, ids=[type(made).__name__ for made, _ in PANELS])
def test_foreign_words_are_fit_to_be_shown(made: object, words: Callable[[Any], tuple[str, ...]]) -> None:
    assert len(set(words(made))) == 1
    assert not {"\x1b", "\u202e"} & set("".join(words(made)))
