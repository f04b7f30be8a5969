"""A map comes back the same; saving it again writes only what differs; revisions stay while they are needed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import StoredFeature
from sandtable.board.maps import Map, MapInfo, MapLine, Underlay
from sandtable.board.numbering import Count, Numbering
from sandtable.board.spaces import Space, SpaceId
from sandtable.engine.errors import Invalid
from sandtable.library.store.library_file import Library
from tests.board.areamaps import cells
from tests.library.samples import RUNS, boards, county, maps, plain, war


@pytest.fixture
def library(tmp_path: Path) -> Any:
    with Library.create(tmp_path / "library.db") as library:
        yield library


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Give one library to many examples: each map is put over the last one."""
    with Library.create(tmp_path_factory.mktemp("shelf") / "library.db") as library:
        yield library


def anew(whole: Map) -> Map:
    """Return a map whose digest is worked out from what is in it."""
    return replace(whole, info=whole.info)


@RUNS
@given(whole=maps())
def test_a_map_comes_back_the_same(shelf: Library, whole: Map) -> None:
    shelf.put_map(whole)
    back = shelf.map("any")
    assert back == whole
    assert anew(back).digest == whole.digest
    assert (back.info, back.graph, back.regions, back.underlays) == (
        whole.info, whole.graph, whole.regions, whole.underlays
    )  # fmt: skip
    assert back.places == whole.places
    assert not shelf.damage()


@RUNS
@given(board=boards())
def test_hexes_come_back_with_every_layer(shelf: Library, board: HexBoard) -> None:
    shelf.put_map(Map(MapInfo("hexes", "Hexes"), hexes=board))
    back = shelf.map("hexes").hexes
    assert back is not None
    assert list(back.content()) == list(board.content())
    assert np.array_equal(back.elevation, board.elevation)
    assert back.names == board.names
    assert back.elevation.dtype == np.int16
    for hex in list(board.grid)[:20]:
        assert back.terrain.of(hex) == board.terrain.of(hex)
        assert [back.sides.all_of(hex, k) for k in range(6)] == [board.sides.all_of(hex, k) for k in range(6)]


def test_a_map_that_came_back_can_be_edited(library: Library) -> None:
    library.put_map(county())
    library.put_map(plain())
    land, hexes = library.map("county"), library.map("plain").hexes
    assert land.areas is not None
    assert hexes is not None
    border = next(iter(land.areas.borders))
    assert len(land.areas.merge(border.a, border.b)) == len(land.areas) - 1
    hexes.terrain.paint([hexes.grid.hex_of(0, 0)], "desert")
    hexes.sides.add(hexes.grid.hex_of(1, 1), 0, "wall")
    assert hexes.terrain.of(hexes.grid.hex_of(0, 0)) == ("desert",)


def test_an_edit_of_one_hex_writes_one_square(library: Library) -> None:
    library.put_map(plain())
    rows = "SELECT rowid, layer, square, content FROM chunks ORDER BY rowid"
    with library.unit() as db:
        before = db.execute(rows).fetchall()
    edited = library.map("plain")
    assert edited.hexes is not None
    edited.hexes.elevation[69] += 1
    library.put_map(anew(edited))
    with library.unit() as db:
        after = db.execute(rows).fetchall()
    changed = set(after) - set(before)
    assert [(layer, square) for _, layer, square, _ in changed] == [("elevation", 1)]
    assert len(after) == len(before) > 8
    assert library.map("plain") == anew(edited) != plain()


def test_an_edit_of_one_area_leaves_the_others_alone(library: Library) -> None:
    library.put_map(county())
    whole = county()
    assert whole.areas is not None
    first = whole.areas.ids[0]
    moved = replace(whole, areas=whole.areas.put(first, shapely.affinity.translate(whole.areas[first], 0.25)))
    with library.unit() as db:
        before = dict(db.execute("SELECT space, id || hex(geometry) FROM areas").fetchall())
    library.put_map(moved)
    with library.unit() as db:
        after = dict(db.execute("SELECT space, id || hex(geometry) FROM areas").fetchall())
    assert {space for space in after if after[space] != before[space]} == {first}
    assert moved.areas is not None
    _, south, east, north = moved.areas[first].bounds
    assert first in library.areas_in("county", east - 1e-6, south, east + 9, north)
    assert not library.damage()


def test_areas_are_found_by_their_boxes(library: Library) -> None:
    shapes = cells(5, 40)
    areas = AreaMap(shapes)
    far = AreaMap({id: shapely.affinity.translate(shape, 1000) for id, shape in shapes.items()})
    library.put_map(Map(MapInfo("here", "Here"), Graph(map(Space, shapes)), areas))
    library.put_map(Map(MapInfo("there", "There"), Graph(map(Space, shapes)), far))
    for west, south, east, north in [(0.0, 0.0, 1.0, 1.0), (2.2, 1.1, 2.3, 1.2), (-50.0, -50.0, 50.0, 50.0)]:
        found = library.areas_in("here", west, south, east, north)
        window = shapely.box(west, south, east, north)
        assert set(found) >= {id for id in areas if areas[id].intersects(window)}
        near = window.buffer(1e-3)
        assert set(found) <= {id for id in areas if shapely.box(*areas[id].bounds).intersects(near)}
        assert list(found) == sorted(found)
    library.remove_map("here")
    assert library.areas_in("there", 900, -50, 1100, 50) == areas.ids
    with library.unit() as db:
        assert db.execute("SELECT count(*) FROM boxes").fetchone() == (len(areas),)


def test_a_revision_stays_while_a_scenario_is_bound_to_it(library: Library) -> None:
    first = county()
    second = replace(first, info=MapInfo("county", "The County, again"))
    third = replace(first, info=MapInfo("county", "The County, at last"))
    library.put_map(first)
    library.put_scenario(war(first.digest))
    library.put_map(second)
    assert library.revisions("county") == (second.digest, first.digest)
    library.put_map(third)
    assert library.revisions("county") == (third.digest, first.digest)
    assert library.map("county") == third
    assert library.map("county", first.digest) == first
    assert [info.title for info in library.maps()] == ["The County, at last"]
    with pytest.raises(Invalid, match="does not have the revision"):
        library.map("county", second.digest)
    with pytest.raises(Invalid, match=r"has scenarios on it \(war\)"):
        library.remove_map("county")
    library.put_map(first)
    assert library.revisions("county") == (first.digest,)
    library.put_map(third)
    library.put_scenario(war(third.digest))
    assert library.revisions("county") == (third.digest,)
    library.put_map(second)
    library.remove_scenario("war")
    assert library.revisions("county") == (second.digest,)
    assert not library.damage()


def test_an_image_is_kept_once_and_goes_with_the_last_map_that_shows_it(library: Library) -> None:
    picture = Underlay("scan", "image/png", b"picture" * 99, 0, 0, 1, 1)
    for key in ("one", "two"):
        library.put_map(Map(MapInfo(key, key), underlays=(picture,)))

    def kept() -> Any:
        with library.unit() as db:
            return db.execute("SELECT count(*) FROM images").fetchone()[0]

    assert kept() == 1
    library.remove_map("one")
    assert kept() == 1
    assert library.map("two").underlays == (picture,)
    library.put_map(Map(MapInfo("two", "two")))
    assert kept() == 0


def test_a_map_that_is_not_there_is_named_with_the_nearest(library: Library) -> None:
    library.put_map(county())
    with pytest.raises(Invalid, match="no map is called 'conty': did you mean county"):
        library.map("conty")
    with pytest.raises(Invalid, match="no map is called 'conty'"):
        library.remove_map("conty")
    assert library.revisions("conty") == ()


@pytest.mark.parametrize(
    ("whole", "says"),
    [
        (Map(MapInfo("", "No key")), "a map cannot be called ''"),
        (Map(MapInfo("a\nb", "Two lines")), "a map cannot be called"),
        (Map(MapInfo("\u202eabc", "Backwards")), "a map cannot be called"),
        (Map(MapInfo("x" * 200, "Long")), "1 to 120 visible characters"),
        (Map(MapInfo("m", "\ud800")), "map 'm' cannot be kept"),
        (
            Map(MapInfo("m", "M"), Graph([Space(SpaceId("a"))]), places={SpaceId("a"): (float("nan"), 0.0)}),
            "cannot be kept",
        ),
        (
            Map(MapInfo("m", "M"), lines=(MapLine("l", "river", shapely.LineString([(0, 0, 1), (1, 1, 1)])),)),
            "of a kind",
        ),
        (Map(MapInfo("m", "M"), underlays=(Underlay("u", "image/png", bytes(65 << 20), 0, 0, 1, 1),)), "scale it down"),
        (
            Map(MapInfo("m", "M"), hexes=HexBoard.blank(HexGrid(1, 1), Numbering(row=Count(digits=99)))),
            "at most 20 digits",
        ),
        (Map(MapInfo("m", "M"), hexes=HexBoard.blank(HexGrid(4001, 1000))), "too large to keep"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_changes_nothing(library: Library, whole: Map, says: str) -> None:
    before = library.content_hash()
    with pytest.raises(Invalid, match=says):
        library.put_map(whole)
    assert library.content_hash() == before
    assert not library.maps()


def test_a_layer_with_many_sets_keeps_wide_squares(library: Library) -> None:
    board = HexBoard.blank(HexGrid(40, 40))
    for at, hex in enumerate(board.grid):
        board.terrain.paint([hex], f"t{at % 700}")
    side = board.grid.side(board.grid.hex_of(3, 3), 1)
    board.sides.cells[side] = board.sides.index_of((StoredFeature("wall", 2, "confirmed"),))
    whole = Map(MapInfo("many", "Many"), hexes=board)
    library.put_map(whole)
    back = library.map("many").hexes
    assert back is not None
    assert np.array_equal(back.terrain.cells, board.terrain.cells)
    assert back.sides.at(side) == (StoredFeature("wall", 2, "confirmed"),)
