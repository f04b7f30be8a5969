"""What an overlay does to rows of its base, brought up when the game's data have moved on since it was said.

An upgrade is written for whole tables, and an overlay has parts of rows. So each row is brought up alone, beside what
it was in the base: what differs afterwards is what the overlay says. What no upgrade can read so is not guessed at.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from sandtable.engine.errors import Broken
from sandtable.engine.state.upgrades import upgrade_rows
from sandtable.library.store.scenario_parts import RowChanges, Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.engine.state.upgrades import Upgrade

MISSING: Final = object()


def changes_brought_up(over: RowChanges, upgrades: Sequence[Upgrade]) -> RowChanges:
    """Return what is done to rows as the data are now; what cannot be brought up is kept aside, in ``lost``."""
    return _Upgrading(over, upgrades).changes()


class _Upgrading:
    def __init__(self, over: RowChanges, upgrades: Sequence[Upgrade]) -> None:
        self._over, self._upgrades = over, upgrades
        self._fields: Rows = {}
        self._gone: dict[str, list[str]] = {}
        self._was: Rows = {}
        self._lost = {table: dict(some) for table, some in over.lost.items()}

    def changes(self) -> RowChanges:
        for table, some in self._over.fields.items():
            for id, fields in some.items():
                self._change(table, id, fields)
        for table, ids in self._over.gone.items():
            for id in ids:
                self._remove(table, id)
        for table, some in self._over.was.items():
            for id in some:
                if id not in self._over.fields.get(table, {}) and id not in self._over.gone.get(table, ()):
                    self._keep_was(self._brought_up(table, id, some[id]) or {})
        gone = {table: tuple(ids) for table, ids in self._gone.items()}
        return replace(self._over, fields=self._fields, gone=gone, was=self._was, lost=self._lost)

    def _change(self, table: str, id: str, fields: dict[str, Any]) -> None:
        was = self._over.was.get(table, {}).get(id, {})
        now, then = self._brought_up(table, id, {**was, **fields}), self._brought_up(table, id, was)
        if now is None or then is None or now.keys() != then.keys():
            self._lost.setdefault(table, {})[id] = msgspec.json.encode(fields).decode()
            return
        for there, some in now.items():
            for one, row in some.items():
                before = then[there].get(one, {})
                said = {name: value for name, value in row.items() if before.get(name, MISSING) != value}
                if said:
                    self._fields.setdefault(there, {})[one] = said
                    kept = {name: before[name] for name in said if name in before}
                    self._keep_was({there: {one: kept}} if kept else {})

    def _remove(self, table: str, id: str) -> None:
        was = self._over.was.get(table, {}).get(id)
        found = self._brought_up(table, id, was) if was is not None else None
        for there, some in (found or {table: {id: {}}}).items():
            self._gone.setdefault(there, []).extend(some)
        self._keep_was(found or {})

    def _keep_was(self, rows: Rows) -> None:
        for table, some in rows.items():
            self._was.setdefault(table, {}).update(some)

    def _brought_up(self, table: str, id: str, row: dict[str, Any]) -> Rows | None:
        """Return a row as the data are now, ``None`` where no upgrade can read it alone."""
        try:
            found = upgrade_rows(self._upgrades, {table: {id: deepcopy({"id": id, **row})}})
        except Broken:
            return None
        return {table: some for table, some in found.items() if some}
