"""A domain of ways: lazy search, one way to each place, a limit on what is looked at."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from sandtable.engine import Path

ROADS = {"Aldbridge": {"Barrow": 1, "Cobham": 5}, "Barrow": {"Cobham": 1, "Elmsford": 9}, "Cobham": {"Elmsford": 1}}


def onward(way: tuple[str, ...]) -> Iterator[str]:
    yield from ROADS.get(way[-1] if way else "Aldbridge", {})


def miles(way: tuple[str, ...]) -> int:
    return sum(ROADS[here][there] for here, there in zip(("Aldbridge", *way), way, strict=False))


def test_without_a_place_every_way_is_listed_depth_first() -> None:
    assert list(Path(onward, most=2)) == [
        ("Barrow",), ("Barrow", "Cobham"), ("Barrow", "Elmsford"), ("Cobham",), ("Cobham", "Elmsford"),
    ]  # fmt: skip


def test_with_a_place_the_cheapest_way_to_each_is_listed_cheapest_first_and_the_others_may_be_gone() -> None:
    ways = Path(onward, most=3, place=str, spent=miles)
    assert list(ways) == [("Barrow",), ("Barrow", "Cobham"), ("Barrow", "Cobham", "Elmsford")]
    assert ("Cobham",) in ways
    assert ways.count() == 3


def test_the_search_is_lazy_and_bounded_where_nothing_else_bounds_it() -> None:
    """An endless plane without a halt: the listing gives up after its limit."""
    looked: list[int] = []

    def plane(way: tuple[int, ...]) -> Iterator[int]:
        looked.append(len(way))
        here = way[-1] if way else 0
        yield from (here + 1, here - 1)

    assert list(islice(Path(plane, most=99, place=abs), 2)) == [(1,), (1, 2)]
    assert len(looked) < 5
    assert list(Path(plane, most=99, halts=lambda way: False, limit=200)) == []
    assert Path(plane, most=99, halts=lambda way: False, limit=200).sample(Random(1)) is None
    assert len(looked) < 600
