"""The same thing done for many at once: the next is looked for, beside the window's thread, when one is done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sandtable.engine.running.offers import Offer
from sandtable.play.turn.many import ManyAtOnce

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.hand_questions import HandQuestions


class OneByOne:
    """What is still to be done in turn, and the doing of it."""

    def __init__(self, campaign: Campaign, questions: HandQuestions) -> None:
        self.campaign, self._questions = campaign, questions
        self._many = ManyAtOnce(campaign.referee)

    def begin(self, offer: Offer, field: str, values: Sequence[Any]) -> None:
        """Have it done with each of these values."""
        self._many.begin(offer, field, values)

    def clear(self) -> None:
        """Leave the rest undone."""
        self._many.clear()
        self._questions.next.stop()

    def is_left(self) -> bool:
        """Tell whether something is still to be done in this step."""
        return self._many.is_left()

    @property
    def is_looking(self) -> bool:
        """Whether it is being worked out what is done next."""
        return self._questions.next.is_busy

    def do_next(self, possible: Sequence[Offer]) -> None:
        """Do the next that can be done."""
        ask, kinds = self.campaign.ask, [offer.kind for offer in possible]
        if ask is None or not self.is_left():
            return

        def look(game: RunningGame) -> Action | None:
            return self._many.next_action(Offer(game, ask, kind) for kind in kinds)

        head = self.campaign.referee.journal.head
        self._questions.next.ask((repr(ask), head), look, partial(self._answer, ask), soon=True)

    def _answer(self, ask: Ask, action: Action | None) -> None:
        if action is not None:
            self.campaign.answer(action, ask, lambda done: None if done else self.clear())
