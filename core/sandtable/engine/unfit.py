"""What is wrong with data that do not fit a table, in plain words: msgspec has those of Python."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.words import in_a_row

if TYPE_CHECKING:
    import msgspec

BOUND: Final = re.compile(r"(>=|<=|>|<) (-?\d+(?:\.\d+)?)")
BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
KINDS: Final = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "a table", "null": "nothing",
}  # fmt: skip
WANTED: Final = re.compile(r"Expected `([^`]+)`(.*?)(?:, got (?:`([^`]+)`|(\d+)))?")
NAMED: Final = {
    "Object contains unknown field": "there is no field {}: take it out",
    "Object missing required field": "the field {} is missing: write it",
    "Invalid enum value": "{} is none of the words that may stand there",
    "Invalid value": "{} is none of the words that may stand there",
}


class Unfit(NamedTuple):
    """What does not fit: in words, and the path of fields to it, empty for the thing itself."""

    says: str
    path: str

    @property
    def field(self) -> str:
        """The first field on the path."""
        return re.split(r"[.\[]", self.path, maxsplit=1)[0]

    def __str__(self) -> str:
        return f"{self.path}: {self.says}" if self.path else self.says


def unfit(error: msgspec.ValidationError) -> Unfit:
    """Return what is wrong with what msgspec has refused."""
    says, _, at = str(error).partition(" - at `$")
    return Unfit(_plain(says), at.strip(".`"))


def _plain(says: str) -> str:
    if found := WANTED.fullmatch(says):
        kinds, more, got, length = found.groups()
        rather = "a fraction" if got == "float" else KINDS.get(got or "", got) or (f"of {length}" if length else "")
        return f"write {_kinds(kinds)}{_bounds(more, kinds)}{f', not {rather}' if rather else ''}"
    for begins, words in NAMED.items():
        if says.startswith(f"{begins} "):
            return words.format(repr(says.removeprefix(begins).strip(" `'")))
    return says


def _kinds(kinds: str) -> str:
    return in_a_row([KINDS.get(one, one) for one in kinds.split(" | ")], "or")


def _bounds(more: str, kinds: str) -> str:
    """Say what bounds there are; how long a text or a list may be is told by what it is made of."""
    if bound := BOUND.search(more):
        things = " letters" if " length " in more and kinds == "str" else " things" if " length " in more else ""
        return f" of {BOUNDS[bound[1]]} {bound[2]}{things[:-1] if bound[2] == '1' else things}"
    return more.replace(" of length ", " of ").replace("that's", "that is").replace("matching regex", "in the form")
