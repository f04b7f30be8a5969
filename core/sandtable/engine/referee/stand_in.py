"""A stand-in for the referee: what is done is worked out in a copy, beside whoever shows the position as it is.

What comes of it is then taken over whole, without a rule being asked; what is broken off or fails has changed nothing.
So rules that take their time, or do not come to an end, hold up nobody who only looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, Stale
from sandtable.engine.referee.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Callable


class StandIn:
    """A copy of a referee that acts in its place; ``referee`` is the copy.

    Only one thread may use the copy at a time, and ``take_over`` belongs into the thread of the referee itself. The
    copy stays in step while nothing else is done there, so that a procedure goes on in it where it asked.
    """

    def __init__(self, principal: Referee) -> None:
        self._principal = principal
        self.referee = principal.sandbox(principal.source)
        self.referee.stand_in_for(principal)
        self.referee.take_back = principal.take_back
        self._at = self._where()

    @property
    def is_in_step(self) -> bool:
        """Whether the copy stands where the referee does."""
        return self._at == self._where() and self.referee.journal.head == self._principal.journal.head

    def work_out(self, act: Callable[[Referee], object]) -> Broken | None:
        """Do something in the copy, and find out what it has come to; return what fails there, if a rule does.

        Raises what the deed itself raises.
        """
        act(self.referee)
        try:
            self.referee.prompt  # noqa: B018  # a procedure that is alive there is worked out again
        except Broken as error:
            return error
        return None

    def take_over(self) -> None:
        """Let the referee go where the copy has gone; raises as ``play`` does for its file."""
        if self._at != self._where():
            raise Stale("something else has been done since this was begun: nothing was changed")
        self._principal.follow(self.referee)
        self._at = self._where()

    def tell_failures(self) -> None:
        """Let the referee know of plies that have failed in the copy: they have shown their throws."""
        self._principal.learn_failures(self.referee)

    def _where(self) -> tuple[object, ...]:
        one = self._principal
        return id(one.game), one.game.state.version, one.journal.head, one.journal.serial, one.epoch
