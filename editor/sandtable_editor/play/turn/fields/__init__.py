"""How the fields of an action are filled: an entry for each kind of domain, and a widget for each entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.play.turn.entries import DiceEntry, ListEntry, NumberEntry, SharesEntry, SubsetEntry, TextEntry, WayEntry
from sandtable_editor.play.turn.fields.dice import DiceField
from sandtable_editor.play.turn.fields.field import Field
from sandtable_editor.play.turn.fields.listed import ListedField
from sandtable_editor.play.turn.fields.number import NumberField
from sandtable_editor.play.turn.fields.several import SeveralField
from sandtable_editor.play.turn.fields.shared import SharedField
from sandtable_editor.play.turn.fields.way import WayField
from sandtable_editor.play.turn.fields.words import WordsField

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.commands import Commands


def field_for(draft: ActionDraft, commands: Commands) -> Field | None:
    """Return the widget for what the hand is to be filled with; its texts name the keys of these commands."""
    match draft.entry:
        case ListEntry() as entry:
            return ListedField(draft, entry)
        case NumberEntry() as entry:
            return NumberField(draft, entry)
        case SubsetEntry() as entry:
            return SeveralField(draft, entry)
        case SharesEntry() as entry:
            return SharedField(draft, entry)
        case WayEntry() as entry:
            return WayField(draft, entry, commands.way_to("do_it"))
        case TextEntry() as entry:
            return WordsField(draft, entry)
        case DiceEntry() as entry:
            return DiceField(draft, entry)
        case _:
            return None
