"""Round the map: its title and the scale."""

from __future__ import annotations

from math import floor, log10
from typing import Final

from sandtable.interchange.svg.colours import INK
from sandtable.interchange.svg.labels import width_of
from sandtable.interchange.svg.paper import MARGIN, Paper
from sandtable.interchange.svg.pen import Pen, number

TITLE: Final = 26.0
BELOW: Final = 13.0


def title_height(title: str, says: str) -> float:
    """Return where the map begins below its title."""
    return MARGIN + (TITLE * 1.35 if title else 0.0) + (BELOW * 1.5 if says else 0.0)


def draw_title(pen: Pen, title: str, says: str) -> None:
    """Write the title above the map."""
    y = MARGIN
    if title:
        y += TITLE * 0.8
        pen.leaf("text", title, x=MARGIN, y=y, font_size=TITLE, font_weight="bold", fill=INK)
        y += TITLE * 0.55
    if says:
        pen.leaf("text", says, x=MARGIN, y=y + BELOW * 0.7, font_size=BELOW, font_style="italic", fill="#6b6552")


def nice_length(most: float) -> float:
    """Return the longest of 1, 2, 5, 10, 20, ... that is no longer than this."""
    power = 10.0 ** floor(log10(most))
    return next(step * power for step in (5, 2, 1) if step * power <= most * (1 + 1e-9))


def draw_scale(pen: Pen, paper: Paper, y: float, unit: str, unit_length: float = 1.0) -> float:
    """Draw the scale bar, in units of so many map units; return where it ends."""
    room = min(max(paper.width / 4, 60.0), 320.0)
    length = nice_length(room / (paper.scale * unit_length))
    width = length * unit_length * paper.scale
    parts = 5 if f"{length:e}"[0] == "5" else 4
    with pen.group(stroke=INK, stroke_width=0.8):
        for part in range(parts):
            fill = INK if part % 2 == 0 else "#ffffff"
            pen.leaf("rect", x=MARGIN + width * part / parts, y=y, width=width / parts, height=6.0, fill=fill)
    with pen.group(font_size=11.0, fill=INK, text_anchor="middle"):
        for share in (0.0, 0.5, 1.0) if parts == 4 else (0.0, 1.0):
            named = "hex" if unit == "hexes" and length == 1.0 else unit
            text = number(length * share) + (f" {named}" if share == 1.0 and unit else "")
            pen.leaf("text", text, x=MARGIN + width * share, y=y + 18.0)
    return MARGIN + width + 24.0 + width_of(unit, 11.0)
