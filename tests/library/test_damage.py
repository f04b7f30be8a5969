"""Damage is noticed, all of it, and named; whatever is done to a file, only our errors come out of it."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.library.store import Library
from tests.library.samples import content, made
from tests.tiers import count

PAGE: Final = 4096
Damage = Callable[[bytearray, random.Random], None]


def one_bit(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def eight_bytes(data: bytearray, rng: random.Random) -> None:
    for _ in range(8):
        data[rng.randrange(len(data))] = rng.randrange(256)


def a_run(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data) - 64)
    data[at : at + 64] = rng.randbytes(64)


def a_sector(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data) // 512) * 512
    data[at : at + 512] = bytes(512)


def two_pages(data: bytearray, rng: random.Random) -> None:
    one, other = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


def an_end(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def more(data: bytearray, rng: random.Random) -> None:
    at = rng.randrange(len(data))
    data[at:at] = rng.randbytes(rng.choice((1, 100, 512, PAGE)))


def the_header(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(100)] = rng.randrange(256)


def the_schema(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(100, PAGE)] = rng.randrange(256)


def a_head_of_a_page(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(1, len(data) // PAGE) * PAGE + rng.randrange(16)] = rng.randrange(256)


KINDS: Final[tuple[Damage, ...]] = (
    one_bit, eight_bytes, a_run, a_sector, two_pages, an_end, more, the_header, the_schema, a_head_of_a_page
)  # fmt: skip


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Any]]:
    path = made(tmp_path_factory.mktemp("sample") / "library.db")
    with Library.open(path) as library:
        return path.read_bytes(), content(library)


def read_or_refused(path: Path) -> list[Any] | str:
    try:
        with Library.open(path) as library:
            return content(library)
    except SandtableError as error:
        return str(error)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_damaged_file_is_refused_or_means_the_same(
    kind: Damage, sample: tuple[bytes, list[Any]], tmp_path: Path
) -> None:
    """25,000 in all: a file either raises one of our errors or says what it said before."""
    whole, everything = sample
    path = tmp_path / "library.db"
    rng = random.Random(kind.__name__)
    refused = 0
    for _ in range(count(2_500)):
        data = bytearray(whole)
        kind(data, rng)
        path.write_bytes(data)
        said = read_or_refused(path)
        if isinstance(said, str):
            refused += 1
            assert "library.db" in said
            assert "\n" not in said
        else:
            assert said == everything
    assert refused


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (b'"name":"C000"', "map 'county' is damaged; what stands there as its spaces"),
        (b'"kind":"river"', "map 'county' is damaged; what stands there as its (edges|lines)"),
        (b"The North", "map 'county' is damaged; what stands there as its regions"),
        (b"an atlas", "map 'county' is damaged; what stands there as its provenance"),
        (b"drawn by hand", "map 'county' is damaged; what stands there as its entry"),
        (bytes(range(200, 240)), "map 'county' is damaged; what stands there as its images"),
        (b"\x01\x03\x00\x00\x00\x01\x00\x00\x00", "map 'county' is damaged; what stands there as its areas"),
        (b'"Mill"', "map 'plain' is damaged; what stands there as its entry"),
        (b"x\x01", "map 'plain' is damaged; what stands there as its layers of hexes"),
        ("Nördlich".encode(), "scenario 'war' is damaged; what stands there as its rows"),
        (b"The War", "scenario 'war' is damaged; what stands there as its entry"),
        (b"Club rules", "preset 'club' is damaged"),
        (b"Losses", "chart 'losses' is damaged"),
    ],
)
def test_the_message_names_what_is_damaged(
    words: bytes, says: str, sample: tuple[bytes, list[Any]], tmp_path: Path
) -> None:
    whole, _ = sample
    path = tmp_path / "library.db"
    data = bytearray(whole)
    assert words in whole
    data[data.index(words) + len(words) - 1] ^= 4
    path.write_bytes(data)
    with Library.open(path) as library:
        (sentence,) = library.damage()
    assert sentence.startswith(str(path))
    with pytest.raises(Invalid, match=says):
        raise Invalid(sentence)


def test_a_damaged_thing_keeps_nobody_from_the_others_and_can_be_put_anew(
    sample: tuple[bytes, list[Any]], tmp_path: Path
) -> None:
    whole, everything = sample
    path = tmp_path / "library.db"
    path.write_bytes(whole.replace(b"The North", b"The South"))
    county, plain = everything[:2]
    with Library.open(path, writing=True) as library:
        with pytest.raises(Invalid, match="'county' is damaged"):
            library.map("county")
        assert library.map("plain") == plain
        library.put_map(plain)
        assert len(library.damage()) == 1
        library.put_map(county)
        assert content(library) == everything
        assert not library.damage()
