"""Snapping on the map that is shown: where a click goes, how that is marked, and the way along borders to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF

from sandtable.board.snapping import SnapIndex
from sandtable.board.tracing import trace
from sandtable.engine.errors import Invalid
from sandtable_editor.map.guides import SnapMark

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtCore import Qt

    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place
    from sandtable.board.snapping import SnapKind, SnapTarget
    from sandtable_editor.map.crosshair import Crosshair
    from sandtable_editor.map.drawn_map import DrawnMap
    from sandtable_editor.map.switches import DrawingSwitches

REACH: Final = 11.0
"""Logical pixels round the mouse within which it snaps."""
KEYS_REACH: Final = 3.0
"""Those round the crosshair, which stands where it was put."""


class Snapper:
    """Finds what to snap to in one view, whatever revision of its map is shown."""

    def __init__(self, view: DrawnMap, crosshair: Crosshair, switches: DrawingSwitches) -> None:
        self._view, self._crosshair, self._switches = view, crosshair, switches
        self._map: Map | None = None
        self._index: SnapIndex | None = None
        self._traced: tuple[object, list[Place]] | None = None

    @property
    def index(self) -> SnapIndex:
        """What there is to snap to on the map as it is now."""
        sheet = self._view.geography.map
        if self._index is None or self._map is not sheet:
            self._index = SnapIndex.of(sheet) if self._index is None else self._index.after(sheet)
            self._map = sheet
        return self._index

    @property
    def reach(self) -> float:
        """How far something may be to be snapped to, in map units."""
        return self._view.units(REACH if self._crosshair.at is None else KEYS_REACH)

    @property
    def window(self) -> tuple[float, float, float, float]:
        """What of the map is in view: left, low, right, high."""
        left, top, right, bottom = self._view.window_box()
        geography = self._view.geography
        (x0, y0), (x1, y1) = (geography.on_map(QPointF(*corner)) for corner in ((left, top), (right, bottom)))
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def find(
        self,
        at: Place,
        modifiers: Qt.KeyboardModifier,
        drawing: Sequence[Place] = (),
        kinds: Collection[SnapKind] | None = None,
    ) -> SnapTarget | None:
        """Return what a click snaps to; ``None`` where there is nothing, or snapping is off."""
        if not self._switches.snaps(modifiers):
            return None
        if kinds is None:
            return self.index.nearest(at, self.reach, drawing=drawing)
        return self.index.nearest(at, self.reach, kinds=kinds, drawing=drawing)

    def way(self, start: Place, end: Place, *, other: bool) -> list[Place]:
        """Return the way along borders between two places, without the first; straight where none leads there."""
        asked = (self.index, start, end, other)
        if self._traced is None or self._traced[0] != asked:
            try:
                found = trace(self.index, start, end, other=other)[1:]
            except Invalid:
                found = [end]
            self._traced = asked, found
        return self._traced[1]


def mark_of(target: SnapTarget) -> SnapMark:
    """Return the mark of what is snapped to."""
    kinds = {"corner": "vertex", "side": "middle", "centre": "crossing"}
    return SnapMark(target.place, kinds.get(target.kind, target.kind))  # type: ignore[arg-type]
