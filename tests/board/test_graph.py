"""The graph of a board: what the designer says about an edge outlives what the shapes say."""

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.board import Edge, Feature, Graph, Space, SpaceId, Status
from sandtable.engine.errors import Invalid

PARIS, LILLE, METZ, GHENT = map(SpaceId, ("paris", "lille", "metz", "ghent"))


def graph(*edges: Edge) -> Graph:
    return Graph([Space(id, id.title()) for id in (PARIS, LILLE, METZ, GHENT)], edges)


def status(of: Graph, a: SpaceId, b: SpaceId) -> Status | None:
    edge = of.edge(a, b)
    return None if edge is None else edge.status


def test_neighbours_are_over_open_borders_in_order_of_ids() -> None:
    board = graph(Edge(PARIS, METZ), Edge(PARIS, LILLE), Edge(PARIS, GHENT, contact="corner"))
    assert board.neighbours(PARIS) == (LILLE, METZ)
    assert board.neighbours(PARIS, corners=True) == (GHENT, LILLE, METZ)
    assert board.forbid(PARIS, LILLE).neighbours(PARIS) == (METZ,)


def test_an_edge_has_no_direction_unless_it_is_one_way() -> None:
    assert Edge(PARIS, LILLE) == Edge(LILLE, PARIS)
    board = graph(Edge(PARIS, LILLE, one_way=True))
    assert board.neighbours(PARIS) == (LILLE,)
    assert board.neighbours(LILLE) == ()
    assert board.edge(LILLE, PARIS) is board.edge(PARIS, LILLE)


def test_an_edge_says_what_runs_along_and_across_it_and_on_which_side() -> None:
    edge = Edge(PARIS, LILLE, along=(Feature("slope", LILLE),), across=(Feature("road"),))
    assert msgspec.json.decode(msgspec.json.encode(edge), type=Edge) == edge
    assert edge.move_end(LILLE, GHENT).along == (Feature("slope", GHENT),)


def test_a_fresh_derivation_keeps_the_designers_word() -> None:
    board = graph(Edge(PARIS, LILLE), Edge(PARIS, METZ), Edge(LILLE, METZ), Edge(LILLE, GHENT))
    board = board.confirm(PARIS, METZ, along=[Feature("river")]).forbid(LILLE, METZ)
    board = board.add(Edge(PARIS, GHENT, across=(Feature("ferry"),)))
    after = board.rederive([Edge(PARIS, METZ), Edge(LILLE, METZ), Edge(METZ, GHENT)])
    assert status(after.graph, PARIS, LILLE) is None
    assert after.graph.edge(PARIS, METZ) == Edge(PARIS, METZ, (Feature("river"),), status="confirmed")
    assert status(after.graph, LILLE, METZ) == "forbidden"
    assert status(after.graph, PARIS, GHENT) == "added"
    assert status(after.graph, METZ, GHENT) == "derived"
    assert {edge.pair for edge in after.gone} == {(LILLE, PARIS), (GHENT, LILLE)}
    assert [edge.pair for edge in after.appeared] == [(GHENT, METZ)]
    assert after.contradicted == ()


def test_a_confirmed_edge_that_the_shapes_no_longer_show_stands_and_is_reported() -> None:
    board = graph(Edge(PARIS, LILLE), Edge(PARIS, METZ)).confirm(PARIS, LILLE).confirm(PARIS, METZ)
    after = board.rederive([Edge(PARIS, METZ, contact="corner")])
    assert after.graph == board
    assert {edge.pair for edge in after.contradicted} == {(LILLE, PARIS), (METZ, PARIS)}


def test_an_edge_to_a_space_without_a_shape_is_not_derived_away() -> None:
    board = graph(Edge(PARIS, LILLE), Edge(PARIS, GHENT))
    after = board.rederive([], within={PARIS, LILLE})
    assert [edge.pair for edge in after.graph.edges.values()] == [(GHENT, PARIS)]


def test_a_word_taken_back_leaves_it_to_the_shapes() -> None:
    board = graph(Edge(PARIS, LILLE)).forbid(PARIS, LILLE).add(Edge(PARIS, GHENT))
    board = board.take_back(PARIS, LILLE).take_back(GHENT, PARIS)
    assert board == graph(Edge(PARIS, LILLE))


def test_an_id_survives_a_new_name() -> None:
    board = graph(Edge(PARIS, LILLE)).confirm(PARIS, LILLE)
    renamed = board.rename(LILLE, "Rijsel")
    assert renamed[LILLE].name == "Rijsel"
    assert renamed.edges == board.edges


def test_the_part_that_is_split_off_inherits_what_was_said_of_its_borders() -> None:
    board = graph(Edge(PARIS, LILLE), Edge(PARIS, METZ), Edge(PARIS, GHENT))
    board = board.confirm(PARIS, LILLE, along=[Feature("slope", PARIS)]).confirm(PARIS, METZ).forbid(PARIS, GHENT)
    north = SpaceId("paris north")
    fresh = [Edge(north, PARIS), Edge(north, LILLE), Edge(north, GHENT), Edge(PARIS, METZ), Edge(PARIS, GHENT)]
    after = board.split(PARIS, Space(north), fresh)
    assert after.graph.edge(north, LILLE) == Edge(north, LILLE, (Feature("slope", north),), status="confirmed")
    assert status(after.graph, PARIS, LILLE) is None
    assert status(after.graph, north, GHENT) == status(after.graph, PARIS, GHENT) == "forbidden"
    assert status(after.graph, PARIS, METZ) == "confirmed"
    assert after.contradicted == ()
    assert after.graph.merge(PARIS, north) == board


def test_a_merged_space_has_the_edges_of_both() -> None:
    board = graph(Edge(PARIS, LILLE), Edge(PARIS, METZ, (Feature("river"),)), Edge(LILLE, METZ), Edge(LILLE, GHENT))
    merged = board.forbid(LILLE, METZ).merge(PARIS, LILLE)
    assert merged.edge(PARIS, METZ) == Edge(PARIS, METZ, (Feature("river"),))
    assert merged.neighbours(PARIS) == (GHENT, METZ)
    assert LILLE not in merged.spaces


def test_attributes_are_values_by_name() -> None:
    space = Space(PARIS, attributes=(("terrain", "clear"),)).with_attributes(city=3)
    assert space.attributes == (("city", 3), ("terrain", "clear"))
    assert (space.get("city"), space.get("port", False)) == (3, False)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Edge(PARIS, PARIS), "leads back"),
        (lambda: Edge(PARIS, LILLE, (Feature("slope", METZ),)), "on the side of 'metz': name one of the two"),
        (lambda: graph(Edge(PARIS, SpaceId("mets"))), "did you mean metz"),
        (lambda: graph(Edge(PARIS, LILLE), Edge(LILLE, PARIS)), "two edges join"),
        (lambda: Graph([Space(PARIS), Space(PARIS)]), "two spaces have the id 'paris'"),
        (lambda: graph()[SpaceId("pariss")], "did you mean paris"),
        (lambda: graph().confirm(PARIS, LILLE), "no edge between 'paris' and 'lille' to confirm: add one"),
        (lambda: graph(Edge(PARIS, LILLE)).add(Edge(PARIS, LILLE)), "confirm that one"),
        (lambda: graph(Edge(PARIS, LILLE)).take_back(PARIS, LILLE), "no decision to take back"),
        (lambda: graph().split(PARIS, Space(LILLE), []), "choose a new id"),
        (lambda: graph().merge(PARIS, PARIS), "name two spaces"),
    ],
)
def test_what_cannot_be_says_why(wrong: "object", words: str) -> None:
    assert callable(wrong)
    with pytest.raises(Invalid, match=words):
        wrong()


def test_spaces_and_edges_are_values() -> None:
    board = graph(Edge(PARIS, LILLE))
    with pytest.raises(AttributeError):
        board[PARIS].name = "Lutetia"  # type: ignore[misc]
    assert hash(board) == hash(graph(Edge(LILLE, PARIS)))
    assert replace(board[PARIS], name="Lutetia").id == PARIS
