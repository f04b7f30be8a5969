"""What is said of a row that names another which is not there: the title where it has one, and the nearest name."""

from __future__ import annotations

from typing import Annotated, NewType

from msgspec import Meta

from sandtable.engine.state.missing_rows import missing_words
from sandtable.engine.state.row import Row

TownId = NewType("TownId", str)


class Town(Row, frozen=True):
    id: TownId


class Wagon(Row, frozen=True):
    id: str
    title: str
    at: Annotated[TownId, Meta(title="town")]
    calls_at: tuple[TownId, ...] = ()


def test_it_names_the_row_by_its_title_the_field_in_words_and_what_was_most_likely_meant() -> None:
    wagon = Wagon("w1", "The Red Wagon", TownId("Undine"), (TownId("Pisa"),))
    towns = ("Udine", "Verona")
    assert missing_words(wagon, "at", "Undine", Town, towns) == (
        "Wagon 'w1' (The Red Wagon): its town is 'Undine', but there is no such Town: did you mean 'Udine'?"
    )
    assert missing_words(wagon, "calls_at", "Pisa", Town, towns) == (
        "Wagon 'w1' (The Red Wagon): its calls at name 'Pisa', but there is no such Town"
    )


def test_a_row_that_is_called_as_its_id_is_named_once() -> None:
    said = missing_words(Wagon("w1", "w1", TownId("x")), "at", "x", Town, ())
    assert said == "Wagon 'w1': its town is 'x', but there is no such Town"
