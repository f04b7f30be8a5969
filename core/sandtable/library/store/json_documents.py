"""Things as JSON documents that come back the same, many at once."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable
from typing import Any, TypeVar, cast

import msgspec

from sandtable.engine import words
from sandtable.engine.errors import Invalid

T = TypeVar("T")

UNFIT = (UnicodeError, msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError)
"""What is raised for a thing that is no JSON, or would come back another."""

_encode = msgspec.json.Encoder(order="deterministic").encode


def encode(things: Iterable[T], kind: type[T]) -> list[str]:
    """Return things as documents; raises one of ``UNFIT`` for the first that would not come back the same."""
    some = list(things)
    texts = [_encode(one).decode() for one in some]
    back = _exactly(texts, kind)
    if back != some:
        for one, other in zip(some, back, strict=True):
            if _plain(one) != _plain(other):
                raise Invalid(f"{_short(one)} would come back as {_short(other)}: use only texts, numbers and lists")
    return texts


def decode(texts: Iterable[str], kind: type[T]) -> list[T]:
    """Read documents of a kind, with words fit to be shown; raises ``msgspec.ValidationError`` for one that is none."""
    return words.read(f"[{','.join(texts)}]", list[kind])  # type: ignore[valid-type]


def _exactly(texts: Iterable[str], kind: type[T]) -> list[T]:
    found: list[T] = msgspec.json.decode(f"[{','.join(texts)}]", type=list[kind])  # type: ignore[valid-type]
    return found


def _plain(thing: Any) -> Any:
    """Return a thing as JSON has it: lists for tuples, mappings for structs."""
    return _as_lists(msgspec.to_builtins(thing))


def _as_lists(thing: Any) -> Any:
    if isinstance(thing, dict):
        pairs: ItemsView[Any, Any] = cast("Any", thing).items()
        return {key: _as_lists(value) for key, value in pairs}
    if isinstance(thing, list | tuple):
        return [_as_lists(value) for value in cast("Any", thing)]
    return thing


def _short(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 80 else f"{text[:77]}..."
