"""Lessons as a text: which of them a question is taught by, and a text that is none."""

from pathlib import Path

import pytest

from sandtable.engine import Action, Ask, Invalid
from sandtable.present import read_lessons

TEXT = """
[[lesson]]
asks = "Salute"
about = "Guest"
title = "Salute a guest"
says = "{about.name} comes by: stand to attention."

[[lesson]]
asks = "Salute"
title = "Salute"
says = "Salute whoever is there."
why = "It is polite."
rules = ["T-1"]
"""


class Salute(Action, frozen=True):
    """Salute."""


class Rest(Action, frozen=True):
    """Rest."""


class Guest:
    """Somebody who comes by."""

    name = "The Duke"


def test_the_first_lesson_that_fits_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(TEXT, "utf-8")
    lessons = read_lessons(path)
    (told,) = lessons.about(Ask("Blue", (Salute,), about=Guest()))
    assert (told.title, told.says) == ("Salute a guest", "The Duke comes by: stand to attention.")
    (told,) = lessons.about(Ask("Blue", (Rest, Salute)))
    assert (told.title, told.why, told.rules) == ("Salute", "It is polite.", ("T-1",))
    assert list(lessons.about(Ask("Blue", (Rest,)))) == []


@pytest.mark.parametrize("text", ["", "lesson = 1", '[[lesson]]\nasks = "Salute"', "[[lesson"])
def test_a_text_that_is_none_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Invalid, match=r"lessons\.toml is not a list of lessons"):
        read_lessons(path)
