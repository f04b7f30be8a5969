"""The reasons why not: a sentence with its facts, the rule it comes from, and what would make the action legal."""

from __future__ import annotations

import re
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Broken
from sandtable.engine.state.noted_rules import name_amenders
from sandtable.engine.state.row import Named, Row, title_of
from sandtable.engine.state.tally import Tally
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from sandtable.engine.state.position import Position


NO_NAMES: Final[dict[str, str]] = {}


class Refusal:
    """A reason why an action may not be done.

    ``says`` is a sentence with ``{names}`` from ``facts``; ``cure`` says what would make it legal. A row, or the id of
    one, is told by its name (``game.sentence_name``), a ``Tally`` with its rules. The rulebook fills in ``rule`` (and
    ``instead_of``, the rules it replaces or amends) from the citation. Raises ``Broken`` for a name in braces that is
    no fact.
    """

    __slots__ = ("cure", "facts", "instead_of", "named", "rests_on", "rule", "says")

    def __init__(self, says: str, /, *, cure: str = "", rule: str = "", **facts: object) -> None:
        for name in _fact_names(says):
            if name not in facts:
                raise Broken(f"the reason {says!r} says {{{name}}}, and no fact of that name is given: add {name}=...")
        self.says, self.cure, self.rule, self.facts = says, fit(cure) if cure else "", rule, facts
        self.named = NO_NAMES
        """The facts that have names in the position where it was given."""
        self.instead_of: tuple[str, ...] = ()
        self.rests_on: tuple[str, ...] = ()
        """The rules of options that have changed a number or a cell that was read for it: it names them."""

    def name_facts(self, game: Position) -> None:
        """Have rows, the ids of rows, and what says its own name, told by their names in a position."""
        self.named = {
            name: game.sentence_name(fact)
            for name, fact in self.facts.items()
            if isinstance(fact, str | Named) and f"{{{name}}}" in self.says
        }

    @property
    def text(self) -> str:
        named = (self.rule, *self.instead_of)
        text = fit(self.says.format_map({name: _fact(fact, named) for name, fact in self.facts.items()} | self.named))
        if not self.rests_on:
            return text
        return name_amenders(text, tuple(rule for rule in self.rests_on if rule not in named))

    def __str__(self) -> str:
        cited = ""
        if self.rule:
            cited = f" ({self.rule}{' in place of ' + ', '.join(self.instead_of) if self.instead_of else ''})"
        return f"{self.text}{cited}{' — ' + self.cure if self.cure else ''}"

    def __repr__(self) -> str:
        return f"Refusal({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, str(self)) == (other.rule, str(other))

    def __hash__(self) -> int:
        return hash((self.rule, self.text))


class Stop(Refusal):
    """A reason why a way ends where it has come to, with the words and the rule of a refusal."""

    __slots__ = ()


@lru_cache(maxsize=4096)
def _fact_names(says: str) -> tuple[str, ...]:
    """Return the names of the facts that a sentence wants; raises ``Broken`` for braces that make no name."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(says) if name is not None]
    except ValueError as error:
        raise Broken(
            f"the reason {says!r} cannot be read: {error}; write a brace that is meant as it is twice"
        ) from error
    return tuple(dict.fromkeys(re.split(r"[.\[]", name)[0] for name in names))


def _fact(fact: object, named: tuple[str, ...]) -> object:
    """Return a fact as it is told: of a number with its parts, the rules it rests on that are not named anyway."""
    if isinstance(fact, Row):
        return title_of(fact) or fact.id
    return fact.with_rules(named) if isinstance(fact, Tally) else fact


Verdict = list[Refusal]
"""All reasons against an action; legal means none."""
