"""Which pixels of an image are drawn lines: darker than the paper around them, and no speck or letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable.interchange.flooding.components import components_of, extents_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Greys = NDArray[np.float32]

BLOCK: Final = 32
"""Pixels of the squares in which the brightness of the paper is looked up."""
PAPER: Final = 80
"""Percent of the pixels of a square that are no brighter than its paper."""
THIRD: Final = 33
"""Percent of the runs of dark pixels that cross a line the short way, more or less."""
FAINTEST: Final = 8
"""What is darker than the paper by less is noise, of 255."""


def dark_lines(grey: NDArray[np.uint8], text: int, darkness: int = 0) -> Flags:
    """Return which pixels are lines, ``(rows, columns) bool``.

    ``text``: what is no longer than so many pixels either way is a speck or a letter, and left out. ``darkness``: how
    much darker than the paper a line is at least, of 255; 0 looks for itself.
    """
    depth = _mean_of_nine(_paper(grey) - grey)
    limit = darkness or max(_parting(depth), FAINTEST)
    dark: Flags = depth > limit
    if text > 0 and dark.any():
        labels, many = components_of(dark, corners=True)
        wide, high = extents_of(labels, many)
        large = np.concatenate(([False], np.maximum(wide, high) > text))
        dark = large[labels]
    return dark


def line_width(dark: Flags) -> float:
    """Return how wide lines are, typically: how long what is dark is between two sides, the shorter way."""
    widths: list[float] = []
    for flags in (dark, dark.T):
        padded = np.pad(flags, ((0, 0), (1, 1))).astype(np.int8)
        steps = np.diff(padded, axis=1)
        runs = np.nonzero(steps == -1)[1] - np.nonzero(steps == 1)[1]
        widths.append(float(np.percentile(runs, THIRD)) if len(runs) else 0.0)
    return min(widths)


def _paper(grey: NDArray[np.uint8]) -> Greys:
    """Return how bright the paper is at each pixel: that of its square, and between squares what lies between."""
    rows, columns = grey.shape
    down, across = -(-rows // BLOCK), -(-columns // BLOCK)
    padded = np.pad(grey, ((0, down * BLOCK - rows), (0, across * BLOCK - columns)), mode="edge")
    squares = padded.reshape(down, BLOCK, across, BLOCK).swapaxes(1, 2).reshape(down, across, -1)
    bright = np.percentile(squares, PAPER, axis=2).astype(np.float32)
    lines = _between(bright, rows, axis=0)
    return _between(lines, columns, axis=1)


def _between(values: Greys, many: int, axis: int) -> Greys:
    """Return values of squares for each pixel along an axis."""
    at = (np.arange(many, dtype=np.float32) + 0.5) / BLOCK - 0.5
    low = np.clip(np.floor(at).astype(np.int64), 0, values.shape[axis] - 1)
    high = np.minimum(low + 1, values.shape[axis] - 1)
    part = np.clip(at - low, 0, 1)
    part = part[:, None] if axis == 0 else part[None, :]
    first, second = np.take(values, low, axis), np.take(values, high, axis)
    return np.asarray(first + (second - first) * part, np.float32)


def _mean_of_nine(values: Greys) -> Greys:
    """Return each pixel as the mean of itself and those around it: the grain of a scan is smaller than any line."""
    padded = np.pad(values, 1, mode="edge")
    lines = padded[:-2] + padded[1:-1] + padded[2:]
    return np.asarray((lines[:, :-2] + lines[:, 1:-1] + lines[:, 2:]) / 9, np.float32)


def _parting(depth: Greys) -> float:
    """Return what parts paper from lines best: the two kinds then differ most (after Otsu)."""
    counts = np.bincount(np.clip(depth, 0, 255).astype(np.uint8).reshape(-1), minlength=256).astype(np.float64)
    level = np.arange(256)
    below, mass = np.cumsum(counts), np.cumsum(counts * level)
    above = below[-1] - below
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = (mass[-1] * below - mass * below[-1]) ** 2 / (below * above)
    return float(np.nanargmax(apart)) + 0.5 if np.isfinite(apart).any() else 255.0
