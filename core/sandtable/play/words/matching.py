"""What a typed word means: names without their accents, numbers of a list, ids of rows."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin
from unicodedata import combining, normalize

from sandtable.play.words.wording import describe, field_types, table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sandtable.engine.running.offers import Offer

DIGITS: Final = 9
"""Longer numbers mean nothing in any game."""
MEANT: Final = 8
"""So many values that a text can mean are named."""


def typed_number(text: str) -> int | None:
    """Return the whole number that is typed, ``None`` where it is none, or longer than any game needs."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def are_whole_numbers(values: Iterable[Any]) -> bool:
    """Tell whether these are all whole numbers."""
    return all(type(value) is int for value in values)


def begin_with_numbers(names: Iterable[str]) -> bool:
    """Tell whether names begin with numbers, as hexes do: a list of them is not numbered, and a digit is of a name."""
    return any(name[:1].isdecimal() for name in names)


def plain(text: str) -> str:
    """Return a text as it is compared: small letters, no accents, one kind of apostrophe."""
    apart = normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(one for one in apart if not combining(one)).casefold()


def matching_places(text: str, values: Sequence[Any], name: Callable[[Any], str] = describe) -> list[int]:
    """Return the places of the values that a text means.

    It is the whole name or the number of one, else the beginning of a name, some of its words in their order ("column
    north" of "1112 column facing north"), or any part of it.

    ``name`` says what they are called; a value as it is written means itself too.
    """
    words = [plain(name(value)) for value in values]
    wanted = plain(text)
    exact = [at for at, word in enumerate(words) if word == wanted]
    exact = exact or [at for at, value in enumerate(values) if plain(describe(value)) == wanted]
    if exact or not wanted or are_whole_numbers(values):
        return exact
    number = None if text.startswith("0") or begin_with_numbers(words) else typed_number(text)
    if number is not None and 1 <= number <= len(values):
        return [number - 1]
    begins = [at for at, word in enumerate(words) if word.startswith(wanted)]
    begins = begins or [at for at, word in enumerate(words) if _says_in_order(word, wanted)]
    return begins or [at for at, word in enumerate(words) if wanted in word]


def parted(text: str, names: Iterable[str]) -> list[str]:
    """Part a text at its commas, but not within a name that has one itself: "III Corps, cavalry"."""
    pieces, found = [piece.strip() for piece in text.split(",")], list[str]()
    whole = {plain(name) for name in names if "," in name}
    while pieces:
        runs = (", ".join(pieces[:end]) for end in range(len(pieces) if whole else 1, 1, -1))
        found.append(next((run for run in runs if _named(run) in whole), pieces[0]))
        del pieces[: found[-1].count(",") + 1]
    return found


def _named(text: str) -> str:
    """Return what a text names, without the share that it is given: "III Corps, cavalry = 2"."""
    return plain(re.sub(r"\s*=\s*\d*$", "", text))


def _says_in_order(name: str, wanted: str) -> bool:
    """Tell whether a name has all these words, whole and in their order."""
    said = iter(name.split())
    return all(word in said for word in wanted.split())


def which_is_meant(text: str, found: Sequence[Any], name: Callable[[Any], str] = describe) -> str:
    """Say what is wrong with a text that does not mean just one value; of many that it can mean the first are named."""
    if not found:
        return f"{text!r} is not in the list"
    named = [*map(name, found[:MEANT])]
    more = [f"one of {len(found) - MEANT} more"] if len(found) > MEANT else []
    return f"{text!r} can mean {' or '.join([*named, *more])}"


def value_meant(offer: Offer, field: str, text: str) -> Any:
    """Return the value that a text could mean for a field, be it on offer or not; ``None`` when it means nothing."""
    table, hint = table_of(offer.game, offer.kind, field), field_types(offer.kind)[field]
    if table is None:
        plain_type = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        number = typed_number(text.removeprefix("-")) if plain_type is int else None
        return -number if number is not None and text.startswith("-") else number
    ids = offer.game[table].ids()
    name = partial(offer.kind.name_value, offer.game, field)
    if get_origin(hint) is tuple:
        found = [matching_places(word, ids, name) for word in parted(text, map(name, ids))]
        return tuple(ids[one[0]] for one in found) if all(len(one) == 1 for one in found) else None
    one = [] if typed_number(text) is not None and text not in ids else matching_places(text, ids, name)
    return ids[one[0]] if len(one) == 1 else None
