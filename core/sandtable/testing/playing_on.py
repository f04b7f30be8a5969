"""Playing on to where something is to be seen: a step, a question, the end of a battle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sandtable.engine.actions.actions import Action
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.referee.referee import Refused
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.state.rows import Frame
from sandtable.testing.dice import DiceScript

if TYPE_CHECKING:
    from collections.abc import Generator

    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row
    from sandtable.testing.answers import Answers


class Playing(Protocol):
    """A game that is played in a test."""

    @property
    def referee(self) -> Referee: ...
    @property
    def game(self) -> RunningGame: ...
    @property
    def prompt(self) -> Prompt | None: ...
    @property
    def at(self) -> str: ...
    def play(self, action: Action, /, *, side: str | None = None) -> Ply:
        """Answer with an action."""
        ...


P = TypeVar("P", bound=Playing)
Goal = str | type[Action] | Callable[[P], bool]
"""A step (``"losses"``, ``"Spain: land_combat"``), a kind of action that is asked for, something that is true."""


def play_until(play: P, goal: Goal[P], answers: Answers, seed: int | str | None, most: int) -> None:
    """Answer whatever is asked until the goal is reached; raises ``Invalid`` where the game does not come there."""
    if isinstance(goal, str) and (step := goal.rpartition(": ")[2]) not in play.game.rulebook.steps:
        raise unknown("step", step, play.game.rulebook.steps)
    reached = _is_there(play, goal)
    with _dice_beyond(play, seed):
        for _ in range(most):
            if reached:
                return
            ply = _answer(play, answers, goal)
            reached = _is_there(play, goal) or (isinstance(goal, str) and _has_opened(play, ply, goal))
    if not reached:
        raise Invalid(f"after {most:,} answers the game has not come to {_name(goal)}: it is at {play.at}")


def fight_out(play: Playing, answers: Answers, seed: int | str | None, most: int) -> None:
    """Answer whatever is asked until what is being fought is over."""
    fought = _what_is_fought(play)
    if fought is None:
        raise Invalid(f"nothing is being fought out: the game is at {play.at}")
    play_until(play, lambda now: _what_is_fought(now) != fought, answers, seed, most)


def _what_is_fought(play: Playing) -> tuple[str, str] | None:
    """Return which sequence is played besides the main one, and about what."""
    return next(((frame.sequence, frame.subject) for frame in play.game.frames[1:2]), None)


def _is_there(play: P, goal: Goal[P]) -> bool:
    if isinstance(goal, str):
        return goal in (play.at, play.game.frame.step)
    if isinstance(goal, type):
        return play.prompt is not None and any(ask.accepts(goal) for ask in play.prompt.open)
    return goal(play)


def _has_opened(play: Playing, ply: Ply | None, goal: str) -> bool:
    """Tell whether a ply has come to a step in which something else is played; raises where it was passed over."""
    side, _, step = goal.rpartition(": ")

    def is_goal(row: Row | None) -> bool:
        return isinstance(row, Frame) and row.step == step and side in ("", row.side)

    if ply is None or not any(is_goal(change.new) for change in ply.changes):
        return False
    if any(is_goal(frame) for frame in play.game.frames):
        return True
    where = "over" if play.prompt is None else f"at {play.at}"
    raise Invalid(f"{goal} was passed over: nobody had anything to decide there; the game is {where}")


def _answer(play: Playing, answers: Answers, goal: Goal[Any]) -> Ply | None:
    """Answer the first open question; ``None`` where something that nobody saw was against it."""
    prompt = play.prompt
    if prompt is None:
        raise Invalid(f"the game is over before {_name(goal)}: {play.game.ended.why if play.game.ended else ''}")
    ask = prompt.open[0]
    action = answers.answer(play.referee, ask)
    if action is None:
        raise Invalid(f"{ask.side} has no legal answer to {ask.why!r} ({ask.rule}) with")
    try:
        return play.play(action, side=ask.side)
    except Refused:
        if answers.bot is None:
            raise
        return None


@contextmanager
def _dice_beyond(play: Playing, seed: int | str | None) -> Generator[None]:
    """Have a seed throw what is not scripted."""
    source = play.referee.source
    if seed is None or not isinstance(source, DiceScript):
        yield
        return
    source.beyond = SeededDice(seed)
    try:
        yield
    finally:
        source.beyond = None


def _name(goal: Goal[Any]) -> str:
    """Return what a goal is called in a message."""
    return goal if isinstance(goal, str) else getattr(goal, "__name__", str(goal))
