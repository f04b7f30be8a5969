"""Questions that were not put because nothing legal answered them: a step passed over, an offer not made.

The referee takes them down while it plays; here they are looked for again, in the position in which they were left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import SandtableError
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import since_base
from sandtable.engine.running.chance import EnteredDice
from sandtable.engine.running.game import RunningGame

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.running.game import Unasked

RECALLED: Final = 200
"""So many of the last answers of an earlier sitting are worked out again."""


class PassedOver(NamedTuple):
    """A question that was not put, and the true position in which it was left out."""

    game: RunningGame
    ask: Ask

    @property
    def view(self) -> RunningGame:
        """That position as whoever would have been asked saw it."""
        return self.game.sight(self.ask.side) if self.ask.side != TABLE else self.game.seen_by_sides(frozenset())


def questions_passed_over(
    referee: Referee, asks_for: Callable[[type[Action]], bool], sides: Collection[str] | None = None
) -> Iterator[PassedOver]:
    """Go back through the questions not put to some sides (by default all), the last first.

    ``asks_for`` tells which kinds of action are meant. Behind the last time that a side did such a thing nothing is
    looked for: its step counts as played. What was played before the campaign was opened is worked out again for it, as
    far back as two hundred answers.
    """
    recall_unasked(referee)
    later: list[Ply] = []
    done = set[str]()
    for ply in reversed(list(referee.journal.line())):
        for unasked in reversed(referee.unasked.get(ply.id, ())):
            ask = unasked.ask
            is_meant = (sides is None or ask.side in sides) and ask.side not in done
            if is_meant and any(map(asks_for, ask.kinds)):
                yield PassedOver(_position_at(referee, later, ply, unasked), ask)
        if ply.action is not None and asks_for(type(ply.action)):
            done.add(ply.side)
            if sides is None or done.issuperset(sides):
                return
        later.append(ply)


def recall_unasked(referee: Referee) -> None:
    """Take down what was not asked before the campaign was opened: the last plies are worked out again, in a copy.

    What does not come out the same, for its rules have changed since, is left as unknown.
    """
    line = since_base(referee.journal)[-RECALLED:]
    while line and line[0].before is not None and not line[0].before.is_save_point:
        line = line[1:]
    if all(ply.id in referee.unasked for ply in line):
        return
    state = referee.game.state.clone()
    for ply in reversed(line):
        state.revert(ply.changes)
    twin = Referee(referee.family, state, source=EnteredDice())
    twin.prologue = referee.prologue
    for ply in line:
        try:
            twin.rerun(ply)
        except SandtableError:
            break
        twin.journal.plies[ply.id] = ply
        referee.unasked.setdefault(ply.id, twin.unasked.get(ply.id, ()))
    for ply in line:
        referee.unasked.setdefault(ply.id, ())


def _position_at(referee: Referee, later: list[Ply], ply: Ply, unasked: Unasked) -> RunningGame:
    """Return the position in which a question was not put: the present one with all taken back that came after."""
    state = referee.game.state.clone()
    for one in later:
        state.revert(one.changes)
    state.revert(ply.changes[unasked.after :])
    return RunningGame(referee.family, state)
