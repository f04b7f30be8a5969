"""The past of a campaign, looked at without going back: nothing is played, nothing is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import unknown
from sandtable.engine.journal.journal import ROOT
from sandtable.engine.running.chance import ScriptedDice

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame


class Past:
    """The positions on the line that leads to the present one, each as some sides may see it.

    It stands beside the campaign, on a copy of the position: play goes on meanwhile, and what is played later is not in
    it. What was played before the campaign was brought up to newer data cannot be looked at.
    """

    def __init__(self, referee: Referee) -> None:
        self._twin = referee.sandbox(ScriptedDice())
        journal = self._twin.journal
        self.plies: tuple[Ply, ...] = tuple(ply for ply in journal.line() if ply.id >= journal.base)
        self._at = {ply.id: nth for nth, ply in enumerate(self.plies)}

    def __contains__(self, ply: int) -> bool:
        return ply in self._at

    def look(self, ply: int, sides: Collection[str]) -> RunningGame:
        """Return the game as these sides saw it after a ply of the line.

        What was returned before shows the new position too: look at one at a time. Raises ``Invalid`` for a ply that
        is not on the line, ``Elsewhere`` for changes that cannot be read.
        """
        if ply not in self._at:
            raise unknown("ply", str(ply), [str(one.id) for one in self.plies])
        self._twin.history.return_to(ply)
        return self._twin.game.seen_by_sides(frozenset(sides))

    def since(self, ply: int) -> tuple[Ply, ...]:
        """Return the plies after one of the line; all of them after one that cannot be looked at."""
        return self.plies[self._at[ply] + 1 :] if ply in self._at else self.plies

    def before(self, ply: int) -> int:
        """Return the ply of the line before another; for the first, that one itself."""
        return self.plies[max(0, self._at[ply] - 1)].id

    @property
    def first(self) -> int:
        """The first ply that can be looked at."""
        return self.plies[0].id if self.plies else ROOT

    @property
    def last(self) -> int:
        """The present ply, as it was when the past was taken up."""
        return self.plies[-1].id if self.plies else ROOT
