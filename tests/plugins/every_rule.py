"""House rules for every rule of a game: one that amends it and one that takes it out of force, each a module."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, Final

from sandtable.engine import Broken, Choices, GameSystem, InstalledGame, Option, RuleModule, rule
from sandtable.engine.rules.rule_functions import RuleFunction
from sandtable.engine.rules.rulebook import Rulebook

ALL: Final = "amends_all"
"""The module that amends every rule at once."""


class EveryRule:
    """A game with house rules for all of its rules, installed together: what comes of each alone."""

    def __init__(self, system: GameSystem) -> None:
        self.game = InstalledGame(system, ours=True)
        self.rules = self.game.where
        self.refused: dict[str, str] = {}
        """Why a house rule cannot be installed, by the key of its module."""

    @cached_property
    def shared(self) -> frozenset[str]:
        """The rules that share a function with others, or stand on several though they amend none."""
        return frozenset(
            id
            for id, functions in self.rules.items()
            if any((len(functions) > 1 and not one.citation.amends) or len(one.citation.ids) > 1 for one in functions)
        )

    @cached_property
    def installed(self) -> InstalledGame:
        """The game with the house rules for all of its rules; what it refuses is left out and noted."""
        house = {module.key: module for module in self._house()}
        system = self.game.system
        while True:
            try:
                return InstalledGame(replace(system, modules=(*system.modules, *house.values())), ours=True)
            except Broken as error:
                if error.module not in house:
                    raise
                self.refused[error.module] = str(error)
                del house[error.module]

    def _house(self) -> Iterable[type[RuleModule]]:
        for id in self.rules:
            yield self.amending(amending_key(id), [(f"HOUSE-amends-{id}", one) for one in self.rules[id]])
            yield superseding(id)
        yield self.amending(ALL, [(f"HOUSE-all-{id}", one) for id in self.rules for one in self.rules[id]])

    def amending(self, key: str, targets: Iterable[tuple[str, RuleFunction]]) -> type[RuleModule]:
        """Make a module that amends these functions, each by a rule of its own, and changes nothing."""
        body = {
            f"rule_{n}": amendment(id, one, (*self.amended_by(one), *self.replaced_by(one, id)))
            for n, (id, one) in enumerate(targets)
        }
        return module(key, "House rules that change nothing", [id for id, _ in targets], body)

    def amended_by(self, target: RuleFunction) -> tuple[str, ...]:
        """Return the rules of the game itself that amend a function: a house rule comes after them."""
        functions = [one for some in self.game.functions.values() for one in some]
        return tuple(id for one in functions if target.rule_ids in one.citation.amends for id in one.citation.ids)

    def replaced_by(self, target: RuleFunction, id: str) -> tuple[str, ...]:
        """Return the amendments like this one of the rules that take a function's place: it comes after them."""
        kind = id.removesuffix(target.citation.ids[0])
        functions = [one for some in self.game.functions.values() for one in some]
        there = [one for one in functions if set(target.citation.ids) & set(one.citation.supersedes)]
        return tuple(f"{kind}{own}" for one in there for own in one.citation.ids)

    def rulebook(self, id: str, key: str = "") -> Rulebook:
        """Compile the rules with the option that a rule is of, and with a house rule."""
        return self.installed.rulebook(self._choices(id, key))

    def objections(self, id: str, key: str) -> list[str]:
        """Say why a house rule cannot be in force."""
        return self.installed.problems(self._choices(id, key))

    def _choices(self, id: str, key: str) -> Choices:
        self.installed  # noqa: B018  # what it refuses is known when it is there
        assert key not in self.refused, self.refused[key]
        return Choices(self.needed(id) | ({key} if key else set[str]()), grants=self.granted(id))

    @cache  # noqa: B019  # as below
    def granted(self, id: str) -> frozenset[str]:
        """Return the words that a scenario must grant for a rule to be in force."""
        keys = {function.module.key for function in self.rules[id]}
        return frozenset(word for key in keys for word in self.game.needs.missing_grants(key, ()))

    @cache  # noqa: B019  # there are few of these games, and they are kept
    def needed(self, id: str) -> frozenset[str]:
        """Return the options that must be on for a rule to be in force."""
        own = frozenset(function.module.key for function in self.rules[id]) & self.game.options.keys()
        choices = Choices(frozenset(sorted(own)[:1]))
        if not self.game.problems(choices):
            return choices.on
        return next(on for on in self.game.nearest(choices) if on & own)


def amending_key(id: str) -> str:
    return f"amends_{id.replace('.', '_')}"


def superseding_key(id: str) -> str:
    return f"without_{id.replace('.', '_')}"


def superseding(id: str) -> type[RuleModule]:
    """Make a module that takes a rule out of force and puts nothing in its place."""
    own = f"HOUSE-without-{id}"
    return rule(own, supersedes=id)(module(superseding_key(id), f"{id} is out of force", [own], {}))


def amendment(id: str, target: RuleFunction, after: tuple[str, ...]) -> Any:
    """Write what amends a function: it takes the same, hands all of it on by name, and answers what is answered.

    ``after`` are the other amendments of the function.
    """
    names = [name for name in target.parameters if name != "was"]

    def handed_on(given: tuple[Any, ...]) -> dict[str, Any]:
        return {name: one for name, one in zip(names, given, strict=True) if name != "game"}

    def answer(self: RuleModule, was: Any, *given: Any) -> Any:
        return was(**handed_on(given))

    async def answer_in_the_end(self: RuleModule, was: Any, *given: Any) -> Any:
        return await was(**handed_on(given))

    function: Any = answer_in_the_end if target.asynchronous else answer
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    function.__wrapped__ = getattr(target.module, target.name)  # so that it is read by its signature
    function.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in ("self", "was", *names)])
    first = target.citation.ids[0]  # one that changes nothing commutes with others of its kind
    return rule(id, amends=first, looks_at=target.looks_at, after=after, commutes=True)(function)


def module(key: str, says: str, ids: Iterable[str], body: dict[str, Any]) -> type[RuleModule]:
    """Make a module, an option, with texts for its rules."""
    texts = dict.fromkeys(ids, f"House rule: {says}.")
    return type(key, (RuleModule,), {"key": key, "texts": texts, "option": Option(key, says), **body})


def in_force(rulebook: Rulebook) -> set[str]:
    """Return the rules that a function stands for."""
    return {id for function in rulebook.functions() for id in function.citation.ids}
