"""One question to one side: what may be done is listed, and lines are heard until one of them does it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sandtable.cli.talk import commands
from sandtable.cli.talk.explaining import ALL_POSSIBLE, explain, explain_passed
from sandtable.cli.talk.filling import fill
from sandtable.cli.talk.lines import Dropped, StyledLine, split_line
from sandtable.cli.talk.standing_talk import ALWAYS
from sandtable.engine.actions.actions import Pass
from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.referee.referee import Refused
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.running.offers import Offer, offers
from sandtable.play.turn.entries.entry import same_word
from sandtable.play.turn.offer_list import list_offers
from sandtable.play.words.matching import matching_places, plain, typed_number
from sandtable.play.words.naming import name_value
from sandtable.play.words.objections import NOT_POSSIBLE, of_kind, of_refusals
from sandtable.play.words.where import steps_with

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.cli.talk.lines import Talk
    from sandtable.cli.talk.situation import SituationScreen
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.offer_list import ListedOffer


class Decision:
    """A question: ``open`` is what may be done now, ``shut`` what might be at another time."""

    def __init__(self, talk: Dialogue, situation: SituationScreen, ask: Ask, prompt: Prompt) -> None:
        self.talk, self.situation, self.ask, self.prompt = talk, situation, ask, prompt
        self.listed: list[ListedOffer] = []
        self.open: list[Offer] = []
        self.shut: list[Offer] = []

    def throw(self) -> Talk[None]:
        """Have the dice entered that were thrown on the table."""
        ask = self.ask
        self.talk.say(f"Throw the dice: {ask.why}{f' ({ask.rule})' if ask.rule else ''}", "prompt")
        try:
            offer = yield from fill(self.talk, Offer(self.talk.referee.view(ask.side), ask, EnterThrow))
        except Dropped as dropped:
            if dropped.line:
                yield from commands.obey(self.talk, dropped.line, ask)
            return
        self._commit(offer.action())

    def decide(self) -> Talk[None]:
        """Have something done, or a command obeyed."""
        talk, ask = self.talk, self.ask
        view = talk.referee.view(ask.side)
        self.situation.show(view, ask.side)
        self.listed = list_offers(offers(view, ask), ask, view)
        self.open = [one.offer for one in self.listed if one.is_possible]
        self.shut = [one.offer for one in self.listed if not one.is_possible]
        action = talk.many.next_action(self.open)
        if action is not None:
            self._commit(action)
            return
        talk.guide_through(view, ask)
        if len(self.open) == 1 and len(list(islice(self.open[0].actions(), 2))) == 2:
            yield from self._fill_the_only()
        else:
            yield from self._choose()

    def _fill_the_only(self) -> Talk[None]:
        """Where there is one thing to do its values are asked for at once; its name may be said first all the same."""
        self.situation.question(self.ask, self.prompt, self.listed)
        try:
            whole = yield from fill(self.talk, self.open[0], at_once=True)
        except Dropped as dropped:
            yield from self._answer_all(dropped.line)
            return
        self.talk.ahead.clear()
        self._commit(whole.action())

    def _choose(self) -> Talk[None]:
        talk = self.talk
        sole = self.open[0].some() if len(self.open) == 1 else None
        self.situation.offer(self.ask, self.prompt, self.listed, sole)
        talk.choices = self.open
        line = yield from talk.hear(talk.asking(self.ask), names=[offer.label for offer in self.open])
        talk.choices = []
        if not line and sole is None:
            self.situation.forget_offers()
        line = self._ahead(line)
        if sole is not None and (not line or (split_line(line) and _names(self.open[0].game, sole, line))):
            line = self.open[0].label
        yield from self._answer_all(line)

    def _ahead(self, line: str) -> str:
        """Take what is typed ahead off a line: ``March, Dupont, Madrid`` or ``March > Dupont > Madrid``."""
        talk = self.talk
        named = any(same_word(line, offer.label) for offer in (*self.open, *self.shut))
        if talk.is_command(line) or line.startswith("?") or named:
            return line
        first, *rest = split_line(line) or [""]
        if rest and self._find_offer(first) is not None:
            talk.ahead, talk.loose = rest, ">" not in line
            return first
        return line

    # -- answering

    def _answer_all(self, line: str) -> Talk[None]:
        while line:
            line = yield from self._answer(line)
        self.talk.ahead.clear()

    def _answer(self, line: str) -> Talk[str]:
        """Do what a line says; returns a line that is still to be done."""
        talk = self.talk
        if line.startswith("?"):
            self._why(line[1:].strip())
            return ""
        if line.casefold() in ALWAYS:
            return (yield from self._always())
        offer = self._find_offer(line)
        is_named = offer is not None and (same_word(line, offer.label) or typed_number(line) is not None)
        if offer is None or (talk.is_command(line) and not is_named):
            if line.casefold() not in ("look", "situation"):
                talk.many.clear()
            yield from commands.obey(talk, line, self.ask)
            return ""
        if offer in self.shut:
            talk.wrong(f"{offer.label} is {NOT_POSSIBLE}:", of_kind(offer).lines())
            return ""
        try:
            whole = yield from fill(talk, offer)
        except Dropped as dropped:
            self.situation.forget_offers()
            talk.say(f"{offer.label}: cancelled, nothing was done.", "faint")
            return dropped.line
        self._commit(whole.action())
        return ""

    def _always(self) -> Talk[str]:
        """Leave a standing answer about what is asked; returns the line that gives it now, too.

        Where the step cannot end now none is left: the line says why.
        """
        if EndStep in self.ask.kinds and all(one.kind is not EndStep for one in self.open):
            return "end"
        yield from commands.obey(self.talk, "standing pass", self.ask)
        if EndStep in self.ask.kinds:
            return "end"
        return "pass" if self.ask.optional else ""

    def _find_offer(self, line: str) -> Offer | None:
        """Return the offer that a line names: by number, by its label or the beginning of it."""
        among, number = [*self.open, *self.shut], typed_number(line)
        if number is not None and (numbered := [one.offer for one in self.listed if one.number == number]):
            return numbered[0]
        whole = next((offer for offer in among if same_word(offer.label, line)), None)
        usual = {"pass": Pass, "end": EndStep}.get(line.casefold())
        said = plain(line)
        begun = [offer for offer in among if offer.kind is usual or (said and plain(offer.label).startswith(said))]
        return whole or (begun[0] if len(begun) == 1 else None)

    def _commit(self, action: Action) -> None:
        """Hand an action to the referee; what it says against it is told."""
        talk, side = self.talk, self.ask.side
        talk.refused = None
        try:
            talk.referee.play(action, side)
        except Refused as error:
            talk.refused = (action, side)
            talk.wrong("That cannot be done:", of_refusals("", error.reasons).lines())
            talk.say("If everyone agrees to allow it anyway, type overrule.", "faint")
        except Broken:
            raise
        except SandtableError as error:
            talk.wrong(str(error))

    def _why(self, text: str) -> None:
        """Answer ``?``: why kinds of action are not possible now."""
        offer = self._find_offer(text) if text else None
        first, *values = split_line(text) or [""]
        named = self._find_offer(first) if values else None
        if text and offer is None and named is not None:
            explain(self.talk, named, values)
        elif text and offer is None and not explain_passed(self.talk, text):
            steps = steps_with(self.talk.game, first)
            later = f"{first} is not asked for now: it belongs to the step {' and '.join(steps)}"
            self.talk.wrong(later if steps else f"there is no action {text} in the list; type ? and a number from it")
        elif not text and not self.shut:
            self.talk.say(ALL_POSSIBLE)
        elif not text or offer is not None:
            for one in [offer] if offer is not None else self.shut:
                self._why_kind(one)

    def _why_kind(self, offer: Offer) -> None:
        if offer in self.open:
            further = "; choose it, and ask ? about a value" if offer.kind.__struct_fields__ else ""
            self.talk.say(f"{offer.label}: possible{further}", "good")
            return
        found = of_kind(offer)
        self.talk.say(found.title)
        self.talk.show(StyledLine(f"  - {reason}") for reason in found.lines())


def _names(game: RunningGame, action: Action, line: str) -> bool:
    """Tell whether a line names what an action would do: each part of it the value of a field."""
    said = [name_value(game, type(action), field, getattr(action, field)) for field in action.__struct_fields__]
    return all(len(matching_places(part, said)) == 1 and typed_number(part) is None for part in split_line(line))
