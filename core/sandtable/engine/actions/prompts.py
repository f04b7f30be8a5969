"""What the game waits for: questions to sides, each answered by an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask

Purpose = Literal["step", "question", "reaction", "sealed", "dice"]


class Prompt(Struct, frozen=True, gc=False):
    """What the game waits for: one question, or several at once whose answers stay sealed."""

    asks: tuple[Ask, ...]
    purpose: Purpose = "question"
    answered: frozenset[str] = frozenset()

    @property
    def open(self) -> tuple[Ask, ...]:
        """Return the asks that are still unanswered."""
        if not self.answered:
            return self.asks
        return tuple(ask for ask in self.asks if ask.side not in self.answered)

    def without(self, side: str) -> Prompt:
        return replace(self, answered=self.answered | {side})

    def reopen_for(self, side: str) -> Prompt:
        return replace(self, answered=self.answered - {side})
