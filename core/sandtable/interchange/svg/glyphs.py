"""The signs of terrains, drawn into hexes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sandtable.interchange.svg.pen import Pen, number

Glyph = Callable[[Pen, Sequence[Sequence[float]], float], None]


def _copy_shape(
    shape: str, places: Sequence[Sequence[float]], offsets: Sequence[tuple[float, float]], size: float
) -> list[str]:
    """Return a shape, in steps from where it begins, at some places of every hex."""
    return [f"M{number(x + dx * size)},{number(y + dy * size)}{shape}" for x, y in places for dx, dy in offsets]


def _steps(size: float, *steps: tuple[float, float]) -> str:
    return "l" + " ".join(f"{number(dx * size)},{number(dy * size)}" for dx, dy in steps)


def _trees(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    spots = ((-0.2, -0.08), (0.02, -0.14), (0.24, -0.06), (-0.1, 0.1), (0.14, 0.12), (-0.3, 0.12), (0.33, 0.14))
    crown = _steps(size, (0.075, 0.15), (-0.15, 0.0)) + "z"
    trunk = _steps(size, (0.0, 0.05))
    pen.path(_copy_shape(crown, places, spots, size), fill="#7f9c5c", stroke="#5f7d43", stroke_width=size * 0.012)
    below = [(dx, dy + 0.15) for dx, dy in spots]
    pen.path(_copy_shape(trunk, places, below, size), fill="none", stroke="#5f4f36", stroke_width=size * 0.02)


def _orchard(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    radius, across = number(size * 0.05), size * 0.1
    dot = "".join(f"a{radius},{radius} 0 1 0 {number(way)},0" for way in (across, -across)) + "z"
    spots = [(dx * 0.18 - 0.05, dy * 0.17 + 0.03) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    pen.path(_copy_shape(dot, places, spots, size), fill="#93ad63", stroke="none")


def _peaks(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    spots = ((-0.28, 0.2), (-0.02, 0.08), (0.06, 0.3))
    face = _steps(size, (0.12, -0.26), (0.14, 0.26))
    shade = _steps(size, (0.14, 0.26), (-0.09, 0.0)) + "z"
    pen.path(
        _copy_shape(shade, places, [(dx + 0.12, dy - 0.26) for dx, dy in spots], size), fill="#8b6c4a", stroke="none"
    )
    with pen.group(fill="none", stroke="#6b5136", stroke_linejoin="round"):
        pen.path(_copy_shape(face, places, spots, size), stroke_width=size * 0.022)


def _hills(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    spots = ((-0.28, 0.04), (0.06, -0.02), (-0.1, 0.22))
    bow = f"q{number(size * 0.11)},{number(-size * 0.16)} {number(size * 0.22)},0"
    with pen.group(fill="none", stroke="#94733f", stroke_linecap="round"):
        pen.path(_copy_shape(bow, places, spots, size), stroke_width=size * 0.024)


def _reeds(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    spots = ((-0.26, 0.02), (0.06, -0.08), (-0.06, 0.2), (0.2, 0.16))
    tuft = _steps(size, (0.16, 0.0)) + "".join(
        f"m{number(-size * back)},0" + _steps(size, (lean, -0.09)) + f"m{number(-size * lean)},{number(size * 0.09)}"
        for back, lean in ((0.12, -0.03), (-0.04, 0.0), (-0.04, 0.03))
    )
    pen.path(_copy_shape(tuft, places, spots, size), fill="none", stroke="#4f8a86", stroke_width=size * 0.02)


def _dots(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    spots = ((-0.25, -0.05), (-0.08, 0.12), (0.1, -0.12), (0.26, 0.06), (0.05, 0.26), (-0.22, 0.24))
    with pen.group(fill="none", stroke="#c09a4a", stroke_linecap="round"):
        pen.path(_copy_shape(_steps(size, (0.02, 0.0)), places, spots, size), stroke_width=size * 0.035)


def _houses(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    spots = ((-0.2, -0.1), (0.03, -0.16), (-0.06, 0.06), (0.16, 0.04))
    house = _steps(size, (0.13, 0.0), (0.0, 0.11), (-0.13, 0.0)) + "z"
    pen.path(_copy_shape(house, places, spots, size), fill="#8f5b4a", stroke="#4b2e25", stroke_width=size * 0.015)


def _saddle(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    peak, way = _steps(size, (0.12, -0.26), (0.12, 0.26)), _steps(size, (0.05, -0.1), (-0.04, -0.1), (0.04, -0.1))
    spots = ((-0.34, 0.2), (0.1, 0.2))
    pen.path(_copy_shape(peak, places, spots, size), fill="#b69a70", stroke="#6b5136", stroke_width=size * 0.02)
    pen.path(_copy_shape(way, places, ((-0.03, 0.26),), size), fill="none", stroke="#a3543a", stroke_width=size * 0.035)


def _bastions(pen: Pen, places: Sequence[Sequence[float]], size: float) -> None:
    corner = ((0.06, 0.13), (0.14, -0.03), (-0.05, 0.13), (0.09, 0.1), (-0.13, 0.02), (-0.11, 0.12))
    star = _steps(size, *corner, (-0.11, -0.12), (-0.13, -0.02), (0.09, -0.1))
    star += _steps(size, (-0.05, -0.13), (0.14, 0.03)) + "z"
    pen.path(
        _copy_shape(star, places, ((0.0, -0.26),), size), fill="#c98f76", stroke="#4b2e25", stroke_width=size * 0.02
    )


GLYPHS: Final[dict[str, Glyph]] = {
    "wood": _trees, "forest": _trees, "orchard": _orchard, "vineyard": _orchard, "garden": _orchard, "mountain": _peaks,
    "alp": _peaks, "hill": _hills, "rough": _hills, "marsh": _reeds, "swamp": _reeds, "bog": _reeds, "fen": _reeds,
    "pass": _saddle, "fort": _bastions, "desert": _dots, "sand": _dots, "town": _houses, "city": _houses,
    "village": _houses, "chateau": _houses,
}  # fmt: skip


def glyph_of(terrain: str) -> Glyph | None:
    """Return the sign of a terrain that is called like one that has a sign."""
    name = terrain.lower()
    return next((glyph for word, glyph in GLYPHS.items() if word in name), None)
