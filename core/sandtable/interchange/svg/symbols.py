"""Small signs: towns, fortresses, ports, passes, arrows over the water."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Final

from sandtable.interchange.svg.colours import INK
from sandtable.interchange.svg.paper import Box
from sandtable.interchange.svg.pen import Pen, Place, line_of

WATER: Final = "#3f7fa6"
RIVER: Final = "#4a93c4"
NAVY: Final = "#24506b"
RED: Final = "#9e2f23"


def town(pen: Pen, at: Place, size: float, *, capital: str = "") -> Box:
    """Draw a town: a ring, for a capital a ring with a star in it."""
    x, y = at
    radius = size * (1.25 if capital == "major" else 1.0)
    pen.leaf("circle", cx=x, cy=y, r=radius, fill="#ffffff", stroke=INK, stroke_width=size * 0.28)
    if capital:
        pen.path(
            line_of(_points(at, radius * 0.8, 5, 0.45, -pi / 2), close=True), fill=RED if capital == "major" else INK
        )
    else:
        pen.leaf("circle", cx=x, cy=y, r=size * 0.35, fill=INK)
    return x - radius, y - radius, x + radius, y + radius


def fortress(pen: Pen, at: Place, size: float, value: int, *, capital: str = "") -> Box:
    """Draw a fortress: a wall with bastions and its value."""
    x, y = at
    radius = size * 1.55
    pen.path(
        line_of(_points(at, radius, 4, 0.68, pi / 4), close=True),
        fill="#f6ead8",
        stroke=RED if capital == "major" else INK,
        stroke_width=size * (0.34 if capital else 0.24),
        stroke_linejoin="round",
    )
    pen.leaf(
        "text", str(value), x=x, y=y + size * 0.5, font_size=size * 1.45, text_anchor="middle", font_weight="bold",
        fill=RED if capital == "major" else INK,
    )  # fmt: skip
    return x - radius, y - radius, x + radius, y + radius


def port(pen: Pen, at: Place, size: float) -> Box:
    """Draw a port: an anchor."""
    x, y = at
    with pen.group(fill="none", stroke=NAVY, stroke_width=size * 0.28, stroke_linecap="round"):
        pen.leaf("circle", cx=x, cy=y - size * 0.95, r=size * 0.3)
        pen.path(
            line_of([(x, y - size * 0.65), (x, y + size)])
            + line_of([(x - size * 0.5, y - size * 0.3), (x + size * 0.5, y - size * 0.3)])
        )
        pen.path(
            f"{line_of([(x - size * 0.85, y + size * 0.3)])}Q{_xy(x - size * 0.7, y + size)} {_xy(x, y + size)}"
            f"Q{_xy(x + size * 0.7, y + size)} {_xy(x + size * 0.85, y + size * 0.3)}"
        )
    return x - size, y - size * 1.3, x + size, y + size * 1.1


def blockade(pen: Pen, at: Place, size: float) -> Box:
    """Draw the box before a port."""
    x, y = at
    pen.leaf(
        "rect", x=x - size * 1.3, y=y - size, width=size * 2.6, height=size * 2, rx=size * 0.4, fill="#dcebf3",
        stroke=NAVY, stroke_width=size * 0.18, stroke_dasharray=f"{size * 0.5:.2f} {size * 0.3:.2f}",
    )  # fmt: skip
    return x - size * 1.4, y - size * 1.1, x + size * 1.4, y + size * 1.1


def mountain_pass(pen: Pen, at: Place, size: float, along: float) -> Box:
    """Draw a pass over a border that runs in that direction (radians): two brackets, open across it."""
    x, y = at
    parts: list[str] = []
    for hand in (-1, 1):
        bow = [_offset(at, along, hand * (size * (0.45 + 0.4 * k * k)), size * k) for k in (-1.0, -0.5, 0.0, 0.5, 1.0)]
        parts.append(line_of(bow))
    pen.path(parts, fill="none", stroke="#fffdf5", stroke_width=size * 0.95, stroke_linecap="round")
    pen.path(parts, fill="none", stroke="#6b4a2b", stroke_width=size * 0.42, stroke_linecap="round")
    return x - size, y - size, x + size, y + size


def arrow(pen: Pen, a: Place, b: Place, size: float, *, dashed: bool, one_way: bool) -> list[Box]:
    """Draw an arrow over the water, with two heads unless it leads one way; return what it covers."""
    way = atan2(b[1] - a[1], b[0] - a[0])
    far = hypot(b[0] - a[0], b[1] - a[1])
    heads = [(b, way)] + ([] if one_way else [(a, way + pi)])
    ends = [a if one_way else _offset(a, way, size * 0.9, 0.0), _offset(b, way, -size * 0.9, 0.0)]
    pen.path(
        line_of(ends), fill="none", stroke=NAVY, stroke_width=size * 0.36,
        stroke_dasharray=f"{size * 0.9:.2f} {size * 0.6:.2f}" if dashed else None,
    )  # fmt: skip
    for tip, turn in heads:
        wings = [_offset(tip, turn, -size * 1.2, side * size * 0.55) for side in (-1, 1)]
        pen.path(line_of([tip, *wings], close=True), fill=NAVY)
    steps = max(int(far // (size * 2)), 1)
    return [
        (x - size * 0.5, y - size * 0.5, x + size * 0.5, y + size * 0.5)
        for x, y in (_offset(a, way, far * k / steps, 0.0) for k in range(steps + 1))
    ]


def _points(at: Place, radius: float, many: int, inner: float, first: float) -> list[Place]:
    """Return a star of so many points, the first in that direction (radians); ``inner`` is how deep it is cut."""
    found: list[Place] = []
    for k in range(2 * many):
        far, way = radius * (1.0 if k % 2 == 0 else inner), first + k * pi / many
        found.append((at[0] + far * cos(way), at[1] + far * sin(way)))
    return found


def _offset(at: Place, way: float, ahead: float, aside: float) -> Place:
    """Return a place so far ahead and to the right of another, looking one way."""
    return at[0] + ahead * cos(way) - aside * sin(way), at[1] + ahead * sin(way) + aside * cos(way)


def _xy(x: float, y: float) -> str:
    return line_of([(x, y)])[1:]
