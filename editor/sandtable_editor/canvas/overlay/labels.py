"""Which names fit at a zoom: taken by rank, each put where it covers no other, and where no counters would cover it.

A choice holds for a quarter of a doubling of the scale. It is made for the smallest scale of that range, so it holds
for all of it: places move apart, letters do not grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import cos, floor, hypot, inf, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.present.label_placing import EVERYWHERE, Placer, Try, beside
from sandtable_editor.canvas.counters.faces import size_of
from sandtable_editor.canvas.counters.stacks import GAP
from sandtable_editor.canvas.counters.status_symbols import BESIDE, badge_size
from sandtable_editor.canvas.ground.tiles import STEPS, zoom_of
from sandtable_editor.canvas.overlay import place_symbols

if TYPE_CHECKING:
    from sandtable.present.label_placing import Box, Room, Size
    from sandtable_editor.canvas.geometry.geography import Place
    from sandtable_editor.canvas.overlay.names import Name, Style

RANGE: Final = STEPS // 4
"""Steps of zoom for which names are chosen together."""
PAD: Final = 2.0
"""Pixels between names."""
APART: Final = (2 * PAD + 0.5, PAD + 0.5)
"""Pixels between a sign and the words beside it, across and up."""
EMPTY: Final = 0.05
"""How much a place where a counter may come to stand counts against one where some stand."""
TOTAL: Final = 9.0
"""Pixels that the sum of a stack reaches below it."""
SHARES: Final = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0)
RING: Final = (
    *((share, side) for share in SHARES for side in (1.0, -1.0)),
    *((side, share) for share in SHARES[:-2] for side in (1.0, -1.0)),
)
"""Where words are tried beside counters, in shares of the way to each side."""
NEAR: Final = 30.0
"""Counters so many pixels round a place may hide its words."""
AWAY: Final = 1.1
"""Words as far from their place as counters beside it are large, and so much more, are still taken for its name."""
UNREADABLE: Final = 0.2
"""Words of which counters would hide more are left out, but for those of countries, provinces and capitals."""
GROWS: Final = 2 ** (RANGE / STEPS)
"""How many times larger counters are at the end of the range than at its beginning."""
AT_ONCE: Final = 32
"""So many places are looked at in one step of choosing."""
GREAT: Final = frozenset({"country", "province"})

Measure = Callable[[str, "Style"], tuple[float, float]]
"""How wide and high a name is, logical pixels."""


class Stand(NamedTuple):
    """Where counters of a space stand on the canvas, how many stacks side by side and how many badges over them."""

    place: Place
    stacks: int = 0
    badges: int = 0


class PlacedLabel(NamedTuple):
    """A name that is shown: the middle of its words beside its place, logical pixels; ``words`` may be left out."""

    name: Name
    dx: float
    dy: float
    words: bool


def range_of(step: int) -> int:
    """Return the range that a step of zoom lies in."""
    return floor(step / RANGE)


def choose_labels(
    names: Sequence[Name],
    measure: Measure,
    reach: int,
    typical: float,
    stands: Sequence[Stand] = (),
    within: Box = EVERYWHERE,
    letters: float = 1.0,
) -> Iterator[PlacedLabel | None]:
    """Choose and place names for a range of zooms, one per step of the iterator at the most.

    A step is short, so that no frame waits for it: ``None`` stands for one left out, and comes before the first too.
    Signs are put down first, so that a town does not vanish under the name of its country; then words by rank.
    ``typical``: how wide a space is, canvas units. ``stands``: where counters are and where they may come to stand;
    words keep off them as far as they can. Words lie ``within`` a box of the canvas: the map.
    ``letters``: how many times larger than usual they are; the zoom is that at which usual ones would have their room.
    """
    zoom = zoom_of(reach * RANGE)
    placer = Placer((within[0] * zoom, within[1] * zoom, within[2] * zoom, within[3] * zoom))
    rooms = ((placer.counters, zoom), (placer.later_counters, zoom * GROWS))
    sides = [size_of(typical * scale * letters, letters=letters) / letters for _, scale in rooms]
    for at, stand in enumerate(stands, 1):
        for (room, scale), side in zip(rooms, sides, strict=True):
            room.put(_stand_box(stand, scale, side), 1.0 if stand.stacks else EMPTY)
            if stand.badges:
                room.put(_badges_box(stand, scale, side, letters), 1.0)
        if at % AT_ONCE == 0:
            yield None
    standing: list[tuple[bool, Name]] = []
    for at, name in enumerate(names, 1):
        if _fits_zoom(name, zoom, typical, measure) and (
            name.mark is None or placer.signs.add(_sign(name, name.mark, zoom))
        ):
            is_free = not _is_plain_town(name) or not _is_hemmed_in(name, zoom, placer.counters)
            standing.append((is_free, name))
        if at % AT_ONCE == 0:
            yield None
    for name in _hard_ones_first(standing):
        yield _place_label(name, measure, zoom, placer)


def _hard_ones_first(names: list[tuple[bool, Name]]) -> list[Name]:
    """Return names in the order in which they are placed: by rank, but of towns those first that counters hem in.

    The others find a place round theirs anyway.
    """
    at = next((at for at, (_, name) in enumerate(names) if _is_plain_town(name)), len(names))
    return [name for _, name in (*names[:at], *sorted(names[at:], key=lambda one: one[0]))]


def _is_plain_town(name: Name) -> bool:
    return name.mark is not None and not name.mark.capital


def _is_hemmed_in(name: Name, zoom: float, counters: Room) -> bool:
    x, y = name.place[0] * zoom, name.place[1] * zoom
    return any(weight >= 1.0 for _, weight in counters.over(_box(x, y, NEAR, NEAR)))


def _stand_box(stand: Stand, zoom: float, side: float) -> Box:
    """Return what the counters of a space cover, with the sum below them."""
    (x, y), stacks, _ = stand
    left, top, right, low = _box(x * zoom, y * zoom, max(stacks, 1) * (side + GAP) - GAP, side)
    return left, top, right, low + TOTAL if stacks else low


def _badges_box(stand: Stand, zoom: float, side: float, letters: float) -> Box:
    """Return what the badges over the counters of a space cover."""
    wide, high, rise = (one / letters for one in badge_size(side * letters))
    left, middle = stand.place[0] * zoom - wide / 2, stand.place[1] * zoom - rise
    right = left + stand.badges * wide + (stand.badges - 1) * BESIDE / letters
    return left - PAD, middle - high / 2 - PAD / 2, right + PAD, middle + high / 2 + PAD / 2


def _fits_zoom(name: Name, zoom: float, typical: float, measure: Measure) -> bool:
    if not name.least <= typical * zoom <= name.most:
        return False
    return not name.wide or bool(name.mark) or measure(name.text, name.style)[0] <= name.wide * zoom


def _sign(name: Name, mark: place_symbols.PlaceSymbol, zoom: float) -> Box:
    return _box(name.place[0] * zoom, name.place[1] * zoom, *place_symbols.extent(mark))


def _place_label(name: Name, measure: Measure, zoom: float, placer: Placer) -> PlacedLabel | None:
    """Put the words of a name where they cover no others, and no sign; great names may cover signs if they must."""
    bare = PlacedLabel(name, 0.0, 0.0, words=False) if name.mark else None
    if not name.text:
        return bare
    size = measure(name.text, name.style)
    country = name.style == "country"  # it is larger than counters, and belongs where its land is
    tries = chain(_tries(name, size, zoom), _beside_counters(name, size, zoom, placer.counters))
    great = name.style in GREAT or bool(name.mark and name.mark.capital)
    most = inf if great else UNREADABLE
    found = placer.place(tries, beyond=True, over_signs=name.style in GREAT, heeding=not country, most=most)
    return PlacedLabel(name, *found, words=True) if found is not None else bare


def _tries(name: Name, size: Size, zoom: float) -> Iterator[Try[tuple[float, float]]]:
    """Yield where the words of a name may stand."""
    turned = _turned_box(size, name.turn)
    sign = place_symbols.extent(name.mark) if name.mark else None
    for dx, dy in beside(size, sign, APART) if sign is not None else _around(name, size):
        far = sign is None and abs(dy) >= 2 * size[1]
        yield _try_at(name, (dx, dy), turned, zoom, far=far)


def _try_at(name: Name, off: tuple[float, float], size: Size, zoom: float, *, far: bool) -> Try[tuple[float, float]]:
    """Return the place so far off that of a name, at both ends of the range of zooms."""
    boxes = [_box(name.place[0] * at + off[0], name.place[1] * at + off[1], *size) for at in (zoom, zoom * GROWS)]
    return Try(off, boxes[0], far, boxes[1])


def _beside_counters(name: Name, size: Size, zoom: float, counters: Room) -> Iterator[Try[tuple[float, float]]]:
    """Yield where words may stand beside the counters that lie over their place or near it, the nearest first."""
    if name.turn or name.style in GREAT:
        return
    x, y = name.place[0] * zoom, name.place[1] * zoom
    found: dict[tuple[float, float], float] = {}
    for (left, top, right, low), weight in dict.fromkeys(counters.over(_box(x, y, NEAR, NEAR))):
        if weight < 1.0:
            continue
        middle, wide, high = ((left + right) / 2, (top + low) / 2), (right - left) * GROWS, (low - top) * GROWS
        across, up = (wide + size[0]) / 2 + PAD, (high + size[1]) / 2 + PAD / 2
        near = AWAY * max(wide, high)
        ring = [(middle[0] + across * a - x, middle[1] + up * b - y) for a, b in RING]
        found.update((off, away) for off in ring if (away := _away(off, size)) <= near)
    for off in sorted(found, key=found.__getitem__):
        yield _try_at(name, off, size, zoom, far=True)


def _away(off: tuple[float, float], size: Size) -> float:
    """Return how far words are away whose middle is so far off."""
    return hypot(max(0.0, abs(off[0]) - size[0] / 2), max(0.0, abs(off[1]) - size[1] / 2))


def _around(name: Name, size: Size) -> Iterator[tuple[float, float]]:
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


def _turned_box(size: Size, turn: float) -> Size:
    """Return the box round words that are turned."""
    across, down = abs(cos(radians(turn))), abs(sin(radians(turn)))
    return size[0] * across + size[1] * down, size[0] * down + size[1] * across


def _box(x: float, y: float, wide: float, high: float) -> Box:
    return x - wide / 2 - PAD, y - high / 2 - PAD / 2, x + wide / 2 + PAD, y + high / 2 + PAD / 2
