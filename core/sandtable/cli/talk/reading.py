"""Reading lines that name the values of several fields in turn: ``March > Dupont > Lisbon``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sandtable.cli.talk.field_screen import EntryScreen
from sandtable.cli.talk.typed_way import TypedWay
from sandtable.play.turn.draft import CHECKED
from sandtable.play.turn.entries import NOTHING, ListEntry, TypedEntry, WayEntry, entry_for, only_value
from sandtable.play.turn.entries.entry import same_word
from sandtable.play.words.matching import matching_places, plain, typed_number
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.wording import describe

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.cli.talk.field_screen import FieldScreen
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.entries import Entry


def screen_of(entry: Entry) -> FieldScreen:
    """Return what shows an entry at the terminal; of a list what is possible comes first."""
    match entry:
        case WayEntry():
            return TypedWay(entry.domain, entry.field)
        case ListEntry():
            entry.put_possible_first(CHECKED)
            return EntryScreen(entry)
        case TypedEntry():
            return EntryScreen(entry)
        case _:
            raise TypeError(f"{type(entry).__name__} cannot be typed")


def entry_of(offer: Offer, field: str) -> Entry:
    """Return the entry for a field, those before which are filled."""
    return entry_for(offer.domain(field), OfferedValues(offer, field))


def is_meant(said: str, value: Any, name: Callable[[Any], str] = describe) -> bool:
    """Tell whether what was said may mean this value: all of its name, or part of it, but not its place in a list.

    A part begins with a word: a "no" means no proposal about Hanover.
    """
    if typed_number(said) is not None or not said:
        return same_word(said, name(value))
    first = next(iter(plain(said).split()), "")
    begins = re.search(rf"(?<!\w){re.escape(first)}", f"{plain(name(value))} {plain(describe(value))}")
    return begins is not None and bool(matching_places(said, [value], name))


def field_for(offer: Offer, text: str) -> tuple[Offer, str]:
    """Return the field that a text is about, and the offer filled up to it; no field where the text is about none.

    It is the next that leaves a choice, or whose only value the text names.
    """
    while (field := offer.next_field()) is not None:
        value = only_value(offer.domain(field))
        name = OfferedValues(offer, field).name
        if value is NOTHING or field == offer.kind.__struct_fields__[-1] or is_meant(text, value, name):
            return offer, field
        offer = offer.fill(**{field: value})
    return offer, ""


def read_values(offer: Offer, said: list[str]) -> Offer | str:
    """Return the offer filled with the values that are said, or the first word that means none of them."""
    for text in said:
        offer, field = field_for(offer, text)
        value = screen_of(entry_of(offer, field)).read(text).value if field else NOTHING
        if value is NOTHING:
            return text
        offer = offer.fill(**{field: value})
    return offer


def names_after(offer: Offer, said: list[str]) -> list[str]:
    """Return the names that may be typed after some values of an offer; none where one of those means nothing."""
    filled = read_values(offer, said)
    if isinstance(filled, str):
        return []
    while (field := filled.next_field()) is not None:
        value = only_value(filled.domain(field))
        if value is NOTHING:
            return list(screen_of(entry_of(filled, field)).names())
        filled = filled.fill(**{field: value})
    return []
