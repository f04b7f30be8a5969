"""A map goes from a library into a campaign as it stands there: nothing in it is read, drawn or written anew."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.board import Map, shapely_arrays
from sandtable.engine import InstalledGame
from sandtable.library.campaigns.opening import open_campaign
from sandtable.library.files.file import File
from sandtable.library.files.schema import LIBRARY
from sandtable.library.shipped import shipped_path
from sandtable.library.store import map_rows, wkb
from sandtable.library.store.library_file import Library
from sandtable.library.store.map_store import MapStore
from sandtable.library.store.shipped_maps import shipped_map
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.system import EMPIRES
from tests.library.samples import county

FAMILY = InstalledGame(EMPIRES)


def peninsula() -> Start:
    with Library.open_sound(shipped_path()) as library:
        return Start.of(library.scenario("peninsula-1808"), FAMILY, shipped_path())


def entries(file: File) -> list[tuple[Any, ...]]:
    """Return what a file says of its maps, the seals of their parts included, whatever their ids."""
    return [tuple(entry[1:]) for entry in MapStore(file).entries()]


def refuse(drawn: Any) -> Any:
    """Stand in for what reads or writes shapes and lines: there must be none."""
    assert not isinstance(drawn, Map)
    assert not len(drawn), "what is drawn is read"
    return []


def installed() -> Start:
    return Start(FAMILY, FAMILY.scenario("peninsula-1808"))


@pytest.mark.parametrize("start_of", [peninsula, installed])
def test_a_campaign_is_begun_without_reading_what_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_of: Callable[[], Start]
) -> None:
    start = start_of()
    with monkeypatch.context() as watched:
        for name in ("shapes", "lines", "encode"):
            watched.setattr(wkb, name, refuse)
        watched.setattr(map_rows, "rows_of_map", refuse)
        watched.setattr(shapely_arrays, "boxes", refuse)
        sitting = begin(start, Wishes(seed="1", seats="one"), tmp_path / "war.campaign")
    with Library.open(shipped_path()) as library:
        whole = library.map("europe-1805")
    assert sitting.referee.game.board.digest == whole.digest
    sitting.referee.sink.close()
    opened = open_campaign(FAMILY, sitting.path)
    carried = opened.carried_setup.ground
    opened.referee.sink.close()
    assert carried is not None
    assert carried.digest == whole.digest
    assert carried == whole
    again = map_rows.rows_of_map(carried)
    assert again == map_rows.rows_of_map(whole), "every part of it is the same"


def test_a_copied_map_has_the_rows_and_the_seals_of_the_first(tmp_path: Path) -> None:
    with File.create(tmp_path / "one.db", LIBRARY) as one, File.create(tmp_path / "two.db", LIBRARY) as two:
        MapStore(one).put(county(), ())
        sheet = MapStore(one).get_sealed("county")
        assert sheet.sealed is not None
        MapStore(two).put_sealed(sheet.sealed, ())
        assert entries(two) == entries(one)
        copied = MapStore(two).get("county")
        MapStore(two).compare_boxes(MapStore(two).entry("county"))
        assert copied == county()
        assert map_rows.rows_of_map(copied) == map_rows.rows_of_map(county())


def test_what_is_drawn_is_made_of_the_rows_when_somebody_looks(tmp_path: Path) -> None:
    with File.create(tmp_path / "one.db", LIBRARY) as file:
        MapStore(file).put(county(), ())
        sheet = MapStore(file).get_sealed("county")
    (tmp_path / "one.db").unlink()
    assert map_rows.rows_of_map(sheet) == map_rows.rows_of_map(county())


def test_a_game_is_played_on_the_map_that_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert FAMILY.scenario("peninsula-1808").board() == europe_1805()
    assert shipped_map("no-such-map", county) == county(), "one that does not ship is made of its sources"
    monkeypatch.setattr("sandtable.library.shipped.shipped_path", lambda: tmp_path / "none.db")
    assert shipped_map("europe-1805", county) == county()
    (tmp_path / "none.db").write_bytes(b"torn")
    assert shipped_map("europe-1805", county) == county()
