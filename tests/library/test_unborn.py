"""A campaign that was cut short while it was made is known as one, and nothing else is."""

import os
from pathlib import Path

import pytest

from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.incomplete_campaigns import is_incomplete, remove_incomplete
from sandtable.library.campaigns.opening import read_header
from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN, LIBRARY
from tests.library.campaigns import begun, played
from tests.library.samples import names

PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.campaign"


def test_an_empty_file(path: Path) -> None:
    path.touch()
    assert is_incomplete(path)
    remove_incomplete(path)
    assert not names(path.parent)


def test_tables_without_a_campaign(path: Path) -> None:
    File.create(path, CAMPAIGN).close()
    assert is_incomplete(path)
    with pytest.raises(Invalid, match=r"x\.campaign was never finished and holds no campaign"):
        read_header(path)
    remove_incomplete(path)
    assert not names(path.parent)
    begun(path).sink.close()
    assert not is_incomplete(path)


def test_tables_that_are_still_open_beside_it(path: Path) -> None:
    file = File.create(path, CAMPAIGN)
    copy = path.with_name("copy.campaign")
    for end in ("", "-wal"):
        copy.with_name(copy.name + end).write_bytes(path.with_name(path.name + end).read_bytes())
    assert not is_incomplete(path)  # this program is just making it
    file.close()
    assert is_incomplete(copy)
    remove_incomplete(copy)
    assert names(path.parent) == ["x.campaign"]


def test_tables_that_were_half_laid_out(path: Path) -> None:
    File.create(path, CAMPAIGN).close()
    whole = bytearray(path.read_bytes())
    whole[24:28] = (1).to_bytes(4)  # SQLite's count of changes: it was the first
    for pages in range(1, len(whole) // PAGE):
        path.write_bytes(whole[: pages * PAGE])
        assert is_incomplete(path), pages


def test_a_campaign_that_was_cut_short_later_is_not_unborn(path: Path) -> None:
    played(begun(path), 3).sink.close()
    whole = path.read_bytes()
    for size in (*range(PAGE, len(whole), PAGE), 50, 100, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:size])
        assert not is_incomplete(path), size


def test_what_is_no_campaign_is_not_unborn(path: Path) -> None:
    assert not is_incomplete(path)
    path.write_text("{}")
    assert not is_incomplete(path)
    path.unlink()
    File.create(path, LIBRARY).close()
    assert not is_incomplete(path)
    path.unlink()
    path.mkdir()
    assert not is_incomplete(path)
    (empty := path.with_name("empty")).touch()
    (link := path.with_name("link")).symlink_to(empty)
    assert not is_incomplete(link)
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe := path.with_name("pipe"))
        assert not is_incomplete(pipe)
