"""The names of places on a picture that is printed: each where it lies on no counter and no other name.

Those of places where something stands come first, then the larger ones; what finds no room is still told where one
points at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from sandtable.interchange.svg.labels import Label, Labels, wordings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.play.picture.map_picture import MapPicture
    from sandtable.play.picture.shapes import PictureShape

LEAST: Final = 8.5
"""The smallest letters, units of the picture; ``MOST`` on land and ``SEA`` the largest."""
MOST: Final = 13.0
SEA: Final = 16.0
SHARE: Final = 0.16
"""Letter size as a part of the side of a square as large as the place."""
INK: Final = "#2a2118"
NAVY: Final = "#1f4a68"
HALF: Final = 13.0
"""Half the side of a counter, with its shadow."""
STEPS: Final = tuple((dx, dy) for dy in range(-4, 5) for dx in range(-4, 5))


def names_on(picture: MapPicture) -> Labels:
    """Find room for the names of a picture."""
    labels = Labels(picture.width, picture.height)
    stands = {(stack.x, stack.y): stack.titles[0] for stack in picture.stacks}
    for x, y in stands:
        labels.block((x - HALF, y - HALF, x + HALF, y + HALF))
    places = [(shape, _largest(shape)) for shape in picture.shapes if _has_name(shape)]
    places.sort(key=lambda one: (one[0].title not in stands.values(), -round(one[1].area, 1), one[0].title))
    for shape, ground in places:
        if not labels.put(_tries(shape, ground, picture)):
            labels.put(_beside(shape.title, picture))
    return labels


def _has_name(shape: PictureShape) -> bool:
    """Tell whether a place has a name that says more than its number."""
    return bool(shape.title) and not shape.title[-1].isdigit()


def _largest(shape: PictureShape) -> shapely.Polygon:
    return max((shapely.Polygon(ring) for ring in shape.rings if len(ring) > 3), key=lambda one: one.area)


def _tries(shape: PictureShape, ground: shapely.Polygon, picture: MapPicture) -> Iterator[tuple[Label, float, float]]:
    """Yield a name in smaller and smaller letters, at places within, then about its place, the middle first."""
    sea = shape.terrain == "water"
    first = min(max(ground.area**0.5 * SHARE, LEAST), SEA if sea else MOST)
    middle = ground.representative_point()
    reach = max(ground.area**0.5, 4 * HALF)
    near = sorted(STEPS, key=lambda step: (abs(step[0]) * 1.3 + abs(step[1]) * (0.9 if step[1] > 0 else 1.0), step))
    places = [(middle.x + dx * reach / 10, middle.y + dy * reach / 10) for dx, dy in near]
    for size in dict.fromkeys((first, max(first * 0.8, LEAST), LEAST)):
        for lines in wordings(shape.title):
            label = Label(lines, size, NAVY if sea else INK, italic=sea)
            for x, y in places:
                if _is_within(ground, label.box(x, y)) and _is_on_paper(label.box(x, y), picture):
                    yield label, x, y


def _beside(name: str, picture: MapPicture) -> Iterator[tuple[Label, float, float]]:
    """Yield places beside what stands in a place that is too small for its name, the sea at the coast among them."""
    label = Label((name,), LEAST, INK)
    for stack in picture.stacks:
        if stack.titles[0] == name:
            far = HALF + label.width / 2 + 1
            for dx, dy in ((far, 0.0), (-far, 0.0), (0.0, HALF + LEAST / 2), (0.0, -HALF - LEAST / 2)):
                if _is_on_paper(label.box(stack.x + dx, stack.y + dy), picture):
                    yield label, stack.x + dx, stack.y + dy


def _is_within(ground: shapely.Polygon, box: tuple[float, float, float, float]) -> bool:
    """Tell whether words in a box are seen to belong to a place: their middle line begins, lies and ends in it."""
    left, top, right, bottom = box
    y, step = (top + bottom) / 2, (right - left) / 8
    x = np.array([left + 2 * step, (left + right) / 2, right - 2 * step])
    return bool(shapely.contains_xy(ground, x, np.full(3, y)).all())


def _is_on_paper(box: tuple[float, float, float, float], picture: MapPicture) -> bool:
    left, top, right, bottom = box
    return left >= 2 and top >= 2 and right <= picture.width - 2 and bottom <= picture.height - 2
