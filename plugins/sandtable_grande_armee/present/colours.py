"""The colours of the sides: that of a counter and that of the print on it."""

from __future__ import annotations

from typing import Final

COLOURS: Final = {
    "France": ("#2b4f9e", "#ffffff"),
    "Prussia": ("#3c4656", "#ffffff"),
    "Russia": ("#3f7f4f", "#ffffff"),
    "Austria": ("#e9e4d4", "#22200f"),
    "Saxony": ("#a8455a", "#ffffff"),
    "Bavaria": ("#7fb2d9", "#12202c"),
}
PLAIN: Final = ("#8c857a", "#ffffff")


def colours(side: str) -> tuple[str, str]:
    """Return the colour of a side and that of the print on it."""
    return COLOURS.get(side, PLAIN)
