"""What has happened since somebody played last: a page to read before one goes on."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.journal.journal import ROOT
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.record.landmarks import Landmarks
from sandtable.play.record.trails import PieceTrail, trails_of
from sandtable.present import presentation

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.state.boards import SpaceId
    from sandtable.play.record.chronicle import Chapter
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


def last_seen(line: Sequence[Ply], sides: Collection[str], asked: str) -> int:
    """Return the ply after which there may be something to tell whoever plays these sides, one of which is asked now.

    Who plays several sides has often moved with another of them just now: then it is the last move of the one asked.
    """
    since = last_move(line, sides)
    nothing_since = bool(line) and since == line[-1].id
    return last_move(line, (asked,)) if nothing_since and asked in sides else since


def answers_of_others(line: Sequence[Ply], sides: Collection[str]) -> int:
    """Return how many answers others have given since one of these sides played last."""
    answers = (ply for ply in reversed(line) if ply.kind in ("answer", "sealed"))
    return sum(1 for _ in takewhile(lambda ply: ply.side not in sides, answers))


def recap(referee: Referee, past: Past, since: int, sides: Collection[str]) -> Recap:
    """Tell what happened after a ply; all of it where that ply cannot be looked at any more.

    What the sides did themselves stands in the line of their own ply, up to which they know everything.
    """
    view, chronicle = referee.game.seen_by_sides(frozenset(sides)), Chronicle(referee.game, referee.journal)
    landmarks = Landmarks(view, presentation.sheet(view), chronicle)
    plies = past.since(since)
    lines = [one for ply in plies for one in _lines(ply, chronicle, landmarks, sides)]
    return Recap(since, tuple(lines), tuple(trails_of(past, plies, sides)))


def _lines(ply: Ply, chronicle: Chronicle, landmarks: Landmarks, sides: Collection[str]) -> list[RecapLine]:
    lines = chronicle.lines(ply, sides)
    if not lines:
        return []
    chapter, space = chronicle.chapter(ply), landmarks.place_of(ply, sides)
    return [RecapLine(ply.id, chapter, line, space) for line in lines]
