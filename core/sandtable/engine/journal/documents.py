"""Plies, epochs and rows as JSON documents, and back.

A change is told as the row before it and the fields that have changed, so that a ply can be read by itself, whatever
the position is; and what happened in it is read only when somebody asks. Documents are compared with what is known of
them (links, seals, the hash of a position) as they stand; only then they are read as rows. So a file is damaged when it
is not what was written, and made elsewhere when it is, and this version cannot read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
from msgspec import Raw, Struct

from sandtable.engine.actions.actions import Action
from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.journal.journal import ChangeDocument, Epoch, Ply, PlyContents, PlyKind
from sandtable.engine.running.chance import ThrowResult
from sandtable.engine.state.encoding import (
    ENCODING,
    Defaults,
    Writing,
    changed_defaults,
    decode_json,
    document_of,
    fill_defaults,
    settle_defaults,
    tells,
    whole,
)  # fmt: skip
from sandtable.engine.state.position import Note
from sandtable.engine.state.row import Change, Row, UnknownRow
from sandtable.engine.state.state import MASK, State, digest

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.schema import Schema
    from sandtable.engine.state.upgrades import Act

NOTHING: Final = b"null"
"""In a change: the row was not there, or is gone."""

_encode = msgspec.json.Encoder(order="deterministic").encode
_plainly = msgspec.json.Encoder().encode


class PlyHead(Struct, omit_defaults=True, gc=False):
    """What a document says of a ply beside what happened in it; ``hash`` is that of the position after it."""

    id: int
    parent: int
    kind: PlyKind
    hash: str
    seat: str = ""
    side: str = ""
    says: str = ""
    epoch: int = 0
    rests: bool = True
    waits: str = ""
    reveals: int = 0
    overruled: bool = False
    encoding: int = 1
    brings_up: bool = False
    goes_with: int = 0


class _Act(Struct):
    """An action: its name, its fields (in files of the first encoding also the Python module it was of)."""

    kind: str
    fields: Any


class _PlyDocument(PlyHead, omit_defaults=True):
    """A whole document, to be written."""

    action: _Act | None = None
    throws: tuple[ThrowResult, ...] = ()
    changes: list[tuple[Any, ...]] = []
    notes: tuple[Note, ...] = ()


class _ReadAct(Struct):
    kind: str
    fields: Raw


class _ReadChange(Struct, array_like=True):
    """A change: what is ``gone`` are fields that have their default again (and, as such, are not written)."""

    table: str
    id: str
    was: Raw
    now: Raw
    gone: tuple[str, ...] = ()


class _ReadContents(Struct):
    """What happened, to be read."""

    brings_up: bool = False
    action: _ReadAct | None = None
    throws: tuple[ThrowResult, ...] = ()
    changes: tuple[_ReadChange, ...] = ()
    notes: tuple[Note, ...] = ()


class _Id(Struct):
    id: str


class _Rows(Struct):
    """The rows of a position, and how they were written."""

    writing: Writing
    rows: dict[str, list[Raw]]


def _hash_change(told: ChangeDocument) -> int:
    """Return by how much a change moves the hash of a position."""
    was, now = (0 if one == NOTHING else digest(told.table, one) for one in (told.was, told.now))
    return now - was


class RowDocuments(Struct):
    """The rows of a position as documents, by table, and how they were written."""

    writing: Writing
    tables: dict[str, list[bytes]]

    @property
    def hash(self) -> int:
        """The hash of the position, by these documents."""
        return sum(digest(name, row) for name, rows in self.tables.items() for row in rows) & MASK


_head = msgspec.json.Decoder(PlyHead).decode
_inside = msgspec.json.Decoder(_ReadContents).decode
_epoch = msgspec.json.Decoder(Epoch).decode
_first_tables = msgspec.json.Decoder(dict[str, list[Raw]]).decode
_tables = msgspec.json.Decoder(_Rows).decode
_id = msgspec.json.Decoder(_Id).decode
_BEGINS: Final = b'{"writing":'


# -- writing


def ply_document(ply: Ply) -> bytes:
    """Return a ply as a document; raises ``Invalid`` for an answer that JSON has no words for."""
    action = ply.action
    try:
        return _encode(
            _PlyDocument(
                ply.id,
                ply.parent,
                ply.kind,
                f"{ply.hash:032x}",
                ply.seat,
                ply.side,
                ply.says,
                ply.epoch,
                ply.is_save_point,
                ply.awaiting,
                ply.reveals_from,
                ply.overruled,
                ENCODING,
                bool(ply.documents),
                ply.goes_with,
                _Act(action.stored, Raw(document_of(action))) if action is not None else None,
                ply.throws,
                [_change(*told) for told in _documents(ply)],
                ply.notes,
            )
        )
    except (UnicodeError, OverflowError, TypeError, ValueError, RecursionError) as error:
        raise Invalid(f"{ply.says or 'the start'} cannot be kept: {error}; give another answer") from error


def _documents(ply: Ply) -> Iterable[tuple[str, str, bytes, bytes]]:
    if ply.documents:
        return [(one.table, one.id, one.was, one.now) for one in ply.documents]
    return map(_both, ply.changes)


def _change(table: str, id: str, was: bytes, now: bytes) -> tuple[Any, ...]:
    """Return table, id, the row as it was, its changed fields (all of a new one), and those at their default again."""
    if was == NOTHING or now == NOTHING:
        return table, id, Raw(was), Raw(now)
    before, after = decode_json(was), decode_json(now)
    fields = {name: value for name, value in after.items() if name not in before or not _same(before[name], value)}
    gone = tuple(name for name in before if name not in after)
    return (table, id, Raw(was), fields, gone) if gone else (table, id, Raw(was), fields)


def _both(change: Change) -> tuple[str, str, bytes, bytes]:
    """Return table, id, and the documents before and after."""
    row = change.old or change.new
    if isinstance(row, UnknownRow):
        was, now = (one.document if isinstance(one, UnknownRow) else NOTHING for one in (change.old, change.new))
        return row.table, _id(row.document).id, was, now
    was, now = (document_of(one) if one is not None else NOTHING for one in (change.old, change.new))
    return change.kind.stored, change.id, was, now


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values are written the same (1 and ``True`` are equal, and are not)."""
    if type(one) is not type(other):
        return False
    return bool(one == other) if type(one) in (str, int) else document_of(one) == document_of(other)


def epoch_document(epoch: Epoch) -> bytes:
    """Return an epoch as a document."""
    return _encode(epoch)


def rows_document(state: State) -> bytes:
    """Return all rows of a position, those of missing modules too, by table and in order of their ids."""
    writing = Writing(ENCODING, defaults=dict(state.schema.defaults))
    return _encode(_Rows(writing, {name: list(map(Raw, rows)) for name, rows in rows_of(state).items()}))


def rows_of(state: State) -> dict[str, list[bytes]]:
    """Return all rows of a position as documents by table."""
    tables: dict[str, list[bytes]] = {}
    for row in state.tables[UnknownRow]:
        tables.setdefault(row.table, []).append(row.document)
    for kind, table in state.tables.items():
        if len(table) and kind is not UnknownRow:
            tables[kind.stored] = [document_of(row) for row in table]
    return tables


# -- reading


def read_head(document: bytes) -> PlyHead:
    """Read a ply's document but for what happened; raises ``msgspec.MsgspecError``."""
    return _head(document)


def read_epoch(document: bytes) -> Epoch:
    """Read an epoch; raises ``msgspec.MsgspecError``."""
    return _epoch(document)


def read_rows(document: bytes) -> RowDocuments:
    """Read the rows of a position as documents; raises ``Invalid`` for what tells none."""
    try:
        if document.startswith(_BEGINS):
            read = _tables(document)
            writing, tables = read.writing, read.rows
        else:
            writing, tables = Writing(), _first_tables(document)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(f"the rows are damaged: {error}") from error
    return RowDocuments(writing, {name: [bytes(row) for row in rows] for name, rows in tables.items()})


def same_hashes(one: Writing, other: Writing) -> bool:
    """Tell whether the same rows have the same hash in both ways of writing."""
    return one.encoding == other.encoding and not changed_defaults(one.defaults, other.defaults)


class Reader:
    """Reads documents of a game, with the rows and actions that are here; rows of other tables stay as they are."""

    def __init__(
        self,
        schema: Schema,
        actions: Mapping[str, type[Action]] = MappingProxyType({}),
        defaults: Mapping[str, dict[str, Any]] | None = None,
    ) -> None:
        self.schema, self.actions = schema, actions
        self.defaults = dict(schema.defaults if defaults is None else defaults)
        """What is not written."""

    @classmethod
    def of(cls, family: InstalledGame) -> Self:
        """Return what reads documents of a game."""
        return cls(family.schema, family.kinds, family.defaults)

    def is_current(self, writing: Writing) -> bool:
        """Tell whether documents were written as they are written here: then their hashes are the same."""
        return same_hashes(writing, Writing(ENCODING, defaults=self.defaults))

    def rows(self, read: RowDocuments) -> State:
        """Return the position that documents tell; raises ``Elsewhere`` where this version cannot read them."""
        state = State(self.schema)
        changed = changed_defaults(read.writing.defaults, self.defaults)
        for name, rows in read.tables.items():
            for document in rows:
                row = self._row(name, document, changed)
                state.apply(Change(type(row), row.id, state.tables[type(row)].get(row.id), row))
        state.take()
        return state

    def ply(
        self, head: PlyHead, document: bytes, before: Ply | None, start: int, *, since: int | None, writing: Writing
    ) -> Ply:
        """Return a ply to which ``head`` belongs; raises ``ValueError`` for a hash that is none.

        ``since`` is the hash before it as its file has it, ``None`` where that was written otherwise than the ply.
        Whoever asks it for what cannot be read, or for changes that do not lead from there to its own hash, meets
        ``Invalid``; changes that only another version can read are ``Elsewhere``.
        """
        after = int(head.hash, 16)
        return Ply(
            head.id,
            head.parent,
            head.kind,
            head.seat,
            head.side,
            head.says,
            head.epoch,
            after if self.is_current(writing) else None,
            head.rests,
            head.waits,
            head.reveals,
            head.overruled,
            before,
            start,
            partial(self._read_contents, document, None if since is None else (after - since) & MASK, writing),
            head.goes_with,
        )

    def _read_contents(self, document: bytes, moves: int | None, writing: Writing, ply: Ply) -> PlyContents:
        try:
            read = _inside(document)
            told = [_change_document(change, writing) for change in read.changes]
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError) as error:
            raise Invalid(f"ply {ply.id} cannot be read: {error}") from error
        if moves is not None and sum(map(_hash_change, told)) & MASK != moves:
            raise Invalid(f"after ply {ply.id} ({ply.summary}) the position is not what it was when it was played")
        changed = changed_defaults(writing.defaults, self.defaults)
        action = self._action(read.action, changed)
        if read.brings_up:
            return PlyContents(action, read.throws, Elsewhere(f"ply {ply.id} {ply.summary}"), read.notes, tuple(told))
        changes: tuple[Change, ...] | Elsewhere
        try:
            changes = tuple(self._change(one, changed) for one in told)
        except Elsewhere as error:
            changes = Elsewhere(f"ply {ply.id}: {error}")
        return PlyContents(action, read.throws, changes, read.notes)

    # -- as documents alone

    def changes_in(self, document: bytes, writing: Writing) -> list[ChangeDocument]:
        """Return what changed in a ply; raises ``msgspec.MsgspecError``."""
        return [_change_document(change, writing) for change in _inside(document).changes]

    def act(self, document: bytes) -> Act | None:
        """Return the action of a ply; raises ``msgspec.MsgspecError``."""
        act = _inside(document).action
        return (act.kind, decode_json(act.fields)) if act is not None else None

    def answer(self, act: Act, writing: Writing) -> Action | None:
        """Return an action that was written so; ``None`` for one that is not here, or is another here."""
        changed = changed_defaults(writing.defaults, self.defaults)
        return self._action(_ReadAct(act[0], Raw(document_of(act[1]))), changed)

    def _action(self, act: _ReadAct | None, changed: Defaults) -> Action | None:
        """Return the action; ``None`` for one that is not here, or is another here."""
        kind = self.actions.get(act.kind) if act else None
        if act is None or kind is None:
            return None
        fields = decode_json(act.fields)
        if changed:
            fields = fill_defaults(fields, f"{kind.stored}()", kind, changed)
        try:
            action = settle_defaults(msgspec.convert(fields, kind))
        except msgspec.ValidationError:
            return None
        return action if tells(whole(action), fields) else None

    def _change(self, told: ChangeDocument, changed: Defaults) -> Change:
        old, new = (self._row(told.table, one, changed) if one != NOTHING else None for one in (told.was, told.now))
        row = old or new
        assert row is not None  # a change is of a row
        key = told.id if told.table in self.schema.kinds else f"{told.table} {told.id}"
        if {one.id for one in (old, new) if one is not None} != {key}:
            raise Invalid(f"a change of {told.table} {told.id} is of another row")
        return Change(type(row), key, old, new)

    def _row(self, name: str, document: bytes, changed: Defaults) -> Row:
        """Read a row of a table; raises ``Elsewhere`` for one that says what this version has no words for."""
        kind = self.schema.kinds.get(name)
        try:
            if kind is None:
                return UnknownRow.of(name, _id(document).id, document)
            if changed:
                document = document_of(self.schema.fill_defaults(decode_json(document), kind, changed))
            row = self.schema.decode[kind](document)
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError) as error:
            raise Elsewhere(f"{name}: {error}") from error
        if document_of(row) != document and not tells(known := whole(row), said := decode_json(document)):
            strange = ", ".join(sorted(part for part in said if not tells(known.get(part), said[part])))
            raise Elsewhere(f"{name} {row.id} has {strange}, which this version does not know or reads differently")
        return row


def _change_document(change: _ReadChange, writing: Writing) -> ChangeDocument:
    """Return a change as the documents before and after it."""
    was, now = bytes(change.was), bytes(change.now)
    if NOTHING not in (was, now):
        merged = {**decode_json(was), **decode_json(now)}
        if writing.encoding == 1:
            now = _plainly(merged)
        else:
            now = document_of({name: value for name, value in merged.items() if name not in change.gone})
    return ChangeDocument(change.table, change.id, was, now)
