"""A game under test: what it asks, what may be done, short words for acting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from sandtable.engine.errors import Invalid
from sandtable.engine.journal.log import read_ply
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.chance import ThrowResult
from sandtable.engine.running.offers import Offer
from sandtable.engine.running.switching import voters
from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Proposal
from sandtable.testing import proofs
from sandtable.testing.answers import Answers, in_order
from sandtable.testing.dice import DiceScript, Total
from sandtable.testing.names import Names
from sandtable.testing.playing_on import fight_out, play_until
from sandtable.testing.under_test import GameUnderTest
from sandtable.testing.why_not import explain, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.running.game import RunningGame
    from sandtable.testing.answers import Preference
    from sandtable.testing.dice import Dice, Scripted

    A = TypeVar("A", bound=Action)
    R = TypeVar("R", bound=Row)
    T = TypeVar("T")

MOST: Final = 1000
"""So many actions of a kind are listed, and so many answers given on the way to somewhere."""


class Play(GameUnderTest):
    """A game under test: what it asks, what may be done, and short words for acting."""

    # -- reading

    def about(self, kind: type[T]) -> T:
        """Return what the open question is about; raises ``Invalid`` unless it is such a thing."""
        prompt = self.prompt
        subject = prompt.open[0].about if prompt else None
        if not isinstance(subject, kind):
            raise Invalid(f"the open question is about {subject!r}, not a {kind.__name__}")
        return subject

    @property
    def throws(self) -> list[Total]:
        """The totals thrown so far, along the line of play; each tells its reason (``why``, ``rule``, ``faces``)."""
        return [Total.of(throw) for ply in self.referee.journal.line() for throw in ply.throws]

    @property
    def left(self) -> list[Scripted]:
        """The scripted dice that have not been thrown."""
        return self._script.left

    @property
    def log(self) -> list[str]:
        """The log so far, along the line of play."""
        return [note.text for ply in self.referee.journal.line() for note in ply.notes]

    def read_by(self, side: str) -> list[str]:
        """The log so far as a side may read it: what was done, thrown and noted for its eyes."""
        journal = self.referee.journal
        lines: list[str] = []
        for ply in journal.line():
            entry = read_ply(journal, ply, (side,), self.referee.game)
            lines += [deed.says for deed in entry.actions]
            lines += [f"{one.why}: {one.total}" if isinstance(one, ThrowResult) else one.text for one in entry.happened]
        return lines

    def seen_by(self, side: str) -> RunningGame:
        """Return the game as the seat that answers for a side sees it."""
        return self.referee.view(side)

    def may(self, kind: type[A], side: str | None = None) -> list[A]:
        """List all legal actions of a kind (up to 1,000) that answer the prompt."""
        found: list[A] = []
        for offer in self.referee.offers():
            if offer.kind is kind and side in (None, offer.side):
                for action in offer.actions():
                    found.append(cast("A", action))
                    if len(found) > MOST:
                        raise Invalid(f"{kind.__name__} can be done in more than {MOST:,} ways: sample instead")
        return found

    def why_not(self, action: Action, side: str | None = None) -> set[str]:
        """Return the ids of the rules against an action, in the eyes of who would do it.

        Where nobody is asked for it: those for which its step was passed over or its question not put, or those
        against it as an answer to what another side is asked. Raises ``Stale``, saying who is asked now, where no
        rule is known to stand against it.
        """
        return {reason.rule for reason in judge(self, self._in_order(action, side), side).reasons}

    def explain(self, action: Action, side: str | None = None) -> str:
        """Say in words why an action cannot be done: why it is not asked for, what stands against it, who is asked."""
        return explain(self, self._in_order(action, side), side)

    # -- acting

    def play(self, *actions: Action, side: str | None = None) -> Ply:
        """Do the actions, one at least, one after the other; return the last one's ply.

        Shares and choices in their fields may stand in any order, and names of rows for their ids.
        """
        return [self._play(action, side) for action in actions][-1]

    def _play(self, action: Action, side: str | None) -> Ply:
        return self.referee.play(self._in_order(action, side), side)

    def _in_order(self, action: Action, side: str | None) -> Action:
        kind, prompt, action = type(action), self.prompt, self._names().with_ids(action)
        for ask in prompt.open if prompt is not None else ():
            if kind in ask.kinds and side in (None, ask.side):
                return in_order(Offer(self.referee.view(ask.side), ask, kind), action)
        return action

    def _names(self, *beside: Row) -> Names:
        return Names(self.referee.family.schema, self.game.state, beside)

    def script(self, *dice: Scripted | Mapping[str, Scripted | list[Scripted]]) -> None:
        """Add outcomes to come, in order or (a mapping) by reason."""
        for one in dice:
            self._script.add(cast("Dice", one if not isinstance(one, int | tuple) else (one,)))

    @property
    def _script(self) -> DiceScript:
        return cast("DiceScript", self.referee.source)

    def until(
        self,
        goal: str | type[Action] | Callable[[Play], bool],
        *,
        prefer: Preference | Iterable[Preference] = (),
        seed: int | str | None = None,
        most: int = MOST,
    ) -> Play:
        """Answer whatever is asked until the game is at a step, an action is asked for, or something is true.

        ``prefer`` names what to do where it is legal: actions, kinds of action, functions that say whether an action
        is wanted. All else is answered plainly (pass, end the step, the first thing there is), or with a ``seed`` at
        random; it throws what is not scripted, too. Raises ``Invalid`` where the game does not come there.
        """
        play_until(self, goal, Answers(prefer, seed), seed, most)
        return self

    def fight(self, *, prefer: Preference | Iterable[Preference] = (), seed: int | str | None = None) -> Play:
        """Fight what is being fought (a battle, a siege, whatever is a sequence of its own) out to its end.

        ``prefer`` and ``seed`` are as for ``until``.
        """
        fight_out(self, Answers(prefer, seed), seed, MOST)
        return self

    # -- changing the position by hand

    def by_hand(self, act: Callable[[RunningGame], object]) -> None:
        """Change the position as no rule does, in a ply of its own: what is asked stays asked."""
        self.referee.table("changed by hand", lambda game: cast("None", act(game)))

    def put(self, *rows: Row) -> None:
        """Put rows into the position, or in place of those of their ids."""
        names = self._names(*rows)
        self.by_hand(lambda game: [game.put(names.with_ids(row)) for row in rows])

    def change(self, row: Row, **fields: Any) -> None:
        """Replace fields of a row that is still the current one."""
        self.by_hand(lambda game: game.change(row, **fields))

    def remove(self, *rows: Row) -> None:
        """Take rows out."""

        def act(game: RunningGame) -> None:
            for row in rows:
                game.remove(row)

        self.by_hand(act)

    def undo(self, times: int = 1) -> None:
        for _ in range(times):
            self.referee.history.undo()

    def redo(self) -> None:
        self.referee.history.redo()

    def switch(
        self,
        *,
        on: Iterable[str] = (),
        off: Iterable[str] = (),
        parameters: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Have the whole table agree to a change of options, effective at the next boundary of a step."""
        old = self.game.rulebook.choices
        chosen = Choices(
            (old.on | set(on)) - set(off), parameters if parameters is not None else old.parameters, old.order
        )
        first, *rest = voters(self.game)
        self.referee.council.propose_options(first, chosen)
        proposal = list(self.game[Proposal])[-1].id
        for seat in rest:
            self.referee.council.agree(seat, proposal)

    # -- the proofs every rule should pass

    def reload(self) -> Play:
        """Save to a file, open it again, and return the game that continues there (same prompt, same position)."""
        return proofs.reload(self)

    def verify_replay(self) -> int:
        """Work the whole journal out again and return the number of plies; raises ``Broken`` on a mismatch."""
        return proofs.verify_replay(self)

    def prove(self) -> Play:
        """Reload and verify; undo and redo every ply, comparing hashes. Returns the game as it was."""
        proofs.prove(self)
        return self
