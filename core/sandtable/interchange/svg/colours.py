"""What colours mean: terrain by its name, everything else by colours that neighbours do not share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

SEA: Final = "#c6dbe6"
PAPER: Final = "#fbf8f0"
INK: Final = "#2b2a26"
NOBODY: Final = "#e9e4d6"

TERRAIN: Final[Mapping[str, str]] = {
    "clear": "#efe8cf", "plain": "#efe8cf", "open": "#efe8cf", "field": "#ece2b4", "crop": "#ece2b4",
    "wood": "#c5d5a4", "forest": "#c5d5a4", "orchard": "#d5dfae", "vineyard": "#d9dcae", "garden": "#d5dfae",
    "hill": "#e0cfa5", "rough": "#d9c9a8", "mountain": "#cdb795", "alp": "#cdb795", "ridge": "#cdb795",
    "marsh": "#c0d4bf", "swamp": "#c0d4bf", "fen": "#c0d4bf", "bog": "#c0d4bf", "desert": "#f3dfa6", "sand": "#f3dfa6",
    "heath": "#dcd3b4", "steppe": "#e6deb0", "sea": SEA, "ocean": SEA, "lake": "#b9d5e4", "water": "#b9d5e4",
    "city": "#d8bfae", "town": "#dfc9b8", "village": "#e6d4c3", "chateau": "#e6d4c3", "fortress": "#cbb0a0",
}  # fmt: skip

CALM: Final[tuple[str, ...]] = (
    "#e8c9a0", "#b9cfa6", "#b7cbe0", "#e3b7ae", "#d6c3df", "#f0e2a4", "#a9d3cb", "#e0cdb8", "#cbd8b0", "#e9bcd0",
    "#c2c6ea", "#d9d08f", "#b4dfb0", "#f2cbb9", "#c9b79a", "#a8c4c9",
)  # fmt: skip
"""Land colours on which names can be read."""


def terrain_colour(terrain: str) -> str | None:
    """Return the colour of a terrain that is called like one that is known: ``heavy_woods`` is wood."""
    name = terrain.lower()
    return TERRAIN.get(name) or next((colour for word, colour in TERRAIN.items() if word in name), None)


def terrain_colours(terrains: Iterable[str]) -> dict[str, str]:
    """Return a colour for every terrain; unknown ones get calm colours in the order of their names."""
    names = sorted(set(terrains))
    strange = [name for name in names if terrain_colour(name) is None]
    made_up = {name: CALM[at % len(CALM)] for at, name in enumerate(strange)}
    return {name: terrain_colour(name) or made_up[name] for name in names}


def owner_colours(
    owned: Mapping[str, int], beside: Iterable[tuple[str, str]], given: Mapping[str, str]
) -> dict[str, str]:
    """Return a colour for every owner, those ``given`` first; neighbours differ as far as there are colours.

    ``owned`` says how many areas each has: the larger choose first.
    """
    near: dict[str, set[str]] = {owner: set() for owner in owned}
    for one, other in beside:
        if one != other and one in near and other in near:
            near[one].add(other)
            near[other].add(one)
    found = {owner: given[owner] for owner in sorted(owned) if owner in given}
    used: dict[str, int] = dict.fromkeys(CALM, 0)
    for owner in sorted(owned, key=lambda owner: (-owned[owner], owner)):
        if owner in found:
            continue
        taken = {found[other] for other in near[owner] if other in found}
        free = [colour for colour in CALM if colour not in taken] or list(CALM)
        found[owner] = min(free, key=lambda colour: (used[colour], CALM.index(colour)))
        used[found[owner]] += 1
    return found


def mixed(colours: Sequence[str], weights: Sequence[float]) -> str:
    """Return a mixture of colours."""
    total = sum(weights)
    parts = [
        round(
            sum(int(colour[at : at + 2], 16) * weight for colour, weight in zip(colours, weights, strict=True)) / total
        )
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)
