"""What spaces are selected by: ``kind = land and (money > 2 or not has port)``, read word by word, never run as code.

A word on the left is ``id``, ``name``, ``kind``, ``terrain``, ``level`` or an attribute. On the right stands a number,
a word, or text in quotes. ``~`` asks whether the text is in it, ``in`` whether a space belongs to a region or to one
within it, ``has`` whether it has the attribute at all. Capitals make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.engine.errors import Invalid, unknown

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Space

Condition = Callable[["Space"], bool]

LONGEST: Final = 2_000
DEEPEST: Final = 50
TOKEN: Final = re.compile(r"""\s*(?:(?P<text>"[^"]*"|'[^']*')|(?P<sign><=|>=|!=|[=<>~()])|(?P<word>[^\s=<>!~()"']+))""")
ORDER: Final[dict[str, Callable[[Any, Any], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
JOINING: Final = ("and", "or", "not", "has", "in")


def select_spaces(sheet: Map, text: str) -> list[SpaceId]:
    """Return the spaces for which a condition is true, hexes among them; raises ``Invalid`` saying where it fails."""
    condition = ConditionReader(sheet, text).read()
    return [id for id in sheet.spaces() if condition(sheet.space(id))]


class ConditionReader:
    """Reads one condition for one map."""

    def __init__(self, sheet: Map, text: str) -> None:
        if len(text) > LONGEST:
            raise Invalid(f"the condition has {len(text):,} characters: keep to {LONGEST:,}")
        self._sheet, self._text = sheet, text
        self._tokens = list(_tokens(text))
        self._at = self._depth = 0
        self._inside: dict[str, frozenset[SpaceId]] = {}

    def read(self) -> Condition:
        """Return what the text says."""
        if not self._tokens:
            raise Invalid("the condition is empty: write for instance kind = land, or money > 2 and not has port")
        found = self._any_of()
        if self._at < len(self._tokens):
            raise self._wrong(f"{self._tokens[self._at]!r} is not expected here: join conditions with and, or")
        return found

    # --- from the loosest to the tightest -----------------------------------------------------------------------

    def _any_of(self) -> Condition:
        parts = [self._all_of()]
        while self._takes("or"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else lambda space: any(part(space) for part in parts)

    def _all_of(self) -> Condition:
        parts = [self._one()]
        while self._takes("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else lambda space: all(part(space) for part in parts)

    def _one(self) -> Condition:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong(f"conditions are nested more than {DEEPEST} deep: say it more simply")
        try:
            if self._takes("not"):
                denied = self._one()
                return lambda space: not denied(space)
            if self._takes("("):
                inner = self._any_of()
                if not self._takes(")"):
                    raise self._wrong("a bracket is open: close it with )")
                return inner
            if self._takes("has"):
                name = self._word("an attribute")
                return lambda space: _fact(space, name) is not None
            if self._takes("in"):
                return self._in_region()
            return self._comparison()
        finally:
            self._depth -= 1

    def _in_region(self) -> Condition:
        wanted = _unquoted(self._word("a region")).casefold()
        found = [one.id for one in self._sheet.regions if wanted in (one.id.casefold(), one.name.casefold())]
        if not found:
            raise unknown("region", wanted, [str(one.id) for one in self._sheet.regions])
        inside = frozenset(space for region in found for space in self._sheet.spaces_of(RegionId(region)))
        return lambda space: space.id in inside

    def _comparison(self) -> Condition:
        name = self._word("a name, or an attribute")
        sign = self._word("=, !=, <, <=, >, >= or ~")
        if sign not in ("=", "!=", "~", *ORDER):
            raise self._wrong(f"{sign!r} compares nothing: use =, !=, <, <=, >, >= or ~", back=1)
        value = self._word("what to compare it with")
        if sign in ORDER:
            return self._ordered(name, ORDER[sign], value)
        wanted = _unquoted(value).casefold()
        match sign:
            case "=":
                return lambda space: _same(_fact(space, name), wanted)
            case "!=":
                return lambda space: not _same(_fact(space, name), wanted)
            case _:
                return lambda space: wanted in str(_fact(space, name) or "").casefold()

    def _ordered(self, name: str, holds: Callable[[Any, Any], bool], value: str) -> Condition:
        try:
            bound = int(value)
        except ValueError:
            raise self._wrong(f"{value!r} is not a whole number: only numbers have an order", back=1) from None

        def compare(space: Space) -> bool:
            fact = _fact(space, name)
            return isinstance(fact, int) and not isinstance(fact, bool) and holds(fact, bound)

        return compare

    # --- words --------------------------------------------------------------------------------------------------

    def _takes(self, word: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at].casefold() == word:
            self._at += 1
            return True
        return False

    def _word(self, what: str) -> str:
        if self._at >= len(self._tokens) or self._tokens[self._at] in "()":
            raise self._wrong(f"{what} is missing")
        word = self._tokens[self._at]
        if word.casefold() in JOINING:
            raise self._wrong(f"{what} is missing before {word!r}; a word that joins conditions stands in quotes")
        self._at += 1
        return word

    def _wrong(self, why: str, back: int = 0) -> Invalid:
        so_far = " ".join(self._tokens[: self._at - back])
        return Invalid(f"{why}{f' (after {so_far})' if so_far else ''}")


def _tokens(text: str) -> Iterator[str]:
    at, end = 0, len(text.rstrip())
    while at < end:
        found = TOKEN.match(text, at)
        if found is None:
            raise Invalid(f"{text[at : at + 20].strip()!r} cannot be read: close its quotes, or leave it out")
        yield found.group().strip()
        at = found.end()


def _unquoted(word: str) -> str:
    return word[1:-1] if word[:1] in "\"'" and len(word) > 1 else word


def _fact(space: Space, name: str) -> Any:
    """Return what a space is called, or is; ``None`` for what it does not say."""
    match _unquoted(name).casefold():
        case "id":
            return space.id
        case "name":
            return space.name
        case "kind":
            return space.kind
        case wanted:
            return next((value for one, value in space.attributes if one.casefold() == wanted), None)


def _same(fact: Any, wanted: str) -> bool:
    if isinstance(fact, bool):
        return wanted == ("yes" if fact else "no") or wanted == str(fact).casefold()
    return fact is not None and str(fact).casefold() == wanted
