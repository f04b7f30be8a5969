"""Where words go so that they lie on nothing: the one placer, of the map on screen and of that on paper.

Who has words to place brings the boxes they would fill, the best first: how wide they are depends on the letters, and
those are not known here. All numbers are in one unit of the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import floor, inf
from typing import Final, Generic, NamedTuple, TypeVar

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Size = tuple[float, float]
T = TypeVar("T")

CELL: Final = 80.0
LITTLE: Final = 0.1
"""Words of which this share is hidden can still be read."""
EVERYWHERE: Final[Box] = (-inf, -inf, inf, inf)


class Try(NamedTuple, Generic[T]):
    """A place where words may stand: what is taken then, and the box it fills; ``far``: only if nothing nearer is.

    ``later``: the box where counters are that lie there at a larger scale, which the words are shown at too.
    """

    what: T
    box: Box
    far: bool = False
    later: Box | None = None


class Room:
    """Boxes that are taken, found by the cells they touch."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def over(self, box: Box) -> Iterator[tuple[Box, float]]:
        """Yield what lies over a box, some of it several times."""
        left, top, right, bottom = box
        for cell in _cells(box):
            for other, weight in self._cells.get(cell, ()):
                if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                    yield other, weight

    def free(self, box: Box) -> bool:
        return next(self.over(box), None) is None

    def covered_area(self, box: Box) -> float:
        """Return how much of a box is taken, in square units by weight."""
        return sum(
            (min(box[2], other[2]) - max(box[0], other[0])) * (min(box[3], other[3]) - max(box[1], other[1])) * weight
            for other, weight in dict.fromkeys(self.over(box))
        )

    def add(self, box: Box) -> bool:
        """Take a box if it is free; return whether it was."""
        if not self.free(box):
            return False
        self.put(box)
        return True

    def put(self, box: Box, weight: float = 1.0) -> None:
        """Take a box, free or not."""
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append((box, weight))


@dataclass(frozen=True, slots=True)
class Placer:
    """What is taken so far. Words lie on no words and no signs, and keep off counters as far as they can."""

    edge: Box = EVERYWHERE
    words: Room = field(default_factory=Room)
    signs: Room = field(default_factory=Room)
    counters: Room = field(default_factory=Room)
    later_counters: Room = field(default_factory=Room)

    def place(
        self,
        tries: Iterable[Try[T]],
        *,
        beyond: bool = False,
        over_signs: bool = False,
        heeding: bool = True,
        most: float = inf,
    ) -> T | None:
        """Take the best of these places for words, and return what it is; ``None`` where there is none.

        Of those that are free the first is taken of which counters hide the least (``heeding`` them), near ones before
        far ones, but far ones before those of which they hide more than a little. ``beyond``: past the edge if they
        must; ``over_signs``: over signs if they must; ``most``: the share of them that counters may hide.
        """
        found: tuple[tuple[bool, bool, bool, bool, float], Try[T]] | None = None
        for one in tries:
            inside = self.inside(one.box)
            if not (inside or beyond) or not self.words.free(one.box):
                continue
            over = not self.signs.free(one.box)
            if over and not over_signs:
                continue
            hidden = self._hidden(one) if heeding else 0.0
            if hidden > most * _area(one.box):
                continue
            rank = (over, not inside, hidden > LITTLE * _area(one.box), one.far, hidden)
            if found is None or rank < found[0]:
                found = rank, one
            if not any(rank):
                break
        if found is None:
            return None
        self.words.put(found[1].box)
        return found[1].what

    def _hidden(self, one: Try[T]) -> float:
        """Return how much of the words counters hide, where they hide most."""
        later = self.later_counters.covered_area(one.later) if one.later is not None else 0.0
        return max(self.counters.covered_area(one.box), later)

    def inside(self, box: Box) -> bool:
        """Tell whether a box lies within the edge."""
        edge = self.edge
        return edge[0] <= box[0] and edge[1] <= box[1] and box[2] <= edge[2] and box[3] <= edge[3]


def beside(size: Size, sign: Size, gap: Size) -> Iterator[tuple[float, float]]:
    """Yield how far from a sign's middle that of words may stand: right, left, above, below, then at the corners."""
    across, up = (sign[0] + size[0]) / 2 + gap[0], (sign[1] + size[1]) / 2 + gap[1]
    yield from ((across, 0.0), (-across, 0.0), (0.0, -up), (0.0, up))
    yield from ((across, -up * 0.7), (across, up * 0.7), (-across, -up * 0.7), (-across, up * 0.7))


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _cells(box: Box) -> Sequence[tuple[int, int]]:
    """Return the cells that a box touches, row by row; there are thousands of boxes, and most touch one or two."""
    left, top = floor(box[0] / CELL), floor(box[1] / CELL)
    right, bottom = floor(box[2] / CELL), floor(box[3] / CELL)
    if left == right and top == bottom:
        return ((left, top),)
    return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
