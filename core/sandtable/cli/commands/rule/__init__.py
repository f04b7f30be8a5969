"""``sandtable rule``: house rules of one's own, as data or as code."""

from __future__ import annotations

from typing import Final

from sandtable.cli.lazy_group import LazyGroup

COMMANDS: Final = {
    "check": "Say what a house rule says, and whether its examples come out.",
    "export": "Write a house rule by form as a text.",
    "import": "Keep a house rule by form: in the rules folder or in a campaign.",
    "new": "Begin a house rule from a template.",
    "words": "List the words that house rules of a game can be made of.",
}
command = LazyGroup(
    "rule",
    __name__,
    COMMANDS,
    says="Make house rules.\n\nA house rule by form is a text (TOML) over words that its game declares: it needs no "
    "Python and no trust. It lies in the rules folder, and every campaign that could play it carries it.",
)
