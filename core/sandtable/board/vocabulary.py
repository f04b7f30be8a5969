"""The words that maps share, and what the checks take them to mean.

A map may use others: what is not here is left alone. See ``docs/lint.md``.
"""

from __future__ import annotations

from typing import Final

LAND: Final = frozenset({"land"})
WATER: Final = frozenset({"sea", "lake"})
"""Kinds of spaces, and terrains of hexes, into which rivers flow."""

PORT: Final = "port"
BLOCKADE: Final = "blockade"
COAST: Final = "coast"

RIVERS: Final = frozenset({"river", "stream", "canal"})
"""Kinds of lines and of what runs along hexsides that water flows in."""
ROADS: Final = frozenset({"road", "track", "railway"})
OVER_WATER: Final = frozenset({"bridge", "ford"})
"""What lies across a river only."""
BY_SEA: Final = frozenset({"strait", "crossing"})
"""What leads from land to land over water."""
TOWNS: Final = frozenset({"town", "city", "village", "fortress"})
"""Terrains in which a road may end."""

LAND_LAND: Final = (LAND, LAND)
KNOWN: Final = LAND | WATER | {PORT, BLOCKADE}
ENDS: Final[dict[str, tuple[tuple[frozenset[str], frozenset[str]], ...]]] = {
    "coast": ((LAND, WATER),),
    "river": (LAND_LAND,),
    "pass": (LAND_LAND,),
    "strait": (LAND_LAND, (WATER, WATER)),
    "crossing": (LAND_LAND,),
    "optional_crossing": (LAND_LAND, (WATER, WATER)),
    "port": ((frozenset({PORT}), LAND),),
    "harbour": (
        (frozenset({PORT}), frozenset({BLOCKADE})),
        (frozenset({BLOCKADE}), WATER),
        (frozenset({PORT}), WATER),
    ),
    "road": (LAND_LAND,),
    "bridge": (LAND_LAND,),
    "ferry": (LAND_LAND,),
}
"""What runs along or across an edge, and the kinds of spaces that it may lie between."""

ALLOWED: Final = "allowed"
"""The attribute of a space, region or line that names the codes that are right there, with blanks between."""
ALLOWED_GAP: Final = "allowed_gap"
"""The kind of a line that is drawn in a gap which shall stay."""
CAPITAL: Final = "capital"
"""The attribute of a region that names a space."""
RANKS: Final = frozenset({"major", "minor"})
"""What ``capital`` says when it stands for a rank and names no space."""
