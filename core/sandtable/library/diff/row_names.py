"""What the rows of a ground are called in words: those too that only one of two revisions has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import msgspec

from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.row_fields import ids_of_value, wanted_type
from sandtable.engine.state.schema import SPACES
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.schema import Schema


class RowNames:
    """Names for the rows of two grounds, and for the spaces of their maps; what it does not know keeps its id.

    Of a row that is called otherwise in each, the first one given counts.
    """

    def __init__(self, schema: Schema | None = None, rows: Iterable[Row] = (), maps: Iterable[Map] = ()) -> None:
        self._schema, self._maps = schema, tuple(maps)
        self._rows: dict[tuple[str, str], Row] = {}
        for row in rows:
            self._rows.setdefault((type(row).stored, row.id), row)

    def name(self, thing: object, kind: type[Row] | None = None) -> str:
        """Return what is written in a text for a row, or for the id of one or of a space."""
        if isinstance(thing, str):
            tables = [one.stored for one in self._schema.named] if self._schema and kind is None else []
            for table in tables if kind is None else (kind.stored,):
                if (row := self._rows.get((table, thing))) is not None:
                    return row.name_in(self)
            if kind is not None and wanted_type(hints_of(kind)["id"], SPACES) is None:
                return thing  # a unit may have the number of a hex
            return next((said for one in self._maps if (said := one.name(thing)) != thing), thing)
        if isinstance(thing, tuple):
            return ", ".join(self.name(one, kind) for one in cast("tuple[object, ...]", thing))
        return str(thing)

    def row(self, table: str, id: str) -> Row | None:
        """Return a row that has a name here."""
        return self._rows.get((table, id))

    def phrase(self, table: str, id: str) -> str:
        """Return what a row is called; with its table where another one is called so too."""
        row = self._rows.get((table, id))
        if row is None:
            return f"{table} {id}"
        said = row.phrase_in(self)
        return f"{table} {said}" if self._phrases[said] > 1 else said

    @cached_property
    def _phrases(self) -> Counter[str]:
        return Counter(row.phrase_in(self) for row in self._rows.values())

    def value(self, kind: type[Row] | None, field: str, value: Any) -> Any:
        """Return the value of a field with names in place of the ids of rows and spaces."""
        hint = hints_of(kind).get(field) if kind is not None and (self._rows or self._maps) else None
        if self._schema is None or hint is None:
            return value
        ids = set(ids_of_value(value, hint, frozenset({SpaceId, *self._schema.id_types})))
        return self._named(value, ids, self._target(kind, field)) if ids else value

    def _target(self, kind: type[Row] | None, field: str) -> type[Row] | None:
        """Return the table that a field refers to."""
        reference = self._schema.references[kind].get(field) if self._schema is not None and kind is not None else None
        return reference.target if reference is not None else None

    def _named(self, value: Any, ids: set[str], kind: type[Row] | None) -> Any:
        match value:
            case str():
                return self.name(value, kind) if value in ids else value
            case list() | tuple():
                return [self._named(one, ids, kind) for one in cast("Iterable[Any]", value)]
            case dict():
                pairs = cast("Mapping[Any, Any]", value).items()
                return {self._named(key, ids, kind): self._named(one, ids, kind) for key, one in pairs}
            case msgspec.Struct():
                return self._named(msgspec.to_builtins(value), ids, kind)
            case _:
                return value


BY_ID = RowNames()
"""Calls every row by its table and id."""
