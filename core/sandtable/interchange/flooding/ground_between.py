"""The ground between drawn lines, parted: gaps in the lines are closed, and the lines themselves shared out.

A ball as wide as the widest gap is rolled through the ground: wherever it gets is one region. What it cannot reach is
taken by the region that comes to it first, narrower and narrower ways being let through; so a gap is parted in its
middle, and a corner belongs to whom it opens to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandtable.interchange.flooding.components import components_of, sizes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Labels = NDArray[np.int32]


def part_ground(dark: Flags, gap: int, least: int) -> Labels:
    """Return for each pixel the number of its region, from 1.

    ``gap``: openings in lines up to so many pixels are closed. ``least``: ground of fewer pixels is no region.
    """
    rows, columns = dark.shape
    depth = np.zeros((rows + 2, columns + 2), np.uint8)  # a rim of darkness saves looking for the edge
    depth[1:-1, 1:-1] = depth_of(dark, -(-gap // 2))
    deepest = int(depth.max(initial=0))
    labels, _ = _regions(depth == deepest, least) if deepest else (np.zeros_like(depth, np.int32), 0)
    for level in range(deepest - 1, 0, -1):
        _spread(labels, depth, level)
    _add_narrow(labels, depth, least)
    inside = np.zeros_like(depth)
    inside[1:-1, 1:-1] = 1
    _spread(labels, inside, 1)
    return labels[1:-1, 1:-1]


def depth_of(dark: Flags, most: int) -> NDArray[np.uint8]:
    """Return how far each pixel lies from the dark, 0 in it, ``most + 1`` for whatever lies farther than ``most``."""
    depth = np.full(dark.shape, min(most, 253) + 1, np.uint8)
    grown = dark.copy()
    depth[dark] = 0
    for step in range(1, min(most, 253) + 1):
        wider = _grown(grown, corners=step % 2 == 0)  # a diamond and a square by turns come near a circle
        depth[wider & ~grown] = step
        grown = wider
    return depth


def _grown(flags: Flags, *, corners: bool) -> Flags:
    grown = flags.copy()
    grown[1:] |= flags[:-1]
    grown[:-1] |= flags[1:]
    across = grown.copy() if corners else flags
    grown[:, 1:] |= across[:, :-1]
    grown[:, :-1] |= across[:, 1:]
    return grown


def _regions(flags: Flags, least: int) -> tuple[Labels, int]:
    """Number the pieces that are large enough."""
    labels, many = components_of(flags)
    large = sizes_of(labels, many) >= least
    number = np.concatenate(([0], np.where(large, np.cumsum(large), 0))).astype(np.int32)
    return number[labels], int(large.sum())


def _spread(labels: Labels, depth: NDArray[np.uint8], level: int) -> None:
    """Give ground of at least this depth to the regions that reach it, all of them stepping on together."""
    flat, open_ = labels.reshape(-1), (depth >= level).reshape(-1)
    ways = np.array([1, -1, labels.shape[1], -labels.shape[1]])
    front = np.flatnonzero(open_ & (flat == 0))
    while len(front):
        found = np.zeros(len(front), np.int32)
        for way in ways.tolist():
            beside = flat[front + way]
            found = np.where(found == 0, beside, found)
        reached = front[found > 0]
        flat[reached] = found[found > 0]
        next_ones = (reached[:, None] + ways).reshape(-1)
        front = np.unique(next_ones[open_[next_ones] & (flat[next_ones] == 0)])


def _add_narrow(labels: Labels, depth: NDArray[np.uint8], least: int) -> None:
    """Number what no ball fits into, but what lines enclose all the same."""
    narrow, many = _regions((depth > 0) & (labels == 0), least)
    if many:
        labels += np.where(narrow > 0, narrow + labels.max(), 0).astype(np.int32)


def on_the_edge(labels: Labels) -> Labels:
    """Return the regions that reach the edge of the image."""
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    return np.unique(rim[rim > 0])
