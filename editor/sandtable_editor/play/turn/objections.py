"""What stands against something: each reason once, with its rule and what would make it legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.actions.actions import Action, Refusal
from sandtable.engine.errors import Broken, SandtableError
from sandtable.play.reasons import MOST, reasons_against
from sandtable.play.wording import describe

if TYPE_CHECKING:
    from sandtable.engine.actions.offers import Offer


class Reason(NamedTuple):
    """A reason: the sentence, its rule, the rules that this one stands for, and what would make it legal."""

    says: str
    rule: str = ""
    instead_of: tuple[str, ...] = ()
    cure: str = ""


@dataclass(frozen=True)
class Objection:
    """What was refused and why. ``action`` and ``side``: what the table may be asked to allow all the same."""

    title: str
    reasons: tuple[Reason, ...] = field(default=())
    action: Action | None = None
    side: str = ""

    @classmethod
    def from_sentence(cls, sentence: str) -> Objection:
        """Return a refusal that is one sentence."""
        return cls(sentence)

    @classmethod
    def from_lines(cls, reasons: Iterable[str]) -> Objection:
        """Return reasons that are told already, each ending in its rule."""
        return cls("Not there", tuple(Reason(line) for line in reasons))


def reason_of(refusal: Refusal) -> Reason:
    """Return a refusal as it is shown."""
    return Reason(refusal.text, refusal.rule, refusal.instead_of, refusal.cure)


def of_refusals(title: str, refusals: Iterable[Refusal], *, action: Action | None = None, side: str = "") -> Objection:
    """Return refusals as they are shown."""
    return Objection(title, tuple(dict.fromkeys(map(reason_of, refusals))), action, side)


def of_kind(offer: Offer) -> Objection:
    """Say why no action of a kind is possible: each reason once, the commonest first."""
    found = reasons_against(offer)
    told = [reason_of(one) for one in found[:MOST]]
    if len(found) > len(told):
        told.append(Reason(f"and {len(found) - len(told)} more reasons"))
    return Objection(f"{offer.label}: not now", tuple(told))


def of_value(offer: Offer, name: str, value: Any, title: str = "") -> Objection | None:
    """Say why a field may not hold a value, ``None`` when it may; what is not on offer, rules need not bear."""
    domain = offer.domain(name)
    try:
        refusals = offer.why_not(name, value)
    except (Broken, LookupError, SandtableError):
        if value in domain:
            raise
        refusals = []
    if refusals:
        return of_refusals(f"Not {title or describe(value)}", refusals)
    if value in domain:
        return None
    return Objection(f"Not {title or describe(value)}", (Reason(f"it is not on offer: {domain.says()}"),))
