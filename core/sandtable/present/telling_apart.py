"""Which lines of a legend look alike, also to the colour-blind, and the patterns that tell them apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.present.board import Colour, MapMode

Pattern = Literal["plain", "rising", "falling", "level", "upright", "crossed", "dotted"]
PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)

Triple = tuple[float, float, float]

FAR: Final = 17.0
"""How far apart colours lie (CIE76, 2.3 can just be noticed) that are told apart at a glance, side by side or not."""
SEEN_BY: Final[Mapping[str, tuple[Triple, Triple, Triple]]] = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "without red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "without green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "without blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What becomes of linear red, green, blue in eyes of each kind: Machado, Oliveira and Fernandes 2009, severity 1."""
COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
WHITE: Final = (0.95047, 1.0, 1.08883)


class LegendPatterns(NamedTuple):
    """The pattern of each line of a legend, and of each space that has one."""

    lines: tuple[Pattern, ...] = ()
    spaces: Mapping[SpaceId, Pattern] = {}


def patterns_of(mode: MapMode) -> LegendPatterns:
    """Return patterns that tell all lines of a mode's legend apart; what the mode hatches itself is ``rising``."""
    colours = [colour for colour, _ in mode.legend]
    hatched = {mode.fills[space] for space in mode.hatched if space in mode.fills}
    lines = _lines(colours, hatched)
    line_of = mode.lines or _by_colour(mode.fills, colours)
    spaces: dict[SpaceId, Pattern] = {
        space: lines[line] for space, line in line_of.items() if line < len(lines) and lines[line] != "plain"
    }
    return LegendPatterns(lines, {**spaces, **dict.fromkeys(mode.hatched, "rising")})


def _by_colour(fills: Mapping[SpaceId, Colour], colours: Sequence[Colour]) -> dict[SpaceId, int]:
    line = {colour: at for at, colour in reversed(list(enumerate(colours)))}
    return {space: line[fill] for space, fill in fills.items() if fill in line}


def _lines(colours: Sequence[Colour], hatched: set[Colour]) -> tuple[Pattern, ...]:
    """Give each line the first pattern that no line before it has whose colour looks like its own.

    Where all are taken it is that in which the likest colour is the least like.
    """
    lines: list[Pattern] = []
    for at, colour in enumerate(colours):
        before = list(zip(lines, colours[:at], strict=True))
        away = {one: min((likeness(colour, c) for p, c in before if p == one), default=FAR) for one in PATTERNS}
        lines.append("rising" if colour in hatched else max(PATTERNS, key=lambda one: min(FAR, away[one])))
    return tuple(lines)


def look_alike(one: Colour, other: Colour) -> bool:
    """Tell whether somebody may take one colour for the other."""
    return likeness(one, other) < FAR


@lru_cache(maxsize=4096)
def likeness(one: Colour, other: Colour) -> float:
    """Return how far apart two colours lie for those who tell them apart the least, 0 for the same."""
    return min(_distance(one, other, eyes) for eyes in SEEN_BY)


def _distance(one: Colour, other: Colour, eyes: str) -> float:
    return dist(_lab(one, eyes), _lab(other, eyes))


@lru_cache(maxsize=1024)
def _lab(colour: Colour, eyes: str) -> Triple:
    """Return a colour as eyes of a kind see it, in CIE L*a*b*."""
    seen = [min(1.0, max(0.0, _dot(row, _linear(colour)))) for row in SEEN_BY[eyes]]
    red, green, blue = seen
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (_root(value / white) for value, white in zip(xyz, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(colour: Colour) -> Triple:
    if not COLOUR.fullmatch(colour):  # it is shown as black
        return 0.0, 0.0, 0.0
    red, green, blue = (int(colour[at:to], 16) / 255 for at, to in pairwise((1, 3, 5, 7)))
    return _unbent(red), _unbent(green), _unbent(blue)


def _unbent(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _dot(row: Triple, values: Triple) -> float:
    return sum(a * b for a, b in zip(row, values, strict=True))
