"""Paints the ground of an area map: sea, land by terrain or map mode, what is strewn over it, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from sandtable.lint.vocabulary import RIVERS, ROADS
from sandtable_editor.canvas import paper, shallows, shapes
from sandtable_editor.canvas.area_lines import AreaLines, Rank
from sandtable_editor.canvas.palette import faded, ground_of, mixed
from sandtable_editor.canvas.paths import Paths
from sandtable_editor.canvas.shapes import Tree
from sandtable_editor.canvas.stamps import SIZE, stamp

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.easel import Easel
    from sandtable_editor.canvas.geography import Geography

TINT: Final = 0.72
"""How much of a map mode's colour covers the ground."""
SPREAD: Final = 54.0
"""Logical pixels between the pictures strewn over rugged ground, at the least."""
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
        self._drawn = _Drawn(geography)
        if any(ground_of(word).relief for word in self._terrain):
            paper.relief()  # now, and not in the middle of a frame
        self._open_sea = not geography.water.any()

    def paint(self, easel: Easel) -> None:
        """Paint all that lies in the patch of an easel."""
        near = self._geography.tree.near(easel.around(2)) if len(self._geography.ids) else []
        wet = [at for at in near if self._geography.water[at]]
        dry = [at for at in near if not self._geography.water[at]]
        self._fill(easel, wet)
        self._shallows(easel)
        self._fill(easel, dry)
        self._rugged(easel, dry)
        self._hatch(easel, near)
        self._strew(easel, dry)
        self._line_work(easel)

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
        high = [(at, ground_of(self._terrain[at]).relief) for at in places]
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
        stamps = {at: ground_of(self._terrain[at]).stamp for at in places}
        stamps = {at: kind for at, kind in stamps.items() if kind}
        if not stamps or self._geography.size * easel.zoom < NEAR * 0.7:
            return
        gap = SPREAD / 2.0**easel.rung
        for (x, y), at, lot in self._drawn.strewn(easel.around(SIZE), gap, SIZE / 2 / easel.zoom):
            kind = stamps.get(at)
            if kind is not None:
                picture = stamp(kind, easel.palette.dark, easel.dpr, variant=lot % 2)
                easel.painter.drawPixmap(QPointF(x * easel.zoom - SIZE / 2, y * easel.zoom - SIZE / 2), picture)

    # --- lines --------------------------------------------------------------------------------------------------

    def _line_work(self, easel: Easel) -> None:
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
        self._drawn.lines(easel, bold)
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


class _Drawn:
    """What the map draws beside its areas: rivers and roads as lines; and where pictures may be strewn."""

    def __init__(self, geography: Geography) -> None:
        self._geography = geography
        lines = [line for line in geography.map.lines if line.kind in RIVERS | ROADS]
        self._kinds = [line.kind for line in lines]
        self.rivers = any(kind in RIVERS for kind in self._kinds)
        """Whether the courses of rivers are drawn."""
        laid = shapes.laid([line.geometry for line in lines], geography.downwards)
        self._tree, self.paths = Tree(laid), Paths(laid)
        towns = [geography.places[id] for id in geography.ids if _town(geography, id)]
        self._towns = np.array(towns).reshape(-1, 2)

    def lines(self, easel: Easel, bold: float) -> None:
        """Draw the rivers and roads that are lines of the map."""
        if not self._kinds:
            return
        with easel.paths(smooth=True) as painter:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for at, path in self.paths.some(self._tree.near(easel.around(3)), easel.rung).items():
                river = self._kinds[at] in RIVERS
                colour = easel.palette.river if river else easel.palette.road
                painter.setPen(easel.pen(colour, (1.8 if river else 1.6) * bold))
                painter.drawPath(path)

    def strewn(self, box: shapes.Box, gap: float, room: float) -> list[tuple[tuple[float, float], int, int]]:
        """Return places for pictures in a box with the area each lies in and a lot, in order down the map."""
        column, row = np.meshgrid(
            np.arange(np.floor(box[0] / gap) - 1, np.ceil(box[2] / gap) + 1, dtype=np.int64),
            np.arange(np.floor(box[1] / gap) - 1, np.ceil(box[3] / gap) + 1, dtype=np.int64),
        )
        lot = _lots(column.reshape(-1), row.reshape(-1))
        across = (column.reshape(-1) + 0.15 + 0.7 * ((lot >> 8) & 255) / 255) * gap
        down = (row.reshape(-1) + 0.15 + 0.7 * ((lot >> 16) & 255) / 255) * gap
        xy = np.stack([across, down], axis=1)
        found = self._geography.tree.at_points(xy)
        for dx, dy in ((-room, 0.0), (room, 0.0), (0.0, room), (0.0, -room)):
            found = np.where(self._geography.tree.at_points(xy + np.array([dx, dy])) == found, found, -1)
        x, y = self._towns[:, 0], self._towns[:, 1]
        near = (x > box[0] - gap) & (x < box[2] + gap) & (y > box[1] - gap) & (y < box[3] + gap)
        for town in self._towns[near]:
            found[np.abs(xy - town).max(axis=1) <= 2 * room] = -1
        rows = [(xy[n].tolist(), int(found[n]), int(lot[n])) for n in np.flatnonzero(found >= 0)]
        return [((x, y), at, lot) for (x, y), at, lot in sorted(rows, key=lambda one: one[0][1])]


def _town(geography: Geography, id: SpaceId) -> bool:
    space = geography.space(id)
    return space is not None and bool(space.get("city"))


def _lots(column: shapes.Ints, row: shapes.Ints) -> shapes.Ints:
    """Return a lot per cell of a grid that only its place decides."""
    mixed_up = (column * 73856093) ^ (row * 19349663)
    mixed_up = (mixed_up ^ (mixed_up >> 13)) * 1274126177
    return np.asarray((mixed_up ^ (mixed_up >> 16)) & 0x7FFFFFFF, np.int64)
