"""How counters lie in their stacks, closed and fanned out: arithmetic in logical pixels round where a stack stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from sandtable.present import Counter
    from sandtable_editor.canvas.geometry.geography import Place

SEEN: Final = 4
"""Counters of a closed stack whose edges can be seen."""
GAP: Final = 5.0
"""Pixels between counters of a fan, and between stacks side by side."""
PANEL: Final = 7.0
"""Pixels of the panel under a fan round its counters."""
READABLE: Final = 40
"""A fan shows its counters at least this large."""

Offset = tuple[float, float]


@dataclass(frozen=True)
class Stack:
    """The counters of one side in one space, or over the same several, the lowest first."""

    spaces: tuple[SpaceId, ...]
    side: str
    place: Place
    """Where on the canvas it stands."""
    beside: float
    """How many stacks it stands to the right of that place."""
    pieces: tuple[str, ...]

    @property
    def space(self) -> SpaceId:
        """The space that leads."""
        return self.spaces[0]


def stacks_of(counters: Sequence[Counter], stands: dict[SpaceId, Place]) -> list[Stack]:
    """Return the stacks that counters make, from the top of the map down; those that stand nowhere are left out.

    What lies over several spaces comes before what stands in one, which is drawn over it.
    """
    groups: dict[tuple[tuple[SpaceId, ...], str], list[Counter]] = {}
    for counter in counters:
        spaces = counter.spaces
        if all(space in stands for space in spaces):
            known = spaces if len(spaces) == 1 else tuple(sorted(spaces))
            groups.setdefault((known, counter.side), []).append(counter)
    sides: dict[tuple[SpaceId, ...], list[str]] = {}
    for spaces, side in groups:
        sides.setdefault(spaces, []).append(side)
    found = [
        Stack(
            pile[0].spaces,
            side,
            half_way([stands[space] for space in spaces]),
            sorted(sides[spaces]).index(side) - (len(sides[spaces]) - 1) / 2 if len(sides[spaces]) > 1 else 0.0,
            tuple(counter.piece for counter in sorted(pile, key=lambda one: (one.order, one.piece))),
        )
        for (spaces, side), pile in groups.items()
    ]
    return sorted(found, key=lying_order)


def lying_order(stack: Stack) -> tuple[bool, float, float, str, str]:
    """Return by what stacks are sorted: what comes later is drawn over what comes before."""
    return len(stack.spaces) == 1, stack.place[1], stack.place[0], stack.space, stack.side


def half_way(places: Sequence[Place]) -> Place:
    """Return where what stands in several places is: half way between the outermost."""
    if len(places) == 1:
        return places[0]
    across, down = [x for x, _ in places], [y for _, y in places]
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def middle(stack: Stack, size: float) -> Offset:
    """Return where the middle of a closed stack is."""
    return stack.beside * (size + GAP), 0.0


def closed_middles(count: int, size: float) -> list[Offset | None]:
    """Return the middles of a closed stack's counters, lowest first; ``None`` for those that are quite covered."""
    step = max(2.0, min(5.0, size * 0.09))
    seen = min(count, SEEN)
    rise = [(place - (seen - 1) / 2) * step for place in range(seen)]
    return [None] * (count - seen) + [(up, -up) for up in rise]


def columns(count: int) -> int:
    """Return how many counters of a fan stand side by side."""
    return count if count <= 5 else min(8, ceil(sqrt(count * 1.6)))


def fan_middles(count: int, size: float) -> list[Offset]:
    """Return the middles of a fan's counters, lowest first; the topmost stands first in the first row."""
    wide = columns(count)
    rows = ceil(count / wide)
    step = size + GAP
    places: list[Offset] = []
    for number in range(count):
        row, column = divmod(number, wide)
        in_row = min(wide, count - row * wide)
        places.append(((column - (in_row - 1) / 2) * step, (row - (rows - 1) / 2) * step))
    return places[::-1]


def fan_box(count: int, size: float) -> tuple[float, float]:
    """Return how wide and high the panel of a fan is."""
    wide = columns(count)
    step = size + GAP
    return wide * step - GAP + 2 * PANEL, ceil(count / wide) * step - GAP + 2 * PANEL
