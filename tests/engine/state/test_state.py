"""Tables, indexes and the hash: what counts is what is there, not how it came to be there."""

from __future__ import annotations

from random import Random
from typing import NewType

import pytest
from msgspec.structs import replace

from sandtable.engine import Invalid, Row, SideId
from sandtable.engine.state.rows import CORE_ROWS
from sandtable.engine.state.schema import Schema
from sandtable.engine.state.state import State
from tests.engine.workshop import BLUE, RED, Piece, PieceId
from tests.tiers import count

TagId = NewType("TagId", str)
SCHEMA = Schema((*CORE_ROWS, Piece))


def fresh(*pieces: Piece) -> State:
    state = State(SCHEMA)
    state.gate.open = True
    for side in (BLUE, RED):
        state.load_row("Side", side, {"id": side})
    for piece in pieces:
        state.put(piece)
    return state


def piece(id: str, *places: str, side: SideId = BLUE, size: int = 1) -> Piece:
    return Piece(PieceId(id), side, places, size)


def test_tables_and_indexes_are_in_id_order_whatever_happened_before() -> None:
    for seed in range(count(3_000)):
        rng, state, model = Random(f"state {seed}"), fresh(), dict[str, Piece]()
        past: list[tuple[int, dict[str, Piece], int]] = []
        for _ in range(25):
            id = rng.choice("abcdefgh")
            match rng.choice(["put", "change", "remove", "back"]):
                case "put":
                    model[id] = state.put(
                        piece(id, *rng.sample("xyz", rng.randint(0, 3)), side=rng.choice([BLUE, RED]))
                    )
                case "change" if id in model:
                    model[id] = state.change(
                        model[id], {"places": tuple(rng.sample("xyz", 2)), "size": rng.randint(0, 9)}
                    )
                case "remove" if id in model:
                    state.remove(model.pop(id))
                case "back" if past:
                    kept, before, number = past.pop()
                    state.revert(tuple(state.changes[kept:]))
                    del state.changes[kept:]
                    model = before
                    assert state.hash == number
                    continue
            if rng.random() < 0.2:
                past.append((len(state.changes), dict(model), state.hash))
        check(state, model)


def check(state: State, model: dict[str, Piece]) -> None:
    table = state[Piece]
    assert list(table) == [model[id] for id in sorted(model)]
    assert list(table.ids()) == sorted(model)
    assert len(table) == len(model)
    for place in "xyzw":
        assert table.where("places", place) == [model[id] for id in sorted(model) if place in model[id].places]
    for side in (BLUE, RED):
        assert table.where("side", side) == [model[id] for id in sorted(model) if model[id].side == side]
    assert state.hash == fresh(*(model[id] for id in sorted(model, reverse=True))).hash


def test_the_hash_tells_any_two_positions_apart_and_forgets_the_way() -> None:
    one, other = fresh(piece("a"), piece("b")), fresh(piece("b"), piece("a"))
    assert one.hash == other.hash
    seen = {one.hash}
    for change in ({"size": 2}, {"places": ("a",)}, {"side": RED}, {"secret": "x"}, {"places": ("b",)}):
        row = one.change(one[Piece]["a"], change)
        seen.add(one.hash)
        one.put(replace(row, size=1, places=(), side=BLUE, secret=""))
        assert one.hash == other.hash
    assert len(seen) == 6
    assert fresh(piece("a"), piece("a1")).hash != fresh(piece("a1")).hash


def test_a_copy_is_independent() -> None:
    state = fresh(piece("a", "x"), piece("b", "x"))
    before = state.hash
    twin = state.clone()
    twin.gate.open = True
    twin.change(twin[Piece]["a"], {"places": ("y",)})
    twin.remove(twin[Piece]["b"])
    twin.put(piece("c", "x"))
    assert (state.hash, [p.id for p in state[Piece].where("places", "x")]) == (before, ["a", "b"])
    assert [p.id for p in twin[Piece].where("places", "x")] == ["c"]
    state.change(state[Piece]["b"], {"size": 7})
    assert "b" not in twin[Piece]
    assert twin.hash == fresh(piece("a", "y"), piece("c", "x")).hash
    state.gate.open = False
    assert twin.gate.open


def test_documents_bring_the_position_back() -> None:
    state = fresh(piece("a", "x", "y"), piece("b"))
    again = State(SCHEMA)
    again.load(state.documents())
    assert (again.hash, again.documents()) == (state.hash, state.documents())


def test_rows_of_a_table_that_nobody_knows_stay_as_they_are() -> None:
    state, plain = fresh(piece("a")), fresh(piece("a"))
    state.load_row("Comet", "halley", {"id": "halley", "tail": [1, 2]})
    assert state.documents()["Comet"] == {"halley": {"id": "halley", "tail": [1, 2]}}
    assert state.hash != plain.hash
    assert state.clone().documents() == state.documents()
    state.load_row("Comet", "halley", None)
    assert state.hash == plain.hash


def test_mistakes_are_named() -> None:
    state = fresh(piece("blue 1"))
    with pytest.raises(Invalid, match="no Piece is called 'blue l': did you mean blue 1"):
        state[Piece]["blue l"]
    with pytest.raises(
        Invalid, match=r"no index of Piece is called 'place': did you mean places.*declare it in `indexes`"
    ):
        state[Piece].where("place", "x")
    with pytest.raises(Invalid, match="Piece a: Expected `int` <= 9"):
        state.load_row("Piece", "a", {"id": "a", "side": "Blue", "size": 10})
    assert state[Piece].get(None) is None
    assert "a" not in state[Piece]


class Tag(Row, frozen=True):
    """A row of a table that refers to another without an index."""

    id: TagId
    on: PieceId
    also: tuple[PieceId, ...] = ()


def test_what_refers_to_a_row_that_has_gone_is_named_and_what_does_not_is_left_alone() -> None:
    """Also where the table that refers has no index of the field; the tag on b has to do with nothing."""
    state = State(Schema((*CORE_ROWS, Piece, Tag)))
    state.gate.open = True
    state.load_row("Side", BLUE, {"id": BLUE})
    for row in (*map(piece, "abcde"), Tag(TagId("1"), PieceId("b")), Tag(TagId("2"), PieceId("b"), (PieceId("c"),))):
        state.put(row)

    def without(id: str) -> str:
        before = len(state.changes)
        state.remove(state[Piece][id])
        said = state.left_dangling(state.changes[before:])
        state.revert(tuple(state.changes[before:]))
        del state.changes[before:]
        return said

    assert [without(id) for id in "ade"] == ["", "", ""]
    assert without("b").startswith("Tag '1': its on is 'b'")
    assert without("c").startswith("Tag '2': its also name 'c'")


ThingId = NewType("ThingId", str)


def test_rows_that_cannot_be_kept_are_refused_when_the_game_is_made() -> None:
    class Weighed(Row, frozen=True):
        id: ThingId
        weight: float = 1.0

    class Nested(Row, frozen=True):
        id: ThingId
        weights: tuple[tuple[str, float | None], ...] = ()

    for kind in (Weighed, Nested):
        with pytest.raises(Invalid, match="is a float: hold an integer in a named unit instead"):
            Schema((kind,))
    twin = type("Piece", (Row,), {"__annotations__": {"id": str}, "__module__": "elsewhere"}, frozen=True)
    with pytest.raises(Invalid, match="two row classes are called Piece"):
        Schema((Piece, twin))


def test_a_copy_and_its_original_go_their_own_ways_in_tables_that_nobody_has_written_to() -> None:
    state = fresh()
    twin = state.clone()
    twin.gate.open = True
    state.put(piece("mine"))
    twin.put(piece("yours"))
    assert [list(one[Piece].ids()) for one in (state, twin, state.clone())] == [["mine"], ["yours"], ["mine"]]
    assert [one.clone().hash for one in (state, twin)] == [state.hash, twin.hash]


def test_a_copy_of_a_table_that_was_emptied_knows_how_often_it_was_written_to() -> None:
    state = fresh(piece("gone"))
    state.remove(state[Piece]["gone"])
    assert state.clone()[Piece].version == state[Piece].version > 0
