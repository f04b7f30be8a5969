"""One difference, in words and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, cast

import msgspec
import shapely
from msgspec import Struct
from msgspec.structs import force_setattr
from shapely.geometry.base import BaseGeometry

from sandtable.library.files.report_words import show_hidden

K = TypeVar("K", bound=Any)
V = TypeVar("V")

NOTHING: Final = "nothing"
"""What an empty value is called."""


class Difference(Struct, frozen=True):
    """One thing that differs between two documents.

    ``kind`` names the sort of change for good (``space-renamed``), ``what`` the ids it is about. ``before`` and
    ``after`` are plain data where there is a value to give; ``hexes`` are the numbers of the hexes that it is about,
    where that is not in ``what``.
    """

    kind: str
    what: tuple[str, ...]
    words: str
    before: Any = None
    after: Any = None
    hexes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "words", show_hidden(self.words))


def differing_items(a: Mapping[K, V], b: Mapping[K, V]) -> Iterator[tuple[K, V | None, V | None]]:
    """Yield every key in order with what it has on both sides, where that differs."""
    for key in sorted({*a, *b}):
        one, other = a.get(key), b.get(key)
        if (key in a) != (key in b) or differ(one, other):
            yield key, one, other


def differ(one: object, other: object) -> bool:
    """Say whether two things differ; yes and 1 do, which are equal in Python."""
    return one != other or _encode(one) != _encode(other)


def _plain(thing: object) -> object:
    if isinstance(thing, BaseGeometry):
        return shapely.to_wkb(thing, byte_order=1)
    raise NotImplementedError


_encode = msgspec.json.Encoder(order="sorted", enc_hook=_plain).encode


def fields_changed(
    kind: str, what: tuple[str, ...], name: str, a: Struct, b: Struct, fields: Iterable[str]
) -> Iterator[Difference]:
    """Yield a change for every field of two structs that differs."""
    for field in fields:
        was, now = getattr(a, field), getattr(b, field)
        if differ(was, now):
            words = f"{name}: {field.replace('_', ' ')} {describe_value(was)} → {describe_value(now)}"
            yield Difference(kind, (*what, field), words, msgspec.to_builtins(was), msgspec.to_builtins(now))


def attributes_changed(
    kind: str, id: str, name: str, a: Mapping[str, Any], b: Mapping[str, Any]
) -> Iterator[Difference]:
    """Yield a change for every attribute that differs."""
    for attribute, was, now in differing_items(a, b):
        if attribute not in a:
            words = f"{name}: {attribute} is now {describe_value(now)}"
        elif attribute not in b:
            words = f"{name}: {attribute} is gone (was {describe_value(was)})"
        else:
            words = f"{name}: {attribute} {describe_value(was)} → {describe_value(now)}"
        yield Difference(kind, (id, attribute), words, was, now)


def describe_value(value: Any) -> str:
    """Return a value as words can hold it."""
    match value:
        case None | "":
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case str():
            return value if value.isprintable() and len(value) <= 80 else f"{value[:77]!r}..."
        case tuple() | list():
            return ", ".join(map(describe_value, cast("Iterable[Any]", value))) or NOTHING
        case dict():
            pairs = cast("Mapping[str, Any]", value).items()
            return ", ".join(f"{key} {describe_value(one)}" for key, one in pairs) or NOTHING
        case Struct():
            return describe_value(msgspec.to_builtins(value))
        case _:
            return str(value)


def name_with_id(name: str, id: str) -> str:
    """Return a name with its id, where they differ."""
    return f"{name} ({id})" if name.strip() and name != id else id
