"""A position as rules read and write it: its tables, where we are in the sequence, and the gate for change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec import Struct

from sandtable.engine.errors import Broken
from sandtable.engine.rule_at_work import this_rule
from sandtable.engine.state.memory import Memory
from sandtable.engine.state.row import Named, Row
from sandtable.engine.state.rows import Ended, Frame, IdCounter, OnBoard, Side
from sandtable.engine.state.tables import BY_ID
from sandtable.engine.state.tracked_tables import TrackedTables

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sandtable.engine.state.boards import Board
    from sandtable.engine.state.gate import Gate
    from sandtable.engine.state.rows import SideId
    from sandtable.engine.state.state import State
    from sandtable.engine.state.tables import RowTable

R = TypeVar("R", bound=Row)


class Note(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of the log: what happened, by which rule, and the sides that may read it (``None``: all).

    ``after`` so many throws of its ply it was written, ``None``: after all of them. ``changed``: after so many of its
    changes, ``None`` where that was not taken down.
    """

    text: str
    rule: str = ""
    sides: tuple[str, ...] | None = None
    after: int | None = None
    changed: int | None = None


class Position:
    """The rows as they stand: ``game[Corps]`` is a table; ``put``, ``change`` and ``remove`` are the gate.

    The gate is open only while the referee works out an action.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.truth = state.truth
        self.gate: Gate = state.gate
        self.notes: list[Note] = []
        self.memory = Memory()
        self._framed = -1
        self._frame: Frame
        self._round = 0
        self._frames: RowTable[Frame] | None = None
        self._boarded: tuple[RowTable[OnBoard], int] | None = None
        self._board: Board

    def __getitem__(self, kind: type[R]) -> RowTable[R]:
        try:
            return self.state.tables[kind]
        except KeyError:
            return self.state[kind]

    def where(self, kind: type[R], index: str, value: Hashable) -> list[R]:
        """Return the rows whose declared index is ``value``, as ``game[kind].where`` does.

        An answer that is kept rests on these alone then: it counts until one of them changes, comes or goes.

        .. versionadded:: 0.4
        """
        tables = self.state.tables
        if type(tables) is TrackedTables:
            return tables.read_some(kind, index, value).where(index, value)
        return self[kind].where(index, value)

    def row(self, kind: type[R], id: str) -> R | None:
        """Return a row, as ``game[kind].get`` does; an answer that is kept rests on this one alone then.

        .. versionadded:: 0.4
        """
        tables = self.state.tables
        if type(tables) is TrackedTables:  # as ``read_some`` does, at less than its price: most that is asked is this
            table: RowTable[R] = tables.untracked[kind]
            rows = table.rested_on[BY_ID, id]
            tables.versions[rows] = rows.version
            return table.get(id)
        return self[kind].get(id)

    @property
    def board(self) -> Board:
        """What the game is played on: of a game without a map, or whose map is gone, what says so."""
        named = self.state.tables[OnBoard]
        if self._boarded is None or self._boarded[0] is not named or self._boarded[1] != named.version:
            self._board = self.state.boards.of(named.get("board"))
            self._boarded = named, named.version
        return self._board

    @property
    def frame(self) -> Frame:
        """The innermost frame: where we are."""
        frames = self.state.tables[Frame]
        if frames.version != self._framed or frames is not self._frames:
            self._read_frames(frames)
        return self._frame

    def _read_frames(self, frames: RowTable[Frame]) -> None:
        innermost = frames.last()
        if innermost is None:
            raise Broken("the game has no frame: it has not begun")
        self._frame, self._round = innermost, next(iter(frames)).round
        self._frames, self._framed = frames, frames.version

    @property
    def frames(self) -> list[Frame]:
        """All frames, outermost first."""
        return list(self[Frame])

    @property
    def round(self) -> int:
        """The round of the main sequence."""
        frames = self.state.tables[Frame]
        if frames.version != self._framed or frames is not self._frames:
            if not frames:
                return 0
            self._read_frames(frames)
        return self._round

    @property
    def ended(self) -> Ended | None:
        return self.state.tables[Ended].get("ended")

    def seat_of(self, side: str) -> str | None:
        """Return the seat that answers for a side: its own, or that of the side that acts for it."""
        seen: set[str] = set()
        row = self[Side].get(side)
        while row is not None and row.id not in seen:
            if row.seat is not None:
                return row.seat
            seen.add(row.id)
            row = self[Side].get(row.deputy)
        return None

    def sides_of(self, seat: str) -> tuple[SideId, ...]:
        """Return the sides a seat answers for."""
        return tuple(side.id for side in self[Side] if self.seat_of(side.id) == seat)

    # -- what things are called

    def name(self, thing: object, kind: type[Row] | None = None) -> str:
        """Return what is written in a text for a row, or for the id of one: its name, by which players know it.

        ``kind`` is the table that an id is of; without it the first that has a row of this id with a name of its own.
        A space is called as on the map; of several things all are named; what has a ``name_in`` (as a row and a pose
        of the board have) is asked for it; anything else stands for itself.
        """
        if isinstance(thing, str):
            row = self._row_with_name(thing) if kind is None else self.state[kind].get(thing)
            if row is not None:
                return row.name_in(self)
            return self.board.name(thing) if len(self.state.tables[OnBoard]) else thing
        if isinstance(thing, tuple):
            return ", ".join(self.name(one, kind) for one in cast("tuple[object, ...]", thing))
        return thing.name_in(self) if isinstance(thing, Named) else str(thing)

    def sentence_name(self, thing: object, kind: type[Row] | None = None) -> str:
        """Return what is written within a sentence for a row, or its id: with the article that the name wants."""
        row = thing if isinstance(thing, Row) else None
        if isinstance(thing, str):
            row = self._row_with_name(thing) if kind is None else self.state[kind].get(thing)
        return self.name(thing, kind) if row is None else row.sentence_name(self)

    def _row_with_name(self, id: str) -> Row | None:
        """Return the first row of an id that has a name of its own."""
        tables = self.state.tables
        for table in self.state.schema.named:
            row: Row | None = tables[table].get(id)
            if row is not None:
                return row
        return None

    # -- the gate

    def put(self, row: R) -> R:
        """Add a row, or replace the one with its id; returns the row as stored."""
        return self.state.put(row)

    def change(self, row: R, **fields: Any) -> R:
        """Replace fields of a row that is still the current one; returns the new row."""
        return self.state.change(row, fields)

    def remove(self, row: Row) -> None:
        """Take a row out."""
        self.state.remove(row)

    def note(self, text: str, rule: str = "", sides: tuple[str, ...] | None = None) -> None:
        """Write a line into the log, by the rule at work; ``sides`` says who may read it, ``None`` all."""
        self.gate.check("note")
        self.notes.append(Note(text, rule or this_rule(), sides, None, len(self.state.changes)))

    def new_id(self, series: str) -> str:
        """Return the next id of a series, ``guerilla-0007``; ids sort as they were given (``guerilla-z10000``)."""
        counter = self[IdCounter].get(series)
        number = counter.next if counter else 1
        self.put(IdCounter(series, number + 1))
        return f"{series}-{'z' * (len(str(number)) - 4)}{number:04}"

    # -- where we go

    def leave(self, sequence: str = "") -> None:
        """End the innermost sequence (of that name) once the running procedure and its agenda are done."""
        for frame in reversed(self.frames):
            if not sequence or frame.sequence == sequence:
                self.change(frame, leaving=True)
                return
        raise self.gate.refuse(f"leave {sequence}: no such sequence is being played")

    def end(self, winner: str | None, why: str, rule: str = "") -> None:
        """End the game; when it has ended already the first end stands, and this one is noted."""
        if self.ended:
            self.note(f"the game would also have ended: {why}", rule or this_rule())
            return
        self.put(Ended("ended", cast("SideId | None", winner), why, rule or this_rule()))


def known_to(sides: tuple[str, ...]) -> tuple[SideId, ...]:
    """Return sides as a row names those that know of it."""
    return cast("tuple[SideId, ...]", sides) if sides else ()
