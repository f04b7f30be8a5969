"""Hexes as polygons, for programs that know none: a picture, which reading leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.board.hex_board import HexBoard


def hex_features(board: HexBoard) -> Iterator[dict[str, Any]]:
    """Yield a feature for each hex, with its number, name, terrain and elevation."""
    grid = board.grid
    rings = grid.outlines(grid.indices)
    numbers = board.numbers.all
    for index, ring in zip(grid.indices.tolist(), rings.tolist(), strict=True):
        hex = grid.hex(index)
        yield {
            "type": "Feature",
            "id": f"hex {numbers[index]}",
            "properties": {
                "feature": "hex",
                "number": str(numbers[index]),
                "name": board.names.get(hex, ""),
                "terrain": ", ".join(board.terrain.of(hex)),
                "elevation": int(board.elevation[index]),
            },
            "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
        }
