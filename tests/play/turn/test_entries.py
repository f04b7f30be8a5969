"""How a field is filled, for each kind of domain: pointed at part by part, or typed as a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import Choice, Range, Subset, Sums, Text, Ways
from sandtable.engine.running.chance import DiceFaces
from sandtable.engine.running.dice import Dice, parse
from sandtable.play.turn.entries import (
    LISTED,
    NOTHING,
    BareValues,
    DiceEntry,
    ListEntry,
    NumberEntry,
    SharesEntry,
    SubsetEntry,
    TextEntry,
    TypedEntry,
    WayEntry,
    entry_for,
    only_value,
)
from sandtable.play.turn.places import spot_of
from tests.games.fords import CorpsId
from tests.games.plain_ways import plain_ways

ROADS = {"a": ("b", "c"), "b": ("a", "d"), "c": ("a", "d"), "d": ("b", "c", "e"), "e": ("d",)}


def ways(most: int = 3) -> Ways[str]:
    return plain_ways("a", ROADS.__getitem__, most)


class Shut(BareValues):
    """Some values are not possible now."""

    def __init__(self, *shut: str) -> None:
        self.shut = shut
        self.asked: list[str] = []

    def is_possible(self, value: Any) -> bool:
        self.asked.append(value)
        return value not in self.shut


# -- one of a list


def test_a_list_takes_one_of_its_values() -> None:
    entry = entry_for(Choice(("ash", "birch")))
    assert isinstance(entry, ListEntry)
    assert (entry.result(), entry.lacks()) == (NOTHING, "choose one")
    assert not entry.point("cedar")
    assert entry.point("birch")
    assert (entry.result(), entry.lacks()) == ("birch", "")
    assert entry.back()
    assert not entry.back()
    assert ListEntry(()).lacks() == "there is nothing to choose"


class Many:
    """A domain that is no plain list, and has no end to speak of."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and value.isdecimal()

    def __iter__(self) -> Iterator[str]:
        yield from map(str, range(10**9))

    def sample(self, rng: object) -> str:
        return "0"

    def count(self) -> int:
        return 10**9

    def says(self) -> str:
        return "any"


def test_a_domain_that_is_no_list_is_listed_so_far_and_the_rest_is_typed() -> None:
    entry = entry_for(Many())
    assert isinstance(entry, ListEntry)
    assert entry.more
    assert len(entry.values) == LISTED
    assert entry.read("123456789012").value == "123456789012"


@pytest.mark.parametrize(
    ("typed", "value"),
    [("birch", "birch"), ("BIRCH", "birch"), ("2", "birch"), ("bi", "birch"), ("irc", "birch"), ("Cástaño", "castano")],
)
def test_a_line_means_a_value_by_its_number_its_name_or_a_part_of_it(typed: str, value: str) -> None:
    entry = ListEntry(("ash", "birch", "beech", "castano"))
    assert entry.read(typed).value == value
    assert entry.result() == value


def test_a_line_that_means_several_or_none_says_so_and_chooses_nothing() -> None:
    entry = ListEntry(("ash", "birch", "beech"))
    assert entry.read("b").several == ("birch", "beech")
    for typed in ("elm", "4", "0", "²", "9" * 5000):
        assert entry.read(typed).wrong == f"{typed!r} is not in the list"
    assert entry.result() is NOTHING


def test_what_is_not_possible_comes_last_and_a_part_of_a_name_means_what_is_possible() -> None:
    field = Shut("birch")
    entry = ListEntry(("ash", "birch", "beech", "elm"), field)
    entry.put_possible_first(3)
    assert entry.values == ("ash", "beech", "elm", "birch")
    assert (entry.possible, entry.not_now) == (("ash", "beech", "elm"), ("birch",))
    assert field.asked == ["ash", "birch", "beech"]  # no more than so many
    assert entry.read("b").value == "beech"
    assert entry.read("4").value == "birch"  # it has a number too, for its reasons


def test_a_list_is_narrowed_by_words_in_any_order() -> None:
    entry = ListEntry(("army of aragon", "army of galicia", "garrison"))
    assert entry.narrow("gal ARMY") == ["army of galicia"]
    assert entry.narrow("") == list(entry.values)


# -- numbers


def test_a_number_stays_within_its_range_and_steps() -> None:
    entry = entry_for(Range(2, 8, 2))
    assert isinstance(entry, NumberEntry)
    assert entry.result() == 2
    entry.value = 5
    assert entry.result() is NOTHING
    assert entry.lacks() == "5 is not 2 to 8 in steps of 2"
    assert entry.point(6)
    assert entry.result() == 6
    assert not entry.point(7)


def test_a_typed_number_is_taken_as_it_is_and_judged_afterwards() -> None:
    entry = NumberEntry(Range(1, 9))
    assert entry.read("10").value == 10
    assert entry.result() is NOTHING
    assert entry.read("-3").value == -3
    assert entry.read("many").wrong == "'many' is not a whole number; type one, 1 to 9"


# -- some of a list


def test_several_keep_the_order_of_the_list_and_say_how_many_are_wanted() -> None:
    entry = entry_for(Subset("abcd", 2, 3))
    assert isinstance(entry, SubsetEntry)
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
    entry.choose_all()
    assert entry.lacks() == "4 chosen, choose 2 to 3"
    entry.choose_none()
    assert entry.lacks() == "0 chosen, choose 2 to 3"
    assert entry_for(Subset("ab", 2)).result() == ("a", "b")  # nothing to choose: all of them
    assert entry_for(Subset("a", 2)).lacks() == "there are not enough to choose from"


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("1 3", ("ash", "cedar")),
        ("3, 1", ("ash", "cedar")),
        ("2-4", ("birch", "cedar", "dogwood")),
        ("cedar, ash", ("ash", "cedar")),
        ("all", ("ash", "birch", "cedar", "dogwood")),
        ("None", ()),
    ],
)
def test_several_are_typed_by_numbers_and_names(typed: str, chosen: tuple[str, ...]) -> None:
    entry = SubsetEntry(Subset(("ash", "birch", "cedar", "dogwood")))
    assert entry.read(typed).value == chosen
    assert entry.result() == chosen


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("North, West", "'North' can mean North 1 or North 2"),
        ("East", "'East' is not in the list"),
        ("2-9", "the list has numbers 1 to 3"),
        ("1-999999999", "the list has numbers 1 to 3"),
        ("1-" + "9" * 5000, "'1-" + "9" * 5000 + "' is not in the list"),
        ("0-2", "the list has numbers 1 to 3"),
    ],
)
def test_what_several_cannot_mean_is_said_and_what_was_chosen_stays(typed: str, wrong: str) -> None:
    entry = SubsetEntry(Subset(("North 1", "North 2", "West")))
    entry.point("West")
    assert entry.read(typed).wrong == wrong
    assert entry.result() == ("West",)


# -- shares


def test_shares_say_what_is_left_and_what_is_too_much() -> None:
    entry = entry_for(Sums({"x": 3, "y": 2, "z": 4}, 5))
    assert isinstance(entry, SharesEntry)
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
    entry.clear()
    assert entry.lacks() == "5 still to share"
    assert entry_for(Sums({"x": 1}, 2)).lacks() == "only 1 can be shared, 2 must be"
    assert entry_for(Sums({"x": 1, "y": 1}, 2)).result() == (("x", 1), ("y", 1))


def test_pointing_gives_one_more_and_begins_again_when_there_is_no_room() -> None:
    entry = SharesEntry(Sums({"x": 2, "y": 2}, 3))
    for _ in range(2):
        assert entry.point("x")
    assert entry.shares == {"x": 2, "y": 0}
    assert entry.point("x")
    assert entry.shares == {"x": 0, "y": 0}
    assert not entry.point("z")


@pytest.mark.parametrize(
    ("typed", "shares"),
    [
        ("3 1", (("guard", 3), ("line", 1))),
        ("3,1", (("guard", 3), ("line", 1))),
        ("line=1, guard=3", (("guard", 3), ("line", 1))),
        ("line", (("line", 4),)),
        ("guard=1, line", (("guard", 1), ("line", 3))),
        ("2", (("line", 4),)),
        ("1=1, 2=3", (("guard", 1), ("line", 3))),
    ],
)
def test_shares_are_typed_in_order_or_by_name(typed: str, shares: tuple[tuple[str, int], ...]) -> None:
    entry = SharesEntry(Sums({"guard": 3, "line": 4}, 4))
    assert entry.read(typed).value == shares
    assert entry.result() == shares


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("guard", "that is 3 and not 4"),
        ("1", "that is 3 and not 4"),
        ("3", "type 2 numbers, or PART=NUMBER separated by commas"),
        ("1 2 3", "type 2 numbers, or PART=NUMBER separated by commas"),
        ("guard=x", "guard=x is not a share: write PART=NUMBER, or PART for what is left"),
        ("guard=²", "guard=² is not a share: write PART=NUMBER, or PART for what is left"),
        ("horse=4", "horse=4 is not a share: write PART=NUMBER, or PART for what is left"),
        (",", " is not a share: write PART=NUMBER, or PART for what is left"),
    ],
)
def test_shares_that_do_not_come_out_say_why(typed: str, wrong: str) -> None:
    entry = SharesEntry(Sums({"guard": 3, "line": 4}, 4))
    assert entry.read(typed).wrong == wrong
    assert entry.total == 0


# -- ways


def test_a_way_goes_on_comes_back_and_leads_further_off() -> None:
    entry = entry_for(ways())
    assert isinstance(entry, WayEntry)
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
    entry = WayEntry(plain_ways("a", {"a": "b", "b": "c", "c": ""}.__getitem__, 2, ends=lambda there: there != "b"))
    assert entry.point("b")
    assert (entry.result(), entry.lacks()) == (NOTHING, "No way ends there (T-end)")
    assert entry.lead_to("c", spot_of)
    assert entry.result() == ("b", "c")
    assert WayEntry(plain_ways("a", lambda here: "", 2)).lacks() == "no way leads from here"


def test_the_cheapest_way_there_is_taken() -> None:
    prices = {"b": 5, "c": 1, "d": 1, "e": 1}
    entry = WayEntry(plain_ways("a", ROADS.__getitem__, 8, lambda there: prices.get(there, 0)))
    assert entry.lead_to("d", spot_of)
    assert entry.way == ("c", "d")


# -- texts and dice


def test_a_text_counts_what_is_too_long_and_leaves_its_quotes_out() -> None:
    entry = entry_for(Text(3))
    assert isinstance(entry, TextEntry)
    assert entry.result() == ""
    assert entry.read("four").value == "four"
    assert (entry.result(), entry.lacks()) == (NOTHING, "1 characters too many")
    assert entry.read('"so"').value == "so"
    assert entry.read('""').value == ""


def test_dice_say_how_many_are_missing_and_what_a_die_shows() -> None:
    entry = entry_for(DiceFaces(Dice(3, 6)))
    assert isinstance(entry, DiceEntry)
    assert entry.point(6)
    assert not entry.point(7)
    assert entry.lacks() == "2 to enter"
    entry.read("1 2 9")
    assert entry.lacks() == "a die shows 1 to 6"
    entry.read("1234")
    assert entry.lacks() == "too many numbers"
    assert entry.back()
    assert entry.result() == (1, 2, 3)


@pytest.mark.parametrize("typed", ["352", "3 5 2", "3,5,2", " 3 + 5 + 2 "])
def test_dice_are_typed_in_many_ways(typed: str) -> None:
    assert DiceEntry(DiceFaces(Dice(3, 6))).read(typed).value == (3, 5, 2)
    assert DiceEntry(DiceFaces(Dice(2, 20))).read("17 4").value == (17, 4)


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("35", "'35' is not possible: type 3 numbers from 1 to 6"),
        ("3 5 7", "'3 5 7' is not possible: type 3 numbers from 1 to 6"),
        ("three", "type 3 numbers from 1 to 6"),
        ("²²²", "type 3 numbers from 1 to 6"),
        ("1 2 " + "3" * 5000, "'1 2 " + "3" * 5000 + "' is not possible: type 3 numbers from 1 to 6"),
    ],
)
def test_dice_that_cannot_be_say_what_is_wanted(typed: str, wrong: str) -> None:
    assert DiceEntry(DiceFaces(Dice(3, 6))).read(typed).wrong == wrong


NOUGHTS = [
    ("1d00-99", "75", (75,)),
    ("1d00-99", "7 5", (75,)),
    ("1d00-99", "0 5", (5,)),
    ("1d00-99", "05", (5,)),
    ("1d00-99", "00", (0,)),
    ("2d00-99", "7 5 0 0", (75, 0)),
    ("2d00-99", "75, 3", (75, 3)),
    ("1d0-9", "0", (0,)),
    ("3d0-9", "052", (0, 5, 2)),
    ("1d10", "0", (10,)),
    ("1d100", "00", (100,)),
    ("1d100", "0 0", (100,)),
    ("1d100", "7 5", (75,)),
    ("1d100", "100", (100,)),
    ("1d000-999", "0 7 5", (75,)),
]


@pytest.mark.parametrize(("dice", "typed", "faces"), NOUGHTS)
def test_ten_sided_dice_are_typed_as_they_show(dice: str, typed: str, faces: tuple[int, ...]) -> None:
    entry = DiceEntry(DiceFaces(parse(dice)))
    assert entry.read(typed).value == entry.result() == faces
    assert entry.lacks() == ""


@pytest.mark.parametrize(("dice", "typed"), [("1d00-99", "100"), ("1d00-99", "7 5 3"), ("1d100", "0"), ("1d0-9", "10")])
def test_what_ten_sided_dice_cannot_show_is_refused(dice: str, typed: str) -> None:
    assert "is not possible: type 1 number from" in DiceEntry(DiceFaces(parse(dice))).read(typed).wrong


def test_a_die_of_00_to_99_is_pointed_at_digit_by_digit() -> None:
    entry = DiceEntry(DiceFaces(parse("1d00-99")))
    assert entry.lacks() == "2 to enter"
    assert entry.point(0)
    assert (entry.lacks(), entry.shown, entry.result()) == ("1 to enter", "0", NOTHING)
    assert entry.point(5)
    assert (entry.lacks(), entry.shown, entry.result()) == ("", "05", (5,))
    assert not list(entry.parts())
    assert entry.back()
    assert (entry.shown, entry.result()) == ("0", NOTHING)
    assert entry.back()
    assert not entry.back()


# -- all of them


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
    st.tuples(st.integers(1, 3), st.integers(2, 6)).map(lambda t: DiceFaces(Dice(*t))),
    st.tuples(st.integers(1, 2), st.sampled_from((10, 100)), st.integers(0, 1)).map(lambda t: DiceFaces(Dice(*t))),
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


@given(DOMAINS, st.text(alphabet='abcdef0123456789 ,-=+²"', max_size=12))
def test_whatever_is_typed_a_line_gives_a_value_or_says_what_is_wrong(domain: Any, line: str) -> None:
    entry = entry_for(domain)
    if not isinstance(entry, TypedEntry):
        return
    answer = entry.read(line)
    assert (answer.value is NOTHING) == bool(answer.wrong or answer.several)
    if answer.value is not NOTHING and answer.value in domain:
        assert entry.result() == answer.value
    elif answer.value is not NOTHING:
        assert entry.result() is NOTHING or isinstance(entry, ListEntry)


@given(DOMAINS, st.randoms(use_true_random=False))
def test_a_value_that_is_typed_as_it_is_described_is_taken(domain: Any, rng: Any) -> None:
    from sandtable.play.words.wording import describe

    entry, value = entry_for(domain), domain.sample(rng)
    if value is not None and isinstance(entry, TypedEntry):
        said = describe(value).replace(": ", "=") if isinstance(entry, SharesEntry) else describe(value)
        if said != "none" or isinstance(entry, SubsetEntry):
            assert entry.read(said).value == value


class Towns(BareValues):
    """Two towns, by their ids."""

    def name(self, value: object) -> str:
        return {"t1": "Zaragoza", "t2": "Ávila"}[str(value)]


def test_ids_in_their_order_are_listed_by_name_and_any_other_order_is_meant() -> None:
    assert ListEntry(("t1", "t2"), Towns()).values == ("t2", "t1")
    assert ListEntry(("t2", "t1"), Towns()).values == ("t2", "t1")


@pytest.mark.parametrize("typed", ["Ávila", "avila", "t2", "1", "vila"])
def test_a_value_is_typed_by_the_name_that_is_shown_or_by_its_id(typed: str) -> None:
    assert ListEntry(("t1", "t2"), Towns()).read(typed).value == "t2"
