"""The throws of a ply that is being worked out: new ones from the source of chance, or those that it had, again."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.engine.errors import Broken
from sandtable.engine.running.chance import Throw
from sandtable.engine.running.dice import Dice

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.running.chance import DiceSource, ThrowResult
    from sandtable.engine.running.dice import Outcome
    from sandtable.engine.state.position import Note


class PlyThrows:
    """What has been thrown in a ply so far; one that is worked out again throws the same."""

    __slots__ = ("_before", "_journal", "_noted", "done", "wanted")

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._before: tuple[ThrowResult, ...] = ()
        self.done: list[ThrowResult] = []
        self._noted: list[int] = []
        """How many notes had been written before each of them."""
        self.wanted = Throw(Dice(1, 6), "", "")
        """The throw whose dice the table is asked for."""

    def begin(self, before: tuple[ThrowResult, ...] = ()) -> None:
        """Begin a ply; one that is worked out again throws what it threw ``before``."""
        self.done, self._noted, self._before = [], [], before

    def enter(self, faces: Outcome) -> None:
        """Take the dice that the table has entered."""
        self.take(self.wanted.with_faces(faces, 0))

    def take(self, thrown: ThrowResult, noted: int = 0) -> None:
        """Take down a throw, before which so many notes had been written."""
        self.done.append(thrown)
        self._noted.append(noted)

    def place(self, notes: list[Note]) -> tuple[Note, ...]:
        """Return the notes of the ply, each with the throws that it follows."""
        if not notes:
            return ()
        after = (bisect_right(self._noted, nth) for nth in range(len(notes)))
        return tuple(
            replace(note, after=throws) if throws < len(self.done) else note
            for note, throws in zip(notes, after, strict=True)
        )

    def outcome(self, throw: Throw, ply: Ply, source: DiceSource, noted: int, changed: int) -> Outcome | None:
        """Return what a throw comes to, ``None``: the table is to enter it.

        Before it so many notes of the ply were written and so many rows changed.

        Raises ``Broken`` where a ply that is worked out again throws otherwise.
        """
        nth = len(self.done)
        if nth < len(self._before):
            return self._repeat(throw, ply, self._before[nth], noted)
        if self._before or ply.id in self._journal.plies:
            if ply.awaiting == "dice":
                return None
            raise Broken(
                f"worked out again, ply {ply.id} throws {throw.dice} ({throw.why}) where it threw no more: "
                "a module asks chance elsewhere"
            )
        faces = source.throw(throw, ply.id, nth)
        if faces is not None:
            self.take(throw.with_faces(faces, changed), noted)
        return faces

    def _repeat(self, throw: Throw, ply: Ply, known: ThrowResult, noted: int) -> Outcome:
        if known.dice != str(throw.dice):
            raise Broken(
                f"worked out again, ply {ply.id} throws {throw.dice} ({throw.why}) "
                f"where it threw {known.dice} ({known.why})"
            )
        self.take(known, noted)
        return known.faces
