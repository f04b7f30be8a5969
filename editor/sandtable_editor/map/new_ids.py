"""Ids made from names, such as no space, line or region of the map has."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from sandtable.interchange.geojson.clean_names import slug

if TYPE_CHECKING:
    from sandtable.board.maps import Map


def free_id(sheet: Map, name: str, otherwise: str = "area") -> str:
    """Return a name as an id that is free, with a number where it is taken; ``otherwise`` for one without letters."""
    wish, taken = slug(name), {*(line.id for line in sheet.lines), *sheet.region}
    if wish and wish not in taken and not sheet.knows(wish):
        return wish
    numbered = (f"{wish or otherwise}-{number}" for number in count(2 if wish else 1))
    return next(id for id in numbered if id not in taken and not sheet.knows(id))
