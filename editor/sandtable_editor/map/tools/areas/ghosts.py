"""What an edit of shapes would make, over the map: the ground that areas gain, and what nobody would have any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import shapely

from sandtable.board.coverage import mean_width
from sandtable.board.shapes import array_of, noise, parts_of
from sandtable.engine.errors import Invalid
from sandtable_editor.map.guides import EditGhost, Guide, Role, RubberLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from sandtable.design.history import HistoryEntry
    from sandtable.design.patch import MapPatch

NARROW: Final = 1000.0
"""Ground that is no wider than so many times what rounding may move is nobody's gain."""


def ghosts_of(tried: HistoryEntry | Invalid) -> list[Guide]:
    """Return what an edit would make; nothing of one that cannot be done."""
    return [] if isinstance(tried, Invalid) else [*_ground(tried.patch), *_lines(tried.patch)]


def _ground(patch: MapPatch) -> Iterator[Guide]:
    gone: list[BaseGeometry] = []
    here: list[BaseGeometry] = []
    for swap in patch.shapes.values():
        gone += [swap.before] if swap.before is not None else []
        here += [swap.after] if swap.after is not None else []
        if swap.after is not None:
            yield from _filled(swap.after if swap.before is None else swap.after.difference(swap.before), "good")
    if gone:
        kept = shapely.union_all(array_of(here)) if here else shapely.Polygon()
        yield from _filled(shapely.union_all(array_of(gone)).difference(kept), "bad")


def _filled(ground: BaseGeometry, role: Role) -> Iterator[Guide]:
    for part in parts_of(ground):
        if mean_width(part) > NARROW * noise(part):
            yield EditGhost(part, role)


def _lines(patch: MapPatch) -> Iterator[Guide]:
    for swap in patch.lines.values():
        for piece in shapely.get_parts(swap.after.geometry) if swap.after is not None else ():
            yield RubberLine(tuple((float(x), float(y)) for x, y in shapely.get_coordinates(piece).tolist()), "good")
