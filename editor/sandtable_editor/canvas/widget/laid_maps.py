"""The maps that were laid out last: one that is shown again, in whatever window, is not measured again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.ground.ground import PaintedGround
    from sandtable_editor.canvas.overlay.names import MapNames

KEPT: Final = 2
"""So many maps are kept: the one that is played on, and the one that was before it."""


class LaidMap(NamedTuple):
    """What a map is drawn from, worked out of the map alone."""

    geography: CanvasGeography
    ground: PaintedGround
    names: MapNames


class LaidMaps:
    """A few maps as they are drawn; of a map with images none is kept, for images are large."""

    def __init__(self) -> None:
        self._kept: list[LaidMap] = []

    def find(self, board: Map) -> LaidMap | None:
        """Return what is kept of this very map: an equal one is edited from its own objects on."""
        return next((one for one in self._kept if one.geography.map is board), None)

    def keep(self, laid: LaidMap) -> None:
        """Keep a map that was shown just now, and forget the one that was shown longest ago."""
        board = laid.geography.map
        others = [one for one in self._kept if one.geography.map is not board]
        self._kept = [*others, *(() if board.underlays else (laid,))][-KEPT:]


LAID: Final = LaidMaps()
