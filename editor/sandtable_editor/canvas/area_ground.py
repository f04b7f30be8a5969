"""Paints the ground of an area map: sea, land by terrain or map mode, what is strewn over it, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from sandtable.present.terrain import look_of
from sandtable_editor.canvas import paper, shallows
from sandtable_editor.canvas.area_lines import AreaLines, Rank
from sandtable_editor.canvas.drawn_lines import DrawnLines
from sandtable_editor.canvas.palette import faded, mixed
from sandtable_editor.canvas.paths import Paths
from sandtable_editor.canvas.stamps import SIZE, stamp
from sandtable_editor.canvas.strewing import Strewing

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.easel import Easel
    from sandtable_editor.canvas.geography import Geography

TINT: Final = 0.72
"""How much of a map mode's colour covers the ground."""
SPREAD: Final = 54.0
"""Logical pixels between the pictures strewn over rugged ground, at the least."""
WARMED: Final = 60
"""Paths that are made at a time when there is nothing else to do."""
NEAR: Final = 60.0
"""Logical pixels that a space is wide when things within it begin to be drawn."""


class AreaGround:
    """The painter of a map's areas."""

    paths: Paths
    lines: AreaLines

    def __init__(
        self, geography: Geography, before: AreaGround | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the painter of the map before these areas were changed, added or removed."""
        self._geography = geography
        self.paths = Paths(geography.shapes, before.paths if before else None)
        self.lines = AreaLines(geography, before.lines if before else None, changed)
        self._terrain = [geography.terrain(id) for id in geography.ids]
        self._drawn, self._strewing = DrawnLines(geography), Strewing(geography)
        if any(look_of(word).relief for word in self._terrain):
            paper.relief()  # now, and not in the middle of a frame
        self._open_sea = not geography.water.any()

    def warm(self, rung: int) -> bool:
        """Make some paths for a rung before they are wanted; return whether all are made."""
        left = self.paths.warm(rung, WARMED)
        return bool(left) and self.lines.warm(rung, left) > 0

    def paint(self, easel: Easel) -> None:
        """Paint the surfaces that lie in the patch of an easel."""
        near = self._geography.tree.near(easel.around(2)) if len(self._geography.ids) else []
        wet = [at for at in near if self._geography.water[at]]
        dry = [at for at in near if not self._geography.water[at]]
        self._fill(easel, wet)
        self._shallows(easel)
        self._fill(easel, dry)
        self._rugged(easel, dry)
        self._hatch(easel, near)
        self._strew(easel, dry)

    # --- surfaces -----------------------------------------------------------------------------------------------

    def colour(self, easel: Easel, at: int) -> QColor:
        """Return what an area is filled with."""
        ground = easel.palette.ground(self._terrain[at])
        fill = easel.look.fills.get(self._geography.ids[at])
        return mixed(ground, QColor(fill), TINT) if fill else ground

    def _fill(self, easel: Easel, places: list[int]) -> None:
        with easel.paths(smooth=False) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            for at, path in self.paths.some(places, easel.rung).items():
                painter.setBrush(self.colour(easel, at))
                painter.drawPath(path)

    def _shallows(self, easel: Easel) -> None:
        """Lighten the sea along the coast; the land is painted over what falls on it."""
        near = self._geography.tree.near(easel.around(shallows.margin(easel.dpr) / easel.dpr))
        dry = [at for at in near if not self._geography.water[at]]
        wet = self.paths.some([at for at in near if self._geography.water[at]], easel.rung).values()
        if dry and (wet or self._open_sea):
            shallows.paint(easel, self.paths.some(dry, easel.rung).values(), None if self._open_sea else wet)

    def _rugged(self, easel: Easel, places: list[int]) -> None:
        """Shade hills and mountains."""
        high = [(at, look_of(self._terrain[at]).relief) for at in places]
        high = [(at, relief) for at, relief in high if relief]
        if not high:
            return
        brush = easel.brush(paper.relief_brush(3.2 * self._geography.size * easel.zoom))
        with easel.paths(smooth=False) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(brush)
            for at, relief in high:
                painter.setOpacity(relief)
                painter.drawPath(self.paths.at(at, easel.rung))

    def _hatch(self, easel: Easel, places: list[int]) -> None:
        ids, hatched = self._geography.ids, easel.look.hatched
        marked = [at for at in places if ids[at] in hatched]
        if not marked:
            return
        brush = easel.brush(paper.hatching(faded(easel.palette.ink, 0.55), 8, dpr=easel.dpr))
        with easel.paths(smooth=False) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(brush)
            for at in marked:
                painter.drawPath(self.paths.at(at, easel.rung))

    def _strew(self, easel: Easel, places: list[int]) -> None:
        """Strew little pictures over ground that has one, on a shaken grid that is the same in every patch."""
        stamps = {at: look_of(self._terrain[at]).stamp for at in places}
        stamps = {at: kind for at, kind in stamps.items() if kind}
        if not stamps or self._geography.size * easel.zoom < NEAR * 0.7:
            return
        gap = SPREAD / 2.0**easel.rung
        for (x, y), at, lot in self._strewing.places(easel.around(SIZE), gap, SIZE / 2 / easel.zoom):
            kind = stamps.get(at)
            if kind is not None:
                picture = stamp(kind, easel.palette.dark, easel.dpr, variant=lot % 2)
                easel.painter.drawPixmap(QPointF(x * easel.zoom - SIZE / 2, y * easel.zoom - SIZE / 2), picture)

    # --- lines --------------------------------------------------------------------------------------------------

    def paint_lines(self, easel: Easel) -> None:
        """Paint the lines that lie in the patch of an easel."""
        wide = self._geography.size * easel.zoom
        bold = min(1.0, 0.45 + wide / 160)
        palette = easel.palette
        if self._drawn.rivers:  # their courses are drawn: the border beside them shows that one lies on a river
            self._draw(easel, "river", faded(palette.river, 0.4), 5.0 * bold, flat=True)
        else:
            self._draw(easel, "river", palette.river, 2.6 * bold)
        if wide >= 26:
            self._draw(easel, "area", palette.area, 1.0 * bold, (4.0, 3.0))
        self._draw(easel, "sea", palette.sea_line, 1.0 * bold, (6.0, 4.0))
        self._draw(easel, "province", palette.province, 1.5 * bold, (7.0, 2.5, 1.5, 2.5))
        self._draw(easel, "country", faded(palette.country, 0.22), 7.0 * bold, flat=True)
        self._draw(easel, "country", palette.country, 1.9 * bold)
        self._drawn.paint(easel, bold)
        self._draw(easel, "coast", palette.coast, 1.0 if wide < NEAR else 1.3)

    def _draw(
        self,
        easel: Easel,
        rank: Rank,
        colour: QColor,
        width: float,
        dashes: tuple[float, ...] = (),
        *,
        flat: bool = False,
    ) -> None:
        with easel.paths(smooth=True) as painter:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(easel.pen(colour, width, dashes, flat=flat))
            for path in self.lines.near(rank, easel.around(width), easel.rung):
                painter.drawPath(path)
