"""A pen that follows what is drawn and leaves straight pieces, nowhere farther from a curve than a stated width."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import acos, ceil, cos, hypot, isfinite, pi, sin, sqrt, tan
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.affine import Affine
from sandtable.interchange.plain_geometry import MOST_VERTICES

Place = tuple[float, float]

MOST_PIECES: Final = 500
"""Of one curve."""
TURN: Final = pi / 4
"""An arc is drawn as curves of at most this turn; they leave it by a millionth of its radius."""
FARTHEST: Final = 1e9


@dataclass
class Outline:
    """A stretch that the pen has drawn without being lifted."""

    places: list[Place]
    closed: bool = False


@dataclass
class Tracer:
    """Draws in the units of an element; what it leaves lies where ``turn`` has it."""

    turn: Affine
    fine: float
    """No piece leaves its curve by more than this, where ``turn`` has it."""
    outlines: list[Outline] = field(default_factory=list[Outline])
    at: Place = field(default=(0.0, 0.0), init=False)
    _first: Place = field(default=(0.0, 0.0), init=False)
    _vertices: int = field(default=0, init=False)
    _lifted: bool = field(default=True, init=False)

    def move(self, to: Place) -> None:
        """Lift the pen and set it down elsewhere."""
        self.at = self._first = to
        self._lifted = True

    def line(self, to: Place) -> None:
        """Draw straight to a place."""
        self._reach([self.turn.place(*to)])
        self.at = to

    def close(self) -> None:
        """Draw back to where the pen was set down."""
        if self._lifted:
            return
        self.outlines[-1].closed = True
        self.at = self._first
        self._lifted = True

    def cubic(self, one: Place, other: Place, to: Place) -> None:
        """Draw a curve with two handles."""
        p, q, r, s = (self.turn.place(*place) for place in (self.at, one, other, to))
        bend = max(hypot(p[0] - 2 * q[0] + r[0], p[1] - 2 * q[1] + r[1]),
                   hypot(q[0] - 2 * r[0] + s[0], q[1] - 2 * r[1] + s[1]))  # fmt: skip
        many = self._pieces(0.75 * bend)
        inner = [_cubic_at(p, q, r, s, step / many) for step in range(1, many)]
        self._reach([*inner, s])
        self.at = to

    def quadratic(self, handle: Place, to: Place) -> None:
        """Draw a curve with one handle."""
        p, q, s = (self.turn.place(*place) for place in (self.at, handle, to))
        many = self._pieces(0.25 * hypot(p[0] - 2 * q[0] + s[0], p[1] - 2 * q[1] + s[1]))
        inner = [_quadratic_at(p, q, s, step / many) for step in range(1, many)]
        self._reach([*inner, s])
        self.at = to

    def arc(self, radii: Place, slant: float, to: Place, *, large: bool, sweep: bool) -> None:
        """Draw along an ellipse whose first axis is turned by ``slant`` (radians)."""
        rx, ry = abs(radii[0]), abs(radii[1])
        if not rx or not ry:
            self.line(to)
            return
        if to == self.at:
            return
        (x, y), rx, ry, start, turn = _centre_of(self.at, to, (rx, ry), slant, large=large, sweep=sweep)
        many = max(1, ceil(abs(turn) / TURN - 1e-9))
        step = turn / many
        reach = 4 / 3 * tan(step / 4)
        oval = Affine(rx * cos(slant), rx * sin(slant), -ry * sin(slant), ry * cos(slant), x, y)
        for part in range(many):
            a, b = start + part * step, start + (part + 1) * step
            end = to if part == many - 1 else oval.place(cos(b), sin(b))
            self.cubic(
                oval.place(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
                oval.place(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
                end,
            )

    def _pieces(self, away: float) -> int:
        """Return in how many pieces a curve is drawn that leaves its chord by so much, at most; the same either way."""
        if not isfinite(away):
            raise Invalid("has a curve beyond all numbers: draw it again")
        return min(MOST_PIECES, max(1, ceil(sqrt(away / self.fine) - 1e-9)))

    def _reach(self, places: list[Place]) -> None:
        if self._lifted:
            self.outlines.append(Outline([self.turn.place(*self.at)]))
            self._vertices += 1
            self._lifted = False
        self._vertices += len(places)
        if self._vertices > MOST_VERTICES:
            raise Invalid(f"has more than {MOST_VERTICES:,} vertices: simplify it")
        for x, y in places:
            if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
                raise Invalid(f"has a place at {x:g}, {y:g}: draw it within {FARTHEST:,.0f} px")
        self.outlines[-1].places += places


def _cubic_at(p: Place, q: Place, r: Place, s: Place, at: float) -> Place:
    u = 1 - at
    a, b, c, d = u * u * u, 3 * u * u * at, 3 * u * at * at, at * at * at
    return a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]


def _quadratic_at(p: Place, q: Place, s: Place, at: float) -> Place:
    u = 1 - at
    return u * u * p[0] + 2 * u * at * q[0] + at * at * s[0], u * u * p[1] + 2 * u * at * q[1] + at * at * s[1]


def _centre_of(
    start: Place, end: Place, radii: Place, slant: float, *, large: bool, sweep: bool
) -> tuple[Place, float, float, float, float]:
    """Return the middle of an arc, its radii (large enough), where it begins and how far it turns (SVG 1.1, F.6.5)."""
    rx, ry = radii
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x = cos(slant) * half_x + sin(slant) * half_y
    y = -sin(slant) * half_x + cos(slant) * half_y
    over = (x / rx) ** 2 + (y / ry) ** 2
    if not isfinite(over):
        raise Invalid("has an arc beyond all numbers: draw it again")
    if over > 1:
        rx, ry = rx * sqrt(over), ry * sqrt(over)
    below = (rx * y) ** 2 + (ry * x) ** 2
    far = sqrt(max((rx * ry) ** 2 - below, 0.0) / below) if below else 0.0
    far = far if large != sweep else -far
    cx, cy = far * rx * y / ry, -far * ry * x / rx
    middle = (
        cos(slant) * cx - sin(slant) * cy + (start[0] + end[0]) / 2,
        sin(slant) * cx + cos(slant) * cy + (start[1] + end[1]) / 2,
    )
    one, other = ((x - cx) / rx, (y - cy) / ry), ((-x - cx) / rx, (-y - cy) / ry)
    begin = _angle((1.0, 0.0), one)
    turn = _angle(one, other)
    if sweep and turn < 0:
        turn += 2 * pi
    elif not sweep and turn > 0:
        turn -= 2 * pi
    return middle, rx, ry, begin, turn


def _angle(one: Place, other: Place) -> float:
    size = hypot(*one) * hypot(*other)
    if not size:
        return 0.0
    share = max(-1.0, min(1.0, (one[0] * other[0] + one[1] * other[1]) / size))
    return acos(share) if one[0] * other[1] - one[1] * other[0] >= 0 else -acos(share)
