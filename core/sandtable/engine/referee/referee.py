"""The referee: judges answers, plays them as plies, lets the table act.

One object plays one campaign.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import msgspec

from sandtable.engine.actions.actions import Action, Ask, describe_action
from sandtable.engine.actions.prompts import Prompt
from sandtable.engine.actions.refusals import Verdict
from sandtable.engine.errors import Elsewhere, Illegal, Invalid, SandtableError, Stale
from sandtable.engine.journal.journal import ROOT, ChangeDocument, Journal, Ply, PlyContents, Sink, is_first
from sandtable.engine.referee.certainty import certain
from sandtable.engine.referee.council import Council
from sandtable.engine.referee.gate_watch import GateWatch
from sandtable.engine.referee.history import History, TakeBack
from sandtable.engine.referee.open_questions import find_ask
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.reworking import Reworker
from sandtable.engine.referee.setup import lay_out
from sandtable.engine.rules.options import Choices
from sandtable.engine.running import switching
from sandtable.engine.running.chance import DiceSource, ScriptedDice
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.engine.running.flow import has_offers
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.in_flight import drop
from sandtable.engine.running.offers import Offer, offers
from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Proposal
from sandtable.engine.state.seals import BehindTheGate
from sandtable.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.journal.journal import Epoch
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.boards import Board


class Refused(Illegal):
    """The action is not legal; ``reasons`` holds every refusal."""

    def __init__(self, action: Action, reasons: Verdict) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.action, self.reasons = action, reasons


class Referee(Reworker):
    """A campaign being played: the position, the journal, the prompt that is open.

    ``game`` is the true position; show a seat only ``seen_by(seat)``. ``source`` gives outcomes,
    ``take_back`` is the campaign's rule for going back past a throw, a reveal or another seat's decision.
    """

    def __init__(
        self,
        family: InstalledGame,
        state: State,
        *,
        source: DiceSource | None = None,
        take_back: TakeBack = "free",
        sink: Sink | None = None,
        journal: Journal | None = None,
    ) -> None:
        super().__init__(family, state, source=source, sink=sink, journal=journal)
        self.take_back: TakeBack = take_back

    @property
    def history(self) -> History:
        """Undo, redo, go-to."""
        return History(self, self.take_back)

    @property
    def council(self) -> Council:
        """Proposals, agreement, overruling, standing answers."""
        return Council(self, self.play)

    # -- beginning

    @classmethod
    def begin(
        cls,
        family: InstalledGame,
        rows: Iterable[Row],
        choices: Choices | None = None,
        *,
        source: DiceSource | None = None,
        take_back: TakeBack = "free",
        over: State | None = None,
        board: Board | None = None,
    ) -> Referee:
        """Set up a campaign: its rows, its options, one seat for all when the rows name none.

        ``over`` is a position the rows are laid on: those of an id take the place of its own. ``board`` is the map
        that it is played on, if it is played on one.

        The first ply (``start``) is not played yet: call ``open()``, after giving the referee its sink.
        """
        state = lay_out(family, rows, choices or Choices(), over, board)
        return cls(family, state, source=source, take_back=take_back)

    @certain
    def open(self) -> Referee:
        """Play the first ply: the sequence up to the first decision."""
        if self.journal.serial == 1:
            self.journal.start = self.game.state.hash
            self.starts()
        return self

    @certain
    def starts(self) -> Ply:
        """Let play go on by itself from the head, in a ply of its own; before all others the set-up."""
        procedure = self._flow(None, None, first=is_first(self.journal.at))
        return self._work(self.journal.next("start", epoch=self.epoch), procedure)

    def resumes(self) -> None:
        """Take up play at the journal's head: a procedure that was alive there is worked out again when wanted."""
        self.forget()
        self.epoch = len(self.journal.epochs) - 1

    # -- what is asked

    @certain
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

    @certain
    def seen_by(self, seat: str) -> RunningGame:
        """Return the game as a seat sees it."""
        return self.game.seen_by(seat)

    @certain
    def verdict(self, action: Action, side: str | None = None) -> Verdict:
        """Return all reasons against an action in the eyes of the side that would do it; legal means none."""
        ask = self.ask_for(action, side)
        return self._reasons(self.view(ask.side), action, ask)

    def _reasons(self, game: RunningGame, action: Action, ask: Ask) -> Verdict:
        """Return the reasons of the rules, those on the steps of its way too; without any, what was not on offer."""
        if game.has_just_allowed(action, ask):
            return []
        view = self._sight(ask.side)
        offer = Offer(view, ask, type(action))
        astray = [] if view.has_just_allowed(action, ask) else offer.astray(action)
        try:
            if not astray and game.allows(action, ask):
                return []
            said = game.verdict(action, ask)
            on_steps = offer.against_steps(action) if said and astray else astray
            return [*said, *(one for one in on_steps if one not in said)]
        except SandtableError:
            if astray:  # rules need not bear what nobody was offered
                return astray
            raise

    # -- playing

    @certain
    def play(self, action: Action, side: str | None = None, *, overruled: bool = False, goes_with: int = 0) -> Ply:
        """Answer the prompt with an action, and go on to the next prompt.

        ``goes_with`` is the first of the answers that were given with the same word, in a ply before.

        Raises ``Refused`` with all reasons of the true position, ``Stale`` for an answer to no open question,
        ``Invalid`` for a malformed action, ``Broken`` naming the module when one fails. After any of them
        the position is what it was.
        """
        try:
            return self.attempt(action, side, overruled=overruled, goes_with=goes_with)
        except BehindTheGate as breach:
            raise self._find_offender(breach, action, side, overruled=overruled) from breach

    def _find_offender(
        self, breach: BehindTheGate, action: Action, side: str | None, *, overruled: bool
    ) -> BehindTheGate:
        """Do a ply in which rows were changed behind the gate once more, in a sandbox, and watch who does it."""
        state = self.game.state
        twin = self.sandbox(ScriptedDice(*(throw.faces for throw in self._throws.done)))
        twin.comparing = True
        twin.compare()
        assert twin.game.state.seals is not None
        with GateWatch(self.family, twin.game.state.seals) as watched, suppress(SandtableError):
            for offer in twin.offers():
                offer.some()
            twin.attempt(action, side, overruled=overruled)
        state.mend()  # the sandbox shares the rows
        return BehindTheGate(breach.rows, self.suspects, watched.found)

    def attempt(self, action: Action, side: str | None, *, overruled: bool, goes_with: int = 0) -> Ply:
        """Do as ``play`` does, without looking for who has changed rows behind the gate."""
        ask = find_ask(self.game, self._open_prompt(), action, side)
        action = self._whole(action)
        reasons = [] if overruled else self._reasons(self.game, action, ask)
        self._find_out()
        if reasons:
            raise Refused(action, reasons)
        ply = self._new_ply("answer", action, ask)
        ply.overruled, ply.goes_with = overruled, goes_with
        prompt = self._prompt
        assert prompt is not None  # there is a question, or ask_for had raised
        if prompt.purpose == "sealed":
            return self._take_sealed(ply, prompt, action, ask)
        if self._procedure is None:
            return self._work(ply, self._flow(action, ask))
        return self._work(ply, None, action.faces if isinstance(action, EnterThrow) else action)

    def _find_out(self) -> None:
        """Raise what a query has tried to do and hushed up since the last ply."""
        gate = self.game.gate
        if gate.offence is not None:
            offence, gate.offence = gate.offence, None
            raise offence

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
        told = describe_action(action, self._sight(ask.side), ask) if serial % self.every == 0 else ""
        ply = self.journal.next(kind, action, seat=seat, side=ask.side, summary=told, epoch=self.epoch)
        ply.id = serial
        return ply

    def _take_sealed(self, ply: Ply, prompt: Prompt, action: Action, ask: Ask) -> Ply:
        answers = {**self._answers, ask.side: action}
        if len(answers) == len(prompt.asks):
            waiting = self._sealed_before()
            ply.reveals_from = waiting[0].id if waiting else ply.id
            in_order = {one.side: answers[one.side] for one in prompt.asks}
            return self._work(ply, None, in_order)
        ply.kind, ply.summary = "sealed", f"{ask.side} has answered"
        return self._seal(ply, prompt.without(ask.side), answers)

    def _seal(self, ply: Ply, prompt: Prompt, answers: dict[str, Action]) -> Ply:
        """Keep a ply that changes nothing but what waits sealed."""
        self.in_doubt = True
        ply.is_save_point, ply.awaiting = False, "sealed"
        try:
            self.sink.ply(ply)
        except SandtableError:
            self.in_doubt = False
            raise
        self._prompt, self._answers = prompt, answers
        self.journal.add(ply)
        self.in_doubt = False
        return ply

    @certain
    def withdraw(self, side: str) -> Ply:
        """Take a side's sealed answer back, whoever has answered since; raises ``Stale`` when none of its waits."""
        prompt = self._open_prompt()
        if prompt is None or side not in prompt.answered:
            raise Stale(f"no sealed answer of {side} waits: there is nothing to withdraw")
        answers = {other: action for other, action in self._answers.items() if other != side}
        seat, says = self.game.seat_of(side) or "", f"{side} withdraws its answer"
        ply = self.journal.next("sealed", seat=seat, side=side, summary=says, epoch=self.epoch)
        return self._seal(ply, prompt.reopen_for(side), answers)

    def _sealed_before(self) -> list[Ply]:
        """Return the waiting sealed answers at the head, oldest first."""
        waiting: list[Ply] = []
        for ply in reversed(self.journal.since_save_point()):
            if ply.kind == "sealed":
                waiting.append(ply)
            elif ply.kind != "table":
                break
        return waiting[::-1]

    def follow(self, stand_in: Referee) -> None:
        """Go where a copy of this position has gone, back or forth, by the plies that it has worked out.

        No rule is asked. Raises ``Stale`` where something else has been done here since, and what ``play`` raises for
        its file; what was taken over before that stands.
        """
        for id in range(self.journal.serial, stand_in.journal.serial):
            if (ply := stand_in.journal.plies.get(id)) is not None:
                if ply.parent != self.journal.head:
                    self.history.move(ply.parent)
                self.take_over(ply, stand_in)
        if self.journal.head != stand_in.journal.head:
            self.history.move(stand_in.journal.head)
        self.learn_prompt(stand_in)

    # -- what the table does

    @certain
    def without(self, module: str) -> Ply:
        """Go on without a module that has failed, from the last save point, by agreement of the table.

        What it has in flight is dropped: it is not asked to settle that.
        Where its step is gone, or nothing is left to decide at it, play goes on by itself in a ply of its own.
        Raises ``Illegal`` for a module of the base game, ``Invalid`` for one that other options need.
        """
        if module not in self.family.options or module not in self.game.rulebook.choices.on:
            raise Illegal(f"{module} is not an option that is switched on: the game cannot go on without it")
        head, since = self.journal.head, self.journal.since_save_point()
        wanted = self.game.rulebook.choices
        if since and since[0].kind == "start" and since[0].parent != ROOT:
            self.history.move(self.journal[since[0].parent].parent)  # the table has gone on without another one here
        elif since:
            self.history.move(since[0].parent)
            wanted = self.game.rulebook.choices
        old = self.game.rulebook
        parameters = {key: values for key, values in wanted.parameters.items() if key != module}
        order = tuple(pair for pair in wanted.order if module not in pair)
        choices = Choices(wanted.on - {module}, parameters, order, wanted.grants)
        try:
            switching.check_options(self.family, choices)
        except Invalid:
            self.history.move(head)
            raise

        def act(game: RunningGame) -> None:
            drop(game, {module})
            switching.put_in_force(game, choices)
            switching.reanchor(game, old, game.rulebook)
            for proposal in list(game[Proposal]):
                if proposal.what == "options" and module in proposal.data["on"]:
                    game.remove(proposal)  # or what was agreed before would bring it back

        ply = self.table(f"the table goes on without “{self.family.option_title(module)}”", act)
        frame = self.game.frame
        if self.game.ended or (frame.stage == "open" and has_offers(self.game, frame)):
            return ply
        try:
            return self.starts()
        except SandtableError:
            self.history.move(ply.parent)
            raise

    @certain
    def accept_rules(self, epoch: Epoch) -> None:
        """Go on under changed rules: a new epoch."""
        self.in_doubt = True
        try:
            self.sink.epoch(epoch)
        except SandtableError:
            self.in_doubt = False
            raise
        self.journal.epochs.append(epoch)
        self.epoch = len(self.journal.epochs) - 1
        self.in_doubt = False

    @certain
    def record_upgrade(self, says: str, documents: tuple[ChangeDocument, ...]) -> Ply:
        """Keep that the position is the present one brought up to newer data; play cannot go back behind it."""
        ply = self.journal.next("table", summary=says, epoch=self.epoch)
        ply.contents = PlyContents(changes=Elsewhere(f"ply {ply.id} {says}"), documents=documents)
        ply.known_hash = self.game.state.hash
        self.sink.ply(ply)
        self.journal.add(ply)
        self.journal.base = ply.id
        return ply

    def sandbox(self, source: DiceSource) -> Referee:
        """Return a copy to try things in: same position, chance of its own, nothing kept."""
        twin = Referee(self.family, self.game.state.clone(), source=source, journal=self.journal.copy())
        twin._in_step = False
        return twin
