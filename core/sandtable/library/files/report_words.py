"""Lengths, areas, counts and lists, as reports tell them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def amount(value: float, unit: str = "") -> str:
    """Return a number with three digits that count, whole from 100 on, and its unit: ``3,412 km²``."""
    text = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{text} {unit}" if unit else text


def length(value: float, unit: str) -> str:
    """Return a length in map units."""
    return amount(value, unit) if unit else f"{amount(value)} units"


def area(value: float, unit: str) -> str:
    """Return an area in square map units."""
    return amount(value, f"{unit}²") if unit else f"{amount(value)} square units"


def count_of(count: int, one: str, more: str = "") -> str:
    """Return ``1 hex``, ``12 hexes``: the plural adds an s unless it is given."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def show_hidden(text: str) -> str:
    """Return a text that shows all that is in it: what cannot be seen, or would move the cursor, as its escape."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def join_names(names: Iterable[str], most: int = 6, last: str = "and") -> str:
    """Return names as a sentence has them, the rest counted: ``a, b and 3 more``."""
    all_names: Sequence[str] = list(names)
    if len(all_names) > most:
        return f"{', '.join(all_names[:most])}{last if last == ',' else f' {last}'} {len(all_names) - most} more"
    between = ", " if last == "," else f" {last} "
    return between.join(part for part in (", ".join(all_names[:-1]), *all_names[-1:]) if part)
