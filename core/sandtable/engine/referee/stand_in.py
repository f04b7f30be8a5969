"""A stand-in for the referee: answers are worked out in a copy, beside whoever shows the position as it is.

What comes of one is then taken over whole, without a rule being asked; an answer that is broken off or fails has
changed nothing. So rules that take their time, or do not come to an end, hold up nobody who only looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.referee.referee import Referee

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Ply


class StandIn:
    """A copy of a referee that plays on in its place, one ply at a time; ``referee`` is the copy.

    Only one thread may use the copy at a time, and ``take_over`` belongs into the thread of the referee itself. The
    copy stays in step while nothing else is done there, so that a procedure goes on in it where it asked.
    """

    def __init__(self, principal: Referee) -> None:
        self._principal = principal
        self.referee = principal.sandbox(principal.source)
        self.referee.stand_in_for(principal)
        self._at = self._where()

    @property
    def is_in_step(self) -> bool:
        """Whether the copy stands where the referee does."""
        return self._at == self._where()

    def take_over(self, ply: Ply) -> None:
        """Let the referee go on after a ply that was worked out in the copy; raises as ``play`` does for its file."""
        self._principal.take_over(ply, self.referee)
        self._at = self._where()

    def tell_failures(self) -> None:
        """Let the referee know of plies that have failed in the copy: they have shown their throws."""
        self._principal.learn_failures(self.referee)

    def _where(self) -> tuple[object, ...]:
        one = self._principal
        return id(one.game), one.game.state.version, one.journal.head, one.journal.serial, one.epoch
