"""How a ply is worked out: a procedure is driven to the next prompt, with the gate open and chance at hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.actions.actions import Action, Ask
from sandtable.engine.actions.prompts import Prompt
from sandtable.engine.errors import Broken, Invalid, SandtableError, Stale, unknown
from sandtable.engine.failures import Trial
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.journal.journal import Journal, Nowhere, Ply, PlyContents, Sink, is_first
from sandtable.engine.referee.certainty import certain, undo_failed
from sandtable.engine.referee.epochs import changed_since
from sandtable.engine.rules.culprits import culprit_now
from sandtable.engine.running.chance import DiceSource, Outcome, SeededDice, Throw, ThrowResult
from sandtable.engine.running.common_actions import Dice, EnterThrow, step_prompt
from sandtable.engine.running.flow import flow
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.procedures import DiceRequest, GameRequest, PromptRequest, perform
from sandtable.engine.state.rows import Side
from sandtable.engine.state.seals import TOLD, BehindTheGate, Seals, name_breaches
from sandtable.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

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
        self.game = RunningGame(family, state)
        self.source: DiceSource = source or SeededDice("0")
        self.sink: Sink = sink or Nowhere()
        self.journal = journal or Journal()
        self.epoch = len(self.journal.epochs) - 1
        self.prologue: Callable[[RunningGame], Awaitable[None]] | None = None
        self._procedure: Coroutine[Any, Any, None] | None = None
        self._prompt: Prompt | None = None
        self._answers: dict[str, Action] = {}
        self._in_step = True
        self._failed: list[tuple[int, Action, str]] = []
        self._throws: list[ThrowResult] = []
        self._recorded: tuple[ThrowResult, ...] = ()
        self._wanted = Throw(1, 6, "", "")
        state.gate.who = partial(culprit_now, family)
        self.comparing = False
        """Whether all rows are compared at each ply though no stranger's module is in force."""
        self.every = 1
        """After so many plies rows are compared: who can play a game again compares seldom, and at the end."""
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
        self.game = RunningGame(self.family, state)
        state.gate.who, state.seals = partial(culprit_now, self.family), None
        self.epoch = len(journal.epochs) - 1
        self.forget()
        self.in_doubt = False

    @property
    def runner(self) -> PlyRunner:
        """What writes (see ``certain``)."""
        return self

    @property
    def prompt(self) -> Prompt | None:
        """What the game waits for, ``None`` when it is over."""
        return self._prompt_now()

    @certain
    def _prompt_now(self) -> Prompt | None:
        return self._open_prompt()

    def _open_prompt(self) -> Prompt | None:
        if not self._in_step:
            self._rebuild()
        if self._prompt is None and self._procedure is None:
            self._prompt = step_prompt(self.game)
        return self._prompt

    @certain
    def view(self, side: str) -> RunningGame:
        """Return the game as the seat that answers for ``side`` sees it."""
        return self._sight(side)

    def _sight(self, side: str) -> RunningGame:
        return self.game.sight(side) if side != TABLE else self.game.seen_by_sides(frozenset())

    def ask_for(self, action: Action, side: str | None = None) -> Ask:
        """Return the open question that an action answers; raises ``Stale`` when there is none."""
        return self._find_ask(self.prompt, action, side)

    def _find_ask(self, prompt: Prompt | None, action: Action, side: str | None) -> Ask:
        if prompt is None:
            raise Stale("the game is over" + (f": {self.game.ended.why}" if self.game.ended else ""))
        kind = type(action)
        fitting = [ask for ask in prompt.open if ask.accepts(kind) and side in (None, ask.side)]
        if not fitting:
            waits = "; ".join(
                f"{ask.side or 'the table'}: {', '.join(kind.label() for kind in ask.kinds)}" for ask in prompt.open
            )
            raise Stale(
                f"{type(action).label()} answers no open question{f' of {side}' if side else ''}; "
                f"the game waits for {waits}"
            )
        if len(fitting) > 1:
            raise Invalid(f"{type(action).label()}: say for which side, {' or '.join(ask.side for ask in fitting)}")
        return fitting[0]

    async def _flow(self, action: Action | None, ask: Ask | None, *, first: bool = False) -> None:
        """Do an action at a step (at the start: the prologue), then go on to the next decision."""
        if action is not None and ask is not None:
            await perform(self.game, action, ask)
        elif first:
            await self.game.hooks(CoreHooks).set_up(self.game)
            if self.prologue is not None:
                await self.prologue(self.game)
        await flow(self.game)

    def _work(self, ply: Ply, procedure: Coroutine[Any, Any, None] | None, answer: Any = None) -> Ply:
        """Work out one ply and keep it; on any failure the position is what it was before."""
        self.in_doubt = True
        before = (self._prompt, self._answers)
        if procedure is not None:
            self._procedure = procedure
            answer = None
        self._throws, self._recorded = [], ()
        if isinstance(ply.action, EnterThrow) and before[0] is not None and before[0].purpose == "dice":
            throw = self._wanted
            self._throws.append(throw.with_faces(ply.action.faces))
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
        self.in_doubt = False
        return ply

    def _finish(self, ply: Ply) -> None:
        """Take down what the ply did; raises ``Broken`` for a breach of contract that a module has hushed up."""
        state, notes = self.game.state, self.game.notes
        changes = state.take()
        ply.contents = PlyContents(ply.action, tuple(self._throws), changes, tuple(notes))
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
        self.game.unasked = []
        gate.queries, gate.offence = 0, None
        self.compare()
        gate.open = True
        try:
            request = procedure.send(answer)
            while True:
                if type(request) is GameRequest:
                    reply: Any = self.game
                elif type(request) is DiceRequest:
                    reply = self._outcome(request.throw, ply)
                    if reply is None:
                        about = Dice(request.throw.count, request.throw.sides)
                        self._wanted = request.throw
                        ask = Ask(TABLE, (EnterThrow,), request.throw.why, request.throw.rule, about)
                        self._prompt = Prompt((ask,), "dice")
                        return
                elif type(request) is PromptRequest:
                    self._prompt = self._check_sides(request.prompt)
                    return
                else:
                    raise Broken(f"a procedure awaited {request!r}; it may await only what sandtable.engine offers")
                request = procedure.send(reply)
        except StopIteration:
            self._procedure = None
        finally:
            gate.open = False

    def _check_sides(self, prompt: Prompt) -> Prompt:
        for ask in prompt.asks:
            if ask.side not in self.game[Side]:
                raise Broken(
                    f"{ask.why or 'a question'} ({ask.rule}): {unknown('side', ask.side, self.game[Side].ids())}"
                )
        return prompt

    def _outcome(self, throw: Throw, ply: Ply) -> Outcome | None:
        nth = len(self._throws)
        dice = f"{throw.count}d{throw.sides}"
        if nth < len(self._recorded):
            known = self._recorded[nth]
            if known.dice != dice:
                raise Broken(
                    f"worked out again, ply {ply.id} throws {dice} ({throw.why}) "
                    f"where it threw {known.dice} ({known.why})"
                )
            self._throws.append(known)
            return known.faces
        if self._recorded or ply.id in self.journal.plies:
            if ply.awaiting == "dice":
                return None
            raise Broken(
                f"worked out again, ply {ply.id} throws {dice} ({throw.why}) where it threw no more: "
                "a module asks chance elsewhere"
            )
        faces = self.source.throw(throw, ply.id, nth)
        if faces is not None:
            self._throws.append(throw.with_faces(faces))
        return faces

    # -- what is done beside the rules of play

    @certain
    def table(self, says: str, act: Callable[[RunningGame], object], seat: str = "") -> Ply:
        """Do something that is not part of the rules of play, as a ply of its own."""
        if self.game.frame.step:  # at the very beginning nothing is asked
            self.prompt  # noqa: B018  # a live procedure must be whole before rows change under it
        self.in_doubt = True
        ply = self.journal.next("table", seat=seat, summary=says, epoch=self.epoch)
        try:
            self._act_for_table(ply, act)
        except SandtableError:
            self.in_doubt = False
            raise
        self.journal.add(ply)
        if self._procedure is None:
            self._prompt = None
        self.in_doubt = False
        return ply

    def _act_for_table(self, ply: Ply, act: Callable[[RunningGame], object]) -> None:
        state, prompt = self.game.state, self._prompt

        def take_back() -> None:
            state.mend()
            state.revert((*ply.changes, *state.take()))
            state.gate.offence = None
            self.game.notes = []

        self._throws = []
        state.gate.queries, state.gate.offence = 0, None
        state.gate.open = True
        try:
            act(self.game)
            self._finish(ply)
            ply.awaiting = "" if prompt is None else prompt.purpose
            state.gate.open = False
            self.sink.ply(ply)
        except BaseException as error:
            undo_failed(error, take_back)
            raise
        finally:
            state.gate.open = False

    # -- the position worked out again

    def walk(self, back: list[Ply], forth: list[Ply]) -> None:
        """Take plies back and do others again; where one of them cannot have been played nothing has moved."""
        state, done = self.game.state, 0
        try:
            for ply in back:
                state.revert(ply.changes)
                done += 1
            for ply in forth:
                state.reapply(ply.changes)
                done += 1
        except BaseException as error:
            undo_failed(error, lambda: self.walk(forth[: max(0, done - len(back))][::-1], back[:done][::-1]))
            raise

    def _rebuild(self) -> None:
        """Work the plies since the last save point out again, so that their procedure is alive and asks."""
        self._in_step = True
        since = self.journal.since_save_point()
        if not since:
            return
        self.in_doubt = True
        try:
            self._work_out(since)
        except SandtableError:
            self.in_doubt = False
            raise
        self.in_doubt = False

    def _work_out(self, since: list[Ply]) -> None:
        try:
            self.walk(since[::-1], [])
        except BaseException:
            self.forget()
            raise
        done = 0
        try:
            for ply in since:
                self.rerun(ply)
                done += 1
        except BaseException as error:
            undo_failed(error, lambda: self._left_off(since[done:]))
            raise

    def _left_off(self, rest: list[Ply]) -> None:
        """Go on to the position after plies that cannot be worked out again."""
        self.game.state.revert(self.game.state.take())
        for ply in rest:
            self.game.state.reapply(ply.changes)
        self.forget()

    def rerun(self, ply: Ply) -> None:
        """Work a kept ply out again at the position before it; it must throw and change the same."""
        state = self.game.state
        if ply.kind == "table":
            state.reapply(ply.changes)
            if self._procedure is None:
                self._prompt = None
            return
        if ply.kind == "sealed":
            sealed = cast("Prompt", self._open_prompt())
            self._answers = {side: action for side, action in self._answers.items() if side != ply.side}
            if ply.action is not None:
                self._answers[ply.side] = ply.action
            self._prompt = sealed.without(ply.side) if ply.action is not None else sealed.reopen_for(ply.side)
            return
        prompt = None if ply.kind == "start" else self._open_prompt()
        answer: Any = ply.action
        if prompt is None or prompt.purpose == "step":
            if prompt is not None and ply.action is None:
                raise Broken(f"ply {ply.id} ({ply.says}) holds an action that no module here brings")
            ask = None if prompt is None else self._find_ask(prompt, cast("Action", ply.action), ply.side)
            self._procedure = self._flow(ply.action, ask, first=ply.kind == "start" and is_first(ply.before))
            answer = None
        elif prompt.purpose == "sealed":
            answers = {**self._answers, ply.side: cast("Action", ply.action)}
            answer = {one.side: answers[one.side] for one in prompt.asks}
        self._throws, self._recorded = [], ply.throws
        if isinstance(ply.action, EnterThrow) and prompt is not None and prompt.purpose == "dice":
            self._throws.append(ply.throws[0])
            answer = ply.action.faces
        again = Ply(ply.id, ply.parent, ply.kind, awaiting=ply.awaiting, summary=ply.says)
        try:
            self._run(again, answer)
            self._finish(again)
        except SandtableError:
            if state.seals is not None and not state.seals.whole():
                state.mend()
            state.revert((*again.changes, *state.take()))
            state.gate.offence = None
            self.game.notes = []
            raise
        if _outcome_of(again) != _outcome_of(ply):
            state.revert(again.changes)
            differs = _difference(again, ply, self._otherwise(ply))
            raise Broken(f"worked out again, ply {ply.id} ({ply.says or 'the start'}) {differs}")

    def _otherwise(self, ply: Ply) -> str:
        """Say why a ply may come out otherwise: by other rules than it was played under, or by an unsound one."""
        known = ply.epoch < len(self.journal.epochs)
        if changed := changed_since(self, ply.epoch) if known else []:
            more = f" and {len(changed) - TOLD} more" if len(changed) > TOLD else ""
            return f"the rules have changed since it was played ({'; '.join(changed[:TOLD])}{more})"
        return "a module asks time, chance or the order of a set"


def _close(procedure: Coroutine[Any, Any, None]) -> None:
    """Close an abandoned procedure; what its ``finally`` blocks try to write is refused by the closed gate."""
    with Trial():
        procedure.close()


def _outcome_of(ply: Ply) -> tuple[object, ...]:
    """Return what a ply must come to again; the words of the log and what they cite may have been mended since."""
    return ply.changes, ply.throws, [note.sides for note in ply.notes], ply.is_save_point, ply.awaiting


def _difference(again: Ply, kept: Ply, why: str) -> str:
    if again.throws != kept.throws:
        return f"throws {len(again.throws)} times where it threw {len(kept.throws)} times: {why}"
    for new, old in zip(again.changes, kept.changes, strict=False):
        if new != old:
            return f"changes {new.kind.__name__} {new.id} otherwise: {why}"
    if (again.is_save_point, again.awaiting) != (kept.is_save_point, kept.awaiting):
        waits, waited = again.awaiting or "nothing", kept.awaiting or "nothing"
        return f"waits for {waits} where it waited for {waited}: {why}"
    if again.changes == kept.changes:
        return f"writes another log: {why}"
    return f"makes {len(again.changes)} changes where it made {len(kept.changes)}: {why}"
