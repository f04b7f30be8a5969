"""What may be spent on a move, and what a step may cost of it: whole numbers of a named unit."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sandtable.engine.errors import Invalid

BLOCKED: Final = -1
ALL: Final = -2
MOST: Final = 1 << 28  # a price or limit above this is a mistake


class CostUnit(Struct, frozen=True):
    """What costs are counted in: ``CostUnit("MP", 6)`` counts sixths of a movement point."""

    name: str = "points"
    parts: int = 1

    def say(self, cost: int) -> str:
        """Return the cost in words: ``4 1/2 MP``."""
        whole, part = divmod(cost, self.parts)
        if not part:
            return f"{whole} {self.name}"
        divisor = next(d for d in range(part, 0, -1) if part % d == 0 and self.parts % d == 0)
        fraction = f"{part // divisor}/{self.parts // divisor}"
        return f"{whole} {fraction} {self.name}" if whole else f"{fraction} {self.name}"


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

    def spent_after(self, spent: int, price: int, *, first: bool) -> int | None:
        """Return what is spent after a step at that price, ``None`` when it is not possible."""
        if 0 <= price <= self.limit - spent:
            return spent + price
        if price == BLOCKED or self.limit <= spent:
            return None
        all_possible = price == ALL and (self.all_points == "left" or (self.all_points == "first" and first))
        return self.limit if all_possible or (first and self.one_space) else None
