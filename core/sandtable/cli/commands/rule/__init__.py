"""``sandtable rule``: house rules of one's own, as data or as code."""

from __future__ import annotations

from typing import Final

from sandtable.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "check": "Say what a house rule says, and whether its examples come out.",
    "drop": "Have the rules folder, the library or a campaign let go of a house rule.",
    "export": "Write a house rule by form as a text.",
    "import": "Keep a house rule by form: in the rules folder or in a campaign.",
    "new": "Begin a house rule from a template.",
    "sheet": "Write what a scenario or a campaign is played by, as HTML or PDF.",
    "words": "List the words that house rules of a game can be made of.",
}
command = LazyGroup(
    "rule",
    __name__,
    COMMANDS,
    says="Make house rules.\n\nA house rule by form is a text (TOML) over words that its game declares: it needs no "
    "Python and no trust. It lies in the rules folder, and every campaign that could play it carries it.",
)
