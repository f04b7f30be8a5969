"""What is written of a row or an action: not its defaults, so that a new field with one changes no document.

``msgspec`` leaves a field out when it holds the default *itself*; here an equal value becomes the default itself, so
that what is written depends on what a thing says and not on how it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo, force_setattr

from sandtable.engine.errors import Invalid
from sandtable.engine.state.struct_fields import fields_of, hints_of

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T", bound=Struct)

ENCODING: Final = 2
"""How documents are written: 1 with all defaults and fields in the order of the class, 2 without and by name."""

SMALL: Final = range(-5, 257)
"""Whole numbers of which there is one object each."""

document_of: Callable[[object], bytes] = msgspec.json.Encoder(order="sorted").encode
"""Write a row, an action, or plain data as it stands in files; it must be settled."""

decode_json: Callable[[bytes], Any] = msgspec.json.Decoder().decode


def settling(kind: type[T], read: Callable[[bytes], T]) -> Callable[[bytes], T]:
    """Return ``read`` so that what it returns is settled."""
    if not _fields_to_settle(kind):
        return read

    def settled_read(document: bytes) -> T:
        return settle_defaults(read(document))

    return settled_read


def settle_defaults(thing: T) -> T:
    """Put the default itself in place of what equals it; returns the thing, which says the same as before."""
    for name, default, holds in _fields_to_settle(type(thing)):
        value = getattr(thing, name)
        if value is not default and value == default and type(value) is type(default):
            force_setattr(thing, name, default)
        elif holds:
            _settle_within(value)
    return thing


def _settle_within(value: Any) -> None:
    if isinstance(value, Struct):
        settle_defaults(value)
    elif isinstance(value, dict):
        for one in cast("Any", value).values():
            _settle_within(one)
    elif isinstance(value, tuple | list | frozenset):
        for one in cast("Any", value):
            _settle_within(one)


_known: dict[type[Struct], tuple[tuple[str, Any, bool], ...]] = {}


def _fields_to_settle(kind: type[Struct]) -> tuple[tuple[str, Any, bool], ...]:
    """Return the fields to look at: name, default, whether things with fields of their own lie in it."""
    found = _known.get(kind)
    if found is None:
        found = tuple(
            (field.name, field.default, holds)
            for field in fields_of(kind)
            if (holds := any(True for _ in structs_in(field.type))) or not _is_one_object(field)
        )
        _known[kind] = found
    return found


def _is_one_object(field: FieldInfo) -> bool:
    """Tell whether a value that equals a field's default can only be the default itself (or there is none)."""
    default = field.default
    if default is NODEFAULT or default is None or isinstance(default, bool | Enum):
        return True
    if isinstance(default, int):
        return default in SMALL
    return isinstance(default, str | tuple) and not default


def structs_in(hint: Any) -> Iterator[type[Struct]]:
    """Yield the kinds of things with fields that a value of this type is or holds."""
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    origin = get_origin(hint)
    if origin is Annotated:
        yield from structs_in(get_args(hint)[0])
    elif origin in (tuple, dict, frozenset, list, set, Union, UnionType):
        for arg in get_args(hint):
            if arg not in (Ellipsis, NoneType):
                yield from structs_in(arg)
    elif isinstance(hint, type) and issubclass(hint, Struct):
        yield hint


def plain(thing: Struct) -> dict[str, Any]:
    """Return a row or an action as plain data, as it is written."""
    found: dict[str, Any] = decode_json(document_of(settle_defaults(thing)))
    return found


def whole(thing: Any) -> Any:
    """Return a thing as plain data, with its defaults too."""
    if isinstance(thing, Struct):
        names = zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True)
        return {written: whole(getattr(thing, name)) for name, written in names}
    if isinstance(thing, dict):
        return {str(key): whole(value) for key, value in cast("Any", thing).items()}
    if isinstance(thing, tuple | list):
        return [whole(one) for one in cast("Any", thing)]
    return msgspec.to_builtins(thing, order="deterministic")


def tells(thing: Any, document: Any) -> bool:
    """Tell whether a thing that was read, as ``whole`` gives it, holds all that its document says."""
    if type(thing) is not type(document):
        return False
    if isinstance(document, dict):
        said: dict[str, Any] = cast("Any", document)
        return all(name in thing and tells(thing[name], value) for name, value in said.items())
    if isinstance(document, list):
        parts: list[Any] = cast("Any", document)
        return len(thing) == len(parts) and all(map(tells, thing, parts))
    return bool(thing == document)


# -- what defaults were


Defaults = Mapping[str, Mapping[str, Any]]
"""What a field that is not written is: by what it is a field of (``Corps``, ``Corps.losses``, ``March()``), by name."""


def defaults_of(
    name: str, kind: type[Struct], above: frozenset[type[Struct]] = frozenset()
) -> dict[str, dict[str, Any]]:
    """Return the defaults of a row, an action, and what it holds."""
    found: dict[str, dict[str, Any]] = {name: {}}
    for field in fields_of(kind):
        if field.default is not NODEFAULT:
            found[name][field.encode_name] = whole(field.default)
        elif field.default_factory is not NODEFAULT:
            found[name][field.encode_name] = whole(field.default_factory())
        for inner in structs_in(field.type):
            if inner not in above:
                found.update(defaults_of(_within(name, field.encode_name, inner), inner, above | {kind, inner}))
    return {path: some for path, some in found.items() if some}


def _within(name: str, field: str, inner: type[Struct]) -> str:
    tag = inner.__struct_config__.tag
    return f"{name}.{field}" if tag is None else f"{name}.{field}:{tag}"


def changed_defaults(then: Defaults, now: Defaults) -> Defaults:
    """Return the former defaults that are others now."""
    if then == now:
        return {}
    changed = {
        path: {name: was for name, was in some.items() if name in now.get(path, {}) and now[path][name] != was}
        for path, some in then.items()
    }
    return {path: some for path, some in changed.items() if some}


def fill_defaults(document: Any, name: str, hint: Any, changed: Defaults) -> Any:
    """Return a document in which fields are written whose default was another when it was made."""
    kinds = list(structs_in(hint))
    origin = get_origin(hint)
    if document is None or not kinds:
        return document
    if origin is Annotated:
        return fill_defaults(document, name, get_args(hint)[0], changed)
    if isinstance(document, list):
        args = get_args(hint)
        parts: list[Any] = cast("Any", document)
        each = args if origin is tuple and Ellipsis not in args else args[:1] * len(parts)
        return [fill_defaults(one, name, of, changed) for one, of in zip(parts, each, strict=False)]
    if origin is dict:
        of, some = get_args(hint)[1], cast("dict[str, Any]", document)
        return {key: fill_defaults(one, name, of, changed) for key, one in some.items()}
    if origin in (Union, UnionType):
        ways = [arg for arg in get_args(hint) if any(True for _ in structs_in(arg))]
        return fill_defaults(document, name, next((arg for arg in ways if _is(document, arg)), ways[0]), changed)
    return _fill_struct(document, name, kinds[0], changed)


def _is(document: Any, hint: Any) -> bool:
    """Tell whether a document is one of this kind, where it says which of several it is."""
    config = hint.__struct_config__ if isinstance(hint, type) and issubclass(hint, Struct) else None
    if config is None or config.tag_field is None or not isinstance(document, dict):
        return False
    said: dict[str, Any] = cast("Any", document)
    return said.get(config.tag_field) == config.tag


def _fill_struct(document: dict[str, Any], name: str, kind: type[Struct], changed: Defaults) -> dict[str, Any]:
    own = changed.get(name if kind.__struct_config__.tag is None else f"{name}:{kind.__struct_config__.tag}", {})
    out = {**own, **document}
    for field in fields_of(kind):
        if field.encode_name in out:
            out[field.encode_name] = fill_defaults(
                out[field.encode_name], f"{name}.{field.encode_name}", field.type, changed
            )
    return out


# -- what a kind must be


def check_written(kind: type[Struct], seen: frozenset[type[Struct]] = frozenset()) -> None:
    """Raise ``Invalid`` for something in a row or an action that would write its defaults."""
    for name, hint in hints_of(kind).items():
        for inner in structs_in(hint):
            if inner in seen:
                continue
            if not inner.__struct_config__.omit_defaults:
                raise Invalid(
                    f"{kind.__name__}.{name} holds {inner.__name__}, which would write its defaults, and with a new "
                    f"field no kept campaign could be opened: declare it with `omit_defaults=True`"
                )
            check_written(inner, seen | {kind, inner})


class Writing(Struct, frozen=True, omit_defaults=True):
    """How documents were written, and by which programs: ``encoding``, the version of the game's ``data``.

    ``defaults`` tells what a field that is not written was, by what it is a field of and its name.
    """

    encoding: int = 1
    game: str = ""
    data: Annotated[int, Meta(ge=1)] = 1
    defaults: dict[str, dict[str, Any]] = {}
