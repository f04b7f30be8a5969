"""Lines that are drawn on: from one of their ends they go on as the same piece; what is taken off leaves a gap."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import shapely

from sandtable.board.shapely_arrays import merge_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from sandtable.board.shapes import Place

Pieces = tuple[tuple["Place", ...], ...]


def pieces_of(line: BaseGeometry) -> Pieces:
    """Return the pieces of a line as places; none of nothing."""
    parts = shapely.get_parts(line).tolist()
    return tuple(
        tuple((float(x), float(y)) for x, y in shapely.get_coordinates(part).tolist()) for part in parts if part.length
    )


def end_near(line: BaseGeometry, at: Place, reach: float) -> Place | None:
    """Return the end of a piece of a line that is nearest to a place; ``None``: none is within reach, map units."""
    ends = [end for piece in pieces_of(line) for end in (piece[0], piece[-1]) if piece[0] != piece[-1]]
    away = sorted((hypot(x - at[0], y - at[1]), (x, y)) for x, y in ends)
    return away[0][1] if away and away[0][0] <= reach else None


def lengthen(line: BaseGeometry, places: Sequence[Place]) -> Pieces:
    """Return the pieces of a line with places that begin at one of its ends; elsewhere they are a piece more."""
    pieces, more = pieces_of(line), tuple(places)
    for at, piece in enumerate(pieces):
        if piece[-1] == more[0]:
            return (*pieces[:at], (*piece, *more[1:]), *pieces[at + 1 :])
        if piece[0] == more[0]:
            return (*pieces[:at], (*more[::-1], *piece[1:]), *pieces[at + 1 :])
    return (*pieces, more)


def line_without(line: BaseGeometry, gone: Sequence[BaseGeometry]) -> Pieces:
    """Return what stays of a line without the stretches that run exactly along others."""
    rest = line.difference(shapely.union_all(list(gone)))
    return pieces_of(merge_lines(shapely.get_parts(rest)))
