"""Who is asked what."""

from __future__ import annotations

import pytest

from sandtable.play.words.wording import without_name


@pytest.mark.parametrize(
    ("who", "why", "rest"),
    [
        ("France", "France chooses its place", "chooses its place"),
        ("France", "Frances chooses", "Frances chooses"),
        ("France", "the order of France", "the order of France"),
        ("", "the dice", "the dice"),
        ("France", "", ""),
    ],
)
def test_the_name_that_stands_before_a_question_is_not_said_again(who: str, why: str, rest: str) -> None:
    assert without_name(who, why) == rest
