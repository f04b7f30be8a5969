"""The log as a book: each ply under its turn, phase and step, in the words this seat may read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.journal.journal import ROOT
from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Frame, FrameId
from sandtable.engine.words import key_title
from sandtable.play.record.log_lines import log_lines
from sandtable.play.words.present_words import round_title
from sandtable.play.words.where import BROUGHT_UP
from sandtable.play.words.wording import side_title, title_of
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.rules.phases import Sequence
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.record.log_lines import LogLine

Frames = Mapping[str, Frame]
Chapter = tuple[str, ...]
"""Where a ply stands, outermost first: the turn, the phase, the step, and what is nested in it."""


class NestedSubject(NamedTuple):
    """What a nested sequence is about: in words, and of which kind that is where its row says so."""

    words: str
    kind: str = ""


class Chronicle:
    """The journal of a campaign as some sides may read it."""

    def __init__(self, game: RunningGame, journal: Journal) -> None:
        self._game, self._journal = game, journal
        first = FrameId("frame-01")
        start = Frame(first, 1, game.family.system.sequences[0].key)
        self._frames: dict[int, Frames] = {ROOT: {first: start}}
        if journal.base != ROOT:
            self._frames[journal.base] = self._frames_at_base()
        self._about: dict[str, NestedSubject] = {}
        """What nested sequences are about, by their subject."""

    @cached_property
    def _means(self) -> dict[str, str]:
        """Which spaces the ids mean that rows name them by, where these are others."""
        return dict(presentation.spaces(self._game))

    def _space_name(self, id: object) -> str:
        """Return the name of the space that an id in a row means; empty for what means none."""
        board = presentation.sheet(self._game)
        if board is None or not isinstance(id, str):
            return ""
        space = self._means.get(id, id)
        return board.name(space) if board.knows(space) else ""

    def chapter(self, ply: Ply) -> Chapter:
        """Return where a ply was played: at the position before it."""
        if ply.id <= self._journal.base:
            return (BROUGHT_UP,)
        frames = self._before(ply)
        if ply.kind == "start" and ply.parent == ROOT:
            return ("The beginning",)
        return tuple(_chapter(self._game, frames, self._about))

    def _frames_at_base(self) -> Frames:
        """Return the frames where the campaign was brought up: those of now, back to there."""
        frames: dict[str, Frame] = {frame.id: frame for frame in self._game[Frame]}
        for ply in reversed(self._journal.line()):
            if ply.id <= self._journal.base:
                break
            for change in reversed(ply.changes):
                if isinstance(change.old, Frame):
                    frames[change.id] = change.old
                elif change.kind is Frame:
                    frames.pop(change.id, None)
        return dict(sorted(frames.items()))

    def _before(self, ply: Ply) -> Frames:
        unknown: list[Ply] = []
        at = ply.parent
        while at not in self._frames:
            unknown.append(self._journal[at])
            at = unknown[-1].parent
        frames = self._frames[at]
        for one in reversed(unknown):
            frames = self._frames[one.id] = _after(frames, one)
            for frame in frames.values():
                if frame.subject and frame.subject not in self._about:
                    self._about[frame.subject] = self._subject_of(one, frame.subject)
        return frames

    def _subject_of(self, ply: Ply, subject: str) -> NestedSubject:
        """Say what a sequence that a ply has begun is about: by the title of its row, or where that lies.

        Nothing is said of rows of a kind that is hidden from some.
        """
        while True:
            found = next((one.new for one in ply.changes if one.id == subject and isinstance(one.new, Row)), None)
            if found is not None or ply.parent <= self._journal.base:
                break
            ply = self._journal[ply.parent]
        if found is None or type(found) in self._game.rulebook.concealed:
            return NestedSubject(subject if found is None else "")
        fields: list[object] = [getattr(found, name) for name in found.__struct_fields__ if name != "id"]
        words = title_of(found) or next((name for one in fields if (name := self._space_name(one))), "")
        return NestedSubject(words, str(getattr(found, "kind", "")))

    def lines(self, ply: Ply, sides: Collection[str]) -> list[LogLine]:
        """Return what these sides may read of a ply."""
        return log_lines(self._game, self._journal, ply, sides)

    def may_know(self, ply: Ply, sides: Collection[str]) -> bool:
        """Tell whether these sides know what was done in a ply, so that its fields may be looked at."""
        action = ply.action
        return action is not None and ply.kind != "sealed" and (ply.side in sides or not action.secret)


def _after(frames: Frames, ply: Ply) -> Frames:
    changed = [change for change in ply.changes if change.kind is Frame]
    if not changed:
        return frames
    after = dict(frames)
    for change in changed:
        if isinstance(change.new, Frame):
            after[change.id] = change.new
        else:
            after.pop(change.id, None)
    return dict(sorted(after.items()))


def _chapter(game: RunningGame, frames: Frames, about: Mapping[str, NestedSubject]) -> Iterator[str]:
    last = ""
    for nth, frame in enumerate(frames.values()):
        sequence = game.rulebook.sequences.get(frame.sequence)
        if nth == 0:
            yield round_title(game, frame.round)
        elif last == key_title(frame.sequence):  # the rounds of the step "Rounds"
            yield f"Round {frame.round}"
        else:
            yield _heading(frame, sequence, about.get(frame.subject) or NestedSubject(frame.subject))
        phase = next((one for one in sequence.phases if one.key == frame.phase), None) if sequence is not None else None
        if phase is not None and nth == 0:
            yield f"{phase.title or key_title(phase.key)}{f' · {side_title(game, frame.side)}' if frame.side else ''}"
        step = game.rulebook.steps.get(frame.step)
        last = (step.title if step is not None else "") or key_title(frame.step)
        if last:
            yield last


def _heading(frame: Frame, sequence: Sequence | None, about: NestedSubject) -> str:
    """Return what a nested sequence is called: "Battle of Madrid, day 2"."""
    heading, counts = (sequence.heading_of(about.kind), sequence.counts) if sequence is not None else ("", "round")
    plain = f"{key_title(frame.sequence)} {about.words}".strip()
    title = heading.replace("{}", about.words) if heading and about.words else plain
    return f"{title}, {counts} {frame.round}" if frame.round > 1 else title
