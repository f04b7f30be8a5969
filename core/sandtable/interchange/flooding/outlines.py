"""Regions of a raster as polygons that share their borders exactly, with as few vertices as will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely import Polygon

from sandtable.board.shapely_arrays import Shapes, chains_of, misfits
from sandtable.board.shapes import array_of, faces_of
from sandtable.interchange.flooding.components import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Labels = NDArray[np.int32]
    Floats = NDArray[np.float64]


def outlines_of(labels: Labels, tolerance: float, joint: float = 0.0) -> dict[int, Polygon]:
    """Return the ground of each region in pixels, from the upper left corner of the image.

    ``tolerance``: the square root of the ground that leaving a vertex out may give or take, in pixels. ``joint``:
    where lines cross, regions that would share a border no longer than this meet in a point instead: the ink of the
    crossing hides which of them do.
    """
    arcs = _arcs(labels)
    drawn = _with_joints(arcs, joint) if joint > 0 else arcs
    faces = _faces(drawn)
    if joint > 0 and len(misfits(faces)):  # a joint has come to lie beyond a border: rather have it as it was
        faces = _faces(arcs)
    spots = shapely.get_coordinates(shapely.point_on_surface(faces)).astype(np.int64)
    whose = labels[spots[:, 1], spots[:, 0]]
    simple: Shapes = shapely.coverage_simplify(faces, tolerance) if tolerance > 0 else faces
    return _largest(simple, whose)


def _arcs(labels: Labels) -> list[Floats]:
    """Return the borders between regions, each from where three of them meet to where three meet again."""
    segments = np.concatenate([_borders(labels), _borders(labels.T)[:, :, ::-1]]).astype(np.float64)
    return [shapely.get_coordinates(arc) for arc in chains_of(segments).tolist()]


def _borders(labels: Labels) -> NDArray[np.int64]:
    """Return the borders between rows, ``(n, 2, 2)``: from where to where two regions lie one above the other."""
    padded = np.pad(labels, 1)
    above, below = padded[:-1].astype(np.int64), padded[1:].astype(np.int64)
    pair = np.where(above != below, above * (int(labels.max(initial=0)) + 1) + below, 0)
    row, column = np.nonzero(pair[:, 1:] != pair[:, :-1])  # a run begins or ends on the left of column + 1
    starts = np.flatnonzero(pair[row, column + 1])
    ends = starts + 1
    return np.stack(
        [np.stack([column[at], row[at]], axis=1) for at in (starts, ends)],
        axis=1,
    )


def _faces(arcs: Sequence[Floats]) -> Shapes:
    return array_of(faces_of(array_of([shapely.LineString(arc) for arc in arcs])))


def _with_joints(arcs: Sequence[Floats], joint: float) -> list[Floats]:
    """Return borders without those that are shorter than a joint: their ends come together in the middle."""
    ends = np.array([(arc[0], arc[-1]) for arc in arcs]).reshape(-1, 2)
    nodes, number = np.unique(ends, axis=0, return_inverse=True)
    number = number.reshape(-1, 2)
    lengths = np.array([np.hypot(*np.diff(arc, axis=0).T).sum() for arc in arcs])
    short = (lengths <= joint) & (number[:, 0] != number[:, 1])
    root = joined(len(nodes), number[short, 0], number[short, 1])
    many = np.bincount(root, minlength=len(nodes))
    middle = np.stack([np.bincount(root, nodes[:, at], len(nodes)) / np.maximum(many, 1) for at in (0, 1)], axis=1)
    moved = many[root] > 1
    found: list[Floats] = []
    for arc, (first, last), gone in zip(arcs, number.tolist(), short.tolist(), strict=True):
        begun = _begun_at(arc, middle[root[first]], joint) if moved[first] else arc
        done = _begun_at(begun[::-1], middle[root[last]], joint) if moved[last] else begun
        if not gone:
            found.append(done)
    return found


def _begun_at(arc: Floats, place: Floats, joint: float) -> Floats:
    """Return a border that begins at another place; what lies near that is left out."""
    far = np.hypot(*(arc[1:-1] - place).T) > joint
    start = int(np.argmax(far)) if far.any() else len(far)
    return np.concatenate([[place], arc[1 + start :]])


def _largest(faces: Shapes, whose: Labels) -> dict[int, Polygon]:
    """Return the largest face of each region."""
    found: dict[int, Polygon] = {}
    for face, number in zip(faces.tolist(), whose.tolist(), strict=True):
        if number and (number not in found or face.area > found[number].area):
            found[number] = face
    return dict(sorted(found.items()))
