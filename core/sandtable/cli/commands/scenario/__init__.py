"""``sandtable scenario``: scenarios as text and into libraries of one's own, where they can be changed."""

from __future__ import annotations

from typing import Final

from sandtable.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "drafts": "List what was laid out and not saved, and histories.",
    "edit": "Change a scenario by edits, with differences in words.",
    "export": "Write a scenario as text, or with its map into a library.",
    "history": "Print what was done to a scenario, as a script.",
    "import": "Read the text of a scenario into a library.",
    "new": "Make a scenario with nothing in it yet.",
}
command = LazyGroup(
    "scenario",
    __name__,
    COMMANDS,
    says="Make scenarios, write them as text and read them back.\n\n"
    "SCENARIO is what `sandtable list` shows: KEY, GAME/KEY, or LIBRARY.db#KEY for one in a library.",
)
