"""Patches as bytes, and bytes as patches: what a draft keeps of each edit."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from sandtable.board.affine import ControlPoint
from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.layers import StoredFeature
from sandtable.board.maps import MapInfo, MapLine, Provenance, Region, Underlay
from sandtable.board.numbering import Numbering
from sandtable.board.shapes import Place
from sandtable.board.spaces import Attributes, Edge, Space, SpaceId
from sandtable.design.hex_patch import CellPatch, HexPatch, LayerPatch
from sandtable.design.patch import MapPatch, Splice
from sandtable.design.swaps import Swap
from sandtable.engine.errors import Invalid
from sandtable.library.store import hex_rows, wkb
from sandtable.library.store.hex_rows import HexDocument
from sandtable.library.store.map_rows import name_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Width = Literal[1, 2, 4, 8]
T = TypeVar("T")
U = TypeVar("U")

LARGEST: Final = 1 << 28
"""Bytes of the largest array that is unpacked."""
WIDTHS: Final[tuple[Width, ...]] = (1, 2, 4, 8)
"""Bytes of a number."""


class _Line(Struct, frozen=True, array_like=True):
    """A line with its geometry as WKB."""

    id: str
    kind: str
    geometry: bytes
    name: str
    attributes: Attributes


class _Board(Struct, frozen=True, array_like=True):
    """A whole board of hexes, as a library keeps it."""

    document: HexDocument
    rows: list[tuple[str, int, bytes]]


class _Numbers(Struct, frozen=True, array_like=True):
    """Many numbers: the first, and the steps from each to the next, so wide; no steps where all are alike."""

    many: int
    first: int
    wide: Width
    steps: bytes


class _Underlay(Struct, frozen=True, omit_defaults=True):
    """An underlay; its image goes by its hash (``shown``). Drafts of before have it in here, whole."""

    id: str
    media: str
    left: float
    top: float
    width: float
    height: float
    opacity: int = 100
    slant: float = 0.0
    drop: float = 0.0
    points: tuple[ControlPoint, ...] = ()
    shown: str = ""
    image: bytes = b""


class _Cells(Struct, frozen=True, array_like=True):
    places: _Numbers
    before: _Numbers
    after: _Numbers


class _Layer(Struct, frozen=True, array_like=True):
    cells: _Cells
    sets: list[list[Any]]


class _Hexes(Struct, frozen=True, omit_defaults=True):
    board: Swap[_Board] | None = None
    numbering: Swap[Numbering] | None = None
    terrain: _Layer | None = None
    sides: _Layer | None = None
    elevation: _Cells | None = None
    names: list[tuple[int, int, Swap[str]]] = []


class _Patch(Struct, frozen=True, omit_defaults=True):
    info: Swap[MapInfo] | None = None
    tolerance: Swap[float] | None = None
    spaces: list[Swap[Space]] = []
    edges: list[Swap[Edge]] = []
    shapes: list[tuple[SpaceId, Swap[bytes]]] = []
    places: list[tuple[SpaceId, Swap[Place]]] = []
    regions: list[Swap[Region]] = []
    lines: list[Swap[_Line]] = []
    underlays: list[Swap[_Underlay]] = []
    provenance: Splice[Provenance] | None = None
    hexes: _Hexes | None = None


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(_Patch)


def to_bytes(patch: MapPatch, images: dict[str, bytes]) -> bytes:
    """Return a patch as bytes; the images that it names by their hashes are added to ``images``."""
    stored = _Patch(
        patch.info,
        patch.tolerance,
        list(patch.spaces.values()),
        list(patch.edges.values()),
        [(id, _each(swap, lambda shape: wkb.encode([shape])[0])) for id, swap in patch.shapes.items()],
        list(patch.places.items()),
        list(patch.regions.values()),
        [_each(swap, _line) for swap in patch.lines.values()],
        [_each(swap, lambda one: _underlay(one, images)) for swap in patch.underlays.values()],
        patch.provenance,
        _maybe(patch.hexes, _hexes),
    )
    return _encoder.encode(stored)


def from_bytes(data: bytes, image: Callable[[str], bytes]) -> MapPatch:
    """Return the patch that was made bytes of; ``image`` gives the image of a hash.

    Raises ``Invalid`` for bytes that are none.
    """
    try:
        stored = _decoder.decode(data)
        return MapPatch(
            stored.info,
            stored.tolerance,
            {_any(swap).id: swap for swap in stored.spaces},
            {_any(swap).pair: swap for swap in stored.edges},
            {id: _each(swap, lambda text: wkb.shapes([text])[0]) for id, swap in stored.shapes},
            dict(stored.places),
            {_any(swap).id: swap for swap in stored.regions},
            {_any(swap).id: _each(swap, _drawn) for swap in stored.lines},
            {_any(swap).id: _each(swap, lambda one: _laid(one, image)) for swap in stored.underlays},
            stored.provenance,
            _maybe(stored.hexes, _of_hexes),
        )
    except (msgspec.MsgspecError, ValueError, zlib.error) as error:
        raise Invalid(f"what an edit changed cannot be read: {error}") from error


def _maybe(thing: T | None, change: Callable[[T], U]) -> U | None:
    return None if thing is None else change(thing)


def _each(swap: Swap[T], change: Callable[[T], U]) -> Swap[U]:
    return Swap(_maybe(swap.before, change), _maybe(swap.after, change))


def _any(swap: Swap[T]) -> T:
    """Return either of the two: both have the same key."""
    found = swap.after if swap.before is None else swap.before
    if found is None:
        raise ValueError("something stands for nothing")
    return found


def _line(line: MapLine) -> _Line:
    return _Line(line.id, line.kind, wkb.encode([line.geometry])[0], line.name, line.attributes)


def _drawn(line: _Line) -> MapLine:
    return MapLine(line.id, line.kind, wkb.lines([line.geometry])[0], line.name, line.attributes)


def _underlay(one: Underlay, images: dict[str, bytes]) -> _Underlay:
    name = _name_of(one.image)
    images[name] = one.image
    known: dict[str, Any] = {field: getattr(one, field) for field in one.__struct_fields__ if field != "image"}
    return _Underlay(**known, shown=name)


def _laid(one: _Underlay, image: Callable[[str], bytes]) -> Underlay:
    known: dict[str, Any] = {field: getattr(one, field) for field in Underlay.__struct_fields__}
    known["image"] = image(one.shown) if one.shown else one.image
    return Underlay(**known)


@lru_cache(maxsize=2)
def _name_of(image: bytes) -> str:
    """Return what an image is stored under; of one that is moved about it is asked for every step."""
    return name_of(image)


def pack_patch(patch: MapPatch) -> bytes:
    """Return a patch as bytes, with the images that it shows."""
    images: dict[str, bytes] = {}
    return zlib.compress(msgspec.msgpack.encode((to_bytes(patch, images), images)))


def unpack_patch(packed: bytes) -> MapPatch:
    """Return a patch that was packed; raises ``Invalid`` for bytes that are none."""
    try:
        content = zlib.decompressobj().decompress(packed, LARGEST)
        patch, images = msgspec.msgpack.decode(content, type=tuple[bytes, dict[str, bytes]])
        return from_bytes(patch, images.__getitem__)
    except (zlib.error, msgspec.MsgspecError, KeyError) as error:
        raise Invalid(f"these bytes are not changes of a map ({error}): make them again") from error


# --- hexes ----------------------------------------------------------------------------------------------------------


def _hexes(patch: HexPatch) -> _Hexes:
    return _Hexes(
        _maybe(patch.board, lambda swap: _each(swap, _board)),
        patch.numbering,
        _maybe(patch.terrain, _layer),
        _maybe(patch.sides, _layer),
        _maybe(patch.elevation, _cells),
        [(hex.q, hex.r, swap) for hex, swap in patch.names.items()],
    )


def _board(board: HexBoard) -> _Board:
    rows = [(layer, number, content) for layer, number, content in hex_rows.rows_of(board)]
    return _Board(hex_rows.document_of(board), rows)


def pack_board(board: HexBoard) -> bytes:
    """Return a board as bytes."""
    return zlib.compress(msgspec.msgpack.encode(_board(board)))


def unpack_board(packed: bytes) -> HexBoard:
    """Return a board that was packed; raises ``Invalid`` for bytes that are none."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, LARGEST)
        stored = msgspec.msgpack.decode(content, type=_Board)
        return hex_rows.board_of(stored.document, stored.rows)
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise Invalid(f"these bytes are not a board of hexes ({error}): make them again") from error


def _of_hexes(stored: _Hexes) -> HexPatch:
    return HexPatch(
        _maybe(stored.board, lambda swap: _each(swap, lambda board: hex_rows.board_of(board.document, board.rows))),
        stored.numbering,
        _maybe(stored.terrain, lambda layer: _of_layer(layer, str)),
        _maybe(stored.sides, lambda layer: _of_layer(layer, StoredFeature)),
        _maybe(stored.elevation, _of_cells),
        {Hex(q, r): swap for q, r, swap in stored.names},
    )


def _layer(patch: LayerPatch[Any]) -> _Layer:
    return _Layer(_cells(patch.cells), [list(things) for things in patch.sets])


def _of_layer(stored: _Layer, kind: type[T]) -> LayerPatch[T]:
    sets = msgspec.convert(stored.sets, list[tuple[kind, ...]])  # type: ignore[valid-type]
    return LayerPatch(_of_cells(stored.cells), tuple(sets))


def _cells(patch: CellPatch) -> _Cells:
    return _Cells(*(_packed(one) for one in (patch.places, patch.before, patch.after)))


def _of_cells(stored: _Cells) -> CellPatch:
    return CellPatch(*(_unpacked(one) for one in (stored.places, stored.before, stored.after)))


def _packed(numbers: NDArray[np.int64]) -> _Numbers:
    many, first = len(numbers), int(numbers[0]) if len(numbers) else 0
    if (numbers == first).all():
        return _Numbers(many, first, 1, b"")
    steps = numbers[1:] - numbers[:-1]
    least, most = int(steps.min()), int(steps.max())
    wide: Width = next(one for one in WIDTHS if -(1 << (8 * one - 1)) <= least and most < 1 << (8 * one - 1))
    return _Numbers(many, first, wide, zlib.compress(steps.astype(f"<i{wide}").tobytes(), 1))


def _unpacked(stored: _Numbers) -> NDArray[np.int64]:
    if not 0 <= stored.many <= LARGEST // 8:
        raise ValueError("an array is too long")
    if not stored.steps:
        return np.full(stored.many, stored.first, np.int64)
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(stored.steps, stored.wide * stored.many)
    if unpacker.unconsumed_tail or len(content) != stored.wide * (stored.many - 1):
        raise ValueError("an array is not as long as it says")
    steps = np.frombuffer(content, f"<i{stored.wide}").astype(np.int64)
    return stored.first + np.concatenate((np.zeros(1, np.int64), np.cumsum(steps)))
