"""A game under test: its referee, how it began, and what it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from sandtable.engine.state.row import Row

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.state import State
    from sandtable.engine.state.tables import RowTable

    R = TypeVar("R", bound=Row)


class GameUnderTest:
    """A game as a test has it before anything is done in it."""

    def __init__(
        self,
        referee: Referee,
        start: State,
        prologue: Callable[[RunningGame], Awaitable[None]] | None = None,
    ) -> None:
        self.referee = referee
        self.start = start
        self.prologue = prologue

    # -- reading

    @property
    def game(self) -> RunningGame:
        return self.referee.game

    def __getitem__(self, kind: type[R]) -> RowTable[R]:
        return self.game[kind]

    @property
    def prompt(self) -> Prompt | None:
        return self.referee.prompt

    @property
    def questions(self) -> list[tuple[str, tuple[str, ...]]]:
        """Who is asked for what: (side, names of the kinds of action)."""
        prompt = self.prompt
        return [(ask.side, tuple(kind.__name__ for kind in ask.kinds)) for ask in prompt.open] if prompt else []

    @property
    def at(self) -> str:
        """Where we are: ``"Side: step"``."""
        frame = self.game.frame
        return f"{frame.side}: {frame.step}" if frame.side else frame.step
