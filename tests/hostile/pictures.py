"""Images made by hand: sound ones in pieces, to be put together wrongly, and those too large to be kept as files."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent / "images"
SOUND = Path(__file__).parents[1] / "interchange" / "data"
PNG = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a part of a PNG."""
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(body, zlib.crc32(kind)).to_bytes(4, "big")


def head(width: int, height: int, *, bits: int = 8, colours: int = 0, interlaced: int = 0) -> bytes:
    """Return the first part of a PNG."""
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return chunk(b"IHDR", size + bytes([bits, colours, 0, 0, interlaced]))


def png(width: int, height: int, *parts: bytes, rows: int | None = None, bits: int = 8, colours: int = 0) -> bytes:
    """Return a PNG of one grey, with further parts before its pixels; ``rows`` of them if not all."""
    line = bytes(1 + width * bits * {0: 1, 2: 3, 6: 4}[colours] // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(line) for _ in range(height if rows is None else rows)) + packer.flush()
    return (
        PNG
        + head(width, height, bits=bits, colours=colours)
        + b"".join(parts)
        + chunk(b"IDAT", packed)
        + chunk(b"IEND", b"")
    )


def jpeg() -> bytes:
    return (SOUND / "sheet.jpg").read_bytes()


def gif() -> bytes:
    return (SOUND / "sheet.gif").read_bytes()


def webp() -> bytes:
    return (SOUND / "sheet.webp").read_bytes()


def frame_of(data: bytes) -> int:
    """Return where a JPEG states its size."""
    return next(at for at in range(len(data)) if data[at : at + 2] in {b"\xff\xc0", b"\xff\xc2"})


def riff(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a WEBP of these parts."""
    body = b"".join(kind + len(data).to_bytes(4, "little") + data + b"\0" * (len(data) % 2) for kind, data in chunks)
    return b"RIFF" + (4 + len(body)).to_bytes(4, "little") + b"WEBP" + body


@cache
def small() -> dict[str, bytes]:
    """Return those that are kept as files."""
    photo, at, picture = jpeg(), frame_of(jpeg()), gif()
    bitmap = webp()[20:]
    stated = bytes([0, 0, 0, 0, 99, 0, 0, 99, 0, 0])
    return {
        "105-pixel-bomb.png": PNG + head(20_000, 20_000) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b""),
        "106-holds-fewer.png": png(40, 40, rows=10),
        "106-holds-more.png": png(40, 10, rows=4000),
        "106-two-sizes.jpg": photo[: at + 19] + photo[at:],
        "106-outside-its-screen.gif": picture[:6] + b"\x04\0\x04\0" + picture[10:],
        "106-two-sizes.webp": riff((b"VP8X", stated), (b"VP8 ", bitmap)),
        "107-truncated.png": png(40, 40)[:-30],
        "107-truncated.jpg": photo[:-2],
        "107-truncated.gif": picture[:-20],
        "107-truncated.webp": webp()[:-9],
        "107-length-of-4-gb.png": PNG + head(4, 4) + b"\xff\xff\xff\xffIDAT",
        "107-checksum.png": png(4, 4).replace(b"IEND\xaeB", b"IEND\xaeC"),
        "108-svg-disguised.png": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
        "108-bmp-disguised.png": b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
        "108-tiff-disguised.jpg": b"II*\0\x08\0\0\0",
        "108-zip-disguised.png": b"PK\3\4\x14\0",
        "108-pdf-disguised.png": b"%PDF-1.4\n",
        "108-noise.png": bytes(range(7, 99)),
        "109-16-bits.png": png(4, 4, bits=16),
        "109-12-bits.jpg": photo[: at + 4] + b"\x0c" + photo[at + 5 :],
        "109-cmyk.jpg": photo[: at + 9] + b"\x04" + photo[at + 10 :],
        "109-animated.gif": picture[:-1] + picture[picture.index(b"\x2c", 25) :],
        "109-animated.png": png(4, 4, chunk(b"acTL", b"\0\0\0\2\0\0\0\0")),
        "109-animated.webp": riff((b"VP8X", bytes([2, *stated[1:]])), (b"ANIM", bytes(6))),
        "110-1-by-2000000.png": PNG + head(1, 2_000_000) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b""),
        "113-empty.png": b"",
        "113-no-width.png": PNG + head(0, 10) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b""),
        "113-no-height.jpg": photo[: at + 5] + b"\0\0" + photo[at + 7 :],
        "113-no-size.gif": picture[:6] + bytes(7) + b"\x3b",
        "113-no-pixels.png": PNG + head(4, 4) + chunk(b"IEND", b""),
        "113-no-pixels.webp": riff((b"VP8X", stated)),
        "113-no-pixels.jpg": photo[: photo.index(b"\xff\xda")] + b"\xff\xd9",
    }


@cache
def large() -> dict[str, bytes]:
    """Return those that are made when they are wanted."""
    zeros = zlib.compress(bytes(30 << 20))
    return {
        "111-honest-but-large.png": png(9000, 9000),
        "112-text-bomb.png": png(4, 4, chunk(b"zTXt", b"Comment\0\0" + zeros)),
        "112-profile-bomb.png": png(4, 4, chunk(b"iCCP", b"icc\0\0" + zeros)),
        "112-international-text-bomb.png": png(4, 4, chunk(b"iTXt", b"Comment\0\1\0de\0Bemerkung\0" + zeros)),
    }


if __name__ == "__main__":
    for name, data in small().items():
        (HERE / name).write_bytes(data)
