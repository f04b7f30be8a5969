"""Whether a map has what a game reads: kinds, attributes with their types and bounds, spaces and regions they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Protocol, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo, fields

from sandtable.board.spaces import RegionId, SpaceId, value_of
from sandtable.engine.errors import Invalid
from sandtable.engine.rules.ground import MapKind, MapPart, Misfit
from sandtable.engine.state.row_fields import holds_ids, wanted_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.graph import Graph
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.spaces import Attributes

Kind = type[MapKind]
PLACES: Final = frozenset({SpaceId, RegionId})

PARTS: Final = {
    "space": "space of the kind {}",
    "region": "{}",
    "along": "side with {} along it",
    "across": "side with {} across it",
    "terrain": "hex of the terrain {}",
}  # fmt: skip
"""What a kind is one of, in words."""
THERE: Final = {
    "space": "its spaces are of the kinds",
    "region": "its regions are of the kinds",
    "along": "along its sides run",
    "across": "across its sides lead",
    "terrain": "its terrains are",
}


class MapThing(Protocol):
    """A space or a region."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def attributes(self) -> Attributes: ...


class MapParts(Protocol):
    """A map, as far as it is read here."""

    @property
    def graph(self) -> Graph: ...
    @property
    def regions(self) -> Sequence[MapThing]: ...
    @property
    def hexes(self) -> HexBoard | None: ...


def misfits(sheet: MapParts, reads: Iterable[Kind]) -> Iterator[Misfit]:
    """Yield what a game reads and the map has not, or has otherwise, kind by kind."""
    kinds = tuple(reads)
    for kind in kinds:
        if kind.fewest and (lacking := _too_few(kind, _counts(sheet, kind.of))) is not None:
            yield lacking
        named = {field.name: known for field in fields(kind) if (known := _named_by(sheet, kind, field)) is not None}
        for thing in _things(sheet, kind):
            if kind.within and (wrong := _astray(sheet, kind, thing)) is not None:
                yield wrong
            if not _is_fit(kind, thing, named):
                yield from (wrong for field in fields(kind) if (wrong := _wrong(kind, thing, field, named)) is not None)
    if sheet.hexes is not None:
        from sandtable.board.hex_fitness import hex_misfits  # with numpy, which a map of areas is read without

        yield from hex_misfits(sheet.hexes, kinds)


def describe_kind(kind: Kind) -> str:
    """Return what a kind is, in words: ``space of the kind land``."""
    return PARTS[kind.of].format(kind.kind)


# --- kinds ----------------------------------------------------------------------------------------------------------


def _counts(sheet: MapParts, of: MapPart) -> Counter[str]:
    """Return how many things there are of each kind of a part."""
    if of == "space":
        return Counter(space.kind for space in sheet.graph.spaces.values())
    if of == "region":
        return Counter(region.kind for region in sheet.regions)
    found = Counter[str]()
    if of in ("along", "across"):
        edges = sheet.graph.edges.values()
        found.update(feature.kind for edge in edges for feature in (edge.along if of == "along" else edge.across))
    if sheet.hexes is not None:
        from sandtable.board.hex_fitness import count_on_hexes  # with numpy, as above

        found.update(count_on_hexes(sheet.hexes, of))
    return found


def _too_few(kind: Kind, counts: Counter[str]) -> Misfit | None:
    """Return that there are not as many things of a kind as are needed."""
    number = counts[kind.kind]
    if number >= kind.fewest:
        return None
    if number:
        words = f"it has {number} {describe_kind(kind)}, and {kind.fewest} are needed"
        return Misfit(kind.of, words, "draw more")
    there = sorted(word for word, count in counts.items() if count)
    have = f" ({THERE[kind.of]} {', '.join(there)})" if there else ""
    return Misfit(kind.of, f"it has no {describe_kind(kind)}{have}", "draw one, or say which one is")


# --- attributes -----------------------------------------------------------------------------------------------------


def _things(sheet: MapParts, kind: Kind) -> Iterator[MapThing]:
    things: Iterable[MapThing] = ()
    if kind.of == "space":
        things = sheet.graph.spaces.values()
    elif kind.of == "region":
        things = sheet.regions
    return (thing for thing in things if thing.kind == kind.kind)


def _is_fit(kind: Kind, thing: MapThing, named: Mapping[str, Collection[str]]) -> bool:
    """Tell whether all attributes are as the game reads them: nearly all things on nearly all maps are."""
    try:
        read = msgspec.convert(dict(thing.attributes), kind)
    except msgspec.ValidationError:
        return False
    return all(value in known for name, known in named.items() if (value := getattr(read, name)))


def _wrong(kind: Kind, thing: MapThing, field: FieldInfo, named: Mapping[str, Collection[str]]) -> Misfit | None:
    """Return what is wrong with an attribute of a space or region, if anything."""
    name, hint = field.encode_name, _hints(kind)[field.name]
    value, whose = value_of(thing.attributes, name), _name(thing)
    if value is None:
        if not field.required:
            return None
        return Misfit(kind.of, f"{whose} has no {name}", f"give it {describe_type(hint)}", thing.id, name)
    try:
        msgspec.convert(value, field.type)
    except msgspec.ValidationError:
        said = f"the {name} of {whose} is {value!r}"
        return Misfit(kind.of, said, f"make it {describe_type(hint)}", thing.id, name)
    known = named.get(field.name)
    if known is None or not value or str(value) in known:
        return None
    near = get_close_matches(str(value), list(known), n=1)
    cure = f"did you mean {near[0]!r}?" if near else f"name {describe_type(hint)}"
    return Misfit(kind.of, f"the {name} of {whose} is {value!r}, which is not there", cure, thing.id, name)


def _astray(sheet: MapParts, kind: Kind, thing: MapThing) -> Misfit | None:
    """Return that a region does not lie within one of the kinds that it must."""
    above = getattr(thing, "within", None)
    if any(region.id == above and region.kind in kind.within for region in sheet.regions):
        return None
    where = " or ".join(kind.within)
    said = f"lies within {above!r}, which is not a {where}" if above else f"does not lie within any {where}"
    return Misfit(kind.of, f"{_name(thing)} {said}", f"name the {where} around it", thing.id, "within")


def _name(thing: MapThing) -> str:
    return f"{thing.name} ({thing.id})" if thing.name and thing.name != thing.id else str(thing.id)


def _named_by(sheet: MapParts, kind: Kind, field: FieldInfo) -> Collection[str] | None:
    """Return the ids that an attribute may hold, ``None`` for one that names nothing on the map."""
    hint = _hints(kind)[field.name]
    if holds_ids(hint, frozenset({SpaceId})):
        return {*map(str, sheet.graph.spaces), *_hex_numbers(sheet)}
    if holds_ids(hint, frozenset({RegionId})):
        of_kind = {str(region.id) for region in sheet.regions if region.kind == field.encode_name}
        return of_kind or {str(region.id) for region in sheet.regions}
    return None


def _hex_numbers(sheet: MapParts) -> list[str]:
    try:
        numbers = sheet.hexes.numbers if sheet.hexes is not None else None
    except Invalid:
        return []
    return numbers.all[numbers.grid.indices].tolist() if numbers is not None else []


@cache
def _hints(kind: Kind) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


# --- types in words -------------------------------------------------------------------------------------------------


def describe_type(hint: Any) -> str:
    """Return in words what an attribute may be: ``a whole number from 0 to 5``, ``one of clear, forest``."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        bounds = next((part for part in args[1:] if isinstance(part, Meta) and _has_bounds(part)), None)
        return describe_type(args[0]) + (f" {_bounds(bounds)}" if bounds is not None else "")
    if origin is Literal:
        words = [str(word) or "nothing" for word in args]
        return f"one of {', '.join(words)}" if len(words) > 1 else words[0]
    if origin in (Union, UnionType):
        return " or ".join(describe_type(arg) for arg in args if arg is not NoneType)
    if hasattr(hint, "__supertype__"):
        named = (wanted_type(hint, PLACES) or hint).__name__
        return f"the id of a {named.removesuffix('Id').lower()}"
    if origin is dict:
        return f"a table: {describe_type(args[0])} = {describe_type(args[1])}"
    if origin is tuple and Ellipsis in args:
        return f"a list, each {describe_type(args[0])}"
    return {int: "a whole number", bool: "yes or no", str: "a text"}.get(hint, str(hint))


def _has_bounds(meta: Meta) -> bool:
    return any(bound is not None for bound in (meta.ge, meta.gt, meta.le, meta.lt))


def _bounds(meta: Meta) -> str:
    least = meta.ge if meta.ge is not None else meta.gt + 1 if meta.gt is not None else None
    most = meta.le if meta.le is not None else meta.lt - 1 if meta.lt is not None else None
    if least is not None and most is not None:
        return f"from {least} to {most}"
    return f"of {least} or more" if least is not None else f"of {most} or less"
