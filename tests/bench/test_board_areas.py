"""What adjacency costs, against libpysal and plain shapely in the same run; seconds are only printed."""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pytest
import shapely
from shapely import LineString, Polygon
from tests.bench.libpysal_rook import Missing, measure
from tests.board.areamaps import cells, shaken, with_tees

from sandtable.board.areas import AreaMap, Shape
from sandtable.board.borders import Borders
from sandtable.board.shapely_arrays import Shapes
from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId

ROUNDS = 7
JITTER = 1e-3
TOLERANCE = 2 * JITTER
"""Two drawings of one vertex are this far apart at most; areas are about 1 wide."""

SURE = 4 * TOLERANCE
"""The peer's shortest border: buffers that touch in a corner have nearly this much of each other's outline."""


def milliseconds(*works: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """Return the median of each, run in turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds + 1):
        for place, work in enumerate(works):
            start = perf_counter()
            work()
            times[place].append((perf_counter() - start) * 1e3)
    return [median(some[1:]) for some in times]


def two_thousand(bends: int) -> dict[SpaceId, Shape]:
    shapes = cells(1, 2000, lines=40, bends=bends, sway=0.005, missing=0)
    assert shapely.coverage_is_valid(array_of(list(shapes.values())))
    return shapes


def full(shapes: dict[SpaceId, Shape], tolerance: float) -> Borders:
    return Borders(tuple(sorted(shapes)), array_of([shapes[id] for id in sorted(shapes)]), tolerance)


def pairs(borders: Borders) -> frozenset[tuple[int, int]]:
    place = {id: at for at, id in enumerate(borders.ids)}
    return frozenset((place[border.a], place[border.b]) for border in borders)


@pytest.mark.parametrize("bends", [0, 3])
def test_clean_borders_against_libpysal(bends: int, say: Callable[[str], None]) -> None:
    """The goal is 0.15 of Rook, no border missed or invented."""
    shapes = two_thousand(bends)

    def work() -> Borders:
        return full(shapes, 1e-6)

    found = pairs(work())
    before = milliseconds(work)[0]
    peer = measure([shapes[id] for id in sorted(shapes)])
    ours = median([before, *milliseconds(work)])
    vertices = sum(shapely.get_num_coordinates(shape) for shape in shapes.values()) / len(shapes)
    text = f"adjacency, {len(shapes):,} areas of {vertices:.0f} vertices: {ours:.1f} ms"
    if isinstance(peer, Missing):
        say(f"{text}; no peer: {peer.why}")
        return
    say(f"{text}, libpysal {peer.libpysal} {peer.median_ms:.1f} ms: ratio {ours / peer.median_ms:.3f}")
    say(f"  {len(found):,} borders, {len(peer.pairs - found)} missed, {len(found - peer.pairs)} invented")
    assert found == peer.pairs


def buffered(shapes: Shapes) -> frozenset[tuple[int, int]]:
    """Find borders the plain way: near pairs, and how much of one outline lies near the other."""
    i, j = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=TOLERANCE)
    i, j = i[i < j], j[i < j]
    outline = shapely.boundary(shapes)
    shared = shapely.length(shapely.intersection(outline[i], shapely.buffer(outline[j], TOLERANCE)))
    return frozenset(zip(i[shared > SURE].tolist(), j[shared > SURE].tolist(), strict=True))


@pytest.mark.parametrize(("tees", "goal"), [(0.0, 0.15), (0.3, 0.25)])
@pytest.mark.parametrize("bends", [0, 3])
def test_unsteady_borders_against_buffers(bends: int, tees: float, goal: float, say: Callable[[str], None]) -> None:
    """The goal is 0.15 of the plain way, 0.25 with vertices that only one side has, and to miss no more than it."""
    shapes = shaken(with_tees(two_thousand(bends), tees, 2), JITTER, 3)
    truth = pairs(full({id: shape for id, shape in two_thousand(bends).items() if id in shapes}, 0.0))
    array = array_of([shapes[id] for id in sorted(shapes)])
    ours, theirs = milliseconds(lambda: full(shapes, TOLERANCE), lambda: buffered(array))
    found, plain = pairs(full(shapes, TOLERANCE)), buffered(array)
    say(
        f"unsteady borders, {bends} bends, {tees:.0%} more vertices: {ours:.1f} ms, buffers {theirs:.1f} ms: "
        f"ratio {ours / theirs:.3f} (goal {goal})"
    )
    say(f"  of {len(truth):,} missed {len(truth - found)} (buffers {len(truth - plain)}), ")
    say(f"  invented {len(found - truth)} (buffers {len(plain - truth)})")
    assert len(truth - found) <= len(truth - plain)
    assert found <= truth


EDITS = 10
"""So many edits are timed together, as they come when somebody draws."""


def edits(work: Callable[[], Any]) -> Callable[[], None]:
    def again() -> None:
        for _ in range(EDITS):
            work()

    return again


@pytest.mark.parametrize(("shake", "tees"), [(0.0, 0.0), (JITTER, 0.0), (JITTER, 0.3)])
@pytest.mark.parametrize("bends", [0, 3])
def test_one_area_edited_against_all(bends: int, shake: float, tees: float, say: Callable[[str], None]) -> None:
    """The goal is 0.1 of a full derivation, with the same result, like with like.

    ``put`` and the borders after it, against the map drawn anew and its borders; then without the checks of shapes:
    one area, and all that share a vertex, against deriving the borders of all.
    """
    shapes = shaken(with_tees(two_thousand(bends), tees, 2), shake, 3)
    areas = AreaMap(shapes, TOLERANCE if shake else None)
    id = areas.ids[len(areas) // 2]
    xy = shapely.get_coordinates(areas[id])
    shape = Polygon(np.insert(xy, 1, xy[:2].mean(axis=0) + 0.01, axis=0))
    bent = areas.put(id, shape)
    assert bent.borders == Borders(areas.ids, bent.borders.shapes, areas.tolerance)
    x, y = xy[0].tolist()
    moved = areas.move_vertex((x, y), (x + 0.0001, y))
    changed = {one: moved[one] for one in moved if moved[one] is not areas[one]}
    drawn, put, whole, part, shared = milliseconds(
        lambda: AreaMap(shapes, areas.tolerance).borders,
        edits(lambda: areas.put(id, shape).borders),
        lambda: Borders(areas.ids, areas.borders.shapes, areas.tolerance),
        edits(lambda: areas.borders.after({id: shape})),
        edits(lambda: areas.borders.after(changed)),
        rounds=3 * ROUNDS,
    )
    put, part, shared = put / EDITS, part / EDITS, shared / EDITS
    say(
        f"one area of {len(areas):,} edited, {bends} bends, shaken by {shake}, {tees:.0%} more vertices: "
        f"{put:.2f} of {drawn:.1f} ms: ratio {put / drawn:.3f}"
    )
    say(
        f"  borders alone {part:.2f} of {whole:.1f} ms: {part / whole:.3f}; "
        f"the {len(changed)} of a vertex {shared:.2f} ms: {shared / whole:.3f}"
    )


@pytest.mark.parametrize("bends", [0, 3])
def test_every_kind_of_edit_against_the_map_drawn_anew(bends: int, say: Callable[[str], None]) -> None:
    """What an editor waits for, checks and borders included; no goal."""
    shapes = two_thousand(bends)
    areas = AreaMap(shapes)
    id, part = areas.ids[len(areas) // 2], SpaceId("part")
    (x, y), inside = shapely.get_coordinates(areas[id])[0].tolist(), areas[id].representative_point()
    line = LineString([(inside.x - 3, inside.y), (inside.x + 3, inside.y)])
    halves = areas.split(id, line, part)
    works: dict[str, Callable[[], AreaMap]] = {
        "put": lambda: areas.put(id, areas[id]),
        "remove": lambda: areas.remove(id),
        "split": lambda: areas.split(id, line, part),
        "merge": lambda: halves.merge(id, part),
        "move a vertex": lambda: areas.move_vertex((x, y), (x + 0.001, y)),
    }
    drawn, *times = milliseconds(lambda: AreaMap(shapes).borders, *map(edits, works.values()))
    each = ", ".join(f"{name} {ms / EDITS / drawn:.3f}" for name, ms in zip(works, times, strict=True))
    say(f"edits of 2,000 areas, {bends} bends, against {drawn:.1f} ms for the map drawn anew: {each}")
