"""The words there are in a game, and what a path of them means at a place: ``unit.area.bridge``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import Broken, Invalid, unknown
from sandtable.engine.rules.facts import GAME, Consequence, Fact, FactType, Occasion, Word, fact_type
from sandtable.engine.rules.rule_functions import FACTS

if TYPE_CHECKING:
    from sandtable.engine.hooks import Hook
    from sandtable.engine.rules.module_set import ModuleSet
    from sandtable.engine.state.row import Row


@dataclass(frozen=True, slots=True)
class Root:
    """Something that is there at a place: how its code reads, its type, what it is called."""

    code: str
    type: FactType
    says: str


Roots = Mapping[str, Root]


@dataclass(frozen=True, slots=True)
class Reading:
    """A path of words, read at a place: where it begins, the facts on the way, what it is of, what it is in English.

    ``of`` is read for the last fact, where that is about two.
    """

    root: Root | None
    facts: tuple[Fact, ...]
    of: Reading | None
    type: FactType
    says: str

    @property
    def is_statement(self) -> bool:
        return self.type.name == "bool"


@dataclass
class Vocabulary:
    """The facts by subject and name, occasions by action and hook, consequences; ``owners`` are the modules of each."""

    facts: dict[tuple[str, str], Fact] = field(default_factory=dict[tuple[str, str], Fact])
    occasions: dict[object, Occasion] = field(default_factory=dict[object, Occasion])
    consequences: dict[tuple[str, str], Consequence] = field(default_factory=dict[tuple[str, str], Consequence])
    owners: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    @classmethod
    def of(cls, family: ModuleSet) -> Vocabulary:
        """Return the words that the modules of a game declare; raises ``Broken`` for one that stands twice."""
        found = cls()
        for key, functions in family.functions.items():
            for function in functions:
                if function.slot == FACTS:
                    found.add(key, getattr(family.modules[key](), function.name)())
        return found

    def add(self, module: str, words: Iterable[Word]) -> None:
        """Take the words of a module in."""
        for word in words:
            if isinstance(word, Occasion):
                self.occasions[word.about] = word
            if not isinstance(word, Fact | Consequence):
                continue
            at = (subject_name(word), word.name)
            known: dict[Any, Any] = self.facts if isinstance(word, Fact) else self.consequences
            if at in known:
                raise Broken(
                    f"module {module} declares {' '.join(at)} a second time ({self.owners[at]} has it)", module
                )
            known[at] = word
            self.owners[at] = module

    def row_of(self, kind: FactType) -> type[Row] | None:
        """Return the table whose ids are of a type, where facts tell."""
        return next((one.row for (subject, _), one in self.facts.items() if subject == kind.name and one.row), None)

    def names(self, subject: str) -> list[str]:
        """Return what can be read of a subject."""
        return [name for known, name in self.facts if known == subject]

    def read(self, path: str, of: str, roots: Roots) -> Reading:
        """Return what a path means at a place; raises ``Invalid`` naming the word that is not known there."""
        first, *rest = path.split(".")
        facts: list[Fact] = []
        if first in roots:
            root: Root | None = roots[first]
            kind, says = roots[first].type, roots[first].says
        elif (GAME, first) in self.facts:
            root, facts = None, [self.facts[GAME, first]]
            kind, says = fact_type(facts[0].type), facts[0].says
        else:
            known = [*roots, *self.names(GAME)]
            raise unknown("word", first, known, "a word begins with one of these")
        optional = kind.is_optional
        for name in rest:
            fact = self._fact(kind, name)
            facts.append(fact)
            kind, says = fact_type(fact.type), fact.says.replace("{it}", says)
            optional = optional or kind.is_optional
        other = self._other(facts[-1] if facts else None, of, roots, path)
        if other is not None:
            says = says.replace("{of}", other.says)
        return Reading(root, tuple(facts), other, FactType(kind.name, optional, kind.choices), says)

    def _fact(self, kind: FactType, name: str) -> Fact:
        if (kind.name, name) not in self.facts:
            known = self.names(kind.name)
            asked = f"{name!r} is asked of {kind.called}"
            raise unknown("fact", name, known, asked if known else f"{asked}, of which nothing can be asked")
        return self.facts[kind.name, name]

    def _other(self, last: Fact | None, of: str, roots: Roots, path: str) -> Reading | None:
        wants = fact_type(last.of) if last is not None and last.of is not None else None
        if wants is None:
            if of:
                raise Invalid(f"{path} is about one thing: leave out of = {of!r}")
            return None
        if not of:
            raise Invalid(f"{path} is about two things: say with `of` which is the other: {wants.called}")
        other = self.read(of, "", roots)
        if other.type.name != wants.name:
            raise Invalid(f"{path} needs {wants.called} for `of`, and {of} is {other.type.called}")
        return other


def subject_name(word: Fact | Consequence) -> str:
    """Return the name of the type that a word is about."""
    return GAME if word.subject is None else fact_type(word.subject).name


def roots_of(hints: Mapping[str, Any], code: str, words: Mapping[str, str]) -> dict[str, Root]:
    """Return the fields of an action or the arguments of a hook as roots; ``code`` is what they are read of."""
    return {
        name: Root(f"{code}{name}", fact_type(hint), words.get(name) or f"the {name.replace('_', ' ')}")
        for name, hint in hints.items()
    }


def hook_hints(hook: Hook[..., Any]) -> dict[str, Any]:
    """Return the types of a hook's arguments but the game, as they are written."""
    return {name: _written(hook.annotations.get(name, "Any")) for name in hook.parameters if name != "game"}


def _written(note: str) -> Any:
    plain = note.removesuffix(" | None")
    return plain if plain == note else (plain, None)


def either(names: Iterable[object]) -> str:
    """Return names of which one is meant, for a sentence: "wood, hills or marsh"."""
    *others, last = map(str, names)
    return f"{', '.join(others)} or {last}" if others else last
