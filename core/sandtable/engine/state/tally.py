"""Numbers that keep their reasons.

A tally is a sum of parts in stages; inside a stage parts commute, so it cannot matter which module
spoke first. Arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from math import ceil, floor
from operator import attrgetter
from typing import Final, Literal

from msgspec import Struct, field

from sandtable.engine.errors import Broken
from sandtable.engine.rule_at_work import needed_rule
from sandtable.engine.words import fit, make_fit

PartStage = Literal["base", "add", "times", "round", "at_least", "at_most", "all"]
Rounding = Literal["up", "down", "half_up"]
Number = int | Fraction
STAGES: Final[tuple[PartStage, ...]] = ("base", "add", "times", "round", "at_least", "at_most", "all")


class Part(Struct, frozen=True, gc=False):
    """One contribution: its stage, its value (for ``round``: how), its rule (by default the one at work) and words.

    The rulebook fills in ``instead_of``, the rules that its rule replaces or amends. Raises ``Broken`` for a value
    that is no exact number: whoever makes the part is told, and not who adds it up.
    """

    stage: PartStage
    value: Number | Rounding
    rule: str = field(default_factory=partial(needed_rule, "", "a part of a number"))
    says: str = ""
    instead_of: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.stage == "round":
            if self.value not in ("up", "down", "half_up"):
                raise self._inexact("up, down or half_up")
        elif type(self.value) is not int and type(self.value) is not Fraction:
            raise self._inexact("an int or a Fraction")

    def _inexact(self, wanted: str) -> Broken:
        return Broken(f"{self.value!r} in stage {self.stage} of a number ({self.rule}) is not exact: give {wanted}")

    @classmethod
    def all(cls, says: str = "", rule: str = "") -> Part:
        """Return the part that makes a step take the whole allowance, whatever its other parts come to."""
        return cls("all", 1, needed_rule(rule, "a part of a number"), says)

    @property
    def cited_rules(self) -> str:
        return f"{self.rule} in place of {', '.join(self.instead_of)}" if self.instead_of else self.rule


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a tally counts, and its stages where they are not the usual ones."""

    title: str
    stages: tuple[PartStage, ...] = STAGES

    def __post_init__(self) -> None:
        make_fit(self, "title")
        for stage in self.stages:
            if self.stages.count(stage) > 1:
                raise Broken(f"{self.title} has stage {stage} twice: its parts would count twice")


_usual = lru_cache(maxsize=256)(Quantity)
_stage_of = attrgetter("stage")


@lru_cache(maxsize=64)
def _order(stages: tuple[PartStage, ...]) -> Mapping[PartStage, int]:
    return {stage: at for at, stage in enumerate(stages)}


class Tally:
    """The parts of one number, sorted by stage, and what they come to."""

    __slots__ = ("parts", "quantity", "total")

    def __init__(self, quantity: Quantity | str, parts: Iterable[Part]) -> None:
        """Raise ``Broken`` for a part whose stage the quantity does not have."""
        self.quantity = quantity if isinstance(quantity, Quantity) else _usual(quantity)
        order = _order(self.quantity.stages)
        listed = list(parts)
        for part in listed:
            self._check(part, order)
        if len(listed) > 1:
            listed.sort(key=lambda part: (order[part.stage], part.rule, str(part.value), part.says))
        self.parts = tuple(listed)
        total: Number = 0
        for stage, some in groupby(self.parts, _stage_of):
            total = _stage(stage, total, list(some))
        self.total: Number = total if type(total) is int else int(total) if total == int(total) else total

    def _check(self, part: Part, order: Mapping[PartStage, int]) -> None:
        if not isinstance(part, Part):  # pyright: ignore[reportUnnecessaryIsInstance]  # modules hand this in
            raise Broken(f"{self.quantity.title}: {part!r} is not a Part; give Part(stage, value, rule, says)")
        if part.stage not in order:
            raise Broken(f"{self.quantity.title} has no stage {part.stage!r} ({part.rule}); it has {', '.join(order)}")

    @property
    def takes_all(self) -> bool:
        """Tell whether a part takes the whole allowance: the total is then what the other parts come to."""
        return any(part.stage == "all" for part in self.parts)

    def whole(self) -> int:
        """Return the total, which the quantity's rounding must have made whole."""
        if not isinstance(self.total, int):
            raise Broken(f"{self.quantity.title} comes to {self.total}: a rule must round it")
        return self.total

    def lines(self) -> list[str]:
        """Tell the sum in words, a line a part."""
        return [f"{_part_text(part)} ({part.cited_rules})" for part in self.parts] + [
            f"= {self._comes_to(f' {self.quantity.title}')}"
        ]

    def with_parts(self) -> str:
        """Tell the number for a sentence: with its parts only where it has several."""
        told = [part for part in self.parts if part.value]
        if len(told) < 2:
            return self._comes_to()
        return f"{self._comes_to()} ({', '.join(f'{_part_text(part)}' for part in told)})"

    def with_rules(self, but: Collection[str] = ()) -> str:
        """Tell the number for a reason: its parts with their rules, where it has several or one is not the usual.

        Each rule is named once; those that the reason names itself (``but``) are left out.
        """
        told = [part for part in self.parts if part.value]
        if len(told) < 2 and not any(part.instead_of for part in told):
            return self._comes_to()
        return f"{self._comes_to()} ({', '.join(_cited_texts(told, set(but)))})"

    def _comes_to(self, unit: str = "") -> str:
        return "the whole allowance" if self.takes_all else f"{self.total}{unit}"

    def __str__(self) -> str:
        return "; ".join(self.lines())


def _stage(stage: PartStage, total: Number, parts: list[Part]) -> Number:
    if stage == "round":
        ways = {part.value for part in parts}
        if len(ways) > 1:
            raise Broken(
                f"rounded in two ways at once: {' and '.join(f'{part.value} ({part.rule})' for part in parts)}"
            )
        return _round(total, str(ways.pop())) if ways else total
    for part in parts:
        value = part.value
        assert not isinstance(value, str)
        if stage in ("base", "add"):
            total += value
        elif stage == "times":
            total *= value
        elif stage == "at_least":
            total = max(total, value)
        elif stage == "at_most":
            total = min(total, value)
    return total


def _round(value: Number, how: str) -> int:
    if how == "up":
        return ceil(value)
    return floor(value) if how == "down" else floor(value + Fraction(1, 2))


def _cited_texts(parts: Iterable[Part], named: set[str]) -> Iterator[str]:
    """Yield parts with the rules that are not named yet."""
    for part in parts:
        yield _part_text(part)
        if part.rule not in named:
            others = [rule for rule in part.instead_of if rule not in named]
            yield f"{part.rule} in place of {', '.join(others)}" if others else part.rule
        named.update((part.rule, *part.instead_of))


def _part_text(part: Part) -> str:
    return f"{_amount_text(part)} {fit(part.says)}"


def _amount_text(part: Part) -> str:
    match part.stage:
        case "base":
            return f"{part.value}"
        case "add":
            return f"{part.value:+}" if isinstance(part.value, int) else f"+{part.value}"
        case "times":
            return f"×{part.value}"
        case "round":
            return f"rounded {str(part.value).replace('_', ' ')}"
        case "at_least":
            return f"at least {part.value}"
        case "at_most":
            return f"at most {part.value}"
        case "all":
            return "the whole allowance"
