"""How the fields of an action are filled: an entry for each kind of domain, and a widget for each entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.play.fields.dice import DiceField
from sandtable_editor.play.fields.entries import Dice, Listed, Number, Several, Shared, Way, Words
from sandtable_editor.play.fields.field import Field
from sandtable_editor.play.fields.listed import ListedField
from sandtable_editor.play.fields.number import NumberField
from sandtable_editor.play.fields.several import SeveralField
from sandtable_editor.play.fields.shared import SharedField
from sandtable_editor.play.fields.way import WayField
from sandtable_editor.play.fields.words import WordsField

if TYPE_CHECKING:
    from sandtable_editor.play.hand import Hand


def field_for(hand: Hand) -> Field | None:
    """Return the widget for what the hand is to be filled with."""
    match hand.entry:
        case Listed() as entry:
            return ListedField(hand, entry)
        case Number() as entry:
            return NumberField(hand, entry)
        case Several() as entry:
            return SeveralField(hand, entry)
        case Shared() as entry:
            return SharedField(hand, entry)
        case Way() as entry:
            return WayField(hand, entry)
        case Words() as entry:
            return WordsField(hand, entry)
        case Dice() as entry:
            return DiceField(hand, entry)
        case _:
            return None
