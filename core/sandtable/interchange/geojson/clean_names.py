"""Foreign texts and values made fit for a map: names without invisible marks, ids, attributes of the three kinds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from sandtable.board.spaces import Value
from sandtable.engine.words import fit

SHOWN: Final = 5
"""So many names are told."""


def clean_name(text: str) -> str:
    """Return a name fit to be shown, composed, single spaces between its words."""
    return " ".join(fit(unicodedata.normalize("NFC", text)).split())


def list_names(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def slug(text: str) -> str:
    """Return a text as an id: small letters without accents, digits, hyphens."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o").replace("ł", "l"))
    return re.sub(r"[^a-z0-9]+", "-", "".join(one for one in plain if not unicodedata.combining(one)).lower()).strip(
        "-"
    )


def value_of(given: Any) -> tuple[Value, bool]:
    """Return a property as an attribute, and whether it is one as it came; what is not is kept as JSON text."""
    if isinstance(given, str):
        return fit(given, lines=True), True
    if isinstance(given, bool) or (isinstance(given, int) and -(2**63) <= given < 2**63):
        return given, True
    if isinstance(given, float) and given.is_integer() and abs(given) < 2**53:
        return int(given), True
    return msgspec.json.encode(given).decode("utf-8"), False


class GivenNames:
    """GivenNames or ids that are given out once each."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}
        self.changed: list[tuple[str, str]] = []
        """What was wished, and what it became."""

    def free(self, wish: str, pattern: str, *, given: bool = True) -> str:
        """Return the wish, or by a pattern like ``{}-{}`` the first that nobody has.

        ``given``: the wish stood in the file; one that we have made up is changed without a word.
        """
        found, number = wish, self._numbers.get(wish, 2)
        while found in self._taken:
            found, number = pattern.format(wish, number), number + 1
        self._numbers[wish] = number
        self._taken.add(found)
        if found != wish and given:
            self.changed.append((wish, found))
        return found
