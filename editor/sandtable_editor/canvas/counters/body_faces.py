"""What is printed on the body of a counter: its front edge, the sign of the arm, strength and name along the band."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPixmap, QPolygonF

from sandtable_editor.canvas.counters import counter_symbols
from sandtable_editor.canvas.counters.bodies import Body
from sandtable_editor.canvas.counters.faces import draw_badge, draw_text, numbers_of
from sandtable_editor.canvas.geometry.palette import fade_colour, mix_colours, readable_on
from sandtable_editor.canvas.geometry.qt_exceptions import restore_after

if TYPE_CHECKING:
    from sandtable.present import Counter, Symbol

ROOM: Final = 4.0
"""Logical pixels of a picture round a body, for its shadow and ring."""
WORDS_FROM: Final = 13.0
"""Logical pixels of a band's width from which on something is printed on it."""
NAMES_FROM: Final = 24.0
GUNS: Final = 3


class BodyFace(NamedTuple):
    """All that tells one picture of a body from another."""

    body: Body
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

    @property
    def size(self) -> int:
        """How wide the band is, logical pixels."""
        return round(self.body.width)

    @property
    def box(self) -> QRectF:
        """What the picture covers, from where the stack stands, whole logical pixels."""
        arrow = arrow_size(self.body)
        return QRectF(self.body.box.adjusted(-ROOM - arrow, -ROOM - arrow, ROOM + arrow, ROOM + arrow).toAlignedRect())


def body_face_of(
    counter: Counter, body: Body, dpr: float, ring: str = "", *, dashed: bool = False, stark: bool = False
) -> BodyFace:
    """Return the picture of a counter's body, less what is too small to be read."""
    words, names = body.width >= WORDS_FROM, body.width >= NAMES_FROM
    return BodyFace(
        body,
        dpr,
        counter.colour,
        readable_on(QColor(counter.colour)).name() if stark else counter.ink,
        counter.symbol,
        numbers_of(counter) if words else "",
        (counter.leader or counter.title) if names else "",
        tuple(badge[:1].upper() for badge in counter.badges[:3]) if words else (),
        ring,
        dashed,
        stark,
    )


def arrow_size(body: Body) -> float:
    """Return how far the arrow of a facing sticks out, logical pixels."""
    return 0.0 if body.arrow is None else max(4.0, min(20.0, body.width * 0.34))


def body_picture(face: BodyFace) -> QPixmap:
    """Draw a body."""
    box = face.box
    image = QImage(
        round(box.width() * face.dpr), round(box.height() * face.dpr), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(face.dpr)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-box.topLeft())
        _draw(painter, face)
    finally:
        painter.end()
    return QPixmap.fromImage(image)


def _draw(painter: QPainter, face: BodyFace) -> None:
    body, colour = face.body, QColor(face.colour)
    dark = mix_colours(colour, QColor("#000000"), 0.55)
    _arrow(painter, face, dark)
    if body.formation == "battery":
        _guns(painter, body, dark)
    painter.setPen(Qt.PenStyle.NoPen)
    if body.width >= WORDS_FROM:
        painter.fillPath(body.outline.translated(1.5, 1.5), fade_colour(QColor("#000000"), 0.28))
    painter.fillPath(body.outline, colour)
    _front(painter, face)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(QColor("#ffffff") if face.stark else dark, 1.2)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.strokePath(body.outline, pen)
    _words(painter, face)
    if face.ring:
        _ring(painter, face)


def _front(painter: QPainter, face: BodyFace) -> None:
    """Mark the front edge: a light stripe inside the body, with a dark line behind it."""
    body = face.body
    thick = max(2.0, body.width * 0.17)
    with restore_after(painter):
        painter.setClipPath(body.outline)
        for width, colour in ((thick * 2 + 2, QColor("#1c1a17")), (thick * 2, QColor("#fdf6df"))):
            pen = QPen(colour, width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.strokePath(body.front, pen)


def _arrow(painter: QPainter, face: BodyFace, dark: QColor) -> None:
    found = face.body.arrow
    if found is None:
        return
    foot, (x, y) = found
    long = arrow_size(face.body)
    tip, aside = foot + QPointF(x, y) * long, QPointF(-y, x) * long
    painter.setPen(QPen(QColor("#fdf6df"), 1.2))
    painter.setBrush(dark)
    painter.drawPolygon(QPolygonF([tip, foot + aside, foot - aside]))


def _guns(painter: QPainter, body: Body, dark: QColor) -> None:
    """Draw the barrels that look over the front of a battery."""
    if body.ahead is None or body.faces_along:
        return
    x, y = body.ahead
    reach, edge = body.width * 0.2, body.width / 2
    pen = QPen(dark, max(1.5, body.width * 0.12))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    (left, top), (right, low) = body.line[0], body.line[-1]
    for place in (0, GUNS - 1):
        share = (place + 0.5) / GUNS
        at = QPointF(left + (right - left) * share + x * edge, top + (low - top) * share + y * edge)
        painter.drawLine(at, at + QPointF(x, y) * reach)


def _ring(painter: QPainter, face: BodyFace) -> None:
    width = max(2.0, min(4.0, face.body.width * 0.1))
    painter.strokePath(face.body.outline, QPen(fade_colour(QColor("#ffffff"), 0.9), width + 2))
    pen = QPen(QColor(face.ring), width)
    if face.dashed:
        pen.setDashPattern([2.0, 1.2])
    painter.strokePath(face.body.outline, pen)


def _words(painter: QPainter, face: BodyFace) -> None:
    """Print the sign, the numbers and the name along the band, off the front edge."""
    body = face.body
    if body.width < WORDS_FROM:
        return
    with restore_after(painter):
        painter.translate(body.middle)
        painter.rotate(body.slant)
        room = _room(body)
        if room.width() >= 1.8 * room.height():
            _in_a_row(painter, face, room)
        else:
            _one_over_the_other(painter, face, room)
        for place, badge in enumerate(face.badges):
            wide = max(9.0, min(16.0, body.width * 0.34))
            draw_badge(painter, badge, QPointF(room.right() - wide * (0.2 + place), room.top()), wide)


def _room(body: Body) -> QRectF:
    """Return what is left of the straight part beside the front edge, turned as the words are."""
    thick, long, wide = max(2.0, body.width * 0.17) + 1.5, body.length, body.width
    room = QRectF(-long / 2, -wide / 2, long, wide).adjusted(2, 1.5, -2, -1.5)
    if body.formation == "square":
        return room.adjusted(thick, thick, -thick, -thick)
    if body.ahead is None:
        return room
    ahead = _unturned(body)
    if abs(ahead.x()) > abs(ahead.y()):
        return room.adjusted(thick if ahead.x() < 0 else 0, 0, -thick if ahead.x() > 0 else 0, 0)
    return room.adjusted(0, thick if ahead.y() < 0 else 0, 0, -thick if ahead.y() > 0 else 0)


def _in_a_row(painter: QPainter, face: BodyFace, room: QRectF) -> None:
    """Print sign, strength and name side by side."""
    size = min(room.height(), room.width() / (3.2 if face.numbers else 1.4))
    high, gap = size * 0.72, size * 0.2
    parts: list[tuple[str, float]] = [("sign", high * 1.5)]
    name = _font(painter, size * 0.42, bold=False)
    if face.numbers:
        wanted = QFontMetricsF(_font(painter, size * 0.62, bold=True)).horizontalAdvance(face.numbers) + 2
        parts.append(("numbers", min(wanted, room.width() - parts[0][1] - gap)))
    left = room.width() - sum(wide + gap for _, wide in parts)
    if face.name and left > room.height() * 1.6:
        parts.append(("name", min(left, QFontMetricsF(name).horizontalAdvance(face.name) + 2)))
    x = room.center().x() - (sum(wide for _, wide in parts) + gap * (len(parts) - 1)) / 2
    for what, wide in parts:
        rect = QRectF(x, room.top(), wide, room.height())
        if what == "sign":
            _sign(painter, face, QRectF(x, room.center().y() - high / 2, wide, high))
        elif what == "numbers":
            draw_text(painter, face.numbers, rect, QColor(face.ink), size * 0.62, bold=True)
        else:
            draw_text(painter, face.name, rect, QColor(face.ink), size * 0.42, bold=False)
        x += wide + gap


def _one_over_the_other(painter: QPainter, face: BodyFace, room: QRectF) -> None:
    """Print the sign over the strength."""
    share = 0.52 if face.numbers else 1.0
    high = min(room.height() * share * 0.8, room.width() * 0.6 / 1.5)
    sign = QRectF(0, 0, high * 1.5, high)
    sign.moveCenter(QPointF(room.center().x(), room.top() + room.height() * share / 2))
    _sign(painter, face, sign)
    if face.numbers:
        rect = QRectF(room.left(), room.top() + room.height() * share, room.width(), room.height() * (1 - share))
        draw_text(painter, face.numbers, rect, QColor(face.ink), rect.height() * 0.86, bold=True)


def _sign(painter: QPainter, face: BodyFace, rect: QRectF) -> None:
    symbol = cast("Symbol", face.symbol)
    paper = mix_colours(QColor(face.colour), QColor("#fdf8ea"), 0.84)
    ink = QColor("#1c1a17") if symbol in counter_symbols.BOXED else readable_on(QColor(face.colour))
    counter_symbols.draw(painter, symbol, rect, ink, paper)


def _font(painter: QPainter, pixels: float, *, bold: bool) -> QFont:
    font = QFont(painter.font())
    font.setBold(bold)
    font.setPixelSize(max(6, round(pixels)))
    return font


def _unturned(body: Body) -> QPointF:
    """Return the facing as it is seen in the words' own directions."""
    turn = radians(-body.slant)
    x, y = body.ahead or (0.0, 0.0)
    return QPointF(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))
