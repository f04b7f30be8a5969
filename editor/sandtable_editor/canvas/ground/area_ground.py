"""Paints the ground of an area map: sea, land by terrain or map mode, what is strewn over it, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from sandtable.present.terrain import look_of
from sandtable_editor.canvas.geometry.change import renew
from sandtable_editor.canvas.geometry.palette import fade_colour, mix_colours
from sandtable_editor.canvas.geometry.paths import Paths
from sandtable_editor.canvas.ground import shallows, textures
from sandtable_editor.canvas.ground.area_lines import AreaLines, Rank
from sandtable_editor.canvas.ground.drawn_lines import DrawnLines
from sandtable_editor.canvas.ground.symbol_scatter import SymbolScatter
from sandtable_editor.canvas.ground.terrain_symbols import SIZE, stamp

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.board.spaces import SpaceId
    from sandtable.present.telling_apart import Pattern
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.ground.paint_context import PaintContext, Part

TINT: Final = 0.72
"""How much of a map mode's colour covers the ground."""
SPREAD: Final = 54.0
"""Logical pixels between the pictures strewn over rugged ground, at the least."""
WARMED: Final = 60
"""Paths that are made at a time when there is nothing else to do."""
NEAR: Final = 60.0
"""Logical pixels that a space is wide when things within it begin to be drawn."""

PLAIN: Final[tuple[tuple[Rank, Part | None], ...]] = (
    ("area", None), ("river", "edges"), ("province", "regions"), ("country", "regions")
)  # fmt: skip
"""Lines that are drawn as borders of areas are: always, or where what else they show is left out."""


class AreaGround:
    """The painter of a map's areas."""

    paths: Paths
    lines: AreaLines
    terrain: dict[SpaceId, str]
    drawn: DrawnLines
    strewing: SymbolScatter

    def __init__(
        self, geography: CanvasGeography, before: AreaGround | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the painter of the map before these areas were changed, added or removed."""
        self._geography = geography
        self.paths = Paths(geography.shapes, before.paths if before else None)
        self.lines = AreaLines(geography, before.lines if before else None, changed)
        self.terrain = renew(geography.ids, before.terrain if before else {}, changed, geography.terrain)
        self._terrain = list(self.terrain.values())
        self.drawn = before.drawn.after(geography) if before else DrawnLines(geography)
        self.strewing = SymbolScatter(geography, before.strewing if before else None, changed)
        if any(look_of(word).relief for word in self._terrain):
            textures.relief()  # now, and not in the middle of a frame
        self._open_sea = not geography.water.any()

    def warm(self, rung: int) -> bool:
        """Make some paths for a rung before they are wanted; return whether all are made."""
        left = self.paths.warm(rung, WARMED)
        return bool(left) and self.lines.warm(rung, left) > 0

    def paint(self, context: PaintContext) -> None:
        """Paint the surfaces that lie in the patch of an easel."""
        if not self._geography.ids:
            return
        near = self._geography.tree.near(context.around(2))
        wet = [at for at in near if self._geography.water[at]]
        dry = [at for at in near if not self._geography.water[at]]
        self._fill(context, wet)
        self._shallows(context)
        self._fill(context, dry)
        self._shade_relief(context, dry)
        self._hatch(context, near)
        self._scatter_symbols(context, dry)

    # --- surfaces -----------------------------------------------------------------------------------------------

    def colour(self, context: PaintContext, at: int) -> QColor:
        """Return what an area is filled with."""
        ground = context.palette.ground(self._terrain[at])
        fill = context.look.fills.get(self._geography.ids[at])
        return mix_colours(ground, QColor(fill), TINT) if fill else ground

    def _fill(self, context: PaintContext, places: list[int]) -> None:
        with context.paths(smooth=False) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            for at, path in self.paths.some(places, context.rung).items():
                painter.setBrush(self.colour(context, at))
                painter.drawPath(path)

    def _shallows(self, context: PaintContext) -> None:
        """Lighten the sea along the coast; the land is painted over what falls on it."""
        near = self._geography.tree.near(context.around(shallows.margin(context.dpr) / context.dpr))
        dry = [at for at in near if not self._geography.water[at]]
        wet = self.paths.some([at for at in near if self._geography.water[at]], context.rung).values()
        if dry and (wet or self._open_sea):
            shallows.paint(context, self.paths.some(dry, context.rung).values(), None if self._open_sea else wet)

    def _shade_relief(self, context: PaintContext, places: list[int]) -> None:
        """Shade hills and mountains."""
        high = [(at, look_of(self._terrain[at]).relief) for at in places]
        high = [(at, relief) for at, relief in high if relief]
        if not high or context.palette.stark:
            return
        brush = context.brush(textures.relief_brush(3.2 * self._geography.size * context.zoom))
        with context.paths(smooth=False) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(brush)
            for at, relief in high:
                painter.setOpacity(relief)
                painter.drawPath(self.paths.at(at, context.rung))

    def _hatch(self, context: PaintContext, places: list[int]) -> None:
        ids, patterns = self._geography.ids, context.look.patterns
        marked: list[tuple[int, Pattern]] = [(at, patterns[ids[at]]) for at in places if ids[at] in patterns]
        if not marked:
            return
        ink = fade_colour(context.palette.ink, 0.55)
        brushes = {one: context.brush(textures.pattern(one, ink, dpr=context.dpr)) for _, one in marked}
        with context.paths(smooth=False) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            for at, pattern in marked:
                painter.setBrush(brushes[pattern])
                painter.drawPath(self.paths.at(at, context.rung))

    def _scatter_symbols(self, context: PaintContext, places: list[int]) -> None:
        """Strew little pictures over ground that has one, on a shaken grid that is the same in every patch."""
        stamps = {at: look_of(self._terrain[at]).stamp for at in places}
        stamps = {at: kind for at, kind in stamps.items() if kind}
        if not stamps or self._geography.size * context.zoom < NEAR * 0.7:
            return
        gap = SPREAD / 2.0**context.rung
        for (x, y), at, lot in self.strewing.places(context.around(SIZE), gap, SIZE / 2 / context.zoom, stamps):
            picture = stamp(stamps[at], context.palette.tone, context.dpr, variant=lot % 2)
            context.painter.drawPixmap(QPointF(x * context.zoom - SIZE / 2, y * context.zoom - SIZE / 2), picture)

    # --- lines --------------------------------------------------------------------------------------------------

    def paint_lines(self, context: PaintContext) -> None:
        """Paint the lines that lie in the patch of an easel."""
        wide = self._geography.size * context.zoom
        bold = min(1.0, 0.45 + wide / 160)
        left_out = context.look.left_out
        if self._geography.ids and "borders" not in left_out:
            self._borders(context, wide, bold)
        elif self._geography.ids and "edges" not in left_out:
            self._rivers(context, bold)
        if "lines" not in left_out:
            self.drawn.paint(context, bold)
        if self._geography.ids and "borders" not in left_out:
            self._draw(context, "coast", context.palette.coast, 1.0 if wide < NEAR else 1.3)

    def _borders(self, context: PaintContext, wide: float, bold: float) -> None:
        """Paint the lines between areas; those of regions and along rivers as any other where these are left out."""
        palette, left_out = context.palette, context.look.left_out
        if "edges" not in left_out:
            self._rivers(context, bold)
        for rank, part in PLAIN if wide >= 26 else ():
            if part is None or part in left_out:
                self._draw(context, rank, palette.area, 1.0 * bold, (4.0, 3.0))
        self._draw(context, "sea", palette.sea_line, 1.0 * bold, (6.0, 4.0))
        if "regions" not in left_out:
            self._draw(context, "province", palette.province, 1.5 * bold, (7.0, 2.5, 1.5, 2.5))
            self._draw(context, "country", fade_colour(palette.country, 0.22), 7.0 * bold, flat=True)
            self._draw(context, "country", palette.country, 1.9 * bold)

    def _rivers(self, context: PaintContext, bold: float) -> None:
        palette = context.palette
        if self.drawn.rivers:  # their courses are drawn: the border beside them shows that one lies on a river
            self._draw(context, "river", fade_colour(palette.river, 0.4), 5.0 * bold, flat=True)
        else:
            self._draw(context, "river", palette.river, 2.6 * bold)

    def _draw(
        self,
        context: PaintContext,
        rank: Rank,
        colour: QColor,
        width: float,
        dashes: tuple[float, ...] = (),
        *,
        flat: bool = False,
    ) -> None:
        with context.paths(smooth=True) as painter:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(context.pen(colour, width, dashes, flat=flat))
            for path in self.lines.near(rank, context.around(width), context.rung):
                painter.drawPath(path)
