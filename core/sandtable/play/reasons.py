"""Why not: the reasons against an offer or a value, with their rules and cures."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin
from unicodedata import combining, normalize

from sandtable.engine.actions.actions import Refusal
from sandtable.play.wording import describe, field_title, field_types, table_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.engine.actions.offers import Offer

TRIED: Final = 300
"""So many whole actions are looked at before a value counts as possible until proved otherwise."""
MOST: Final = 8
"""So many reasons are told at once."""


def possible(offer: Offer) -> bool:
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


def why_unavailable(offer: Offer, most: int = MOST) -> list[str]:
    """Say why no action of this kind is legal, in lines."""
    reasons = reasons_against(offer)
    lines = [str(reason) for reason in reasons[:most]]
    return [*lines, f"... and {len(reasons) - most} more reasons"] if len(reasons) > most else lines


def _nothing(offer: Offer) -> str:
    field = offer.next_field()
    while field is not None:
        first = next(iter(offer.domain(field)), None)
        if first is None:
            return f"there is no {field_title(offer.kind, field)} to choose"
        offer = offer.fill(**{field: first})
        field = offer.next_field()
    return "there is nothing to choose"


def value_meant(offer: Offer, field: str, text: str) -> Any:
    """Return the value that a text could mean for a field, be it on offer or not; ``None`` when it means nothing."""
    table = table_of(offer.game, offer.kind, field)
    if table is not None:
        ids = offer.game[table].ids()
        if get_origin(field_types(offer.kind)[field]) is tuple:
            found = [matches(word.strip(), ids) for word in text.split(",")]
            return tuple(ids[one[0]] for one in found) if all(len(one) == 1 for one in found) else None
        found_one = [] if text.isdigit() and text not in ids else matches(text, ids)
        return ids[found_one[0]] if len(found_one) == 1 else None
    hint = field_types(offer.kind)[field]
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return int(text) if plain is int and text.removeprefix("-").isdigit() else None


def whole_numbers(values: Iterable[Any]) -> bool:
    """Tell whether these are all whole numbers."""
    return all(type(value) is int for value in values)


def plain(text: str) -> str:
    """Return a text as it is compared: small letters, no accents, one kind of apostrophe."""
    apart = normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(one for one in apart if not combining(one)).casefold()


def matches(text: str, values: Sequence[Any]) -> list[int]:
    """Return the places of the values that a text means: by its whole name, by number, by the beginning, by a part."""
    words = [plain(describe(value)) for value in values]
    wanted = plain(text)
    exact = [at for at, word in enumerate(words) if word == wanted]
    if exact or not wanted or whole_numbers(values):
        return exact
    if text.isdigit() and 1 <= int(text) <= len(values):
        return [int(text) - 1]
    begins = [at for at, word in enumerate(words) if word.startswith(wanted)]
    return begins or [at for at, word in enumerate(words) if wanted in word]
