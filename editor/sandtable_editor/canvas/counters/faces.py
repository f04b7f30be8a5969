"""The faces of counters, as printed ones look: a square of the nation's colour, the sign of the arm, strength, name.

A face is drawn for one size, so that its letters are crisp; small ones leave out what could not be read, and are the
same for many counters.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPixmap

from sandtable_editor.canvas.counters import counter_symbols
from sandtable_editor.canvas.counters.stacks import SEEN
from sandtable_editor.canvas.geometry.palette import fade_colour, mix_colours, readable_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.present import Counter

SIZES: Final = (
    12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 78, 84, 90, 96, 104, 112, 120
)  # fmt: skip
"""Logical pixels of a counter's side."""
SHADOW_FROM: Final = 16
NUMBERS_FROM: Final = 22
NAMES_FROM: Final = 40
BYTES: Final = 48 << 20
LARGEST: Final = 60
OF_AREA, OF_HEX = 0.5, 0.72
"""How much of a typical space a counter takes."""
CROWDED: Final = 0.72
"""How much of a space counters take at the most, however large one wants them."""


def size_for(wanted: float) -> int:
    """Return the greatest size that is not larger than wanted, else the smallest."""
    return max((size for size in SIZES if size <= wanted), default=SIZES[0])


def size_of(space: float, *, hexes: bool = False, letters: float = 1.0) -> int:
    """Return how large counters are in spaces that are typically so many logical pixels wide.

    ``letters``: how many times larger than usual what is printed is to be.
    """
    return size_for(min(LARGEST * letters, space * min((OF_HEX if hexes else OF_AREA) * letters, CROWDED)))


def legible_from(*, hexes: bool = False, letters: float = 1.0) -> float:
    """Return how wide spaces typically are, logical pixels, from which on the numbers of counters can be read."""
    return NUMBERS_FROM * max(1.0, letters) / min((OF_HEX if hexes else OF_AREA) * letters, CROWDED)


def margin(face: Face) -> int:
    """Return how far shadow and ring reach beyond the side of a counter, logical pixels.

    The smallest, of which there may be thousands in view, have no shadow: what is not transparent is blitted faster.
    """
    return 0 if face.size < SHADOW_FROM and not face.ring else max(3, round(face.size * 0.09))


class Face(NamedTuple):
    """All that tells one face from another."""

    size: int
    dpr: float
    colour: str
    ink: str
    symbol: str
    numbers: str = ""
    name: str = ""
    badges: tuple[str, ...] = ()
    ring: str = ""
    """The colour of the ring of a counter that is selected or has the focus."""
    dashed: bool = False
    stark: bool = False
    """Whether it is printed in high contrast: black or white on its colour, with a white edge."""


def face_of(
    counter: Counter, size: int, dpr: float, ring: str = "", *, dashed: bool = False, stark: bool = False
) -> Face:
    """Return the face of a counter at a size, less what is too small to be read."""
    return Face(
        size,
        dpr,
        counter.colour,
        readable_on(QColor(counter.colour)).name() if stark else counter.ink,
        counter.symbol,
        numbers_of(counter) if size >= NUMBERS_FROM else "",
        (counter.leader or counter.title) if size >= NAMES_FROM else "",
        tuple(badge[:1].upper() for badge in counter.badges[:3]) if size >= NUMBERS_FROM else (),
        ring,
        dashed,
        stark,
    )


def numbers_of(counter: Counter) -> str:
    """Return strength and movement as they are printed on a counter."""
    return "–".join(part for part in (counter.strength, counter.movement) if part)


F = TypeVar("F", bound=Hashable)


class FaceCache(Generic[F]):
    """Drawn faces of a kind, kept while there is room."""

    def __init__(self, draw: Callable[[F], QPixmap], most: int = BYTES) -> None:
        self._draw, self._most, self._bytes = draw, most, 0
        self._kept: OrderedDict[F, QPixmap] = OrderedDict()

    def __contains__(self, face: F) -> bool:
        return face in self._kept

    def pixmap(self, face: F) -> QPixmap:
        """Return a face with its margin, drawn if need be."""
        pixmap = self._kept.get(face)
        if pixmap is None:
            pixmap = self._kept[face] = self._draw(face)
            self._bytes += pixmap.width() * pixmap.height() * 4
            while self._bytes > self._most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= gone.width() * gone.height() * 4
        else:
            self._kept.move_to_end(face)
        return pixmap


def picture_of(face: Face) -> QPixmap:
    """Draw a face."""
    side = round((face.size + 2 * margin(face)) * face.dpr)
    plain = margin(face) == 0
    kind = QImage.Format.Format_RGB32 if plain else QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(side, side, kind)
    image.setDevicePixelRatio(face.dpr)
    image.fill(mix_colours(QColor(face.colour), QColor("#000000"), 0.5) if plain else QColor(0, 0, 0, 0))
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw(painter, face)
    finally:
        painter.end()
    return QPixmap.fromImage(image)


def _draw(painter: QPainter, face: Face) -> None:
    edge, size = margin(face), face.size
    body = QRectF(edge + 0.5, edge + 0.5, size - 1, size - 1)
    _body(painter, face, body)
    if face.ring:
        _ring(painter, face, body)
    top = body.top()
    if size >= NAMES_FROM:
        band = QRectF(body.left() + 1, body.top() + 1, body.width() - 2, size * 0.21)
        _band(painter, face, band)
        top = band.bottom()
    sign = QRectF(0, 0, size * 0.56, size * 0.34)
    low = body.bottom() - (size * 0.34 if face.numbers else size * 0.04)
    sign.moveCenter(QPointF(body.center().x(), (top + low) / 2 + (0.5 if size < NUMBERS_FROM else 1)))
    if face.symbol not in counter_symbols.BOXED:
        sign.adjust(0, -size * 0.02, 0, size * 0.02)
    ink = QColor("#1c1a17") if face.symbol in counter_symbols.BOXED else QColor(face.ink)
    counter_symbols.draw(painter, face.symbol, sign, ink, mix_colours(QColor(face.colour), QColor("#fdf8ea"), 0.84))  # type: ignore[arg-type]
    if face.numbers:
        rect = QRectF(body.left() + 1, body.bottom() - size * 0.36, body.width() - 2, size * 0.36)
        draw_text(painter, face.numbers, rect, QColor(face.ink), size * 0.3, bold=True)
    for place, badge in enumerate(face.badges):
        draw_badge(
            painter, badge, QPointF(body.right() - size * 0.06, body.top() + size * (0.3 + 0.25 * place)), size * 0.24
        )


def _body(painter: QPainter, face: Face, body: QRectF) -> None:
    colour, corner = QColor(face.colour), max(1.5, face.size * 0.09)
    painter.setPen(Qt.PenStyle.NoPen)
    for reach, opacity in ((2.0, 0.16), (1.0, 0.28)) if margin(face) else ():
        painter.setBrush(fade_colour(QColor("#000000"), opacity))
        painter.drawRoundedRect(body.translated(reach, reach), corner, corner)
    painter.setPen(QPen(QColor("#ffffff") if face.stark else mix_colours(colour, QColor("#000000"), 0.5), 1))
    painter.setBrush(colour)
    painter.drawRoundedRect(body, corner, corner)
    if face.size >= NUMBERS_FROM:
        painter.setPen(QPen(mix_colours(colour, QColor("#ffffff"), 0.4), 1))
        painter.drawLine(body.topLeft() + QPointF(corner, 1), body.topRight() + QPointF(-corner, 1))
        painter.drawLine(body.topLeft() + QPointF(1, corner), body.bottomLeft() + QPointF(1, -corner))


def _ring(painter: QPainter, face: Face, body: QRectF) -> None:
    width = max(2.0, face.size * 0.06)
    pen = QPen(QColor(face.ring), width)
    if face.dashed:
        pen.setDashPattern([2.0, 1.2])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = max(2.0, face.size * 0.11)
    around = body.adjusted(-width / 2, -width / 2, width / 2, width / 2)
    painter.setPen(QPen(fade_colour(QColor("#ffffff"), 0.85), width + 1.6))
    painter.drawRoundedRect(around, corner, corner)
    painter.setPen(pen)
    painter.drawRoundedRect(around, corner, corner)


def _band(painter: QPainter, face: Face, band: QRectF) -> None:
    colour = QColor(face.colour)
    dark = mix_colours(colour, QColor("#000000"), 0.42)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(dark)
    painter.drawRect(band)
    if face.name:
        draw_text(painter, face.name, band.adjusted(2, 0, -2, 0), readable_on(dark), face.size * 0.17, bold=False)


def draw_text(painter: QPainter, text: str, rect: QRectF, ink: QColor, pixels: float, *, bold: bool) -> None:
    """Print a word as large as it fits, down to two thirds; what is still too long is cut, and numbers are left out."""
    font = QFont(painter.font())
    font.setBold(bold)
    least = pixels * (0.62 if bold else 0.8)
    while True:
        font.setPixelSize(max(6, round(pixels)))
        metrics = QFontMetricsF(font)
        if metrics.horizontalAdvance(text) <= rect.width() or pixels <= least:
            break
        pixels -= 1
    painter.setFont(font)
    painter.setPen(ink)
    cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
    if cut == text or any(map(str.isalpha, text)):  # half of a number would be read as another
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, cut)


def draw_badge(painter: QPainter, letter: str, middle: QPointF, width: float) -> None:
    """Draw the badge of a state, a letter in a circle."""
    painter.setPen(QPen(QColor("#3a1210"), 1))
    painter.setBrush(QColor("#f2c14e"))
    painter.drawEllipse(middle, width / 2, width / 2)
    rect = QRectF(0, 0, width, width)
    rect.moveCenter(middle)
    draw_text(painter, letter, rect, QColor("#3a1210"), width * 0.74, bold=True)


def pile_picture(pictures: Sequence[QPixmap]) -> QPixmap:
    """Return several faces as one picture of a stack, with their number when some are covered."""
    if len(pictures) == 1:
        return pictures[0]
    first = pictures[0]
    dpr, step, seen = first.devicePixelRatio(), 5, min(len(pictures), SEEN)
    more = round(step * (seen - 1) * dpr)
    pile = QPixmap(first.width() + more, first.height() + more)
    pile.setDevicePixelRatio(dpr)
    pile.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pile)
    try:
        for place, picture in enumerate(pictures[-seen:]):
            painter.drawPixmap(QPointF(step * place, step * (seen - 1 - place)), picture)
        if len(pictures) > seen:
            painter.setPen(QColor("#3a1210"))
            painter.setBrush(QColor("#f2c14e"))
            badge = QRectF(0, 0, 18, 18)
            painter.drawEllipse(badge)
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(len(pictures)))
    finally:
        painter.end()
    return pile
