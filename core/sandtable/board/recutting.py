"""Cutting areas along new lines, all that meet there at once: whoever touches a line gets the same vertices on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.coverage import mean_width
from sandtable.board.cutting import as_shape, checked_line, ends_on_border, with_vertices
from sandtable.board.shapely_arrays import Shapes, joined
from sandtable.board.shapes import Place, Shape, array_of, faces_of, noise, parts_of, shape_of
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

NARROW = 10
"""Pieces up to so many tolerances across are no more than noise."""


class PieceOfGround(NamedTuple):
    """A piece of ground that lines enclose, and whose it is."""

    shape: Polygon
    owner: SpaceId | None


Assign = Callable[[Sequence[PieceOfGround]], Sequence[SpaceId | None]]


def recut(areas: AreaMap, lines: BaseGeometry, involved: Iterable[SpaceId], assign: Assign) -> AreaMap:
    """Return the map with the faces that lines and the outlines of areas enclose given to whom ``assign`` says.

    All areas that a line touches must be among those involved. Raises ``Invalid`` where nothing is left of one.
    """
    ids, known = sorted(set(involved)), set(areas)
    shapes = array_of([areas[id] for id in ids])
    drawn = [lines] if not ids else [*shapely.boundary(shapes).tolist(), lines]
    faces = _faces(drawn, ids, shapes)
    owners = assign(faces)
    changes: dict[SpaceId, Shape | None] = {}
    for id in sorted({*ids, *(owner for owner in owners if owner is not None)}):
        own = [face.shape for face, owner in zip(faces, owners, strict=True) if owner == id]
        before = areas[id] if id in known else None
        whole = shape_of(id, parts_of(shapely.coverage_union_all(own)) if own else [])
        if before is None or not _alike(before, whole):
            changes[id] = whole
    return areas.after(changes)


def _faces(drawn: list[BaseGeometry], ids: Sequence[SpaceId], shapes: Shapes) -> list[PieceOfGround]:
    found = array_of(faces_of(array_of([shapely.union_all(array_of(drawn))])))
    whose: list[SpaceId | None] = [None] * len(found)
    if len(ids):
        tree = shapely.STRtree(shapes)
        face, owner = tree.query(shapely.point_on_surface(found), predicate="intersects")
        for at, number in sorted(zip(face.tolist(), owner.tolist(), strict=True), reverse=True):
            whose[at] = ids[number]
    return [PieceOfGround(one, owner) for one, owner in zip(found.tolist(), whose, strict=True)]


def _alike(one: Shape, other: Shape) -> bool:
    """Tell whether two shapes have the same vertices, wherever their rings begin."""
    return bool(shapely.equals_exact(shapely.normalize(one), shapely.normalize(other)))


def _meeting(areas: AreaMap, id: SpaceId, line: LineString) -> tuple[AreaMap, LineString]:
    """Let the ends of a line that all but meet the border of an area meet it in a vertex, which its neighbours have."""
    reach = max(areas.tolerance, noise(areas[id], line))
    _, line = ends_on_border(areas[id], line, reach)
    for place in (line.coords[0], line.coords[-1]):
        end = (float(place[0]), float(place[1]))
        near = [other for other in areas.near(Point(end), reach) if areas[other].boundary.dwithin(Point(end), reach)]
        areas = areas.after({other: with_vertices(areas[other], [end], reach) for other in near})
    return areas, line


def touching(areas: AreaMap, geometry: BaseGeometry) -> list[SpaceId]:
    """Return the areas that come within reach of a geometry."""
    reach = max(areas.tolerance, noise(geometry))
    return areas.near(geometry, reach)


# --- edits made of it -----------------------------------------------------------------------------------------------


def reshape(areas: AreaMap, id: SpaceId, line: BaseGeometry) -> AreaMap:
    """Return the map with the border of an area drawn along a line between two places of it.

    What the line takes in comes to the area, from whom it belonged to; what it cuts off goes to the neighbour with
    the longest border there, or is nobody's. Raises ``Invalid`` for a line that does neither.
    """
    areas, cut = _meeting(areas, id, checked_line(line))
    shape = areas[id]
    solid = shapely.union_all(array_of([Polygon(part.exterior) for part in parts_of(shape)]))
    involved = {id, *touching(areas, cut), *touching(areas, shape)}

    def assign(faces: Sequence[PieceOfGround]) -> Sequence[SpaceId | None]:
        own = [face for face in faces if face.owner == id]
        most = {face.shape for face in _largest(own, shape)}
        rest = [face for face in own if face.shape not in most]
        enclosed = _enclosed(solid, cut)
        owners = [_after(face, areas, id, most, enclosed) for face in faces]
        if not rest and owners == [face.owner for face in faces]:
            raise Invalid(
                f"the line does not reshape {id!r}: draw it from one place of its border to another, inside or outside"
            )
        _refuse_swallowed(faces, owners, id)
        return owners

    return recut(areas, cut, involved, assign)


def _largest(own: Sequence[PieceOfGround], shape: Shape) -> list[PieceOfGround]:
    """Return the largest face of each part of a shape."""
    found: list[PieceOfGround] = []
    for part in parts_of(shape):
        shapely.prepare(part)
        inside = [face for face in own if part.contains(face.shape.representative_point())]
        found += [max(inside, key=lambda face: face.shape.area)] if inside else []
    return found


def _enclosed(solid: BaseGeometry, line: LineString) -> BaseGeometry:
    """Return the ground outside of a shape that a line encloses with its border."""
    outside = faces_of(array_of([shapely.union_all(array_of([solid.boundary, line]))]))
    taken = [face for face in outside if not solid.contains(face.representative_point())]
    return shapely.union_all(array_of(taken)) if taken else Polygon()


def _after(
    face: PieceOfGround, areas: AreaMap, id: SpaceId, most: set[Polygon], enclosed: BaseGeometry
) -> SpaceId | None:
    if face.owner == id:
        return id if face.shape in most else heir(areas, face.shape, id)
    return id if enclosed.contains(face.shape.representative_point()) else face.owner


def heir(areas: AreaMap, piece: BaseGeometry, but: SpaceId) -> SpaceId | None:
    """Return the area that has the longest border with a piece of ground, other than the one it is taken from."""
    lengths = {
        other: piece.boundary.intersection(areas[other].boundary).length
        for other in touching(areas, piece)
        if other != but
    }
    longest = max(lengths, key=lambda other: (lengths[other], other), default=None)
    return longest if longest is not None and lengths[longest] > 0 else None


def _refuse_swallowed(faces: Sequence[PieceOfGround], owners: Sequence[SpaceId | None], id: SpaceId) -> None:
    left = set(owners)
    for face in faces:
        if face.owner is not None and face.owner not in left:
            raise Invalid(f"nothing would be left of {face.owner!r}: merge it with {id!r} instead")


def cede(areas: AreaMap, giver: SpaceId, to: SpaceId, line: BaseGeometry, at: Place | None = None) -> AreaMap:
    """Return the map with what a line cuts off from one area given to another beside it.

    ``at`` is a place in the piece; without one all goes but the largest piece. Raises ``Invalid`` for a line that
    leaves no two sides, and for a piece that does not border the other area.
    """
    if giver == to:
        raise Invalid(f"{giver!r} cannot be given a piece of itself: name two areas")
    areas, cut = _meeting(areas, giver, checked_line(line))
    shape = areas[giver]

    def assign(faces: Sequence[PieceOfGround]) -> Sequence[SpaceId | None]:
        own = [face for face in faces if face.owner == giver]
        if len(own) <= len(parts_of(shape)):
            raise Invalid(f"the line does not cut {giver!r} in two: draw it right across and beyond both borders")
        pieces = _pieces(own, shape, at, giver)
        whole = shapely.union_all(array_of([face.shape for face in pieces]))
        if whole.boundary.intersection(areas[to].boundary).length <= areas.tolerance:
            raise Invalid(f"the piece of {giver!r} does not border {to!r}: draw the line so that it does")
        given = {face.shape for face in pieces}
        return [to if face.owner == giver and face.shape in given else face.owner for face in faces]

    return recut(areas, cut, {giver, to, *touching(areas, cut)}, assign)


def _pieces(own: Sequence[PieceOfGround], shape: Shape, at: Place | None, giver: SpaceId) -> list[PieceOfGround]:
    if at is None:
        kept = {face.shape for face in _largest(own, shape)}
        return [face for face in own if face.shape not in kept]
    here = [face for face in own if face.shape.covers(Point(at))]
    if not here:
        raise Invalid(f"{at[0]:g}, {at[1]:g} is not in {giver!r}: name a place in the piece that is to go")
    return here[:1]


class ClippedDrawing(NamedTuple):
    """A map with one more area, and the areas that it was clipped to, with how much of the ground was theirs."""

    areas: AreaMap
    clipped: dict[SpaceId, float]


def draw(areas: AreaMap, id: SpaceId, drawn: Shape, called: str = "") -> ClippedDrawing:
    """Return the map with an area drawn on ground that is nobody's; where others are, it ends at their borders."""
    reach = max(areas.tolerance, noise(drawn))
    beside = [other for other in areas.near(drawn, reach) if other != id]
    fitted = drawn
    if beside and areas.tolerance > 0:
        snapped = shapely.snap(drawn, shapely.union_all(array_of([areas[other] for other in beside])), areas.tolerance)
        fitted = as_shape(snapped, id) if snapped.is_valid and not snapped.is_empty else drawn
    clipped = {other: areas[other].intersection(fitted).area for other in beside}
    clipped = {other: size for other, size in clipped.items() if size > reach * fitted.length}

    def assign(faces: Sequence[PieceOfGround]) -> Sequence[SpaceId | None]:
        shapely.prepare(fitted)
        free = [
            face.owner is None
            and fitted.contains(face.shape.representative_point())
            and mean_width(face.shape) > NARROW * areas.tolerance
            for face in faces
        ]
        if not any(free):
            raise Invalid(
                f"{called or repr(id)} would lie wholly in {', '.join(map(repr, beside))}: "
                f"split {'that area' if len(beside) == 1 else 'one of them'}, or cut a hole into it"
            )
        return [id if mine else face.owner for face, mine in zip(faces, free, strict=True)]

    return ClippedDrawing(recut(areas, fitted.boundary, beside, assign), clipped)


def gap_at(areas: AreaMap, at: Place) -> Polygon:
    """Return the ground around a place that no area covers; raises ``Invalid`` where it is open, or is an area's."""
    if not np.isfinite(at).all():
        raise Invalid("the gap is at a place that is not a number: name a place in map units")
    point = Point(at)
    for other in areas.touching(point):
        raise Invalid(f"{at[0]:g}, {at[1]:g} lies in {other!r}: name a place in the gap")
    whole = joined(array_of([areas[id] for id in areas])) if len(areas) else Polygon()
    for part in parts_of(whole):
        for ring in part.interiors:
            if (gap := Polygon(ring)).covers(point):
                return gap
    raise Invalid(f"no areas enclose the ground at {at[0]:g}, {at[1]:g}: draw an area there")
