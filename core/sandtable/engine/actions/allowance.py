"""What may be spent on a move, and what a step may cost of it: whole numbers of a named unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from sandtable.engine.errors import Invalid

BLOCKED: Final = -1
ALL: Final = -2
MOST: Final = 1 << 28  # a price or limit above this is a mistake


FRACTIONS: Final = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘",
    (1, 6): "⅙", (5, 6): "⅚", (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip
"""The fractions that have a sign of their own."""


class CostUnit(Struct, frozen=True):
    """What costs are counted in: ``CostUnit("MP", 6)`` counts sixths of a movement point."""

    name: str = "points"
    parts: int = 1

    def amount(self, cost: int) -> str:
        """Return a cost as a number: ``5½``, or ``5 7/12`` where the fraction has no sign."""
        whole, part = divmod(cost, self.parts)
        if not part:
            return str(whole)
        fraction = Fraction(part, self.parts)
        sign = FRACTIONS.get(fraction.as_integer_ratio())
        if sign is not None:
            return f"{whole or ''}{sign}"
        return f"{whole} {fraction}" if whole else str(fraction)

    def say(self, cost: int) -> str:
        """Return a cost in words: ``5½ MP``, ``1 point``."""
        name = self.name.removesuffix("s") if 0 < cost <= self.parts else self.name
        return f"{self.amount(cost)} {name}"


class Allowance(Struct, frozen=True):
    """What may be spent.

    ``all_points`` says who may take a step that costs the whole allowance: one who has any ``left``, only one
    for whom it is the ``first`` step and who has spent nothing yet, or ``never`` (he has spent some before).
    ``one_space``: with any allowance at all a first step that is not barred is possible, whatever it costs.
    """

    limit: int
    all_points: Literal["left", "first", "never"] = "first"
    one_space: bool = False
    unit: CostUnit = CostUnit()

    def __post_init__(self) -> None:
        if not 0 <= self.limit <= MOST:
            raise Invalid(f"an allowance of {self.limit} cannot be spent: give 0 to {MOST} {self.unit.name}")

    def without_end(self) -> Allowance:
        """Return an allowance that is never used up, to see how far away something is."""
        return Allowance(MOST, "left", self.one_space, self.unit)

    def say_spent(self, spent: int) -> str:
        """Say how much of it is spent: ``1 of 4 points``; where it has no end just that."""
        said = self.unit.say
        return said(spent) if self.limit == MOST else f"{self.unit.amount(spent)} of {said(self.limit)}"

    def spent_after(self, spent: int, price: int, *, first: bool) -> int | None:
        """Return what is spent after a step at that price, ``None`` when it is not possible."""
        if 0 <= price <= self.limit - spent:
            return spent + price
        if price == BLOCKED or self.limit <= spent:
            return None
        all_possible = price == ALL and (self.all_points == "left" or (self.all_points == "first" and first))
        return self.limit if all_possible or (first and self.one_space) else None
