"""What does not fit a table is told in plain words, with the field that it stands in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from sandtable.engine.unfit import unfit


class Ledger(Struct, forbid_unknown_fields=True):
    """A row with fields of all sorts."""

    men: Annotated[int, Meta(ge=0, le=20)]
    name: Annotated[str, Meta(min_length=1, max_length=4)] = "x"
    arm: Literal["foot", "horse"] = "foot"
    ways: Annotated[tuple[str, ...], Meta(min_length=1)] = ("a",)
    pair: tuple[int, int] = (1, 2)
    by_year: dict[str, float] = {}
    held: int | None = None
    dozens: Annotated[int, Meta(multiple_of=12)] = 12


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"men": 21}, "men: write a whole number of at most 20"),
        ({"men": "5"}, "men: write a whole number, not text"),
        ({"men": 1.5}, "men: write a whole number, not a fraction"),
        ({"men": None}, "men: write a whole number, not nothing"),
        ({}, "the field 'men' is missing: write it"),
        ({"men": 1, "mem": 2}, "there is no field 'mem': take it out"),
        ({"men": 1, "name": ""}, "name: write text of at least 1 letter"),
        ({"men": 1, "name": "xxxxx"}, "name: write text of at most 4 letters"),
        ({"men": 1, "arm": "guns"}, "arm: 'guns' is none of the words that may stand there"),
        ({"men": 1, "ways": []}, "ways: write a list of at least 1 thing"),
        ({"men": 1, "ways": ["a", 2]}, "ways[1]: write text, not a whole number"),
        ({"men": 1, "pair": [1]}, "pair: write a list of 2, not of 1"),
        ({"men": 1, "by_year": {"1809": "x"}}, "by_year[...]: write a number, not text"),
        ({"men": 1, "held": "x"}, "held: write a whole number or nothing, not text"),
        ({"men": 1, "dozens": 13}, "dozens: write a whole number that is a multiple of 12"),
        ([], "write a table, not a list"),
    ],
)
def test_what_does_not_fit_is_told_in_plain_words(said: Any, wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(said, Ledger)
    found = unfit(refused.value)
    assert str(found) == wrong
    assert "`" not in wrong
    assert found.field == (wrong.partition(":")[0].partition("[")[0] if found.path else "")


def test_words_that_nobody_foresaw_are_left_as_they_are() -> None:
    found = unfit(msgspec.ValidationError("Date is before the flood - at `$.begins`"))
    assert found == ("Date is before the flood", "begins")
