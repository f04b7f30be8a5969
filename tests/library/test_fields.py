"""The ids in a row are found by their declared types, however deep they lie; fields have the titles they are given."""

from typing import Annotated, NewType

from msgspec import Meta, Struct

from sandtable.engine import Row
from sandtable.engine.state.row_fields import ids_in, title_of

PlaceId = NewType("PlaceId", str)
RoadId = NewType("RoadId", str)
OtherId = NewType("OtherId", str)


class Stop(Struct, frozen=True):
    at: PlaceId
    says: str = "mill"


class Tour(Row, frozen=True):
    id: PlaceId
    begins: PlaceId | None = None
    stops: tuple[Stop, ...] = ()
    pair: tuple[PlaceId, int] | None = None
    marked: Annotated[dict[PlaceId, tuple[RoadId, ...]], Meta(title="Ways marked")] = {}
    either: PlaceId | int = 0
    words: tuple[str, ...] = ()
    other: OtherId = OtherId("elm")
    miles: Annotated[int, Meta(ge=0)] = 0


def found(row: Tour) -> list[tuple[str, str]]:
    return [(field, id) for field, _, id in ids_in(row, frozenset({PlaceId, RoadId}))]


def test_a_rows_own_id_counts_and_texts_do_not() -> None:
    assert found(Tour(PlaceId("ash"), words=("birch",))) == [("id", "ash")]


def test_ids_are_found_in_all_that_a_field_can_hold() -> None:
    tour = Tour(
        PlaceId("ash"),
        PlaceId("birch"),
        (Stop(PlaceId("cedar"), "mill"), Stop(PlaceId("dale"))),
        (PlaceId("elm"), 3),
        {PlaceId("fir"): (RoadId("r1"), RoadId("r2"))},
        PlaceId("gorse"),
    )
    assert found(tour) == [
        ("id", "ash"), ("begins", "birch"), ("stops", "cedar"), ("stops", "dale"), ("pair", "elm"),
        ("marked", "fir"), ("marked", "r1"), ("marked", "r2"), ("either", "gorse"),
    ]  # fmt: skip


def test_each_id_comes_with_its_type() -> None:
    row = Tour(PlaceId("ash"), marked={PlaceId("fir"): (RoadId("r1"),)})
    assert [kind for _, kind, _ in ids_in(row, frozenset({PlaceId, RoadId}))] == [PlaceId, PlaceId, RoadId]
    assert list(ids_in(row, frozenset())) == []


def test_a_number_where_an_id_could_stand_is_none() -> None:
    assert found(Tour(PlaceId("ash"), either=7)) == [("id", "ash")]


def test_titles() -> None:
    assert title_of(Tour, "marked") == "Ways marked"
    assert title_of(Tour, "miles") == "miles"
    assert title_of(Stop, "at") == "at"
