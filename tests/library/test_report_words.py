"""Names and counts as a sentence has them."""

from __future__ import annotations

import pytest

from sandtable.library.files.report_words import join_names


@pytest.mark.parametrize(
    ("names", "most", "last", "says"),
    [
        ("", 6, "and", ""), ("a", 6, "and", "a"), ("ab", 6, "and", "a and b"), ("abc", 6, "or", "a, b or c"),
        ("abc", 6, ",", "a, b, c"), ("abcd", 2, "and", "a, b and 2 more"), ("abcd", 2, ",", "a, b, 2 more"),
    ],
)  # fmt: skip
def test_names_are_joined_as_a_sentence_has_them(names: str, most: int, last: str, says: str) -> None:
    assert join_names(names, most, last) == says
