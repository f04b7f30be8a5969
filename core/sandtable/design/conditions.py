"""What spaces and rows are selected by: ``kind = land and (money > 2 or not has port)``, read word by word, never run.

A word on the left is ``id``, ``name``, ``kind``, ``terrain``, ``level`` or an attribute, of a row any of its fields. On
the right stands a number, a word, or text in quotes. ``~`` asks whether the text is in it, ``in`` whether a space
belongs to a region or to one within it, ``has`` whether it has the attribute at all. Capitals make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.engine.errors import Invalid, unknown

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Space

T = TypeVar("T")
Condition = Callable[[T], bool]

LONGEST: Final = 2_000
DEEPEST: Final = 50
TOKEN: Final = re.compile(r"""\s*(?:(?P<text>"[^"]*"|'[^']*')|(?P<sign><=|>=|!=|[=<>~()])|(?P<word>[^\s=<>!~()"']+))""")
ORDER: Final[dict[str, Callable[[Any, Any], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
JOINING: Final = ("and", "or", "not", "has", "in")


def select_spaces(sheet: Map, text: str) -> list[SpaceId]:
    """Return the spaces for which a condition is true, hexes among them; raises ``Invalid`` saying where it fails."""

    def inside(region: str) -> Condition[Space]:
        there = spaces_within(sheet, region)
        return lambda space: space.id in there

    def facts(space: Space, name: str) -> tuple[Any, ...]:
        return (_fact(space, name),)

    condition = ConditionReader(text, facts, inside).read()
    return [id for id in sheet.spaces() if condition(sheet.space(id))]


def spaces_within(sheet: Map, region: str) -> frozenset[SpaceId]:
    """Return the spaces of a region, and of those within it, by its id or its name; raises ``Invalid`` for no such."""
    wanted = region.casefold()
    found = [one.id for one in sheet.regions if wanted in (one.id.casefold(), one.name.casefold())]
    if not found:
        raise unknown("region", wanted, [str(one.id) for one in sheet.regions])
    return frozenset(space for one in found for space in sheet.spaces_of(RegionId(one)))


class ConditionReader(Generic[T]):
    """Reads one condition: ``facts`` gives what a thing has under a name, ``inside`` tells whether it is in a region.

    It may have several values there: then a comparison holds where it holds of one of them.
    """

    def __init__(
        self, text: str, facts: Callable[[T, str], tuple[Any, ...]], inside: Callable[[str], Condition[T]]
    ) -> None:
        if len(text) > LONGEST:
            raise Invalid(f"the condition has {len(text):,} characters: keep to {LONGEST:,}")
        self._facts, self._inside, self._text = facts, inside, text
        self._tokens = list(_tokens(text))
        self._at = self._depth = 0

    def read(self) -> Condition[T]:
        """Return what the text says."""
        if not self._tokens:
            raise Invalid("the condition is empty: write for instance kind = land, or money > 2 and not has port")
        found = self._any_of()
        if self._at < len(self._tokens):
            raise self._wrong(f"{self._tokens[self._at]!r} is not expected here: join conditions with and, or")
        return found

    # --- from the loosest to the tightest -----------------------------------------------------------------------

    def _any_of(self) -> Condition[T]:
        parts = [self._all_of()]
        while self._takes("or"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else lambda thing: any(part(thing) for part in parts)

    def _all_of(self) -> Condition[T]:
        parts = [self._one()]
        while self._takes("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else lambda thing: all(part(thing) for part in parts)

    def _one(self) -> Condition[T]:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong(f"conditions are nested more than {DEEPEST} deep: say it more simply")
        try:
            if self._takes("not"):
                denied = self._one()
                return lambda thing: not denied(thing)
            if self._takes("("):
                inner = self._any_of()
                if not self._takes(")"):
                    raise self._wrong("a bracket is open: close it with )")
                return inner
            if self._takes("has"):
                name = unquoted(self._word("an attribute"))
                return lambda thing: any(one not in (None, "") for one in self._facts(thing, name))
            if self._takes("in"):
                return self._inside(unquoted(self._word("a region")))
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> Condition[T]:
        name = unquoted(self._word("a name, or an attribute"))
        sign = self._word("=, !=, <, <=, >, >= or ~")
        if sign not in ("=", "!=", "~", *ORDER):
            raise self._wrong(f"{sign!r} compares nothing: use =, !=, <, <=, >, >= or ~", back=1)
        value = self._word("what to compare it with")
        if sign in ORDER:
            return self._ordered(name, ORDER[sign], value)
        wanted, facts = unquoted(value).casefold(), self._facts
        match sign:
            case "=":
                return lambda thing: any(_same(one, wanted) for one in facts(thing, name))
            case "!=":
                return lambda thing: not any(_same(one, wanted) for one in facts(thing, name))
            case _:
                return lambda thing: any(wanted in str(one or "").casefold() for one in facts(thing, name))

    def _ordered(self, name: str, holds: Callable[[Any, Any], bool], value: str) -> Condition[T]:
        try:
            bound = int(value)
        except ValueError:
            raise self._wrong(f"{value!r} is not a whole number: only numbers have an order", back=1) from None

        def compare(thing: T) -> bool:
            return any(
                isinstance(one, int) and not isinstance(one, bool) and holds(one, bound)
                for one in self._facts(thing, name)
            )

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


def unquoted(word: str) -> str:
    """Return a word without its quotation marks."""
    return word[1:-1] if word[:1] in "\"'" and len(word) > 1 else word


def _fact(space: Space, name: str) -> Any:
    """Return what a space is called, or is; ``None`` for what it does not say."""
    match name.casefold():
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
