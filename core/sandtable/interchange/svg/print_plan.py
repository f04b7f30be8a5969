"""A drawing to scale on sheets of paper: how many, what of it is on each, how far they overlap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid, unknown

PAPERS: Final = {
    "A0": (841.0, 1189.0), "A1": (594.0, 841.0), "A2": (420.0, 594.0), "A3": (297.0, 420.0), "A4": (210.0, 297.0),
    "A5": (148.0, 210.0), "Letter": (215.9, 279.4), "Legal": (215.9, 355.6), "Tabloid": (279.4, 431.8),
}  # fmt: skip
"""Width and height in millimetres, upright."""

MM: Final = 25.4 / 96
"""Millimetres of a pixel: an inch of a drawing has 96."""
MOST_PAGES: Final = 400
SIZED: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*[xX×]\s*(\d+(?:\.\d+)?)\s*(?:mm)?\s*")
SLACK: Final = 1e-6


class PrintSettings(Struct, frozen=True, kw_only=True):
    """How it is laid on paper, in millimetres; ``landscape``: left open, whichever way takes fewer sheets.

    Sheets have ``overlap`` in common, to be glued; ``marks`` show where the next one begins.
    """

    paper: str = "A4"
    landscape: bool | None = None
    margin: float = 10.0
    overlap: float = 10.0
    marks: bool = True


class PrintPage(NamedTuple):
    """A sheet: which one, and what of the drawing is on it, in millimetres of the drawing."""

    column: int
    row: int
    left: float
    top: float
    width: float
    height: float


class PrintPlan(NamedTuple):
    """All sheets, row by row; ``wide`` and ``high`` are those of the paper."""

    settings: PrintSettings
    wide: float
    high: float
    columns: int
    rows: int
    pages: tuple[PrintPage, ...]


def paper_of(text: str) -> tuple[float, float]:
    """Return width and height of a paper, by its name or as ``297x420``, in millimetres."""
    named = {name.lower(): size for name, size in PAPERS.items()}
    if (size := named.get(text.strip().lower())) is not None:
        return size
    if (sized := SIZED.fullmatch(text)) is None:
        raise unknown("paper", text, PAPERS, "a width and a height in millimetres will do too, 297x420")
    wide, high = float(sized[1]), float(sized[2])
    if not (20 <= wide <= 20_000 and 20 <= high <= 20_000):
        raise Invalid(f"a paper of {wide:g} by {high:g} mm cannot be printed on: choose 20 to 20,000 mm")
    return wide, high


def print_plan(width: float, height: float, settings: PrintSettings) -> PrintPlan:
    """Return the sheets for a drawing of so many millimetres; raises ``Invalid`` for too many to be glued."""
    wide, high = sorted(paper_of(settings.paper))
    ways = {False: (wide, high), True: (high, wide)}
    wanted = ways if settings.landscape is None else {settings.landscape: ways[settings.landscape]}
    plans = [_laid(width, height, settings, *paper) for paper in wanted.values()]
    return min(plans, key=lambda plan: plan.columns * plan.rows)


def _laid(width: float, height: float, settings: PrintSettings, wide: float, high: float) -> PrintPlan:
    across, down = (side - 2 * settings.margin for side in (wide, high))
    if settings.margin < 0 or settings.overlap < 0 or min(across, down) < settings.overlap + 10:
        raise Invalid(
            f"a margin of {settings.margin:g} mm and an overlap of {settings.overlap:g} mm leave nothing of a paper of "
            f"{wide:g} by {high:g} mm: choose smaller ones"
        )
    columns, rows = _many(width, across, settings.overlap), _many(height, down, settings.overlap)
    if columns * rows > MOST_PAGES:
        raise Invalid(
            f"at this scale the map takes {columns * rows:,} sheets of {wide:g} by {high:g} mm: "
            f"choose a smaller scale, or larger paper (the most is {MOST_PAGES})"
        )
    step_x, step_y = across - settings.overlap, down - settings.overlap
    pages = tuple(
        PrintPage(column, row, column * step_x, row * step_y, across, down)
        for row in range(rows)
        for column in range(columns)
    )
    return PrintPlan(settings, wide, high, columns, rows, pages)


def _many(whole: float, side: float, overlap: float) -> int:
    return max(1, ceil((whole - overlap) / (side - overlap) - SLACK))


def marks_of(plan: PrintPlan, page: PrintPage) -> Iterator[tuple[float, float, float, float]]:
    """Yield strokes in the margin of a sheet (x, y, x, y on the paper): its corners, where its neighbours begin."""
    margin, overlap = plan.settings.margin, plan.settings.overlap
    right, bottom = margin + page.width, margin + page.height
    xs, ys = [margin, right], [margin, bottom]
    xs += [right - overlap] if overlap and page.column + 1 < plan.columns else []
    xs += [margin + overlap] if overlap and page.column else []
    ys += [bottom - overlap] if overlap and page.row + 1 < plan.rows else []
    ys += [margin + overlap] if overlap and page.row else []
    long = margin * 0.5
    for x in xs:
        yield x, margin - long, x, margin - long * 0.3
        yield x, bottom + long * 0.3, x, bottom + long
    for y in ys:
        yield margin - long, y, margin - long * 0.3, y
        yield right + long * 0.3, y, right + long, y


def scale_of(sheet: Map, *, hex_mm: float | None = None, per_cm: float | None = None) -> float | None:
    """Return the pixels of a map unit at which a hex is so wide on paper, or a centimetre so many map units.

    ``None`` where neither is said: the drawing is then as large as it is on a screen. Raises ``Invalid`` for a map
    without hexes, and for both.
    """
    if hex_mm is not None and per_cm is not None:
        raise Invalid("the size of a hex and the units in a centimetre are both given: one of them says the scale")
    if hex_mm is not None:
        if sheet.hexes is None:
            raise Invalid(f"the map {sheet.title!r} has no hexes: say how many map units are in a centimetre")
        grid = sheet.hexes.grid
        return hex_mm / min(grid.hex_width, grid.hex_height) / MM
    return None if per_cm is None else 10 / per_cm / MM


def size_of(drawing: str) -> tuple[float, float]:
    """Return width and height of a drawing of ours, in millimetres."""
    head = drawing[: drawing.index(">", drawing.index("<svg"))]
    width, height = (float(re.findall(rf' {name}="([\d.]+)"', head)[0]) for name in ("width", "height"))
    return width * MM, height * MM
