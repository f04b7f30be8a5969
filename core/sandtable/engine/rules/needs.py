"""What is in force: the modules that are on, and whose needs are met by what the scenario grants and by each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken
from sandtable.engine.rules.options import AllOf, Need, Not
from sandtable.engine.rules.ordering import declared_order, way_round
from sandtable.engine.state.rows import GRANTS, Grants

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.state.row import Row


class Needs:
    """The needs of the modules of a game, each after those of the modules that it names.

    So one look at each gives what is in force: there is one such set, whatever the needs exclude.
    """

    def __init__(self, modules: Mapping[str, type[RuleModule]]) -> None:
        """Raise ``Broken`` for modules that wait for each other."""
        self._modules = modules
        found = {key: need_of(module) for key, module in modules.items()}
        given = {key: need for key, need in found.items() if need is not None}
        self.of = {key: given[key] for key in _in_order(given)}
        """The needs by module, in the order in which they are looked at."""

    @property
    def words(self) -> dict[str, list[str]]:
        """The words that scenarios may grant, each with the modules that ask for it."""
        found: dict[str, list[str]] = {}
        for key, need in sorted(self.of.items()):
            for name in dict.fromkeys(need.names()):
                if name not in self._modules:
                    found.setdefault(name, []).append(key)
        return found

    def in_force(self, choices: Choices) -> frozenset[str]:
        """Return the keys of the modules that count: registered, on if they are options, their needs met."""
        on = choices.on
        there = frozenset(key for key, module in self._modules.items() if module.option is None or key in on)
        if not self.of:
            return there
        have = {key for key in there if key not in self.of}
        for key, need in self.of.items():
            if key in there and need.is_met(self._with_words(have, choices)):
                have.add(key)
        return frozenset(have)

    def lacks(self, key: str, choices: Choices) -> str:
        """Say what keeps a module from being in force beside its option; nothing where nothing does."""
        need = self.of.get(key)
        have = self._with_words(self.in_force(choices), choices) if need is not None else frozenset[str]()
        if need is None or need.is_met(have):
            return ""
        reasons = dict.fromkeys(self._reason(name, wanted=wanted) for name, wanted in _unmet(need, have))
        return f"it needs {need}: {', '.join(reasons)}"

    def missing_grants(self, key: str, grants: Collection[str]) -> list[str]:
        """Return the words that a module needs and nobody grants, where its need cannot be met without them."""
        need = self.of.get(key)
        words = [] if need is None else [name for name in dict.fromkeys(need.names()) if name not in self._modules]
        missing = [word for word in words if word not in grants]
        return missing if need is not None and missing and not _can_be_met(need, {*self._modules, *grants}) else []

    def _with_words(self, keys: Collection[str], choices: Choices) -> frozenset[str]:
        """Return what a need may find there; the key of a module is that module, whatever a scenario grants."""
        return frozenset((*keys, *(choices.grants - self._modules.keys())))

    def _reason(self, name: str, *, wanted: bool) -> str:
        if name in self._modules:
            return f"{name} is not in force" if wanted else f"{name} is in force"
        return f"the scenario does not grant {name}" if wanted else f"the scenario grants {name}"


def need_of(module: type[RuleModule]) -> Need | None:
    """Return what a module needs."""
    return AllOf(module.needs) if isinstance(module.needs, str) else module.needs


def _unmet(need: Need | str, have: frozenset[str], *, wanted: bool = True) -> Iterator[tuple[str, bool]]:
    """Yield the names that stand against a need, and whether they are wanted there."""
    if isinstance(need, str):
        if (need in have) != wanted:
            yield need, wanted
        return
    for one in need.needs:
        yield from _unmet(one, have, wanted=wanted != isinstance(need, Not))


def _can_be_met(need: Need | str, names: Collection[str], *, wanted: bool = True) -> bool:
    """Tell whether a need could be met (or not be met) by some of these names."""
    if isinstance(need, str):
        return not wanted or need in names
    if isinstance(need, Not):
        return _can_be_met(need.needs[0], names, wanted=not wanted)
    each = (_can_be_met(one, names, wanted=wanted) for one in need.needs)
    return all(each) if isinstance(need, AllOf) == wanted else any(each)


def _in_order(needs: Mapping[str, Need]) -> list[str]:
    """Return the keys of modules with needs, each after those that its need names."""
    names = {key: tuple(need.names()) for key, need in needs.items()}
    for key in sorted(names):
        if circle := way_round(names, key):
            raise _circle(circle)
    return declared_order(sorted(names), ((name, key) for key, some in names.items() for name in some))


def _circle(keys: tuple[str, ...]) -> Broken:
    """Say which modules wait for each other; one that waits for itself most likely means a word."""
    if len(keys) == 2:
        why = "the key of a module is never granted: call what scenarios grant something else"
        return Broken(f"module {keys[0]} needs itself: {why}", keys[0])
    circle = " needs ".join(keys)
    return Broken(f"the needs of modules run in a circle: {circle}: let one of them not name the next", keys[0])


def naming_circles(names: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Say of each that names itself by way of others how that goes round: none of them can come before the next."""
    found: dict[str, str] = {}
    for key in names:
        if circle := way_round(names, key):
            says = " names ".join(circle)
            found[key] = f"modules name each other in a circle: {says}: let one of them not name the next"
    return found


def grants_in(rows: Iterable[Row]) -> frozenset[str]:
    """Return the words that rows grant."""
    return frozenset(word for row in rows if isinstance(row, Grants) for word in row.words)


def grants_rows(words: Collection[str]) -> list[Row]:
    """Return the row that grants some words; none for no words, so that a game without any is kept as it was."""
    return [Grants(GRANTS, tuple(sorted(set(words))))] if words else []
