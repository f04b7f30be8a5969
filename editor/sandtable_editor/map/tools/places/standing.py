"""What stands at a place of the map: a space without a shape, or the label of one that has one."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.map.desk import MapDesk

NEAR_LABEL: Final = 26.0
"""Logical pixels round the middle of a label that belong to it."""


def mark_at(desk: MapDesk, at: Place) -> SpaceId | None:
    """Return the space without a shape that is pointed at."""
    marks = set(desk.view.geography.marks)
    found = (one.spaces[0] for one in desk.pointing.all_at(at) if one.spaces and one.spaces[0] in marks)
    return next(found, None)


def label_at(desk: MapDesk, at: Place) -> SpaceId | None:
    """Return the space whose mark or label is pointed at; else the area that lies there."""
    mark = mark_at(desk, at)
    if mark is not None:
        return mark
    sheet, reach = desk.design.map, desk.view.units(NEAR_LABEL)
    labels = [(id, there) for id in sheet.areas or () if (there := sheet.locate(id)) is not None]
    away = sorted((hypot(x - at[0], y - at[1]), id) for id, (x, y) in labels)
    if away and away[0][0] <= reach:
        return away[0][1]
    areas = (one for one in desk.pointing.all_at(at) if one != Selected(hexes=one.hexes) and one.spaces)
    return next((one.spaces[0] for one in areas), None)
