"""What the hand asks the rules: worked out beside the window's thread, done when it is known.

What is known soon is waited for, so that in most games nothing is seen of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import SandtableError
from sandtable.engine.running.offers import Offer, offers
from sandtable.play.turn.passed_over import objection_of_passed
from sandtable.play.words.objections import Objection, of_kind, of_refusals
from sandtable_editor.play.campaign.aside import AskedAside, PositionCopies, QuestionsAside

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs


class HandQuestions(QuestionsAside):
    """The questions of one hand: what is on offer, why not the rest, what stands against a whole action."""

    def __init__(self, campaign: Campaign, jobs: Jobs) -> None:
        self.copies = PositionCopies(campaign)
        self.kinds: AskedAside[tuple[type[Action], ...]] = AskedAside(
            campaign, jobs, "Working out what can be done", self.copies
        )
        self.shut: AskedAside[Objection] = AskedAside(campaign, jobs, "Working out why not", self.copies)
        self.verdicts: AskedAside[Objection] = AskedAside(
            campaign, jobs, "Working out whether it can be done", self.copies
        )
        self.possible: AskedAside[Mapping[Any, bool]] = AskedAside(
            campaign, jobs, "Working out what is possible", self.copies
        )
        self.next: AskedAside[Action] = AskedAside(campaign, jobs, "Working out what is done next", self.copies)

    @property
    def all(self) -> tuple[AskedAside[Any], ...]:
        return self.kinds, self.shut, self.verdicts, self.possible, self.next

    def wait_no_more(self) -> None:
        """Leave unsaid why something is not possible: the hand holds something else by now."""
        self.shut.wait_no_more()

    def tell_kinds(self, ask: Ask, then: Callable[[tuple[type[Action], ...] | None], object]) -> None:
        """Say which kinds of action are on offer in answer to a question."""
        self.kinds.ask(repr(ask), lambda game: tuple(offer.kind for offer in offers(game, ask)), then, soon=True)

    def judge_kind(self, offer: Offer, then: Callable[[Objection | None], object]) -> None:
        """Say why a kind of action is not possible, with what is filled in of it."""
        about = (offer.kind, repr(offer.ask), repr(offer.filled))
        self.shut.ask(about, lambda game: _in_words(partial(_judge_kind, game, offer)), then, soon=True)

    def judge_passed(self, offer: Offer, then: Callable[[Objection | None], object]) -> None:
        """Say why something was not offered before, in the position in which it was left out."""
        self.shut.ask(
            ("passed", offer.kind, repr(offer)),
            lambda _: _in_words(lambda: objection_of_passed(offer)),
            then,
            soon=True,
        )

    def verdict(self, action: Action, offer: Offer) -> Objection | None:
        """Return what stands against a whole action, if that is known by now."""
        about = _whole(action, offer)
        if not self.verdicts.is_known(about) and not self.verdicts.is_awaited(about):
            self.verdicts.ask(about, lambda game: _in_words(partial(_judge, game, action, offer)), bool, soon=True)
        return self.verdicts.at_hand(about)

    def knows(self, action: Action, offer: Offer) -> bool:
        """Tell whether it is known what stands against a whole action."""
        return self.verdicts.is_known(_whole(action, offer))


def _whole(action: Action, offer: Offer) -> tuple[Hashable, ...]:
    return type(action), repr(action), repr(offer.ask)


def _judge_kind(game: RunningGame, offer: Offer) -> Objection:
    return of_kind(Offer(game, offer.ask, offer.kind, offer.filled))


def _judge(game: RunningGame, action: Action, offer: Offer) -> Objection | None:
    ask = offer.ask
    found = of_refusals("Not possible", game.verdict(action, ask), action=action, side=ask.side)
    return found if found.reasons else None


def _in_words(question: Callable[[], Objection | None]) -> Objection | None:
    """Ask rules something; one that fails says so and hinders nothing."""
    try:
        return question()
    except SandtableError as error:
        return Objection.from_words(str(error))
