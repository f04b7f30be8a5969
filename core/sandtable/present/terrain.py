"""How terrain looks, on the screen and on paper: one table of words, tints and the little pictures strewn over it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal
from zlib import crc32

Stamp = Literal["", "mountain", "hill", "forest", "marsh", "desert", "town", "village", "vineyard", "pass", "fort"]


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """How a terrain is drawn: its tint by day and by night, the little picture strewn over it, how rugged it is."""

    day: str
    night: str
    stamp: Stamp = ""
    relief: float = 0.0
    """0 flat to 1 alpine."""
    rank: int = 0
    """Of several terrains in one hex the greatest gives the tint."""
    built: bool = False
    """Its picture goes before that of the ground it stands on."""


WATER: Final = TerrainLook("#b4d0d9", "#1d2d3b", rank=5)
LOOKS: Final[dict[str, TerrainLook]] = {
    "clear": TerrainLook("#eae3c9", "#3c3e39"),
    "field": TerrainLook("#e9dfb2", "#423f33", rank=1),
    "heath": TerrainLook("#dcd5b6", "#403e35", "", 0.1, 1),
    "forest": TerrainLook("#c6d2a4", "#2f4135", "forest", 0.1, 3),
    "orchard": TerrainLook("#d3dcac", "#38443a", "vineyard", 0.0, 2),
    "mountain": TerrainLook("#d8c6a6", "#4b443a", "mountain", 1.0, 4),
    "hill": TerrainLook("#dfd3ae", "#45423a", "hill", 0.5, 2),
    "marsh": TerrainLook("#cbd9c4", "#334642", "marsh", 0.0, 3),
    "desert": TerrainLook("#f1dfb2", "#4f4835", "desert", 0.15, 1),
    "steppe": TerrainLook("#e8deb6", "#46422f", "desert", 0.1, 1),
    "pass": TerrainLook("#e6dab6", "#5a5345", "pass", 0.4, 4),
    "town": TerrainLook("#d9bba2", "#574840", "town", 0.0, 1, True),
    "fort": TerrainLook("#d9bba2", "#574840", "fort", 0.0, 1, True),
    "village": TerrainLook("#e2cfb0", "#4a443b", "village", 0.0, 1, True),
    "vineyard": TerrainLook("#dcdcae", "#434a36", "vineyard", 0.0, 1),
    "water": WATER,
}
ALIKE: Final[dict[str, str]] = {
    "": "clear", "plain": "clear", "open": "clear", "grass": "clear", "road": "clear",
    "crop": "field", "farmland": "field", "moor": "heath", "scrub": "heath",
    "wood": "forest", "jungle": "forest", "bramble": "forest", "garden": "orchard",
    "alp": "mountain", "ridge": "mountain", "rough": "hill", "broken": "hill", "highland": "hill",
    "swamp": "marsh", "bog": "marsh", "fen": "marsh", "sand": "desert",
    "city": "town", "fortress": "fort", "hamlet": "village", "farm": "village", "church": "village",
    "chateau": "village",
    "sea": "water", "lake": "water", "pond": "water", "ocean": "water", "river_hex": "water",
}  # fmt: skip
"""Words that mean much the same."""
STRANGE: Final = (
    TerrainLook("#dccbc4", "#46403f", rank=1),
    TerrainLook("#d2cfdc", "#3f3e49", rank=1),
    TerrainLook("#d8dccb", "#3f443b", rank=1),
    TerrainLook("#cfdcd8", "#3a4443", rank=1),
    TerrainLook("#dcd6c0", "#45423a", rank=1),
)
"""For terrains that nobody has told us of: always the same one for the same word."""


@cache
def look_of(terrain: str) -> TerrainLook:
    """Return how a terrain is drawn; one whose name holds a known word looks like it: ``heavy_woods`` is forest."""
    word = terrain.lower()
    known = ALIKE.get(word, word)
    if known not in LOOKS:
        parts = [part for part in (*LOOKS, *ALIKE) if part and part in word]
        known = max(parts, key=lambda part: (len(part), part), default=word)
        known = ALIKE.get(known, known)
    return LOOKS.get(known) or STRANGE[crc32(word.encode()) % len(STRANGE)]
