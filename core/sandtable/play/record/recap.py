"""What has happened since somebody played last: a page to read before one goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.journal.journal import ROOT
from sandtable.play.record.trails import PieceTrail, trails_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.state.boards import SpaceId
    from sandtable.play.record.chronicle import Chapter, Chronicle
    from sandtable.play.record.landmarks import Landmarks
    from sandtable.play.record.log_lines import LogLine
    from sandtable.play.record.past import Past


class RecapLine(Struct, frozen=True):
    """A line of the log that is new to somebody: under which chapter it stands, and the place it leads to, if any."""

    ply: int
    chapter: Chapter
    line: LogLine
    space: SpaceId | None


class Recap(Struct, frozen=True):
    """What has happened after ply ``since``, as some sides may know it, and what became of the pieces."""

    since: int
    lines: tuple[RecapLine, ...]
    trails: tuple[PieceTrail, ...]

    @property
    def is_empty(self) -> bool:
        return not self.lines and not self.trails


def last_move(line: Sequence[Ply], sides: Collection[str]) -> int:
    """Return the last ply of a line in which one of these sides played; ``ROOT`` where none has played yet."""
    return next((ply.id for ply in reversed(line) if ply.side in sides and ply.kind in ("answer", "sealed")), ROOT)


def recap(past: Past, chronicle: Chronicle, landmarks: Landmarks, since: int, sides: Collection[str]) -> Recap:
    """Tell what happened after a ply; all of it where that ply cannot be looked at any more.

    What the sides did themselves stands in the line of their own ply, up to which they know everything.
    """
    plies = past.since(since)
    lines = [
        RecapLine(ply.id, chronicle.chapter(ply), line, landmarks.place_of(ply, sides))
        for ply in plies
        for line in chronicle.lines(ply, sides)
    ]
    return Recap(since, tuple(lines), tuple(trails_of(past, plies, sides)))
