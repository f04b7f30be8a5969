"""What the canvas asks of shapely, with types: the shapes of a map laid onto the canvas, and searched."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from shapely import LineString, Point, STRtree, box

from sandtable.board.shapes import array_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Shapes = NDArray[np.object_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def lay_on_canvas(shapes: Sequence[BaseGeometry], downwards: bool) -> Shapes:
    """Return geometries as they lie on the canvas, where ``y`` grows downwards."""
    array = array_of(shapes)
    if downwards or not len(array):
        return array
    turned: Shapes = shapely.transform(array, lambda xy: xy * np.array([1.0, -1.0]))
    return turned


def bounds(shapes: Shapes) -> Floats:
    """Return left, top, right, bottom of each."""
    around: Floats = shapely.bounds(shapes)
    return around


def areas(shapes: Shapes) -> Floats:
    """Return the area of each."""
    size: Floats = shapely.area(shapes)
    return size


def inner_points(shapes: Shapes) -> Floats:
    """Return a point inside each, ``(n, 2)``."""
    points: Floats = shapely.get_coordinates(shapely.point_on_surface(shapes))
    return points


class Rings(NamedTuple):
    """The rings of polygons, or the parts of lines, in order."""

    xy: Floats
    """``(n, 2)``, every ring closed."""
    ring: Ints
    """``(n,)``, the ring each coordinate belongs to."""
    shape: Ints
    """The shape each ring belongs to."""


def all_rings(shapes: Shapes) -> Rings:
    """Take polygons, or lines, apart; all are of one sort."""
    parts, shape = shapely.get_parts(shapes, return_index=True)
    if len(parts) and parts[0].geom_type == "Polygon":
        parts, part = shapely.get_rings(parts, return_index=True)
        shape = shape[part]
    xy, ring = shapely.get_coordinates(parts, return_index=True)
    return Rings(xy, ring, shape)


class Tree:
    """Shapes that can be searched by place."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self._tree = STRtree(shapes)

    def near(self, around: Box) -> list[int]:
        """Return which have a box that touches a box, in order."""
        found: list[int] = np.sort(self._tree.query(box(*around))).tolist()
        return found

    def at(self, x: float, y: float) -> int | None:
        """Return the first that covers a point, its border included."""
        found = self._tree.query(Point(x, y), predicate="intersects")
        return int(found.min()) if len(found) else None

    def at_points(self, points: Floats) -> Ints:
        """Return which covers each of ``(n, 2)`` points, -1 where none does."""
        found = np.full(len(points), -1, np.int64)
        if len(points) and len(self.shapes):
            point, shape = self._tree.query(shapely.points(points), predicate="intersects")
            order = np.argsort(-shape, kind="stable")
            found[point[order]] = shape[order]
        return found

    def beside(self, geometries: Shapes, reach: float) -> tuple[Ints, Ints]:
        """Return pairs: which of the geometries come within reach of which of the shapes."""
        one, other = self._tree.query(geometries, predicate="dwithin", distance=reach)
        return one, other

    def points_beside(self, points: Floats, reach: float, but: Ints) -> tuple[Ints, Ints]:
        """Return pairs: which of ``(n, 2)`` points come within reach of which shapes; ``but``: not of this one, each.

        A shape is looked at by its own index of segments: a ring of a hundred thousand has as many points about it.
        """
        room = reach * (1 + 1e-6)
        boxes = np.asarray(shapely.box(*(points - room).T, *(points + room).T), object)
        point, shape = self._tree.query(boxes)
        others = shape != but[point]
        point, shape = point[others], shape[others]
        shapely.prepare(self.shapes[np.unique(shape)])
        within = shapely.dwithin(self.shapes[shape], shapely.points(points[point]), reach)
        return point[within], shape[within]


def together(shapes: Shapes) -> Shapes:
    """Return the polygons that some polygons make together."""
    whole: Shapes = shapely.get_parts(shapely.union_all(shapes))
    return whole


def middles(segments: Floats) -> Floats:
    """Return the points half way along segments, ``(n, 4)``."""
    found: Floats = (segments[:, :2] + segments[:, 2:]) / 2
    return found


def join_segments(segments: Floats, groups: Ints) -> list[BaseGeometry]:
    """Return the segments (``(n, 4)``) of each group, 0 and up, as lines as long as they can be."""
    if not len(segments):
        return []
    lines = np.asarray(shapely.linestrings(segments.reshape(-1, 2, 2)), object)
    whole: Shapes = np.asarray(shapely.line_merge(shapely.multilinestrings(lines, indices=groups)), object)
    return list(whole)


def parts_of(lines: Iterable[BaseGeometry]) -> tuple[list[BaseGeometry], list[int]]:
    """Take lines apart into those of one piece; return with each where it came from."""
    parts, where = shapely.get_parts(array_of(list(lines)), return_index=True)
    return list(parts), [int(at) for at in where]


def chunks(line: BaseGeometry, longest: int) -> list[BaseGeometry]:
    """Cut a line of one piece into some of no more than so many vertices, which meet."""
    xy = shapely.get_coordinates(line)
    if len(xy) <= longest:
        return [line]
    return [
        LineString(xy[start : start + longest])
        for start in range(0, len(xy) - 1, longest - 1)
    ]  # fmt: skip


def simplify_lines(lines: Shapes, by: float) -> Shapes:
    """Return lines without bends smaller than this."""
    plain: Shapes = shapely.simplify(lines, by, preserve_topology=False)
    return plain


def gap(a: BaseGeometry, b: BaseGeometry) -> tuple[Floats, float]:
    """Return where two shapes are nearest to each other, ``(2, 2)``, and how far that is."""
    line = shapely.shortest_line(a, b)
    return np.asarray(shapely.get_coordinates(line), np.float64), float(shapely.length(line))


def midway(line: BaseGeometry) -> tuple[tuple[float, float], float, float]:
    """Return the place half way along a line, of several parts the longest; its slant there in degrees; its length.

    The slant is between -90 and 90: what is written along it does not stand on its head.
    """
    parts = shapely.get_parts(line)
    longest = parts[int(np.argmax(shapely.length(parts)))]
    length = float(shapely.length(longest))
    (x, y), (x1, y1), (x2, y2) = shapely.get_coordinates(
        shapely.line_interpolate_point(longest, [0.5, 0.42, 0.58], normalized=True)
    ).tolist()
    turn = float(np.degrees(np.arctan2(y2 - y1, x2 - x1)))
    return (x, y), (turn + 90) % 180 - 90, length


def roomiest(shape: BaseGeometry, keep_off: Sequence[tuple[float, float]], grid: int = 9) -> tuple[float, float]:
    """Return a place inside a shape with much room around it, away from other places."""
    parts = shapely.get_parts(shape)
    part = parts[int(np.argmax(shapely.area(parts)))]
    left, top, right, bottom = part.bounds
    steps = (np.arange(grid) + 0.5) / grid
    xy = np.stack(np.meshgrid(left + steps * (right - left), top + steps * (bottom - top)), -1).reshape(-1, 2)
    points = np.asarray(shapely.points(xy), object)
    shapely.prepare(part)
    inside = shapely.contains(part, points)
    if not inside.any():
        ((x, y),) = shapely.get_coordinates(shapely.point_on_surface(part)).tolist()
        return float(x), float(y)
    xy, points = xy[inside], points[inside]
    room = shapely.distance(part.boundary, points)
    for x, y in keep_off:
        room = np.minimum(room, 0.6 * np.hypot(xy[:, 0] - x, xy[:, 1] - y))
    x, y = xy[int(np.argmax(room))].tolist()
    return float(x), float(y)
