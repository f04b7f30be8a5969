"""Damage is noticed, all of it, and named; whatever is done to a file, only our errors come out of it."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.library.store.library_file import Library
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
    statements = [found.start() for found in re.finditer(b"CREATE ", data)]
    data[rng.choice(statements) + rng.randrange(60)] = rng.randrange(256)


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
        (b'"name":"C000"', "map 'county' is damaged \\(spaces\\)"),
        (b'"kind":"river"', "map 'county' is damaged \\((edges|lines)\\)"),
        (b"The North", "map 'county' is damaged \\(regions\\)"),
        (b"an atlas", "map 'county' is damaged \\(provenance\\)"),
        (b"drawn by hand", "map 'county' is damaged \\(entry\\)"),
        (bytes(range(200, 240)), "map 'county' is damaged \\(images\\)"),
        (b"\x01\x03\x00\x00\x00\x01\x00\x00\x00", "map 'county' is damaged \\(areas\\)"),
        (b'"Mill"', "map 'plain' is damaged \\(entry\\)"),
        (b"x\x01", "map 'plain' is damaged \\(layers of hexes\\)"),
        ("Nördlich".encode(), "scenario 'war' is damaged \\(rows\\)"),
        (b"The War", "scenario 'war' is damaged \\(entry\\)"),
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


# --- what is sound in a damaged one --------------------------------------------------------------------------------


def things(library: Library) -> dict[str, Any]:
    """Return all that is in a library, by its name."""
    return {
        **{f"map {one.key}": library.map(one.key) for one in library.maps()},
        **{f"scenario {one.key}": library.scenario(one.key) for one in library.scenarios()},
        **{f"preset {one.key}": one for one in library.presets()},
        **{f"chart {one.id}": one for one in library.charts()},
    }


def sound_things(path: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what can be had of a library that may be damaged, and what is said of the rest."""
    try:
        with Library.open_sound(path) as library:
            damage = library.damage()
            return ({} if damage else things(library)), library.harm or damage
    except SandtableError as error:
        return {}, (str(error),)


@pytest.fixture(scope="module")
def everything(sample: tuple[bytes, list[Any]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("everything") / "library.db"
    path.write_bytes(sample[0])
    with Library.open(path) as library:
        return things(library)


def in_one_place(data: bytearray, rng: random.Random) -> None:
    """Damage a page as a disk does: a sector is zero, or holds what belongs elsewhere."""
    at = rng.randrange(len(data) // 512) * 512
    data[at : at + 512] = bytes(512) if rng.random() < 0.5 else rng.randbytes(512)


@pytest.mark.parametrize("kind", [*KINDS, in_one_place], ids=lambda kind: kind.__name__)
def test_what_is_sound_in_a_damaged_library_can_be_had(
    kind: Damage, sample: tuple[bytes, list[Any]], everything: dict[str, Any], tmp_path: Path
) -> None:
    """5,500 in all: what comes out is what was written, what does not is told, and a new library holds it."""
    path, target = tmp_path / "library.db", tmp_path / "sound.db"
    rng = random.Random(f"sound {kind.__name__}")
    saved = refused = 0
    for number in range(count(500)):
        data = bytearray(sample[0])
        kind(data, rng)
        path.write_bytes(data)
        found, harm = sound_things(path)
        refused += not found
        saved += bool(found and harm)
        assert not {name for name, one in found.items() if one != everything[name] and "map" not in name}
        for name in found.keys() & {"map county", "map plain"}:
            assert replace(found[name], underlays=()) == replace(everything[name], underlays=())
        assert len(found) == len(everything) or harm
        assert all("library.db" in one and "\n" not in one for one in harm)
        assert path.read_bytes() == data
        if number % 10 == 0 and found and harm:
            target.unlink(missing_ok=True)
            assert Library.salvage(path, target).lost == [one.partition(" has lost ")[2] for one in harm[1:]]
            with Library.open(target) as library:
                assert (things(library), library.damage()) == (found, ())
    print(f"{kind.__name__}: {saved} gave what is sound, {refused} were refused")
    assert saved or kind in (one_bit, an_end, more)  # which do little harm, or more than a few things survive


def test_a_map_whose_image_is_damaged_is_had_without_it(sample: tuple[bytes, list[Any]], tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    data = bytearray(sample[0])
    data[data.index(bytes(range(200, 240)))] ^= 4
    path.write_bytes(data)
    sound = Library.salvage(path, tmp_path / "sound.db")
    assert sound.lost == ["1 underlay of map 'county': the image is not what was written"]
    with Library.open(tmp_path / "sound.db") as library:
        assert library.map("county").underlays == ()
        assert library.scenario("war").key == "war"
        assert not library.damage()


def test_a_new_library_takes_no_place_that_is_taken(sample: tuple[bytes, list[Any]], tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(sample[0][:-4096])
    with pytest.raises(Invalid, match="already exists: choose another name"):
        Library.salvage(path, path)


def test_an_exported_library_whose_header_is_damaged_gives_all_of_it(
    sample: tuple[bytes, list[Any]], everything: dict[str, Any], tmp_path: Path
) -> None:
    path, exported = tmp_path / "library.db", tmp_path / "exported.db"
    path.write_bytes(sample[0])
    with Library.open(path) as library:
        library.export(exported)  # its tables begin on other pages
    data = bytearray(exported.read_bytes())
    data[:100] = bytes(100)
    exported.write_bytes(data)
    found, harm = sound_things(exported)
    assert (found, len(harm)) == (everything, 1)
