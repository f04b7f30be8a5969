"""PNG, JPEG, GIF and WEBP walked from end to end: whether they are whole, and hold what they promise.

No decoder is needed for that, and the one that will draw the image is spared the bombs.
"""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple, NoReturn, Protocol

from msgspec import Struct

from sandtable.engine.errors import Invalid

LONGEST: Final = 32_767
"""Pixels of a side, above which it cannot be drawn."""

MOST_BYTES: Final = 256 << 20
"""Of an image once it is decoded, 4 bytes a pixel."""

MOST_NOTES: Final = 4 << 20
"""Bytes of a text or profile inside an image, once unpacked."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"


class Picture(Struct, frozen=True):
    """What an image is."""

    media: str
    width: int
    height: int


def inspect_image(data: bytes) -> Picture:
    """Say what an image is; raises ``Invalid`` for one that is damaged, hostile, or of another kind."""
    if not data:
        raise Invalid("is empty: there is no image in it")
    try:
        picture = _inspect(data)
    except IndexError:
        _refuse_truncated()
    _check_size(picture)
    return picture


def measure_image(data: bytes) -> Picture:
    """Say what an image is by its beginning alone; raises ``Invalid`` for one that cannot lie under a map.

    For one that was looked over from end to end before: it may be asked often.
    """
    try:
        if data.startswith(_PNG):
            head = _png_head(data[12:16], data[16:29])
            picture = Picture("image/png", head.width, head.height)
        else:
            picture = _jpeg(data, size_only=True) if data.startswith(_JPEG) else _inspect(data)
    except IndexError:
        _refuse_truncated()
    _check_size(picture)
    return picture


def _inspect(data: bytes) -> Picture:
    if data.startswith(_PNG):
        return _png(data)
    if data.startswith(_JPEG):
        return _jpeg(data)
    if data.startswith((b"GIF87a", b"GIF89a")):
        return _gif(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp(data)
    raise Invalid(f"is {_kind(data)}, whatever its name says: save it as PNG, JPEG, WEBP or GIF")


def _kind(data: bytes) -> str:
    """Name what an image is that cannot lie under a map."""
    head = data[:256].lstrip().lower()
    if head.startswith((b"<svg", b"<?xml", b"<!doctype svg")):
        return "SVG or another text"
    known = {b"bm": "BMP", b"ii*\0": "TIFF", b"mm\0*": "TIFF", b"%pdf": "PDF", b"pk\3\4": "a zip file", b"8bps": "PSD"}
    return next((name for start, name in known.items() if head.startswith(start)), "not an image that is known here")


def _check_size(picture: Picture) -> None:
    width, height = picture.width, picture.height
    if not width or not height:
        raise Invalid(f"is {width} by {height} pixels: there is nothing to see")
    if max(width, height) > LONGEST:
        raise Invalid(
            f"is {width:,} by {height:,} pixels: no side may have more than {LONGEST:,}; scale it down or crop it"
        )
    if width * height * 4 > MOST_BYTES:
        share = (MOST_BYTES / 4 / (width * height)) ** 0.5
        raise Invalid(
            f"is {width:,} by {height:,} pixels, {width * height * 4 / 2**20:,.0f} MB once drawn: "
            f"scale it down to {int(width * share):,} by {int(height * share):,} or less"
        )


def _refuse_truncated() -> NoReturn:
    raise Invalid("is cut short: get the whole file again")


def _not_so(says: str) -> NoReturn:
    raise Invalid(f"is damaged: {says}; save it again")


def _take(data: bytes, at: int, length: int) -> bytes:
    """Return bytes that must be there."""
    if at + length > len(data):
        _refuse_truncated()
    return data[at : at + length]


class _Unpacker(Protocol):
    """What zlib makes, and does not name."""

    @property
    def unconsumed_tail(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


# --- PNG ------------------------------------------------------------------------------------------------------------

_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_ADAM7: Final = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


class _Head(NamedTuple):
    width: int
    height: int
    bits: int
    colours: int
    interlaced: bool


def _png(data: bytes) -> Picture:
    """Walk the chunks; unpack the pixels without keeping them, and count."""
    head, unpacked, pixels = None, 0, zlib.decompressobj()
    at = 8
    while True:
        length = int.from_bytes(_take(data, at, 4), "big")
        kind = _take(data, at + 4, 4)
        body = _take(data, at + 8, length)
        if int.from_bytes(_take(data, at + 8 + length, 4), "big") != zlib.crc32(body, zlib.crc32(kind)):
            _not_so(f"the checksum of its part {kind.decode('latin-1')!r} is wrong")
        if head is None:
            head = _png_head(kind, body)
            _check_size(Picture("image/png", head.width, head.height))
        elif kind == b"IDAT":
            unpacked += _unpacked_size(pixels, body, _png_bytes(head) - unpacked)
        elif kind in {b"zTXt", b"iTXt", b"iCCP"}:
            _check_notes(kind, body)
        elif kind == b"acTL":
            raise Invalid("is an animation: save one frame of it")
        elif kind == b"IEND":
            break
        at += 12 + length
    if unpacked < _png_bytes(head):
        _not_so(f"it says {head.width:,} by {head.height:,} pixels and holds fewer")
    return Picture("image/png", head.width, head.height)


def _png_head(kind: bytes, body: bytes) -> _Head:
    if kind != b"IHDR" or len(body) != 13:
        _not_so("it does not begin with its size")
    width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
    bits, colours, packing, filters, interlaced = body[8:]
    if colours not in _CHANNELS or bits not in {1, 2, 4, 8, 16} or packing or filters or interlaced > 1:
        _not_so("its header makes no sense")
    if bits == 16:
        raise Invalid("has 16 bits per colour: save it with 8")
    return _Head(width, height, bits, colours, bool(interlaced))


def _png_bytes(head: _Head) -> int:
    """Return how many bytes the pixels take, unpacked."""
    passes = _ADAM7 if head.interlaced else ((0, 0, 1, 1),)
    total = 0
    for left, top, across, down in passes:
        width, height = -(-(head.width - left) // across), -(-(head.height - top) // down)
        if width > 0 and height > 0:
            total += height * (1 + -(-width * head.bits * _CHANNELS[head.colours] // 8))
    return total


def _unpacked_size(pixels: _Unpacker, body: bytes, room: int) -> int:
    """Return how many bytes a part unpacks to."""
    count = 0
    try:
        while body:
            count += len(pixels.decompress(body, 1 << 16))
            if count > room:
                _not_so("it holds more pixels than it says")
            body = pixels.unconsumed_tail
    except zlib.error as error:
        raise Invalid(f"is damaged: its pixels cannot be unpacked ({error}); save it again") from None
    return count


def _check_notes(kind: bytes, body: bytes) -> None:
    """Raise ``Invalid`` for a text or profile that unpacks to something huge."""
    start = body.find(b"\0") + 2
    if kind == b"iTXt":
        packed = body[start - 1 : start] == b"\1"
        for _ in range(2):
            start = body.find(b"\0", start + 1)
        if not packed:
            return
        start += 1
    try:
        if len(zlib.decompressobj().decompress(body[start:], MOST_NOTES + 1)) > MOST_NOTES:
            raise Invalid("holds a text or profile that is far too large when unpacked: save it without metadata")
    except zlib.error:
        return


# --- JPEG -----------------------------------------------------------------------------------------------------------

_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _jpeg(data: bytes, *, size_only: bool = False) -> Picture:
    """Walk the segments to the end of the picture, or until it has stated its size."""
    picture, at, scanned = None, 2, False
    while True:
        if data[at] != 0xFF:
            _not_so("something stands between its parts")
        marker = data[at + 1]
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == 0xD9:
            break
        length = int.from_bytes(_take(data, at + 2, 2), "big")
        body = _take(data, at + 4, max(length - 2, 0))
        if length < 2:
            _not_so("a part of it has no length")
        at += 2 + length
        if marker in _FRAMES:
            if picture is not None:
                _not_so("it states its size twice")
            picture = _jpeg_frame(body)
            if size_only:
                return picture
        elif marker == 0xDA:
            if picture is None:
                _not_so("its pixels come before its size")
            at, scanned = _behind_scan(data, at), True
    if picture is None or not scanned:
        _not_so("there are no pixels in it")
    return picture


def _jpeg_frame(body: bytes) -> Picture:
    bits, height, width, channels = body[0], *(int.from_bytes(body[at : at + 2], "big") for at in (1, 3)), body[5]
    if bits != 8:
        raise Invalid(f"has {bits} bits per colour: save it with 8")
    if channels == 4:
        raise Invalid("has the four colours of print (CMYK): save it as RGB")
    if channels not in {1, 3}:
        _not_so(f"it has {channels} colours")
    return Picture("image/jpeg", width, height)


def _behind_scan(data: bytes, at: int) -> int:
    """Return where the next part begins behind packed pixels."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0:
            _refuse_truncated()
        if data[at + 1] not in {0x00, 0xFF, *range(0xD0, 0xD8)}:
            return at
        at += 1 if data[at + 1] == 0xFF else 2


# --- GIF ------------------------------------------------------------------------------------------------------------


def _gif(data: bytes) -> Picture:
    """Walk the blocks; there is one picture, and it lies within the size stated."""
    width, height = (int.from_bytes(_take(data, at, 2), "little") for at in (6, 8))
    at = 13 + _palette(data[10])
    pictures = 0
    while (kind := data[at]) != 0x3B:
        if kind == 0x21:
            at += 2
        elif kind == 0x2C:
            pictures += 1
            left, top, wide, high = (int.from_bytes(_take(data, at + n, 2), "little") for n in (1, 3, 5, 7))
            if left + wide > width or top + high > height:
                _not_so("it holds more pixels than it says")
            at += 11 + _palette(data[at + 9])
        else:
            _not_so("a part of it is unknown")
        at = _behind_blocks(data, at)
    if pictures > 1:
        raise Invalid("is an animation: save one frame of it")
    if not pictures:
        _not_so("there are no pixels in it")
    return Picture("image/gif", width, height)


def _palette(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _behind_blocks(data: bytes, at: int) -> int:
    while length := data[at]:
        at += 1 + length
    return at + 1


# --- WEBP -----------------------------------------------------------------------------------------------------------


def _webp(data: bytes) -> Picture:
    """Walk the chunks; what the picture says of its size must be what the file says."""
    end = 8 + int.from_bytes(data[4:8], "little")
    if end > len(data):
        _refuse_truncated()
    stated = found = None
    at = 12
    while at < end:
        kind, length = _take(data, at, 4), int.from_bytes(_take(data, at + 4, 4), "little")
        body = _take(data, at + 8, length)
        if kind == b"VP8X":
            if body[0] & 2:
                raise Invalid("is an animation: save one frame of it")
            stated = tuple(1 + int.from_bytes(body[n : n + 3], "little") for n in (4, 7))
        elif kind == b"VP8 ":
            if body[3:6] != b"\x9d\x01\x2a":
                _not_so("its pixels do not begin as they must")
            found = tuple(int.from_bytes(body[n : n + 2], "little") & 0x3FFF for n in (6, 8))
        elif kind == b"VP8L":
            if body[0] != 0x2F:
                _not_so("its pixels do not begin as they must")
            bits = int.from_bytes(_take(body, 1, 4), "little")
            found = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        at += 8 + length + length % 2
    if found is None:
        _not_so("there are no pixels in it")
    if stated not in {None, found}:
        _not_so("it states two sizes")
    return Picture("image/webp", *found)
