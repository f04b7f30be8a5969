"""The ids in a row, read and replaced wherever their types are declared."""

from __future__ import annotations

from typing import Annotated, NewType

import pytest
from msgspec import Meta, Struct

from sandtable.engine import Row, SpaceId
from sandtable.engine.state.row_fields import ids_in, with_ids

PostId = NewType("PostId", SpaceId)
SPACES = frozenset({SpaceId})


class Stop(Struct, frozen=True):
    at: SpaceId
    name: str = "a"


class Route(Row, frozen=True):
    id: str
    post: PostId = PostId(SpaceId("a"))
    by: SpaceId | None = SpaceId("a")
    away: Annotated[SpaceId, Meta(title="Away")] | None = None
    way: tuple[SpaceId, ...] = (SpaceId("a"), SpaceId("b"), SpaceId("a"))
    stores: tuple[tuple[SpaceId, int], ...] = ((SpaceId("a"), 1),)
    pair: tuple[int, SpaceId] = (1, SpaceId("a"))
    seen: frozenset[SpaceId] = frozenset({SpaceId("a")})
    stops: tuple[Stop, ...] = (Stop(SpaceId("a")),)
    either: SpaceId | tuple[SpaceId, ...] = (SpaceId("a"),)
    none: tuple[SpaceId, ...] = ()
    said: str = "a"


@pytest.mark.parametrize("swap", [{"a": "b", "b": "a"}, {"a": "c"}, {"a": "b", "b": "c"}], ids=str)
def test_every_id_is_replaced_once_and_nothing_else(swap: dict[str, str]) -> None:
    route = Route("r")
    before = list(ids_in(route, SPACES))
    assert len(before) == 10
    new = Route("r", **with_ids(route, SPACES, lambda id: swap.get(id, id)))
    assert [id for _, _, id in ids_in(new, SPACES)] == [swap.get(id, id) for _, _, id in before]
    assert (new.said, new.stops[0].name, new.none, new.pair[0]) == ("a", "a", (), 1)
    assert type(new.seen) is frozenset
