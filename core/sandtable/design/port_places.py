"""Where a port belongs: the lands and seas about a place, the nearest first, and where its blockade box may stand."""

from __future__ import annotations

from math import floor, hypot, log10, sqrt
from typing import TYPE_CHECKING, Final

from shapely import Point

from sandtable.board.shapely_arrays import nearest
from sandtable.board.vocabulary import BLOCKADE, PORT, WATER

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId

OUT: Final = 0.12
"""How far out at sea a box stands, as a part of how wide the land of its port is."""


def lands_near(sheet: Map, at: Place) -> list[SpaceId]:
    """Return the spaces to which a port at a place may belong, the nearest first."""
    return _near(sheet, at, [id for id, one in sheet.graph.spaces.items() if one.kind not in {*WATER, PORT, BLOCKADE}])


def seas_near(sheet: Map, at: Place) -> list[SpaceId]:
    """Return the waters into which a port at a place may lead, the nearest first."""
    return _near(sheet, at, [id for id, one in sheet.graph.spaces.items() if one.kind in WATER])


def box_place(sheet: Map, at: Place, land: SpaceId, sea: SpaceId) -> Place:
    """Return where the blockade box of a port at a place may stand: at sea, a little off the port."""
    shore, out = _shore(sheet, at, sea), sheet.locate(sea)
    if out is None:
        return at
    across, up = (shore[0] - at[0], shore[1] - at[1]) if shore != at else (out[0] - at[0], out[1] - at[1])
    far, step = hypot(across, up) or 1.0, OUT * _width(sheet, land)
    there = shore[0] + across / far * step, shore[1] + up / far * step
    if not _lies_in(sheet, sea, there):
        far = hypot(out[0] - shore[0], out[1] - shore[1]) or 1.0
        there = shore[0] + (out[0] - shore[0]) / far * step, shore[1] + (out[1] - shore[1]) / far * step
    digits = max(0, 2 - floor(log10(step)))
    return round(there[0], digits), round(there[1], digits)


def _near(sheet: Map, at: Place, ids: list[SpaceId]) -> list[SpaceId]:
    """Return the areas first, for a place lies in one or beside it, and then spaces without a shape."""
    areas = sheet.areas
    drawn = [id for id in ids if areas is not None and id in areas]
    rest = [id for id in ids if areas is None or id not in areas]
    return [
        *sorted(drawn, key=lambda id: (_far(sheet, at, id), id)),
        *sorted(rest, key=lambda id: (_far(sheet, at, id), id)),
    ]


def _far(sheet: Map, at: Place, id: SpaceId) -> float:
    if sheet.areas is not None and id in sheet.areas:
        return float(sheet.areas[id].distance(Point(at)))
    there = sheet.locate(id)
    return hypot(there[0] - at[0], there[1] - at[1]) if there is not None else float("inf")


def _shore(sheet: Map, at: Place, sea: SpaceId) -> Place:
    """Return the place of a sea that is nearest to a place."""
    if sheet.areas is None or sea not in sheet.areas:
        return at
    return nearest(sheet.areas[sea], Point(at))


def _lies_in(sheet: Map, sea: SpaceId, at: Place) -> bool:
    return sheet.areas is None or sea not in sheet.areas or bool(sheet.areas[sea].contains(Point(at)))


def _width(sheet: Map, land: SpaceId) -> float:
    """Return how wide a land is, map units; a land without a shape is as wide as it is far from the next space."""
    if sheet.areas is not None and land in sheet.areas:
        return sqrt(sheet.areas[land].area)
    here = sheet.locate(land)
    others = [there for id, there in sheet.places.items() if id != land and here is not None and there != here]
    return min((hypot(there[0] - here[0], there[1] - here[1]) for there in others), default=1.0) if here else 1.0
