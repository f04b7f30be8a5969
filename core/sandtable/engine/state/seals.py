"""The rows as they went through the gate: what is changed behind it is found, put right, and laid at its module.

A row lasts because its class is frozen; code that is bent on it can change one all the same. What a stranger's
module brings is therefore compared at each ply, and what is declared loosely (``data: dict``) always.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from operator import is_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from sandtable.engine.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.failures import Culprit
    from sandtable.engine.state.row import Change, Row
    from sandtable.engine.state.schema import Schema
    from sandtable.engine.state.tables import RowTable

TOLD: Final = 3
"""So many of the rows that were changed are named."""
_encode: Callable[[Row], bytes] = msgspec.json.Encoder(order="deterministic").encode


class Breach(NamedTuple):
    """A row that is not what went through the gate (``sealed``), and what stands in its place."""

    kind: type[Row]
    id: str
    sealed: Row | None
    there: Row | None

    def __str__(self) -> str:
        name = f"{self.kind.stored} {self.id}"
        if self.sealed is None or self.there is None:
            return f"{name} ({'put' if self.sealed is None else 'taken out'})"
        fields = [f for f in self.kind.__struct_fields__ if _unlike(getattr(self.sealed, f), getattr(self.there, f))]
        return f"{name} ({', '.join(fields)})"


class BehindTheGate(Broken):
    """Rows were changed otherwise than through the gate; they have been put right."""

    def __init__(self, rows: str, modules: list[str], found: Culprit | None = None) -> None:
        if found is not None:
            who, module = f"{found} has changed {rows} behind the gate", found.module
        elif len(modules) == 1:
            who, module = f"module {modules[0]} has changed {rows} behind the gate", modules[0]
        else:
            who, module = f"one of the modules {', '.join(modules)} has changed {rows} behind the gate", ""
        super().__init__(f"{who}: rows change only by game.put, game.change and game.remove", module)
        self.rows = rows


def name_breaches(breaches: list[Breach]) -> str:
    """Name the rows that were changed, as they are now."""
    return ", ".join(map(str, breaches[:TOLD])) + (" and more" if len(breaches) > TOLD else "")


class Seals:
    """Twins of the rows of a position, made as they go through the gate: of loose classes, with ``full`` of all."""

    __slots__ = ("_deep", "_late", "_live", "_schema", "_tables", "full", "watched")

    def __init__(self, schema: Schema, tables: Mapping[type[Row], RowTable[Any]], *, full: bool) -> None:
        self._schema, self._tables = schema, tables
        self.watched: dict[type[Row], dict[str, Row]] = {}
        """The twins of the rows of each table that is watched, by their ids."""
        self._live: dict[type[Row], Mapping[str, Row]] = {}
        self._late: list[Breach] = []
        self._deep = schema.deep
        self.full = False
        self._take(schema.loose)
        if full:
            self.widen()

    def widen(self) -> None:
        """Keep twins of all rows from now on."""
        self.full = True
        self._take(self._schema.tables)

    def _take(self, kinds: Iterable[type[Row]]) -> None:
        for kind in kinds:
            if kind not in self.watched:
                rows = self._live[kind] = self._tables[kind].rows
                self.watched[kind] = {id: self._twin(row) for id, row in rows.items()}  # the ids themselves, not equals

    def _twin(self, row: Row) -> Row:
        """Return a copy of a row that shares nothing with it that could be changed."""
        twin = copy(row)
        for name in self._deep.get(type(row), ()):
            force_setattr(twin, name, _apart(getattr(row, name)))
        return twin

    def note(self, change: Change, old: Row | None, new: Row | None) -> None:
        """Take down what has gone through the gate, of a watched table; what makes way is looked at a last time."""
        kind, id = change.kind, change.id
        twins = self.watched[kind]
        if old is not None and old != twins[id]:
            self._late.append(Breach(kind, id, twins[id], old))
        if new is None:
            del twins[id]
        else:
            twins[id] = self._twin(new) if kind in self._deep else new.__copy__()  # type: ignore[attr-defined]

    def whole(self) -> bool:
        """Tell whether every row that is watched is what went through the gate: all are compared, whoever had them."""
        return self.watched == self._live and not self._late

    def breaches(self) -> list[Breach]:
        """Return the rows that are not what went through the gate."""
        return self._late + [
            Breach(kind, id, twins.get(id), rows.get(id))
            for (kind, twins), rows in zip(self.watched.items(), self._live.values(), strict=True)
            for id in sorted({*twins, *rows})
            if twins.get(id) != rows.get(id)
        ]

    def mend(self) -> list[Breach]:
        """Put every row right, also where the journal holds it; return what was wrong."""
        found = self.breaches()
        self._late.clear()
        for breach in found:
            if breach.sealed is not None and breach.there is not None:
                sound = self._twin(breach.sealed)
                for name in breach.kind.__struct_fields__:
                    force_setattr(breach.there, name, getattr(sound, name))
        for kind in {breach.kind for breach in found}:
            rows = self._live[kind]
            sealed = {id: rows.get(id) or self._twin(twin) for id, twin in self.watched[kind].items()}
            self._tables[kind].restore(sealed)
        return found


def _apart(value: Any) -> Any:
    """Return a value's equal that shares with it only what nobody can change: that is compared by being the same."""
    if isinstance(value, Struct):
        return _struct_apart(value)
    taking_apart = TAKEN_APART.get(value.__class__)
    return value if taking_apart is None else taking_apart(value)


def _struct_apart(value: Struct) -> Struct:
    twin = copy(value)
    for name in value.__struct_fields__:
        force_setattr(twin, name, _apart(getattr(value, name)))
    return twin


def _dict_apart(value: dict[Any, Any]) -> dict[Any, Any]:
    return {_apart(key): _apart(held) for key, held in value.items()}


def _tuple_apart(value: tuple[Any, ...]) -> tuple[Any, ...]:
    held = tuple(map(_apart, value))
    return value if all(map(is_, held, value)) else held


TAKEN_APART: Final[Mapping[type, Callable[[Any], Any]]] = {
    dict: _dict_apart,
    list: lambda value: list(map(_apart, value)),
    tuple: _tuple_apart,
    frozenset: lambda value: frozenset(map(_apart, value)),
}


def _unlike(one: Any, other: Any) -> bool:
    return one is not other and (type(one) is not type(other) or _encode(one) != _encode(other))
