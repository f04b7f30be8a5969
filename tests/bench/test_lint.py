"""What checking a map costs, against the least that any check of a coverage must do; seconds are only printed."""

from collections.abc import Callable
from typing import Any

import pytest
import shapely
from tests.bench.test_board_areas import milliseconds
from tests.board.areamaps import cells

from sandtable.board import Graph, Space
from sandtable.board.areas import AreaMap, Shape
from sandtable.board.maps import Map, MapInfo
from sandtable.board.shapely_arrays import Shapes, cracks
from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId
from sandtable.library.diff import map_changes
from sandtable.lint.maps import check_map

AREAS = 450


def made(shapes: dict[SpaceId, Shape]) -> Map:
    areas = AreaMap(shapes)
    return Map(MapInfo("cells", "Cells"), Graph([Space(id, f"Area {id}") for id in areas], areas.edges()), areas)


def plainly(shapes: Shapes) -> Any:
    """Look for overlaps, gaps and cracks the plain way: one union, one validation, the area of every overlay."""
    i, j = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    common = shapely.area(shapely.intersection(shapes[i[i < j]], shapes[j[i < j]]))
    return shapely.union_all(shapes), cracks(shapes, 1e-5), common


@pytest.mark.parametrize("bends", [3, 30])
def test_a_map_is_checked(bends: int, say: Callable[[str], None]) -> None:
    shapes = cells(1, AREAS, lines=15, bends=bends, sway=0.001, missing=0)
    array = array_of(list(shapes.values()))
    assert check_map(made(shapes)) == []
    ours, theirs = milliseconds(lambda: check_map(made(shapes)), lambda: plainly(array))
    ratio = f"ratio {ours / theirs:.2f}"
    say(f"check of {len(shapes)} areas, {bends} bends: {ours:.0f} ms, plainly {theirs:.0f} ms: {ratio}")


def test_two_maps_are_compared(say: Callable[[str], None]) -> None:
    one, other = (made(cells(seed, AREAS, lines=15, bends=30, sway=0.001, missing=0)) for seed in (1, 2))
    (ours,) = milliseconds(lambda: map_changes(one, other))
    say(f"diff of two maps of {AREAS} areas with nothing in common: {ours:.0f} ms")
