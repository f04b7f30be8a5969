"""What has been said so far of a field, for each kind of domain; no window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import Choice, Path, Range, Subset, Sums, Text
from sandtable.engine.running.chance import DiceFaces
from sandtable_editor.play.turn.fields.entries import (
    LISTED,
    NOTHING,
    Dice,
    Listed,
    Number,
    Several,
    Shared,
    Way,
    Words,
    entry_for,
    only_value,
    spot_of,
)
from tests.editor.fords import CorpsId

ROADS = {"a": ("b", "c"), "b": ("a", "d"), "c": ("a", "d"), "d": ("b", "c", "e"), "e": ("d",)}


def ways(most: int = 3) -> Path[str]:
    return Path(
        lambda way: [to for to in ROADS[way[-1] if way else "a"] if to not in way and to != "a"], most, place=str
    )


def test_a_list_takes_one_of_its_values() -> None:
    entry = entry_for(Choice(("ash", "birch")))
    assert isinstance(entry, Listed)
    assert (entry.result(), entry.lacks()) == (NOTHING, "choose one")
    assert not entry.point("cedar")
    assert entry.point("birch")
    assert (entry.result(), entry.lacks()) == ("birch", "")
    assert entry.back()
    assert not entry.back()
    assert Listed(()).lacks() == "there is nothing to choose"


def test_a_domain_that_is_no_list_is_listed_so_far() -> None:
    class Many:
        def __contains__(self, value: object) -> bool:
            return isinstance(value, int)

        def __iter__(self) -> Iterator[int]:
            yield from range(10**9)

        def sample(self, rng: object) -> int:
            return 0

        def count(self) -> int:
            return 10**9

        def says(self) -> str:
            return "any"

    entry = entry_for(Many())
    assert isinstance(entry, Listed)
    assert entry.more
    assert len(entry.values) == LISTED


def test_a_number_stays_within_its_range_and_steps() -> None:
    entry = entry_for(Range(2, 8, 2))
    assert isinstance(entry, Number)
    assert entry.result() == 2
    entry.value = 5
    assert entry.result() is NOTHING
    assert entry.lacks() == "5 is not 2 to 8 in steps of 2"
    assert entry.point(6)
    assert entry.result() == 6
    assert not entry.point(7)


def test_several_keep_the_order_of_the_list_and_say_how_many_are_wanted() -> None:
    entry = entry_for(Subset("abcd", 2, 3))
    assert isinstance(entry, Several)
    assert entry.point("c")
    assert entry.lacks() == "1 chosen, choose 2 to 3"
    assert entry.result() is NOTHING
    assert entry.point("a")
    assert entry.result() == ("a", "c")
    assert entry.point("c")  # again: not this one
    assert entry.result() is NOTHING
    assert not entry.point("x")
    assert entry.back()
    assert entry.chosen == []
    assert entry_for(Subset("ab", 2)).result() == ("a", "b")  # nothing to choose: all of them
    assert entry_for(Subset("a", 2)).lacks() == "there are not enough to choose from"


def test_shares_say_what_is_left_and_what_is_too_much() -> None:
    entry = entry_for(Sums({"x": 3, "y": 2, "z": 4}, 5))
    assert isinstance(entry, Shared)
    assert entry.lacks() == "5 still to share"
    entry.put("x", 3)
    entry.put("z", 4)
    assert entry.lacks() == "2 too many"
    entry.put("z", 1)
    assert entry.lacks() == "1 still to share"
    assert entry.result() is NOTHING
    entry.fill_up()
    assert entry.result() == (("x", 3), ("y", 1), ("z", 1))
    assert entry.back()
    assert entry.result() is NOTHING
    entry.put("y", 7)
    entry.put("x", 0)
    entry.put("z", -2)
    assert entry.lacks() == "y can bear 2 at most"
    assert entry_for(Sums({"x": 1}, 2)).lacks() == "only 1 can be shared, 2 must be"
    assert entry_for(Sums({"x": 1, "y": 1}, 2)).result() == (("x", 1), ("y", 1))


def test_pointing_gives_one_more_and_begins_again_when_there_is_no_room() -> None:
    entry = Shared(Sums({"x": 2, "y": 2}, 3))
    for _ in range(2):
        assert entry.point("x")
    assert entry.shares == {"x": 2, "y": 0}
    assert entry.point("x")
    assert entry.shares == {"x": 0, "y": 0}
    assert not entry.point("z")


def test_a_way_goes_on_comes_back_and_leads_further_off() -> None:
    entry = entry_for(ways())
    assert isinstance(entry, Way)
    assert entry.lacks() == "choose the first step"
    assert entry.point("b")
    assert entry.point("d")
    assert not entry.point("c") or entry.way == ("b", "d", "c")
    assert entry.point("b")  # a step of the way: back to it
    assert entry.way == ("b",)
    assert entry.lead_to("e", spot_of)
    assert entry.result() == ("b", "d", "e")
    assert not entry.lead_to("a", spot_of)
    assert entry.back()
    assert list(entry.way) == ["b", "d"]


def test_a_way_that_may_not_stop_says_so() -> None:
    entry = Way(Path(lambda way: ["b"] if not way else ["c"] if len(way) == 1 else [], 2, lambda way: len(way) == 2))
    assert entry.point("b")
    assert (entry.result(), entry.lacks()) == (NOTHING, "the way may not stop here")
    assert entry.lead_to("c", spot_of)
    assert entry.result() == ("b", "c")
    assert Way(Path(lambda way: [], 2)).lacks() == "no way leads from here"


def test_the_cheapest_way_there_is_taken() -> None:
    prices = {"b": 5, "c": 1, "d": 1, "e": 1}
    path = Path(
        lambda way: [to for to in ROADS[way[-1] if way else "a"] if to not in (*way, "a")],
        4, place=str, spent=lambda way: sum(prices[step] for step in way),
    )  # fmt: skip
    entry = Way(path)
    assert entry.lead_to("d", spot_of)
    assert entry.way == ("c", "d")


def test_words_count_what_is_too_long() -> None:
    entry = entry_for(Text(3))
    assert isinstance(entry, Words)
    assert entry.result() == ""
    entry.text = "four"
    assert (entry.result(), entry.lacks()) == (NOTHING, "1 characters too many")


def test_dice_say_how_many_are_missing_and_what_a_die_shows() -> None:
    entry = entry_for(DiceFaces(3, 6))
    assert isinstance(entry, Dice)
    assert entry.point(6)
    assert not entry.point(7)
    assert entry.lacks() == "2 to enter"
    entry.faces = [1, 2, 9]
    assert entry.lacks() == "a die shows 1 to 6"
    entry.faces = [1, 2, 3, 4]
    assert entry.lacks() == "too many numbers"
    assert entry.back()
    assert entry.result() == (1, 2, 3)


@pytest.mark.parametrize(
    ("value", "spot"),
    [("ash", "ash"), (("0304", 2, 5), "0304"), (7, ""), ((), ""), (("Blue 1", 3), "Blue 1"), (CorpsId("x"), "x")],
)
def test_what_a_value_is_pointed_at_by(value: Any, spot: str) -> None:
    assert spot_of(value) == spot


def test_the_only_value() -> None:
    assert only_value(Choice("a")) == "a"
    assert only_value(Choice("ab")) is NOTHING
    assert only_value(Choice("")) is NOTHING
    assert only_value(Sums({"x": 3}, 2)) == (("x", 2),)
    assert only_value(Text(0)) is NOTHING  # a text is written, even an empty one


DOMAINS = st.one_of(
    st.lists(st.sampled_from("abcdef"), unique=True).map(Choice),
    st.tuples(st.integers(-3, 3), st.integers(0, 6), st.integers(1, 3)).map(lambda t: Range(t[0], t[0] + t[1], t[2])),
    st.tuples(st.lists(st.sampled_from("abcdef"), unique=True), st.integers(0, 3), st.integers(0, 4)).map(
        lambda t: Subset(t[0], t[1], t[2])
    ),
    st.tuples(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 4)), st.integers(0, 8)).map(lambda t: Sums(*t)),
    st.integers(1, 4).map(ways),
    st.tuples(st.integers(1, 3), st.integers(2, 6)).map(lambda t: DiceFaces(*t)),
)


@given(DOMAINS, st.lists(st.integers(0, 9), max_size=14))
def test_whatever_is_pointed_at_what_comes_of_it_is_in_the_domain(domain: Any, fingers: list[int]) -> None:
    entry = entry_for(domain)
    for finger in fingers:
        parts = list(entry.parts())
        if finger == 9 or not parts:
            entry.back()
        else:
            assert entry.point(parts[finger % len(parts)])
        value = entry.result()
        assert value is NOTHING or value in domain
        assert (value is NOTHING) == bool(entry.lacks())
