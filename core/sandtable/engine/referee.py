"""The referee: works out actions as plies, keeps the journal, moves along it.

One object plays one campaign. Nothing else opens the gate, sends outcomes or answers to procedures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from sandtable.engine import changes
from sandtable.engine.actions import Action, Ask, EnterThrow, Prompt, Verdict
from sandtable.engine.chance import Outcome, Seeded, Source, Throw, Thrown
from sandtable.engine.compiled import raised
from sandtable.engine.council import Council
from sandtable.engine.errors import Broken, Illegal, Invalid, SandtableError, Stale, unknown
from sandtable.engine.flow import flow, has_offers, step_prompt
from sandtable.engine.game import Game
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.journal import ROOT, Journal, Nowhere, Ply, Sink
from sandtable.engine.log import read
from sandtable.engine.offers import Offer, offers
from sandtable.engine.options import Choices
from sandtable.engine.procedures import Asked, TheGame, Wanted, perform
from sandtable.engine.rows import Proposal, Side
from sandtable.engine.setup import laid_out
from sandtable.engine.state import Row, State

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable

    from sandtable.engine.family import Family
    from sandtable.engine.journal import Epoch

TakeBack = Literal["free", "agree", "never"]
TABLE = ""
"""The side of a prompt that anybody at the table may answer (dice to be entered)."""


class Refused(Illegal):
    """The action is not legal; ``reasons`` holds every refusal."""

    def __init__(self, action: Action, reasons: Verdict) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.action, self.reasons = action, reasons


class Referee(Council):
    """A campaign being played: the position, the journal, the prompt that is open.

    ``game`` is the true position; show a seat only ``seen_by(seat)``. ``source`` gives outcomes,
    ``take_back`` is the campaign's rule for going back past a throw, a reveal or another seat's decision.
    """

    def __init__(
        self,
        family: Family,
        state: State,
        *,
        source: Source | None = None,
        take_back: TakeBack = "free",
        sink: Sink | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.family = family
        self.game = Game(family, state)
        self.source: Source = source or Seeded("0")
        self.take_back: TakeBack = take_back
        self.sink: Sink = sink or Nowhere()
        self.journal = journal or Journal()
        self.epoch = len(self.journal.epochs) - 1
        self._procedure: Coroutine[Any, Any, None] | None = None
        self._prompt: Prompt | None = None
        self._answers: dict[str, Action] = {}
        self._in_step = True
        self._failed: list[tuple[int, Action, str]] = []
        self._throws: list[Thrown] = []
        self._recorded: tuple[Thrown, ...] = ()
        self._wanted = Throw(1, 6, "", "")
        self.prologue: Callable[[Game], Awaitable[None]] | None = None

    # -- beginning

    @classmethod
    def begin(
        cls,
        family: Family,
        rows: Iterable[Row],
        choices: Choices | None = None,
        *,
        source: Source | None = None,
        take_back: TakeBack = "free",
    ) -> Referee:
        """Set up a campaign: its rows, its options, one seat for all when the rows name none.

        The first ply (``start``) is not played yet: call ``open()``, after giving the referee its sink.
        """
        return cls(family, laid_out(family, rows, choices or Choices()), source=source, take_back=take_back)

    def open(self) -> Referee:
        """Play the first ply: the sequence up to the first decision."""
        if self.journal.serial == 1:
            self.journal.start = self.game.state.hash
            self._work(self.journal.next("start", epoch=self.epoch), self._flow(None, None, first=True))
        return self

    def resumes(self) -> None:
        """Take up play at the journal's head: a procedure that was alive there is worked out again when wanted."""
        self._forget()
        self.epoch = len(self.journal.epochs) - 1

    # -- what is asked

    @property
    def prompt(self) -> Prompt | None:
        """What the game waits for, ``None`` when it is over."""
        if not self._in_step:
            self._rebuild()
        if self._prompt is None and self._procedure is None:
            self._prompt = step_prompt(self.game)
        return self._prompt

    def offers(self, seat: str | None = None) -> list[Offer]:
        """Return what a seat may do now (``None``: every seat), computed from what that seat can see."""
        prompt = self.prompt
        if prompt is None:
            return []
        found: list[Offer] = []
        for ask in prompt.open:
            if seat is None or ask.side == TABLE or self.game.seat_of(ask.side) == seat:
                found += offers(self.view(ask.side), ask)
        return found

    def view(self, side: str) -> Game:
        """Return the game as the seat that answers for ``side`` sees it."""
        return self.game.sight(side) if side != TABLE else self.game.seen(frozenset())

    def seen_by(self, seat: str) -> Game:
        """Return the game as a seat sees it."""
        return self.game.seen_by(seat)

    def ask_for(self, action: Action, side: str | None = None) -> Ask:
        """Return the open question that an action answers; raises ``Stale`` when there is none."""
        prompt = self.prompt
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

    def verdict(self, action: Action, side: str | None = None) -> Verdict:
        """Return all reasons against an action in the eyes of the side that would do it; legal means none."""
        ask = self.ask_for(action, side)
        return self._reasons(self.view(ask.side), action, ask)

    def _reasons(self, game: Game, action: Action, ask: Ask) -> Verdict:
        """Return the reasons of the rules; without any, what in the action was not on offer."""
        view = self.view(ask.side)
        drawn = view.drawn == (action, ask.side, view.state.version)
        astray = [] if drawn else Offer(view, ask, type(action)).astray(action)
        try:
            return [] if not astray and game.allows(action, ask) else game.verdict(action, ask) or astray
        except SandtableError:
            if astray:  # rules need not bear what nobody was offered
                return astray
            raise

    # -- playing

    def play(self, action: Action, side: str | None = None, *, overruled: bool = False) -> Ply:
        """Answer the prompt with an action, and go on to the next prompt.

        Raises ``Refused`` with all reasons of the true position, ``Stale`` for an answer to no open question,
        ``Invalid`` for a malformed action, ``Broken`` naming the module when one fails. After any of them
        the position is what it was.
        """
        ask = self.ask_for(action, side)
        action = self._whole(action)
        if not overruled and (reasons := self._reasons(self.game, action, ask)):
            raise Refused(action, reasons)
        ply = self._new_ply("answer", action, ask)
        ply.overruled = overruled
        prompt = self._prompt
        assert prompt is not None  # there is a question, or ask_for had raised
        if prompt.purpose == "sealed":
            return self._sealed(ply, prompt, action, ask)
        if self._procedure is None:
            return self._work(ply, self._flow(action, ask))
        return self._work(ply, None, action.faces if isinstance(action, EnterThrow) else action)

    def _whole(self, action: Action) -> Action:
        """Return the action as the journal will give it back; raises ``Invalid`` for values of the wrong type."""
        try:
            return msgspec.convert(msgspec.to_builtins(action), type(action))
        except (msgspec.ValidationError, TypeError) as error:
            raise Invalid(f"{type(action).label()} is malformed: {error}") from None

    def _new_ply(self, kind: Literal["answer", "sealed"], action: Action, ask: Ask) -> Ply:
        serial = self.journal.serial
        if self._failed:
            kept = [
                serial
                for serial, *choice in self._failed
                if choice == [action, ask.side] and serial >= self.journal.serial
            ]
            serial = kept[0] if kept else max(serial, self._unthrown())  # another choice after a failure throws anew
        seat = self.game.seat_of(ask.side) or ""
        try:
            told = "" if type(action).says is Action.says else action.says(self.view(ask.side))
        except (Exception, SystemExit) as error:
            raise raised(error, type(action).__module__, f"{type(action).__name__}.says") from error
        ply = self.journal.next(kind, seat=seat, side=ask.side, told=told, epoch=self.epoch)
        ply.id, ply.action = serial, action
        return ply

    def _leave_failures(self) -> None:
        """Go on: plies that failed here keep their serials, for they have shown their throws."""
        if self._failed:
            self.journal.serial, self._failed = max(self.journal.serial, self._unthrown()), []

    def _unthrown(self) -> int:
        """Return the first serial past those of plies that failed here and have shown their throws."""
        return max((serial + 1 for serial, *_ in self._failed), default=0)

    def _sealed(self, ply: Ply, prompt: Prompt, action: Action, ask: Ask) -> Ply:
        answers = {**self._answers, ask.side: action}
        if len(answers) == len(prompt.asks):
            waiting = self._sealed_before()
            ply.reveals = waiting[0].id if waiting else ply.id
            in_order = {one.side: answers[one.side] for one in prompt.asks}
            return self._work(ply, None, in_order)
        ply.kind, ply.told = "sealed", f"{ask.side} has answered"
        return self._seal(ply, prompt.without(ask.side), answers)

    def _seal(self, ply: Ply, prompt: Prompt, answers: dict[str, Action]) -> Ply:
        """Keep a ply that changes nothing but what waits sealed."""
        ply.rests, ply.waits = False, "sealed"
        self.sink.ply(ply)
        self._prompt, self._answers = prompt, answers
        self.journal.add(ply)
        return ply

    def withdraw(self, side: str) -> Ply:
        """Take a side's sealed answer back, whoever has answered since; raises ``Stale`` when none of its waits."""
        prompt = self.prompt
        if prompt is None or side not in prompt.answered:
            raise Stale(f"no sealed answer of {side} waits: there is nothing to withdraw")
        answers = {other: action for other, action in self._answers.items() if other != side}
        seat, says = self.game.seat_of(side) or "", f"{side} withdraws its answer"
        ply = self.journal.next("sealed", seat=seat, side=side, told=says, epoch=self.epoch)
        return self._seal(ply, prompt.reopened(side), answers)

    def _sealed_before(self) -> list[Ply]:
        """Return the waiting sealed answers at the head, oldest first."""
        waiting: list[Ply] = []
        for ply in reversed(self.journal.since_save_point()):
            if ply.kind == "sealed":
                waiting.append(ply)
            elif ply.kind != "table":
                break
        return waiting[::-1]

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
        before = (self._prompt, self._answers)
        if procedure is not None:
            self._procedure = procedure
            answer = None
        self._throws, self._recorded = [], ()
        if isinstance(ply.action, EnterThrow) and before[0] is not None and before[0].purpose == "dice":
            throw = self._wanted
            self._throws.append(throw.thrown(ply.action.faces))
        try:
            self._run(ply, answer)
            self._finish(ply)
            self.sink.ply(ply)
        except BaseException as error:
            self._abandon(ply, error)
            raise
        self._leave_failures()
        self.journal.add(ply)
        return ply

    def _finish(self, ply: Ply) -> None:
        """Take down what the ply did; raises ``Broken`` for a breach of contract that a module has hushed up."""
        state = self.game.state
        ply.changes = state.take()
        ply.throws = tuple(self._throws)
        ply.notes, self.game.notes = tuple(self.game.notes), []
        if state.gate.offence is not None:
            raise state.gate.offence
        referred = state.schema.referred
        for change in ply.changes:
            if change.new is None and change.kind in referred and (dangling := state.dangling()):
                raise Broken(f"after {ply.says or 'the start'}: {dangling[0]}")
        ply.rests = self._procedure is None
        ply.waits = "" if self._prompt is None else self._prompt.purpose

    def _abandon(self, ply: Ply, error: BaseException) -> None:
        state = self.game.state
        state.revert((*ply.changes, *state.take()))
        state.gate.offence = None
        state.gate.queries = 0
        self.game.notes = []
        if ply.action is not None:
            self._failed.append((ply.id, ply.action, ply.side))
        self._forget()

    def _forget(self) -> None:
        """Drop the live procedure and the prompt; they are worked out again when wanted."""
        procedure, self._procedure = self._procedure, None
        self._prompt, self._answers, self._in_step = None, {}, False
        if procedure is not None:
            _close(procedure)

    def _run(self, ply: Ply, answer: Any) -> None:
        """Drive the procedure to the next prompt or its end, with the gate open."""
        procedure = self._procedure
        assert procedure is not None
        gate = self.game.gate
        self._prompt, self._answers = None, {}
        self.game.pieces_of_work = 0
        gate.open = True
        try:
            request = procedure.send(answer)
            while True:
                if type(request) is TheGame:
                    reply: Any = self.game
                elif type(request) is Wanted:
                    reply = self._outcome(request.throw, ply)
                    if reply is None:
                        about = (request.throw.count, request.throw.sides)
                        self._wanted = request.throw
                        ask = Ask(TABLE, (EnterThrow,), request.throw.why, request.throw.rule, about)
                        self._prompt = Prompt((ask,), "dice")
                        return
                elif type(request) is Asked:
                    self._prompt = self._checked(request.prompt)
                    return
                else:
                    raise Broken(
                        f"a procedure awaited {request!r}; it may await only what sandtable.engine.procedures offers"
                    )
                request = procedure.send(reply)
        except StopIteration:
            self._procedure = None
        finally:
            gate.open = False

    def _checked(self, prompt: Prompt) -> Prompt:
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
            if ply.waits == "dice":
                return None
            raise Broken(
                f"worked out again, ply {ply.id} throws {dice} ({throw.why}) where it threw no more: "
                "a module asks chance elsewhere"
            )
        faces = self.source.throw(throw, ply.id, nth)
        if faces is not None:
            self._throws.append(throw.thrown(faces))
        return faces

    # -- the position worked out again

    def _rebuild(self) -> None:
        """Work the plies since the last save point out again, so that their procedure is alive and asks."""
        self._in_step = True
        since = self.journal.since_save_point()
        if not since:
            return
        for ply in reversed(since):
            self.game.state.revert(ply.changes)
        done = 0
        try:
            for ply in since:
                self.rerun(ply)
                done += 1
        except BaseException:
            self.game.state.revert(self.game.state.take())
            for ply in since[done:]:
                self.game.state.reapply(ply.changes)
            self._forget()
            raise

    def rerun(self, ply: Ply) -> None:
        """Work a kept ply out again at the position before it; it must throw and change the same."""
        state = self.game.state
        if ply.kind == "table":
            state.reapply(ply.changes)
            if self._procedure is None:
                self._prompt = None
            return
        if ply.kind == "sealed":
            sealed = cast("Prompt", self.prompt)
            self._answers = {side: action for side, action in self._answers.items() if side != ply.side}
            if ply.action is not None:
                self._answers[ply.side] = ply.action
            self._prompt = sealed.without(ply.side) if ply.action is not None else sealed.reopened(ply.side)
            return
        prompt = None if ply.kind == "start" else self.prompt
        answer: Any = ply.action
        if prompt is None or prompt.purpose == "step":
            ask = None if prompt is None else self.ask_for(cast("Action", ply.action), ply.side)
            self._procedure = self._flow(ply.action, ask, first=ply.parent == ROOT)
            answer = None
        elif prompt.purpose == "sealed":
            answers = {**self._answers, ply.side: cast("Action", ply.action)}
            answer = {one.side: answers[one.side] for one in prompt.asks}
        self._throws, self._recorded = [], ply.throws
        if isinstance(ply.action, EnterThrow) and prompt is not None and prompt.purpose == "dice":
            self._throws.append(ply.throws[0])
            answer = ply.action.faces
        again = Ply(ply.id, ply.parent, ply.kind, waits=ply.waits, told=ply.says)
        try:
            self._run(again, answer)
            self._finish(again)
        except SandtableError:
            state.revert((*again.changes, *state.take()))
            state.gate.offence = None
            self.game.notes = []
            raise
        if any(getattr(again, what) != getattr(ply, what) for what in ("changes", "throws", "notes", "rests", "waits")):
            state.revert(again.changes)
            raise Broken(f"worked out again, ply {ply.id} ({ply.says or 'the start'}) {_difference(again, ply)}")

    # -- moving along the journal

    def undo(self, seat: str | None = None, *, agreed: bool = False) -> Ply:
        """Take back the ply at the head; returns it.

        Raises ``Illegal`` when the campaign's take-back rule forbids it, or wants everybody's agreement and
        ``agreed`` is not set. Sealed answers that have been revealed go back as one.
        """
        ply = self.journal.at
        if ply is None or ply.parent == ROOT:
            raise Illegal("there is nothing to take back")
        first = self.journal[ply.reveals] if ply.reveals else self.journal[ply.parent] if ply.kind == "start" else ply
        if first.parent == ROOT:
            raise Illegal("there is nothing to take back")
        before = self._started(first.parent)
        self._may_go_back(before, seat, agreed)
        self._move(before)
        return ply

    def _may_go_back(self, to: int, seat: str | None, agreed: bool) -> None:
        if self.take_back == "free":
            return
        for ply in self.journal.way(to)[0]:
            past = (
                "a throw" if ply.throws
                else "an answer that has been revealed" if ply.reveals
                else f"a decision of {ply.seat}" if seat is not None and ply.seat not in ("", seat)
                else ""
            )  # fmt: skip
            if not past:
                continue
            told = ", ".join(
                deed.says for deed in read(self.journal, ply, self.game.sides_of(seat) if seat else ()).deeds
            )
            where = f"{past} (ply {ply.id}{': ' + told if told else ''})"
            if self.take_back == "never":
                raise Illegal(f"this campaign takes nothing back past {where}")
            if not agreed:
                raise Illegal(f"taking back past {where} needs everybody's agreement")

    def redo(self) -> Ply:
        """Go forward again the way last taken; returns the ply now at the head."""
        child = self.journal.redo_of(self.journal.head)
        if child is None:
            raise Illegal("there is nothing to redo")
        last = self._started(self._whole_reveal(child))
        self._move(last)
        return self.journal[last]

    def _whole_reveal(self, id: int) -> int:
        """Go down to the last of a revealed set of sealed answers, or stay where the set is still waiting."""
        at = id
        if self.journal[id].kind != "sealed":
            return id
        while self.journal[at].kind in ("sealed", "table") and (child := self.journal.redo_of(at)) is not None:
            at = child
        return at if self.journal[at].reveals else id

    def _started(self, id: int) -> int:
        """Return the ply in which play went on by itself after ``id``, if there is one; else ``id``."""
        below = self.journal.children[id]
        return below[0] if id != ROOT and below and self.journal[below[0]].kind == "start" else id

    def _before_reveal(self, id: int) -> int:
        """Return the ply before the sealed answers among which ``id`` stands once they are revealed; else ``id``."""
        first, at = None, self.journal.plies.get(id)
        while at is not None and at.kind in ("sealed", "table"):
            first = at if at.kind == "sealed" else first
            at = self.journal.plies.get(at.parent)
        below = [first.id] if first is not None else []
        while first is not None and below:
            ply = self.journal[below.pop()]
            if ply.reveals:
                return first.parent
            if ply.kind in ("sealed", "table"):
                below += self.journal.children[ply.id]
        return id

    def goto(self, id: int, seat: str | None = None, *, agreed: bool = False) -> None:
        """Move to any ply of the tree (0: before the first); going back follows the take-back rule.

        To a sealed answer that has been revealed means to the question: the set goes back as one.
        """
        if id != ROOT:
            id = self._before_reveal(self.journal[id].id)
        elif self.journal.plies:
            id = 1
        id = self._started(id)
        self._may_go_back(id, seat, agreed)
        self._move(id)

    def _move(self, id: int) -> None:
        self.sink.head(id)
        back, forth = self.journal.way(id)
        for ply in back:
            self.game.state.revert(ply.changes)
        for ply in forth:
            self.game.state.reapply(ply.changes)
        self.journal.move(id)
        self._leave_failures()
        self._forget()

    # -- what the table does

    def table(self, says: str, act: Callable[[Game], None], seat: str = "") -> Ply:
        """Do something that is not part of the rules of play, as a ply of its own."""
        if self.game.frame.step:  # at the very beginning nothing is asked
            self.prompt  # noqa: B018  # a live procedure must be whole before rows change under it
        ply = self.journal.next("table", seat=seat, told=says, epoch=self.epoch)
        state = self.game.state
        alive = (self._prompt, self._answers)
        state.gate.open = True
        try:
            act(self.game)
        except BaseException:
            state.revert(state.take())
            state.gate.offence = None
            self.game.notes = []
            raise
        finally:
            state.gate.open = False
        self._throws = []
        try:
            self._finish(ply)
            ply.waits = "" if alive[0] is None else alive[0].purpose
            self.sink.ply(ply)
        except BaseException:
            state.revert((*ply.changes, *state.take()))
            state.gate.offence = None
            raise
        self.journal.add(ply)
        if self._procedure is None:
            self._prompt = None
        return ply

    def without(self, module: str) -> Ply:
        """Go on without a module that has failed, from the last save point, by agreement of the table.

        Where its step is gone, or nothing is left to decide at it, play goes on by itself in a ply of its own.
        Raises ``Illegal`` for a module of the base game, ``Invalid`` for one that other options need.
        """
        if module not in self.family.options or module not in self.game.rulebook.choices.on:
            raise Illegal(f"{module} is no option in force; the game cannot go on without it")
        head, since = self.journal.head, self.journal.since_save_point()
        wanted = self.game.rulebook.choices
        if since and since[0].kind == "start" and since[0].parent != ROOT:
            self._move(self.journal[since[0].parent].parent)  # the table has gone on without another one here
        elif since:
            self._move(since[0].parent)
            wanted = self.game.rulebook.choices
        old = self.game.rulebook
        parameters = {key: values for key, values in wanted.parameters.items() if key != module}
        choices = Choices(wanted.on - {module}, parameters, tuple(pair for pair in wanted.order if module not in pair))
        try:
            changes.check_options(self.family, choices)
        except Invalid:
            self._move(head)
            raise

        def act(game: Game) -> None:
            changes.in_force(game, choices)
            changes.reanchor(game, old, game.rulebook)
            for proposal in list(game[Proposal]):
                if proposal.what == "options" and module in proposal.data["on"]:
                    game.remove(proposal)  # or what was agreed before would bring it back

        ply = self.table(f"the table goes on without {module}", act)
        frame = self.game.frame
        if self.game.ended or (frame.stage == "open" and has_offers(self.game, frame)):
            return ply
        try:
            return self._work(self.journal.next("start", epoch=self.epoch), self._flow(None, None))
        except BaseException:
            self._move(ply.parent)
            raise

    def accept_rules(self, epoch: Epoch) -> None:
        """Go on under changed rules: a new epoch."""
        self.sink.epoch(epoch)
        self.journal.epochs.append(epoch)
        self.epoch = len(self.journal.epochs) - 1

    # -- copies

    def sandbox(self, source: Source) -> Referee:
        """Return a copy to try things in: same position, chance of its own, nothing kept."""
        journal = Journal(self.journal.start)
        journal.plies, journal.children = (
            dict(self.journal.plies),
            {k: list(v) for k, v in self.journal.children.items()},
        )
        journal.last_child, journal.head, journal.serial = (
            dict(self.journal.last_child),
            self.journal.head,
            self.journal.serial,
        )
        journal.epochs = list(self.journal.epochs)
        twin = Referee(self.family, self.game.state.clone(), source=source, journal=journal)
        twin._in_step = False
        return twin


def _close(procedure: Coroutine[Any, Any, None]) -> None:
    """Close an abandoned procedure; what its ``finally`` blocks try to write is refused by the closed gate."""
    try:
        procedure.close()
    except (SandtableError, RuntimeError):
        return


def _difference(again: Ply, kept: Ply) -> str:
    if again.throws != kept.throws:
        return f"throws {len(again.throws)} times where it threw {len(kept.throws)} times"
    for new, old in zip(again.changes, kept.changes, strict=False):
        if new != old:
            return f"changes {new.kind.__name__} {new.id} otherwise: a module asks time, chance or the order of a set"
    if (again.rests, again.waits) != (kept.rests, kept.waits):
        waits, waited = again.waits or "nothing", kept.waits or "nothing"
        return f"waits for {waits} where it waited for {waited}: a module asks time or chance"
    if again.changes == kept.changes:
        return "writes another log: a module asks time, chance or the order of a set"
    return f"makes {len(again.changes)} changes where it made {len(kept.changes)}"
