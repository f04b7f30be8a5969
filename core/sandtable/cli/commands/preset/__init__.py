"""``sandtable preset``: choices of options as text, to be shared and compared."""

from __future__ import annotations

from typing import Final

from sandtable.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "export": "Write presets as text.",
    "import": "Read presets from a text into a library.",
}
command = LazyGroup(
    "preset",
    __name__,
    COMMANDS,
    says="Write presets as text and read them back.\n\n"
    "PRESET is GAME/KEY for one of a game or of the library that ships, LIBRARY.db#KEY for one in a library, or "
    "LIBRARY.db for all of them.",
)
