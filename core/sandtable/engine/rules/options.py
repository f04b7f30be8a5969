"""Options: a module that may be on or off, with parameters, requirements, conflicts and presets.

The solver never resets anything: it says in words why a set is impossible and offers the nearest
sets that work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.words import make_fit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.rules.rules import RuleModule


class Need:
    """What an option requires: capabilities (option keys, rule ids) joined by ``AllOf``, ``AnyOf``, ``Not``."""

    def __init__(self, *needs: Need | str) -> None:
        self.needs = needs

    def is_met(self, have: frozenset[str]) -> bool:
        raise NotImplementedError

    def names(self) -> Iterator[str]:
        for need in self.needs:
            if isinstance(need, str):
                yield need
            else:
                yield from need.names()

    def _each(self, have: frozenset[str]) -> list[bool]:
        return [need in have if isinstance(need, str) else need.is_met(have) for need in self.needs]


class AllOf(Need):
    """Every one of these is needed."""

    def is_met(self, have: frozenset[str]) -> bool:
        return all(self._each(have))

    def __str__(self) -> str:
        return " and ".join(f"({n})" if isinstance(n, AnyOf) else str(n) for n in self.needs)


class AnyOf(Need):
    """At least one of these is needed."""

    def is_met(self, have: frozenset[str]) -> bool:
        return any(self._each(have))

    def __str__(self) -> str:
        return " or ".join(f"({n})" if isinstance(n, AllOf) else str(n) for n in self.needs)


class Not(Need):
    """This must not be there."""

    def __init__(self, need: Need | str) -> None:
        super().__init__(need)

    def is_met(self, have: frozenset[str]) -> bool:
        return not self._each(have)[0]

    def __str__(self) -> str:
        return f"not ({self.needs[0]})" if isinstance(self.needs[0], Need) else f"not {self.needs[0]}"


@dataclass(frozen=True, slots=True)
class Option:
    """What a group reads when it decides on a module: title, what it does, its rules, needs and conflicts.

    ``changeable``: ``"running"`` at any step boundary by agreement, ``"setup"`` only when the campaign is made.
    """

    title: str
    says: str
    rules: tuple[str, ...] = ()
    requires: Need | str | None = None
    conflicts: tuple[str, ...] = ()
    changeable: Literal["running", "setup"] = "running"

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")

    def need(self) -> Need | None:
        return AllOf(self.requires) if isinstance(self.requires, str) else self.requires


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options: what it adds to and takes from the one it extends."""

    key: str
    title: str
    extends: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])

    def __post_init__(self) -> None:
        make_fit(self, "title")


@dataclass(frozen=True, slots=True)
class Choices:
    """A set of options with their parameters (only those that differ from the default).

    ``order`` holds pairs of modules whose order the group has settled itself: the first comes before the second.
    """

    on: frozenset[str] = frozenset()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    order: tuple[tuple[str, str], ...] = ()


FEW: Final = 12
"""Up to so many options every combination is tried; beyond, those that the problems can involve."""
Modules = Mapping[str, "type[RuleModule]"]
Capabilities = Callable[[frozenset[str]], frozenset[str]]


def problems(on: Iterable[str], modules: Modules, capabilities: Capabilities) -> list[str]:
    """Say in words why this set of options cannot be used together; an empty list means it can."""
    chosen = frozenset(on)
    for key in sorted(chosen):
        if key not in modules:
            raise unknown("option", key, modules)
    have = capabilities(chosen)
    found: list[str] = []
    for key in sorted(chosen):
        option = modules[key].option
        assert option is not None
        need = option.need()
        if need is not None and not need.is_met(have):
            missing = [name for name in need.names() if name not in have]
            found.append(
                f"{key} needs {need}" + (f"; there is no {', '.join(dict.fromkeys(missing))}" if missing else "")
            )
        found.extend(
            f"{key} cannot be used with {other}"
            for other in option.conflicts
            if other in have and not (other in chosen and other < key and key in _conflicts(modules, other))
        )
    return found


def _conflicts(modules: Modules, key: str) -> tuple[str, ...]:
    option = modules[key].option if key in modules else None
    return option.conflicts if option else ()


def nearest(
    on: Iterable[str],
    modules: Modules,
    capabilities: Capabilities,
    most: int = 5,
    compiles: Callable[[frozenset[str]], bool] = lambda _: True,
) -> list[frozenset[str]]:
    """Return working sets that differ from ``on`` in as few options as possible, nearest first.

    ``compiles`` tells whether the rulebook of a set without other problems can be made.

    Only options that a problem can involve are flipped; all results lie at the smallest distance
    there is (searched up to five flips and 20,000 sets).
    """
    start = frozenset(on)

    def works(chosen: frozenset[str]) -> bool:
        return not problems(chosen, modules, capabilities) and compiles(chosen)

    if works(start):
        return [start]
    flippable = sorted(modules if len(modules) <= FEW else _relevant_options(start, modules, capabilities))
    queue: deque[tuple[frozenset[str], int, int]] = deque([(start, 0, 0)])
    found: list[frozenset[str]] = []
    reach = 5

    def sets() -> Iterator[tuple[frozenset[str], int]]:
        while queue:
            chosen, first, flips = queue.popleft()
            yield chosen, flips
            if flips < reach:
                queue.extend((chosen ^ {flippable[at]}, at + 1, flips + 1) for at in range(first, len(flippable)))

    for chosen, flips in islice(sets(), 20_000):
        if flips > reach:
            break
        if works(chosen):
            reach = flips
            found.append(chosen)
    return sorted(found, key=lambda chosen: (len(start - chosen), sorted(chosen ^ start)))[:most]


def _relevant_options(on: frozenset[str], modules: Modules, capabilities: Capabilities) -> set[str]:
    """Return the options that can matter: those on, and all that give or take what needs and conflicts name."""
    bare = capabilities(frozenset())
    alone = {key: capabilities(frozenset({key})) for key in modules}

    def sways(name: str) -> set[str]:
        givers = {key for key in modules if name in alone[key]}
        if name in bare:
            return modules.keys() - givers
        takers = {key for giver in givers for key in modules if name not in capabilities(frozenset({giver, key}))}
        return givers | takers

    front, seen = set(on), set[str]()
    while front:
        key = front.pop()
        seen.add(key)
        option = modules[key].option if key in modules else None
        need = option.need() if option else None
        names = {*(need.names() if need else ()), *(option.conflicts if option else ())}
        front |= set[str]().union(*map(sways, names)) - seen
    return seen


def parameters(module: type[RuleModule], given: Mapping[str, Any]) -> Any:
    """Return the module's parameters from plain data; raises ``Invalid`` naming the parameter and its bounds."""
    known = module.Parameters.__struct_fields__
    for name in given:
        if name not in known:
            raise unknown(f"parameter of {module.key}", name, known)
    for name, value in given.items():
        try:
            msgspec.convert({name: value}, _partial(module, name))
        except msgspec.ValidationError as error:
            says = str(error).split(" - at")[0]
            raise Invalid(f"{module.key}.{name} cannot be {value!r}: {says[0].lower()}{says[1:]}") from None
    return msgspec.convert(dict(given), module.Parameters)


def _partial(module: type[RuleModule], name: str) -> type[msgspec.Struct]:
    hints = {f.name: f.type for f in msgspec.structs.fields(module.Parameters)}
    return msgspec.defstruct("_", [(name, hints[name])])


def resolve(preset: str, presets: Mapping[str, Preset]) -> Choices:
    """Return what a preset comes to, following what it extends; raises ``Invalid`` for a circle or an unknown name."""
    chain: list[Preset] = []
    key = preset
    while key:
        if key not in presets:
            raise unknown("preset", key, presets)
        if presets[key] in chain:
            raise Invalid(f"preset {preset} extends itself: {' → '.join(p.key for p in chain)} → {key}")
        chain.append(presets[key])
        key = presets[key].extends
    on: set[str] = set()
    numbers: dict[str, dict[str, Any]] = {}
    for one in reversed(chain):
        on = (on | set(one.on)) - set(one.off)
        for module, values in one.parameters.items():
            numbers.setdefault(module, {}).update(values)
    return Choices(frozenset(on), dict(sorted(numbers.items())))


def differences(old: Choices, new: Choices) -> list[str]:
    """Say in words what one choice of options changes against another."""
    lines = [f"+ {key}" for key in sorted(new.on - old.on)] + [f"- {key}" for key in sorted(old.on - new.on)]
    for module in sorted({*old.parameters, *new.parameters}):
        before, after = old.parameters.get(module, {}), new.parameters.get(module, {})
        for name in sorted({*before, *after}):
            if before.get(name) != after.get(name):
                was, now = (str(v.get(name, "default")) for v in (before, after))
                lines.append(f"{module}.{name}: {was} → {now}")
    lines += [f"{first} before {second}" for first, second in new.order if (first, second) not in old.order]
    return lines + [
        f"no longer {first} before {second}" for first, second in old.order if (first, second) not in new.order
    ]
