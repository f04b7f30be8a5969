"""How the fields of an action are filled: an entry for each kind of domain, the same at the terminal and in the window.

An entry holds what may be chosen and what is chosen. It takes what is pointed at and what is typed, and says what is
missing; its ``field`` says what the values are called, what is known of them, and why not this one.
"""

from sandtable.play.turn.entries.dice_entry import DiceEntry
from sandtable.play.turn.entries.entry import BARE, NOTHING, BareValues, Entry, FieldValues, TypedAnswer, TypedEntry
from sandtable.play.turn.entries.entry_for_domain import LISTED, entry_for, only_value
from sandtable.play.turn.entries.list_entry import ListEntry
from sandtable.play.turn.entries.number_entry import NumberEntry
from sandtable.play.turn.entries.shares_entry import SharesEntry
from sandtable.play.turn.entries.subset_entry import SubsetEntry
from sandtable.play.turn.entries.text_entry import TextEntry
from sandtable.play.turn.entries.way_entry import WayEntry

__all__ = [
    "BARE", "LISTED", "NOTHING", "BareValues", "DiceEntry", "Entry", "FieldValues", "ListEntry", "NumberEntry",
    "SharesEntry", "SubsetEntry", "TextEntry", "TypedAnswer", "TypedEntry", "WayEntry", "entry_for", "only_value",
]  # fmt: skip
