"""Where we are in a game, in words: the round, the step, the side, and what is fought out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.state.rows import Frame
from sandtable.engine.words import fit, key_title
from sandtable.play.words.matching import plain
from sandtable.play.words.present_words import contest_title, round_title, situation_lines
from sandtable.play.words.wording import side_title, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row

BROUGHT_UP: Final = "Before it was brought up"
"""Where that was played whose rows another version of the game has written."""


def current_place(game: RunningGame, asked: str | None = None) -> str:
    """Say where we are: round, step, what a nested sequence is about, and the side that plays the step.

    ``asked``: the side that is asked instead of it, who need not be the same; with no text no side is said.
    """
    main, *nested = game.frames
    parts = [round_title(game, main.round), place_in_sequence(game, main)]
    told = {""}
    for frame in nested:
        fought = contest_title(game, frame)
        if frame.subject not in told:
            parts.append(fought or f"{frame.sequence.replace('_', ' ')} {_subject(game, frame.subject)}".strip())
            told.add(frame.subject)
        again = frame.round > 1 and frame is nested[-1] and not fought  # what is fought out says its round itself
        parts.append(step_title(game, frame.step) + (f", round {frame.round}" if again else ""))
    side = game.frame.side if asked is None else asked
    return " · ".join(part for part in [*parts, side_title(game, side) if side else ""] if part)


def fought_titles(game: RunningGame) -> list[str]:
    """Return what is being fought out is called, as ``current_place`` names it; the innermost first."""
    return [title for frame in reversed(game.frames[1:]) if (title := contest_title(game, frame))]


def ply_places(game: RunningGame, plies: Sequence[Ply]) -> list[str]:
    """Say of each of the last plies before the head where it was played: round, step and side of the main sequence.

    Of what came before a campaign was brought up to newer data only that is said: its rows cannot be read.
    """
    found: list[str] = []
    frame = game.frames[0]
    for ply in reversed(plies):
        if ply.documents:
            break
        last = frame
        for change in reversed(ply.changes):
            if change.kind is Frame and change.id == frame.id and isinstance(change.old, Frame):
                frame = change.old
        found.append(frame_place(game, last if ply.kind == "start" else frame))
    return [*[BROUGHT_UP] * (len(plies) - len(found)), *found[::-1]]


def plies_of_round(journal: Journal) -> Iterator[Ply]:
    """Go back through what was played in this round of the main sequence, the last ply first.

    Where the campaign was brought up to newer data in it, only as far as that.
    """
    for ply in reversed(journal.line()):
        if ply.documents or begins_round(ply):
            return
        yield ply


def begins_round(ply: Ply) -> bool:
    """Tell whether a round of the main sequence has begun in a ply."""
    frames = ((change.old, change.new) for change in ply.changes)
    return any(
        isinstance(new, Frame) and new.depth == 1 and (not isinstance(old, Frame) or old.round != new.round)
        for old, new in frames
    )


def frame_place(game: RunningGame, frame: Frame) -> str:
    """Say where a frame of the main sequence stands: round, step, side."""
    parts = [round_title(game, frame.round), place_in_sequence(game, frame)]
    return " · ".join(part for part in [*parts, side_title(game, frame.side) if frame.side else ""] if part)


def place_in_sequence(game: RunningGame, frame: Frame) -> str:
    """Return the step at which a frame stands; before the first of a phase, where its order is asked for, the phase."""
    phase = game.rulebook.phases.get(frame.phase) if not frame.step else None
    return step_title(game, frame.step) if phase is None else phase.title or key_title(phase.key)


def step_title(game: RunningGame, key: str) -> str:
    """Return what a step is called."""
    step = game.rulebook.steps.get(key)
    return (step.title if step is not None else "") or key_title(key)


def steps_with(game: RunningGame, label: str) -> list[str]:
    """Return the titles of the steps in which an action of this name can be done."""
    steps = game.rulebook.actions.items()
    return [
        step_title(game, step) for step, kinds in steps if any(plain(label) == plain(kind.label()) for kind in kinds)
    ]


def _subject(game: RunningGame, id: str) -> str:
    """Return what a nested sequence is about: a row by its title; the bare id of one without says nothing."""
    rows: list[Row] = [row for kind in game.state.tables if (row := game[kind].get(id)) is not None] if id else []
    return next((title for row in rows if (title := title_of(row))), "" if rows else fit(id))


def winner_title(game: RunningGame) -> str:
    """Return who has won a game that is over."""
    return side_title(game, game.ended.winner) if game.ended is not None and game.ended.winner else "Nobody"


def describe_end(game: RunningGame) -> str:
    """Say how a game has ended; no text while it goes on."""
    ended = game.ended
    if ended is None:
        return ""
    return f"The game is over: {winner_title(game)} wins, {ended.why}{f' ({ended.rule})' if ended.rule else ''}."


def situation(game: RunningGame, asked: str | None = None) -> list[str]:
    """Return where we are (with the side that is ``asked``, as ``current_place`` has it), and the position in lines."""
    return [current_place(game, asked), *situation_lines(game)]
