"""The past of a campaign, looked at without going back: nothing is played, nothing is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import unknown
from sandtable.engine.journal.journal import ROOT
from sandtable.engine.running.chance import ScriptedDice
from sandtable.engine.running.views import face_of
from sandtable.engine.state.row import Change

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sandtable.engine.journal.journal import Journal, Ply
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
        self._ahead: tuple[Change, ...] = ()
        """What has been done of the ply after the one that the copy stands at."""

    @property
    def journal(self) -> Journal:
        """The journal as it was then; its head is where somebody looks."""
        return self._twin.journal

    def __contains__(self, ply: int) -> bool:
        return ply in self._at

    def look(self, ply: int, sides: Collection[str]) -> RunningGame:
        """Return the game as these sides saw it after a ply of the line.

        What was returned before shows the new position too: look at one at a time. Raises ``Invalid`` for a ply that
        is not on the line, ``Elsewhere`` for changes that cannot be read.
        """
        if ply not in self._at:
            raise unknown("ply", str(ply), [str(one.id) for one in self.plies])
        self._step_back()
        self._twin.history.return_to(ply)
        return self._twin.game.seen_by_sides(frozenset(sides))

    def look_within(self, ply: int, done: int, sides: Collection[str]) -> RunningGame:
        """Return the game as these sides saw it while a ply was worked out: after so many of its changes.

        What was returned before shows the new position too. Raises ``Illegal`` for the ply in which the campaign was
        brought up to newer data, ``Elsewhere`` for changes that cannot be read.
        """
        journal = self._twin.journal
        changes, before = journal[ply].changes[:done], journal[ply].parent
        if journal.head != before or self._ahead != changes[: len(self._ahead)]:
            self._step_back()
            self._twin.history.return_to(before)
        self._twin.game.state.reapply(changes[len(self._ahead) :])
        self._ahead = changes
        return self._twin.game.seen_by_sides(frozenset(sides))

    def _step_back(self) -> None:
        """Stand between two plies again."""
        ahead, self._ahead = self._ahead, ()
        self._twin.game.state.revert(ahead)

    def seen_changes(self, changes: Iterable[Change], sides: Collection[str]) -> Iterator[Change]:
        """Yield changes as these sides saw them: the public faces of what is hidden, nothing of what they cannot see.

        To be asked at the position in which they were made, or near it.
        """
        game, viewers = self._twin.game, frozenset(sides)
        for change in changes:
            if change.kind not in game.rulebook.concealed:
                yield change
                continue
            old, new = (face_of(row, game.rulebook, game.gate, viewers) for row in (change.old, change.new))
            if old != new:
                yield Change(change.kind, change.id, old, new)

    def ply(self, id: int) -> Ply:
        """Return a ply of the line by its number."""
        return self.plies[self._at[id]]

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
