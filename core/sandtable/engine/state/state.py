"""State is tables of typed rows; rows are replaced only through the gate.

A row is a frozen ``msgspec.Struct`` with an ``id``; its class is the table. Rows hold integers in a
named unit, texts, tuples and references (a field whose type is the ``NewType`` of another table's
``id``), never floats. A table and its indexes iterate in id order, whatever happened before.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.boards import Board, Boards
from sandtable.engine.state.encoding import decode_json, document_of, plain, settle_defaults
from sandtable.engine.state.gate import Gate
from sandtable.engine.state.lazy_tables import LazyTables
from sandtable.engine.state.missing_rows import missing_words, named_by
from sandtable.engine.state.row import Change, Row, UnknownRow
from sandtable.engine.state.rows import OnBoard
from sandtable.engine.state.seals import Seals
from sandtable.engine.state.tables import RowTable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from sandtable.engine.state.schema import Reference, Schema

MASK: Final = (1 << 128) - 1
LOG: Final = 4096
"""So many touched rows are remembered; who has looked away for longer looks at all of them."""
NEVER: Final = -1 - LOG
"""Longer ago than anything that is remembered."""
R = TypeVar("R", bound=Row)
_encode: Callable[[Row], bytes] = msgspec.json.Encoder(order="deterministic").encode


class State:
    """All tables of one position, its hash and the log of changes since ``changes`` was last taken.

    ``clear`` says that nothing in it is hidden.
    """

    clear = True

    def __init__(
        self, schema: Schema, tables: dict[type[Row], RowTable[Any]] | None = None, gate: Gate | None = None
    ) -> None:
        """Begin with these ``tables``, which must be of the schema; without any with empty ones."""
        self.schema = schema
        self.tables: dict[type[Row], RowTable[Any]] = LazyTables(schema.tables) if tables is None else tables
        self.gate = gate or Gate()
        self.boards = Boards()
        """The boards that its row may name; copies and views share them."""
        self.changes: list[Change] = []
        self.version = 0
        """Goes up by one with each row that is put, taken out or brought back."""
        self.seals: Seals | None = None
        """What rows are compared with, while rules are at work on this position."""
        self._touched: list[tuple[type[Row], str]] = []
        self._hash = self._hashed = 0
        self._digests: dict[tuple[type[Row], str], int] = {}

    @property
    def truth(self) -> State:
        """The position itself, of a view that which it shows."""
        return self

    def make_all_tables(self) -> dict[type[Row], RowTable[Any]]:
        """Return all tables, those too that nobody has asked for yet; they are looked up fastest from now on."""
        if isinstance(self.tables, LazyTables):
            self.tables = {kind: self.tables[kind] for kind in self.schema.tables}
        return self.tables

    @property
    def hash(self) -> int:
        """The sum of all rows' digests mod 2^128: the same for the same rows, however they came about."""
        touched, digests, total = self.touched_since(self._hashed), self._digests, self._hash
        if touched is None:
            touched = [(kind, id) for kind, table in self.tables.items() for id in table.ids()]
            digests, total = {}, 0
        self._hashed = NEVER  # whoever breaks this off leaves it to be summed up anew
        for kind, id in dict.fromkeys(touched):
            row = self.tables[kind].get(id)
            new = 0 if row is None else _digest(kind, row)
            total += new - digests.get((kind, id), 0)
            digests[kind, id] = new
        self._digests, self._hash = digests, total & MASK
        self._hashed = self.version
        return self._hash

    def touched_since(self, version: int) -> list[tuple[type[Row], str]] | None:
        """Return the rows (by table and id) touched since that version; ``None`` when that is not known any more."""
        behind = self.version - version
        if behind > min(LOG, len(self._touched)):
            return None
        return self._touched[len(self._touched) - behind :]

    def __getitem__(self, kind: type[R]) -> RowTable[R]:
        try:
            return self.tables[kind]
        except KeyError:
            raise unknown(
                "table", getattr(kind, "__name__", str(kind)), self.schema.kinds, "list the class in a module's `rows`"
            ) from None

    # -- the gate

    def put(self, row: R, *, dangling: bool = False) -> R:
        """Add a row, or replace the one of its id; return it as stored. ``dangling``: what it names may be to come."""
        kind = type(row)
        if self.gate.queries or not self.gate.open:
            self.gate.check(f"put {kind.__name__} {row.id}")
        old, schema = self[kind].get(row.id), self.schema
        return self._write(kind, row.id, old, row, () if dangling else schema.references[kind], schema.spaces[kind])

    def place_on(self, board: Board) -> None:
        """Play on a board from now on: its row goes through the gate, and it is kept with the others."""
        self.boards.add(board)
        self.put(OnBoard("board", board.key, board.digest))

    def change(self, row: R, fields: Mapping[str, Any]) -> R:
        """Replace fields of a row that is still current and return the new row."""
        kind = type(row)
        if self.gate.queries or not self.gate.open:
            self.gate.check(f"change {kind.__name__} {row.id}")
        table = self.tables.get(kind)
        if table is None or table.get(row.id) is not row:
            raise self.gate.refuse(
                f"change {kind.__name__} {row.id}: this row is no longer the current one; "
                "fetch it again (after every await)"
            )
        try:
            new = replace(row, **fields)
        except TypeError as error:
            raise self.gate.refuse(f"change {kind.__name__} {row.id}: {error}") from None
        if new == row:
            return row
        return self._write(kind, row.id, row, new, fields, fields)

    def remove(self, row: Row) -> None:
        """Take a current row out, and its companions with it: the rows of its id in tables that add to this one."""
        kind = type(row)
        if self.gate.queries or not self.gate.open:
            self.gate.check(f"remove {kind.__name__} {row.id}")
        if self[kind].get(row.id) is not row:
            raise self.gate.refuse(
                f"remove {kind.__name__} {row.id}: this row is no longer the current one; fetch it again"
            )
        for companion in self.schema.companions[kind]:
            extra = self.tables[companion].get(row.id)
            if extra is not None:
                self.remove(extra)
        self.apply(Change(kind, row.id, row, None))

    def _write(self, kind: type[R], id: str, old: R | None, new: R, fields: Iterable[str], places: Iterable[str]) -> R:
        """Check and store a row; ``fields`` are those that may hold new references, ``places`` new spaces."""
        try:
            stored = self.schema.decode[kind](_encode(new))
        except msgspec.ValidationError as error:
            raise self.gate.refuse(f"{kind.__name__} {id}: {error}") from None
        references = self.schema.references[kind]
        for field in fields:
            if (reference := references.get(field)) is not None and (named := getattr(stored, field)) is not None:
                _, target, many = reference
                there = self.tables[target].get
                for other in named if many else (named,):
                    if there(other) is None and not (target is kind and other == id):
                        raise self.gate.refuse(self._misses(stored, reference, other))
        if self.schema.spaces[kind]:
            self._check_spaces(stored, places)
        self.apply(Change(kind, id, old, stored))
        return stored  # type: ignore[return-value]

    def _check_spaces(self, row: Row, fields: Iterable[str]) -> None:
        """Refuse a row that names a space which the board does not know; without a board nobody can say."""
        table, kind = self.tables.get(OnBoard), type(row)
        named = table.get("board") if table is not None else None
        if named is None:
            return
        board, read = self.boards.of(named), self.schema.spaces[kind]
        for field in fields:
            for space in read[field](getattr(row, field)) if field in read else ():
                if not board.knows(space):
                    raise self.gate.refuse(
                        f"{kind.stored} {row.id!r}: {named_by(row, field)} {space!r}, "
                        f"which is not a space of the map {named.key!r}"
                    )

    # -- beneath the gate: the referee, saving and views

    def apply(self, change: Change) -> None:
        """Carry out one change and log it."""
        self.tables[change.kind].swap(change.id, change.old, change.new)
        self.version += 1
        self._touched.append((change.kind, change.id))
        self.changes.append(change)
        if self.seals is not None and change.kind in self.seals.watched:
            self.seals.note(change, change.old, change.new)

    def touch(self, kind: type[Row], id: str) -> None:
        """Have a row looked at again by all that follow this position: views, the hash, kept answers."""
        self.version += 1
        self._touched.append((kind, id))

    def mend(self) -> None:
        """Put every row right that was changed behind the gate."""
        if self.seals is not None:
            for breach in self.seals.mend():
                self.touch(breach.kind, breach.id)

    def take(self) -> tuple[Change, ...]:
        """Return the changes logged since the last take, and start a new log."""
        self._forget()
        taken = tuple(self.changes)
        self.changes = []
        return taken

    def _forget(self) -> None:
        """Let go of what was touched longest ago."""
        if len(self._touched) > LOG:
            del self._touched[: -(LOG // 2)]

    def revert(self, changes: tuple[Change, ...]) -> None:
        """Undo the changes, last first, without logging; raises ``Invalid`` where the position is not as after them."""
        for done, change in enumerate(reversed(changes)):
            if not self._retrace(change, change.new, change.old):
                self.reapply(changes[len(changes) - done :])
                raise _astray(change)
        self._forget()

    def reapply(self, changes: tuple[Change, ...]) -> None:
        """Carry the changes out again, without logging; raises ``Invalid`` where the position is not as before them."""
        for done, change in enumerate(changes):
            if not self._retrace(change, change.old, change.new):
                self.revert(changes[:done])
                raise _astray(change)
        self._forget()

    def _retrace(self, change: Change, now: Row | None, then: Row | None) -> bool:
        """Replace a row if it is what it must be; tell whether it was."""
        table = self.tables[change.kind]
        row = table.get(change.id)
        if row is not now and row != now:
            return False
        table.swap(change.id, row, then)
        self.version += 1
        self._touched.append((change.kind, change.id))
        if self.seals is not None and change.kind in self.seals.watched:
            self.seals.note(change, row, then)
        return True

    def dangling(self, rows: Iterable[Row] | None = None) -> list[str]:
        """Name every reference to a row that is not there; of these ``rows`` alone, where they are given."""
        references = self.schema.references
        if rows is None:
            return [wrong for kind in references for wrong in self._dangling(kind, self.tables[kind])]
        return [wrong for row in rows for wrong in self._dangling(type(row), (row,))]

    def _dangling(self, kind: type[Row], rows: Iterable[Row]) -> Iterator[str]:
        for reference in self.schema.references[kind].values():
            there = self.tables[reference.target]
            for row in rows:
                for id in _targets(getattr(row, reference.field), reference.many):
                    if id not in there:
                        yield self._misses(row, reference, id)

    def left_dangling(self, changes: Iterable[Change]) -> str:
        """Name a reference to a row that these changes have taken away; empty when there is none."""
        referrers = self.schema.referrers
        gone: dict[type[Row], dict[str, None]] = {}
        for change in changes:
            if change.new is None and change.kind in referrers and change.id not in self.tables[change.kind]:
                gone.setdefault(change.kind, {})[change.id] = None
        for target, ids in gone.items():
            for kind, reference in referrers[target]:
                if len(table := self.tables[kind]):
                    for id, named in self._naming(table, reference, ids):
                        return self._misses(table[id], reference, named)
        return ""

    def _misses(self, row: Row, reference: Reference, named: str) -> str:
        """Say that a row names another that is not there."""
        there = (one.id for one in self.tables[reference.target] if one.id != row.id or type(one) is not type(row))
        return missing_words(row, reference.field, named, reference.target, there)

    def _naming(self, table: RowTable[Any], reference: Reference, gone: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield the ids of the rows that refer to one of some rows by this field, each with whom it names."""
        field, many = reference.field, reference.many
        if field in table.kind.indexes:
            for named in gone:
                for id in table.ids(field, named):
                    yield id, named
            return
        for row in table:
            for named in _targets(getattr(row, field), many):
                if named in gone:
                    yield row.id, named

    def clone(self) -> State:
        """Return an independent copy; rows are shared, for they never change."""
        twin = State(self.schema)
        for kind, table in self.tables.items():
            if table.version:  # a table that nobody has written to is as good as a new one
                twin.tables[kind] = table.copy()
        twin.boards, twin.version = self.boards, self.version
        twin._touched = self._touched[max(0, len(self._touched) - (self.version - self._hashed)) :]
        twin._hash, twin._hashed = self._hash, self._hashed
        twin._digests = self._digests.copy()
        return twin

    # -- documents

    def documents(self) -> dict[str, dict[str, Any]]:
        """Return every row as plain data, by table name and id (rows of a missing module too)."""
        out: dict[str, dict[str, Any]] = {}
        for kind, table in sorted(self.tables.items(), key=lambda item: item[0].stored):
            if len(table) and kind is not UnknownRow:
                out[kind.stored] = {row.id: plain(row) for row in table}
        for row in self.tables[UnknownRow]:
            document = decode_json(row.document)
            out.setdefault(row.table, {})[document["id"]] = document
        return out

    def load(self, documents: Mapping[str, Mapping[str, Any]]) -> None:
        """Fill an empty state from plain data; rows of a table nobody declares stay unread."""
        for name, rows in documents.items():
            for id, document in rows.items():
                self.load_row(name, id, document)

    def load_row(self, name: str, id: str, document: Any) -> None:
        """Put (``None``: remove) one row given as plain data, without the gate."""
        kind = self.schema.kinds.get(name)
        if kind is None:
            unread = None if document is None else UnknownRow.of(name, id, document_of(document))
            key = f"{name} {id}"
            self.apply(Change(UnknownRow, key, self.tables[UnknownRow].get(key), unread))
            return
        table = self.tables[kind]
        if document is None:
            self.apply(Change(kind, id, table[id], None))
            return
        try:
            row = settle_defaults(msgspec.convert(document, kind))
        except msgspec.ValidationError as error:
            raise Invalid(f"{name} {id}: {error}") from None
        self.apply(Change(kind, id, table.get(id), row))


def _targets(value: Any, many: bool) -> tuple[str, ...]:
    if value is None:
        return ()
    return value if many else (value,)


def _astray(change: Change) -> Invalid:
    return Invalid(f"{change.kind.__name__} {change.id} is not what the journal says it was: the journal is damaged")


def hash_change(changes: Iterable[Change]) -> int:
    """Return by how much changes move the hash of a state (mod 2^128)."""
    total = 0
    for change in changes:
        if change.new is not None:
            total += _digest(change.kind, change.new)
        if change.old is not None:
            total -= _digest(change.kind, change.old)
    return total & MASK


def _digest(kind: type[Row], row: Row) -> int:
    """Hash one row's document after its table's name; an unread row's the same as if its table were known."""
    if isinstance(row, UnknownRow):
        return digest(row.table, row.document)
    return digest(kind.stored, document_of(row))


def digest(table: str, document: bytes) -> int:
    """Hash a row's document after its table's name."""
    return int.from_bytes(blake2b(table.encode() + b"\0" + document, digest_size=16).digest(), "little")
