"""``sandtable scenario``: scenarios into libraries of one's own, where they can be changed."""

from __future__ import annotations

from typing import Final

from sandtable.cli.lazy_group import LazyGroup

COMMANDS: Final = {"export": "Copy a scenario with its map into a library."}
command = LazyGroup(
    "scenario",
    __name__,
    COMMANDS,
    says="Copy scenarios into libraries.\n\n"
    "SCENARIO is what `sandtable list` shows: KEY, GAME/KEY, or LIBRARY.db#KEY for one in a library.",
)
