"""Answers that are kept: forgotten as soon as what they rest on has changed, never shown to the wrong eyes."""

from __future__ import annotations

import pytest

from sandtable.engine import Game, Mark, Refused, cached_for_position, cached_while_unchanged
from sandtable.engine.state.rows import InForce
from tests.engine import workshop
from tests.engine.workshop import SEEN, Do, Piece, PieceId, scripts

asked: list[str] = []


@pytest.fixture(autouse=True)
def nothing_asked() -> None:
    asked.clear()


@cached_for_position
def here(game: Game, place: str) -> list[str]:
    asked.append(f"here {place}")
    return [piece.id for piece in game[Piece].where("places", place)]


@cached_while_unchanged
def all_of_it(game: Game) -> int:
    asked.append("all")
    return sum(piece.size for piece in game[Piece])


@cached_while_unchanged
def sizes(game: Game, *ids: str) -> list[int]:
    return [game[Piece][id].size for id in ids]


@cached_while_unchanged
def of_four(game: Game, one: str, two: str, three: str, four: str) -> str:
    asked.append("four")
    return one + two + three + four


def mark(game: Game) -> None:
    game.mark("b1", SEEN)


def grow(game: Game) -> None:
    game.change(game[Piece]["b1"], size=5)


def test_a_question_is_answered_once_for_each_thing_it_is_about() -> None:
    game = workshop.play().game
    assert (here(game, "a"), here(game, "a"), here(game, "b")) == (["b1", "b2"], ["b1", "b2"], ["b1", "r1"])
    assert asked == ["here a", "here b"]


def test_a_question_may_be_about_any_number_of_things() -> None:
    game = workshop.play().game
    assert [sizes(game), sizes(game, "b1"), sizes(game, "b1", "b2")] == [[], [1], [1, game[Piece]["b2"].size]]
    assert (of_four(game, "a", "b", "c", "d"), of_four(game, "a", "b", "c", "e")) == ("abcd", "abce")
    assert of_four(game, "a", "b", "c", "d") == "abcd"
    assert asked == ["four", "four"]


def test_what_it_is_about_is_said_in_order() -> None:
    game = workshop.play().game
    with pytest.raises(TypeError):  # by name it was taken for another question
        size_of(game, piece="b1")
    with pytest.raises(TypeError):
        of_four(game, "a", "b", "c", four="d")


def test_an_answer_about_the_position_is_forgotten_with_any_change() -> None:
    play = workshop.play(mark)
    here(play.game, "a")
    play.play(Do())
    here(play.game, "a")
    assert len(play.game[Mark]) == 1
    assert asked == ["here a", "here a"]


def test_an_answer_outlives_the_changes_of_what_it_has_not_read() -> None:
    play = workshop.play(mark)
    before = all_of_it(play.game)
    play.play(Do())
    assert all_of_it(play.game) == before
    assert asked == ["all"]


def test_it_follows_change_undo_and_redo() -> None:
    play = workshop.play(grow)
    before = all_of_it(play.game)
    play.play(Do())
    assert all_of_it(play.game) == before + 4
    play.undo()
    assert all_of_it(play.game) == before
    play.redo()
    assert all_of_it(play.game) == before + 4


def test_in_the_midst_of_an_action_each_change_counts() -> None:
    seen: list[int] = []

    def twice(game: Game) -> None:
        for size in (3, 4):
            game.change(game[Piece]["b1"], size=size)
            seen.append(all_of_it(game))

    workshop.play(twice).play(Do())
    assert seen[1] == seen[0] + 1


def test_nobody_gets_the_answer_that_holds_for_other_eyes() -> None:
    play = workshop.play()
    game, blue, red = play.game, play.seen_by("Blue"), play.seen_by("Red")
    assert (here(game, "b"), here(blue, "b"), here(red, "b")) == (["b1", "r1"], ["b1"], ["b1", "r1"])
    assert all_of_it(blue) < all_of_it(game) == all_of_it(red)
    assert (here(game, "b"), here(blue, "b")) == (["b1", "r1"], ["b1"])


def test_while_nothing_is_hidden_one_answer_serves_all() -> None:
    scripts["conceals"] = lambda row: row
    play = workshop.play(lambda game: game.put(Piece(PieceId("r2"), workshop.RED, ("b",), secret="tin")))
    blue = play.seen_by("Blue")
    assert here(blue, "b") is here(play.game, "b")
    scripts["conceals"] = lambda row: None if row.secret == "tin" else row
    play.play(Do())
    assert (here(play.seen_by("Blue"), "b"), here(play.game, "b")) == (["b1", "r1"], ["b1", "r1", "r2"])


def test_what_failed_is_asked_again() -> None:
    @cached_while_unchanged
    def fails(game: Game) -> int:
        asked.append("fails")
        raise Refused(Do(), [])

    game = workshop.play().game
    for _ in range(2):
        with pytest.raises(Refused):
            fails(game)
    assert asked == ["fails", "fails"]


@cached_while_unchanged
def twice_all(game: Game) -> int:
    asked.append("twice")
    return 2 * all_of_it(game)


@pytest.mark.parametrize("warm", [False, True])
def test_what_a_question_asks_of_others_counts_as_its_own(warm: bool) -> None:
    play = workshop.play(grow)
    if warm:  # the inner answer is known already
        all_of_it(play.game)
    before = twice_all(play.game)
    play.play(Do())
    assert twice_all(play.game) == before + 8


@cached_while_unchanged
def counted_here(game: Game) -> int:
    return len(here(game, "a"))


@pytest.mark.parametrize("warm", [False, True])
def test_what_it_asks_about_the_position_counts_as_its_own_too(warm: bool) -> None:
    play = workshop.play(lambda game: game.put(Piece(PieceId("b3"), workshop.BLUE, ("a",))))
    if warm:
        here(play.game, "a")
    before = counted_here(play.game)
    play.play(Do())
    assert counted_here(play.game) == before + 1


@cached_while_unchanged
def seen_by_blue(game: Game) -> int:
    return len(game.sight("Blue")[Piece])


def test_what_it_reads_through_other_eyes_counts_as_well() -> None:
    play = workshop.play(lambda game: game.put(Piece(PieceId("b3"), workshop.BLUE, ("a",))))
    before = seen_by_blue(play.game)
    play.play(Do())
    assert seen_by_blue(play.game) == before + 1


@cached_while_unchanged
def marks_seen_by_blue(game: Game) -> int:
    return len(game.sight("Blue")[Mark])


def test_a_table_that_nobody_had_written_to_counts_through_other_eyes_too() -> None:
    play = workshop.play(mark)
    assert marks_seen_by_blue(play.game) == 0
    play.play(Do())
    assert marks_seen_by_blue(play.game) == 1


@cached_while_unchanged
def names(game: Game) -> tuple[str, ...]:
    asked.append("names")
    return tuple(map(str, sorted(game.hooks(workshop.Workshop).parts(game))))


def test_an_answer_of_rules_is_forgotten_when_the_options_change() -> None:
    play = workshop.play(lambda game: game.mark("b1", SEEN))
    names(play.game)
    play.play(Do())
    names(play.game)
    assert asked == ["names"]
    options = play.game[InForce]["options"]
    scripts["it"] = lambda game: game.change(options, order=(("a", "b"),))
    play.play(Do())
    names(play.game)
    assert asked == ["names", "names"]


@cached_while_unchanged
def standing_in(game: Game, place: str) -> list[str]:
    asked.append(f"in {place}")
    return [piece.id for piece in game.where(Piece, "places", place)]


@cached_while_unchanged
def size_of(game: Game, piece: str) -> int:
    asked.append(f"size of {piece}")
    row = game.row(Piece, piece)
    return row.size if row is not None else 0


@cached_while_unchanged
def both_sizes(game: Game) -> int:
    return size_of(game, "b1") + size_of(game, "b2")


@cached_while_unchanged
def reads_some_and_all(game: Game) -> int:
    asked.append("some and all")
    return len(game.where(Piece, "places", "a")) + len(game[Piece])


def putting(place: str, id: str = "b3") -> workshop.Script:
    return lambda game: game.put(Piece(PieceId(id), workshop.BLUE, (place,)))


def test_an_answer_that_rests_on_some_rows_outlives_the_changes_of_others() -> None:
    play = workshop.play(putting("c"))
    standing_in(play.game, "a")
    size_of(play.game, "b1")
    play.play(Do())
    assert (standing_in(play.game, "a"), size_of(play.game, "b1")) == (["b1", "b2"], 1)
    assert asked == ["in a", "size of b1"]


def test_it_does_not_outlive_one_that_comes_goes_or_is_replaced() -> None:
    play = workshop.play(putting("a"))
    assert standing_in(play.game, "a") == ["b1", "b2"]
    play.play(Do())
    assert standing_in(play.game, "a") == ["b1", "b2", "b3"]
    play.undo()
    assert standing_in(play.game, "a") == ["b1", "b2"]
    play.redo()
    scripts["it"] = lambda game: game.change(game[Piece]["b1"], places=("c",))
    play.play(Do())
    assert (standing_in(play.game, "a"), standing_in(play.game, "c")) == (["b2", "b3"], ["b1"])


def test_a_row_that_is_not_there_yet_is_rested_on_too() -> None:
    play = workshop.play(putting("c", "b9"))
    assert size_of(play.game, "b9") == 0
    play.play(Do())
    assert size_of(play.game, "b9") == 1


@pytest.mark.parametrize("warm", [False, True])
def test_what_rests_on_an_answer_rests_on_its_rows(warm: bool) -> None:
    play = workshop.play(grow)
    if warm:
        size_of(play.game, "b1")
    before = both_sizes(play.game)
    play.play(Do())
    assert both_sizes(play.game) == before + 4
    assert asked.count("size of b2") == 1


def test_who_reads_a_whole_table_beside_some_rows_rests_on_all_of_it() -> None:
    play = workshop.play(putting("c"))
    before = reads_some_and_all(play.game)
    play.play(Do())
    assert reads_some_and_all(play.game) == before + 1


def test_a_copy_of_a_position_keeps_its_own_account() -> None:
    play = workshop.play()
    state = play.game.state
    table = state.tables[Piece]
    rows = table.rested_on["places", "a"]
    twin = state.clone()
    twin.tables[Piece].swap("b1", table["b1"], None)
    assert rows.version == 0
    table.restore(dict(table.rows))
    assert rows.version == 1


@cached_while_unchanged
def four_times_all(game: Game) -> int:
    return 2 * twice_all(game)


def test_it_counts_through_an_answer_that_is_known_and_one_that_is_not() -> None:
    play = workshop.play(grow)
    all_of_it(play.game)  # known; what asks it is not
    before = four_times_all(play.game)
    play.play(Do())
    assert four_times_all(play.game) == before + 16


def test_what_a_question_has_read_before_it_failed_counts_for_who_goes_on_without_it() -> None:
    @cached_while_unchanged
    def fails(game: Game) -> int:
        if all_of_it(game) < 10:
            raise Refused(Do(), [])
        return 1

    @cached_while_unchanged
    def goes_on(game: Game) -> int:
        try:
            return fails(game)
        except Refused:
            return 0

    play = workshop.play(lambda game: game.change(game[Piece]["b1"], size=9))
    assert goes_on(play.game) == 0
    play.play(Do())
    assert goes_on(play.game) == 1
