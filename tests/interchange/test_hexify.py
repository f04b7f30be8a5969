"""A hex map of geography: what the rules say lies in the hexes, on their sides, and through them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.hexify import HexMapRules, hexify, read_rules
from sandtable.interchange.svg import render

Feature = dict[str, Any]


def thing(kind: str, coordinates: object, **properties: Any) -> Feature:
    return {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}


def box(left: float, low: float, right: float, high: float, **properties: Any) -> Feature:
    ring = [[left, low], [right, low], [right, high], [left, high], [left, low]]
    return thing("Polygon", [ring], **properties)


def line(*places: tuple[float, float], **properties: Any) -> Feature:
    return thing("LineString", places, **properties)


def point(x: float, y: float, **properties: Any) -> Feature:
    return thing("Point", [x, y], **properties)


FLOOR = box(0, 0, 100, 80, ground=1)
"""What makes the map 100 by 80."""


def rules(text: str = "", size: float = 10.0, hexes: str = "") -> HexMapRules:
    return read_rules(f'project = "none"\n{text}\n[hexes]\nsize = {size}\n{hexes}'.encode(), what="rules.toml")


def made(features: list[Feature], text: str = "", **more: Any) -> geojson.ImportedMap:
    data = json.dumps({"type": "FeatureCollection", "features": [FLOOR, *features]}).encode()
    return hexify([("x.geojson", data)], rules(text, **more))


def board(sheet: Map) -> HexBoard:
    assert sheet.hexes is not None
    return sheet.hexes


def terrains(found: HexBoard, x: float, y: float) -> tuple[str, ...]:
    hex = found.grid.at(x, y)
    assert hex is not None
    return found.terrain.of(hex)


# --- the grid -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_the_hexes_cover_all_there_is(orientation: str, stagger: str) -> None:
    grid = board(made([], hexes=f'orientation = "{orientation}"\nstagger = "{stagger}"').map).grid
    assert (grid.orientation, grid.stagger) == (orientation, stagger)
    assert min(grid.hex_width, grid.hex_height) == pytest.approx(10.0)
    for x in np.linspace(0.01, 99.99, 41):
        for y in np.linspace(0.01, 79.99, 33):
            assert grid.at(x, y) is not None, (x, y)
    assert len(grid) < 2 * 100 * 80 / 86.6


@pytest.mark.parametrize("lie", ["", 'stagger = "even"', 'orientation = "pointy"\nstagger = "even"'])
def test_origin_and_size_of_the_map_can_be_given(lie: str) -> None:
    grid = board(made([], hexes=f"origin = [20.0, 30.0]\ncolumns = 3\nrows = 2\n{lie}").map).grid
    assert grid.centre(grid.hex_of(0, 0)) == pytest.approx((20.0, 30.0))
    assert (grid.columns, grid.rows) == (3, 2)


def test_a_box_of_the_globe_is_laid_on_paper_with_north_up() -> None:
    places = [point(10.2, 46.2, town="x", name="South"), point(10.2, 46.8, town="x", name="North")]
    data = json.dumps({"type": "FeatureCollection", "features": places}).encode()
    text = b'[hexes]\nsize = 5\nbox = [10, 46, 11, 47]\n[[name]]\nwhere = {town = "*"}'
    sheet = hexify([("x.geojson", data)], read_rules(text, what="r")).map
    assert sheet.info.unit == "km"
    assert sheet.info.projection.startswith("+proj=lcc")
    assert sheet.info.projection.endswith("+axis=esu")
    found = {name: board(sheet).grid.centre(hex) for hex, name in board(sheet).names.items()}
    assert found["South"][1] - found["North"][1] == pytest.approx(0.6 * 111.195, abs=6)
    assert 14 * 23 <= len(board(sheet).grid) <= 20 * 26


def test_y_of_plane_files_grows_upwards_if_the_rules_say_so() -> None:
    town = point(50, 70, town="x", name="Ulm")
    for up in ("true", "false"):
        found = board(made([town], f"north_up = {up}\n[[name]]\nwhere = {{town = 'x'}}").map)
        (hex,) = found.names
        middle = (
            found.grid.centre(found.grid.hex_of(0, 0))[1]
            + found.grid.centre(found.grid.hex_of(0, found.grid.rows - 1))[1]
        ) / 2
        assert (found.grid.centre(hex)[1] < middle) == (up == "true")


# --- surfaces -------------------------------------------------------------------------------------------------------

WOODS = "[[terrain]]\nterrain = 'woods'\nwhere = {landuse = ['forest', 'wood']}\nshare = 0.5"


def test_a_terrain_lies_where_enough_of_a_hex_is_covered() -> None:
    found = board(
        made(
            [box(0, 0, 50, 80, landuse="wood"), box(80, 60, 81, 61, landuse="forest")], f"default = 'clear'\n{WOODS}"
        ).map
    )
    assert terrains(found, 20, 40) == ("woods",)
    assert terrains(found, 80, 60) == ("clear",)
    covered = found.terrain.where("woods")
    for index in found.grid.indices.tolist():
        outline = found.grid.outlines([index])[0]
        inside = (outline[:, 0] <= 50).all() and outline.min() >= 0 and (outline[:, 1] <= 80).all()
        outside = (outline[:, 0] >= 50).all()
        assert covered[index] == inside or not (inside or outside)


def test_polygons_of_one_rule_count_together_and_overlaps_once() -> None:
    x, y = board(made([]).map).grid.centre(board(made([]).map).grid.hex_of(4, 4))
    half = box(x - 20, y - 20, x, y + 20, landuse="wood")
    third = box(x - 20, y - 20, x - 1, y + 20, landuse="wood")
    text = WOODS.replace("0.5", "0.7")
    assert terrains(board(made([half, third], text).map), x, y) == ()
    assert terrains(board(made([half, box(x, y - 20, x + 20, y + 20, landuse="forest")], text).map), x, y) == ("woods",)


def test_several_terrains_lie_in_a_hex_but_one_of_a_group() -> None:
    features = [box(0, 0, 100, 80, landuse="wood"), box(0, 0, 50, 80, hill=1), box(0, 0, 100, 40, marsh=True)]
    text = """
        [[terrain]]
        terrain = "hill"
        where = {hill = 1}
        [[terrain]]
        terrain = "woods"
        where = {landuse = "*"}
        group = "ground"
        [[terrain]]
        terrain = "marsh"
        where = {marsh = true}
        group = "ground"
        share = 0.1
    """
    found = board(made(features, text).map)
    assert terrains(found, 20, 60) == ("hill", "woods")
    assert terrains(found, 80, 60) == ("woods",)
    assert terrains(found, 20, 20) == ("hill", "woods")
    assert terrains(board(made(features[2:], text).map), 20, 20) == ("marsh",)


def test_sea_is_where_no_land_is_and_has_a_coast() -> None:
    text = "[[terrain]]\nterrain = 'sea'\nwhere = {land = 1}\noutside = true\n[coast]"
    found = board(made([box(-20, -20, 50, 100, land=1)], text).map)
    assert terrains(found, 20, 40) == ()
    assert terrains(found, 80, 40) == ("sea",)
    wet = found.terrain.where("sea")
    for hex in found.grid:
        for direction, other in found.grid.neighbours(hex).items():
            coast = any(one.kind == "coast" for one in found.sides.of(hex, direction))
            assert coast == (wet[found.grid.index(hex)] != wet[found.grid.index(other)])


def test_heights_come_in_steps_and_make_slopes() -> None:
    hills = [box(0, 0, 50, 80, ele=200), box(0, 0, 25, 80, ele=430), box(90, 0, 100, 80, ele=-150)]
    text = "[[height]]\nwhere = {ele = '*'}\nfield = 'ele'\nstep = 100\n[slopes]\n1 = 'slope'\n2 = 'steep_slope'"
    found = board(made(hills, text).map)
    levels = [int(found.elevation[found.grid.index(found.grid.at(x, 40))]) for x in (10, 40, 70)]  # type: ignore[arg-type]
    assert levels == [4, 2, 0]
    assert found.sides.where("steep_slope").any()
    assert not found.sides.where("slope").any()


def test_a_map_can_be_cut_to_what_is_covered() -> None:
    sheet = made([box(0, 0, 40, 40, land=1)], "[cut]\nwhere = {land = 1}\nshare = 0.3").map
    whole = board(made([]).map).grid
    assert 12 <= len(board(sheet).grid) <= 30 < len(whole)
    assert board(sheet).grid.at(80, 70) is None
    with pytest.raises(Invalid, match="the rule 'cut' leaves no hex"):
        made([], "[cut]\nwhere = {land = 1}")


# --- lines ----------------------------------------------------------------------------------------------------------

RIVER = "[[hexside]]\nkind = 'river'\nwhere = {water = 'river'}"
ROAD = "[[road]]\nkind = 'road'\nwhere = {road = '*'}\nbridge = 'bridge'"


def sides(found: HexBoard, kind: str) -> list[int]:
    places: list[int] = np.flatnonzero(found.sides.where(kind)).tolist()
    return places


def corner(x: float, y: float) -> tuple[float, float]:
    return round(x, 6), round(y, 6)


def corners_of(found: HexBoard, side: int) -> set[tuple[float, float]]:
    hex = found.grid.hexes_at(side)[0]
    corners = found.grid.corners(hex)
    return {corner(*corners[side % 3 - 1]), corner(*corners[side % 3])}


def pieces(parts: list[set[Any]]) -> int:
    """Count the groups of parts that hang together."""
    found: list[set[Any]] = []
    for part in parts:
        touched = [group for group in found if group & part]
        found = [group for group in found if group not in touched] + [part.union(*touched)]
    return len(found)


def test_a_river_and_its_tributary_run_along_connected_hexsides() -> None:
    main = line((-5, 40), (30, 42), (60, 38), (105, 45), water="river")
    tributary = line((50, -5), (52, 20), (45, 40), water="river")
    found = board(made([main, tributary], RIVER).map)
    assert len(sides(found, "river")) > 18
    assert pieces([corners_of(found, side) for side in sides(found, "river")]) == 1


def test_a_road_runs_through_connected_hexes_and_over_bridges() -> None:
    features = [
        line((50, -5), (50, 85), water="river"),
        line((5, 20), (95, 25), road="post"),
        line((30, 21), (30, 75), road="lane"),
        point(30, 75, town="x", name="Ulm"),
    ]
    found = board(made(features, f"{RIVER}\n{ROAD}\n[[name]]\nwhere = {{town = 'x'}}\nterrain = 'town'").map)
    roads = sides(found, "road")
    assert pieces([set(found.grid.hexes_at(side)) for side in roads]) == 1
    ((ulm, _),) = found.names.items()
    assert any(ulm in found.grid.hexes_at(side) for side in roads)
    (bridge,) = sides(found, "bridge")
    assert {"river", "road", "bridge"} == {one.kind for one in found.sides.at(bridge)}


def test_a_river_shorter_than_a_hexside_is_missed() -> None:
    arrived = made([line((50, 40), (50.5, 40), water="river")], RIVER)
    assert arrived.notices == ["no hexside has a river: no line that the rule names is as long as one"]


def test_lines_end_at_the_edge_of_the_map() -> None:
    found = board(
        made(
            [line((-5000, 40), (5000, 40), water="river"), line((40, -5000), (40, 5000), road=1)],
            f"{RIVER}\n{ROAD}",
            hexes="box = [0, 0, 100, 80]",
        ).map
    )
    assert 10 < len(sides(found, "river")) < 40
    assert 5 < len(sides(found, "road")) < 15
    for side in sides(found, "road"):
        assert all(hex in found.grid for hex in found.grid.hexes_at(side))


# --- towns ----------------------------------------------------------------------------------------------------------


def test_the_greater_place_gives_the_hex_its_name_and_terrain() -> None:
    towns = [
        point(50, 40, town="x", name="Hamlet", people=200),
        point(50.1, 40, town="x", name="  Ulm\u200e", people="12000"),
        point(49.9, 40, town="x", name="Unknown"),
        point(5000, 40, town="x", name="Far"),
        point(10, 10, town="x", name=""),
    ]
    arrived = made(
        towns, "[[name]]\nwhere = {town = 'x'}\nrank = 'people'\nterrain = 'town'", hexes="box = [0, 0, 100, 80]"
    )
    found = board(arrived.map)
    assert list(found.names.values()) == ["Ulm"]
    assert terrains(found, 50, 40) == ("town",)
    assert int(found.terrain.where("town").sum()) == 1
    assert arrived.notices == ["in the hex of a larger place, and without a hex of their own: Hamlet, Unknown"]


def test_a_rank_may_count_downwards() -> None:
    towns = [point(50, 40, scalerank=7, name="Hamlet"), point(50.1, 40, scalerank=2, name="Ulm")]
    found = board(made(towns, "[[name]]\nwhere = {scalerank = {most = 9}}\nrank = '-scalerank'").map)
    assert list(found.names.values()) == ["Ulm"]


# --- as a whole -----------------------------------------------------------------------------------------------------


def test_what_comes_out_can_go_out_and_be_drawn() -> None:
    head = "key = 'k'\ntitle = 'T'\nsource = 'an atlas'\nlicence = 'CC0'"
    text = f"{head}\n{RIVER}\n[numbering]\nfirst = 'row'\nseparator = '-'"
    sheet = made([line((0, 40), (100, 40), water="river")], text).map
    assert (sheet.info.key, sheet.info.title, sheet.info.licence) == ("k", "T", "CC0")
    assert sheet.origin_of("", "") is not None
    assert board(sheet).numbers.of(board(sheet).grid.hex_of(2, 0)) == "01-03"
    assert geojson.read(geojson.write(sheet)) == sheet
    assert "<svg" in render(sheet)
    assert made([line((0, 40), (100, 40), water="river")], text).map == sheet


def test_rules_are_read_from_json_too() -> None:
    given = read_rules(
        b' {"hexes": {"size": 4}, "terrain": [{"terrain": "x", "where": {"a": [1, "b"]}}]}', what="r.json"
    )
    assert (given.hexes.size, given.terrain[0].where) == (4.0, {"a": [1, "b"]})


BAD_RULES = [
    ("", "Object missing required field `hexes`"),
    ("[hexes]\nsize = 0", "hexes.size is 0: give a width above 0, in map units"),
    ("[hexes]\nsize = 1\n[[terrain]]\nterrain = 'x'\nwhere = {}\nshare = 0", "a share is 0: give a part of a hex"),
    ("[hexes]\nsize = 1\n[[terain]]", "Object contains unknown field `terain`"),
    ("[hexes]\nsize = 1\n[[terrain]]\nwhere = {}", "Object missing required field `terrain` - at `$.terrain[0]`"),
    ("[hexes]\nsize = 1\n[[height]]\nwhere = {}", "height rule 1 gives its levels by `level`, or by `field`"),
    ("[hexes]\nsize = 1\n[slopes]\n0 = 'x'", "slopes are given by the least difference of levels, 1 or more"),
    ("join = 3\n[hexes]\nsize = 1", "join is 3: give a part of the size of a hex, 0 to 0.5"),
    ("[hexes]\nsize = 1\nbad line", "Expected '=' after a key"),
    ("[hexes]\nsize = 'ten'", "Expected `float`, got `str` - at `$.hexes.size`"),
    ("[hexes]\nsize = 1\n[[name]]\nwhere = {a = {more = 1}}", "Object contains unknown field `more`"),
]


@pytest.mark.parametrize(("text", "says"), BAD_RULES)
def test_bad_rules_are_told_with_their_place(text: str, says: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_rules(text.encode(), what="rules.toml")
    assert str(caught.value).startswith("rules.toml: ")
    assert says in str(caught.value)


BAD_CALLS: list[tuple[dict[str, Any], str]] = [
    ({"size": 0.001}, "choose a size that makes 1 to 1,000,000 of them"),
    ({"hexes": "columns = 0"}, "hexes.columns and hexes.rows are 1 or more, or left out"),
    ({"hexes": "box = [10, 0, 5, 5]"}, "give left, least y, right, greatest y"),
    ({"hexes": "box = [500, 500, 600, 600]"}, "there are no features to make a map from"),
]


@pytest.mark.parametrize(("more", "says"), BAD_CALLS)
def test_rules_that_make_no_map_are_refused(more: dict[str, Any], says: str) -> None:
    with pytest.raises(Invalid, match=says):
        made([], **more)
