"""What an image is, told by its content."""

import zlib

import pytest

from sandtable.interchange.images import Nothing, checked_image, look
from tests.hostile.pictures import PNG, chunk, head, png, riff
from tests.interchange.sheets import image


@pytest.mark.parametrize(
    ("suffix", "media"), [("png", "image/png"), ("jpg", "image/jpeg"), ("webp", "image/webp"), ("gif", "image/gif")]
)
def test_kind_and_size_come_from_the_content(suffix: str, media: str) -> None:
    found = checked_image(image(suffix), what="scan")
    assert (found.media, found.width, found.height) == (media, 24, 16)


@pytest.mark.parametrize(("bits", "colours"), [(1, 0), (2, 0), (4, 0), (8, 0), (8, 2), (8, 6)])
def test_a_png_of_any_colours_is_counted_right(bits: int, colours: int) -> None:
    found = look(png(24, 5, bits=bits, colours=colours), Nothing())
    assert (found.width, found.height) == (24, 5)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (4, 4), (5, 9), (8, 8), (33, 17)])
def test_an_interlaced_png_is_counted_right(width: int, height: int) -> None:
    steps = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    sizes = [(len(range(x, width, dx)), len(range(y, height, dy))) for x, y, dx, dy in steps]
    pixels = bytes(sum(high * (1 + wide) for wide, high in sizes if wide))
    whole = PNG + head(width, height, interlaced=1) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    assert (look(whole, Nothing()).width, look(whole, Nothing()).height) == (width, height)


def test_pixels_may_come_in_many_parts() -> None:
    packed = zlib.compress(bytes(5 * 6))
    parts = b"".join(chunk(b"IDAT", packed[at : at + 1]) for at in range(len(packed)))
    assert look(PNG + head(5, 5) + parts + chunk(b"IEND", b""), Nothing()).width == 5


def test_honest_notes_are_let_through() -> None:
    notes = (
        chunk(b"tEXt", b"Comment\0" + b"x" * 1000),
        chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"x" * 100_000)),
        chunk(b"iTXt", b"Comment\0\0\0\0\0" + b"x" * 1000),
        chunk(b"iTXt", b"Comment\0\1\0de\0Bemerkung\0" + zlib.compress(b"x" * 100_000)),
    )
    assert look(png(4, 4, *notes), Nothing()).width == 4


def test_a_webp_without_loss_tells_its_size() -> None:
    bits = (99 - 1) | (44 - 1) << 14
    found = look(riff((b"VP8L", b"\x2f" + bits.to_bytes(4, "little") + b"\0\0\0")), Nothing())
    assert (found.width, found.height) == (99, 44)


def test_a_webp_may_state_its_size_beforehand() -> None:
    stated = bytes([0, 0, 0, 0, 23, 0, 0, 15, 0, 0])
    found = look(riff((b"VP8X", stated), (b"VP8 ", image("webp")[20:])), Nothing())
    assert (found.width, found.height) == (24, 16)
