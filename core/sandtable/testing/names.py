"""Where a test calls a thing by its name, the id is meant: of rows with a title it is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.state.row import Row, title_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.engine.state.schema import Schema
    from sandtable.engine.state.state import State

S = TypeVar("S", bound=Struct)


class Names:
    """The rows of a position, and others beside them, by their names."""

    def __init__(self, schema: Schema, state: State | None, beside: Iterable[Row] = ()) -> None:
        self._schema, self._state = schema, state
        self._beside: dict[type[Row], dict[str, Row]] = {}
        for row in beside:
            self._beside.setdefault(type(row), {})[row.id] = row
        self._named: dict[type[Row], Mapping[str, str]] = {}

    def with_ids(self, thing: S) -> S:
        """Return an action or a row in which names of other rows stand as their ids; what names nothing stays."""
        own = "id" if isinstance(thing, Row) else ""
        changed = {
            field: meant
            for field, table in self._schema.tables_of(type(thing)).items()
            if field != own and (meant := self._meant(table, getattr(thing, field))) != getattr(thing, field)
        }
        return replace(thing, **changed) if changed else thing

    def _meant(self, table: type[Row], value: object) -> object:
        if isinstance(value, tuple):
            return tuple(self._meant(table, one) for one in cast("tuple[object, ...]", value))
        if not isinstance(value, str) or self._has(table, value):
            return value
        if table not in self._named:
            laid = self._state[table] if self._state is not None else ()
            self._named[table] = {title_of(row): row.id for row in (*laid, *self._beside.get(table, {}).values())}
        return self._named[table].get(value, value)

    def _has(self, table: type[Row], id: str) -> bool:
        return id in self._beside.get(table, ()) or (self._state is not None and id in self._state[table])
