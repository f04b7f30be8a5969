"""Offers that were not made because nothing legal filled them, and why, for whoever asks after them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sandtable.engine.actions.actions import Pass
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.unasked_questions import PassedOver, questions_passed_over
from sandtable.engine.running.chance import EnteredDice
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.running.offers import Offer
from sandtable.play.words.matching import plain
from sandtable.play.words.objections import of_kind
from sandtable.play.words.where import current_place

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sandtable.engine.actions.actions import Action
    from sandtable.play.words.objections import Objection

ALWAYS: Final = (Pass, EndStep)
"""What may be done at every question: nobody asks why not."""


def copy_to_look_back(referee: Referee) -> Referee:
    """Return a copy of a referee in which somebody looks for what was passed over, beside whoever plays."""
    twin = referee.sandbox(EnteredDice())
    twin.stand_in_for(referee)
    return twin


def offer_passed_over(referee: Referee, label: str, sides: Collection[str]) -> Offer | None:
    """Return the offer of this name (or the beginning of it) that was not made to a side last, ``None`` for none."""
    said = plain(label)

    def is_named(kind: type[Action]) -> bool:
        return bool(said) and kind not in ALWAYS and plain(kind.label()).startswith(said)

    return next(_offers(questions_passed_over(referee, is_named, sides), is_named), None)


def offers_passed_over(referee: Referee, side: str, asked: Collection[type[Action]]) -> list[Offer]:
    """Return the offers that were not made to a side since it did something else than what it is ``asked`` now."""

    def is_other(kind: type[Action]) -> bool:
        return kind not in ALWAYS and kind not in asked

    found: dict[type[Action], Offer] = {}
    for offer in _offers(questions_passed_over(referee, is_other, (side,)), is_other):
        found.setdefault(offer.kind, offer)
    return list(found.values())


def _offers(passed: Iterable[PassedOver], is_meant: Callable[[type[Action]], bool]) -> Iterator[Offer]:
    for one in passed:
        for kind in filter(is_meant, one.ask.kinds):
            yield Offer(one.view, one.ask, kind)


def objection_of_passed(offer: Offer) -> Objection:
    """Say why an offer was not made, and where it would have been."""
    found = of_kind(offer)
    return replace(found, title=f"{offer.label} was passed over ({current_place(offer.game)})")
