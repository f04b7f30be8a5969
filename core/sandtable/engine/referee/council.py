"""What the table does beside the rules of play: proposals, agreement, overruling, standing answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from sandtable.engine.actions.actions import describe_action
from sandtable.engine.errors import Illegal, Stale, unknown
from sandtable.engine.referee import changes
from sandtable.engine.referee.wishes import wish_of
from sandtable.engine.running import switching
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.state.rows import Proposal, Seat, SeatId, StandingAnswer

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.adoption import AdoptedMap
    from sandtable.engine.referee.reworking import Reworker
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row


class PlayAction(Protocol):
    """Plays an action, though it is refused if the table has ``overruled`` that."""

    def __call__(self, action: Action, side: str | None = None, *, overruled: bool = False) -> Ply: ...


class Council:
    """The table at which a campaign is played: every act of it is a ply of its own, marked in the log."""

    __slots__ = ("_play", "_runner")

    def __init__(self, runner: Reworker, play: PlayAction) -> None:
        self._runner, self._play = runner, play

    @property
    def _game(self) -> RunningGame:
        return self._runner.game

    def propose_options(self, seat: str, choices: Choices, from_round: int | None = None) -> Ply:
        """Propose options from a round of the main sequence on (now: the next boundary of a step)."""
        data = changes.options_proposal(self._game, choices, self._game.round if from_round is None else from_round)
        says = self._proposes(seat, "options", data)
        return self._runner.table(says, lambda game: changes.propose(game, seat, "options", data), seat)

    def propose_correction(self, seat: str, row: Row, **fields: Any) -> Ply:
        """Propose to correct a row; it is made as soon as everybody has agreed."""
        data = {"table": type(row).stored, "id": row.id, "fields": msgspec.to_builtins(fields)}
        prompt = self._runner.prompt

        def act(game: RunningGame) -> None:
            proposal = changes.propose(game, seat, "correct", data)
            changes.try_correction(game, proposal, prompt)
            changes.settle(game, proposal, prompt)

        return self._runner.table(self._proposes(seat, "correct", data), act, seat)

    def propose_adoption(self, seat: str, adopted: AdoptedMap) -> Ply:
        """Propose to play on another revision of the map; it is adopted as soon as everybody has agreed.

        Raises ``Invalid`` naming what would be lost.
        """
        self._game.state.boards.add(adopted.board)
        data, prompt = adopted.document(self._game), self._runner.prompt

        def act(game: RunningGame) -> None:
            proposal = changes.propose(game, seat, "adopt", data)
            changes.try_correction(game, proposal, prompt)
            changes.settle(game, proposal, prompt)

        return self._runner.table(self._proposes(seat, "adopt", data), act, seat)

    def propose_overruling(self, seat: str, action: Action, side: str | None = None) -> Ply:
        """Propose to allow an action that is refused; it is done as soon as everybody has agreed."""
        ask = self._runner.ask_for(action, side)
        data = {
            "action": type(action).stored,
            "fields": msgspec.to_builtins(action),
            "side": ask.side,
            "ply": self._runner.journal.head,
        }
        ply = self._runner.table(
            self._proposes(seat, "overrule", data),
            lambda game: changes.propose(game, seat, "overrule", data),
            seat,
        )
        return self._play_overruled(next(iter(reversed(list(self._game[Proposal])))).id) or ply

    def agree(self, seat: str, proposal: str) -> Ply:
        """Agree to a proposal; what it proposes is done when everybody has agreed."""
        prompt = self._runner.prompt
        wish = wish_of(self._game, self._game[Proposal][proposal])

        def act(game: RunningGame) -> None:
            changes.settle(game, changes.agree(game, seat, proposal), prompt)

        ply = self._runner.table(f"{seat} agrees to {wish}", act, seat)
        return self._play_overruled(proposal) or ply

    def decline(self, seat: str, proposal: str) -> Ply:
        """Decline a proposal; it is off the table."""
        if seat not in self._game[Seat]:
            raise unknown("seat", seat, self._game[Seat].ids())
        wish = wish_of(self._game, self._game[Proposal][proposal])
        return self._runner.table(
            f"{seat} does not agree to {wish}", lambda game: game.remove(game[Proposal][proposal]), seat
        )

    def _proposes(self, seat: str, what: str, data: dict[str, Any]) -> str:
        """Say what a seat proposes, before it lies on the table."""
        return f"{seat} proposes to {wish_of(self._game, Proposal('', SeatId(seat), cast('Any', what), data))}"

    def _play_overruled(self, proposal: str) -> Ply | None:
        """Do an action that the table has agreed to allow."""
        row = self._game[Proposal].get(proposal)
        if row is None or row.what != "overrule" or not switching.all_agreed(self._game, row):
            return None
        head = self._runner.journal.head
        while head != row.data["ply"] and head and self._runner.journal[head].kind == "table":
            head = self._runner.journal[head].parent
        if head != row.data["ply"]:
            raise Stale(f"{proposal} was made in a position that play has left since: propose it again")
        prompt = self._runner.prompt
        kinds = {kind.stored: kind for ask in (prompt.open if prompt else ()) for kind in ask.kinds}
        if row.data["action"] not in kinds:
            raise Stale(f"{row.data['action']} no longer answers an open question")
        action = msgspec.convert(row.data["fields"], kinds[row.data["action"]])
        ask = self._runner.ask_for(action, row.data["side"])
        told = describe_action(action, self._game, ask)
        self._runner.table(f"The table allows what was refused: {told}", lambda game: game.remove(row))
        return self._play(action, row.data["side"], overruled=True)

    def add_standing_answer(
        self, seat: str, side: str, kind: type[Action], *, topic: str = "", below: int | None = None
    ) -> Ply:
        """Leave a standing pass for offers of a kind: always, on one topic, or below a worth.

        For ``EndStep`` the topic is a step, by its title or its key: the side's step ends by itself, as long as nothing
        must be done in it and nobody calls upon the side. Raises ``Invalid`` for a step that there is not.
        """
        self._answers_for(seat, side)
        if kind is EndStep:
            topic = self._step_called(topic)
        row = StandingAnswer(f"{side}:{kind.stored}:{topic}", cast("Any", side), kind.stored, topic, below)
        return self._runner.table(f"{seat} leaves a standing answer", lambda game: game.put(row), seat)

    def _step_called(self, name: str) -> str:
        """Return the key of a step that sides play and may end."""
        book = self._game.rulebook
        ours = (phase for one in book.sequences.values() for phase in one.phases if phase.each == "side")
        steps = {step.key: step.title or step.key for phase in ours for step in phase.steps if step.ends}
        wanted = name.strip().casefold()
        found = next((key for key, title in steps.items() if wanted in (key.casefold(), title.casefold())), None)
        if found is None:
            raise unknown("step that a side may end", name, steps.values(), "say which step is to end by itself")
        return found

    def withdraw_standing_answer(self, seat: str, standing: str) -> Ply:
        """Withdraw a standing answer."""
        self._answers_for(seat, self._game[StandingAnswer][standing].side)
        return self._runner.table(
            f"{seat} withdraws a standing answer", lambda game: game.remove(game[StandingAnswer][standing]), seat
        )

    def _answers_for(self, seat: str, side: str) -> None:
        if self._game.seat_of(side) != seat:
            raise Illegal(f"{seat} does not answer for {side}")
