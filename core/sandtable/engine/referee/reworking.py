"""Plies worked out again: the position between two save points, with the procedure that is alive there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.actions.actions import Action, Ask
from sandtable.engine.actions.prompts import Prompt
from sandtable.engine.errors import Broken, SandtableError, Stale
from sandtable.engine.journal.journal import Ply, is_first
from sandtable.engine.referee.certainty import certain, undo_failed
from sandtable.engine.referee.epochs import changed_since
from sandtable.engine.referee.open_questions import find_ask
from sandtable.engine.referee.ply_runner import TABLE, PlyRunner
from sandtable.engine.referee.same_again import difference, outcome_of
from sandtable.engine.running.common_actions import EnterThrow, step_prompt
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.seals import TOLD

if TYPE_CHECKING:
    from collections.abc import Callable


class Reworker(PlyRunner):
    """Works plies out, and out again: whoever asks for the prompt finds the procedure alive that has come to it."""

    @property
    def prompt(self) -> Prompt | None:
        """What the game waits for, ``None`` when it is over."""
        if self._in_step and self._prompt is not None and not self.in_doubt:
            return self._prompt
        return self._prompt_now()

    @certain
    def _prompt_now(self) -> Prompt | None:
        return self._told_prompt or self._open_prompt()

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
        return find_ask(self.game, self.prompt, action, side)

    # -- what was worked out by a stand-in

    def stand_in_for(self, principal: Reworker) -> None:
        """Begin where another one stands whose position this is a copy of."""
        self.prologue, self.unasked = principal.prologue, dict(principal.unasked)
        self.every, self.comparing, self._failed = principal.every, principal.comparing, list(principal._failed)

    @certain
    def take_over(self, ply: Ply, stand_in: Reworker) -> None:
        """Go on after a ply that was worked out in a copy of this position; no rule is asked for it.

        Raises ``Stale`` where something else has been done here since. After any error the position is what it was.
        """
        if ply.parent != self.journal.head:
            raise Stale("something else has been done since this was begun: nothing was changed")
        state = self.game.state
        self.in_doubt = True
        try:
            state.reapply(ply.changes)  # all of them, or none
        except SandtableError:
            self.in_doubt = False
            raise
        try:
            self.sink.ply(ply)
        except BaseException as error:
            undo_failed(error, lambda: state.revert(ply.changes))
            self.in_doubt = not isinstance(error, SandtableError)
            raise
        self.forget()
        self.leave_failures()
        self.journal.add(ply)
        self.unasked[ply.id] = stand_in.unasked.get(ply.id, ())
        self.in_doubt = False

    def learn_prompt(self, stand_in: Reworker) -> None:
        """Ask what a copy has come to, where a procedure is alive there: it need not be worked out here."""
        at = self.journal.at
        if at is not None and not at.is_save_point:
            self._told_prompt = stand_in.prompt

    def learn_failures(self, stand_in: Reworker) -> None:
        """Take down the plies that have failed in a copy."""
        self._failed = list(stand_in._failed)

    # -- what is done beside the rules of play

    @certain
    def table(self, says: str, act: Callable[[RunningGame], object], seat: str = "") -> Ply:
        """Do something that is not part of the rules of play, as a ply of its own."""
        at = self.journal.at
        if self.game.frame.step or (at is not None and not at.is_save_point):  # else nothing is asked yet
            self._open_prompt()  # a live procedure must be whole before rows change under it
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

        self._throws.begin()
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
        self._in_step, self._told_prompt = True, None
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
            ask = None if prompt is None else find_ask(self.game, prompt, cast("Action", ply.action), ply.side)
            self._procedure = self._flow(ply.action, ask, first=ply.kind == "start" and is_first(ply.before))
            answer = None
        elif prompt.purpose == "sealed":
            answers = {**self._answers, ply.side: cast("Action", ply.action)}
            answer = {one.side: answers[one.side] for one in prompt.asks}
        self._throws.begin(ply.throws)
        if isinstance(ply.action, EnterThrow) and prompt is not None and prompt.purpose == "dice":
            self._throws.take(ply.throws[0])
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
        if outcome_of(again) != outcome_of(ply):
            state.revert(again.changes)
            differs = difference(again, ply, self._otherwise(ply))
            raise Broken(f"worked out again, ply {ply.id} ({ply.says or 'the start'}) {differs}")
        self.unasked[ply.id] = self.game.unasked

    def _otherwise(self, ply: Ply) -> str:
        """Say why a ply may come out otherwise: by other rules than it was played under, or by an unsound one."""
        known = ply.epoch < len(self.journal.epochs)
        if changed := changed_since(self, ply.epoch) if known else []:
            more = f" and {len(changed) - TOLD} more" if len(changed) > TOLD else ""
            return f"the rules have changed since it was played ({'; '.join(changed[:TOLD])}{more})"
        return "a module asks time, chance or the order of a set"
