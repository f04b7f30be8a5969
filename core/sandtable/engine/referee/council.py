"""What the table does beside the rules of play: proposals, agreement, overruling, standing answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, cast

import msgspec

from sandtable.engine.actions.actions import describe_action
from sandtable.engine.errors import Illegal, Stale, unknown
from sandtable.engine.referee import changes
from sandtable.engine.rules.options import differences
from sandtable.engine.running import switching
from sandtable.engine.state.rows import Proposal, Seat, StandingAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row


class Council(ABC):
    """The table's part of the referee: every act is a ply of its own, marked in the log."""

    game: RunningGame
    journal: Journal

    @property
    @abstractmethod
    def prompt(self) -> Prompt | None: ...

    @abstractmethod
    def table(self, says: str, act: Callable[[RunningGame], None], seat: str = "") -> Ply: ...

    @abstractmethod
    def ask_for(self, action: Action, side: str | None = None) -> Ask: ...

    @abstractmethod
    def play(self, action: Action, side: str | None = None, *, overruled: bool = False) -> Ply: ...

    def propose_options(self, seat: str, choices: Choices, from_round: int | None = None) -> Ply:
        """Propose options from a round of the main sequence on (now: the next boundary of a step)."""
        data = changes.options_proposal(self.game, choices, self.game.round if from_round is None else from_round)
        says = f"{seat} proposes options: {'; '.join(differences(self.game.rulebook.choices, choices)) or 'no change'}"
        return self.table(says, lambda game: _none(changes.propose(game, seat, "options", data)), seat)

    def propose_correction(self, seat: str, row: Row, **fields: Any) -> Ply:
        """Propose to correct a row; it is made as soon as everybody has agreed."""
        data = {"table": type(row).stored, "id": row.id, "fields": msgspec.to_builtins(fields)}
        shown = ", ".join(f"{name} = {value}" for name, value in fields.items())

        prompt = self.prompt

        def act(game: RunningGame) -> None:
            proposal = changes.propose(game, seat, "correct", data)
            changes.try_correction(game, proposal, prompt)
            changes.settle(game, proposal, prompt)

        return self.table(f"{seat} proposes {type(row).stored} {row.id}: {shown}", act, seat)

    def propose_overruling(self, seat: str, action: Action, side: str | None = None) -> Ply:
        """Propose to allow an action that is refused; it is done as soon as everybody has agreed."""
        ask = self.ask_for(action, side)
        data = {
            "action": type(action).stored,
            "fields": msgspec.to_builtins(action),
            "side": ask.side,
            "ply": self.journal.head,
        }
        ply = self.table(
            f"{seat} asks to overrule: {describe_action(action, self.game)}",
            lambda game: _none(changes.propose(game, seat, "overrule", data)),
            seat,
        )
        return self._play_overruled(next(iter(reversed(list(self.game[Proposal])))).id) or ply

    def agree(self, seat: str, proposal: str) -> Ply:
        """Agree to a proposal; what it proposes is done when everybody has agreed."""
        prompt = self.prompt

        def act(game: RunningGame) -> None:
            changes.settle(game, changes.agree(game, seat, proposal), prompt)

        ply = self.table(f"{seat} agrees to {proposal}", act, seat)
        return self._play_overruled(proposal) or ply

    def decline(self, seat: str, proposal: str) -> Ply:
        """Decline a proposal; it is off the table."""
        if seat not in self.game[Seat]:
            raise unknown("seat", seat, self.game[Seat].ids())
        return self.table(f"{seat} declines {proposal}", lambda game: game.remove(game[Proposal][proposal]), seat)

    def _play_overruled(self, proposal: str) -> Ply | None:
        """Do an action that the table has agreed to allow."""
        row = self.game[Proposal].get(proposal)
        if row is None or row.what != "overrule" or not switching.all_agreed(self.game, row):
            return None
        head = self.journal.head
        while head != row.data["ply"] and head and self.journal[head].kind == "table":
            head = self.journal[head].parent
        if head != row.data["ply"]:
            raise Stale(f"{proposal} was about a position that play has left since: propose it again")
        prompt = self.prompt
        kinds = {kind.stored: kind for ask in (prompt.open if prompt else ()) for kind in ask.kinds}
        if row.data["action"] not in kinds:
            raise Stale(f"{row.data['action']} answers no open question any more")
        action = msgspec.convert(row.data["fields"], kinds[row.data["action"]])
        self.table(
            f"the table overrules the refusals of {describe_action(action, self.game)}", lambda game: game.remove(row)
        )
        return self.play(action, row.data["side"], overruled=True)

    def add_standing_answer(
        self, seat: str, side: str, kind: type[Action], *, topic: str = "", below: int | None = None
    ) -> Ply:
        """Leave a standing pass for offers of a kind: always, on one topic, or below a worth."""
        self._answers_for(seat, side)
        row = StandingAnswer(f"{side}:{kind.stored}:{topic}", cast("Any", side), kind.stored, topic, below)
        return self.table(f"{seat} leaves a standing answer", lambda game: _none(game.put(row)), seat)

    def withdraw_standing_answer(self, seat: str, standing: str) -> Ply:
        """Withdraw a standing answer."""
        self._answers_for(seat, self.game[StandingAnswer][standing].side)
        return self.table(
            f"{seat} withdraws a standing answer", lambda game: game.remove(game[StandingAnswer][standing]), seat
        )

    def _answers_for(self, seat: str, side: str) -> None:
        if self.game.seat_of(side) != seat:
            raise Illegal(f"{seat} does not answer for {side}")


def _none(_: object) -> None:
    return None
