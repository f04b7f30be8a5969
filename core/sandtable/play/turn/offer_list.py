"""What may be done in answer to a question, as it is listed: with numbers that stay, and what each comes to.

The number of a kind of action is its place among the kinds of the question, whether it is possible or not: so it stays
from prompt to prompt while a step lasts, and is the same the next time the step is played. What ends a step or declines
an offer has the nought everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.actions.actions import Pass
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.running.offers import Offer
from sandtable.play.words.sequence_track import describe_next_step
from sandtable.play.words.wording import describe_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.engine.actions.actions import Action, Ask
    from sandtable.engine.running.game import RunningGame

LAST: Final = (EndStep, Pass)
"""What ends or declines: it has the nought."""


class ListedOffer(NamedTuple):
    """A kind of action with its number; one that is not possible now can be asked why."""

    number: int
    offer: Offer
    is_possible: bool


def list_offers(possible: Sequence[Offer], ask: Ask, view: RunningGame) -> list[ListedOffer]:
    """Return all that a question asks for, what is possible first."""
    numbers = _numbers(ask)
    open_kinds = {offer.kind for offer in possible}
    shut = [Offer(view, ask, kind) for kind in ask.kinds if kind not in open_kinds]
    listed = [ListedOffer(numbers.get(offer.kind, 0), offer, True) for offer in _in_order(possible, numbers)]
    return [*listed, *(ListedOffer(numbers[offer.kind], offer, False) for offer in _in_order(shut, numbers))]


def number_of(offer: Offer) -> int:
    """Return the number that an offer has wherever it is listed."""
    return _numbers(offer.ask).get(offer.kind, 0)


def _numbers(ask: Ask) -> dict[type[Action], int]:
    counted = [kind for kind in ask.kinds if kind not in LAST]
    return {**dict.fromkeys(LAST, 0), **{kind: number for number, kind in enumerate(counted, 1)}}


def _in_order(those: Iterable[Offer], numbers: dict[type[Action], int]) -> list[Offer]:
    """Return offers by their numbers, the nought last."""
    return sorted(those, key=lambda offer: numbers.get(offer.kind, 0) or len(numbers))


def describe_offer(offer: Offer) -> str:
    """Say what a kind of action does; of what ends a step what comes next, of what declines what comes of it.

    Nothing is said where that says no more than its name.
    """
    if offer.kind is EndStep:
        following = describe_next_step(offer.game)
        return f"Next: {following}" if following else ""
    if offer.kind is Pass:
        return describe_decline(offer.ask)
    says = describe_kind(offer.kind)
    return says if _words_of(says) != _words_of(offer.label) else ""


def _words_of(text: str) -> list[str]:
    """Return the words of a text without its articles: "Lay a depot" says no more than "Lay depot"."""
    return [word for word in text.casefold().split() if word not in ("a", "an", "the", "this")]


def describe_decline(ask: Ask) -> str:
    """Say what comes of declining what a question offers: what its actions say of it, else that it is not done."""
    said = dict.fromkeys(kind.if_declined for kind in ask.kinds if kind.if_declined)
    if said:
        return "; ".join(said)
    if len(ask.kinds) != 1:
        return "Do none of this"
    label = ask.kinds[0].label()
    return f"Do not {label[:1].lower()}{label[1:]}"
