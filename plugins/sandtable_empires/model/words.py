"""Numbers in words, as the log and the questions have them."""

from __future__ import annotations


def counted(factors: int) -> str:
    """Say a number of factors: 1 factor, 2 factors."""
    return f"{factors} factor" if factors == 1 else f"{factors} factors"


def in_tenths(value: int) -> str:
    """Say a value that is counted in tenths, as morale is: 2.4."""
    return f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}"
