"""``scenarios.db`` is what its text sources make of it."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sandtable.board.maps import Map, MapInfo
from sandtable.engine import Broken
from sandtable.library.shipped import shipped_path
from sandtable.library.store import build
from sandtable.library.store.library_file import Library


def bring_two() -> list[Map]:
    return [Map(MapInfo("one", "One")), Map(MapInfo("two", "Two"))]


def bring_nonsense() -> list[object]:
    return [Map(MapInfo("one", "One")), "a map"]


def fail() -> list[Map]:
    raise OSError(2, "no such file")


def source(name: str) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{name}", build.GROUP)


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let entry points lead into this file, however pytest has imported it."""
    import sys

    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or __import__(__name__))


def test_it_is_what_the_sources_make_of_it(tmp_path: Path) -> None:
    fresh = build.build(tmp_path / "fresh.db", build.contents(build.sources()))
    assert build.content_hash(shipped_path()) == fresh, "say sandtable build-library"


def test_it_is_sound_and_holds_europe() -> None:
    with Library.open(shipped_path()) as library:
        assert library.damage() == ()
        assert "europe-1805" in {info.key for info in library.maps()}


def test_the_same_sources_make_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    one, two = bring_two()
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    assert build.build(first, [one, two]) == build.build(second, [one, two])
    assert first.read_bytes() == second.read_bytes()
    assert build.build(second, [two, one]) == build.content_hash(first)


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize(
    ("name", "says"),
    [("bring_nonsense", "brings a str: a library takes maps"), ("fail", "cannot be read: FileNotFoundError")],
)
def test_a_source_at_fault_is_named_and_nothing_is_written(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(Broken, match=says):
        build.build(tmp_path / "out.db", build.contents([source(name)]))
    assert list(tmp_path.iterdir()) == []


def test_a_library_of_nothing_new_is_put_in_place_of_the_old_one_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.db"
    build.build(target, bring_two())
    build.build(target, bring_two()[:1])
    with Library.open(target) as library:
        assert [info.key for info in library.maps()] == ["one"]
    assert [path.name for path in tmp_path.iterdir()] == ["out.db"]


def test_any_tool_can_look_at_it_and_changes_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(shipped_path().read_bytes())
    query = "select json_extract(document, '$.info.title') as title from maps"
    look = [sys.executable, "-m", "sqlite_utils", "query", str(copy), query]
    told = subprocess.run(look, capture_output=True, text=True, check=True).stdout
    assert {"title": "Europe in 1805"} in json.loads(told)
    assert copy.read_bytes() == shipped_path().read_bytes()
