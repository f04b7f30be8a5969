"""Maps for the tests of areas: real ones, drawn ones, and random ones with their flaws made to measure."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from hypothesis import settings
from hypothesis import strategies as st
from shapely import MultiPolygon, Polygon, affinity, box

from sandtable.board import SpaceId
from sandtable.board.areas import AreaMap, Shape
from sandtable.board.contacts import Floats
from tests.tiers import TIER, count

RUNS: Final = settings(max_examples=count(1_500), derandomize=TIER == "normal", deadline=None, database=None)
IBERIA: Final = Path(__file__).parent / "data" / "iberia.geojson"

seeds = st.integers(0, 2**32 - 1)


def S(name: str) -> SpaceId:  # noqa: N802  (as short as it can be)
    return SpaceId(name)


@cache
def iberia() -> tuple[dict[SpaceId, Shape], frozenset[frozenset[SpaceId]]]:
    """Return the areas of Portugal and Spain and which of them are known to border."""
    features = json.loads(IBERIA.read_text(encoding="utf-8"))["features"]
    shapes: dict[SpaceId, Any] = {S(one["id"]): shapely.geometry.shape(one["geometry"]) for one in features}
    known = {frozenset((S(one["id"]), S(other))) for one in features for other in one["properties"]["neighbours"]}
    return shapes, frozenset(known)


def squares(columns: int, lines: int) -> dict[SpaceId, Shape]:
    """Return unit squares, named a0, b0, ... by column and line."""
    return {S(f"{chr(97 + x)}{y}"): box(x, y, x + 1, y + 1) for x in range(columns) for y in range(lines)}


def cells(
    seed: int, many: int = 20, *, lines: int = 4, bends: int = 2, sway: float = 0.02, missing: float = 1 / 6
) -> dict[SpaceId, Shape]:
    """Return random areas that fit to the last bit, each border bent so many times; a share of them is missing."""
    rng = np.random.default_rng(seed)
    lattice = np.stack(np.meshgrid(np.arange(many // lines), np.arange(lines)), -1).reshape(-1, 2)
    points = lattice + rng.uniform(-0.3, 0.3, lattice.shape)
    frame = box(-1, -1, many // lines, lines)
    drawn = shapely.get_parts(shapely.voronoi_polygons(shapely.multipoints(points), extend_to=frame))
    bent: dict[tuple[tuple[float, float], ...], list[tuple[float, float]]] = {}

    def side(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
        ends = (min(a, b), max(a, b))
        if ends not in bent:
            start, end = np.array(ends[0]), np.array(ends[1])
            across = np.array([start[1] - end[1], end[0] - start[0]])
            parts = np.arange(1, bends + 1) / (bends + 1)
            off = rng.uniform(-sway, sway, bends)
            bent[ends] = [(x, y) for x, y in (start + parts[:, None] * (end - start) + off[:, None] * across).tolist()]
        return bent[ends] if ends == (a, b) else bent[ends][::-1]

    shapes: dict[SpaceId, Shape] = {}
    for number, cell in enumerate(drawn):
        corners = [(x, y) for x, y in shapely.get_coordinates(cell).tolist()]
        outline = [place for a, b in pairwise(corners) for place in (a, *side(a, b))]
        if rng.random() >= missing and (shape := Polygon(outline)).is_valid:
            shapes[S(f"c{number:03}")] = shape
    return shapes


def realms(seed: int, many: int = 24) -> dict[SpaceId, Shape]:
    """Return random areas that fit and have all there can be: several parts, holes, lakes and enclaves in them."""
    rng = np.random.default_rng(seed)
    lands: dict[int, list[Shape]] = {}
    for cell in cells(seed, many, missing=0.1).values():
        lands.setdefault(int(rng.integers(many // 2)), []).append(cell)
    shapes: dict[SpaceId, Any] = {}
    for number, group in sorted(lands.items()):
        whole = shapely.coverage_union_all(group)
        inner = affinity.scale(group[0], 0.3, 0.3, origin=group[0].representative_point())
        if rng.random() < 0.5 and group[0].contains_properly(inner):
            whole -= inner
            if rng.random() < 0.7:
                shapes[S(f"e{number:02}")] = inner
        shapes[S(f"r{number:02}")] = whole
    return shapes


def shaken(shapes: dict[SpaceId, Shape], by: float, seed: int) -> dict[SpaceId, Shape]:
    """Return the shapes with every vertex moved, differently in each, by no more than this, but for those it spoils."""
    rng = np.random.default_rng(seed)

    def shake(xy: Floats) -> Floats:
        places, place = np.unique(xy, axis=0, return_inverse=True)
        return (places + rng.uniform(-1, 1, places.shape) * by / 2**0.5)[place]

    moved = {id: shapely.transform(shape, shake) for id, shape in shapes.items()}
    return {id: shape for id, shape in moved.items() if shape.is_valid}


def with_tees(shapes: dict[SpaceId, Shape], share: float, seed: int) -> dict[SpaceId, Shape]:
    """Return the shapes with vertices on this share of their segments that their neighbours lack."""
    rng = np.random.default_rng(seed)
    found: dict[SpaceId, Shape] = {}
    for id, shape in shapes.items():
        xy = shapely.get_coordinates(shape)
        places: list[Floats] = []
        for a, b in pairwise(xy):
            places.append(a)
            if rng.random() < share:
                places.append(a + (b - a) * rng.uniform(0.3, 0.7))
        found[id] = Polygon(places)
    return found


def bordering(areas: AreaMap) -> set[frozenset[SpaceId]]:
    return {frozenset((border.a, border.b)) for border in areas.borders}


def same(one: AreaMap, other: AreaMap) -> bool:
    """Say whether two maps have the same areas, wherever their rings begin."""
    return one.ids == other.ids and all(
        shapely.equals_exact(shapely.normalize(one[id]), shapely.normalize(other[id])) for id in one
    )


def islands(*shapes: Polygon) -> MultiPolygon:
    return MultiPolygon(shapes)


def drawn(wkt: str) -> Any:
    """Return what is written, were it no number."""
    with np.errstate(all="ignore"):
        return shapely.from_wkt(wkt)
