"""A mistake as the edits that make it: what rows were put, changed and removed on the way to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.design.scenario.row_edits import AddRow, ChangeRows, RemoveRows
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine import Row
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.struct_fields import fields_of

Rows = dict[str, dict[str, dict[str, Any]]]
Kinds = Mapping[str, type[Row]]


def as_written(rows: Rows, kinds: Kinds) -> Rows:
    """Return rows as a file has them: without their defaults, and no table without rows. Unsound ones stay."""
    found: Rows = msgspec.json.decode(msgspec.json.encode(rows))
    for table, some in found.items():
        for id, row in some.items():
            try:
                some[id] = msgspec.json.decode(msgspec.json.encode(plain(msgspec.convert(row, kinds[table]))))
            except msgspec.ValidationError:
                continue
    return {table: some for table, some in found.items() if some}


def edits_between(before: Rows, after: Rows, kinds: Kinds) -> Iterator[ScenarioEdit]:
    """Yield the edits that make the one of the other: rows that go first, then those that change, then new ones."""
    tables = sorted({*before, *after})
    for table in tables:
        gone = sorted({*before.get(table, {})} - {*after.get(table, {})})
        if gone:
            yield RemoveRows(table, tuple(gone), "remove")
    for table in tables:
        for id, row in sorted(after.get(table, {}).items()):
            was = before.get(table, {}).get(id)
            if was is None:
                yield AddRow(table, id, {name: value for name, value in row.items() if name != "id"})
            elif was != row:
                yield ChangeRows(table, (id,), changed_fields(kinds[table], was, row))


def changed_fields(kind: type[Row], was: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return what of a row is another; of what it says no more the default."""
    defaults = {one.name: msgspec.to_builtins(one.default) for one in fields_of(kind) if one.name not in now}
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    return {name: now[name] if name in now else defaults[name] for name in names}
