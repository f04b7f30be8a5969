"""What colours mean: terrain by its name, everything else by colours that neighbours do not share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sandtable.present.terrain import WATER, look_of

SEA: Final = WATER.day
PAPER: Final = "#fbf8f0"
INK: Final = "#2b2a26"
NOBODY: Final = "#e9e4d6"

CALM: Final[tuple[str, ...]] = (
    "#e8c9a0", "#b9cfa6", "#b7cbe0", "#e3b7ae", "#d6c3df", "#f0e2a4", "#a9d3cb", "#e0cdb8", "#cbd8b0", "#e9bcd0",
    "#c2c6ea", "#d9d08f", "#b4dfb0", "#f2cbb9", "#c9b79a", "#a8c4c9",
)  # fmt: skip
"""Land colours on which names can be read."""


def terrain_colours(terrains: Iterable[str]) -> dict[str, str]:
    """Return the colour of every terrain, as the screen has it by day."""
    return {name: look_of(name).day for name in sorted(set(terrains))}


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


def mix(colours: Sequence[str], weights: Sequence[float]) -> str:
    """Return a mixture of colours."""
    total = sum(weights)
    parts = [
        round(
            sum(int(colour[at : at + 2], 16) * weight for colour, weight in zip(colours, weights, strict=True)) / total
        )
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)
