"""Which battles, storms, fires there were on the line to the present position, and from where to where each went."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from sandtable.engine.state.rows import Frame
from sandtable.present import Contest, presentation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.state.row import Change
    from sandtable.play.record.past import Past


class Fought(Struct, frozen=True):
    """A contest on the line to the present: it began in ply ``first`` after ``start`` of its changes.

    It ended in ply ``last`` before its change ``stop``; of one that is still being fought those are the present.
    """

    contest: Contest
    first: int
    start: int
    last: int
    stop: int
    is_over: bool


class _Span(NamedTuple):
    """A sequence that was entered: its frame, and what is said of a contest in ``Fought``."""

    frame: Frame
    first: int
    start: int
    last: int
    stop: int
    is_over: bool


Known = dict[tuple[object, ...], Fought | None]
"""What has been found out already, for one who asks again as the game goes on; the same sides must ask."""


def contests_fought(past: Past, sides: tuple[str, ...], known: Known) -> list[Fought]:
    """Return what was fought out, and is, as some sides may know it; what began first comes first."""
    for span in _spans(past, sides):
        key = (span.frame.id, *span[1:])
        if key not in known or not span.is_over:
            known[key] = _contest_of(past, sides, span)
    for ply in past.plies:
        if ply.action is not None and (ply.id,) not in known:
            known[ply.id,] = _exchange(past, sides, ply) if ply.throws else None
    there = {ply.id for ply in past.plies}
    found = [one for one in known.values() if one is not None and {one.first, one.last} <= there]
    return sorted(_latest(found, past), key=lambda one: (one.first, one.start))


def _latest(found: list[Fought], past: Past) -> list[Fought]:
    """Leave out what was found out of a contest while it was being fought, and has gone on since."""
    last = past.plies[-1].id if past.plies else 0
    ended = {(one.first, one.start) for one in found if one.is_over}
    return [one for one in found if one.is_over or (one.last == last and (one.first, one.start) not in ended)]


def _spans(past: Past, sides: tuple[str, ...]) -> Iterator[_Span]:
    """Yield every sequence that was entered, as it ended or stands."""
    open_: dict[str, tuple[Frame, int, int]] = {}
    plies = past.plies
    if plies and plies[0].documents:  # brought up to newer data: what was fought then is told from there on
        there, plies = past.look(plies[0].id, sides).frames[1:], plies[1:]
        open_ = {frame.id: (frame, plies[0].id, 0) for frame in there if plies}
    for ply in plies:
        for nth, change in enumerate(ply.changes):
            if change.kind is not Frame or _same_sequence(change):
                continue
            if (known := open_.pop(change.id, None)) is not None:
                yield _Span(*known, ply.id, nth, True)
            if isinstance(change.new, Frame) and change.new.depth > 1:
                open_[change.id] = (change.new, ply.id, nth + 1)
    for known in open_.values():
        yield _Span(*known, plies[-1].id, len(plies[-1].changes), False)


def _same_sequence(change: Change) -> bool:
    old, new = change.old, change.new
    return (
        isinstance(old, Frame) and isinstance(new, Frame) and (old.sequence, old.subject) == (new.sequence, new.subject)
    )


def _contest_of(past: Past, sides: tuple[str, ...], span: _Span) -> Fought | None:
    """Return the contest that a sequence was, by what it was called at its end; ``None`` where it was none."""
    frame, first, start, last, stop, is_over = span
    for ply, done in ((last, _leaving(past, span)), (first, start)):
        for contest in presentation.contests(past.look_within(ply, done, sides)):
            if (contest.sequence, contest.subject) == (frame.sequence, frame.subject) and contest.opening is None:
                return Fought(contest, first, start, last, stop, is_over)
    return None


def _leaving(past: Past, span: _Span) -> int:
    """Return after how many changes of its last ply a sequence was being left: what was fought is there yet."""
    for nth, change in enumerate(past.ply(span.last).changes[: span.stop]):
        if change.id == span.frame.id and isinstance(change.new, Frame) and change.new.leaving:
            return nth
    return span.stop


def _exchange(past: Past, sides: tuple[str, ...], ply: Ply) -> Fought | None:
    action = ply.action
    if action is None or (action.secret and ply.side not in sides):
        return None
    contest = presentation.exchange(past.look_within(ply.id, 0, sides), action)
    return Fought(contest, ply.id, 0, ply.id, len(ply.changes), True) if contest is not None else None
