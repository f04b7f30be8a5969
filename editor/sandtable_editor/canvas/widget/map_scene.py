"""The printed sheet that counters lie on: ground and veil in tiles, names and prices as items, a small picture of all.

A sheet knows what must be painted anew when the map, its colours or what lies over it change, and paints a little of
it at a time, between frames. Where one looks is told to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable_editor.canvas.geometry.paths import rung_of
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors
from sandtable_editor.canvas.ground.ground import PaintedGround
from sandtable_editor.canvas.ground.overview import Overview
from sandtable_editor.canvas.ground.patches import Patch
from sandtable_editor.canvas.ground.tiles import Pyramid
from sandtable_editor.canvas.overlay.label_item import LabelItem
from sandtable_editor.canvas.overlay.prices import Prices
from sandtable_editor.canvas.overlay.veil import Veil
from sandtable_editor.canvas.widget.laid_maps import LaidMap

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtWidgets import QGraphicsScene

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.change import MapChange
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box, Floats
    from sandtable_editor.canvas.ground.paint_context import Look
    from sandtable_editor.canvas.overlay.names import MapNames

VEIL_BUDGET: Final = 0.004
"""Seconds of new tiles of the veil at a time."""
VEIL_CAP: Final = 24 << 20
FOREVER: Final = float("inf")


class MapScene:
    """One map as it is drawn."""

    def __init__(
        self, scene: QGraphicsScene, geography: CanvasGeography, look: Look, laid: LaidMap | None = None
    ) -> None:
        """``laid``: what is kept of this map from when it was shown before."""
        self._scene = scene
        self.geography, self.look = geography, look
        before = laid.ground if laid is not None else None
        self.ground = PaintedGround(geography, look, before, hexes=np.empty(0, np.int32))
        self.veil = Veil(geography, look)
        self.labels, self.prices = self._add_labels(geography, laid.names if laid is not None else None)
        self.tiles, self.veil_tiles = Pyramid(self._paint), Pyramid(self._paint_veil, cap=VEIL_CAP, budget=VEIL_BUDGET)
        self.tiles.overview = self.overview = Overview(self._paint, geography.box, look.palette.void)
        self.tiles.void = look.palette.void
        self.step = 0
        self.has_failed = False
        """Whether tiles could not be painted when that was tried last."""
        self._rung: int | None = None
        self._cold: list[int] = []
        """The rungs for which paths are to be made before they are wanted."""

    @property
    def laid(self) -> LaidMap:
        """What the map is drawn from."""
        return LaidMap(self.geography, self.ground, self.labels.names)

    def _add_labels(self, geography: CanvasGeography, names: MapNames | None) -> tuple[LabelItem, Prices]:
        """Put the items of a map into the scene."""
        labels, prices = LabelItem(geography, names=names), Prices(geography)
        labels.leave_out(self.look.left_out)
        for item in (labels, prices):
            item.palette = self.look.palette
            self._scene.addItem(item)
        return labels, prices

    def _paint(self, patch: Patch) -> QImage:
        return self.ground.paint(patch)

    def _paint_veil(self, patch: Patch) -> QImage | None:
        return self.veil.paint(patch)

    def close(self) -> None:
        """Take the items out of the scene."""
        for item in (self.labels, self.prices):
            self._scene.removeItem(item)

    # --- what changes -------------------------------------------------------------------------------------------

    def revise(self, geography: CanvasGeography, change: MapChange) -> None:
        """Go on with another revision of the map; what is the same is not painted anew."""
        was_open, self.geography = self.ground.open_sea, geography
        self.ground = PaintedGround(geography, self.look, self.ground, change.spaces, change.hexes)
        self.veil = self.veil.over(geography)
        self.labels.revise(geography, change)
        self._scene.removeItem(self.prices)
        self.prices = Prices(geography)
        self.prices.palette = self.look.palette
        self._scene.addItem(self.prices)
        if self.ground.open_sea != was_open:
            self.tiles.touch_all()
        self._touch(change.boxes)
        if geography.box != self.overview.box:
            self.tiles.overview = self.overview = Overview(self._paint, geography.box, self.look.palette.void)
        self.veil_tiles.clear()

    def wear(self, look: Look) -> None:
        """Take another look; only spaces that look different are painted anew, if that can be told."""
        before, self.look = self.look, look
        self.ground.look = self.veil.look = look
        self.tiles.void = look.palette.void
        if _everywhere(before) != _everywhere(look):
            self.tiles.touch_all()
            self.veil_tiles.touch_all()
            if before.palette.void == look.palette.void:
                self.overview.touch_all()
            else:
                self.overview.begin_anew(look.palette.void)
        else:
            self._touch(self._boxes(_differing(before, look)))
            self._touch(self._underlay_boxes(before.hidden ^ look.hidden))
        for item in (self.labels, self.prices):
            item.palette = look.palette
            item.update()
        self.labels.leave_out(look.left_out)

    def lift(self, boxes: Floats) -> None:
        """Paint the veil anew where it has changed."""
        if self.veil.empty:
            self.veil_tiles.clear()
        else:
            self.veil_tiles.touch(boxes)

    def _touch(self, boxes: Floats) -> None:
        if len(boxes):
            self.tiles.touch(boxes)
            self.overview.touch(boxes)

    def _boxes(self, spaces: Iterable[SpaceId]) -> Floats:
        boxes = [box for id in spaces if (box := self.geography.box_of(id)) is not None]
        return np.array(boxes, np.float64).reshape(-1, 4)

    def _underlay_boxes(self, ids: Collection[str]) -> Floats:
        geography = self.geography
        boxes = [geography.box_of_underlay(one) for one in geography.map.underlays if one.id in ids]
        return np.array(boxes, np.float64).reshape(-1, 4)

    # --- painting -----------------------------------------------------------------------------------------------

    def at_zoom(self, step: int, zoom: float, dpr: float, counter: float) -> None:
        """Fit everything to a zoom; ``counter``: how large counters are, logical pixels."""
        if rung_of(zoom) != self._rung:
            self._rung = rung_of(zoom)
            self._cold = [self._rung + 1, self._rung - 1]
        self.step = step
        self.tiles.at_density(dpr)
        self.veil_tiles.at_density(dpr)
        self.labels.at_zoom(step, zoom, dpr)
        self.prices.zoom, self.prices.clear_of = zoom, counter / 2 + 12

    def draw(self, painter: QPainter, window: Box, origin: tuple[float, float], exposed: Box) -> bool:
        """Draw what is exposed of a window of the canvas, ground and veil; return whether all of it is up to date."""
        whole = self.tiles.draw(painter, self.step, window, origin, exposed)
        return (self.veil.empty or self.veil_tiles.draw(painter, self.step, window, origin, exposed)) and whole

    def paint_veil(self, window: Box) -> list[Box]:
        """Paint some of what is missing of the veil of a window; return what it shows."""
        return [] if self.veil.empty else self.veil_tiles.work(self.step, window)

    @property
    def ready(self) -> bool:
        """Whether nothing is left to be done between frames."""
        return self.labels.is_settled and self.overview.ready and not self._cold

    def is_whole(self, window: Box) -> bool:
        """Say whether ground and veil of a window are painted and up to date."""
        veil = self.veil.empty or self.veil_tiles.whole(self.step, window)
        return veil and self.tiles.whole(self.step, window)

    def work(self, window: Box) -> list[Box]:
        """Do a little of what can be done between frames; return the parts of a window that look different for it.

        First comes what is looked at: the veil, where all is blank the overview, names, tiles. Then what may be: names
        for the zooms beside, the rest of the overview, paths for the zooms beside.
        """
        if painted := self.paint_veil(window):
            return painted
        if self.overview.is_blank:
            there = self.overview.work()
            return [there] if there is not None else []
        if not self.labels.is_labelled:
            before = self.labels.labels()
            return [window] if self.labels.choose() and self.labels.labels() is not before else []
        self.has_failed = True
        tiles: list[Box] = []
        self._paint_tiles(window, tiles)
        if tiles:
            return tiles
        if not self.labels.is_settled:
            self.labels.choose()
        elif not self.overview.ready:
            self.overview.work()
        elif self._cold and self.ground.areas.warm(self._cold[0]):
            del self._cold[0]
        return []

    @report_errors
    def _paint_tiles(self, window: Box, painted: list[Box]) -> None:
        """Paint tiles; whatever fails there is said once, and keeps nothing else from being done."""
        painted += self.tiles.work(self.step, window)
        self.has_failed = False

    def complete(self, window: Box) -> None:
        """Do all that is left for a window, however long it takes."""
        while not self.labels.choose(FOREVER):
            pass
        self.labels.write_all()
        while not self.overview.ready:
            self.overview.work()
        self.tiles.complete(self.step, window)
        if not self.veil.empty:
            self.veil_tiles.complete(self.step, window)


def _everywhere(look: Look) -> tuple[object, ...]:
    """Return what of a look is the same all over the map."""
    return look.palette, look.grid, look.numbers, look.terrains, look.left_out, look.ground


def _differing(one: Look, other: Look) -> Collection[SpaceId]:
    """Return the spaces that two looks fill or pattern differently."""
    was, now = one.fills, other.fills
    over, under = one.patterns, other.patterns
    return {id for id in was.keys() | now.keys() if was.get(id) != now.get(id)} | {
        id for id in over.keys() | under.keys() if over.get(id) != under.get(id)
    }
