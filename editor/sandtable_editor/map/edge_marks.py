"""All edges of the map that is drawn, each in the colour of what is known of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from sandtable.board.edge_at import link_ends
from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after
from sandtable_editor.map.guides import Z_GUIDES, WholeMapItem

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Edge
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

Standing = Literal["derived", "corner", "confirmed", "added", "forbidden"]
DASHES: Final[dict[Standing, list[float]]] = {"forbidden": [3, 3], "corner": [1, 4]}
WIDTHS: Final[dict[Standing, float]] = {"derived": 1.2, "corner": 1.6}
ARROW: Final = 0.12
"""Half the width of an arrow that leads one way, as a part of the edge's length."""


def standing(edge: Edge) -> Standing:
    """Return what is known of an edge; corners that nobody spoke of are a kind of their own."""
    return "corner" if edge.status == "derived" and edge.contact == "corner" else edge.status


class EdgeMarks(WholeMapItem):
    """Draws edges from label to label; lines are equally wide at every zoom."""

    def __init__(self) -> None:
        super().__init__()
        self.palette: Palette = palette()
        self._paths: dict[Standing, QPainterPath] = {}
        self.setZValue(Z_GUIDES - 1)

    def show_edges(self, sheet: Map, geography: CanvasGeography) -> None:
        """Show all edges of a map."""
        self._paths = {}
        for edge in sheet.graph.edges.values():
            ends = link_ends(sheet, (edge.a, edge.b))
            if ends is not None:
                one, other = (QPointF(*geography.on_canvas(end)) for end in ends)
                _draw(self._paths.setdefault(standing(edge), QPainterPath()), one, other, one_way=edge.one_way)
        self.paint_anew()

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        with restore_after(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for known, path in self._paths.items():
                width = WIDTHS.get(known, 2.4)
                painter.strokePath(path, _pen(fade_colour(self.palette.halo, 0.7), width + 2))
                painter.strokePath(path, _pen(self._colour(known), width, DASHES.get(known)))

    def _colour(self, known: Standing) -> QColor:
        colours = self.palette
        return {
            "derived": fade_colour(colours.ink, 0.55),
            "corner": fade_colour(colours.ink, 0.55),
            "confirmed": colours.within,
            "added": colours.accent,
            "forbidden": colours.barred,
        }[known]


def _draw(path: QPainterPath, one: QPointF, other: QPointF, *, one_way: bool) -> None:
    path.moveTo(one)
    path.lineTo(other)
    if one_way:
        along = other - one
        middle, aside = one + along * 0.55, QPointF(-along.y(), along.x()) * ARROW
        tip, back = middle + along * ARROW, middle - along * ARROW
        path.moveTo(back + aside)
        path.lineTo(tip)
        path.lineTo(back - aside)


def _pen(colour: QColor, width: float, dashes: Iterable[float] | None = None) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    if dashes is not None:
        pen.setDashPattern(list(dashes))
    return pen
