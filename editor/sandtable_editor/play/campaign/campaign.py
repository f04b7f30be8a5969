"""A campaign at the window: who sits at the screen, what is asked of whom, and everything that is done to it.

All that a widget shows comes from ``view``, the game as the seat at the screen sees it; while nobody sits there it
is ``None``, and nothing is shown. Every act goes through here, so that what it raises ends in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, Protocol

from PySide6.QtCore import QObject, Signal

from sandtable.engine.errors import Broken, NeedsAgreement, SandtableError
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.referee import Refused
from sandtable.play.table import going_back
from sandtable.play.table.bot_turns import BotTurns
from sandtable.play.table.table_seats import SharedScreen, sees_otherwise
from sandtable.play.words.objections import Objection, of_refusals
from sandtable.play.words.wording import seat_title

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.table.sitting import Sitting
    from sandtable.play.table.watch import Watch

TurnState = Literal["asks", "bots", "next", "curtain", "over", "broken"]
"""``asks``: the seat at the screen is asked; ``bots`` have something to answer; ``next``: another person is asked;
``curtain``: the screen is being handed over; ``over``: the game has ended; ``broken``: a rule has failed."""


PLAYING: Final = "Something is still being worked out: wait for it, or break it off with Esc."


class PlyWorks(Protocol):
    """What works out one deed at a time, beside the window's thread."""

    @property
    def is_busy(self) -> bool: ...

    def work_out(self, work: Callable[[Referee], object], then: Callable[[BaseException | None], object]) -> None:
        """Work something out, and take it over; ``then`` hears of it, with what has gone wrong if something has."""
        ...

    def stop(self) -> None:
        """Break off what is being worked out."""
        ...


AskTable = Callable[[NeedsAgreement], object]


def _raise(error: BaseException | None) -> None:
    if error is not None:
        raise error


class Campaign(QObject, SharedScreen):
    """A campaign being played. ``changed``: position, question or who sits there is another; ``told``: a line to show.

    ``working``: something is being worked out, or no longer.
    ``closed``: its file is let go of now, and what is still open about it is to go.
    ``always``: whenever another person is asked the screen is handed over, and not only where something is hidden.
    ``alone``: one person plays for all people there are, so the screen is never handed over.
    """

    changed = Signal()
    working = Signal()
    refused = Signal(object)
    message = Signal(str)
    failed = Signal(object)
    closed = Signal()

    def __init__(self, sitting: Sitting, *, always: bool = True) -> None:
        super().__init__()
        self.sitting, self.always, self.alone = sitting, always, False
        self.seat: str | None = None
        self.coming: str | None = None
        self.turn_state: TurnState = "curtain"
        self.has_looked = False
        """Whether it has been looked whose turn it is: until then nobody is asked, and nothing is shown."""
        self.ask: Ask | None = None
        self.fault: Broken | None = None
        self.failed_over_answer = False
        """Whether it was an answer that a rule has failed over: another one may be given then."""
        self.watch: Watch | None = None
        """What notices a rule that does not come to an end, and breaks it off in the end."""
        self.bots = BotTurns(sitting)
        self.plies: PlyWorks | None = None
        """What works out what is done, beside the window's thread, in a window."""
        self.at_once: Callable[[], AbstractContextManager[object]] = nullcontext
        """Within it everybody hears that things have changed: a window shows all of that at once."""

    @property
    def view(self) -> RunningGame | None:
        """The game as it may be shown now, ``None`` while the screen is nobody's; bots alone play for all to see."""
        if self.seat is not None:
            return self.game.seen_by(self.seat)
        return None if self.people() else self.game.seen_by_sides(frozenset())

    @property
    def prompt(self) -> Prompt | None:
        """What the game waits for."""
        return self.referee.prompt

    # -- whose turn it is

    @property
    def asked_side(self) -> str:
        """The side that is asked now, by whomever it is answered; no text for the table and after the end."""
        if self.ask is not None:
            return self.ask.side
        prompt = self.prompt if self.has_looked and self.turn_state != "broken" else None
        asks = prompt.open if prompt is not None else ()
        bot = self.bots.next_question() if self.turn_state == "bots" else None
        return bot.side if bot is not None else asks[0].side if asks else ""

    def begin(self) -> None:
        """Look whose turn it is; what is asked in the middle of something is worked out first."""
        at = self.referee.journal.at
        if at is None or at.is_save_point:
            self.settle()
        else:
            self.do(bool)

    def settle(self) -> None:
        """Look whose turn it is, and tell everybody that things have changed."""
        self.ask, self.fault, self.has_looked = None, None, True
        try:
            self.turn_state = self._find_turn_state(self.prompt)
        except Broken as error:
            self.turn_state, self.fault, self.failed_over_answer = "broken", error, False
        with self.at_once():
            self.changed.emit()
        if self.fault is not None:
            self.failed.emit(self.fault)

    def _find_turn_state(self, prompt: Prompt | None) -> TurnState:
        if prompt is None:
            return "over" if self.seat is not None or not self.people() else self._come(self.people()[0])
        if self.bots.next_question() is not None:
            return "bots"
        mine = [ask for ask in prompt.open if self._seat_of(ask) == self.seat]
        ask = mine[0] if mine else prompt.open[0]
        seat = self._seat_of(ask)
        if seat != self.seat and (turn_state := self._come(seat)) != "asks":
            return turn_state
        self.ask = ask
        return "asks"

    def _seat_of(self, ask: Ask) -> str:
        people = self.people()
        if ask.side == TABLE:
            return self.seat or (people[0] if people else "")
        return self.game.seat_of(ask.side) or ""

    def _come(self, seat: str) -> TurnState:
        """Say how a seat comes to the screen: at once, or by handing over."""
        self.coming = seat
        if self.alone or self.people() == [seat] or (self.seat is not None and not self._hands_over(seat)):
            self.seat = seat
            return "over" if self.prompt is None else "asks"
        return "curtain" if self.seat is None else "next"

    def _hands_over(self, seat: str) -> bool:
        if self.always or (self.prompt is not None and self.prompt.purpose == "sealed"):
            return True
        return sees_otherwise(self.game, seat, (other for other in self.people() if other != seat))

    def play_alone(self, alone: bool) -> None:
        """Let one person play for all people there are, or no longer."""
        if alone != self.alone:
            self.alone = alone
            if self.turn_state not in ("broken", "bots"):
                self.settle()

    def hand_over(self) -> None:
        """Take everything off the screen; whoever is asked next sits down there."""
        if self.turn_state != "next":
            return
        self.seat, self.turn_state = None, "curtain"
        self.changed.emit()

    def leave_screen(self) -> None:
        """Take everything off the screen whoever is asked: somebody walks by."""
        if self.people() and self.turn_state not in ("curtain", "broken"):
            self.coming, self.seat = self.seat or self.people()[0], None
            self.turn_state, self.ask = "curtain", None
            self.changed.emit()

    @property
    def lift_title(self) -> str:
        """What one says who uncovers the screen: who one is, where several people share it."""
        return "Show the game" if len(self.people()) == 1 else f"I am {seat_title(self.game, self.coming or '')}"

    def sit_down(self, seat: str | None = None) -> None:
        """Whoever was to come sits at the screen (or somebody else who only wants to look)."""
        if self.turn_state == "curtain":
            self.seat = seat or self.coming or self.people()[0]
            self.settle()

    # -- doing

    def answer(self, action: Action, ask: Ask, then: Callable[[bool], object] = bool) -> bool:
        """Answer a question; tells whether it was done or is being worked out; ``then`` hears whether it was done."""
        return self.do(lambda referee: referee.play(action, ask.side), then, ask.side)

    def do(self, what: Callable[[Referee], object], then: Callable[[bool], object] = bool, side: str = "") -> bool:
        """Do something with the referee; tells whether it was done or is being worked out; ``then`` hears of its end.

        What is refused to a ``side`` the table may be asked to allow all the same.
        """
        if self.is_playing:
            return False
        heard: list[bool] = []

        def end(error: BaseException | None) -> None:
            heard.append(self.act(partial(_raise, error), side))
            then(heard[0])

        self._work_out(what, end)
        return heard[0] if heard else True

    def _work_out(self, work: Callable[[Referee], object], end: Callable[[BaseException | None], object]) -> None:
        """Work something out, in a window beside its thread; ``end`` hears of it, with what has gone wrong."""
        if self.plies is not None:
            self.plies.work_out(work, end)
            if self.is_playing:
                self.working.emit()
            return
        try:
            work(self.referee)
        except SandtableError as error:
            end(error)
        else:
            end(None)

    @property
    def is_playing(self) -> bool:
        """Whether something is being worked out: until it is known, nothing else is done."""
        return self.plies is not None and self.plies.is_busy

    def break_off(self) -> None:
        """Break off what is being worked out: nothing has been done then."""
        if self.plies is not None:
            self.plies.stop()

    def act(self, what: Callable[[], object], side: str = "") -> bool:
        """Do something, and look whose turn it is then; what stands against it is told. Tells whether it was done.

        What is refused to a ``side`` the table may be asked to allow all the same.
        """
        done = self.act_quietly(what, side)
        if done:
            self.settle()
        return done

    def act_quietly(self, what: Callable[[], object], side: str = "") -> bool:
        """Do something that settles things itself; what stands against it is told. Tells whether it was done."""
        if self.is_playing:
            self.refused.emit(Objection.from_words(PLAYING))
            return False
        try:
            what()
        except Broken as error:
            self._break(error, over_answer=self.turn_state == "asks")
        except Refused as error:
            self.refused.emit(of_refusals("That cannot be done", error.reasons, action=error.action, side=side))
        except SandtableError as error:
            self.refused.emit(Objection.from_words(str(error)))
        else:
            return True
        return False

    def _break(self, error: Broken, *, over_answer: bool = False) -> None:
        self.turn_state, self.fault, self.ask = "broken", error, None
        self.failed_over_answer = over_answer
        self.changed.emit()
        self.failed.emit(error)

    def fault_found(self, error: Broken) -> None:
        """A rule has failed while somebody looked at what may be done."""
        self._break(error)

    def bots_answer(self) -> None:
        """Have one bot answer one question."""
        if self.turn_state == "bots" and not self.is_playing:
            self._work_out(self.bots.answer, self._bot_has_answered)

    def _bot_has_answered(self, error: BaseException | None) -> None:
        if isinstance(error, Broken):
            self._break(error)
        elif isinstance(error, SandtableError):
            self._break(Broken(f"the bot could not go on: {error}"))
        elif error is not None:
            raise error
        else:
            self.settle()

    # -- going back and forth

    def undo(self, *, agreed: bool = False, ask_table: AskTable | None = None) -> None:
        """Take the last answer of a person back, and what bots have answered since.

        One that is still being worked out is broken off. ``ask_table`` hears why everybody has to agree to it.
        """
        if self.is_playing:
            self.break_off()
            return
        seat = self.seat
        self._go(lambda referee: going_back.undo(referee, seat, agreed=agreed), ask_table)

    def redo(self) -> None:
        """Do again what was taken back, bots' answers too."""
        self.break_off()
        self._go(lambda referee: going_back.redo(self.sitting, referee))

    def goto(self, ply: int, *, agreed: bool = False, ask_table: AskTable | None = None) -> None:
        """Go to any ply of the journal."""
        self.break_off()
        seat = self.seat
        self._go(lambda referee: referee.history.goto(ply, seat, agreed=agreed), ask_table)

    def _go(self, way: Callable[[Referee], object], ask_table: AskTable | None = None) -> None:
        def end(error: BaseException | None) -> None:
            if ask_table is not None and isinstance(error, NeedsAgreement):
                ask_table(error)
                self.working.emit()
            else:
                self.act(partial(_raise, error))

        self._work_out(way, end)

    @property
    def may_undo(self) -> bool:
        """Whether there is something to take back."""
        at = self.referee.journal.at
        return self.view is not None and at is not None and at.parent != 0

    @property
    def may_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return self.view is not None and self.referee.history.redone_by() is not None

    def close(self) -> None:
        """Let go of the file."""
        self.closed.emit()
        if self.watch is not None:
            self.watch.stop()
        self.referee.sink.close()
