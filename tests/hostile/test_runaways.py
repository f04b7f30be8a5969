"""Files that are sound JSON and sound shapes, and of which no map can be made: told within the limits, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from random import Random

import pytest

from sandtable.board.areas import AreaMap
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportOptions
from sandtable.interchange.worker import Limits, Overtaxed, Worker
from tests.tiers import count

Place = tuple[float, float]


def collection(rings: Iterator[Sequence[Place]]) -> bytes:
    features = [
        {
            "type": "Feature",
            "properties": {"name": f"Area {number}"},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }
        for number, ring in enumerate(rings, 1)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def box(x: float, y: float, width: float, height: float) -> list[Place]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]


def heap(many: int) -> Iterator[list[Place]]:
    """Yield rectangles that nearly all lie over each other."""
    draw = Random(1).randint
    for _ in range(many):
        yield box(draw(0, 5000), draw(0, 5000), draw(2000, 5000), draw(2000, 5000))


def star(many: int, shaken: float = 0.0) -> Iterator[list[Place]]:
    """Yield triangles that meet in one place, or nearly."""

    def rim(at: int) -> Place:
        return round(1e5 * cos(2 * pi * at / many), 3), round(1e5 * sin(2 * pi * at / many), 3)

    for at in range(many):
        tip = shaken * (at % 7), shaken * (at % 11)
        yield [tip, rim(at), rim(at + 1), tip]


def grid(columns: int, rows: int) -> Iterator[list[Place]]:
    return (box(10 * column, 10 * row, 10, 10) for column in range(columns) for row in range(rows))


def rings(many: int) -> Iterator[list[Place]]:
    """Yield the same rectangle again and again."""
    return (box(0, 0, 10, 10) for _ in range(many))


RUNAWAYS = [
    pytest.param(lambda: heap(3000), "and more pairs of areas that overlap, 'Area ", id="3,000 overlapping rectangles"),
    pytest.param(lambda: heap(300), "and more pairs of areas that overlap, 'Area ", id="300 overlapping rectangles"),
    pytest.param(lambda: star(6000), "6,000 areas meet at 0, 0: 500 is the most", id="6,000 triangles at one place"),
    pytest.param(lambda: star(600), "600 areas meet at 0, 0: 500 is the most", id="600 triangles at one place"),
    pytest.param(
        lambda: star(6000, 1e-3),
        "and more pairs of areas that overlap, 'Area ",
        id="6,000 triangles at nearly one place",
        marks=pytest.mark.nightly,
    ),
    pytest.param(
        lambda: rings(3000),
        "pairs of areas that overlap, 'Area 1' alone lies over 2,999 others",
        id="one rectangle 3,000 times",
        marks=pytest.mark.nightly,
    ),
]


@pytest.mark.parametrize(("make", "says"), RUNAWAYS)
def test_it_is_told_within_the_limits_where_or_of_which(
    make: Callable[[], Iterator[Sequence[Place]]], says: str
) -> None:
    """Beyond the limits the reader is stopped, and that is told instead."""
    data = collection(make())
    with pytest.raises(Invalid) as caught:
        geojson.read(data, what="x.geojson")
    said = str(caught.value)
    assert said.startswith(("x.geojson has ", "x.geojson: "))
    assert says in said
    assert len(said) < 400


def test_a_map_of_such_areas_does_not_run_away_either() -> None:
    """What stands in a library is derived in this process, and has the same bounds."""
    import shapely

    shapes = {SpaceId(f"{at:04}"): shapely.Polygon(ring) for at, ring in enumerate(star(700))}
    with pytest.raises(Invalid, match="700 areas meet at 0, 0"):
        AreaMap(shapes).edges()


@pytest.mark.nightly
def test_the_largest_honest_map_comes_in_when_somebody_waits_for_it() -> None:
    worker = Worker(Limits.patient(120))
    try:
        sheet = geojson.arrive(collection(grid(330, 300)), ImportOptions(mend=True), worker=worker).map
    finally:
        worker.close()
    assert len(sheet.graph.spaces) == 99_000
    assert sum(edge.contact == "border" for edge in sheet.graph.edges.values()) == 330 * 299 + 329 * 300


def test_patience_decides_how_long_a_file_is_read() -> None:
    data = collection(grid(40, 40))
    hasty = Worker(Limits(seconds=0.05))
    with pytest.raises(Overtaxed, match=r"takes longer than 0\.05 s and was stopped"):
        geojson.arrive(data, worker=hasty)
    hasty.close()
    assert len(geojson.read(data).graph.spaces) == 1600
    assert Limits.patient(60) == Limits(60, 6 * Limits().bytes)
    assert Limits.patient(1) == Limits(1, Limits().bytes)


def test_many_of_one_name_are_numbered_in_no_time() -> None:
    """Counting from 2 for each of them would be 18 million looks."""
    points = [
        {"type": "Feature", "properties": {"name": "Ford"}, "geometry": {"type": "Point", "coordinates": [at, 0]}}
        for at in range(6_000)
    ]
    spaces = geojson.read(json.dumps({"type": "FeatureCollection", "features": points})).graph.spaces
    assert {"ford", "ford-2", "ford-6000"} <= spaces.keys()
    assert {space.name for space in spaces.values()} == {"Ford"}


# --- overlaps that are few enough to be mended ------------------------------------------------------------------------


def test_areas_that_overlap_are_named() -> None:
    arrived = geojson.arrive(collection(iter([box(0, 0, 10, 10), box(9, 0, 10, 10), box(19, 0, 5, 10)])))
    assert any("1 pair of areas overlap: Area 1–Area 2" in notice for notice in arrived.notices)


def test_one_area_inside_another_is_named() -> None:
    arrived = geojson.arrive(collection(iter([box(0, 0, 10, 10), box(3, 3, 1, 1)])))
    assert any("1 pair of areas overlap: Area 1–Area 2" in notice for notice in arrived.notices)


@pytest.mark.parametrize("seed", range(count(500)))
def test_every_pair_that_overlaps_is_found_and_no_other(seed: int) -> None:
    import shapely

    from sandtable.board.overlaps import overlaps
    from sandtable.board.shapes import array_of

    draw = Random(seed)
    shapes = [
        shapely.box(x, y, x + draw.randint(1, 9), y + draw.randint(1, 9))
        for x, y in ((draw.randint(0, 30), draw.randint(0, 30)) for _ in range(25))
    ]
    found = overlaps(array_of(shapes), 0.0)
    plain = [
        (a, b)
        for a in range(len(shapes))
        for b in range(a + 1, len(shapes))
        if shapes[a].intersection(shapes[b]).area > 0
    ]
    assert list(zip(found.a.tolist(), found.b.tolist(), strict=True)) == plain
    assert found.whole
