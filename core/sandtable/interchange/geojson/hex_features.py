"""Hexes as polygons, for programs that know none; `hex_edits` takes back what was edited in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from shapely import Polygon

from sandtable.board.hex_board import HexBoard

CARRIED: Final = frozenset({"feature", "number", "name", "terrain", "elevation"})


def hex_features(board: HexBoard) -> Iterator[dict[str, Any]]:
    """Yield a feature for each hex, with its number, name, terrain and elevation."""
    grid = board.grid
    rings = grid.outlines(grid.indices)
    numbers = board.numbers.all
    for index, ring in zip(grid.indices.tolist(), rings.tolist(), strict=True):
        yield {
            "type": "Feature",
            "id": f"hex {numbers[index]}",
            "properties": properties_of(board, index),
            "geometry": Polygon(ring),
        }


def properties_of(board: HexBoard, index: int) -> dict[str, Any]:
    """Return what a hex says of itself."""
    hex = board.grid.hex(index)
    return {
        "feature": "hex",
        "number": str(board.numbers.all[index]),
        "name": board.names.get(hex, ""),
        "terrain": ", ".join(board.terrain.of(hex)),
        "elevation": int(board.elevation[index]),
    }
