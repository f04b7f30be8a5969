"""The guide at the terminal: before each question it says what is asked, why, and what one might type."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from sandtable.cli.talk.lines import StyledLine
from sandtable.engine.errors import Invalid
from sandtable.play.guide.guide import Guide, farewell_lines, welcome_lines

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.cli.talk.lines import Manner
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.guide.page import GuidePage

WIDE: Final = 100
"""Characters of a line of the guide."""
LEAVE: Final = "guide off leaves it; guide takes it up again"


class GuideTalk:
    """Speaks for the guide at one sitting, and knows what it has said last."""

    def __init__(self, talk: Dialogue) -> None:
        self._talk, self.guide = talk, Guide()
        self._said: tuple[GuidePage, str] | None = None
        self._is_welcome = False

    # -- taken up and left

    def take_up(self) -> None:
        """Begin to guide, or say the page again."""
        if not self.guide.is_on or self.guide.is_through(self._talk.game):
            self.guide.take_up(self._talk.game)
            self._is_welcome = True
        self._said = None

    def obey(self, rest: str) -> None:
        """Take the guide up or leave it, as the word says."""
        if rest.casefold() in ("off", "leave"):
            if not self.guide.is_on:
                raise Invalid("the guide is off; type guide to bring it back")
            self.guide.leave()
            self._talk.say("The guide is off; type guide to bring it back.", "faint")
        elif rest.casefold() in ("", "on"):
            self.take_up()
            self._talk.again()
        else:
            raise Invalid("type guide to be guided through a turn, guide off to leave the guide")

    # -- speaking

    def show(self, view: RunningGame, ask: Ask) -> None:
        """Say the page of a question, unless it was said last."""
        if not self.guide.is_on:
            return
        if self.guide.is_through(view):
            self._close(view)
            return
        if self._is_welcome:
            self._is_welcome = False
            self._talk.say("")
            self._paragraphs(welcome_lines(view, tuple(self._talk.sides)))
        page = self.guide.page(view, ask, self._talk.referee.journal)
        said, last = (page, ask.side), self._said
        self._said = said
        if last is not None and _teaches_the_same(last, said):
            if last != said:
                self._suggest(page)
        else:
            self._show_page(page)

    def close_if_over(self) -> None:
        """Say goodbye where the game has ended."""
        if self.guide.is_through(self._talk.game):
            self._close(self._talk.game)

    def _close(self, view: RunningGame) -> None:
        guided = self.guide.round
        self.guide.leave()
        self._talk.say("")
        self._paragraphs(farewell_lines(view, guided))
        if view.ended is None:
            self._talk.say("Type guide for another turn with it.", "faint")

    def _show_page(self, page: GuidePage) -> None:
        talk = self._talk
        talk.say("")
        talk.say(f"Guide · {page.heading}", "title")
        self._paragraphs((*page.asked, *filter(None, (page.why,)), *page.notes))
        for way in page.ways:
            self._paragraphs([f"{way.label}: {way.says}"], "  - ")
        self._suggest(page)
        first, *others = [id for id, _ in page.rules] or [""]
        also = f", also {', '.join(others)}" if others else ""
        rules = f"Read on: rules {first}{also}. " if first else ""
        self._paragraphs([f"{rules}{LEAVE}."], "", "faint")

    def _suggest(self, page: GuidePage) -> None:
        if page.suggestion is not None:
            self._paragraphs([f"You might: {page.suggestion.does}. {page.suggestion.because}"])
            self._paragraphs([f"type: {page.suggestion.typed}"], "  ", "good")

    def _paragraphs(self, texts: list[str] | tuple[str, ...], indent: str = "", manner: Manner = "plain") -> None:
        for text in texts:
            first, *rest = wrap(text, WIDE - len(indent), break_on_hyphens=False) or [""]
            hanging = " " * len(indent)
            self._talk.show(StyledLine(line, manner) for line in (indent + first, *(hanging + one for one in rest)))


def _teaches_the_same(one: tuple[GuidePage, str], other: tuple[GuidePage, str]) -> bool:
    """Tell whether two pages differ at the most in what they recommend, and in the rules of that."""
    (page, side), (then, whose) = one, other
    return side == whose and page._replace(suggestion=None, rules=()) == then._replace(suggestion=None, rules=())
