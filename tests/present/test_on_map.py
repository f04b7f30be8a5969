"""What a game shows, on the map it is played on and on a revision that lacks a space."""

from __future__ import annotations

from sandtable.board import Graph, Map
from sandtable.present import presentation
from sandtable.present.on_map import shown_on
from tests.games.fords.at_the_fords import ONE, at_march


def test_what_stands_in_a_space_that_a_revision_lacks_is_lost_on_it() -> None:
    view = at_march().view("Blue")
    board = presentation.board(view)
    assert board is not None
    there = shown_on(view, board)
    assert (there.counters, there.lost) == (presentation.counters(view), [])
    graph = board.graph
    spaces = [one for one in graph.spaces.values() if one.id != "aldbrook"]
    edges = [one for one in graph.edges.values() if "aldbrook" not in one.pair]
    places = {id: place for id, place in board.places.items() if id != "aldbrook"}
    smaller = Map(board.info, Graph(spaces, edges), places=places)
    rest = shown_on(view, smaller)
    assert ONE in {one.piece for one in rest.lost}
    assert {one.space for one in rest.lost} == {"aldbrook"}
    assert [*rest.counters, *rest.lost] == sorted(presentation.counters(view), key=lambda one: one.space == "aldbrook")
    assert all(sign.space != "aldbrook" for sign in rest.signs)
