"""What a typed word means."""

from __future__ import annotations

import pytest

from sandtable.play.words.matching import matching_places, parted, plain, typed_number, which_is_meant


@pytest.mark.parametrize("typed", ["castanos", "CASTAÑOS", "Castan", "2", "tañ"])
def test_names_are_found_without_their_accents(typed: str) -> None:
    assert matching_places(typed, ["Blake", "Castaños"]) == [1]


def test_an_apostrophe_is_an_apostrophe() -> None:
    assert matching_places("Dupont's", ["Dupont’s Corps"]) == [0]
    assert plain("Dupont’s") == "dupont's"


def test_a_whole_name_goes_before_a_number_and_a_beginning_before_a_part() -> None:
    assert matching_places("3", ["1", "2", "a3", "3"]) == [3]
    assert matching_places("new", ["Old Newton", "Newton", "Newham"]) == [1, 2]
    assert matching_places("ton", ["Old Newton", "Newton", "Newham"]) == [0, 1]


def test_whole_numbers_are_no_places_in_a_list() -> None:
    assert matching_places("2", [5, 2, 9]) == [1]
    assert matching_places("3", [5, 2, 9]) == []


@pytest.mark.parametrize(
    ("typed", "places"), [("0611", [1, 2]), ("611", [1, 2]), ("9", []), ("2", [2]), ("0611 line2", [2])]
)
def test_where_names_begin_with_numbers_a_number_is_no_place(typed: str, places: list[int]) -> None:
    assert matching_places(typed, ["0305 Column P1", "0611 Column P5", "0611 Line2 P5"]) == places


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("column north", [0]), ("north", [0]), ("column facing north-east", [1]), ("line east", [3]), ("line", [2, 3]),
        ("1112", [0, 1, 2]), ("column nor", []), ("north column", []), ("facing", [0, 1, 2, 3]), ("ast", [1, 2, 3]),
    ],
)  # fmt: skip
def test_whole_words_in_their_order_go_before_a_part(typed: str, places: list[int]) -> None:
    """North is meant by "north", and not north-east too; who types less than a word gets all that have the part."""
    poses = ["column facing north", "column facing north-east", "line facing south-east"]
    assert matching_places(typed, [*(f"1112 {pose}" for pose in poses), "1212 line facing east"]) == places


def test_a_number_that_begins_with_nought_is_no_place() -> None:
    assert matching_places("02", ["Blake", "Castaños"]) == []


@pytest.mark.parametrize("typed", ["", "²", "-1", "x", "9" * 5000])
def test_what_is_no_number_means_no_place(typed: str) -> None:
    assert typed_number(typed) is None
    assert matching_places(typed, ["a", "b"]) == []


def test_digits_of_any_script_are_a_number() -> None:
    assert (typed_number("12"), typed_number("٣")) == (12, 3)


def test_of_many_values_that_a_text_can_mean_the_first_are_named() -> None:
    names = [f"Hill {n}" for n in range(12)]
    assert which_is_meant("hill", names[:2]) == "'hill' can mean Hill 0 or Hill 1"
    assert which_is_meant("hill", names).endswith("or Hill 7 or one of 4 more")


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("I Corps, III Corps, cavalry", ["I Corps", "III Corps, cavalry"]),
        ("iii corps,  CAVALRY , I Corps", ["iii corps, CAVALRY", "I Corps"]),
        ("III Corps, cavalry = 2, I Corps=1", ["III Corps, cavalry = 2", "I Corps=1"]),
        ("III Corps,, cav", ["III Corps", "", "cav"]),
        ("", [""]),
    ],
)
def test_a_text_is_parted_at_commas_but_not_within_a_name(typed: str, parts: list[str]) -> None:
    """The longest name that the parts make goes before shorter ones; a share may follow it."""
    assert parted(typed, ["I Corps", "III Corps", "III Corps, cavalry"]) == parts
