"""Why a set of options is impossible, in words, and the nearest sets that work; parameters within their bounds."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rules.facts import fact_type
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.rules.rules import RuleModule

FEW: Final = 12
"""Up to so many options every combination is tried; beyond, those that the problems can involve."""
BOUND: Final = re.compile(r"(>=|<=|>|<) (-?\d+)")
BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
Modules = Mapping[str, "type[RuleModule]"]
Capabilities = Callable[[frozenset[str]], frozenset[str]]


def problems(
    on: Iterable[str], modules: Modules, capabilities: Capabilities, lacks: Callable[[str], str] = lambda _: ""
) -> list[str]:
    """Say in words why this set of options cannot be used together; an empty list means it can.

    One that is out of force requires nothing and stands in nobody's way; ``lacks`` says what it lacks.
    """
    chosen = frozenset(on)
    for key in sorted(chosen):
        if key not in modules:
            raise unknown("option", key, modules)
    have = capabilities(chosen)
    found: list[str] = []
    for key in sorted(chosen & have):
        option = modules[key].option
        assert option is not None
        need = option.need()
        if need is not None and not need.is_met(have):
            missing = [
                f"{name} ({why})" if (why := lacks(name)) else name
                for name in dict.fromkeys(need.names())
                if name not in have
            ]
            found.append(f"{key} needs {need}" + (f"; there is no {', '.join(missing)}" if missing else ""))
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
    also: Collection[str] = (),
) -> list[frozenset[str]]:
    """Return working sets that differ from ``on`` in as few options as possible, nearest first.

    ``compiles`` tells whether the rulebook of a set without other problems can be made; ``also`` are options that can
    matter whatever the problems are.

    Only options that a problem can involve are flipped; all results lie at the smallest distance
    there is (searched up to five flips and 20,000 sets).
    """
    start = frozenset(on)

    def works(chosen: frozenset[str]) -> bool:
        return not problems(chosen, modules, capabilities) and compiles(chosen)

    if works(start):
        return [start]
    flippable = sorted(modules if len(modules) <= FEW else _relevant_options(start.union(also), modules, capabilities))
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
