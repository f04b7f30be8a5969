"""Views: everything a seat is shown, and nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.engine import Broken, Game, Invalid, Seat, Side, ask
from sandtable.testing import leaks
from tests.engine import workshop
from tests.engine.workshop import BLUE, RED, Do, Draw, Piece, PieceId, doing, scripts


def pieces(game: Game) -> list[str]:
    return [piece.id for piece in game[Piece]]


def test_hidden_rows_are_left_out_of_tables_indexes_and_references() -> None:
    play = workshop.play()
    blue, red = play.seen_by("Blue"), play.seen_by("Red")
    assert (pieces(blue), pieces(red)) == (["b1", "b2"], ["b1", "b2", "r1"])
    assert [p.id for p in blue[Piece].where("places", "b")] == ["b1"]
    assert [p.id for p in red[Piece].where("places", "b")] == ["b1", "r1"]
    assert "r1" not in blue[Piece]
    with pytest.raises(Invalid, match="no Piece is called 'r1'"):
        blue[Piece]["r1"]
    assert pieces(play.game) == ["b1", "b2", "r1"]
    assert pieces(play.game.seen_by_sides(frozenset())) == ["b1", "b2"]
    assert pieces(play.game.seen_by_sides(frozenset({"Blue", "Red"}))) == ["b1", "b2", "r1"]


def test_a_face_stands_in_the_tables_and_indexes() -> None:
    scripts["conceals"] = lambda row: replace(row, size=0, places=("somewhere",)) if row.secret else row
    play = workshop.play()
    blue = play.seen_by("Blue")
    assert blue[Piece]["r1"] == Piece(PieceId("r1"), RED, ("somewhere",), 0, secret="gold")
    assert [p.id for p in blue[Piece].where("places", "somewhere")] == ["r1"]
    assert [p.id for p in blue[Piece].where("places", "b")] == ["b1"]
    assert play.game[Piece]["r1"].places == ("b",)


def test_a_view_follows_play_undo_and_redo() -> None:
    def reveal(game: Game) -> None:
        game.change(game[Piece]["r1"], secret="", places=("a",))
        game.remove(game[Piece]["b2"])
        game.put(Piece(PieceId("r0"), RED, secret="silver"))

    play = workshop.play(reveal)
    blue = play.seen_by("Blue")
    assert pieces(blue) == ["b1", "b2"]
    for _ in range(3):
        play.play(Do())
        assert pieces(play.seen_by("Blue")) == ["b1", "r1"]
        assert [p.id for p in play.seen_by("Blue")[Piece].where("places", "a")] == ["b1", "r1"]
        play.undo()
        assert pieces(play.seen_by("Blue")) == ["b1", "b2"]
        play.redo()
        assert pieces(play.seen_by("Blue")) == ["b1", "r1"]
        play.undo()


def test_a_view_of_a_view_is_the_same_view() -> None:
    blue = workshop.play().seen_by("Blue")
    assert blue.seen_by_sides(frozenset({"Red"})) is blue
    assert blue.sight("Red") is blue
    assert blue.viewers == frozenset({"Blue"})


def test_a_seat_sees_what_its_sides_see_and_those_it_acts_for() -> None:
    play = workshop.play(lambda game: game.change(game[Side][RED], seat=None, deputy=BLUE))
    assert pieces(play.game.seen_by("Ann")) == ["b1", "b2"]
    play.play(Do())
    assert play.game.seat_of("Red") == "Ann"
    assert pieces(play.game.seen_by("Ann")) == ["b1", "b2", "r1"]
    assert pieces(play.game.seen_by("Bob")) == ["b1", "b2"]
    assert "Bob" in play.game[Seat]
    with pytest.raises(Invalid, match="no Seat is called 'Bobby': did you mean Bob"):
        play.game.seen_by("Bobby")


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (lambda row: "hidden", "answered 'hidden' in bench.hide_piece, where a Piece of the same id, or None, belongs"),
        (lambda row: replace(row, id="x"), "where a Piece of the same id, or None, belongs"),
        (lambda row: Side(BLUE), "where a Piece of the same id, or None, belongs"),
    ],
)
def test_a_face_that_is_none_is_named(face: workshop.Script, words: str) -> None:
    play = workshop.play()
    scripts["conceals"] = face
    with pytest.raises(Broken, match=words):
        play.game.seen_by_sides(frozenset({"nobody"}))
    assert play.game.gate.queries == 0


def test_positions_that_differ_in_what_is_hidden_look_alike() -> None:
    play = workshop.play()
    treasure = replace(play.game[Piece]["r1"], secret="lead", size=7, places=("x",))
    assert leaks(play, "Blue", treasure) == []
    assert leaks(play, "Blue", replace(play.game[Piece]["b1"], size=7)) == ["rows of Piece differ"]


def test_log_lines_and_offers_are_for_those_they_concern() -> None:
    async def it(game: Game) -> None:
        game.note("for all")
        game.note("for Red", "W", ("Red",))
        await ask(RED, Draw, "how many", rule="W")

    play = doing(it)
    ply = play.referee.journal.at
    assert ply is not None
    assert [(note.text, note.sides) for note in ply.notes] == [("for all", None), ("for Red", ("Red",))]
    assert play.referee.offers("Ann") == []
    assert [one.kind for one in play.referee.offers("Bob")] == [Draw]
    assert all(one.game.viewers == frozenset({"Red"}) for one in play.referee.offers())


def test_standing_answers_are_private() -> None:
    from sandtable.engine.state.rows import StandingAnswer

    play = workshop.play()
    play.referee.council.add_standing_answer("Bob", "Red", Draw)
    assert [row.kind for row in play.seen_by("Red")[StandingAnswer]] == ["Draw"]
    assert list(play.seen_by("Blue")[StandingAnswer]) == []


def test_a_copy_of_what_a_seat_sees_has_the_tables_that_it_has_not_looked_at_yet() -> None:
    play = workshop.play()
    view = play.seen_by("Blue").state
    assert view.clone().documents() == {name: rows for name, rows in play.game.state.documents().items() if rows} | {
        "Piece": {id: rows for id, rows in play.game.state.documents()["Piece"].items() if id != "r1"}
    }
