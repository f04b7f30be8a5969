"""Maps as somebody has drawn and scanned them: regions with wiggly borders in ink, with gaps, words, specks, grain."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely import Polygon

from sandtable.board.shapely_arrays import misfits
from sandtable.board.shapes import array_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Greys = NDArray[np.float64]
    Points = NDArray[np.float64]


class DrawnMap:
    """So many regions in columns and rows, their borders, and the picture of them."""

    def __init__(self, seed: int, columns: int = 8, rows: int = 5, side: int = 190) -> None:
        self.rng = np.random.default_rng(seed)
        margin = round(0.35 * side)
        self.size = (columns * side + 2 * margin, rows * side + 2 * margin)
        while not self._draw_borders(columns, rows, side, margin):
            pass

    def _draw_borders(self, columns: int, rows: int, side: int, margin: int) -> bool:
        """Draw borders by chance; return whether none crosses another."""
        down, across = np.mgrid[0 : rows + 1, 0 : columns + 1]
        corners = np.stack([across, down], axis=-1) * float(side) + margin
        corners += self.rng.uniform(-0.18, 0.18, corners.shape) * side
        flat = [[self._wiggly(corners[r, c], corners[r, c + 1]) for c in range(columns)] for r in range(rows + 1)]
        steep = [[self._wiggly(corners[r, c], corners[r + 1, c]) for c in range(columns + 1)] for r in range(rows)]
        self.borders = [line for lines in (*flat, *steep) for line in lines]
        self.regions = [
            Polygon(np.concatenate([flat[r][c], steep[r][c + 1], flat[r + 1][c][::-1], steep[r][c][::-1]]))
            for r in range(rows)
            for c in range(columns)
        ]
        return bool(shapely.is_valid(np.array(self.regions, object)).all())

    def inside(self, at: int) -> tuple[float, float]:
        """Return a place in a region."""
        spot = self.regions[at].representative_point()
        return spot.x, spot.y

    def _wiggly(self, a: Points, b: Points) -> Points:
        part = np.linspace(0, 1, 7)[:, None]
        line = a + (b - a) * part
        line[1:-1] += self.rng.uniform(-0.045, 0.045, (5, 2)) * np.hypot(*(b - a))
        return line

    def picture(
        self, ink: Sequence[float] = (5.0,), *, gaps: float = 0, words: int = 0, grain: float = 0, shade: float = 0
    ) -> NDArray[np.uint8]:
        """Return it as greys: lines of these widths by turns, all with a gap, words, grain, and a darker side."""
        wide, high = self.size
        covered = np.zeros((high, wide))
        for number, line in enumerate(self.borders):
            for a, b in pairwise(line):
                _draw(covered, a, b, ink[number % len(ink)])
        if gaps:
            for line in self.borders:
                _wipe(covered, (line[3] * 0.6 + line[2] * 0.4), gaps)
        for region in self.regions[:words]:
            self._write(covered, region)
        paper = 235.0 - shade * np.linspace(0, 1, wide)[None, :]
        grey = paper * (1 - covered * 0.85) + self.rng.normal(0, grain, covered.shape)
        return np.clip(grey, 0, 255).astype(np.uint8)

    def _write(self, covered: Greys, region: Polygon) -> None:
        """Put something like letters into a region: strokes no longer than 16 pixels."""
        spot = region.representative_point()
        for letter in range(4):
            x, y = spot.x - 36 + 18 * letter, spot.y
            _draw(covered, np.array([x, y - 7]), np.array([x, y + 7]), 2.5)
            _draw(covered, np.array([x, y]), np.array([x + 9, y - 6]), 2.5)
            _draw(covered, np.array([x + 9, y - 6]), np.array([x + 9, y + 7]), 2.5)

    def fit_of(self, found: Sequence[Polygon]) -> list[float]:
        """Return for each region what it and what fits it best have in common, of all the ground that either has."""
        return [
            max((region.intersection(one).area / region.union(one).area for one in found), default=0.0)
            for region in self.regions
        ]


def _draw(covered: Greys, a: Points, b: Points, ink: float) -> None:
    """Draw a line with round ends, its edge fading over a pixel."""
    low = np.maximum(np.floor(np.minimum(a, b) - ink - 2).astype(int), 0)
    top = np.ceil(np.maximum(a, b) + ink + 2).astype(int)
    part = covered[low[1] : top[1], low[0] : top[0]]
    rows, columns = np.mgrid[low[1] : low[1] + part.shape[0], low[0] : low[0] + part.shape[1]]
    spots = np.stack([columns + 0.5, rows + 0.5], axis=-1)
    along = np.clip(((spots - a) @ (b - a)) / max(((b - a) ** 2).sum(), 1e-9), 0, 1)
    far = np.hypot(*np.moveaxis(spots - (a + along[..., None] * (b - a)), -1, 0))
    part[:] = np.maximum(part, np.clip(ink / 2 + 0.5 - far, 0, 1))


def _wipe(covered: Greys, at: Points, across: float) -> None:
    """Rub out what lies in a small disc."""
    rows, columns = np.mgrid[0 : covered.shape[0], 0 : covered.shape[1]]
    low = np.maximum((at - across - 1).astype(int), 0)
    top = (at + across + 2).astype(int)
    part = slice(low[1], top[1]), slice(low[0], top[0])
    covered[part][np.hypot(columns[part] + 0.5 - at[0], rows[part] + 0.5 - at[1]) < across / 2] = 0


def polygons(found: Sequence[object]) -> list[Polygon]:
    """Return what was found as polygons."""
    return [Polygon(one.outline, one.holes) for one in found]  # type: ignore[attr-defined]


def share_borders(shapes: Sequence[Polygon]) -> bool:
    """Tell whether shapes fit together to the last bit: no gap, no overlap, no vertex that one of two lacks."""
    array = array_of(list(shapes))
    whole = shapely.union_all(array)
    return not len(misfits(array)) and isinstance(whole, Polygon) and not whole.interiors
