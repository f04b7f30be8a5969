"""Layers of hexes in squares of 64 by 64 cells, each compressed: an edit rewrites one square, not the map."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

SIDE: Final = 64
LEVEL: Final = 1

Square = tuple[int, bytes]
"""The number of a square, row by row, and what is in it."""


def cut_squares(layer: NDArray[Any]) -> Iterator[Square]:
    """Yield the squares of a layer, ``(rows, columns)`` or ``(rows, columns, 3)``, but for those that are all zero.

    A square whose values fit into bytes is written in bytes.
    """
    rows, columns = layer.shape[:2]
    narrow = _narrow(layer.dtype)
    least, most = np.iinfo(narrow).min, np.iinfo(narrow).max
    number = 0
    for top in range(0, rows, SIDE):
        for left in range(0, columns, SIDE):
            square = layer[top : top + SIDE, left : left + SIDE]
            low, high = int(square.min()), int(square.max())
            if low or high:
                plain = square.astype(narrow) if least <= low and high <= most else square
                yield number, zlib.compress(plain.tobytes(), LEVEL)
            number += 1


def join_squares(squares: Iterable[Square], shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Return the layer that squares make; raises ``ValueError`` for one that is not on it or not of its size."""
    layer = np.zeros(shape, dtype)
    narrow = _narrow(layer.dtype)
    across = -(-shape[1] // SIDE)
    for number, content in squares:
        row, column = divmod(number, across)
        square = layer[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
        if number < 0 or not square.size:
            raise ValueError(f"square {number} of a layer is not on the map")
        plain = inflate(content, square.nbytes)
        if len(plain) not in {square.size, square.nbytes}:
            raise ValueError(f"square {number} of a layer has not the size it should have")
        square[...] = np.frombuffer(plain, narrow if len(plain) == square.size else dtype).reshape(square.shape)
    return layer


def _narrow(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(np.int8 if dtype.kind == "i" else np.uint8)


def inflate(content: bytes, most: int) -> bytes:
    """Return what was compressed, never more than ``most`` bytes; raises ``ValueError`` if it is more or damaged."""
    stream = zlib.decompressobj()
    try:
        plain = stream.decompress(content, most + 1)
    except zlib.error as error:
        raise ValueError(f"what was compressed cannot be read ({error})") from error
    if len(plain) > most or not stream.eof or stream.unused_data:
        raise ValueError("what was compressed is not of the size it should have")
    return plain
