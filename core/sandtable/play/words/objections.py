"""What stands against something: each reason once, with its rule and what would make it legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from sandtable.engine.actions.actions import Action, field_text
from sandtable.engine.actions.domains import Choice, Rows, Subset, every
from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.errors import SandtableError
from sandtable.engine.words import in_a_row, sentence
from sandtable.play.words.wording import field_title

if TYPE_CHECKING:
    from sandtable.engine.running.offers import Offer

TRIED: Final = 300
"""So many whole actions are looked at before a value counts as possible until proved otherwise."""
CITED: Final = re.compile(r"(.+) \(([A-Z][\w.]*-[^\s()]+)\)")
"""A reason that has its rule behind it."""
MOST: Final = 8
"""So many reasons are told at once."""
NOT_POSSIBLE: Final = "not possible now"
"""What is said of an action or a value that rules stand against, in the window and in the terminal."""
SHORT: Final = 6
"""So many values are named, where another cannot be chosen."""


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
    def from_words(cls, words: str) -> Objection:
        """Return a refusal that is one sentence."""
        return cls(sentence(words))

    @classmethod
    def from_lines(cls, reasons: Iterable[str]) -> Objection:
        """Return reasons that are told already, each ending in its rule."""
        return cls("Not possible there", tuple(map(_reason_in_line, reasons)))

    def lines(self) -> list[str]:
        """Return the reasons as lines, each with its rule and what would make it legal."""
        return [str(reason) for reason in self.reasons]


def _reason_in_line(line: str) -> Reason:
    found = CITED.fullmatch(sentence(line))
    return Reason(found[1], found[2]) if found else Reason(sentence(line))


def reason_of(refusal: Refusal) -> Reason:
    """Return a refusal as it is shown."""
    return Reason(sentence(refusal.text), refusal.rule, refusal.instead_of, refusal.cure)


def of_refusals(title: str, refusals: Iterable[Refusal], *, action: Action | None = None, side: str = "") -> Objection:
    """Return refusals as they are shown."""
    return Objection(title, tuple(dict.fromkeys(map(reason_of, refusals))), action, side)


def no_way_title(where: str) -> str:
    """Say that nothing goes to a place, as the title of the reasons."""
    return f"Cannot go to {where}"


def of_kind(offer: Offer) -> Objection:
    """Say why no action of a kind is possible: each reason once, the commonest first."""
    found = reasons_against(offer)
    shown = [reason_of(one) for one in found[:MOST]]
    if len(found) > len(shown):
        shown.append(Reason(f"and {len(found) - len(shown)} more reasons"))
    return Objection(f"{offer.label} is {NOT_POSSIBLE}", tuple(shown))


def of_value(
    offer: Offer, name: str, value: Any, title: str = "", *, called: Callable[[Any], str] | None = None
) -> Objection | None:
    """Say why a field may not hold a value, ``None`` when it may; what is not on offer, rules need not bear.

    ``called`` says what values of the field are called, by default what the action calls them.
    """
    domain = offer.domain(name)
    called = called or partial(field_text, offer.game, offer.kind, name)
    title = title or called(value)
    try:
        refusals = offer.why_not(name, value)
    except (LookupError, SandtableError):
        if value in domain:
            raise
        refusals = []
    if refusals:
        return of_refusals(f"Not {title}", refusals)
    if value in domain:
        return None
    rule, instead_of = offer.citation(name)
    says = f"{_what_is_wrong(domain, value, title)}: {_choices(offer, name, called)}"
    return Objection(f"Not {title}", (Reason(sentence(says), rule, instead_of),))


def _what_is_wrong(domain: object, value: object, title: str) -> str:
    """Say that a value is none of a domain: of what may be chosen so many together are too few, or too many."""
    if isinstance(domain, Subset) and isinstance(value, tuple):
        held, chosen = cast("Subset[object]", domain).values, cast("tuple[object, ...]", value)
        if all(one in held for one in chosen):
            return f"that is {len(chosen)}"
    return f"{title} cannot be chosen"


def _choices(offer: Offer, name: str, called: Callable[[Any], str]) -> str:
    """Say what there is to choose for a field: by name where that is short."""
    domain = offer.domain(name)
    if not isinstance(domain, Choice | Rows):
        return f"choose {domain.says()}"
    listed = every(domain, SHORT)
    if listed is None:
        return f"it is {domain.says()} others"
    return f"only {in_a_row(map(called, listed))} can" if listed else "there is nothing to choose now"


def of_space(offer: Offer, name: str, space: str, title: str = "") -> Objection | None:
    """Say why no way that fills a field ends at a space, ``None`` when one does."""
    refusals = offer.why_not_there(name, space)
    return of_refusals(no_way_title(title or space), refusals) if refusals else None


def is_possible(offer: Offer) -> bool:
    """Tell whether some legal action goes on from here, as far as a few hundred tries can tell.

    What a rule refuses already for the fields that are filled is none, however many ways there are to fill the rest.
    """
    if offer.filled and offer.game.verdict_on_part(offer.kind, offer.filled, offer.ask):
        return False
    tried = 0
    for filled in islice(offer.fillings(), TRIED):
        tried += 1
        if offer.game.allows(offer.kind(**filled), offer.ask):
            return True
    return tried == TRIED


def reasons_against(offer: Offer) -> list[Refusal]:
    """Say why no action of this kind is legal: what stands against all of them, else each reason, commonest first."""
    counted: Counter[Refusal] = Counter()
    tried = 0
    for filled in islice(offer.fillings(), TRIED):
        tried += 1
        counted.update(offer.game.verdict(offer.kind(**filled), offer.ask))
    if not tried:
        return [_nothing_to_choose(offer)]
    against_all = [reason for reason, times in counted.items() if times == tried > 1]
    return against_all or [reason for reason, _ in counted.most_common()]


def _nothing_to_choose(offer: Offer) -> Refusal:
    """Say for which field there is nothing to choose, by the rule that fills it."""
    lacking = offer.first_empty()
    title = field_title(offer.kind, lacking.field) if lacking is not None else "way"
    field = lacking.field if lacking is not None else ""
    says, rule = offer.kind.if_none.get(field, ("", ""))
    refusal = Refusal(says) if says else Refusal("no {title} can be chosen for it now", title=title)
    if lacking is not None and lacking.rule is not None:
        refusal.rule, refusal.instead_of = lacking.citation
    elif rule:
        refusal.rule, refusal.instead_of = offer.game.citation_of(rule)
    return refusal
