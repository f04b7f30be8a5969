"""What a way costs, in words: so much for this and so much for that, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.state.tally import Part, Quantity, Tally

if TYPE_CHECKING:
    from sandtable.engine.actions.allowance import CostUnit


class PaidFor(NamedTuple):
    """What is paid for on a way, how much it comes to as printed, and the rules by which."""

    says: str
    amount: str
    rules: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.says, self.amount)))


def price_of_way(quantity: Quantity | str, steps: Iterable[Tally]) -> Tally:
    """Return the prices of steps as one number with all their parts; of a step of many stages what it comes to."""
    return Tally(quantity, [part for step in steps for part in _as_added(step)])


def paid_for(price: Tally, unit: CostUnit) -> list[PaidFor]:
    """Put together what is paid for the same by the same rules."""
    sums: dict[tuple[str, bool, str], Any] = {}
    for part in price.parts:
        key = part.says, part.stage == "all", part.cited_rules
        sums[key] = sums.get(key, 0) + part.value
    return [
        PaidFor(says, "the whole allowance" if whole else _amount(value, unit), rules)
        for (says, whole, rules), value in sums.items()
        if value
    ]


def tell_price(price: Tally, unit: CostUnit) -> str:
    """Tell a price by what is paid for: ``advance 3 (DRILL-2.2), wood 2, stream 1 (DRILL-2.3)``.

    Of parts that say nothing nothing is told: they are the price again.
    """
    told = paid_for(price, unit)
    found = groupby(told if any(one.says for one in told) else [], lambda one: one.rules)
    return ", ".join(f"{', '.join(map(str, some))} ({rules})" for rules, some in found)


def in_brackets(price: Tally, unit: CostUnit, rule: str) -> str:
    """Tell a price within a reason that cites a rule: `` (advance 3, wood 3, DRILL-2.3)``; nothing for but one part."""
    told = paid_for(price, unit)
    if len(told) < 2:
        return ""
    found = groupby(told, lambda one: one.rules)
    named = [text for rules, some in found for text in (*map(str, some), *((rules,) if rules != rule else ()))]
    return f" ({', '.join(named)})"


def _as_added(step: Tally) -> Iterator[Part]:
    """Yield the price of one step as parts of that of a way."""
    if step.takes_all or all(part.stage in ("base", "add") for part in step.parts):
        yield from (part if part.stage == "all" else _added(part, part.value) for part in step.parts)
    elif step.parts:
        yield _added(step.parts[0], step.total)


def _added(part: Part, value: Any) -> Part:
    return Part("add", value, part.rule, part.says, part.instead_of)


def _amount(value: Any, unit: CostUnit) -> str:
    return unit.amount(value) if isinstance(value, int) and value >= 0 else str(value)
