"""What an edit touched, as a selection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.board.spaces import SpaceId
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.design.patch import MapPatch

MOST: Final = 2000
"""Hexes that are selected at the most."""


def touched(patch: MapPatch, sheet: Map) -> Selected:
    """Return what a patch changed, as far as it is still on the map."""
    spaces = tuple(dict.fromkeys((*patch.spaces, *patch.shapes, *patch.places)))
    edges = tuple(pair for pair in patch.edges if not set(pair) <= set(spaces)) if spaces else tuple(patch.edges)
    found = Selected(
        spaces, _hexes(patch, sheet), edges, tuple(patch.lines), tuple(patch.regions), tuple(patch.underlays)
    )
    return found.there(sheet)


def _hexes(patch: MapPatch, sheet: Map) -> tuple[SpaceId, ...]:
    """Return the hexes that look otherwise now."""
    board, change = sheet.hexes, patch.hexes
    if board is None or change is None:
        return ()
    places = sorted(change.cells(board))[:MOST]
    return tuple(SpaceId(board.numbers.of(board.grid.hex(at))) for at in places)
