"""The colours of nations, on counters, maps and sheets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game
from sandtable_empires.model import Nation

COLOURS: Final = {
    "France": ("#2b4f9e", "#ffffff"),
    "Great Britain": ("#b3262b", "#ffffff"),
    "Spain": ("#e0b02a", "#22200f"),
    "Portugal": ("#6b8f3a", "#ffffff"),
    "Austria": ("#e9e4d4", "#22200f"),
    "Prussia": ("#3c4656", "#ffffff"),
    "Russia": ("#3f7f4f", "#ffffff"),
    "Turkey": ("#8fbf6f", "#22200f"),
    "Bavaria": ("#6fa8d6", "#22200f"),
    "Baden": ("#c2a14d", "#22200f"),
    "Hesse": ("#7a7f8a", "#ffffff"),
    "Lombardy": ("#2f7d5b", "#ffffff"),
    "Poland": ("#9a3d5a", "#ffffff"),
    "Saxony": ("#a3b858", "#22200f"),
    "Württemberg": ("#5a5f8f", "#ffffff"),
}
PLAIN: Final = ("#8c857a", "#ffffff")


def colours(nation: str) -> tuple[str, str]:
    """Return the colour of a nation and that of the print on it."""
    return COLOURS.get(nation, PLAIN)


def legend_of(shown: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the lines of a legend for sides with their colours: those who have one colour share a line."""
    named: dict[str, list[str]] = {}
    for side, colour in shown:
        named.setdefault(colour, []).append(side)
    return tuple((colour, who[0] if len(who) == 1 else "other minor countries") for colour, who in named.items())


def nation_of(game: Game, side: str) -> str:
    """Return the nation whose colour a side has: its major power, or a country of its name."""
    return next((nation.id for nation in game[Nation].where("side", side) if nation.major), side)
