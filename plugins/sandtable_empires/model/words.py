"""Numbers and names in words, as the log and the questions have them."""

from __future__ import annotations

from sandtable.engine import counted


def factors_text(factors: int) -> str:
    """Say a number of factors: 1 factor, 2 factors."""
    return f"{factors} factor" if factors == 1 else f"{factors} factors"


def days_text(days: int) -> str:
    """Say a number of days: 1 day, 3 days."""
    return f"{days} day" if days == 1 else f"{days} days"


def arm_text(arm: str, factors: int) -> str:
    """Say a number of factors of an arm: 1 cavalry factor, 3 infantry factors."""
    return f"{counted(factors, f'{arm} factor')}"


def in_tenths(value: int) -> str:
    """Say a value that is counted in tenths, as morale is: 2.4."""
    return f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}"


def whose(name: str) -> str:
    """Say that something belongs to whoever is named: Spain's, the Hanse Towns'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def does(names: str, verb: str) -> str:
    """Say what those who are named do: Spain breaks; Great Britain and Spain break."""
    return f"{names} {verb}" if " and " in names else f"{names} {verb}s"
