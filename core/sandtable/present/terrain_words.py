"""What is written into a hex of its terrain: plain words, in as few lines as they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.present.terrain import LOOKS, look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

OPEN: Final = LOOKS["clear"]
LINES: Final = 2
"""So many lines are written at the most."""


def terrain_words(terrains: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """Return the lines that say the terrains of a hex; the last may be too long. Open ground is told only alone.

    ``fits`` says whether a text fits into a line.
    """
    told = [one for one in terrains if look_of(one) is not OPEN] or terrains
    words = ", ".join(told).replace("_", " ").split()
    lines = words[:1]
    for word in words[1:]:
        if fits(f"{lines[-1]} {word}") or len(lines) == LINES:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines
