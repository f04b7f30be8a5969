"""The ``sandtable`` member of a GeoJSON file: what a map has and the format has no word for, as plain data."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sandtable.board.affine import ControlPoint
from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.hex_layout import HexLayout
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import SetLayer, SideLayer, StoredFeature, T, TerrainLayer
from sandtable.board.maps import MapInfo, Provenance, Underlay
from sandtable.board.numbering import Numbering
from sandtable.engine.errors import Invalid

FORMAT: Final = 2
"""Since 2 the features may be in degrees; those of 1 are all on paper, and still read."""
MOST_HEXES: Final = 1 << 22
MOST_DIGITS: Final = 12
MOST_COUNT: Final = 10_000


class TerrainCells(Struct, frozen=True):
    """The terrain of hexes: the different sets of it, and for each place the index of its set, packed."""

    sets: list[list[str]]
    cells: str


class SideCells(Struct, frozen=True):
    """What lies on hexsides: kind, the hex it favours (0 neither, 1 or 2), status."""

    sets: list[list[StoredFeature]]
    cells: str


class Hexes(HexLayout, frozen=True, kw_only=True):
    """A hex board. Arrays are little-endian, deflated, in base64."""

    mask: str = ""
    numbering: Numbering
    names: list[tuple[int, int, str]] = []
    terrain: TerrainCells
    sides: SideCells
    elevation: str = ""


class UnderlayRecord(Struct, frozen=True, omit_defaults=True):
    """An image under the map; ``image`` is the file as it came, in base64."""

    id: str
    media: str
    image: str
    left: float
    top: float
    width: float
    height: float
    opacity: int = 100
    slant: float = 0.0
    drop: float = 0.0
    points: tuple[ControlPoint, ...] = ()


class MapHeader(Struct, frozen=True, omit_defaults=True):
    """All of it. ``digest`` is that of the map: a file in which something has been changed since has another."""

    format: int
    info: MapInfo
    digest: str = ""
    tolerance: float | None = None
    hexes: Hexes | None = None
    underlays: list[UnderlayRecord] = []
    provenance: list[Provenance] = []
    globe: bool = False
    """Whether the features are in degrees; what stands here is on paper."""


def header_of(text: bytes) -> MapHeader:
    """Read it; raises ``Invalid`` naming what is wrong, or that the file is newer than this program."""
    try:
        written = msgspec.json.decode(text, type=_Format).format
        if written > FORMAT:
            raise Invalid(f"was written by a newer sandtable (format {written}): update this one to read it")
        return msgspec.json.decode(text, type=MapHeader)
    except msgspec.DecodeError as error:
        raise Invalid(f"has a damaged part {'sandtable'!r}: {error}; export the map again") from None


class _Format(Struct):
    format: int


# --- hexes ----------------------------------------------------------------------------------------------------------


def hexes_of(board: HexBoard) -> Hexes:
    """Return a board as plain data."""
    grid = board.grid
    return Hexes(
        columns=grid.columns,
        rows=grid.rows,
        orientation=grid.orientation,
        stagger=grid.stagger,
        hex_width=float(grid.hex_width),
        hex_height=float(grid.hex_height),
        left=float(grid.left),
        top=float(grid.top),
        mask="" if grid.present.all() else _pack(np.packbits(grid.present)),
        numbering=board.numbering,
        names=sorted((hex.q, hex.r, name) for hex, name in board.names.items()),
        terrain=TerrainCells([list(things) for things in board.terrain.sets], _pack(board.terrain.cells.astype("<u2"))),
        sides=SideCells([list(things) for things in board.sides.sets], _pack(board.sides.cells.astype("<u2"))),
        elevation=_pack(board.elevation.astype("<i2")),
    )


def board_of(hexes: Hexes) -> HexBoard:
    """Return the board; raises ``Invalid`` for layers that do not fit their grid."""
    columns, rows = hexes.columns, hexes.rows
    if columns < 1 or rows < 1 or columns * rows > MOST_HEXES:
        raise Invalid(f"has a hex map of {columns:,} by {rows:,}: there must be 1 to {MOST_HEXES:,} hexes")
    size = columns * rows
    mask = None
    if hexes.mask:
        bits = np.frombuffer(_unpack(hexes.mask, -(-size // 8), "mask"), np.uint8)
        mask = np.unpackbits(bits, count=size).astype(np.bool_).reshape(rows, columns)
    grid = HexGrid(
        columns, rows, hexes.orientation, hexes.stagger, hexes.hex_width, hexes.hex_height, hexes.left, hexes.top, mask
    )
    if not np.isfinite([grid.left, grid.top]).all():
        raise Invalid("has a hex map without a position: its left and top must be numbers")
    terrain, sides = TerrainLayer(grid), SideLayer(grid)
    _restore(terrain, hexes.terrain.cells, [tuple(things) for things in hexes.terrain.sets], "terrain")
    _restore(sides, hexes.sides.cells, [tuple(things) for things in hexes.sides.sets], "hexsides")
    if any(not 0 <= one.favours <= 2 for things in hexes.sides.sets for one in things):
        raise Invalid("has a hexside that favours none of its hexes: export the map again")
    elevation = np.frombuffer(_unpack(hexes.elevation, 2 * size, "elevation"), "<i2").astype(np.int16)
    names = {Hex(q, r): name for q, r, name in hexes.names}
    _check_numbering(hexes.numbering)
    return HexBoard(grid, terrain, sides, elevation, hexes.numbering, names)


def _check_numbering(numbering: Numbering) -> None:
    """Raise ``Invalid`` for one whose numbers would not fit into a hex, nor into memory."""
    for count in (numbering.column, numbering.row):
        if (
            max(abs(count.start), abs(count.step), abs(count.shifted)) > MOST_COUNT
            or not 0 <= count.digits <= MOST_DIGITS
        ):
            raise Invalid(f"has hex numbers beyond {MOST_DIGITS} digits: count in smaller steps")
    if len(numbering.prefix) + len(numbering.separator) > MOST_DIGITS:
        raise Invalid(f"has hex numbers with more than {MOST_DIGITS} letters before or inside them: shorten those")


def _restore(layer: SetLayer[T], cells: str, sets: list[tuple[T, ...]], what: str) -> None:
    layer.restore(np.frombuffer(_unpack(cells, 2 * layer.cells.size, what), "<u2").astype(np.uint16), sets)


def _pack(array: NDArray[np.generic]) -> str:
    return b64encode(zlib.compress(array.tobytes(), 6)).decode("ascii")


def _unpack(text: str, length: int, what: str) -> bytes:
    """Return the bytes; never more than there must be."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(b64decode(text, validate=True), length + 1)
    except (NoBase64, ValueError, zlib.error) as error:
        raise Invalid(f"has a damaged layer {what!r} ({error}): export the map again") from None
    if len(data) != length or not unpacker.eof:
        raise Invalid(f"has a layer {what!r} that does not fit its {length:,} bytes: export the map again")
    return data


# --- underlays ------------------------------------------------------------------------------------------------------


def under_of(underlay: Underlay) -> UnderlayRecord:
    """Return an underlay as plain data."""
    image = b64encode(underlay.image).decode("ascii")
    left, top, width, height = map(float, (underlay.left, underlay.top, underlay.width, underlay.height))
    slant, drop = float(underlay.slant), float(underlay.drop)
    return UnderlayRecord(
        underlay.id, underlay.media, image, left, top, width, height, underlay.opacity, slant, drop, underlay.points
    )


def underlay_of(under: UnderlayRecord) -> Underlay:
    """Return the underlay; its image is looked at elsewhere."""
    try:
        image = b64decode(under.image, validate=True)
    except (NoBase64, ValueError) as error:
        raise Invalid(f"has a damaged underlay {under.id!r} ({error}): export the map again") from None
    return Underlay(
        under.id, under.media, image, under.left, under.top, under.width, under.height, under.opacity,
        under.slant, under.drop, under.points,
    )  # fmt: skip
