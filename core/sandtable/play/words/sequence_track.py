"""The sequence of play as a track: its phases and steps, where we are, what comes next, what was passed over.

It is made from the sequences of the rulebook in force alone: every game has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sandtable.engine.state.rows import Frame, Side, SideId
from sandtable.engine.words import key_title
from sandtable.library.files.report_words import join_names
from sandtable.play.words.present_words import contest_title, round_title
from sandtable.play.words.where import plies_of_round, step_title
from sandtable.play.words.wording import side_title
from sandtable.present import Box, Track

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sandtable.engine.journal.journal import Journal
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.rules.phases import Phase, Sequence
    from sandtable.engine.running.game import RunningGame, Unasked

Place = Literal["behind", "here", "next", "ahead"]
HERE, NEXT, PASSED = "#2c6aa8", "#8a5a00", "#8c857a"
"""The colours of markers; they say in words what they are."""
SIGNS: Final[dict[Place, str]] = {"behind": "✓ ", "here": "▶ ", "next": "→ ", "ahead": "  "}


class TrackStep(NamedTuple):
    """A step on the track. ``passed``: the sides that had nothing to decide in it, this time."""

    key: str
    title: str
    place: Place
    passed: tuple[str, ...] = ()


class TrackPhase(NamedTuple):
    """A phase on the track; ``sides`` are those that play it now, the present one first, and after it."""

    title: str
    each_side: bool
    sides: tuple[str, ...]
    steps: tuple[TrackStep, ...]


class SequenceTrack(NamedTuple):
    """A sequence that is being played, the main one or one nested in it."""

    title: str
    next_side: str
    """Who plays the next step, where that is another side than now."""
    phases: tuple[TrackPhase, ...]


def tracks_of(referee: Referee, view: RunningGame) -> list[SequenceTrack]:
    """Return the sequences that are being played, with what was passed over since the campaign was opened."""
    return sequence_tracks(view, passed_over_this_round(view, referee.journal, referee.unasked))


def sequence_tracks(game: RunningGame, passed: Collection[tuple[str, str]] = ()) -> list[SequenceTrack]:
    """Return the sequences that are being played, the main one first.

    ``passed`` are the steps that were passed over in this round, each with the side.
    """
    return [_track(game, frame, passed) for frame in game.frames if frame.sequence in game.rulebook.sequences]


def _track(game: RunningGame, frame: Frame, passed: Collection[tuple[str, str]]) -> SequenceTrack:
    sequence = game.rulebook.sequences[frame.sequence]
    phases = [phase for phase in sequence.phases if phase.steps]
    here = (frame.phase, frame.step)
    following, next_side = _following(phases, frame)
    places = _places(phases, here, following)
    made = tuple(
        TrackPhase(
            phase.title or key_title(phase.key),
            phase.each == "side",
            _sides(game, frame) if phase.key == frame.phase and phase.each == "side" else (),
            tuple(
                TrackStep(step.key, step_title(game, step.key), places[step.key], _passed_by(game, step.key, passed))
                for step in phase.steps
            ),
        )
        for phase in phases
    )
    return SequenceTrack(_title(game, frame, sequence), side_title(game, next_side) if next_side else "", made)


def describe_next_step(game: RunningGame) -> str:
    """Say what follows the step we are at: "Supply", "Depots, Spain", "June 1808"; no text where a sequence ends."""
    frame = game.frame
    sequence = game.rulebook.sequences[frame.sequence]
    step, side = _following([phase for phase in sequence.phases if phase.steps], frame)
    if step:
        return ", ".join(filter(None, (step_title(game, step), side_title(game, side) if side else "")))
    return round_title(game, frame.round + 1) if frame.depth == 1 and sequence.rounds else ""


def _sides(game: RunningGame, frame: Frame) -> tuple[str, ...]:
    return tuple(side_title(game, side) for side in (frame.side, *frame.order) if side)


def _passed_by(game: RunningGame, step: str, passed: Collection[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(sorted({side_title(game, side) for one, side in passed if one == step}))


def _following(phases: list[Phase], frame: Frame) -> tuple[str, SideId | None]:
    """Return the step that follows in the sequence, and the side where it is another one; none after the last."""
    at = next((nth for nth, phase in enumerate(phases) if phase.key == frame.phase), None)
    if at is None:
        return (phases[0].steps[0].key if phases else ""), None
    steps = [step.key for step in phases[at].steps]
    later = steps[steps.index(frame.step) + 1 :] if frame.step in steps else steps
    if later:
        return later[0], None
    if frame.order:
        return steps[0], frame.order[0]
    return (phases[at + 1].steps[0].key if at + 1 < len(phases) else ""), None


def _places(phases: list[Phase], here: tuple[str, str], following: str) -> dict[str, Place]:
    found: dict[str, Place] = {}
    place: Place = "behind" if any(phase.key == here[0] for phase in phases) else "ahead"
    for phase in phases:
        if phase.key == here[0] and not here[1]:
            place = "ahead"  # it has only begun: who plays it first is still to be said
        for step in phase.steps:
            if (phase.key, step.key) == here:
                found[step.key], place = "here", "ahead"
            else:
                found[step.key] = "next" if step.key == following else place
    return found


def _title(game: RunningGame, frame: Frame, sequence: Sequence) -> str:
    if frame.depth == 1:
        return round_title(game, frame.round)
    title = contest_title(game, frame) or sequence.title or key_title(frame.sequence)
    return f"{title}, round {frame.round}" if sequence.rounds and frame.round > 1 else title


def passed_over_this_round(
    game: RunningGame, journal: Journal, unasked: Mapping[int, Collection[Unasked]]
) -> set[tuple[str, SideId]]:
    """Return the steps of this round in which a side was asked nothing, for nothing legal answered it.

    What was played before the campaign was opened is not worked out again for it.
    """
    questions = {
        game.rulebook.prompt(step, side).asks[0]: (step, side)
        for step, kinds in game.rulebook.actions.items()
        if kinds
        for side in map(SideId, game[Side].ids())
    }
    left = (one.ask for ply in plies_of_round(journal) for one in unasked.get(ply.id, ()))
    return {questions[ask] for ask in left if ask in questions}


# -- shown


def track_panels(tracks: Iterable[SequenceTrack]) -> list[Track]:
    """Return the sequences as tracks beside the map: a box for each step, markers for where we are and what comes."""
    return [Track(key=f"sequence {nth}", title=one.title, boxes=tuple(_boxes(one))) for nth, one in enumerate(tracks)]


def _boxes(track: SequenceTrack) -> Iterable[Box]:
    for phase in track.phases:
        for step in phase.steps:
            yield Box(title=_box_title(phase, step), markers=tuple(_markers(track, phase, step)))


def _box_title(phase: TrackPhase, step: TrackStep) -> str:
    return step.title if len(phase.steps) == 1 and phase.title == step.title else f"{phase.title}: {step.title}"


def _markers(track: SequenceTrack, phase: TrackPhase, step: TrackStep) -> Iterable[tuple[str, str]]:
    if step.passed:
        yield PASSED, f"passed over: {', '.join(step.passed)}"
    if step.place == "here":
        yield HERE, f"now: {phase.sides[0]}" if phase.sides else "now"
    elif step.place == "next":
        yield NEXT, f"next: {track.next_side}" if track.next_side else "next"


def track_lines(tracks: Iterable[SequenceTrack]) -> list[str]:
    """Return the sequences in lines of text: a phase each, its steps with signs for where we are and what comes."""
    lines: list[str] = []
    for track in tracks:
        lines.append(track.title)
        for phase in track.phases:
            plays = f" ({_in_turn(phase.sides)})" if phase.sides else " (each side)" if phase.each_side else ""
            lines.append(f"  {phase.title}{plays}")
            lines += [f"    {_line(track, step)}" for step in phase.steps]
    return lines


def _in_turn(sides: tuple[str, ...]) -> str:
    """Name the sides that play a phase one after the other: ``Spain, then France, Turkey``."""
    return ", then ".join(filter(None, (sides[0], ", ".join(sides[1:]))))


def _line(track: SequenceTrack, step: TrackStep) -> str:
    says = {"here": "now", "next": f"next, {track.next_side}" if track.next_side else "next"}.get(step.place, "")
    told = [says, f"passed over by {join_names(step.passed, most=len(step.passed))}" if step.passed else ""]
    words = "; ".join(filter(None, told))
    return f"{SIGNS[step.place]}{step.title}{f' ({words})' if words else ''}"
