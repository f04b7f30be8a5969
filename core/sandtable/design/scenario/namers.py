"""Who names a row: other rows, by whatever field, and the setting; and these without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.row_fields import ids_in, with_ids
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario, Document
    from sandtable.engine.state.row import Row


class Namer(NamedTuple):
    """A row, or the setting, and the field by which it names another."""

    table: str
    id: str
    field: str

    def __str__(self) -> str:
        return f"{self.table} {self.id} ({self.field})" if self.id else f"the setting ({self.field})"


def id_type(kind: type[Row]) -> Any:
    """Return the type of the ids of a table."""
    return hints_of(kind)["id"]


def namers_of(design: DesignedScenario, table: str, id: str) -> list[Namer]:
    """Return who names a row, in order of tables and ids; rows that only add to it (of its id) are not told.

    A row that adds to another is named by nobody: whoever has its id names that one.
    """
    schema = design.family.schema
    kind = schema.kinds[table]
    if schema.id_types.get(id_type(kind), kind) is not kind:
        return []
    wanted = frozenset({id_type(kind)})
    return [*_in_rows(design, kind, id, wanted), *_in_setting(design, id, wanted)]


def _in_rows(design: DesignedScenario, kind: type[Row], id: str, wanted: frozenset[Any]) -> Iterator[Namer]:
    companions = {one.stored for one in design.family.schema.companions[kind]}
    for table, rows in sorted(design.rows.items()):
        for other in sorted(rows):
            if other == id and (table == kind.stored or table in companions):
                continue
            row = design.typed(table, other)
            if row is None:
                continue
            for field in dict.fromkeys(name for name, _, one in ids_in(row, wanted) if one == id):
                yield Namer(table, other, field)


def _in_setting(design: DesignedScenario, id: str, wanted: frozenset[Any]) -> Iterator[Namer]:
    ground = design.family.system.ground
    if ground is None:
        return
    try:
        setting = ground.read_setting(design.laid.setting)
    except SandtableError:
        return
    for field in dict.fromkeys(name for name, _, one in ids_in(setting, wanted) if one == id):
        yield Namer("setting", "", field)


def without_name(design: DesignedScenario, namer: Namer, kind: type[Row], id: str) -> Document:
    """Return the fields of a row that named another and names nobody there; raises ``Invalid`` where it must."""
    row = design.typed(namer.table, namer.id)
    value = getattr(row, namer.field) if row is not None else None
    if row is not None and value == id:
        cleared: Any = None
    elif row is not None and isinstance(value, tuple | frozenset) and id in value:
        cleared = [one for one in value if one != id]  # pyright: ignore[reportUnknownVariableType]
    else:
        raise Invalid(f"{namer} cannot do without {kind.stored} {id}: remove it too, or change it first")
    try:
        msgspec.convert({**plain(row), namer.field: cleared}, type(row))
    except msgspec.ValidationError as error:
        raise Invalid(f"{namer} must name a {kind.stored}: remove it too, or change it first") from error
    return {namer.field: cleared}


def with_new_name(row: Row, kind: type[Row], id: str, fresh: str) -> dict[str, Any]:
    """Return the fields of a row that name another by its new id."""
    return with_ids(row, frozenset({id_type(kind)}), lambda one: fresh if one == id else one)
