"""The draft of a choice of rules: what was done is on disk before anybody sees it, and opens again with its history."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec
from msgspec import Struct

from sandtable.design.document import DesignDocument
from sandtable.design.history import EditHistory, HistoryEntry
from sandtable.design.rules.rule_edits import SUBJECT, ChoicePatch, RuleEdit, RulesPatch
from sandtable.design.rules.rules_design import RulesDesign
from sandtable.design.rules.rules_shelf import RulesShelf
from sandtable.engine.errors import Invalid
from sandtable.interchange.foreign_files import write_text

END: Final = ".rules-draft"
MOST: Final = 500
"""So many things that were done are kept; older ones can no longer be undone."""


class DraftEntry(Struct, frozen=True):
    """One thing that was done, as it is kept."""

    edit: RuleEdit
    patch: RulesPatch
    says: str
    notes: tuple[str, ...] = ()


class KeptRules(Struct, frozen=True):
    """What a draft holds."""

    entries: tuple[DraftEntry, ...] = ()
    position: int = 0


class RulesDraft:
    """A choice of rules under work, with all that was done to it; the library follows what is kept or taken out."""

    def __init__(self, path: Path, design: RulesDesign, shelf: RulesShelf) -> None:
        """Go on where the draft at ``path`` stands; ``harm`` says what of it could not be read."""
        self.path, self.shelf, self.harm = path, shelf, ""
        history = self._read()
        self.document = DesignDocument({SUBJECT: _standing(design, history)}, history, self)

    @property
    def design(self) -> RulesDesign:
        """The rules as they are now."""
        design: RulesDesign = self.document.subjects[SUBJECT]
        return design

    def do(self, edit: RuleEdit) -> HistoryEntry:
        """Do something; raises ``Invalid`` in one sentence for what cannot be done, and then nothing has changed."""
        return self.document.do(edit)

    def replace_design(self, design: RulesDesign) -> None:
        """Go on with another game or shelf: rules files were read again, or another program has kept something."""
        self.document.subjects[SUBJECT] = design

    def keep(self, history: EditHistory, entry: HistoryEntry) -> None:
        """Keep what is being done: in the library where it is of that, and in the draft."""
        after = history.and_then(entry)
        self.shelf.follow([entry.patch])
        self._write(after)

    def keep_position(self, position: int) -> None:
        """Keep how much of the history stands; presets and house rules come and go with it."""
        history = self.document.history
        back = [entry.patch.turned_round() for entry in reversed(history.entries[position : history.position])]
        self.shelf.follow([*back, *(entry.patch for entry in history.entries[history.position : position])])
        self._write(EditHistory(history.entries, position))

    def _write(self, history: EditHistory) -> None:
        skip = max(0, len(history.entries) - MOST)
        entries = tuple(DraftEntry(one.edit, one.patch, one.says, one.notes) for one in history.entries[skip:])
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_text(self.path, msgspec.json.encode(KeptRules(entries, max(0, history.position - skip))).decode())

    def _read(self) -> EditHistory:
        if not self.path.exists():
            return EditHistory()
        try:
            kept = msgspec.json.decode(self.path.read_bytes(), type=KeptRules)
            entries = tuple(HistoryEntry(one.edit, one.patch, one.says, one.notes) for one in kept.entries)
            return EditHistory(entries).at(kept.position)
        except (OSError, msgspec.MsgspecError, RecursionError, UnicodeError, Invalid) as error:
            self.harm = f"what was chosen here before cannot be read ({error}): {self._put_aside()}"
            return EditHistory()

    def _put_aside(self) -> str:
        for number in range(1, 1000):
            aside = self.path.with_name(f"{self.path.name}.damaged-{number}")
            if not aside.exists():
                try:
                    self.path.rename(aside)
                except OSError:
                    break
                return f"it was put aside as {aside.name}, and you begin with the rules as they are"
        return "you begin with the rules as they are"


def rules_draft_path(folder: Path, game: str, name: str) -> Path:
    """Return where the draft of the rules for a scenario or a campaign lies."""
    return folder / f"{quote(game, safe='')}.{quote(name, safe='')}{END}"


def _standing(design: RulesDesign, history: EditHistory) -> RulesDesign:
    """Return the rules with the choice that stands; presets and house rules are as the library has them."""
    for entry in reversed(list(history)):
        if isinstance(entry.patch, ChoicePatch):
            return entry.patch.applied_to(design)
    return design
