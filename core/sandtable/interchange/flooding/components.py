"""What hangs together in a raster: its pieces numbered, row by row, without a look at each pixel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Labels = NDArray[np.int32]
    Ints = NDArray[np.int64]


def components_of(flags: Flags, *, corners: bool = False) -> tuple[Labels, int]:
    """Return the number of the piece that each pixel belongs to (0: none), and how many pieces there are.

    Pixels hang together over their sides, with ``corners`` over these too.
    """
    rows, columns = flags.shape
    padded = np.zeros((rows, columns + 2), np.int8)
    padded[:, 1:-1] = flags
    steps = np.diff(padded, axis=1)
    row, first = np.nonzero(steps == 1)
    _, last = np.nonzero(steps == -1)
    if not len(row):
        return np.zeros((rows, columns), np.int32), 0
    a, b = _touching_runs(row, first, last, rows, columns, reach=int(corners))
    number = joined(len(row), a, b)
    kinds, number = np.unique(number, return_inverse=True)
    ends = np.zeros((rows, columns + 1), np.int32)
    ends[row, first] += number.astype(np.int32) + 1
    ends[row, last] -= number.astype(np.int32) + 1
    return np.cumsum(ends[:, :-1], axis=1, dtype=np.int32), len(kinds)


def _touching_runs(row: Ints, first: Ints, last: Ints, rows: int, columns: int, reach: int) -> tuple[Ints, Ints]:
    """Return the pairs of runs in rows one below the other that touch."""
    wide = columns + 2
    start, end = row * wide + first, row * wide + last  # runs as one line, end excluded
    low = np.searchsorted(end, start + wide - reach, side="right")
    high = np.searchsorted(start, end + wide + reach, side="left")
    many = np.maximum(high - low, 0)
    a = np.repeat(np.arange(len(row)), many)
    within = np.arange(len(a)) - np.repeat(np.cumsum(many) - many, many)
    b = np.repeat(low, many) + within
    below = row[b] == row[a] + 1
    return a[below], b[below]


def joined(many: int, a: Ints, b: Ints) -> Ints:
    """Return for each of so many things the least that it hangs together with by these pairs."""
    root = np.arange(many)
    while len(a):
        one, other = root[a], root[b]
        apart = one != other
        if not apart.any():
            break
        a, b, one, other = a[apart], b[apart], one[apart], other[apart]
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while True:
            further = root[root]
            if np.array_equal(further, root):
                break
            root = further
    return root


def sizes_of(labels: Labels, many: int) -> Ints:
    """Return how many pixels each piece has, the first of them that of number 1."""
    return np.bincount(labels.reshape(-1), minlength=many + 1)[1:]


def extents_of(labels: Labels, many: int) -> tuple[Ints, Ints]:
    """Return how wide and how high each piece is."""
    row, column = np.nonzero(labels)
    number = labels[row, column] - 1
    spans: list[Ints] = []
    for at in (column, row):
        least, most = np.full(many, 1 << 30), np.full(many, -1)
        np.minimum.at(least, number, at)
        np.maximum.at(most, number, at)
        spans.append(most - least + 1)
    return spans[0], spans[1]
