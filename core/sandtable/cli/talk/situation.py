"""What is shown before a question: where we are, what is fought out, who is asked what; nothing of it twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.cli.talk.lines import StyledLine
from sandtable.play.words.naming import name_value
from sandtable.play.words.objections import NOT_POSSIBLE
from sandtable.play.words.present_words import front_panels, situation_lines
from sandtable.play.words.standing_words import describe_lead
from sandtable.play.words.where import current_place
from sandtable.play.words.wording import describe_kind, seat_title, side_title, without_name

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.offers import Offer


class SituationScreen:
    """Shows the situation and the questions of one sitting, and knows what it has shown last."""

    def __init__(self, talk: Dialogue) -> None:
        self._talk = talk
        self._shown: tuple[str, ...] = ()
        self._place = ""
        self._fronts: dict[str, list[str]] = {}
        self._listed: tuple[object, ...] = ()

    # -- what is to be shown again

    def forget(self) -> None:
        """Have all of it shown again."""
        self._shown = ()
        self.forget_place()

    def forget_place(self) -> None:
        """Have where we are and what may be done shown again."""
        self._place, self._fronts = "", {}
        self.forget_offers()

    def forget_offers(self) -> None:
        """Have what may be done shown again."""
        self._listed = ()

    # -- showing

    def show(self, view: RunningGame) -> None:
        """Show the situation when the round or the side that plays is another; else only where we are, if that is."""
        talk, main = self._talk, view.frames[0]
        side = str(main.side or (self._shown[1] if self._shown else ""))
        shown = (str(main.round), side, talk.seat or "")
        place, fronts = current_place(view), front_panels(view)
        known = shown == self._shown or (bool(self._shown) and self._shown == (shown[0], "", shown[2]))
        if not known or place != self._place:
            talk.say("")
            talk.say(place, "title")
        if not known:
            if lead := describe_lead(view):
                talk.say(f"{lead} (score says more)", "faint")
            talk.show(StyledLine(line) for line in situation_lines(view))
        for title, numbers in fronts.items():
            if news := [one for one in numbers if one not in self._fronts.get(title, ())]:
                talk.say(f"  {title}: {', '.join(news)}")
        if (shown, place) != (self._shown, self._place):
            self.forget_offers()
        self._shown, self._place, self._fronts = shown, place, fronts

    def offer(self, ask: Ask, prompt: Prompt, open_: list[Offer], shut: list[Offer], sole: Action | None) -> None:
        """Put a question with what may be done; ``sole``: the one action that there is, whose values are said."""
        longest = max((len(offer.label) for offer in open_), default=0)
        digits = len(str(len(open_)))
        fields = sole.__struct_fields__ if sole is not None else ()
        filled = ", ".join(
            name_value(offer.game, offer.kind, field, getattr(sole, field)) for offer in open_[:1] for field in fields
        )
        lines = [
            f"  {number:>{digits}}  {offer.label:{longest}}  {filled or describe_kind(offer.kind)}".rstrip()
            for number, offer in enumerate(open_, 1)
        ]
        if sole is not None:
            lines.append("  there is only one choice: press Enter")
        if filled:
            self.forget_offers()
        self.question(ask, prompt, open_, shut, lines)

    def question(
        self, ask: Ask, prompt: Prompt, open_: list[Offer], shut: list[Offer], lines: Sequence[str] = ()
    ) -> None:
        """Put a question with some lines, unless it is the one that was put last, with the same to choose from."""
        kinds = (tuple(offer.kind for offer in offers) for offers in (open_, shut))
        listed = (ask.side, ask.why, *kinds, len(lines))
        if listed == self._listed:
            return
        self._listed = listed
        self._ask(ask, prompt)
        self._talk.show(StyledLine(line) for line in lines)
        if shut:
            self._shut_out(shut, len(open_) + 1 if lines else 0)

    def _ask(self, ask: Ask, prompt: Prompt) -> None:
        game = self._talk.game
        who, name = side_title(game, ask.side), seat_title(game, game.seat_of(ask.side) or "")
        sits = f" ({name})" if len(self._talk.people()) > 1 and name != who else ""
        rule = f" ({ask.rule})" if ask.rule else ""
        sealed = ", sealed until all have answered" if prompt.purpose == "sealed" else ""
        why = without_name(who, ask.why)
        asked = f": {why or 'what do you do?'}" if why == ask.why else f" {why}"
        self._talk.say(f"{who}{sits}{asked}{rule}{sealed}", "prompt")

    def _shut_out(self, shut: list[Offer], first: int) -> None:
        """Name what is not possible now, in a line; with numbers from ``first`` on, unless values have those (0)."""
        named = [f"{number} {offer.label}" if first else offer.label for number, offer in enumerate(shut, first)]
        self._talk.say(f"  {NOT_POSSIBLE}: {', '.join(named)} (? {first or shut[0].label} says why)", "faint")
