"""Not moved yet: N goes round the own pieces that may still do something in this step."""

from __future__ import annotations

from sandtable.engine import EndStep
from sandtable.play.turn.able_pieces import next_piece
from tests.editor.play.player import enter
from tests.editor.play.test_fields import ONE, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import March


def card(bench: Workbench) -> str:
    assert bench.campaign_view.board is not None
    return bench.campaign_view.board.cards.card.words.text()


def left(bench: Workbench) -> int:
    """Return how many pieces are said to be left."""
    said = card(bench)
    return 1 if "The only piece" in said else int(said.split("One of ")[1].split()[0])


def gone_round(bench: Workbench, keys: str, times: int) -> list[str]:
    found: list[str] = []
    for _ in range(times):
        bench.type_keys(keys)
        found += bench.map.selection
    return found


def test_n_goes_round_those_that_may_still_do_something(bench: Workbench) -> None:
    at_march(bench)
    bench.map.setFocus()
    (first,) = gone_round(bench, "N", 1)
    count = left(bench)
    rest = gone_round(bench, "N", count)
    assert len({first, *rest}) == count
    assert rest[-1] == first
    assert all(piece.startswith("Blue") for piece in rest)
    assert gone_round(bench, "Shift+N", 1) == [rest[-2]]


def test_the_piece_is_brought_into_the_middle_and_has_the_focus(bench: Workbench) -> None:
    at_march(bench)
    bench.map.zoom_by(3)
    bench.type_keys("N")
    (piece,) = bench.map.selection
    assert bench.map.counters.focus == piece
    assert bench.map.viewport().rect().contains(bench.counter(piece))
    assert bench.campaign_view.board is not None
    assert bench.campaign_view.board.cards.card.isVisible()


def test_one_that_has_done_all_it_may_is_left_out(bench: Workbench) -> None:
    at_march(bench)
    bench.map.setFocus()
    bench.type_keys("N")
    before = left(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.map.setFocus()
    bench.type_keys("N")
    assert left(bench) == before - 1


def test_who_is_asked_nothing_is_told_so(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, EndStep())
    if bench.campaign.turn_state != "asks":
        bench.type_keys("N")
        assert bench.window.status.hint.text() == "Nobody is asked to move anything now."


def test_the_next_after_one_that_has_moved_is_the_one_behind_it() -> None:
    order = ["a", "b", "c", "d"]
    assert next_piece(("a", "c"), order, "", 1) == "a"
    assert next_piece(("a", "c"), order, "a", 1) == "c"
    assert next_piece(("a", "c"), order, "c", 1) == "a"
    assert next_piece(("a", "d"), order, "b", 1) == "d"
    assert next_piece(("a", "d"), order, "b", -1) == "a"
    assert next_piece((), order, "b", 1) == ""
