"""What became of a battle, a storm, a fire: told stage by stage, as some sides may know it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.journal.journal import Ply
from sandtable.engine.journal.log import read_ply
from sandtable.engine.running.chance import ThrowResult
from sandtable.engine.state.rows import Frame
from sandtable.engine.words import sentence
from sandtable.play.record.contests_fought import Fought, contests_fought
from sandtable.play.record.dice_luck import thrower_of
from sandtable.play.record.log_lines import LogLine, action_lines
from sandtable.play.record.past import Past
from sandtable.play.words.where import step_title
from sandtable.play.words.wording import describe_throw
from sandtable.present import Contest, Course, Gauge, Outcome, presentation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.position import Note
    from sandtable.engine.state.row import Change
    from sandtable.play.record.contests_fought import Known


class Stage(Struct, frozen=True):
    """A round of a contest, or a step beside its rounds: what was done, thrown and noted, and what came of it.

    ``of`` is what the contest was called then; ``losses`` are those of this stage alone, by party.
    """

    title: str
    of: str
    ply: int
    lines: tuple[LogLine, ...]
    losses: Mapping[str, int]
    events: tuple[str, ...]
    gauges: tuple[Gauge, ...]


class Story(Struct, frozen=True):
    """A contest from its beginning to its end, or as far as it has come; ``outcome`` is that of the whole."""

    fought: Fought
    stages: tuple[Stage, ...]
    outcome: Outcome | None
    left: tuple[Gauge, ...] = ()
    """What each party has left now, while it is being fought."""

    @property
    def contest(self) -> Contest:
        return self.fought.contest

    @property
    def gauges(self) -> tuple[Gauge, ...]:
        """What each party has left at the end."""
        return self.stages[-1].gauges if self.stages else ()


class _Piece(NamedTuple):
    """What belongs to one stage in one ply: its changes ``begin`` to ``end``, and its lines from ``since`` on."""

    ply: Ply
    title: str
    begin: int
    end: int
    since: int


class Stories:
    """The contests on the line that leads to the present position, the first one first, and their stories.

    ``present`` is that position as these sides see it. With a copy of it any thread may tell them.
    """

    def __init__(self, past: Past, present: RunningGame, sides: Collection[str], known: Known | None = None) -> None:
        self._past, self._present, self._sides = past, present, tuple(sides)
        self.fought = contests_fought(past, self._sides, {} if known is None else known)

    def tell(self, fought: Fought) -> Story:
        """Tell a contest, stage by stage."""
        stages: list[Stage] = []
        course: list[Change] = []
        told: set[str] = set()
        pieces = list(self._pieces(fought))
        for _, there in groupby(pieces, key=lambda piece: piece.title):
            begun, lines = len(course), list[LogLine]()
            last = pieces[0]
            for last in there:
                course += self._changes(last)
                lines += self._lines(fought, last, pieces)
            stage = _without(self._stage(fought, last, course, begun, lines), told)
            told.update(stage.events)
            if stage.lines or stage.events or any(stage.losses.values()):
                stages.append(stage)
        game = self._past.look_within(fought.last, fought.stop, self._sides)
        whole = Course(fought.contest, tuple(course))
        left = () if fought.is_over else tuple(presentation.gauges(game, whole))
        return Story(fought, tuple(stages), presentation.outcome(game, whole), left)

    def _pieces(self, fought: Fought) -> Iterator[_Piece]:
        """Part what happened at the ends of plies and stages."""
        game = self._past.look_within(fought.first, fought.start, self._sides)
        frames: dict[str, Frame] = {frame.id: frame for frame in game[Frame]}
        title = _stage_title(game, fought.contest, frames)
        for ply in self._past.plies:
            if not fought.first <= ply.id <= fought.last:
                continue
            begin = since = fought.start if ply.id == fought.first else 0
            stop = fought.stop if ply.id == fought.last else len(ply.changes)
            for nth in range(begin, stop):
                change = ply.changes[nth]
                if change.kind is not Frame:
                    continue
                if isinstance(change.new, Frame):
                    frames[change.id] = change.new
                else:
                    frames.pop(change.id, None)
                if (now := _stage_title(game, fought.contest, frames)) != title:
                    yield _Piece(ply, title, begin, nth, since)
                    title, begin, since = now, nth, nth + 1
            yield _Piece(ply, title, begin, stop, since)

    def _changes(self, piece: _Piece) -> list[Change]:
        self._past.look_within(piece.ply.id, piece.end, self._sides)
        return list(self._past.seen_changes(piece.ply.changes[piece.begin : piece.end], self._sides))

    def _lines(self, fought: Fought, piece: _Piece, pieces: list[_Piece]) -> Iterator[LogLine]:
        """Yield what was done, thrown and noted in a piece; of the ply that began the contest not what was done."""
        ply, game = piece.ply, self._present
        entry = read_ply(self._past.journal, ply, self._sides, game)
        own = [one for one in pieces if one.ply is ply]
        waits = ply.kind == "sealed" and not ply.reveals_from  # it is told when the answers are revealed
        if piece is own[0] and not waits and (ply.id != fought.first or not fought.contest.sequence):
            yield from (LogLine("deed", says, side=ply.side) for says in action_lines(game, entry))
        stop = fought.stop if fought.is_over and ply.id == fought.last else len(ply.changes)
        for one in entry.happened:
            if one.changed is None:
                here = piece is own[-1]
            else:
                here = own[0].since <= one.changed <= stop and piece is _last_before(own, one.changed)
            if here:
                yield _line(game, ply, one)

    def _stage(self, fought: Fought, piece: _Piece, course: list[Change], begun: int, lines: list[LogLine]) -> Stage:
        contest = fought.contest
        game = self._past.look_within(piece.ply.id, piece.end, self._sides)
        came = presentation.outcome(game, Course(contest, tuple(course[begun:])))
        done = self._still_there(fought, piece)
        game = self._past.look_within(piece.ply.id, done, self._sides)
        same = (one for one in presentation.contests(game) if _is_same(one, contest))
        return Stage(
            piece.title,
            next((one.title for one in same), contest.title),
            piece.ply.id,
            tuple(lines),
            came.losses if came is not None else {},
            came.events if came is not None else (),
            tuple(presentation.gauges(game, Course(contest, tuple(course)))),
        )

    def _still_there(self, fought: Fought, piece: _Piece) -> int:
        """Return after how many changes the position is looked at for gauges: before all is cleared away."""
        for nth in range(piece.begin, piece.end):
            new = piece.ply.changes[nth].new
            if isinstance(new, Frame) and new.leaving and _is_about(new, fought.contest):
                return nth
        return piece.end


def stories_of(referee: Referee, sides: Collection[str]) -> Stories:
    """Return the stories of a campaign as some sides may know them."""
    return Stories(Past(referee), referee.game.seen_by_sides(frozenset(sides)), sides)


def _is_about(frame: Frame, contest: Contest) -> bool:
    return (frame.sequence, frame.subject) == (contest.sequence, contest.subject)


def _is_same(one: Contest, other: Contest) -> bool:
    return one.opening is None and (one.sequence, one.subject) == (other.sequence, other.subject)


def _stage_title(game: RunningGame, contest: Contest, frames: Mapping[str, Frame]) -> str:
    """Return what a stage is called: its round, else its step; of a single action it has no name."""
    about = [frame for frame in frames.values() if frame.subject == contest.subject]
    counted = next((one for one in about if one.sequence == (contest.rounds or contest.sequence)), None)
    if counted is not None:
        return f"Round {counted.round}" if contest.sequence else ""
    own = next((one for one in about if one.sequence == contest.sequence), None)
    return step_title(game, own.step) if own is not None else ""


def _last_before(pieces: list[_Piece], changed: int) -> _Piece:
    return [one for one in pieces if one.since <= changed][-1]


def _line(game: RunningGame, ply: Ply, happened: ThrowResult | Note) -> LogLine:
    if isinstance(happened, ThrowResult):
        text = f"{happened.why}: {describe_throw(happened.dice, happened.faces)}"
        return LogLine("throw", sentence(text), happened.rule, thrower_of(game, ply, happened))
    return LogLine("note", sentence(happened.text), happened.rule)


def _without(stage: Stage, told: set[str]) -> Stage:
    """Return a stage without events that were told of an earlier one."""
    events = tuple(event for event in dict.fromkeys(map(sentence, stage.events)) if event not in told)
    return replace(stage, events=events)
