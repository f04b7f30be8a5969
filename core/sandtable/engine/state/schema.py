"""The row classes of one game, with what follows from their declarations: references, indexes, how they are read."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType, NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.encoding import check_written, defaults_of, fill_defaults, settling
from sandtable.engine.state.immutability import faults
from sandtable.engine.state.row import TITLES, Row, UnknownRow
from sandtable.engine.state.row_fields import holds_ids, ids_of_value
from sandtable.engine.state.rows import AgendaItem, Due
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sandtable.engine.state.encoding import Defaults
    from sandtable.engine.state.kinds import Work

SPACES: Final = frozenset({SpaceId})
LOOSE: Final = "sandtable.engine.state.rows"
"""Where the engine's own rows are declared: some hold a ``dict``."""


class Reference(NamedTuple):
    """A field that holds the id of a row of another table (or a tuple of such ids)."""

    field: str
    target: type[Row]
    many: bool


class Schema:
    """The row classes of one game with what follows from their declarations."""

    def __init__(self, kinds: Iterable[type[Row]], works: Mapping[str, type[Work]] = MappingProxyType({})) -> None:
        """Raise ``Invalid`` for two classes of one name, a float field or a row without its own id.

        ``works`` are the kinds of work by their names: what the agenda and dues hold.
        """
        self.kinds: dict[str, type[Row]] = {}
        for kind in kinds:
            if self.kinds.setdefault(kind.stored, kind) is not kind:
                raise Invalid(
                    f"two row classes are called {kind.stored} in files: "
                    f"{_where(kind)} and {_where(self.kinds[kind.stored])}"
                )
        self.tables: tuple[type[Row], ...] = (*self.kinds.values(), UnknownRow)
        """The classes of all tables of a position: of what nobody here can read, too."""
        hints = {kind: hints_of(kind) for kind in self.kinds.values()}
        self.id_types: dict[Any, type[Row]] = {}
        for kind, fields in hints.items():
            if fields["id"] is not str:
                self.id_types.setdefault(fields["id"], kind)
        self.companions: dict[type[Row], tuple[type[Row], ...]] = {
            kind: tuple(other for other in hints if other is not kind and self.id_types.get(hints[other]["id"]) is kind)
            for kind in hints
        }
        self.references: dict[type[Row], dict[str, Reference]] = {}
        """The fields of a table that refer to other tables."""
        self.referrers: dict[type[Row], list[tuple[type[Row], Reference]]] = {}
        """The fields of all tables that refer to a table."""
        self.spaces: dict[type[Row], dict[str, Callable[[Any], Iterable[str]]]] = {}
        """The fields of a table that name spaces of the board, with what reads these; not those that name a row."""
        self.loose = tuple(kind for kind in hints if kind.__module__ == LOOSE and faults(kind))
        """The engine's own classes with fields that can be changed in place; no module may bring one."""
        self.named = tuple(kind for kind in hints if is_named(kind))
        """The classes whose rows have another name in a text than their id."""
        self._id_fields: dict[type[Struct], dict[str, type[Row]]] = {}
        self.deep = {kind: deep for kind, fields in hints.items() if (deep := self._deep_fields(kind, fields))}
        """The fields of a table that hold what could be changed in place: structs, and what is declared loosely."""
        for kind in hints:
            if kind not in self.loose and (wrong := faults(kind)):
                raise Invalid(wrong[0])
            check_written(kind)
        self.decode: dict[type[Row], Callable[[bytes], Row]] = {}
        self.defaults: dict[str, dict[str, Any]] = {}
        """What the fields of rows are that are not written."""
        for kind, fields in hints.items():
            for name, hint in fields.items():
                if float in _leaves(hint):
                    raise Invalid(f"{kind.__name__}.{name} is a float: hold an integer in a named unit instead")
            self.references[kind] = {
                name: Reference(name, self.id_types[leaf], get_origin(_bare(hint)) is tuple)
                for name, hint in fields.items()
                if name != "id"
                for leaf in _leaves(hint)
                if leaf in self.id_types
            }
            for reference in self.references[kind].values():
                self.referrers.setdefault(reference.target, []).append((kind, reference))
            self.spaces[kind] = {
                name: _space_reader(hint)
                for name, hint in fields.items()
                if name not in self.references[kind] and holds_ids(hint, SPACES)
            }
            self.defaults.update(defaults_of(kind.stored, kind))
            self.decode[kind] = settling(kind, msgspec.json.Decoder(kind).decode)
        self.works = works
        for name, work in works.items():
            self.defaults.update(defaults_of(work_path(name), work))

    def _deep_fields(self, kind: type[Row], fields: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(name for name, hint in fields.items() if kind in self.loose or _is_struct(hint))

    def fill_defaults(self, document: Any, kind: type[Row], changed: Defaults) -> Any:
        """Return a row's document in which fields are written whose default was another when it was made."""
        filled = fill_defaults(document, kind.stored, kind, changed)
        work = self.works.get(filled["what"]) if kind in (AgendaItem, Due) else None
        if work is not None:
            filled["data"] = fill_defaults(filled.get("data", {}), work_path(work.stored), work, changed)
        return filled

    def tables_of(self, kind: type[Struct]) -> Mapping[str, type[Row]]:
        """Return the fields of an action, or another struct, that hold ids, each with the table that they are of."""
        known = self._id_fields.get(kind)
        if known is None:
            found = ((name, leaf) for name, hint in hints_of(kind).items() for leaf in _leaves(hint))
            known = self._id_fields[kind] = {name: self.id_types[leaf] for name, leaf in found if leaf in self.id_types}
        return known

    def kind(self, name: str) -> type[Row]:
        if name not in self.kinds:
            raise unknown("table", name, self.kinds)
        return self.kinds[name]


def is_named(kind: type[Row]) -> bool:
    """Tell whether rows of a class have another name in a text than their id."""
    has_title = any(field in kind.__struct_fields__ for field in TITLES)
    says_its_name = kind.name_in is not Row.name_in or kind.sentence_name is not Row.sentence_name
    return kind.in_texts and (has_title or says_its_name)


def _space_reader(hint: Any) -> Callable[[Any], Iterable[str]]:
    """Return what reads the spaces that a field names; most hold a single one."""
    bare = _bare(hint)
    if get_origin(bare) is None and not (isinstance(bare, type) and issubclass(bare, Struct)):
        return lambda value: () if value is None else (value,)
    return partial(ids_of_value, hint=hint, wanted=SPACES)


def work_path(name: str) -> str:
    """Return by what the defaults of a kind of work are noted."""
    return f"work {name}"


def _where(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _bare(hint: Any) -> Any:
    """Strip ``Annotated`` and ``| None``."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        rest = [arg for arg in get_args(hint) if arg is not NoneType]
        if len(rest) == 1:
            return _bare(rest[0])
    return hint


def _leaves(hint: Any) -> list[Any]:
    """Return the plain types a declared type is made of."""
    bare = _bare(hint)
    args = [arg for arg in get_args(bare) if arg is not Ellipsis and arg is not NoneType]
    if get_origin(bare) in (tuple, dict, frozenset, list, Union, UnionType):
        return [leaf for arg in args for leaf in _leaves(arg)]
    return [bare]


def _is_struct(hint: Any) -> bool:
    """Tell whether structs stand in a declared type."""
    return any(isinstance(leaf, type) and issubclass(leaf, Struct) for leaf in _leaves(hint))
