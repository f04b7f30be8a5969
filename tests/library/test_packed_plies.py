"""Long plies are packed in the file of a campaign."""

import zlib
from base64 import b64encode

import pytest

from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.campaign_header import LONG, PACKED, pack_ply, unpack_ply
from sandtable.library.files.gate import LARGEST_VALUE


@pytest.mark.parametrize("size", [0, LONG, LONG + 1, 100_000])
def test_a_long_ply_is_packed_and_a_short_one_stands_as_it_is(size: int) -> None:
    document = b'{"says":"' + b"Wagram " * (size // 7) + b"x" * (size % 7) + b'"}'
    stored = pack_ply(document)
    assert unpack_ply(stored.encode()) == document
    assert (stored == document.decode()) == (len(document) <= LONG)
    assert len(stored) <= max(LONG, len(document) // 10)


@pytest.mark.parametrize("spoilt", [b"z!", b"zaGVsbG8=", PACKED, pack_ply(b"{}" * LONG).encode()[:-8]])
def test_what_cannot_be_unpacked_is_damage_in_a_sentence(spoilt: bytes) -> None:
    with pytest.raises(Invalid, match=r"it (cannot be unpacked|is cut short)"):
        unpack_ply(spoilt)


def test_a_packed_ply_does_not_grow_without_end() -> None:
    bomb = PACKED + b64encode(zlib.compress(b"0" * (LARGEST_VALUE + 1)))
    with pytest.raises(Invalid, match="larger than 64 MB"):
        unpack_ply(bomb)
