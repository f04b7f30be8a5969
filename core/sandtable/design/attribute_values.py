"""Values of attributes as they are written in a form: whole numbers, yes and no, words; nothing takes one away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.spaces import Value


def value_text(value: Value | None) -> str:
    """Return a value as it is written."""
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def read_value(text: str, others: Sequence[Value | None]) -> Value | None:
    """Return the value that is written, of the type that the others have; nothing written is no value.

    Raises ``Invalid`` for what is no number where numbers stand.
    """
    text = text.strip()
    kinds = {type(one) for one in others if one is not None}
    if not text:
        return None
    if kinds == {str}:
        return text
    if kinds == {bool} or (not kinds and text in ("yes", "no")):
        if text not in ("yes", "no"):
            raise Invalid(f"{text!r} is neither yes nor no: write one of them")
        return text == "yes"
    try:
        return int(text)
    except ValueError:
        pass
    if kinds and str not in kinds:
        raise Invalid(f"{text!r} is not a whole number, as the other values are: write one")
    return text


def common_value(values: Sequence[str]) -> str | None:
    """Return the value that all have, ``None`` where they differ."""
    return values[0] if len(set(values)) == 1 else None
