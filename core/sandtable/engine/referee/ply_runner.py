"""How a ply is worked out: a procedure is driven to the next prompt, with the gate open and chance at hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sandtable.engine.actions.actions import Action, Ask
from sandtable.engine.actions.prompts import Prompt
from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.failures import Trial
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.journal.journal import Journal, Nowhere, Ply, PlyContents, Sink
from sandtable.engine.referee.certainty import undo_failed
from sandtable.engine.referee.open_questions import check_sides
from sandtable.engine.referee.ply_throws import PlyThrows
from sandtable.engine.rules.culprits import culprit_now
from sandtable.engine.running.awaiting import begin_ply, end_ply
from sandtable.engine.running.chance import DiceSource, SeededDice
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.engine.running.flow import StepTurn, flow, step_turn
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.performing import carry_out
from sandtable.engine.running.procedures import DiceRequest, GameRequest, PromptRequest
from sandtable.engine.state.seals import BehindTheGate, Seals, name_breaches
from sandtable.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from sandtable.engine.running.game import Unasked
    from sandtable.engine.running.installed_game import InstalledGame

TABLE = ""
"""The side of a prompt that anybody at the table may answer (dice to be entered)."""


class PlyRunner:
    """The works of the referee: the position, the journal, the live procedure and the prompt it has come to.

    Nothing else opens the gate, or sends outcomes and answers to procedures. While it writes it is in doubt: whoever
    breaks that off (Ctrl-C may come between any two steps of the program) leaves it so, and what it does next begins
    with what is kept.
    """

    def __init__(
        self,
        family: InstalledGame,
        state: State,
        *,
        source: DiceSource | None = None,
        sink: Sink | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.family = family
        state.make_all_tables()
        self.game = RunningGame(family, state)
        self.source: DiceSource = source or SeededDice("0")
        self.sink: Sink = sink or Nowhere()
        self.journal = journal or Journal()
        self.epoch = len(self.journal.epochs) - 1
        self.prologue: Callable[[RunningGame], Awaitable[None]] | None = None
        self._procedure: Coroutine[Any, Any, None] | None = None
        self._prompt: Prompt | None = None
        self._told_prompt: Prompt | None = None
        """What the ply at the head has come to, where it was worked out elsewhere: no procedure is alive here."""
        self._answers: dict[str, Action] = {}
        self._in_step = True
        self._failed: list[tuple[int, Action, str]] = []
        self._throws = PlyThrows(self.journal)
        state.gate.who = partial(culprit_now, family)
        self.unasked: dict[int, Sequence[Unasked]] = {}
        """What was not asked in each ply that was worked out here, for nothing legal could be answered."""
        self.comparing: bool = False
        """Whether all rows are compared at each ply though no stranger's module is in force."""
        self.every: int = 1
        """After so many plies rows are compared, and what is done is put in words, which nobody reads where it is more
        than one: who can play a game again does so seldom, and compares at the end."""
        self.in_doubt = False
        """Whether it is open what was done last: an interrupt has broken that off."""

    def recall(self) -> None:
        """Where an interrupt has left open what was done last: go on from what is kept, with a game made anew.

        What the file has on disk was played, all else was not. Without a file, what could be taken back has been.
        """
        if not self.in_doubt:
            return
        journal, state = self.sink.recall(self.family) or (self.journal, self.game.state)
        self.journal.become(journal)
        state.make_all_tables()
        self.game = RunningGame(self.family, state)
        state.gate.who, state.seals = partial(culprit_now, self.family), None
        self.epoch = len(journal.epochs) - 1
        self.forget()
        self.in_doubt = False

    @property
    def runner(self) -> PlyRunner:
        """What writes (see ``certain``)."""
        return self

    async def _flow(self, action: Action | None, ask: Ask | None, *, first: bool = False) -> None:
        """Do an action at a step (at the start: the prologue), then go on to the next decision."""
        played: StepTurn | None = None
        if action is not None and ask is not None:
            played = step_turn(self.game)
            await carry_out(self.game, action, ask)
        elif first:
            await self.game.hooks(CoreHooks).set_up(self.game)
            if self.prologue is not None:
                await self.prologue(self.game)
        await flow(self.game, played)

    def _work(self, ply: Ply, procedure: Coroutine[Any, Any, None] | None, answer: Any = None) -> Ply:
        """Work out one ply and keep it; on any failure the position is what it was before."""
        self.in_doubt = True
        before = (self._prompt, self._answers)
        if procedure is not None:
            self._procedure = procedure
            answer = None
        self._throws.begin()
        if isinstance(ply.action, EnterThrow) and before[0] is not None and before[0].purpose == "dice":
            self._throws.enter(ply.action.faces)
        try:
            self._run(ply, answer)
            self._finish(ply)
            self.sink.ply(ply)
        except BaseException as error:
            undo_failed(error, lambda: self._abandon(ply))
            self.in_doubt = not isinstance(error, SandtableError)
            raise
        self.leave_failures()
        self.journal.add(ply)
        self.unasked[ply.id] = tuple(self.game.unasked)
        self.in_doubt = False
        return ply

    def _finish(self, ply: Ply) -> None:
        """Take down what the ply did; raises ``Broken`` for a breach of contract that a module has hushed up."""
        state, notes = self.game.state, self.game.notes
        changes = state.take()
        ply.contents = PlyContents(ply.action, tuple(self._throws.done), changes, self._throws.place(notes))
        if notes:
            self.game.notes = []
        if state.gate.offence is not None:
            raise state.gate.offence
        if ply.id % self.every == 0:
            self.check_seals()
        if dangling := state.left_dangling(changes):
            raise Broken(f"after {ply.says or 'the start'}: {dangling}")
        ply.is_save_point = self._procedure is None
        ply.awaiting = "" if self._prompt is None else self._prompt.purpose

    def check_seals(self) -> None:
        """Raise ``BehindTheGate`` where a row is not what went through the gate."""
        seals = self.game.state.seals
        if seals is not None and not seals.whole():
            raise BehindTheGate(name_breaches(seals.breaches()), self.suspects)

    @property
    def suspects(self) -> list[str]:
        """The modules that a change behind the gate may come from."""
        return self.game.rulebook.strangers or self.game.rulebook.keys

    def compare(self) -> None:
        """Have rows compared from now on: all of them where a stranger's module is in force."""
        state, full = self.game.state, bool(self.game.rulebook.strangers) or self.comparing
        if state.seals is None:
            state.seals = Seals(state.schema, state.tables, full=full)
        elif full and not state.seals.full:
            state.seals.widen()

    def _abandon(self, ply: Ply) -> None:
        state = self.game.state
        if state.seals is not None and not state.seals.whole():
            state.mend()
        state.revert((*ply.changes, *state.take()))
        state.gate.offence = None
        state.gate.queries = 0
        self.game.notes = []
        if ply.action is not None:
            self._failed.append((ply.id, ply.action, ply.side))
        self.forget()

    def forget(self) -> None:
        """Drop the live procedure and the prompt; they are worked out again when wanted."""
        procedure, self._procedure = self._procedure, None
        self._prompt, self._answers, self._in_step = None, {}, False
        self._told_prompt = None
        if procedure is not None:
            _close(procedure)

    def leave_failures(self) -> None:
        """Go on: plies that failed here keep their serials, for they have shown their throws."""
        if self._failed:
            self.journal.serial, self._failed = max(self.journal.serial, self._unthrown()), []

    def _unthrown(self) -> int:
        """Return the first serial past those of plies that failed here and have shown their throws."""
        return max((serial + 1 for serial, *_ in self._failed), default=0)

    def _run(self, ply: Ply, answer: Any) -> None:
        """Drive the procedure to the next prompt or its end, with the gate open."""
        procedure = self._procedure
        assert procedure is not None
        gate = self.game.gate
        self._prompt, self._answers = None, {}
        self.game.pieces_of_work = 0
        self.game.unasked.clear()
        gate.queries, gate.offence = 0, None
        self.compare()
        gate.open = True
        begin_ply(gate)
        try:
            request = procedure.send(answer)
            while True:
                if type(request) is GameRequest:
                    reply: Any = self.game
                elif type(request) is DiceRequest:
                    noted, changed = len(self.game.notes), len(self.game.state.changes)
                    reply = self._throws.outcome(request.throw, ply, self.source, noted, changed)
                    if reply is None:
                        throw = self._throws.wanted = request.throw
                        ask = Ask(TABLE, (EnterThrow,), throw.why, throw.rule, throw.dice)
                        self._prompt = Prompt((ask,), "dice")
                        return
                elif type(request) is PromptRequest:
                    self._prompt = check_sides(self.game, request.prompt)
                    return
                else:
                    raise Broken(f"a procedure awaited {request!r}; it may await only what sandtable.engine offers")
                request = procedure.send(reply)
        except StopIteration:
            self._procedure = None
        finally:
            end_ply()
            gate.open = False


def _close(procedure: Coroutine[Any, Any, None]) -> None:
    """Close an abandoned procedure; what its ``finally`` blocks try to write is refused by the closed gate."""
    with Trial():
        procedure.close()
