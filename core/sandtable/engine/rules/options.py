"""Options: a module that may be on or off, with parameters, requirements, conflicts and presets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.words import make_fit

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY: Final = re.compile(r"\w[\w.-]*\w")
"""What may be the key of an option, or the id of a rule, in a sentence."""


class Need:
    """What an option requires, or a module needs: names joined by ``AllOf``, ``AnyOf``, ``Not``.

    An option requires capabilities (option keys, rule ids), a module needs words that scenarios grant, and modules.
    """

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
    ``grants`` are the words that the scenario grants: nobody chooses these, but what is in force hangs on them too.
    """

    on: frozenset[str] = frozenset()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    order: tuple[tuple[str, str], ...] = ()
    grants: frozenset[str] = frozenset()


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
