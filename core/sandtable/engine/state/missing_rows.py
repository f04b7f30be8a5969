"""What is said where a row names another that is not there: which row, which field, what was most likely meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from sandtable.engine.state.row_fields import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Struct

    from sandtable.engine.state.row import Row


def missing_words(row: Row, field: str, named: str, target: type[Row], there: Iterable[str]) -> str:
    """Say that a field of a row names one of ``target`` that is not ``there``, and which of those is nearest."""
    title = getattr(row, "title", "")
    who = f"{type(row).stored} {row.id!r}{f' ({title})' if title and title != row.id else ''}"
    near = nearest(named, there)
    return f"{who}: {named_by(row, field)} {named!r}, but there is no such {target.__name__}{near}"


def named_by(thing: Struct, field: str) -> str:
    """Begin to say what a field holds: one thing, or some."""
    verb = "is" if isinstance(getattr(thing, field), str) else "name"
    return f"its {title_of(type(thing), field)} {verb}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Ask whether what is most like a name was meant; nothing where nothing is like it."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f": did you mean {near[0]!r}?" if near else ""
