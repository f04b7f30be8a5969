"""Why a set of options is impossible, in words, and the nearest sets that work; parameters within their bounds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rules.facts import fact_type
from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.unfit import BOUND, BOUNDS
from sandtable.engine.words import in_a_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.rules.options import Need
    from sandtable.engine.rules.rules import RuleModule

FEW: Final = 12
"""Of up to so many options all can matter to whether a rulebook can be made; of more, those that others name."""
TRIES: Final = 20_000
"""So many sets are tried at most."""
Modules = Mapping[str, "type[RuleModule]"]
Capabilities = Callable[[frozenset[str]], frozenset[str]]


class OptionClash(NamedTuple):
    """What stands against a set of options: an option, and the names whose presence or absence it cannot bear.

    ``need`` is the one that is not met; without one the option excludes what is named.
    """

    key: str
    names: tuple[str, ...]
    need: Need | None = None


def problems(
    on: Iterable[str], modules: Modules, capabilities: Capabilities, lacks: Callable[[str], str] = lambda _: ""
) -> list[str]:
    """Say in words why this set of options cannot be used together; an empty list means it can.

    One that is out of force requires nothing and stands in nobody's way; ``lacks`` says what it lacks.
    """
    chosen = _known(on, modules)
    have = capabilities(chosen)
    return [_in_words(one, chosen, modules, have, capabilities, lacks) for one in _clashes(chosen, modules, have)]


def _known(on: Iterable[str], modules: Modules) -> frozenset[str]:
    chosen = frozenset(on)
    if strangers := chosen - modules.keys():
        raise unknown("option", min(strangers), modules)
    return chosen


def _in_words(
    clash: OptionClash,
    chosen: frozenset[str],
    modules: Modules,
    have: frozenset[str],
    capabilities: Capabilities,
    lacks: Callable[[str], str],
) -> str:
    """Say what stands against a set; of what an option misses, what is only off, and what there is not at all."""
    key, names, need = clash
    if need is None:
        return f"{key} cannot be used with {names[0]}"
    off, gone = list[str](), list[str]()
    for name in names:
        if name not in have:
            given = _off_that_gives(name, chosen, modules, capabilities)
            (gone if given is None else off).append(_lacking(name, given, lacks))
    says = [f"{key} needs {need}"]
    says += [f"{in_a_row(off)} {'is' if len(off) == 1 else 'are'} off"] if off else []
    says += [f"there is no {in_a_row(gone, 'or')}"] if gone else []
    return "; ".join(says)


def _off_that_gives(name: str, chosen: frozenset[str], modules: Modules, capabilities: Capabilities) -> str | None:
    """Return an option that is off and gives a name, itself or a rule of it; ``None`` where no one option does."""
    if name in modules:
        return None if name in chosen else name
    return next((key for key in sorted(modules.keys() - chosen) if name in capabilities(chosen | {key})), None)


def _lacking(name: str, given: str | None, lacks: Callable[[str], str]) -> str:
    """Return what an option misses: with the option that gives it, or with what keeps it from being in force."""
    if given is not None and given != name:
        return f"{given} (which has {name})"
    return f"{name} ({why})" if (why := lacks(name)) else name


def _clashes(chosen: frozenset[str], modules: Modules, have: frozenset[str]) -> Iterator[OptionClash]:
    """Find what stands against a set of options that has these capabilities, in the order of the options."""
    for key in sorted(chosen & have):
        option = modules[key].option
        assert option is not None
        need = option.need()
        if need is not None and not need.is_met(have):
            yield OptionClash(key, tuple(dict.fromkeys(need.names())), need)
        for other in option.conflicts:
            if other in have and not (other in chosen and other < key and key in _conflicts(modules, other)):
                yield OptionClash(key, (other,))


def _conflicts(modules: Modules, key: str) -> tuple[str, ...]:
    option = modules[key].option if key in modules else None
    return option.conflicts if option else ()


def nearest(
    on: Iterable[str],
    modules: Modules,
    capabilities: Capabilities,
    most: int = 5,
    compiles: Callable[[frozenset[str]], bool] = lambda _: True,
    also: Collection[str] = (),
) -> list[frozenset[str]]:
    """Return working sets that differ from ``on`` in as few options as possible, nearest first.

    ``compiles`` tells whether the rulebook of a set without other problems can be made; ``also`` are options that can
    matter whatever the problems are.

    Whatever works differs from a set that does not in an option that the first clash of that set involves, so
    only these are flipped. All results lie at the smallest distance there is. Of up to fourteen options some are
    always found; of more at most 20,000 sets are tried.
    """
    start = _known(on, modules)
    sway = Sway(modules, capabilities)
    tried, level = 0, {start}
    while level and tried < TRIES:
        found: list[frozenset[str]] = []
        onward: set[frozenset[str]] = set()
        for chosen in sorted(level, key=sorted)[: TRIES - tried]:
            clash = next(_clashes(chosen, modules, capabilities(chosen)), None)
            if clash is None and compiles(chosen):
                found.append(chosen)
                continue
            involved = sway.of_all(start.union(also)) if clash is None else sway.of(clash)
            onward.update(chosen ^ {key} for key in involved - (chosen ^ start))
        if found:
            return sorted(found, key=lambda chosen: (len(start - chosen), sorted(chosen ^ start)))[:most]
        tried, level = tried + len(level), onward
    return []


class Sway:
    """Which options can bring about or prevent what others cannot bear, for one game."""

    def __init__(self, modules: Modules, capabilities: Capabilities) -> None:
        self._modules, self._capabilities = modules, capabilities
        self._over: dict[str, frozenset[str]] = {}
        self._ends: dict[tuple[str, ...], frozenset[str]] = {}

    @cached_property
    def _bare(self) -> frozenset[str]:
        return self._capabilities(frozenset())

    @cached_property
    def _alone(self) -> dict[str, frozenset[str]]:
        return {key: self._capabilities(frozenset({key})) for key in self._modules}

    def of(self, clash: OptionClash) -> frozenset[str]:
        """Return the options that can end a clash."""
        names = (clash.key, *clash.names)
        known = self._ends.get(names)
        if known is None:
            known = self._ends[names] = self._closed(names)
        return known

    def of_all(self, on: Iterable[str]) -> frozenset[str]:
        """Return the options that can matter: those on, and all that give or take what needs and conflicts name.

        Of few options all can.
        """
        if len(self._modules) <= FEW:
            return frozenset(self._modules)
        return _spread(on, self._of_option)

    def _closed(self, names: Iterable[str]) -> frozenset[str]:
        """Return the options that can give or take any of these names, those that can take from them, and so on."""
        return _spread(names, self._of_name) & self._modules.keys()

    def _of_option(self, key: str) -> frozenset[str]:
        """Return the options that give or take what an option needs or conflicts with."""
        option = self._modules[key].option if key in self._modules else None
        need = option.need() if option else None
        names = {*(need.names() if need else ()), *(option.conflicts if option else ())}
        return frozenset[str]().union(*map(self._of_name, names))

    def _of_name(self, name: str) -> frozenset[str]:
        """Return the options that give a name or take it away."""
        known = self._over.get(name)
        if known is None:
            givers = frozenset(key for key in self._modules if name in self._alone[key])
            known = frozenset(self._modules) - givers if name in self._bare else givers | self._takers(name, givers)
            self._over[name] = known
        return known

    def _takers(self, name: str, givers: frozenset[str]) -> frozenset[str]:
        return frozenset(
            key for giver in givers for key in self._modules if name not in self._capabilities(frozenset({giver, key}))
        )


def _spread(first: Iterable[str], onward: Callable[[str], frozenset[str]]) -> frozenset[str]:
    """Return all that is come to from the first, these among it."""
    front, seen = set(first), set[str]()
    while front:
        one = front.pop()
        seen.add(one)
        front |= onward(one) - seen
    return frozenset(seen)


def parameters(module: type[RuleModule], given: Mapping[str, Any]) -> Any:
    """Return the module's parameters from plain data; raises ``Invalid`` naming the parameter and its bounds."""
    if not given:
        return msgspec.convert({}, module.Parameters)
    known = module.Parameters.__struct_fields__
    kinds = hints_of(module.Parameters)
    for name in given:
        if name not in known:
            raise unknown(f"parameter of {module.key}", name, known)
    for name, value in given.items():
        try:
            msgspec.convert(value, kinds[name])
        except msgspec.ValidationError as error:
            raise Invalid(f"{module.key}.{name} cannot be {value!r}: {_meant(kinds[name], str(error))}") from None
    return msgspec.convert(dict(given), module.Parameters)


def _meant(kind: Any, says: str) -> str:
    """Say in words what a parameter is, where a value is not that; ``says`` is what msgspec says of the value."""
    of = fact_type(kind)
    if of.choices:
        return f"it is one of {', '.join(of.choices)}"
    if bound := BOUND.search(says):
        return f"it is {BOUNDS[bound[1]]} {bound[2]}"
    return f"it is {of}" if says.startswith("Expected") else f"{says[0].lower()}{says[1:]}"
