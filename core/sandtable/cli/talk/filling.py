"""Filling an offer field by field until it is a whole action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.cli.talk.explaining import explain_field, explain_passed
from sandtable.cli.talk.lines import Dropped, StyledLine, split_line
from sandtable.cli.talk.reading import is_meant, screen_of
from sandtable.cli.talk.standing_talk import ALWAYS
from sandtable.engine.running.offers import Offer
from sandtable.engine.words import sentence
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.entries import NOTHING, DiceEntry, ListEntry, SharesEntry, SubsetEntry, TextEntry, WayEntry
from sandtable.play.turn.entries.entry import same_word
from sandtable.play.turn.many import values_in_one_way
from sandtable.play.turn.offer_list import number_of
from sandtable.play.words.matching import matching_places, parted
from sandtable.play.words.naming import OfferedValues
from sandtable.play.words.wording import field_title

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.cli.talk.field_screen import FieldAnswer
    from sandtable.cli.talk.lines import Talk
    from sandtable.engine.actions.actions import Action
    from sandtable.play.turn.entries import Entry


def fill(talk: Dialogue, offer: Offer, *, at_once: bool = False) -> Talk[Offer]:
    """Fill the fields that are left; raises ``Dropped`` when the players leave the offer or say something else.

    ``at_once``: nobody has chosen the offer, for it is the only one; its name may still be said.
    """
    talk.filling = not at_once
    try:
        draft, told = OfferDraft(offer, settles=True), list[str]()
        while True:
            for name in [one for one in draft.forced if one not in told]:
                told.append(name)
                only = "the only one possible now" if name in draft.settled else "the only one"
                _say_only(talk, draft, name, draft.forced[name], only)
            if draft.entry is None:
                break
            entry = draft.entry
            value = yield from FieldTalk(talk, draft, entry, at_once=at_once).ask()
            talk.filling, at_once = True, False
            draft.take(value)
            if isinstance(entry, WayEntry) and draft.offer.next_field() is None:
                _hear_its_end(talk, entry, value)
        if talk.ahead:
            talk.wrong(f"{' > '.join(talk.ahead)!r} is more than {draft.offer.label} needs")
            raise Dropped
        return draft.offer
    finally:
        talk.filling = False


def _say_only(talk: Dialogue, draft: OfferDraft, field: str, value: Any, why: str) -> None:
    """Say the one value there is; where it was typed ahead, that is done with."""
    values = OfferedValues(draft.offer, field)
    name = values.name
    if value != ():
        facts = values.facts(value)
        known = f"{facts}; {why}" if facts else why
        talk.say(f"  {field_title(draft.offer.kind, field)}: {name(value)} ({known})", "faint")
    said = talk.ahead[0] if talk.ahead else ""
    if same_word(said, "all") or is_meant(said.replace("=", ": "), value, name):
        talk.ahead.pop(0)


def _hear_its_end(talk: Dialogue, way: WayEntry, value: tuple[Any, ...]) -> None:
    """Take it as said where a way ends: a place with just one goal is enough, and how one stands there may follow."""
    if len(talk.ahead) == 1 and value and is_meant(talk.ahead[0], value[-1], way.field.name):
        talk.ahead.pop()


class FieldTalk:
    """The talk about one field: it is shown, and lines are heard until one gives it a value."""

    def __init__(self, talk: Dialogue, draft: OfferDraft, entry: Entry, *, at_once: bool) -> None:
        self.talk, self.draft, self.entry, self.at_once = talk, draft, entry, at_once
        self.screen = screen_of(entry)

    def ask(self) -> Talk[Any]:
        """Return the value that the field gets; raises ``Dropped`` when a line leaves the offer."""
        talk, entry = self.talk, self.entry
        lead = self._show()
        while True:
            typed_ahead = bool(talk.ahead)
            line = yield from talk.hear(lead, names=self.screen.names(), text=isinstance(entry, TextEntry))
            if typed_ahead and talk.loose and isinstance(entry, SubsetEntry | SharesEntry):
                line, talk.ahead = ", ".join([line, *talk.ahead]), []
            elif self.at_once and (other := self._other_kind(line)):
                raise Dropped(other)
            elif self.at_once or not typed_ahead:
                line = self._without_name(line)
            value = self._obey(line)
            if value is not NOTHING:
                return value
            if typed_ahead and talk.error:
                raise Dropped

    def _show(self) -> str:
        """Show the field; return what stands before the line that is typed."""
        talk, offer = self.talk, self.draft.offer
        lead = talk.asking(offer.ask)
        lines = self.screen.show()
        if not isinstance(self.entry, DiceEntry):
            title = field_title(offer.kind, self.draft.field)
            lead = f"{lead}, {offer.label}, {title}"
            heading = f"{offer.label}, {title}" if self.at_once else sentence(title)
            lines = [StyledLine(f"{heading}:", "prompt"), *lines]
        talk.show([] if talk.ahead else lines)
        return lead

    def _other_kind(self, line: str) -> str:
        """Return what a line says that is not about this field: a why not, or another kind of action; else no text."""
        if line.startswith("?"):
            return "" if self._asks_of_value(line[1:].strip()) else line
        offer, said = self.draft.offer, next(iter(split_line(line)), "")
        labels = (Offer(offer.game, offer.ask, kind).label for kind in offer.ask.kinds if kind is not offer.kind)
        return next((label for label in labels if same_word(label, said)), "")

    def _why(self, text: str) -> None:
        """Answer ``?``: why not a value of the field; or an action that was passed over, where it names no value."""
        if not text or self._asks_of_value(text) or not explain_passed(self.talk, text):
            explain_field(self.talk, self.entry, self.screen, text)

    def _asks_of_value(self, text: str) -> bool:
        if not text:
            return isinstance(self.entry, ListEntry) and bool(self.entry.not_now)
        if isinstance(self.entry, WayEntry) and self.entry.field.space_meant_by(text):
            return True
        return self.screen.read(text).value is not NOTHING or self.entry.field.meant_by(text) is not None

    def _without_name(self, line: str) -> str:
        """Take the name of the offer off a line, and what is typed ahead for the fields that follow."""
        talk, offer, entry = self.talk, self.draft.offer, self.entry
        if line.startswith("?") or talk.is_command(line) or any(same_word(line, name) for name in self.screen.names()):
            return line
        said = split_line(line)
        fields = len(offer.kind.__struct_fields__) - len(offer.filled)
        named = bool(said) and same_word(said[0], offer.label)
        if fields == 1 and isinstance(entry, ListEntry) and len(said) > 1 and ">" not in line and not named:
            return line  # several in turn
        number = str(number_of(offer))
        if named or (said and said[0] == number and len(said) > fields):  # as if it had been listed
            for field, value in offer.filled.items():
                if len(said) > 1 and is_meant(said[1], value, OfferedValues(offer, field).name):
                    del said[1]
            line = line[len(said[0]) :].lstrip(" ,>") if len(said) == len(split_line(line)) else " > ".join(said[1:])
            said = said[1:]
        takes_commas = isinstance(entry, SubsetEntry | SharesEntry | TextEntry | DiceEntry)
        if len(said) > 1 and (">" in line or not takes_commas):
            talk.ahead, talk.loose = said[1:], ">" not in line
            return said[0]
        return line

    def _obey(self, line: str) -> Any:
        """Do what a line says; return the value it gives, if it does. Raises ``Dropped`` when it leaves the offer."""
        talk = self.talk
        if not line:
            talk.show(self.screen.show())
            return NOTHING
        if same_word(line, "back"):
            raise Dropped
        if line.startswith("?"):
            self._why(line[1:].strip())
            return NOTHING
        if self._is_elsewhere(line):
            raise Dropped(line)
        turn = self._in_turn(line)
        if not turn and same_word(line, "all") and isinstance(entry := self.entry, ListEntry) and entry.values:
            talk.wrong("with none of these is everything said: take one after the other")
            return NOTHING
        if turn:
            talk.many.begin(self.draft.offer, self.draft.field, turn[1:])
            line = self.entry.field.name(turn[0])
        answer = self.screen.read(line)
        talk.show([] if talk.ahead else answer.lines)
        if answer.value is not NOTHING:
            return self._taken(answer)
        if answer.because:
            talk.wrong(answer.wrong, answer.because)
            return NOTHING
        return self._off_the_list(line, answer.wrong) if answer.wrong else NOTHING

    def _taken(self, answer: FieldAnswer) -> Any:
        """Return the value of an answer if it may be taken; it may be for another kind of action."""
        kind = self.draft.offer.kind
        if answer.kind is not None:
            self._turn_to(answer.kind)
        if self._may_take(answer.value):
            return answer.value
        if answer.kind is not None:
            self._turn_to(kind)
        return NOTHING

    def _turn_to(self, kind: type[Action]) -> None:
        """Ask for the same field of another kind of action."""
        self.draft.turn_to(kind)
        assert self.draft.entry is not None
        self.entry = self.draft.entry

    def _is_elsewhere(self, line: str) -> bool:
        """Tell whether a line is meant for the question above and not for a field."""
        is_above = self.talk.is_command(line) or line.casefold() in ("pass", "end", "pass all", *ALWAYS)
        is_here = isinstance(self.entry, TextEntry) or any(same_word(line, one) for one in self.screen.names())
        return is_above and not is_here

    def _in_turn(self, line: str) -> list[Any]:
        """Return the values that are to be taken one after the other: ``all`` of a list, or names separated by commas.

        What follows is the same thing done with the next; ``all`` are those with which there is just one way to do it.
        """
        offer, entry = self.draft.offer, self.entry
        if not isinstance(entry, ListEntry) or offer.filled:
            return []
        if same_word(line, "all"):
            return values_in_one_way(offer, self.draft.field, entry.values)
        if len(offer.kind.__struct_fields__) > 1:
            return []
        said = parted(line, map(entry.field.name, entry.values))
        found = [matching_places(part, entry.values, entry.field.name) for part in said]
        return [entry.values[one[0]] for one in found] if len(found) > 1 and all(len(one) == 1 for one in found) else []

    def _may_take(self, value: Any) -> bool:
        """Tell whether a value may be taken, and say why not."""
        name = self.entry.field.name(value)
        found = self.entry.field.objection_to(value, name)
        if found is not None:
            self.talk.wrong(f"not {name}:", found.lines())
        return found is None

    def _off_the_list(self, line: str, wrong: str) -> Any:
        """Say why something that is not on offer cannot be; a part of a name may mean anything of its kind."""
        value = self.entry.field.meant_by(line)
        if value is None:
            self.talk.wrong(wrong)
            return NOTHING
        return value if self._may_take(value) else NOTHING
