"""Plies, epochs and rows as JSON documents, and back.

A change is told as the row before it and the fields that have changed, so that a ply can be read by itself, whatever
the position is; and what happened in it is read only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from sandtable.engine.actions import Action
from sandtable.engine.chance import Thrown
from sandtable.engine.errors import Invalid
from sandtable.engine.game import Note
from sandtable.engine.journal import Epoch, Inside, Ply, PlyKind
from sandtable.engine.state import MASK, Change, Row, State, Unread, moved

if TYPE_CHECKING:
    from sandtable.engine.state import Schema

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


class _Act(Struct):
    """An action: the name of its class, the Python module it is ``of``, its fields."""

    kind: str
    of: str
    fields: Any


class _Whole(PlyHead, omit_defaults=True):
    """A whole document, to be written."""

    action: _Act | None = None
    throws: tuple[Thrown, ...] = ()
    changes: list[tuple[str, str, Any, Any]] = []
    notes: tuple[Note, ...] = ()


class _ReadAct(Struct):
    kind: str
    of: str
    fields: Raw


class _ReadInside(Struct):
    """What happened, to be read."""

    action: _ReadAct | None = None
    throws: tuple[Thrown, ...] = ()
    changes: tuple[tuple[str, str, Raw, Raw], ...] = ()
    notes: tuple[Note, ...] = ()


class _Id(Struct):
    id: str


_head = msgspec.json.Decoder(PlyHead).decode
_inside = msgspec.json.Decoder(_ReadInside).decode
_epoch = msgspec.json.Decoder(Epoch).decode
_tables = msgspec.json.Decoder(dict[str, list[Raw]]).decode
_id = msgspec.json.Decoder(_Id).decode


# -- writing


def ply_document(ply: Ply) -> bytes:
    """Return a ply as a document; raises ``Invalid`` for an answer that JSON has no words for."""
    action = ply.action
    try:
        return _encode(
            _Whole(
                ply.id,
                ply.parent,
                ply.kind,
                f"{ply.hash:032x}",
                ply.seat,
                ply.side,
                ply.says,
                ply.epoch,
                ply.rests,
                ply.waits,
                ply.reveals,
                ply.overruled,
                _Act(type(action).__qualname__, type(action).__module__, action) if action is not None else None,
                ply.throws,
                [_change(change) for change in ply.changes],
                ply.notes,
            )
        )
    except (UnicodeError, OverflowError, TypeError, ValueError, RecursionError) as error:
        raise Invalid(f"{ply.says or 'the start'} cannot be kept: {error}; answer otherwise") from error


def _change(change: Change) -> tuple[str, str, Any, Any]:
    """Return table, id, the row as it was, and its changed fields (all of a new one)."""
    old, new = change.old, change.new
    if change.kind is Unread:
        return _unread_change(old, new)
    fields: Any = new
    if old is not None and new is not None:
        names = change.kind.__struct_fields__
        fields = {name: after for name in names if not _same(getattr(old, name), after := getattr(new, name))}
    return change.kind.__name__, change.id, old, fields


def _unread_change(old: Any, new: Any) -> tuple[str, str, Any, Any]:
    row: Unread = old or new
    was, fields = (one and msgspec.json.decode(one.document) for one in (old, new))
    if was and fields:
        fields = {name: after for name, after in fields.items() if not _same(was.get(name), after)}
    elif new:
        fields = Raw(new.document)
    return row.table, _id(row.document).id, old and Raw(old.document), fields


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values are written the same (1 and ``True`` are equal, and are not)."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    return one == other if type(one) in (str, int) else _encode(one) == _encode(other)


def epoch_document(epoch: Epoch) -> bytes:
    """Return an epoch as a document."""
    return _encode(epoch)


def rows_document(state: State) -> bytes:
    """Return all rows of a position, those of missing modules too, by table and in order of their ids."""
    tables: dict[str, list[Any]] = {}
    for row in state.tables[Unread]:
        tables.setdefault(row.table, []).append(Raw(row.document))
    for kind, table in state.tables.items():
        if len(table) and kind is not Unread:
            tables[kind.__name__] = list(table)
    return _encode(tables)


# -- reading


def read_head(document: bytes) -> PlyHead:
    """Read a ply's document but for what happened; raises ``msgspec.MsgspecError``."""
    return _head(document)


def read_epoch(document: bytes) -> Epoch:
    """Read an epoch; raises ``msgspec.MsgspecError``."""
    return _epoch(document)


def known_actions() -> dict[tuple[str, str], type[Action]]:
    """Return every action class that is loaded, by module and name; reading a document imports nothing."""

    def below(kind: type[Action]) -> Iterator[type[Action]]:
        for sub in kind.__subclasses__():
            yield sub
            yield from below(sub)

    return {(kind.__module__, kind.__qualname__): kind for kind in below(Action)}


class Reader:
    """Reads documents of a game, with the rows and actions that are here; rows of other tables stay as they are."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.actions = known_actions()

    def rows(self, document: bytes) -> State:
        """Return the position a document of rows tells; raises ``Invalid`` for one that is none."""
        state = State(self.schema)
        try:
            for name, rows in _tables(document).items():
                for raw in rows:
                    row = self._row(name)(bytes(raw))
                    state.apply(Change(type(row), row.id, state.tables[type(row)].get(row.id), row))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Invalid(f"the rows are not sound: {error}") from error
        state.take()
        return state

    def ply(self, head: PlyHead, document: bytes, before: Ply | None, start: int) -> Ply:
        """Return a ply to which ``head`` belongs; raises ``ValueError`` for a hash that is none.

        Whoever asks it for an action, throws, changes or notes that cannot be read, or for changes that do not lead
        from the hash before it to its own, meets ``Invalid``.
        """
        return Ply(
            head.id,
            head.parent,
            head.kind,
            head.seat,
            head.side,
            head.says,
            head.epoch,
            int(head.hash, 16),
            head.rests,
            head.waits,
            head.reveals,
            head.overruled,
            before,
            start,
            partial(self._inside, document),
        )

    def _inside(self, document: bytes, ply: Ply) -> Inside:
        try:
            read = _inside(document)
            changes = tuple(self._change(name, id, bytes(was), bytes(now)) for name, id, was, now in read.changes)
            inside = Inside(self._action(read.action), read.throws, changes, read.notes)
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError) as error:
            raise Invalid(f"ply {ply.id} cannot be read: {error}") from error
        if ((ply.before.hash if ply.before else ply.start) + moved(changes)) & MASK != ply.hash:
            raise Invalid(f"after ply {ply.id} ({ply.told}) the position is not what it was when it was played")
        return inside

    def _action(self, act: _ReadAct | None) -> Action | None:
        kind = self.actions.get((act.of, act.kind)) if act else None
        return msgspec.json.decode(act.fields, type=kind) if act and kind else None

    def _change(self, name: str, id: str, was: bytes, now: bytes) -> Change:
        read = self._row(name)
        if NOTHING not in (was, now):
            now = _plainly({**msgspec.json.decode(was), **msgspec.json.decode(now)})
        old, new = (read(row) if row != NOTHING else None for row in (was, now))
        key = id if name in self.schema.kinds else f"{name} {id}"
        if {row.id for row in (old, new) if row is not None} != {key}:
            raise msgspec.ValidationError(f"a change of {name} {id} is of another row")
        return Change(type(old or new), key, old, new)  # type: ignore[arg-type]  # one of them is a row

    def _row(self, name: str) -> Callable[[bytes], Row]:
        """Return what reads a row of a table."""
        kind = self.schema.kinds.get(name)
        return self.schema.decode[kind] if kind is not None else partial(_unread, name)


def _unread(name: str, document: bytes) -> Unread:
    return Unread.of(name, _id(document).id, document)
