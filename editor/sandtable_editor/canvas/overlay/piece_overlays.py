"""What spaces are to the piece that is pointed at: tinted, hatched and outlined, each kind in a manner of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable.present import sides_of
from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.pills import draw_pill, pill_box, pill_font
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after
from sandtable_editor.canvas.overlay.regions import SpaceRegion, sides_path

if TYPE_CHECKING:
    from PySide6.QtGui import QPainterPath, QTransform

    from sandtable.present import Counter, OverlayKind, PieceOverlay, SpaceSide
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

Z_OVERLAYS: Final = 40.0
"""Over the ground and what is marked there, under names, prices and counters."""
Z_TITLES: Final = 55_000.0
"""Over closed stacks."""


class OverlayStyle(NamedTuple):
    """How a kind is drawn by day and by night; ``pattern`` and ``dashes`` tell it apart without colours."""

    day: str
    night: str
    pattern: Qt.BrushStyle
    dashes: tuple[float, ...]
    title: str


STYLES: Final[dict[OverlayKind, OverlayStyle]] = {
    "sight": OverlayStyle("#8a6d00", "#f0d060", Qt.BrushStyle.Dense7Pattern, (1.0, 1.6), "Sight"),
    "command": OverlayStyle("#6a3d9a", "#c9a2f2", Qt.BrushStyle.HorPattern, (6.0, 2.0, 1.0, 2.0), "Command"),
    "retreat": OverlayStyle("#1f6b4a", "#7fd1ab", Qt.BrushStyle.Dense6Pattern, (3.0, 2.0), "Retreat"),
    "zone": OverlayStyle("#b3541e", "#f2a56b", Qt.BrushStyle.DiagCrossPattern, (5.0, 2.5), "Zone"),
    "fire": OverlayStyle("#b3261e", "#ff8a7a", Qt.BrushStyle.BDiagPattern, (), "Fire"),
    "flank": OverlayStyle("#3d6f8a", "#8fc7e6", Qt.BrushStyle.VerPattern, (2.0, 2.0), "Flank"),
    "front": OverlayStyle("#12478a", "#7db1ff", Qt.BrushStyle.FDiagPattern, (), "Front"),
}
"""In the order in which they are drawn: what is smallest lies on top."""
WEIGHT: Final[dict[OverlayKind, float]] = {"front": 3.4}
OUTLINE: Final = 2.2
TILE: Final = 8
"""Logical pixels after which a pattern repeats."""
INWARDS: Final = 0.07
"""How far into their hex the sides of front and flank are drawn."""


class PieceOverlays(QGraphicsItem):
    """The overlays of one piece, with the front and the flanks of its own hexes."""

    def __init__(self, geography: CanvasGeography) -> None:
        super().__init__()
        self._geography, self._rect = geography, geography.rect
        self.regions: list[tuple[PieceOverlay, SpaceRegion]] = []
        """What is shown, in the order in which it is drawn."""
        self._front, self._flank = sides_path(geography, ()), sides_path(geography, ())
        self.palette: Palette = palette()
        self.setZValue(Z_OVERLAYS)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def put(self, overlays: Sequence[PieceOverlay], counter: Counter | None) -> None:
        """Take up these overlays, and the front and flanks of a counter, and no others."""
        order = {kind: at for at, kind in enumerate(STYLES)}
        self.regions = [
            (one, SpaceRegion(self._geography, sorted(one.spaces)))
            for one in sorted(overlays, key=lambda one: (order[one.kind], one.says))
        ]
        front, flank = marked_sides(self._geography, counter) if counter is not None else ((), ())
        self._front = sides_path(self._geography, front, INWARDS)
        self._flank = sides_path(self._geography, flank, INWARDS)

    @property
    def is_empty(self) -> bool:
        return not self.regions and self._front.isEmpty() and self._flank.isEmpty()

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.is_empty:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for overlay, region in self.regions:
                self._region(painter, overlay, region, transform)
            self._sides(painter, transform)

    def colour(self, kind: OverlayKind) -> QColor:
        """Return the colour of a kind."""
        style = STYLES[kind]
        return QColor(style.night if self.palette.dark else style.day)

    def _region(self, painter: QPainter, overlay: PieceOverlay, region: SpaceRegion, transform: QTransform) -> None:
        style, colour = STYLES[overlay.kind], self.colour(overlay.kind)
        fill, edge = transform.map(region.fill), transform.map(region.edge)
        painter.fillPath(fill, fade_colour(colour, 0.16))
        painter.fillPath(fill, hatch(fade_colour(colour, 0.36), style.pattern))
        width = WEIGHT.get(overlay.kind, OUTLINE)
        painter.strokePath(edge, QPen(fade_colour(self.palette.halo, 0.75), width + 2.4))
        painter.strokePath(edge, _pen(colour, width, style.dashes))

    def _sides(self, painter: QPainter, transform: QTransform) -> None:
        """Draw the front as a thick line on its hexsides, the flanks as a dotted one."""
        sides: tuple[tuple[OverlayKind, QPainterPath, float], ...] = (
            ("flank", self._flank, 3.0), ("front", self._front, 4.6),
        )  # fmt: skip
        for kind, path, width in sides:
            lines = transform.map(path)
            painter.strokePath(lines, QPen(fade_colour(self.palette.halo, 0.85), width + 2.4))
            painter.strokePath(lines, _pen(self.colour(kind), width, STYLES[kind].dashes if kind == "flank" else ()))


class OverlayTitles(QGraphicsItem):
    """What the overlays are called, over whatever stands there."""

    def __init__(self, overlays: PieceOverlays) -> None:
        super().__init__()
        self._overlays = overlays
        self.palette: Palette = palette()
        self.setZValue(Z_TITLES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._overlays.boundingRect()

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Name each overlay at its upper edge, one below the other where they would meet."""
        regions = self._overlays.regions
        if not regions:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(pill_font(painter.font(), self.palette.letters))
            window, taken = QRectF(painter.viewport()), list[QRectF]()
            for overlay, region in regions:
                if region.top is None:
                    continue
                text = overlay.says or STYLES[overlay.kind].title
                box = pill_box(text, transform.map(region.top) + QPointF(0, -4), painter.font())
                box.moveLeft(max(2.0, min(box.left(), window.width() - box.width() - 2)))
                box.moveTop(max(2.0, box.top()))
                while any(box.intersects(other) for other in taken):
                    box.translate(0, box.height() + 1)
                taken.append(box)
                draw_pill(painter, text, box, self._overlays.colour(overlay.kind), self.palette.halo)


def hatch(colour: QColor, pattern: Qt.BrushStyle) -> QBrush:
    """Return a pattern as a brush that is as coarse on every screen: one of Qt's own is in the pixels of the screen."""
    tile = QImage(TILE, TILE, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.fillRect(tile.rect(), QBrush(colour, pattern))
    painter.end()
    return QBrush(tile)


def _pen(colour: QColor, width: float, dashes: tuple[float, ...]) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashes else Qt.PenCapStyle.RoundCap)
    if dashes:
        pen.setDashPattern(list(dashes))
    return pen


def marked_sides(geography: CanvasGeography, counter: Counter) -> tuple[tuple[SpaceSide, ...], tuple[SpaceSide, ...]]:
    """Return the sides of a counter's hexes that are its front and its flanks: those it names, else by its facing."""
    if counter.front or counter.flank:
        return counter.front, counter.flank
    if geography.hexes is None or any(geography.hex_index(space) < 0 for space in counter.spaces):
        return (), ()
    hexes = geography.map.by_number
    if counter.formation == "square":
        own = {hexes.at(space): space for space in counter.spaces}
        return tuple((space, k) for hex, space in own.items() for k in range(6) if hex.step(k) not in own), ()
    if counter.facing is None:
        return (), ()
    sides = sides_of(counter.spaces, counter.facing, hexes)
    return sides.front, sides.flank
