"""What a conversation says: lines with a manner, and the wish to clear the screen."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal, TypeVar

from sandtable.engine.words import make_fit

Manner = Literal["plain", "title", "prompt", "faint", "bad", "good", "clear"]
T = TypeVar("T")
Talk = Generator[str, str, T]
"""A part of a conversation: it yields what it asks and is sent the line that answers."""


@dataclass(frozen=True, slots=True)
class StyledLine:
    """A line to show; the words in it are fit to be shown before colours are put round them.

    ``colour``: that of the side that it is about (``#2b4f9e``), shown before it where the terminal has colours.
    """

    text: str = ""
    manner: Manner = "plain"
    colour: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "text")


def split_line(line: str) -> list[str]:
    """Part a line at its commas, or at its arrows where it has some: ``March > Dupont > Madrid``."""
    return [part for one in re.split(r">" if ">" in line else r",", line) if (part := one.strip())]


CLEAR = StyledLine("", "clear")


class Leave(Exception):  # a way out of the conversation, no error
    """The players leave the table."""


class Dropped(Exception):  # a way out of a half-filled offer, no error
    """A half-filled offer is left; ``line`` is what was said instead of a value."""

    def __init__(self, line: str = "") -> None:
        super().__init__(line)
        self.line = line
