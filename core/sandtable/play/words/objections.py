"""What stands against something: each reason once, with its rule and what would make it legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.engine.actions.actions import Action
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.play.words.wording import describe, field_title

if TYPE_CHECKING:
    from sandtable.engine.running.offers import Offer

TRIED: Final = 300
"""So many whole actions are looked at before a value counts as possible until proved otherwise."""
CITED: Final = re.compile(r"(.+) \(([A-Z][\w.]*-[^\s()]+)\)")
"""A reason that has its rule behind it."""
MOST: Final = 8
"""So many reasons are told at once."""


class Reason(NamedTuple):
    """A reason: the sentence, its rule, the rules that this one stands for, and what would make it legal."""

    says: str
    rule: str = ""
    instead_of: tuple[str, ...] = ()
    cure: str = ""

    def __str__(self) -> str:
        instead = f" in place of {', '.join(self.instead_of)}" if self.instead_of else ""
        cited = f" ({self.rule}{instead})" if self.rule else ""
        return f"{self.says}{cited}{f' — {self.cure}' if self.cure else ''}"


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
        return cls("Not possible there", tuple(map(_reason_told, reasons)))

    def lines(self) -> list[str]:
        """Return the reasons as lines, each with its rule and what would make it legal."""
        return [str(reason) for reason in self.reasons]


def _reason_told(line: str) -> Reason:
    found = CITED.fullmatch(sentence(line))
    return Reason(found[1], found[2]) if found else Reason(sentence(line))


def reason_of(refusal: Refusal) -> Reason:
    """Return a refusal as it is shown."""
    return Reason(sentence(refusal.text), refusal.rule, refusal.instead_of, refusal.cure)


def of_refusals(title: str, refusals: Iterable[Refusal], *, action: Action | None = None, side: str = "") -> Objection:
    """Return refusals as they are shown."""
    return Objection(title, tuple(dict.fromkeys(map(reason_of, refusals))), action, side)


def of_kind(offer: Offer) -> Objection:
    """Say why no action of a kind is possible: each reason once, the commonest first."""
    found = reasons_against(offer)
    shown = [reason_of(one) for one in found[:MOST]]
    if len(found) > len(shown):
        shown.append(Reason(f"and {len(found) - len(shown)} more reasons"))
    return Objection(f"{offer.label}: not now", tuple(shown))


def of_value(offer: Offer, name: str, value: Any, title: str = "") -> Objection | None:
    """Say why a field may not hold a value, ``None`` when it may; what is not on offer, rules need not bear."""
    domain = offer.domain(name)
    called = title or describe(value)
    try:
        refusals = offer.why_not(name, value)
    except (LookupError, SandtableError):
        if value in domain:
            raise
        refusals = []
    if refusals:
        return of_refusals(f"Not {called}", refusals)
    if value in domain:
        return None
    return Objection(f"Not {called}", (Reason(f"{called} is not on offer: {domain.says()}"),))


def is_possible(offer: Offer) -> bool:
    """Tell whether some legal action goes on from here, as far as a few hundred tries can tell."""
    tried = 0
    for filled in islice(offer.fillings(), TRIED):
        tried += 1
        if offer.game.allows(offer.kind(**filled), offer.ask):
            return True
    return tried == TRIED


def reasons_against(offer: Offer) -> list[Refusal]:
    """Say why no action of this kind is legal: each reason once, the commonest first."""
    counted: Counter[Refusal] = Counter()
    tried = 0
    for filled in islice(offer.fillings(), TRIED):
        tried += 1
        counted.update(offer.game.verdict(offer.kind(**filled), offer.ask))
    return [reason for reason, _ in counted.most_common()] if tried else [Refusal("{says}", says=_nothing(offer))]


def _nothing(offer: Offer) -> str:
    field = offer.next_field()
    while field is not None:
        first = next(iter(offer.domain(field)), None)
        if first is None:
            return f"there is no {field_title(offer.kind, field)} to choose"
        offer = offer.fill(**{field: first})
        field = offer.next_field()
    return "there is nothing to choose"
