"""Which names fit at a zoom: taken by rank, each put where it covers no other, and where no counters would cover it.

A choice holds for a quarter of a doubling of the scale. It is made for the smallest scale of that range, so it holds
for all of it: places move apart, letters do not grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, floor, inf, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable_editor.canvas import marks
from sandtable_editor.canvas.faces import size_of
from sandtable_editor.canvas.stacks import GAP
from sandtable_editor.canvas.tiles import STEPS, zoom_of

if TYPE_CHECKING:
    from sandtable_editor.canvas.geography import Place
    from sandtable_editor.canvas.names import Name, Style
    from sandtable_editor.canvas.shapes import Box

RANGE: Final = STEPS // 4
"""Steps of zoom for which names are chosen together."""
CELL: Final = 80.0
PAD: Final = 2.0
"""Pixels between names."""
EMPTY: Final = 0.15
"""How much a place where a counter may come to stand counts against one where some stand."""
EVERYWHERE: Final = (-inf, -inf, inf, inf)
GREAT: Final = frozenset({"country", "province"})

Measure = Callable[[str, "Style"], tuple[float, float]]
"""How wide and high a name is, logical pixels."""


class Stand(NamedTuple):
    """Where counters of a space stand on the canvas, and how many stacks there are side by side, 0 or more."""

    place: Place
    stacks: int = 0


class Label(NamedTuple):
    """A name that is shown: the middle of its words beside its place, logical pixels; ``words`` may be left out."""

    name: Name
    dx: float
    dy: float
    words: bool


def range_of(step: int) -> int:
    """Return the range that a step of zoom lies in."""
    return floor(step / RANGE)


def chosen(
    names: Sequence[Name],
    measure: Measure,
    reach: int,
    typical: float,
    stands: Sequence[Stand] = (),
    within: Box = EVERYWHERE,
) -> Iterator[Label | None]:
    """Choose and place names for a range of zooms, one per step of the iterator; ``None`` for one left out.

    Signs are put down first, so that a town does not vanish under the name of its country; then words by rank.
    ``typical``: how wide a space is, canvas units. ``stands``: where counters are and where they may come to stand;
    words keep off them as far as they can. Words lie ``within`` a box of the canvas: the map.
    """
    zoom = zoom_of(reach * RANGE)
    wanted = [name for name in names if _wanted(name, zoom, typical, measure)]
    signs, words, counters = _Taken(), _Taken(), _Taken()
    side = size_of(typical * zoom)
    for (x, y), stacks in stands:
        counters.put(_box(x * zoom, y * zoom, max(stacks, 1) * (side + GAP) - GAP, side), 1.0 if stacks else EMPTY)
    edge = (within[0] * zoom, within[1] * zoom, within[2] * zoom, within[3] * zoom)
    standing = {
        at for at, name in enumerate(wanted) if name.mark is not None and signs.add(_sign(name, name.mark, zoom))
    }
    for at, name in enumerate(wanted):
        if name.mark is not None and at not in standing:
            yield None
        else:
            yield _placed(name, measure, zoom, _Ground(words, signs, counters, edge))


def _wanted(name: Name, zoom: float, typical: float, measure: Measure) -> bool:
    if not name.least <= typical * zoom <= name.most:
        return False
    return not name.wide or bool(name.mark) or measure(name.text, name.style)[0] <= name.wide * zoom


def _sign(name: Name, mark: marks.Mark, zoom: float) -> Box:
    return _box(name.place[0] * zoom, name.place[1] * zoom, *marks.extent(mark))


class _Ground(NamedTuple):
    """What is taken so far, logical pixels; no words lie beyond the edge."""

    words: _Taken
    signs: _Taken
    counters: _Taken
    edge: Box


def _placed(name: Name, measure: Measure, zoom: float, ground: _Ground) -> Label | None:
    """Put the words of a name where they cover no others, and no sign; great names may cover signs if they must.

    Of several such places that one is taken of which counters hide the least, if it is not far off.
    """
    bare = Label(name, 0.0, 0.0, words=False) if name.mark else None
    if not name.text:
        return bare
    x, y = name.place[0] * zoom, name.place[1] * zoom
    size = measure(name.text, name.style)
    beside = _beside(size, marks.extent(name.mark)) if name.mark else _around(name, size)
    free = [
        (dx, dy, box)
        for dx, dy in beside
        if ground.words.free(box := _box(x + dx, y + dy, *_turned(size, name.turn)))
    ]  # fmt: skip
    clear = [one for one in free if ground.signs.free(one[2])] or (free if name.style in GREAT else [])
    if not clear:
        return bare
    if name.style == "country":  # it is larger than counters, and belongs where its land is
        clear = [one for one in clear if _inside(one[2], ground.edge)][:1] or clear[:1]
    near = [one for one in clear if name.mark or abs(one[1]) < 2 * size[1]]
    near = [one for one in near if _inside(one[2], ground.edge)] or [
        one for one in clear if _inside(one[2], ground.edge)
    ]
    dx, dy, box = min(near or clear, key=lambda one: ground.counters.covered(one[2]))
    ground.words.add(box)
    return Label(name, dx, dy, words=True)


def _inside(box: Box, edge: Box) -> bool:
    return edge[0] <= box[0] and edge[1] <= box[1] and box[2] <= edge[2] and box[3] <= edge[3]


def _beside(size: tuple[float, float], sign: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield where words may stand beside a sign: right, left, above, below, then at the corners."""
    across, up = (sign[0] + size[0]) / 2 + 2 * PAD + 0.5, (sign[1] + size[1]) / 2 + PAD + 0.5
    yield from ((across, 0.0), (-across, 0.0), (0.0, -up), (0.0, up))
    yield from ((across, -up * 0.7), (across, up * 0.7), (-across, -up * 0.7), (-across, up * 0.7))


def _around(name: Name, size: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Yield where words may stand round their place."""
    high = size[1]
    if name.turn:
        lean = radians(name.turn)
        for off in (-high * 0.75, high * 0.75):
            yield -sin(lean) * off, cos(lean) * off
        return
    yield from ((0.0, 0.0), (0.0, -high), (0.0, high), (0.0, -1.8 * high), (0.0, 1.8 * high))
    yield from ((size[0] * 0.3, 0.0), (-size[0] * 0.3, 0.0))
    if name.style != "area":
        yield from ((0.0, -3 * high), (0.0, 3 * high))


def _turned(size: tuple[float, float], turn: float) -> tuple[float, float]:
    """Return the box round words that are turned."""
    across, down = abs(cos(radians(turn))), abs(sin(radians(turn)))
    return size[0] * across + size[1] * down, size[0] * down + size[1] * across


def _box(x: float, y: float, wide: float, high: float) -> Box:
    return x - wide / 2 - PAD, y - high / 2 - PAD / 2, x + wide / 2 + PAD, y + high / 2 + PAD / 2


class _Taken:
    """Boxes that are taken, found by the cells they touch."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def _over(self, box: Box) -> Iterator[tuple[Box, float]]:
        """Yield what lies over a box, some of it several times."""
        left, top, right, bottom = box
        for cell in _cells(box):
            for other, weight in self._cells.get(cell, ()):
                if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                    yield other, weight

    def free(self, box: Box) -> bool:
        return next(self._over(box), None) is None

    def covered(self, box: Box) -> float:
        """Return how much of a box is taken, square pixels by weight."""
        return sum(
            (min(box[2], other[2]) - max(box[0], other[0])) * (min(box[3], other[3]) - max(box[1], other[1])) * weight
            for other, weight in dict.fromkeys(self._over(box))
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


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (floor(edge / CELL) for edge in box)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            yield column, row
