"""What rows and actions may hold: values that nobody can change in place."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, MutableSequence, MutableSet, Sequence, Set
from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.words import with_article

INSTEAD: Final[tuple[tuple[type, str], ...]] = (
    (dict, "a tuple of pairs, or rows of a table of their own"),
    (Mapping, "a tuple of pairs, or rows of a table of their own"),
    (bytearray, "bytes"),
    (frozenset, ""),
    (set, "a frozenset"),
    (MutableSet, "a frozenset"),
    (deque, "a tuple"),
    (list, "a tuple"),
    (tuple, ""),
    (str, ""),
    (bytes, ""),
    (MutableSequence, "a tuple"),
    (Sequence, "a tuple"),
    (Set, "a frozenset"),
)
"""What is held instead of a value of a kind; empty where the kind itself lasts."""


def fault(kind: type, name: str, hint: Any) -> str:
    """Say in a sentence why a field cannot be kept as it is declared; empty when it can."""
    found = _instead(hint, ())
    if not found:
        return ""
    what, instead = found
    return f"{kind.__name__}.{name} holds {what}, which can be changed in place: hold {instead} instead"


def faults(kind: type[msgspec.Struct]) -> list[str]:
    """Say what is wrong with the fields of a class whose values are kept."""
    hints = hints_of(kind)
    if not kind.__struct_config__.frozen:
        return [f"{kind.__name__} can be changed in place: declare it with frozen=True"]
    if kind.__struct_config__.dict:
        return [f"{kind.__name__} has room for undeclared attributes: leave dict=True out"]
    return [words for name, hint in hints.items() if (words := fault(kind, name, hint))]


def _instead(hint: Any, above: tuple[Any, ...]) -> tuple[str, str] | None:
    """Return what in a declared type can be changed in place, and what lasts; structs are looked into."""
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    origin = get_origin(hint)
    if origin is Literal:
        return None
    if origin is Annotated:
        return _instead(get_args(hint)[0], above)
    if hint in (Any, object):
        return "anything", "a declared type"
    plain = hint if origin is None else origin
    if plain not in (Union, UnionType) and (lasts := _by_kind(plain)):
        return _named(hint), lasts
    inner = [one for one in get_args(hint) if one is not ...]
    if isinstance(plain, type) and plain not in above and (fields := _fields_of(cast("type[Any]", plain))) is not None:
        inner, above = fields, (*above, plain)
    return next((found for one in inner if (found := _instead(one, above))), None)


def _by_kind(plain: Any) -> str:
    """Return what lasts where values of this class do not."""
    if is_typeddict(plain):
        return "a frozen Struct"
    if not isinstance(plain, type):
        return ""
    kind: type[Any] = plain
    if issubclass(kind, msgspec.Struct) and not kind.__struct_config__.frozen:
        return "a Struct declared with frozen=True"
    if is_dataclass(kind) and not cast("Any", kind).__dataclass_params__.frozen:
        return "a frozen Struct"
    return next((instead for one, instead in INSTEAD if issubclass(kind, one)), "")


def _fields_of(kind: type[Any]) -> list[Any] | None:
    """Return the declared types of the fields of a struct, a dataclass or a named tuple."""
    if not (issubclass(kind, msgspec.Struct) or is_dataclass(kind) or hasattr(kind, "_fields")):
        return None
    if issubclass(kind, msgspec.Struct):
        return list(hints_of(kind).values())
    hints = get_type_hints(kind, include_extras=True)
    names = getattr(kind, "_fields", None) or tuple(hints)
    return [hints[name] for name in names if name in hints]


def _named(hint: Any) -> str:
    words = hint.__name__ if isinstance(hint, type) and get_origin(hint) is None else str(hint).replace("typing.", "")
    return with_article(words)
