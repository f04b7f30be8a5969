"""What is shown before a question: where we are, what is fought out, who is asked what; nothing of it twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sandtable.cli.talk.lines import StyledLine
from sandtable.play.turn.offer_list import describe_offer
from sandtable.play.words.naming import name_value
from sandtable.play.words.objections import NOT_POSSIBLE
from sandtable.play.words.present_words import describe_opponents, front_panels, situation_lines
from sandtable.play.words.standing_words import describe_lead
from sandtable.play.words.where import current_place
from sandtable.play.words.wording import seat_title, side_title, without_name
from sandtable.present.presentation import side_colour

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.offer_list import ListedOffer

SCREEN: Final = 24
"""A situation of more lines than a terminal shows is shown whole once; after that, what is new of it."""


class SituationScreen:
    """Shows the situation and the questions of one sitting, and knows what it has shown last."""

    def __init__(self, talk: Dialogue) -> None:
        self._talk = talk
        self._shown: tuple[str, ...] = ()
        self._told: tuple[str, list[str]] = ("", [])
        """To which seat the situation was told last, and its lines."""
        self._place = ""
        self._fronts: dict[str, list[str]] = {}
        self._listed: tuple[object, ...] = ()

    # -- what is to be shown again

    def forget(self) -> None:
        """Have all of it shown again."""
        self._shown, self._told = (), ("", [])
        self.forget_place()

    def forget_place(self) -> None:
        """Have where we are and what may be done shown again."""
        self._place, self._fronts = "", {}
        self.forget_offers()

    def forget_offers(self) -> None:
        """Have what may be done shown again."""
        self._listed = ()

    # -- showing

    def show(self, view: RunningGame, asked: str | None = None) -> None:
        """Show the situation when the round or the side that plays is another; else only where we are, if that is.

        ``asked``: the side that is asked there, who need not be the one that plays.
        """
        talk, main = self._talk, view.frames[0]
        side = str(main.side or (self._shown[1] if self._shown else ""))
        shown = (str(main.round), side, talk.seat or "")
        place, fronts = current_place(view, asked), front_panels(view)
        known = shown == self._shown or (bool(self._shown) and self._shown == (shown[0], "", shown[2]))
        if not known or place != self._place:
            talk.say("")
            talk.say(place, "title")
        if not known:
            lead = describe_lead(view)
            self._tell(f"{lead} (score says more)" if lead else "", situation_lines(view))
        for title, numbers in fronts.items():
            if news := [one for one in numbers if one not in self._fronts.get(title, ())]:
                talk.say(f"  {title}: {', '.join(news)}")
        if (shown, place) != (self._shown, self._place):
            self.forget_offers()
        self._shown, self._place, self._fronts = shown, place, fronts

    def _tell(self, lead: str, lines: list[str]) -> None:
        """Show who leads and the situation; of a long one that this seat has been told, what is new."""
        seat, told = self._talk.seat or "", list[str]()
        if len(lines) > SCREEN and seat == self._told[0]:
            told = self._told[1]
        self._told = (seat, [lead, *lines])
        if lead and lead not in told:
            self._talk.say(lead, "faint")
        news = [line for line in lines if line not in told]
        self._talk.show(StyledLine(line) for line in news)
        if told and news:
            self._talk.say("the rest is as before (look shows it)", "faint")

    def offer(self, ask: Ask, prompt: Prompt, listed: Sequence[ListedOffer], sole: Action | None) -> None:
        """Put a question with what may be done; ``sole``: the one action that there is, whose values are said."""
        possible = [one for one in listed if one.is_possible]
        longest = max((len(one.offer.label) for one in possible), default=0)
        digits = max((len(str(one.number)) for one in possible), default=0)
        fields = sole.__struct_fields__ if sole is not None else ()
        filled = ", ".join(_value_with_opponents(one.offer, field, sole) for one in possible[:1] for field in fields)
        lines = [
            f"  {number:>{digits}}  {offer.label:{longest}}  {filled or describe_offer(offer)}".rstrip()
            for number, offer, _ in possible
        ]
        if sole is not None:
            lines.append("  there is only one choice: press Enter")
        if filled:
            self.forget_offers()
        self.question(ask, prompt, listed, lines)

    def question(self, ask: Ask, prompt: Prompt, listed: Sequence[ListedOffer], lines: Sequence[str] = ()) -> None:
        """Put a question with some lines, unless it is the one that was put last, with the same to choose from."""
        key = (ask.side, ask.why, *((one.offer.kind, one.is_possible) for one in listed), len(lines))
        if key == self._listed:
            return
        self._listed = key
        self._ask(ask, prompt)
        self._talk.show(StyledLine(line) for line in lines)
        if shut := [one for one in listed if not one.is_possible]:
            self._shut_out(shut, numbered=bool(lines))

    def _ask(self, ask: Ask, prompt: Prompt) -> None:
        game = self._talk.game
        who, name = side_title(game, ask.side), seat_title(game, game.seat_of(ask.side) or "")
        sits = f" ({name})" if len(self._talk.people()) > 1 and name != who else ""
        rule = f" ({ask.rule})" if ask.rule else ""
        sealed = ", sealed until all have answered" if prompt.purpose == "sealed" else ""
        why = without_name(who, ask.why)
        asked = f": {why or 'what do you do?'}" if why == ask.why else f" {why}"
        colour = side_colour(game.seen_by_sides(frozenset(self._talk.sides)), ask.side) or ""
        self._talk.show([StyledLine(f"{who}{sits}{asked}{rule}{sealed}", "prompt", colour)])

    def _shut_out(self, shut: Sequence[ListedOffer], *, numbered: bool) -> None:
        """Name what is not possible now, in a line; with its numbers, unless values have those."""
        named = [f"{one.number} {one.offer.label}" if numbered else one.offer.label for one in shut]
        first = shut[0].number if numbered else shut[0].offer.label
        self._talk.say(f"  {NOT_POSSIBLE}: {', '.join(named)} (? {first} says why)", "faint")


def _value_with_opponents(offer: Offer, field: str, action: Action | None) -> str:
    """Say a value of the one action that there is; of a place also who of other sides stands there, how strong."""
    value = getattr(action, field)
    there = describe_opponents(offer.game, offer.side).get(value, "") if isinstance(value, str) else ""
    named = name_value(offer.game, offer.kind, field, value)
    return f"{named} ({there})" if there else named
