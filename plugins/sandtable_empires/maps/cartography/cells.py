"""Cells around towns: where no border is known, land belongs to the nearest town on its bank of the river."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import numpy as np
import shapely
from shapely import LineString, MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board import Place
from sandtable_empires.maps.cartography.planar import closest, faces, merge_lines, middle, nearest, parts_of

STEP = 9.0
"""Kilometres: borders drawn by nobody bend about this often."""

BEND = 0.13
"""How far the middle of such a border may lie aside, as a part of its length."""


def cells(
    shape: BaseGeometry, towns: Mapping[str, Place], rivers: Sequence[BaseGeometry] = ()
) -> dict[str, list[Polygon]]:
    """Cut a shape into the cells of its towns; a river is a border wherever it parts them.

    A bank without a town goes to the cell that it has the longest border with.
    """
    found: dict[str, list[Polygon]] = {id: [] for id in sorted(towns)}
    banks = faces(shape, rivers) if rivers else parts_of(shape)
    left: list[Polygon] = []
    homes = {id: closest(banks, place) for id, place in sorted(towns.items())}
    for number, bank in enumerate(banks):
        here = {id: towns[id] for id, home in homes.items() if home == number}
        if here:
            for piece in faces(bank, _borders(bank, list(here.values()))):
                found[list(here)[nearest(list(here.values()), middle(piece))]].append(piece)
        else:
            left.append(bank)
    for bank in sorted(left, key=lambda bank: -bank.area):
        found[_neighbour(bank, found) or list(found)[_closest(bank, towns)]].append(bank)
    return found


def _closest(bank: Polygon, towns: Mapping[str, Place]) -> int:
    return nearest([towns[id] for id in sorted(towns)], middle(bank))


def _neighbour(bank: Polygon, found: Mapping[str, Sequence[Polygon]]) -> str | None:
    lengths = {
        id: sum(float(shapely.intersection(bank.boundary, piece.boundary).length) for piece in pieces)
        for id, pieces in found.items()
    }
    longest = max(lengths, key=lambda id: lengths[id])
    return longest if lengths[longest] > 0 else None


def _borders(bank: Polygon, places: Sequence[Place]) -> list[LineString]:
    """Return the lines halfway between places, bent a little, as borders are."""
    if len(places) < 2:
        return []
    around = shapely.box(*bank.bounds).buffer(60.0, join_style="mitre")
    edges = shapely.voronoi_polygons(MultiPoint(list(places)), extend_to=around, only_edges=True)
    lines = [part for part in shapely.get_parts(edges) if isinstance(part, LineString)]
    pieces = [piece for line in lines for piece in shapely.get_parts(merge_lines(line.intersection(around)))]
    return [bend(piece) for piece in sorted(pieces, key=lambda piece: piece.wkb) if isinstance(piece, LineString)]


def bend(line: LineString) -> LineString:
    """Return a straight line as a crooked one, the same whenever it is asked for and whichever way it runs."""
    ends = shapely.get_coordinates(line)[[0, -1]]
    a, b = sorted((round(float(x), 1), round(float(y), 1)) for x, y in ends)
    return LineString([a, *_bends(a, b), b])


def _bends(a: Place, b: Place) -> list[Place]:
    length = float(np.hypot(b[0] - a[0], b[1] - a[1]))
    if length < STEP:
        return []
    aside = BEND * min(length, 90.0) * _draw(a, b)
    x = (a[0] + b[0]) / 2 - (b[1] - a[1]) / length * aside
    y = (a[1] + b[1]) / 2 + (b[0] - a[0]) / length * aside
    half = (round(x, 2), round(y, 2))
    return [*_bends(a, half), half, *_bends(half, b)]


def _draw(a: Place, b: Place) -> float:
    """Return a number from -1 to 1 that depends on nothing but the two places."""
    told = ";".join(f"{axis:.2f}" for axis in (*a, *b)).encode()
    return int.from_bytes(sha256(told).digest()[:4], "big") / 2**31 - 1
