"""Which entry fills which domain."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.actions.domains import Choice, Domain, Range, Rows, Subset, Sums, Text
from sandtable.engine.actions.ways import Ways
from sandtable.engine.running.chance import DiceFaces
from sandtable.play.turn.entries.dice_entry import DiceEntry
from sandtable.play.turn.entries.entry import BARE, NOTHING
from sandtable.play.turn.entries.list_entry import ListEntry
from sandtable.play.turn.entries.number_entry import NumberEntry
from sandtable.play.turn.entries.shares_entry import SharesEntry
from sandtable.play.turn.entries.subset_entry import SubsetEntry
from sandtable.play.turn.entries.text_entry import TextEntry
from sandtable.play.turn.entries.way_entry import WayEntry

if TYPE_CHECKING:
    from sandtable.play.turn.entries.entry import Entry, FieldValues

LISTED: Final = 2_000
"""A domain that is no plain list is listed up to so many values."""


def entry_for(domain: Domain[Any], field: FieldValues = BARE) -> Entry:
    """Return a fresh entry for a domain."""
    any_domain: Any = domain  # what a bare class holds is unknown
    match domain:
        case Range():
            return NumberEntry(domain, field)
        case DiceFaces():
            return DiceEntry(domain, field)
        case Text():
            return TextEntry(domain, field)
        case Subset():
            return SubsetEntry(any_domain, field)
        case Sums():
            return SharesEntry(any_domain, field)
        case Ways():
            return WayEntry(any_domain, field)
        case Choice() | Rows():
            return ListEntry(list(domain), field)
        case _:
            first = list(islice(domain, LISTED + 1))
            return ListEntry(first[:LISTED], field, more=len(first) > LISTED)


def only_value(domain: Domain[Any]) -> Any:
    """Return the value of a domain that has just one, else ``NOTHING``; a text, a way and dice are always entered."""
    if isinstance(domain, Text | Ways | DiceFaces):
        return NOTHING
    first = list(islice(domain, 2))
    return first[0] if len(first) == 1 else NOTHING
