"""Finding the ids in a row: every value whose declared type is one of certain ``NewType``s, however deep it lies.

A ``NewType`` made of a wanted one is one: ``AreaId = NewType("AreaId", SpaceId)`` is the id of a space.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, cast, get_args, get_origin

import msgspec

from sandtable.engine.state.struct_fields import hints_of


def ids_in(row: msgspec.Struct, wanted: frozenset[Any]) -> Iterator[tuple[str, Any, str]]:
    """Yield field, wanted type and id of every id of such a type in a row (its own included), or in a setting."""
    for name, hint in hints_of(type(row)).items():
        for kind, id in _ids(getattr(row, name), hint, wanted):
            yield name, kind, id


def holds_ids(hint: Any, wanted: frozenset[Any], inside: frozenset[Any] = frozenset()) -> bool:
    """Tell whether ids of a wanted type can stand in a value of a declared type."""
    if wanted_type(hint, wanted) is not None:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        fields = () if hint in inside else hints_of(hint).values()
        return any(holds_ids(one, wanted, inside | {hint}) for one in fields)
    return any(holds_ids(one, wanted, inside) for one in get_args(hint))


def wanted_type(hint: Any, wanted: frozenset[Any]) -> Any:
    """Return the wanted type that a type is, or is made of; ``None`` for another."""
    while hint is not None and hint not in wanted:
        hint = getattr(hint, "__supertype__", None)
    return hint


@cache
def title_of(kind: type[msgspec.Struct], field: str) -> str:
    """Return the title that the ``Meta`` of a field gives, else its name in words."""
    hint = hints_of(kind).get(field)
    for part in get_args(hint) if get_origin(hint) is Annotated else ():
        if isinstance(part, msgspec.Meta) and part.title:
            return part.title
    return field.replace("_", " ")


def ids_of_value(value: Any, hint: Any, wanted: frozenset[Any]) -> Iterator[str]:
    """Yield every id of a wanted type in a value of a declared type."""
    return (id for _, id in _ids(value, hint, wanted))


def _ids(value: Any, hint: Any, wanted: frozenset[Any]) -> Iterator[tuple[Any, str]]:
    kind = wanted_type(hint, wanted)
    if kind is not None:
        if isinstance(value, str):
            yield kind, value
        return
    for part, inner in _parts(value, hint):
        yield from _ids(part, inner, wanted)


def _parts(value: Any, hint: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what a value is made of, each with its declared type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield value, args[0]
    elif origin in (Union, types.UnionType):
        yield from ((value, arg) for arg in args if value is not None)
    elif isinstance(value, dict):
        for pair in cast("Mapping[Any, Any]", value).items():
            yield from zip(pair, args, strict=False)
    elif isinstance(value, tuple) and origin is tuple and Ellipsis not in args:
        yield from zip(cast("Iterable[Any]", value), args, strict=False)
    elif isinstance(value, tuple | list | set | frozenset) and args:
        yield from ((part, args[0]) for part in cast("Iterable[Any]", value))
    elif isinstance(value, msgspec.Struct):
        yield from ((getattr(value, name), inner) for name, inner in hints_of(type(value)).items())


def with_ids(row: msgspec.Struct, wanted: frozenset[Any], new: Callable[[str], str]) -> dict[str, Any]:
    """Return the fields of a row that hold ids of wanted types, with other ids in their place."""
    return {
        name: _with(getattr(row, name), hint, wanted, new)
        for name, hint in hints_of(type(row)).items()
        if holds_ids(hint, wanted)
    }


def _with(value: Any, hint: Any, wanted: frozenset[Any], new: Callable[[str], str]) -> Any:
    """Return a value of a declared type with other ids of the wanted types; built as `_parts` takes it apart."""
    if wanted_type(hint, wanted) is not None:
        return new(value) if isinstance(value, str) else value
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **with_ids(value, wanted, new))
    if get_origin(hint) in (Union, types.UnionType):
        found = (_with(value, arg, wanted, new) for arg in get_args(hint))
        return next((one for one in found if one != value), value)
    parts = [_with(part, inner, wanted, new) for part, inner in _parts(value, hint)]
    if get_origin(hint) is Annotated:
        return parts[0]
    if isinstance(value, dict):
        return dict(zip(parts[::2], parts[1::2], strict=True))
    return cast("type[Any]", type(cast("object", value)))(parts) if parts else value
