"""The journal of a campaign and its positions, from what stands in its file: snapshots, and the changes since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.engine.documents import Reader, read_epoch
from sandtable.engine.errors import Invalid
from sandtable.engine.journal import ROOT, Journal
from sandtable.engine.rows import Seat, Side
from sandtable.library.entries import unpacked
from sandtable.library.trouble import FOREIGN

if TYPE_CHECKING:
    from sandtable.engine.family import Family
    from sandtable.engine.state import State
    from sandtable.library.contents import Contents


class Unsound(Exception):  # not for users: whoever opens a campaign says what follows from it
    """A ply that fits its links, and cannot have been played."""

    def __init__(self, ply: int, says: str) -> None:
        super().__init__(says)
        self.ply = ply


class Positions:
    """The journal with the positions along it; a snapshot counts only where its hash is that of its ply."""

    def __init__(self, family: Family, contents: Contents) -> None:
        """Read the journal; what happened in each ply is read when somebody asks."""
        self._contents = contents
        self._reader = Reader(family.schema)
        self.journal = Journal(int(contents.header.start, 16))
        for kept in contents.plies.values():
            before = self.journal.plies.get(kept.head.parent)
            self.journal.add(self._reader.ply(kept.head, kept.document, before, self.journal.start))
        self.journal.epochs = [read_epoch(document) for document in contents.epochs]
        self.journal.last_child.update(contents.ways)
        self.journal.head = contents.head

    def at(self, id: int) -> State:
        """Return the position after a ply (0: before the first).

        Raises ``Unsound`` naming a ply whose changes do not lead there, ``Invalid`` when no snapshot is left.
        """
        for near in self._nearest(id):
            state = self._snapshot(near)
            if state is None:
                continue
            back, forth = self.journal.way(id, near)
            for ply in (*back, *forth):
                try:
                    (state.revert if ply.id <= near else state.reapply)(ply.changes)
                except (Invalid, *FOREIGN) as error:
                    raise Unsound(ply.id, f"ply {ply.id} cannot have been played: {error}") from error
            return state
        raise Invalid("the rows it began with and all that were kept later are not what was written")

    def _nearest(self, id: int) -> Iterator[int]:
        """Yield the plies with a snapshot: those on the way up to the root, then the others."""
        above = [ply.id for ply in reversed(self.journal.line(id))]
        on_the_way = [one for one in (*above, ROOT) if one in self._contents.snapshots]
        yield from on_the_way
        yield from sorted(set(self._contents.snapshots) - set(on_the_way))

    def _snapshot(self, id: int) -> State | None:
        """Return the rows kept after a ply; ``None``, and a note of it, when they are not the rows of then."""
        contents = self._contents
        ply = self.journal.plies.get(id)
        try:
            state = self._reader.rows(unpacked(contents.snapshots[id]))
            if state.hash == (ply.hash if ply is not None else self.journal.start):
                return state
        except (Invalid, *FOREIGN):
            pass
        del contents.snapshots[id]
        contents.spoilt.append(id)
        return None

    def check_players(self, state: State) -> None:
        """Raise ``Unsound`` for a ply of a side or a seat that the game has never had; ``state`` is any position."""
        plies = self._contents.plies.values()
        sides = {kept.head.side for kept in plies} - {"", *state[Side].ids()}
        seats = {kept.head.seat for kept in plies} - {"", *state[Seat].ids()}
        if not sides and not seats:
            return
        had = set(self.at(ROOT)[Side].ids()) | set(self.at(ROOT)[Seat].ids())
        for ply in self.journal.plies.values():
            had |= {change.id for change in ply.changes if change.kind in (Side, Seat)}
            if stranger := ({ply.side} & sides or {ply.seat} & seats) - had:
                raise Unsound(ply.id, f"ply {ply.id} was played by {stranger.pop()!r}, who is not in the game")
