"""The hexes of a map as they are stored: a document, and layers in squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.hex_layout import HexLayout
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import SideLayer, StoredFeature, TerrainLayer
from sandtable.board.numbering import Numbering
from sandtable.engine.errors import Invalid
from sandtable.library.store import layer_squares
from sandtable.library.store.part_tables import Row

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

MOST_CELLS: Final = 4_000_000
LONGEST_TEXT: Final = 20
LARGEST_COUNT: Final = 1_000_000_000
MOST_TWINS: Final = 100 * 26
"""The largest count in doubled letters, which is printed as a hundred of them."""


class HexDocument(HexLayout, frozen=True):
    """How the hexes lie, how they are numbered and named, and which sets of things their layers speak of."""

    cut: bool
    numbering: Numbering
    names: tuple[tuple[int, int, str], ...]
    terrain: tuple[tuple[str, ...], ...]
    sides: tuple[tuple[StoredFeature, ...], ...]


def document_of(board: HexBoard) -> HexDocument:
    """Return all of a board that is not a layer; raises ``Invalid`` when there are more hexes than a file may hold."""
    grid = board.grid
    _require_few(grid.columns, grid.rows)
    _require_printable(board.numbering, grid.columns + grid.rows)
    return HexDocument(
        grid.columns,
        grid.rows,
        grid.orientation,
        grid.stagger,
        float(grid.hex_width),
        float(grid.hex_height),
        float(grid.left),
        float(grid.top),
        grid.mask is not None,
        board.numbering,
        tuple(sorted((hex.q, hex.r, name) for hex, name in board.names.items())),
        tuple(board.terrain.sets),
        tuple(board.sides.sets),
    )


def rows_of(board: HexBoard) -> Iterator[Row]:
    """Yield the squares of all layers: layer, number, content."""
    grid = board.grid
    cells = (grid.rows, grid.columns)
    layers: list[tuple[str, NDArray[Any]]] = [
        ("elevation", board.elevation.astype("<i2", copy=False).reshape(cells)),
        ("sides", board.sides.cells.astype("<u2", copy=False).reshape(grid.rows + 2, grid.columns + 2, 3)),
        ("terrain", board.terrain.cells.astype("<u2", copy=False).reshape(cells)),
    ]
    if grid.mask is not None:
        layers.insert(1, ("mask", grid.present.astype("u1").reshape(cells)))
    for name, layer in layers:
        yield from ((name, number, content) for number, content in layer_squares.cut_squares(layer))


def board_of(document: HexDocument, rows: Sequence[Row]) -> HexBoard:
    """Return the board; raises ``Invalid`` or ``ValueError`` for what makes none."""
    _require_few(document.columns, document.rows)
    _require_printable(document.numbering, document.columns + document.rows)
    cells = (document.rows, document.columns)
    layers: dict[str, list[layer_squares.Square]] = {"elevation": [], "mask": [], "sides": [], "terrain": []}
    for layer, number, content in rows:
        if layer not in layers:
            raise ValueError(f"hexes have no layer {layer!r}")
        layers[layer].append((number, content))
    mask = layer_squares.join_squares(layers["mask"], cells, "u1").astype(np.bool_) if document.cut else None
    grid = HexGrid(
        document.columns,
        document.rows,
        document.orientation,
        document.stagger,
        document.hex_width,
        document.hex_height,
        document.left,
        document.top,
        mask,
    )
    if any(not 0 <= one.favours <= 2 for things in document.sides for one in things):
        raise ValueError("a hexside favours neither of its hexes")
    terrain, sides = TerrainLayer(grid), SideLayer(grid)
    terrain.restore(layer_squares.join_squares(layers["terrain"], cells, "<u2").reshape(-1), document.terrain)
    around = (document.rows + 2, document.columns + 2, 3)
    sides.restore(layer_squares.join_squares(layers["sides"], around, "<u2").reshape(-1), document.sides)
    elevation = layer_squares.join_squares(layers["elevation"], cells, "<i2").reshape(-1).astype(np.int16, copy=False)
    names = {Hex(q, r): name for q, r, name in document.names}
    return HexBoard(grid, terrain, sides, elevation, document.numbering, names)


def _require_few(columns: int, rows: int) -> None:
    if columns * rows > MOST_CELLS:
        raise Invalid(f"a map of {columns} by {rows} hexes is too large to keep: {MOST_CELLS:,} are the most")


def _require_printable(numbering: Numbering, across: int) -> None:
    """Raise ``Invalid`` for a numbering whose numbers could not stand in a hex; ``across`` is how far it may count."""
    for count in (numbering.column, numbering.row):
        far = abs(count.start) + abs(count.step) * abs(across) + abs(count.shifted)
        if (
            far > LARGEST_COUNT
            or not 0 <= count.digits <= LONGEST_TEXT
            or (count.style == "doubled" and far > MOST_TWINS)
        ):
            raise Invalid(f"numbers of hexes have at most {LONGEST_TEXT} digits: count from less, in smaller steps")
    if max(len(numbering.prefix), len(numbering.separator)) > LONGEST_TEXT:
        raise Invalid(f"what stands before and between numbers of hexes has at most {LONGEST_TEXT} letters: shorten it")
