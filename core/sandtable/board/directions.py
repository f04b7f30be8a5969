"""Hexes without a map: directions, hexpoints, facings, distances, lines, rings.

Directions ``d0..d5`` run clockwise, ``d0`` up (flat-topped hexes) or upper right (pointy-topped ones); all
arithmetic is mod 6. Hexpoint ``p_k`` is the corner between ``d_k`` and ``d_(k+1)``. A `Hex` counts steps in
``d2`` and ``d3``, so nothing here depends on how hexes lie on the paper: that is the affair of
``sandtable.board.hexes``.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DIRECTIONS: Final = range(6)
STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
Lean = Literal["left", "right"]
Orientation = Literal["flat", "pointy"]
"""How hexes lie on the paper: with a flat top, or with a point up."""
COMPASS: Final[dict[Orientation, tuple[str, ...]]] = {
    "flat": (
        "north", "north-north-east", "north-east", "east", "south-east", "south-south-east", "south",
        "south-south-west", "south-west", "west", "north-west", "north-north-west",
    ),
    "pointy": (
        "north-east", "east-north-east", "east", "east-south-east", "south-east", "south", "south-west",
        "west-south-west", "west", "west-north-west", "north-west", "north",
    ),
}  # fmt: skip
"""What players call the twelve facings, where the top of the map is north."""


class Hex(NamedTuple):
    """A hex by its axial coordinates: ``q`` steps in ``d2``, ``r`` steps in ``d3``."""

    q: int
    r: int

    @property
    def cube(self) -> tuple[int, int, int]:
        """Three coordinates whose sum is 0."""
        return self.q, self.r, -self.q - self.r

    def step(self, direction: int, times: int = 1) -> Hex:
        """Return the hex that lies ``times`` steps in ``direction``."""
        q, r = STEPS[direction % 6]
        return Hex(self.q + q * times, self.r + r * times)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six hexes around, from ``d0`` clockwise."""
        return tuple(Hex(self.q + q, self.r + r) for q, r in STEPS)

    def distance(self, other: Hex) -> int:
        q, r = other.q - self.q, other.r - self.r
        return max(abs(q), abs(r), abs(q + r))

    def direction_to(self, other: Hex) -> int | None:
        """Return the direction in which ``other`` lies, ``None`` unless it lies straight in one."""
        direction, _, aside = sextant(other.q - self.q, other.r - self.r)
        return direction if other != self and not aside else None

    def rotate(self, steps: int, about: Hex) -> Hex:
        """Return this hex turned clockwise round ``about`` by ``steps`` of 60 degrees."""
        q, r = self.q - about.q, self.r - about.r
        for _ in range(steps % 6):
            q, r = -r, q + r
        return Hex(about.q + q, about.r + r)

    def ring(self, radius: int) -> Iterator[Hex]:
        """Yield the hexes at that distance, clockwise from the one in ``d0``."""
        if radius <= 0:
            if not radius:
                yield self
            return
        here = self.step(0, radius)
        for side in DIRECTIONS:
            for _ in range(radius):
                yield here
                here = here.step(side + 2)

    def spiral(self, radius: int) -> Iterator[Hex]:
        """Yield this hex and all within that distance, ring after ring."""
        for distance in range(radius + 1):
            yield from self.ring(distance)

    def line_to(self, other: Hex, lean: Lean = "left") -> tuple[Hex, ...]:
        """Return the straight row of ``distance + 1`` hexes to ``other``.

        Each is the hex nearest to its point on the line. Where two are equally near (the line runs along
        their common hexside, or crosses it half way) ``lean`` takes the one on that hand, seen along the
        line; so the way back with the other ``lean`` is the same row.
        """
        direction, ahead, aside = sextant(other.q - self.q, other.r - self.r)
        length = ahead + aside
        half = length if lean == "right" else length - 1
        row: list[Hex] = []
        for step in range(length + 1):
            right = (2 * step * aside + half) // (2 * length) if length else 0
            row.append(self.step(direction, step - right).step(direction + 1, right))
        return tuple(row)

    def crossed_to(self, other: Hex) -> tuple[tuple[Hex, ...], ...]:
        """Return every hex the line between the centres passes through, in order, both ends included.

        One hex per entry; two, left and right, where the line runs along their common hexside. A hex of
        which the line touches only a corner is not passed through.
        """
        direction, ahead, aside = sextant(other.q - self.q, other.r - self.r)
        return tuple(
            tuple(self.step(direction, u).step(direction + 1, v) for u, v in entry) for entry in passage(ahead, aside)
        )


def sextant(q: int, r: int) -> tuple[int, int, int]:
    """Return ``k, a, b`` such that the way ``(q, r)`` is ``a`` steps in ``d_k`` and ``b`` in ``d_(k+1)``."""
    ways = ((-r - q, q), (-r, q + r), (q, r), (r + q, -q), (r, -q - r), (-q, -r))
    return next(((k, a, b) for k, (a, b) in enumerate(ways) if a > 0 and b >= 0), (0, 0, 0))


@lru_cache(maxsize=1 << 14)
def passage(ahead: int, aside: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Follow the line from hex (0, 0) to (ahead, aside), counted in steps of ``d_k`` and ``d_(k+1)``, exactly.

    The corners of the present hex are left or right of the line: the line leaves between them. Corners
    are thirds of steps, hence the 3.
    """
    u = v = 0
    passed: list[tuple[tuple[int, int], ...]] = [((0, 0),)]
    while (u, v) != (ahead, aside):
        if ahead == aside:
            passed.append(((u + 1, v), (u, v + 1)))
            u, v = u + 1, v + 1
        else:
            centre = 3 * (ahead * v - aside * u)
            corner = centre + ahead - aside
            if centre - ahead - 2 * aside > 0:
                u, v = u + 1, v - 1
            elif corner > 0 or (corner == 0 and ahead > aside):
                u += 1
            elif centre + 2 * ahead + aside >= 0:
                v += 1
            else:
                u, v = u - 1, v + 1
        passed.append(((u, v),))
    return tuple(passed)


class Facing(IntEnum):
    """Where a piece faces, in steps of 30 degrees clockwise: hexsides ``D0..D5`` and hexpoints ``P0..P5``."""

    D0, P0, D1, P1, D2, P2, D3, P3, D4, P4, D5, P5 = range(12)
    __hash__ = int.__hash__
    """As the number that it is: an enum's own hashes the name, and searches for ways ask for many."""

    @classmethod
    def side(cls, direction: int) -> Facing:
        """Return the facing to a hexside."""
        return cls(2 * direction % 12)

    @classmethod
    def point(cls, hexpoint: int) -> Facing:
        """Return the facing to a hexpoint."""
        return cls((2 * hexpoint + 1) % 12)

    @property
    def k(self) -> int:
        """The number of the hexside or hexpoint faced."""
        return self.value // 2

    @property
    def to_hexpoint(self) -> bool:
        return bool(self.value % 2)

    def rotate(self, steps: int) -> Facing:
        """Return the facing ``steps`` of 30 degrees clockwise: one step goes from hexpoint to hexside or back."""
        return Facing((self.value + steps) % 12)

    def steps_to(self, other: Facing) -> int:
        """Count the steps of 30 degrees to ``other`` the short way, -5 to 6, clockwise positive."""
        steps = (other.value - self.value) % 12
        return steps - 12 if steps > 6 else steps

    def compass(self, orientation: Orientation = "flat") -> str:
        """Return what players call it: hexes with a flat top have a side to the north, others a corner."""
        return COMPASS[orientation][self]

    @property
    def ahead(self) -> tuple[int, ...]:
        """Directions of the hexes faced: one, or front left and front right of a hexpoint."""
        return (self.k, (self.k + 1) % 6) if self.to_hexpoint else (self.k,)

    @property
    def right(self) -> tuple[int, ...]:
        """Directions on the right hand, from the front."""
        return ((self.k + 2) % 6,) if self.to_hexpoint else ((self.k + 1) % 6, (self.k + 2) % 6)

    @property
    def behind(self) -> tuple[int, ...]:
        """Directions of the hexes straight behind."""
        return ((self.k + 3) % 6, (self.k + 4) % 6) if self.to_hexpoint else ((self.k + 3) % 6,)

    @property
    def left(self) -> tuple[int, ...]:
        """Directions on the left hand, from the front."""
        return ((self.k - 1) % 6,) if self.to_hexpoint else ((self.k - 1) % 6, (self.k - 2) % 6)


def in_line(left_end: Hex, facing: Facing, length: int) -> tuple[Hex, ...]:
    """Return the hexes of a Line from left to right, along the flank axis of a hexpoint facing."""
    if not facing.to_hexpoint:
        raise Invalid(f"a Line of several hexes faces a hexpoint, not {facing.name}: turn it by one step")
    return tuple(left_end.step(facing.k + 2, place) for place in range(length))


def in_column(head: Hex, facing: Facing, length: int) -> tuple[Hex, ...]:
    """Return the hexes of a straight column, head first, behind a hexside facing."""
    if facing.to_hexpoint:
        raise Invalid(f"a column of several hexes faces a hexside, not {facing.name}: turn it by one step")
    return tuple(head.step(facing.k + 3, place) for place in range(length))


def arc_of(hexes: Iterable[Hex], facing: Facing, reach: int) -> dict[Hex, int]:
    """Return the hexes before a formation within ``reach``, nearest first, with how far each is from its nearest hex.

    They lie between the directions on both sides of a hexpoint (60 degrees), or of a hexside (120); none is its own.
    """
    own = tuple(hexes)
    spines = (facing.k,) if facing.to_hexpoint else (facing.k - 1, facing.k)
    found: dict[Hex, int] = {}
    for distance in range(1, reach + 1):
        for here in own:
            for spine in spines:
                for aside in range(distance + 1):
                    there = here.step(spine, distance - aside).step(spine + 1, aside)
                    if there not in own:
                        found.setdefault(there, distance)
    return found


def front_of(hexes: Iterable[Hex], facing: Facing) -> tuple[Hex, ...]:
    """Return the hexes directly faced, each once and none of the formation's own; n + 1 for a Line of n hexes."""
    own = tuple(hexes)
    return tuple(dict.fromkeys(there for here in own for k in facing.ahead if (there := here.step(k)) not in own))
