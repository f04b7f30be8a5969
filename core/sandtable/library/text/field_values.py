"""The values of a field, between a text and a document: names of places become ids, ``false`` stands for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, cast, get_args, get_origin

from msgspec import Struct

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.engine.errors import Invalid
from sandtable.engine.state.row_fields import wanted_type
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from sandtable.library.text.place_names import PlaceNames

NOTHING: Final = False
"""What a text writes for a field that holds nothing (``None``), for TOML has no word for it."""

PLACES: Final = frozenset({SpaceId, RegionId})
Change = Callable[[Any, Any], Any]
"""Makes of a value that is not made of others, with its declared type, what stands on the other side."""


def read_value(value: Any, hint: Any, places: PlaceNames) -> Any:
    """Return a value of a text as a document has it; raises ``Invalid`` for a place that is not on the map."""

    def read(leaf: Any, of: Any) -> Any:
        if not isinstance(leaf, str):
            return leaf
        what = wanted_type(of, PLACES) if leaf else None
        return places.space(leaf) if what is SpaceId else places.region(leaf) if what is RegionId else leaf

    if value is NOTHING and _may_be_nothing(hint):
        return None
    return _change(value, hint, read, lambda part, of: read_value(part, of, places))


def written_value(value: Any, hint: Any) -> Any:
    """Return a value of a document as a text has it; raises ``Invalid`` for nothing where no text can say so."""
    if value is None:
        if not _may_be_nothing(hint):
            raise Invalid("holds nothing (null), which a text has no word for")
        return NOTHING
    return _change(value, hint, lambda leaf, of: leaf, written_value)


def _change(value: Any, hint: Any, leaf: Change, part: Change) -> Any:
    """Return a value with its parts changed, each by its declared type."""
    hint = _chosen(value, hint)
    args = get_args(hint)
    if isinstance(value, dict):
        pairs = cast("Mapping[str, Any]", value).items()
        if isinstance(hint, type) and issubclass(hint, Struct):
            known = {name: hints_of(hint)[field] for field, name in _fields(hint)}
            return {name: part(one, known.get(name, Any)) for name, one in pairs}
        of_key, of_value = args if len(args) == 2 else (Any, Any)
        return {leaf(key, of_key): part(one, of_value) for key, one in pairs}
    if isinstance(value, list | tuple):
        parts: list[Any] = list(cast("Iterable[Any]", value))
        return [part(one, of) for one, of in zip(parts, _each(hint, len(parts)), strict=False)]
    return leaf(value, hint)


def _fields(kind: type[Struct]) -> Iterable[tuple[str, str]]:
    return zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)


def _each(hint: Any, count: int) -> list[Any]:
    """Return the declared types of so many parts of a sequence."""
    args = get_args(hint)
    if get_origin(hint) is tuple and Ellipsis not in args:
        return [*args, *[Any] * (count - len(args))]
    return [args[0] if args else Any] * count


def _chosen(value: Any, hint: Any) -> Any:
    """Return the declared type without ``Annotated``, and of several that one which the value may be."""
    if get_origin(hint) is Annotated:
        return _chosen(value, get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        ways = [_chosen(value, arg) for arg in get_args(hint) if arg is not NoneType]
        return next((way for way in ways if _fits(value, way)), ways[0])
    return hint


def _fits(value: Any, hint: Any) -> bool:
    if isinstance(value, dict):
        return get_origin(hint) is dict or (isinstance(hint, type) and issubclass(hint, Struct))
    if isinstance(value, list | tuple):
        return get_origin(hint) in (tuple, list, frozenset, set)
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    return isinstance(hint, type) and type(value) is hint


def _may_be_nothing(hint: Any) -> bool:
    """Tell whether a field may hold nothing, and cannot hold ``false``."""
    if get_origin(hint) is Annotated:
        return _may_be_nothing(get_args(hint)[0])
    args = get_args(hint)
    return get_origin(hint) in (Union, UnionType) and NoneType in args and bool not in args
