"""Playing a campaign in words: shows what a seat sees, asks, explains, and hands every answer to the referee.

It takes lines and yields what it asks; what it says waits in ``said``. It knows no terminal and no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sandtable.cli.talk import commands, rule_failure
from sandtable.cli.talk.entries import same
from sandtable.cli.talk.filling import explain, fill
from sandtable.cli.talk.lines import CLEAR, Dropped, Leave, Manner, StyledLine, Talk, split_line
from sandtable.engine.actions.actions import EndStep, EnterThrow, Pass
from sandtable.engine.actions.offers import Offer, offers
from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.referee.ply_runner import TABLE
from sandtable.engine.referee.referee import Refused
from sandtable.engine.rules.culprits import at_the_door
from sandtable.engine.state.rows import Seat
from sandtable.lab.bots import ask_bot
from sandtable.play import reasons
from sandtable.play.present_words import front_panels as fronts_of
from sandtable.play.wording import current_place, describe, ply_lines, seat_title, side_title

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask, Prompt
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import Game
    from sandtable.play.sitting import Sitting
    from sandtable.play.watch import Watch

RECALLED: Final = 5
"""So many plies are told when a campaign is taken up again."""


class Conversation:
    """One sitting. ``pauses``: wait for Enter when the table hands over to another seat."""

    def __init__(self, sitting: Sitting, *, pauses: bool) -> None:
        self.sitting = sitting
        self.pauses = pauses
        self.said: list[StyledLine] = []
        self.error = ""
        self.watch: Watch | None = None
        """What notices a rule that does not come to an end; the terminal brings it."""
        self.seat: str | None = None
        self.refused: tuple[Action, str] | None = None
        self.ahead: list[str] = []
        """Inputs that were typed ahead on one line."""
        self.loose = True
        """Whether they were parted by commas: a field of several values takes all that is left of them."""
        self.rest: list[tuple[str, Any]] = []
        """What is still to be done in turn: the same thing with other values."""
        self._rest_of: object = None
        """The step in which it is to be done."""
        self.filling = False
        """Whether an offer is being filled: what is said now answers one of its fields."""
        self.asked = ""
        """What stands before the line that is typed."""
        self.expected: tuple[str, ...] = ()
        """Names that answer what is asked."""
        self.choices: list[Offer] = []
        """What may be done, where that is asked."""
        self._shown: tuple[str, ...] = ()
        self._place = ""
        self._fronts: dict[str, list[str]] = {}
        self._listed: tuple[object, ...] = ()
        self._told: dict[str, int] = {}
        self._over = False

    @property
    def referee(self) -> Referee:
        return self.sitting.referee

    @property
    def game(self) -> Game:
        return self.referee.game

    # -- saying and hearing

    def say(self, text: str, manner: Manner = "plain") -> None:
        self.said.append(StyledLine(text, manner))

    def show(self, lines: Iterable[StyledLine]) -> None:
        self.said += lines

    def wrong(self, text: str, because: Iterable[str] = ()) -> None:
        """Say that what was typed will not do; a script stops here."""
        because = list(because)
        self.say(text, "bad")
        self.show(StyledLine(f"  - {reason}", "bad") for reason in because)
        self.error = " ".join([text, "; ".join(because)]).strip()
        self.ahead.clear()
        self.rest.clear()

    def drain(self) -> list[StyledLine]:
        """Return what has been said since the last time."""
        said, self.said = self.said, []
        return said

    def hear(self, prompt: str, *, names: Iterable[str] = (), text: bool = False) -> Talk[str]:
        """Ask for a line; ``quit`` leaves, and what only looks at the game is answered on the spot."""
        self.expected = tuple(names)
        names = self.expected
        while True:
            line = self.ahead.pop(0) if self.ahead else (yield f"{prompt}> ").strip()
            if text:
                return line
            if line.casefold() in ("quit", "exit") and not any(same(line, name) for name in names):
                raise Leave
            if any(same(line, name) for name in names) or not commands.looks(self, line):
                return line

    def yes(self, question: str) -> Talk[bool]:
        """Ask a question to be answered with yes or no."""
        while True:
            line = (yield from self.hear(f"{question} (yes/no)")).casefold()
            if line in ("yes", "y"):
                return True
            if line in ("no", "n"):
                return False
            self.wrong("type yes or no")

    def is_command(self, line: str) -> bool:
        """Tell whether a line begins with a word that is a command."""
        return line.partition(" ")[0].casefold() in commands.COMMANDS

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
        note = self.watch.keep_note() if self.watch is not None and isinstance(error, KeyboardInterrupt) else None
        return Broken(f"{note}, and was broken off", note.module) if note is not None else None

    def _opening(self) -> Talk[None]:
        self.show(StyledLine(notice) for notice in self.sitting.notices)
        plies = self.referee.journal.line()
        if self.sitting.taken_up:
            recalled = plies[-RECALLED].id - 1 if len(plies) > RECALLED else 0
            self._told = {seat.id: recalled for seat in self.game[Seat]}
        yield from rule_failure.decide_unended(self)
        yield from rule_failure.confirm_changed_rules(self)
        self.say("Type help for what can be said, quit to leave; every step is saved.", "faint")

    def _turn(self) -> Talk[None]:
        """Have one thing decided (or a command done)."""
        self.show(StyledLine(one, "bad") for one in self.sitting.news())
        prompt = self.referee.prompt
        if prompt is None:
            yield from self._after_the_end()
            return
        self._over = False
        ask = self._next(prompt)
        if ask is None:
            return
        yield from self._hand_over(ask, prompt)
        if prompt.purpose == "dice":
            yield from self._dice(ask)
        else:
            yield from self._decision(ask, prompt)

    def _next(self, prompt: Prompt) -> Ask | None:
        """Return the question to put to a person; bots answer first (``None``: one has)."""
        for ask in prompt.open:
            bot = self.sitting.bot_for(ask)
            if bot is not None:
                action = ask_bot(bot, self.referee, ask)
                if action is None:
                    raise Broken(f"dead end: {ask.side} has nothing legal to answer {ask.why!r} ({ask.rule})")
                self.referee.play(action, ask.side)
                self.news()
                return None
        return prompt.open[0]

    def _after_the_end(self) -> Talk[None]:
        ended = self.game.ended
        if not self._over and ended is not None:
            self.news()
            self._situation(
                self.game.seen_by_sides(frozenset(self.game.sides_of(self.seat))) if self.seat else self.game
            )
            winner = side_title(self.game, ended.winner) if ended.winner else "Nobody"
            self.say(
                f"The game is over: {winner} wins, {ended.why}{f' ({ended.rule})' if ended.rule else ''}.", "title"
            )
            self.say("undo, goto and log still work; quit leaves.", "faint")
        self._over = True
        line = yield from self.hear("over")
        if line:
            yield from commands.obey(self, line, None)

    # -- who sits there

    def people(self) -> list[str]:
        """Return the seats of people who answer for a side."""
        return [seat.id for seat in self.game[Seat] if seat.kind == "person" and self.game.sides_of(seat.id)]

    def _hand_over(self, ask: Ask, prompt: Prompt) -> Talk[None]:
        """Give the screen to the seat that answers; what it may not see is off the screen by then."""
        seat = self.game.seat_of(ask.side) if ask.side != TABLE else self.seat or next(iter(self.people()), None)
        if seat is None or seat == self.seat:
            self.news()
            return
        others = [one for one in self.people() if one != seat]
        if others and (prompt.purpose == "sealed" or self._hides(seat, others)):
            told = self.news() if self.seat is not None else []
            if self.pauses and any(line.startswith(" ") for line in told):  # something came of it that wants reading
                yield f"Enter to hand over to {seat_title(self.game, seat)}> "
            wipe = [CLEAR] if self.pauses and self.seat is not None else []
            self.show(wipe)
            self.say(f"Hand over to {seat_title(self.game, seat)}.", "title")
            if self.pauses:
                yield f"{seat_title(self.game, seat)}: Enter when you sit here> "
                self.show(wipe)
        self.seat = seat
        self.look()
        self.news()

    def _hides(self, seat: str, others: list[str]) -> bool:
        """Tell whether anybody else may see something that this seat may not, or the other way round."""
        mine = self.game.seen_by(seat)
        for other in others:
            theirs = self.game.seen_by(other)
            for kind, rows in mine.state.tables.items():
                shown = theirs.state.tables[kind]
                if rows is not shown and list(rows) != list(shown):
                    return True
        return False

    def news(self) -> list[str]:
        """Tell the seat at the screen what has happened since it was told last, and return it."""
        seat = self.seat or next(iter(self.people()), "")
        last = self._told.get(seat, 0)
        sides = self.game.sides_of(seat)
        view = self.game.seen_by_sides(frozenset(sides))
        told: list[str] = []
        for ply in self.referee.journal.line():
            if ply.id > last:
                told += ply_lines(view, self.referee.journal, ply, sides)
                self._told[seat] = ply.id
        self.show(StyledLine(line, _manner(line)) for line in told)
        return told

    def asking(self, ask: Ask) -> str:
        """Say who is asked, for the prompt."""
        return side_title(self.game, ask.side) if ask.side != TABLE else "dice"

    # -- one decision

    def _dice(self, ask: Ask) -> Talk[None]:
        self.say(f"Throw the dice: {ask.why}{f' ({ask.rule})' if ask.rule else ''}", "prompt")
        try:
            offer = yield from fill(self, Offer(self.referee.view(ask.side), ask, EnterThrow))
        except Dropped as dropped:
            if dropped.line:
                yield from commands.obey(self, dropped.line, ask)
            return
        self.commit(offer.action(), ask)

    def _decision(self, ask: Ask, prompt: Prompt) -> Talk[None]:
        view = self.referee.view(ask.side)
        self._situation(view)
        open_, shut = self._kinds(view, ask)
        if self._next_in_turn(ask, open_):
            return
        if len(open_) == 1 and len(list(islice(open_[0].actions(), 2))) == 2:
            yield from self._only_one(ask, prompt, open_, shut)
            return
        sole = open_[0].some() if len(open_) == 1 else None
        self._prompt(ask, prompt, open_, shut, sole)
        self.choices = open_
        line = yield from self.hear(self.asking(ask), names=[offer.label for offer in open_])
        self.choices = []
        if not line and sole is not None:
            line = open_[0].label
        if not line:
            self._listed = ()
        line = self._ahead(line, [*open_, *shut])
        if sole is not None and split_line(line) and _names(sole, line):
            line = open_[0].label
        while line:
            line = yield from self._answer(line, ask, open_, shut)
        self.ahead.clear()

    def in_turn(self, rest: list[tuple[str, Any]]) -> None:
        """Have these done after what is being done now, in this step."""
        self.rest, self._rest_of = rest, self._step()

    def _step(self) -> object:
        main = self.game.frames[0]
        return main.round, main.step, main.side

    def _next_in_turn(self, ask: Ask, open_: list[Offer]) -> bool:
        """Do the next of several things that were asked for at once, if it can be done now."""
        while self.rest and self._rest_of == self._step():
            label, value = self.rest[0]
            offer = next((one for one in open_ if one.label == label), None)
            if offer is None:
                return False
            del self.rest[0]
            action = offer.fill(**{offer.next_field() or "": value}).some()
            if action is not None:
                self.commit(action, ask)
                return True
        return False

    def _ahead(self, line: str, among: list[Offer]) -> str:
        """Take what is typed ahead off a line: ``March, Dupont, Madrid`` or ``March > Dupont > Madrid``."""
        if self.is_command(line) or line.startswith("?") or any(same(line, offer.label) for offer in among):
            return line
        first, *rest = split_line(line) or [""]
        if rest and self._find_offer(first, among) is not None:
            self.ahead, self.loose = rest, ">" not in line
            return first
        return line

    def _only_one(self, ask: Ask, prompt: Prompt, open_: list[Offer], shut: list[Offer]) -> Talk[None]:
        """Where there is one thing to do its values are asked for at once; its name may be said first all the same."""
        self._heading(ask, prompt, open_, shut)
        (offer,) = open_
        try:
            whole = yield from fill(self, offer, at_once=True)
        except Dropped as dropped:
            line = dropped.line
            while line:
                line = yield from self._answer(line, ask, open_, shut)
            self.ahead.clear()
            return
        self.ahead.clear()
        self.commit(whole.action(), ask)

    def _kinds(self, view: Game, ask: Ask) -> tuple[list[Offer], list[Offer]]:
        """Return what may be done now, and what might be at another time."""
        open_ = offers(view, ask)
        kinds = {offer.kind for offer in open_}
        return open_, [Offer(view, ask, kind) for kind in ask.kinds if kind not in kinds]

    def _answer(self, line: str, ask: Ask, open_: list[Offer], shut: list[Offer]) -> Talk[str]:
        """Do what a line says; returns a line that is still to be done."""
        if line.startswith("?"):
            self._why(line[1:].strip(), open_, shut)
            return ""
        offer = self._find_offer(line, [*open_, *shut])
        if offer is None or (self.is_command(line) and not self._names_offer(line, offer)):
            if line.casefold() not in ("look", "situation"):
                self.rest.clear()
            yield from commands.obey(self, line, ask)
            return ""
        if offer in shut:
            self.wrong(f"{offer.label} is not possible now:", reasons.why_unavailable(offer))
            return ""
        try:
            whole = yield from fill(self, offer)
        except Dropped as dropped:
            self._listed = ()
            self.say(f"{offer.label}: left, nothing was done.", "faint")
            return dropped.line
        self.commit(whole.action(), ask)
        return ""

    def _names_offer(self, line: str, offer: Offer) -> bool:
        return same(line, offer.label) or line.isdigit()

    def _find_offer(self, line: str, among: list[Offer]) -> Offer | None:
        """Return the offer that a line names: by number, by its label or the beginning of it."""
        if line.isdigit() and 1 <= int(line) <= len(among):
            return among[int(line) - 1]
        whole = [offer for offer in among if same(offer.label, line)]
        usual = {"pass": Pass, "end": EndStep}.get(line.casefold())
        said = reasons.plain(line)
        begun = [
            offer for offer in among if offer.kind is usual or (said and reasons.plain(offer.label).startswith(said))
        ]
        return whole[0] if whole else begun[0] if len(begun) == 1 else None

    def commit(self, action: Action, ask: Ask) -> None:
        """Hand an action to the referee; what it says against it is told."""
        self.refused = None
        try:
            self.referee.play(action, ask.side)
        except Refused as error:
            self.refused = (action, ask.side)
            self.wrong("That cannot be done:", map(str, error.reasons))
            self.say("If the table allows it all the same, say overrule.", "faint")
        except Broken:
            raise
        except SandtableError as error:
            self.wrong(str(error))

    def _why(self, text: str, open_: list[Offer], shut: list[Offer]) -> None:
        """Answer ``?``: why kinds of action are not possible now."""
        asked = (
            [*shut] if not text else [offer for offer in [self._find_offer(text, [*open_, *shut])] if offer is not None]
        )
        first, *values = split_line(text) or [""]
        offer = self._find_offer(first, [*open_, *shut]) if values else None
        if offer is not None and not asked:
            explain(self, offer, values)
            return
        if text and not asked:
            self.wrong(f"there is no offer {text}; type ? and its number")
            return
        for offer in asked:
            if offer in open_:
                self.say(f"{offer.label}: possible; choose it, and ask ? about a value", "good")
                continue
            self.say(f"{offer.label}: not now")
            self.show(StyledLine(f"  - {reason}") for reason in reasons.why_unavailable(offer))
        if not asked:
            self.say("all of it is possible now; choose, and ask ? about a value")

    # -- showing

    def _situation(self, view: Game) -> None:
        """Show the situation when the round or the side that plays is another; else only where we are, if that is."""
        main = view.frames[0]
        side = str(main.side or (self._shown[1] if self._shown else ""))
        shown = (str(main.round), side, self.seat or "")
        place, fronts = current_place(view), fronts_of(view)
        known = shown == self._shown or (bool(self._shown) and self._shown == (shown[0], "", shown[2]))
        if not known:
            self.say("")
            self.say(place, "title")
            self.show(StyledLine(line) for line in view.hooks(CoreHooks).situation(view))
        elif place != self._place:
            self.say("")
            self.say(place, "title")
        for title, numbers in fronts.items():
            if news := [one for one in numbers if one not in self._fronts.get(title, ())]:
                self.say(f"  {title}: {', '.join(news)}")
        if (shown, place) != (self._shown, self._place):
            self._listed = ()
        self._shown, self._place, self._fronts = shown, place, fronts

    def look(self) -> None:
        """Have the situation and what may be done shown again."""
        self._shown, self._place, self._fronts, self._listed = (), "", {}, ()

    def again(self) -> None:
        """Have where we are and what may be done shown again."""
        self._place, self._fronts, self._listed = "", {}, ()

    def _question(self, ask: Ask, prompt: Prompt) -> None:
        seat = self.game.seat_of(ask.side) or ""
        who = side_title(self.game, ask.side)
        name = seat_title(self.game, seat)
        sits = f" ({name})" if len(self.people()) > 1 and name != who else ""
        rule = f" ({ask.rule})" if ask.rule else ""
        sealed = ", sealed until all have answered" if prompt.purpose == "sealed" else ""
        self.say(f"{who}{sits}: {ask.why or 'what do you do?'}{rule}{sealed}", "prompt")

    def _prompt(self, ask: Ask, prompt: Prompt, open_: list[Offer], shut: list[Offer], sole: Action | None) -> None:
        """Put the question; what may be done is listed where it is not what was listed last.

        ``sole``: the one action that there is; what it would do is said.
        """
        longest = max((len(offer.label) for offer in open_), default=0)
        digits = len(str(len(open_)))
        filled = (
            ", ".join(describe(getattr(sole, field)) for field in sole.__struct_fields__) if sole is not None else ""
        )
        lines = [
            f"  {number:>{digits}}  {offer.label:{longest}}  {filled or _doc(offer)}".rstrip()
            for number, offer in enumerate(open_, 1)
        ]
        if sole is not None:
            lines.append("  there is only one way: Enter does it")
        if filled:
            self._listed = ()
        self._heading(ask, prompt, open_, shut, lines)

    def _heading(
        self, ask: Ask, prompt: Prompt, open_: list[Offer], shut: list[Offer], lines: Sequence[str] = ()
    ) -> None:
        """Put the question with some lines, unless it is the one that was put last, with the same to choose from."""
        listed = (
            ask.side,
            ask.why,
            tuple(offer.kind for offer in open_),
            tuple(offer.kind for offer in shut),
            len(lines),
        )
        if listed == self._listed:
            return
        self._listed = listed
        self._question(ask, prompt)
        self.show(StyledLine(line) for line in lines)
        if shut:
            self._shut_out(shut, len(open_) + 1 if lines else 0)

    def _shut_out(self, shut: list[Offer], first: int) -> None:
        """Name what is not possible now, in a line; with numbers from ``first`` on, unless values have those (0)."""
        named = [f"{number} {offer.label}" if first else offer.label for number, offer in enumerate(shut, first)]
        self.say(f"  not now: {', '.join(named)} (? {first or shut[0].label} says why)", "faint")


def _manner(line: str) -> Manner:
    """Say how a line of the log is shown: deeds stand out, dice stand back."""
    return "faint" if line.startswith("  thrown: ") else "plain" if line.startswith(" ") else "good"


def _doc(offer: Offer) -> str:
    """Return what a kind of action does, in the first words of its description."""
    return re.split(r"\n\n|[.;] ", (offer.kind.__doc__ or "").strip())[0].rstrip(".").replace("\n", " ")


def _names(action: Action, line: str) -> bool:
    """Tell whether a line names what an action would do: each part of it the value of a field."""
    said = [describe(getattr(action, field)) for field in action.__struct_fields__]
    return all(len(reasons.matches(part, said)) == 1 and not part.isdigit() for part in split_line(line))
