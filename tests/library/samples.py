"""Maps, scenarios and libraries for the tests of the library: a small one of everything, and random ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np
import shapely
from hypothesis import settings
from hypothesis import strategies as st

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region, RegionId, Underlay
from sandtable.board.numbering import Count, Numbering
from sandtable.board.spaces import Edge, Feature, Space, SpaceId
from sandtable.engine.state.charts import Axis, Chart, ChartId, Origin
from sandtable.engine.words import fit
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.library_file import Library
from tests.board.areamaps import cells, seeds
from tests.board.hexmaps import grids
from tests.tiers import TIER, count

RUNS: Final = settings(max_examples=count(1_500), derandomize=TIER == "normal", deadline=None, database=None)


@cache
def county() -> Map:
    """Return a dozen areas with a port, and one of everything else that a map may hold."""
    areas = AreaMap(cells(3, 16))
    ids = areas.ids
    spaces = [Space(id, id.upper(), "land").with_attributes(province="north", fortress=at) for at, id in enumerate(ids)]
    port = Space(SpaceId("port"), "Hafen", "port")
    graph = Graph([*spaces, port], areas.edges()).add(Edge(ids[0], port.id, across=(Feature("port", port.id),)))
    return Map(
        MapInfo("county", "The County", "Twelve areas", "km", "none", "drawn by hand", "CC0"),
        graph.confirm(*areas.edges()[0].pair, along=[Feature("river")]),
        areas,
        places={port.id: (1.5, -2.25), ids[0]: (0, 0)},
        regions=(Region(RegionId("north"), "province", "The North", None, (("money", 3), ("rank", "minor"))),),
        lines=(
            MapLine("brook", "river", shapely.LineString([(0, 0), (1.25, 1), (2, 0.5)]), "Brook", (("wide", True),)),
            MapLine("ways", "road", shapely.MultiLineString([[(0, 0), (1, 1)], [(2, 2), (3, 3)]])),
        ),
        underlays=(Underlay("scan", "image/png", bytes(range(256)) * 8, 0, 0, 4.5, 3, 60),),
        provenance=(Provenance("house"), Provenance("public source", "fortress", ids[0], "an atlas", "high")),
    )


@cache
def plain() -> Map:
    """Return 70 by 66 hexes, two squares each way, with all layers and a few names."""
    board = HexBoard.blank(HexGrid(70, 66, "pointy", "even", 20.0), Numbering(row=Count("letters")))
    grid = board.grid
    board.terrain.paint(grid.within(grid.hex_of(20, 20), 6), "forest", "hill")
    board.terrain.paint(grid.within(grid.hex_of(66, 64), 3), "marsh")
    board.elevation[:] = np.arange(grid.size) // 70 // 9 - 3
    board.sides.add_along(grid.hex_of(0, 0).line_to(grid.hex_of(69, 65)), "road")
    board.sides.derive_slopes(board.elevation, {1: "slope"})
    board.names.update({grid.hex_of(3, 4): "Mill", grid.hex_of(65, 2): "Ford"})  # type: ignore[attr-defined]
    return Map(MapInfo("plain", "The Plain"), hexes=board)


def war(revision: str = "", **changes: Any) -> ScenarioDocument:
    """Return a scenario on the county."""
    corps = {
        f"c{at}": {"id": f"c{at}", "side": "north", "area": None, "factors": [at, {"cavalry": 2}]} for at in range(9)
    }
    rows = {"Corps": corps, "Chit": {}, "Side": {"north": {"id": "north", "name": "Nördlich"}}}
    values: dict[str, Any] = {
        "key": "war",
        "game": "rivers",
        "title": "The War",
        "says": "Nine corps",
        "map": "county",
        "revision": revision or county().digest,
        "rows": rows,
        "options": ("fog", "rain"),
        "parameters": {"fog": {"distance": 2}},
    }
    return ScenarioDocument(**{**values, **changes})


PRESET: Final = PresetDocument(
    key="club", game="rivers", title="Club rules", extends="printed", on=("fog",), off=("rain",)
)
CHART: Final = Chart(
    ChartId("losses"), "Losses", (Axis("die", ("1", "2")), Axis("odds", ("1:1", "2:1"))), (1, "D", None, 4), "house"
)


def fill(library: Library) -> None:
    """Put one of everything into a library."""
    with library.unit():
        library.put_map(county())
        library.put_map(plain())
        library.put_scenario(war())
        library.put_preset(PRESET)
        library.put_chart(CHART)


def made(path: Path) -> Path:
    """Make a library with one of everything; its id is given, so that the same bytes come twice."""
    with Library.create(path, "sample") as library:
        fill(library)
    return path


def content(library: Library) -> list[Any]:
    """Return all that is in a library with one of everything."""
    return [
        library.map("county"),
        library.map("plain"),
        library.areas_in("county", -9e9, -9e9, 9e9, 9e9),
        library.scenario("war"),
        library.presets(),
        library.charts(),
        library.maps(),
        library.scenarios(),
        library.content_hash(),
    ]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """Hold that no byte in a folder changes, nor what is in it; what Python compiles there does not count."""

    def files() -> dict[Path, tuple[bytes, int]]:
        there = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in there}

    before = files()
    yield
    assert files() == before


# --- random ones ----------------------------------------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(fit)
"""What no file that is shown holds does not come back, and is not among them."""

keys = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
values = words | st.booleans() | st.integers(-(2**53), 2**53)
attributes = st.dictionaries(words, values, max_size=3).map(lambda found: tuple(found.items()))
numbers = st.floats(-1e6, 1e6) | st.integers(-9, 9)
coordinates = st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
strokes = st.lists(coordinates, min_size=2, max_size=4)
lines = st.builds(shapely.LineString, strokes) | st.builds(shapely.MultiLineString, st.lists(strokes, max_size=3))
origins = st.sampled_from(get_args(Origin))


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    grid = draw(grids(most=draw(st.sampled_from([4, 70])) if TIER != "normal" else 9))
    rng = np.random.default_rng(draw(seeds))
    board = HexBoard.blank(grid, Numbering(prefix=draw(words), row=Count("letters", digits=draw(st.integers(0, 4)))))
    kinds = draw(st.lists(words, min_size=1, max_size=4, unique=True))
    for hex in list(grid)[:6]:
        board.terrain.add(hex, str(rng.choice(kinds)))
        board.sides.add(hex, int(rng.integers(6)), str(rng.choice(kinds)))
        board.names[hex] = draw(words)  # type: ignore[index]
    wide = draw(st.sampled_from([3, 200, 32767]))
    board.elevation[:] = rng.integers(-wide, wide, grid.size, endpoint=True)
    board.sides.derive_slopes(board.elevation, {1: "slope"})
    return board


@st.composite
def maps(draw: st.DrawFn, key: str = "any") -> Map:
    drawn = draw(st.booleans())
    areas = AreaMap(cells(draw(seeds), draw(st.sampled_from([4, 8, 16])))) if drawn else None
    names = {*(areas or ()), *map(SpaceId, draw(st.sets(words, max_size=3)))}
    spaces = [Space(id, draw(words), draw(words), draw(attributes)) for id in sorted(names)]
    graph = Graph(spaces, areas.edges() if areas else ())
    if len(spaces) > 1 and not graph.edge(spaces[0].id, spaces[-1].id):
        feature = Feature(draw(words), draw(st.sampled_from([None, spaces[0].id])))
        graph = graph.add(Edge(spaces[-1].id, spaces[0].id, across=(feature,), one_way=draw(st.booleans())))
    ids = draw(st.lists(words, max_size=3, unique=True))
    regions = [Region(RegionId(id), draw(words), draw(words), None, draw(attributes)) for id in ids]
    return Map(
        MapInfo(key, draw(words), draw(words), draw(words)),
        graph,
        areas,
        draw(st.none() | boards()),
        {space.id: draw(st.tuples(numbers, numbers)) for space in spaces[::2]},
        tuple(regions),
        tuple(MapLine(id, draw(words), draw(lines), draw(words), draw(attributes)) for id in ids),
        tuple(Underlay(id, "image/png", draw(st.binary(max_size=50)), *draw(st.tuples(*[numbers] * 4))) for id in ids),
        tuple(Provenance(draw(origins), draw(words)) for _ in draw(st.lists(st.none(), max_size=2))),
    )


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | words | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
rows = st.dictionaries(words, plain_values, max_size=4)
scenarios = st.builds(
    ScenarioDocument,
    key=st.just("any"),
    game=words,
    title=words,
    map=words,
    revision=words,
    rows=st.dictionaries(words, st.dictionaries(words, rows, max_size=4), max_size=3),
    options=st.lists(words, max_size=3).map(tuple),
    parameters=st.dictionaries(words, rows, max_size=2),
    grants=st.lists(words, max_size=2).map(tuple),
)
