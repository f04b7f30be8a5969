"""The arithmetic of proportional losses (12.3.6): losses by nation in a ratio, rounded."""

from __future__ import annotations

from sandtable_empires.model import NationId

Counts = dict[NationId, int]
"""Factors by nation."""


def in_proportion(losses: int, start: Counts, there: Counts) -> Counts:
    """Return the losses of each nation in the ratio of ``start``, .5 rounded up, and no more than it has ``there``."""
    total = sum(start.values())
    return {nation: min((2 * losses * start[nation] + total) // (2 * total), left) for nation, left in there.items()}


def odd_ones(losses: int, start: Counts, there: Counts, parts: Counts) -> tuple[NationId, ...]:
    """Return on whom one loss more may fall, or one less, until ``parts`` come to all losses.

    One more falls on those who were rounded down, one less on those who were rounded up (R-29); where they cannot bear
    it, on anybody who can.
    """
    total, step = sum(start.values()), 1 if losses > sum(parts.values()) else -1
    able = [nation for nation, part in parts.items() if 0 <= part + step <= there[nation]]
    rounded = [one for one in able if step * (losses * start[one] - total * parts[one]) > 0]
    return tuple(rounded or able)
