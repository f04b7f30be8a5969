"""What a drawing has besides paths: rectangles, circles, ellipses, lines, polygons."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.affine import NUMBER
from sandtable.interchange.drawings.lengths import length
from sandtable.interchange.drawings.path_data import trace_path

if TYPE_CHECKING:
    from sandtable.interchange.drawings.tracing import Tracer

ROUND: Final = frozenset({"circle", "ellipse"})
FIGURES: Final = ROUND | {"path", "rect", "line", "polyline", "polygon"}


def trace(tag: str, attributes: dict[str, str], pen: Tracer) -> None:
    """Draw a figure; one without a size draws nothing. Raises ``Invalid`` for what cannot be read."""
    match tag:
        case "path":
            trace_path(attributes.get("d", ""), pen)
        case "rect":
            _rectangle(attributes, pen)
        case "circle" | "ellipse":
            _oval(tag, attributes, pen)
        case "line":
            x1, y1, x2, y2 = (length(attributes.get(name), name) for name in ("x1", "y1", "x2", "y2"))
            pen.move((x1, y1))
            pen.line((x2, y2))
        case _:
            _corners(attributes.get("points", ""), pen, closed=tag == "polygon")


def _rectangle(given: dict[str, str], pen: Tracer) -> None:
    x, y, width, height = (length(given.get(name), name) for name in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return
    rx, ry = (length(given.get(name), name, default=-1.0) for name in ("rx", "ry"))
    rx, ry = (rx if rx >= 0 else max(ry, 0.0)), (ry if ry >= 0 else max(rx, 0.0))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    pen.move((x + rx, y))
    for side, bend in (
        ((right - rx, y), (right, y + ry)),
        ((right, bottom - ry), (right - rx, bottom)),
        ((x + rx, bottom), (x, bottom - ry)),
        ((x, y + ry), (x + rx, y)),
    ):
        if side != pen.at:
            pen.line(side)
        if rx and ry:
            pen.arc((rx, ry), 0.0, bend, large=False, sweep=True)
    pen.close()


def _oval(tag: str, given: dict[str, str], pen: Tracer) -> None:
    x, y = length(given.get("cx"), "cx"), length(given.get("cy"), "cy")
    names = ("r", "r") if tag == "circle" else ("rx", "ry")
    rx, ry = (length(given.get(name), name) for name in names)
    if rx <= 0 or ry <= 0:
        return
    pen.move((x + rx, y))
    pen.arc((rx, ry), 0.0, (x - rx, y), large=True, sweep=True)
    pen.arc((rx, ry), pi, (x + rx, y), large=True, sweep=True)
    pen.close()


def _corners(points: str, pen: Tracer, *, closed: bool) -> None:
    given = [float(one) for one in NUMBER.findall(points)]
    if NUMBER.sub("", points).strip(" ,\t\r\n") or len(given) % 2:
        raise Invalid(f"has points that cannot be read ({points[:40]!r}): draw it again")
    for at in range(0, len(given), 2):
        to = given[at], given[at + 1]
        if at:
            pen.line(to)
        else:
            pen.move(to)
    if closed and len(given) > 2:
        pen.close()
