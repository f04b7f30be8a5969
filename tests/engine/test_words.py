"""Words within sentences: names in a row, articles, numbers of things."""

from __future__ import annotations

import pytest

from sandtable.engine import counted, in_a_row, with_article


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Spain"], "Spain"),
        (["France", "Spain"], "France and Spain"),
        (["Davout", "Ney", "Soult"], "Davout, Ney and Soult"),
        (["III Corps, cavalry"], "III Corps, cavalry"),
        (["Davout", "III Corps, cavalry"], "Davout; and III Corps, cavalry"),
        (["III Corps", "III Corps, cavalry", "Davout"], "III Corps; III Corps, cavalry; and Davout"),
    ],
)
def test_names_stand_in_a_row(names: list[str], said: str) -> None:
    assert in_a_row(names) == said


@pytest.mark.parametrize(
    ("word", "article"),
    [("army", "an"), ("corps", "a"), ("unit", "a"), ("18-2", "an"), ("8-3", "an"), ("80-2", "an"), ("11-1", "an"),
     ("5-4", "a"), ("1-6", "a"), ("110-1", "a"), ("Imperial Guard", "an"), ("", "a")],
)  # fmt: skip
def test_an_article_goes_by_the_sound(word: str, article: str) -> None:
    assert with_article(word) == f"{article} {word}"


def test_one_thing_is_one() -> None:
    assert [counted(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
