"""What a game is played with: covering arrays over all of its options and parameters."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import inspect

from sandtable.engine import Choices, InstalledGame
from sandtable.engine.errors import Invalid
from sandtable.play.begin.starts import require_usable
from tests.covering import Case, pairwise


class OptionCases:
    """Cases in which every two values of options and parameters of a game meet.

    ``texts`` are the values that are tried where a parameter may be any text.
    """

    def __init__(self, family: InstalledGame, texts: tuple[str, ...] = ()) -> None:
        self.family, self.texts = family, texts

    @cached_property
    def factors(self) -> dict[str, tuple[Any, ...]]:
        """Every option, on and off, and every parameter with its default and its bounds."""
        found: dict[str, tuple[Any, ...]] = dict.fromkeys(self.family.options, (False, True))
        for key, module in self.family.modules.items():
            for field in fields(module.Parameters):
                found[f"{key}.{field.name}"] = self._levels(field)
        return found

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases, the same ones every time."""
        return tuple(pairwise(self.factors, lambda case: self.work(self.choices(case).on)))

    def choices(self, case: Case) -> Choices:
        """Return what a case says is on, and the parameters that are not at their defaults."""
        parameters: dict[str, dict[str, Any]] = {}
        for name, value in case.items():
            module, dot, field = name.partition(".")
            if dot and value != self.factors[name][0]:
                parameters.setdefault(module, {})[field] = value
        return Choices(frozenset(name for name, value in case.items() if "." not in name and value), parameters)

    def work(self, on: frozenset[str]) -> bool:
        """Ask the solver whether these options can be used together."""
        if on not in self._known:
            try:
                require_usable(self.family, Choices(on))
                self._known[on] = True
            except Invalid:
                self._known[on] = False
        return self._known[on]

    @cached_property
    def _known(self) -> dict[frozenset[str], bool]:
        return {}

    def _levels(self, field: inspect.Field) -> tuple[Any, ...]:
        """Return the values of a parameter that are tried: the default first."""
        match field.type.type if isinstance(field.type, inspect.Metadata) else field.type:
            case inspect.IntType(ge=least, le=most) if least is not None and most is not None:
                values: tuple[Any, ...] = (least, most)
            case inspect.LiteralType(values=words):
                values = tuple(words)
            case inspect.BoolType():
                values = (False, True)
            case inspect.StrType() if self.texts:
                values = self.texts
            case other:
                raise AssertionError(f"say which values of {field.name} shall be tried: {other}")
        return tuple(dict.fromkeys((field.default, *values)))


def fields(parameters: type) -> tuple[inspect.Field, ...]:
    """Return the fields of a module's parameters."""
    told = inspect.type_info(parameters)
    assert isinstance(told, inspect.StructType)
    return told.fields
