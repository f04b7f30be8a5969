"""How high stacks lie over each other: those that stay keep their levels, so that nothing of them is painted anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE: Final = 1e-6
"""How much higher a counter of a stack lies than the one under it."""
LEAST: Final = 1e-2
"""How far two stacks lie apart at the least: so many counters have room between them."""
HIGHEST: Final = 40_000.0
"""Badges and signs lie over all levels."""


def levels_of(known: Sequence[float | None]) -> list[float]:
    """Return a level for each stack, from the lowest up; those that are ``known``, and rise, are kept if they can be.

    Others come half way between those beside them; where there is no room left all are given anew.
    """
    levels: list[float] = []
    for at, level in enumerate(known):
        below = levels[-1] if levels else None
        if level is None:
            above = next((one for one in known[at + 1 :] if one is not None), None)
            level = _between(below, above)
        if below is not None and level < below + LEAST:
            return [float(place) for place in range(len(known))]
        levels.append(level)
    fits = not levels or (abs(levels[0]) < HIGHEST and abs(levels[-1]) < HIGHEST)
    return levels if fits else [float(place) for place in range(len(known))]


def _between(below: float | None, above: float | None) -> float:
    if below is None:
        return 0.0 if above is None else above - 1.0
    return below + 1.0 if above is None else (below + above) / 2
