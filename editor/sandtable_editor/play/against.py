"""What stands against something: each reason once, with its rule and what would make it legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.cli.talk.reasons import TRIED
from sandtable.cli.talk.worded import field_title, worded
from sandtable.engine.actions import Action, Refusal
from sandtable.engine.errors import Broken, SandtableError

if TYPE_CHECKING:
    from sandtable.engine.offers import Offer

MOST: Final = 8


class Reason(NamedTuple):
    """A reason: the sentence, its rule, the rules that this one stands for, and what would make it legal."""

    says: str
    rule: str = ""
    instead_of: tuple[str, ...] = ()
    cure: str = ""


@dataclass(frozen=True)
class Against:
    """What was refused and why. ``action`` and ``side``: what the table may be asked to allow all the same."""

    title: str
    reasons: tuple[Reason, ...] = field(default=())
    action: Action | None = None
    side: str = ""

    @classmethod
    def said(cls, sentence: str) -> Against:
        """Return a refusal that is one sentence."""
        return cls(sentence)

    @classmethod
    def lines(cls, reasons: Iterable[str]) -> Against:
        """Return reasons that are told already, each ending in its rule."""
        return cls("Not there", tuple(Reason(line) for line in reasons))


def reason_of(refusal: Refusal) -> Reason:
    """Return a refusal as it is shown."""
    return Reason(refusal.text, refusal.rule, refusal.instead_of, refusal.cure)


def of_refusals(title: str, refusals: Iterable[Refusal], *, action: Action | None = None, side: str = "") -> Against:
    """Return refusals as they are shown."""
    return Against(title, tuple(dict.fromkeys(map(reason_of, refusals))), action, side)


def of_kind(offer: Offer) -> Against:
    """Say why no action of a kind is possible: each reason once, the commonest first."""
    counted: Counter[Reason] = Counter()
    tried = 0
    for filled in islice(offer.fillings(), TRIED):
        tried += 1
        counted.update(reason_of(one) for one in offer.game.verdict(offer.kind(**filled), offer.ask))
    title = f"{offer.label}: not now"
    if not tried:
        return Against(title, (Reason(_nothing(offer)),))
    reasons = [reason for reason, _ in counted.most_common(MOST)]
    if len(counted) > MOST:
        reasons.append(Reason(f"and {len(counted) - MOST} more reasons"))
    return Against(title, tuple(reasons))


def _nothing(offer: Offer) -> str:
    """Say which field has nothing to choose from."""
    name = offer.next_field()
    while name is not None:
        first = next(iter(offer.domain(name)), None)
        if first is None:
            return f"there is no {field_title(offer.kind, name)} to choose"
        offer = offer.fill(**{name: first})
        name = offer.next_field()
    return "there is nothing to choose"


def of_value(offer: Offer, name: str, value: Any, title: str = "") -> Against | None:
    """Say why a field may not hold a value, ``None`` when it may; what is not on offer, rules need not bear."""
    domain = offer.domain(name)
    try:
        refusals = offer.why_not(name, value)
    except (Broken, LookupError, SandtableError):
        if value in domain:
            raise
        refusals = []
    if refusals:
        return of_refusals(f"Not {title or worded(value)}", refusals)
    if value in domain:
        return None
    return Against(f"Not {title or worded(value)}", (Reason(f"it is not on offer: {domain.says()}"),))


def possible(offer: Offer) -> bool:
    """Tell whether some legal action goes on from here, as far as a few hundred tries can tell."""
    tried = 0
    for filled in islice(offer.fillings(), TRIED):
        tried += 1
        if not offer.game.verdict(offer.kind(**filled), offer.ask):
            return True
    return tried == TRIED
