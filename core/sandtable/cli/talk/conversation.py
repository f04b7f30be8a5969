"""Playing a campaign in words: shows what a seat sees, asks, explains, and hands every answer to the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.cli.talk import commands, passing_talk, rule_failure
from sandtable.cli.talk.decision import Decision
from sandtable.cli.talk.dialogue import Dialogue
from sandtable.cli.talk.explaining import explain_passed
from sandtable.cli.talk.guide_talk import GuideTalk
from sandtable.cli.talk.lines import CLEAR, Leave, Manner, StyledLine, Talk
from sandtable.cli.talk.situation import SituationScreen
from sandtable.engine.errors import Broken
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.rules.culprits import at_the_door
from sandtable.engine.state.rows import Seat
from sandtable.play.record.log_lines import ply_lines
from sandtable.play.table.table_seats import sees_otherwise
from sandtable.play.words.where import describe_end
from sandtable.play.words.wording import seat_title

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.table.sitting import Sitting

RECALLED: Final = 5
"""So many plies are told when a campaign is taken up again."""


class Conversation(Dialogue):
    """One sitting. ``pauses``: wait for Enter when the table hands over to another seat."""

    def __init__(self, sitting: Sitting, *, pauses: bool) -> None:
        super().__init__(sitting)
        self.pauses = pauses
        self.asked = ""
        """What stands before the line that is typed."""
        self._situation = SituationScreen(self)
        self._guide = GuideTalk(self)
        self._recalled: dict[str, int] = {}
        self._over = False

    # -- what the talk is about

    def looks(self, line: str) -> bool:
        return commands.looks(self, line)

    def look(self) -> None:
        self._situation.forget()

    def again(self) -> None:
        self._situation.forget_place()

    def guide(self, rest: str) -> None:
        self._guide.obey(rest)

    def guide_through(self, view: RunningGame, ask: Ask) -> None:
        self._guide.show(view, ask)

    def be_guided(self) -> None:
        """Begin with the guide on."""
        self._guide.take_up()

    # -- the sitting

    def run(self) -> Talk[None]:
        """Converse until the players leave."""
        try:
            yield from self._opening()
            while True:
                try:
                    yield from self._turn()
                except BaseException as error:
                    broken = self._hung_rule(error) or at_the_door(self.referee.family, error)
                    if broken is None:
                        raise
                    yield from rule_failure.decide(self, broken)
        except Leave:
            return

    def _hung_rule(self, error: BaseException) -> Broken | None:
        """Return what Ctrl-C has broken off, where that was a rule that did not come to an end."""
        note = self.watch.keep_note(error) if self.watch is not None and isinstance(error, KeyboardInterrupt) else None
        return Broken(f"{note}, and was stopped", note.module) if note is not None else None

    def _opening(self) -> Talk[None]:
        self.show(StyledLine(notice) for notice in self.sitting.notices)
        plies = self.referee.journal.line()
        if self.sitting.taken_up:
            recalled = plies[-RECALLED].id - 1 if len(plies) > RECALLED else 0
            self._recalled = {seat.id: recalled for seat in self.game[Seat]}
        yield from rule_failure.decide_unended(self)
        yield from rule_failure.confirm_changed_rules(self)
        self.say("Type help for a list of commands, quit to leave; every step is saved.", "faint")

    def _turn(self) -> Talk[None]:
        """Have one thing decided (or a command done)."""
        self.show(StyledLine(one, "bad") for one in self.sitting.news())
        prompt = self.referee.prompt
        if prompt is None:
            yield from self._after_the_end()
            return
        self._over = False
        if self.bots.next_question() is not None:
            self.bots.answer()
            self.news()
            return
        ask = prompt.open[0]
        yield from self._hand_over(ask, prompt)
        if self.passing.is_on and passing_talk.go_on(self):
            return
        decision = Decision(self, self._situation, ask, prompt)
        yield from decision.throw() if prompt.purpose == "dice" else decision.decide()

    def _after_the_end(self) -> Talk[None]:
        if not self._over and self.game.ended is not None:
            self.news()
            self._situation.show(self.game.seen_by_sides(frozenset(self.sides)) if self.seat else self.game)
            self.say(describe_end(self.game), "title")
            self._guide.close_if_over()
            self.say("undo, goto and log still work; quit leaves.", "faint")
        self._over = True
        line = yield from self.hear("over")
        if line.startswith("?"):
            self._why_over(line[1:].strip())
        elif line:
            yield from commands.obey(self, line, None)

    def _why_over(self, text: str) -> None:
        """Answer ``?`` after the game: why an action was passed over."""
        if not text:
            self.say("The game is over; ? and the name of an action say why it was passed over, if it was.")
        elif not explain_passed(self, text):
            self.wrong(f"the game is over, and {text!r} names no action that was passed over: type log to see what was")

    # -- who sits there

    def _hand_over(self, ask: Ask, prompt: Prompt) -> Talk[None]:
        """Give the screen to the seat that answers; what it may not see is off the screen by then."""
        seat = self.game.seat_of(ask.side) if ask.side != TABLE else self.seat or next(iter(self.people()), None)
        if seat is None or seat == self.seat:
            self.news()
            return
        others = [one for one in self.people() if one != seat]
        if others and (prompt.purpose == "sealed" or sees_otherwise(self.game, seat, others)):
            told = self.news() if self.seat is not None else []
            if self.pauses and any(line.startswith(" ") for line in told):  # something came of it that wants reading
                yield f"Press Enter to hand over to {seat_title(self.game, seat)}> "
            wipe = [CLEAR] if self.pauses and self.seat is not None else []
            self.show(wipe)
            self.say(f"Hand over to {seat_title(self.game, seat)}.", "title")
            if self.pauses:
                yield f"{seat_title(self.game, seat)}: press Enter when you sit here> "
                self.show(wipe)
        self.seat = seat
        self.look()
        self.news()

    def news(self) -> list[str]:
        """Tell the seat at the screen what has happened since it was told last, and return it."""
        seat = self.seat or next(iter(self.people()), "")
        last = self._recalled.get(seat, 0)
        sides = self.game.sides_of(seat)
        view = self.game.seen_by_sides(frozenset(sides))
        told: list[str] = []
        for ply in self.referee.journal.line():
            if ply.id > last:
                told += ply_lines(view, self.referee.journal, ply, sides)
                self._recalled[seat] = ply.id
        self.show(StyledLine(line, _manner(line)) for line in told)
        return told


def _manner(line: str) -> Manner:
    """Say how a line of the log is shown: deeds stand out, dice stand back."""
    return "faint" if line.startswith("  thrown: ") else "plain" if line.startswith(" ") else "good"
