"""The search for ways: the cheapest to each state, cheapest first, and only as far as it is asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from msgspec import Struct

from sandtable.engine.actions.allowance import ALL, MOST
from sandtable.engine.actions.kept_strides import EndedWay
from sandtable.engine.actions.strides import NO_STRIDE, Stride, refuse_no_place, to_their_end
from sandtable.engine.errors import Broken
from sandtable.engine.failures import Blame, NamedCode
from sandtable.engine.state.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sandtable.engine.actions.allowance import Allowance
    from sandtable.engine.actions.kept_strides import JudgedStrides
    from sandtable.engine.actions.strides import StepRules

T = TypeVar("T")
END: Final = object()
WHOLE: Final = 1 << 29
"""The price of a step that takes the whole allowance: more than any."""
DEAREST: Final = (1 << 30) - 1
"""More than any way costs, and any with such a step after it: the most that is compared as fast as small numbers."""


class Arrival(Struct, eq=False, gc=False):
    """A way to a state, the cheapest found so far: what it takes, and its last step.

    ``node`` is what makes the state the same for the search, ``before`` where the last step is taken; nothing is before
    the start, and its stride leads nowhere but there.
    """

    cost: int
    node: Hashable
    before: Arrival | None
    stride: Stride[Any]

    @property
    def state(self) -> Any:
        """Where the way has come to."""
        return self.stride.there

    @property
    def ended(self) -> bool:
        """Whether a rule ends the way here."""
        return isinstance(self.node, EndedWay)

    def steps(self) -> list[Stride[Any]]:
        """Return the steps of the way."""
        steps: list[Stride[Any]] = []
        at = self
        while at.before is not None:
            steps.append(at.stride)
            at = at.before
        steps.reverse()
        return steps


class NumberedArrival(Arrival, eq=False, gc=False):
    """A way to a state whose node has a number."""

    number: int = -1


class Found(Generic[T]):
    """A list that is filled as it is gone through; what fails on the way is tried anew by whoever asks again."""

    def __init__(self, source: Callable[[], Iterator[T]]) -> None:
        self._begin, self._source = source, source()
        self.items: list[T] = []

    def __iter__(self) -> Iterator[T]:
        place = 0
        while place < len(self.items) or self._more():
            yield self.items[place]
            place += 1

    def all(self) -> list[T]:
        """Return the whole list."""
        whole = False
        try:
            self.items.extend(self._source)
            whole = True
        finally:
            if not whole:
                self._begin_again()
        self._let_go()
        return self.items

    def _more(self) -> bool:
        failed = True
        try:
            item = next(self._source, END)
            failed = False
        finally:
            if failed:
                self._begin_again()
        if item is END:
            self._let_go()
            return False
        self.items.append(cast("T", item))
        return True

    def _begin_again(self) -> None:
        self.items, self._source = [], self._begin()

    def _let_go(self) -> None:
        """Let go of who filled the list: the two would hold each other, and go only when garbage is collected."""
        self._begin, self._source = _nothing, _nothing()


def _nothing() -> Iterator[Any]:
    return iter(())


class StepPrices(dict[Hashable, int]):
    """What steps cost, by the keys of their strides, looked up as they are wanted.

    ``takes_all`` stands for the whole allowance.
    """

    def __init__(self, price: Callable[[Any], Tally], code: NamedCode, takes_all: int = WHOLE) -> None:
        super().__init__()
        self._price, self._code, self._takes_all = price, code, takes_all

    def __missing__(self, key: Hashable) -> int:
        tally = self._price(key)
        if not isinstance(tally, Tally):  # pyright: ignore[reportUnnecessaryIsInstance]  # modules hand this in
            raise Broken(f"the price of {key!r} is {tally!r} in {self._code.where}: give a Tally", self._code.module)
        cost = self._takes_all if tally.takes_all else tally.whole()
        if not tally.takes_all and not 0 <= cost <= MOST:
            rules = tuple(dict.fromkeys(part.rule for part in tally.parts))
            raise Broken(
                f"a step comes to {cost} {tally.quantity.title} ({', '.join(rules)}) in {self._code.where}: "
                f"let its parts come to 0 to {MOST:,}, or take it out with @refuses_step",
                self._code.module, rules=rules,
            )  # fmt: skip
        self[key] = cost
        return cost

    def spent_after(self, allowance: Allowance, spent: int, key: Hashable, *, first: bool) -> int | None:
        """Return what is spent after a step of a key, ``None`` when it is not possible."""
        price = self[key]
        return allowance.spent_after(spent, ALL if price == WHOLE else price, first=first)


class WaySearch:
    """A search from ``start`` with exact costs.

    Of ways of equal cost the one found first is kept: the order of the strides decides, and nothing else. More than
    ``limit`` states raise ``Broken``; with ``quiet`` they only end the search. With ``judged`` strides, which are kept
    with what rules say of them, neither strides nor rules are asked for again.
    """

    def __init__(
        self,
        start: Any,
        strides: Callable[[Any], Iterable[Stride[Any]]],
        prices: StepPrices,
        allowance: Allowance,
        rules: StepRules,
        state: Callable[[Any], Hashable] | None,
        limit: int,
        code: NamedCode,
        *,
        quiet: bool = False,
        judged: JudgedStrides | None = None,
    ) -> None:
        self.start = start
        self._costs: dict[Hashable, int] = {}
        self._known: list[int] = []
        self.settled: Found[Arrival] = Found(
            self._settle if judged is None else lambda: chain.from_iterable(self._settle_judged())
        )
        """Those whose way is the cheapest there is, cheapest first."""
        self._strides, self._prices, self._state = strides, prices, state
        self._allowance, self._rules = allowance, rules
        self._limit, self._code, self._quiet, self._judged = limit, code, quiet, judged

    @property
    def costs(self) -> Mapping[Hashable, int]:
        """Where the search has come to, by what makes states the same, with what the cheapest way there takes."""
        if self._judged is None:
            return self._costs
        numbers = islice(self._judged.numbers.items(), len(self._known))
        return {node: cost for node, number in numbers if (cost := self._known[number]) < DEAREST}

    def _settle(self) -> Iterator[Arrival]:  # noqa: C901  # split up it takes half as long again
        """Yield the arrivals, cheapest first, of one cost in the order of their coming.

        Most of the time of a search goes here, most of that for steps to where the search has been as cheaply: all that
        these need is at hand, and what only others need comes after them.
        """
        strides, prices, allowance, rules = self._strides, self._prices, self._allowance, self._rules
        points, asks, dearest, limit = allowance.limit, rules.asks, DEAREST, self._limit
        code, state, costs = self._code, self._state, self._costs
        cost_at, number, stride = self._cost_at(), 0, NO_STRIDE
        costs.clear()
        with Blame(self._code):
            start = Arrival(0, self.start if state is None else state(self.start), None, Stride(self.start, None))
            costs[start.node] = 0
            buckets, open_costs = {0: [start]}, [0]
            while open_costs:
                cost = heappop(open_costs)
                at_hand: dict[Hashable, int] = {}  # what is spent after a step, by its key, worked out once a cost
                for arrival in buckets[cost]:  # what costs nothing more is added to it as it is gone through
                    if costs[arrival.node] != cost:
                        continue  # a cheaper way has been found since
                    if number == limit:
                        if self._quiet:
                            return
                        raise self._without_end()
                    number += 1
                    yield arrival
                    if asks and arrival.ended:
                        continue
                    try:
                        ahead = strides(arrival.node if state is None else arrival.state)
                        if ahead.__class__ is not tuple:  # not asked of every state: most are tuples
                            ahead = to_their_end(ahead, code)
                        for stride in ahead:
                            there = stride.there
                            known = cost_at(there, dearest)
                            if known <= cost:
                                continue
                            try:
                                after = at_hand[stride.key]
                            except KeyError:
                                after = cost + prices[stride.key]
                                if after > points:
                                    paid = prices.spent_after(allowance, cost, stride.key, first=arrival is start)
                                    after = dearest if paid is None else paid
                                if arrival is not start:
                                    at_hand[stride.key] = after
                            if known <= after:
                                continue
                            node: Hashable = there if state is None else state(there)
                            if asks:
                                if rules.refuses(stride):
                                    continue
                                if rules.ends(stride):
                                    node = EndedWay(node)
                                    if costs.get(node, dearest) <= after:
                                        continue
                            costs[node] = after
                            further = Arrival(after, node, arrival, stride)
                            try:
                                buckets[after].append(further)
                            except KeyError:
                                heappush(open_costs, after)
                                buckets[after] = [further]
                    except (TypeError, AttributeError) as error:
                        refuse_no_place(stride, self._code, error)
                del buckets[cost]

    def _settle_judged(self) -> Iterator[list[Arrival]]:  # noqa: C901  # one loop, as ``_settle``, for the same reason
        """Yield the arrivals of each cost as ``_settle`` does, by strides that are kept as they were judged."""
        judged, known = self._judged, self._known
        assert judged is not None
        points, allowance, limit, come_to = self._allowance.limit, self._allowance, self._limit, 0
        found, look, numbers, only_first = judged.found, judged.look, judged.numbers, allowance.all_points != "left"
        with Blame(self._code):
            node = self.start if self._state is None else self._state(self.start)
            first = NumberedArrival(0, node, None, Stride(self.start, None), numbers.setdefault(node, len(numbers)))
            known[:] = [DEAREST] * len(numbers)
            known[first.number] = 0
            buckets, open_costs = {0: [first]}, [0]
            while open_costs:
                cost = heappop(open_costs)
                settled: list[Arrival] = []
                known += [DEAREST] * (len(numbers) - len(known))  # of what other searches have come to meanwhile
                left = points - cost
                for arrival in buckets[cost]:
                    if known[arrival.number] != cost:
                        continue
                    settled.append(arrival)
                    if arrival.node.__class__ is EndedWay:
                        continue
                    onward = found.get(arrival.stride.there)
                    if onward is None:
                        onward = look(arrival.stride.there)
                        known += [DEAREST] * (len(numbers) - len(known))
                    for there, number, price, node, stride in onward:
                        after = cost + price
                        if price > left:
                            if only_first and arrival is not first:
                                break  # all others cost as much at least
                            asked = ALL if price == WHOLE else price
                            paid = allowance.spent_after(cost, asked, first=arrival is first)
                            if paid is None:
                                continue
                            after = paid
                        if known[number] <= after or known[there] <= after:
                            continue
                        known[number] = after
                        if after not in buckets:
                            heappush(open_costs, after)
                            buckets[after] = []
                        buckets[after].append(NumberedArrival(after, node, arrival, stride, number))
                del buckets[cost]
                come_to += len(settled)
                if come_to > limit:
                    raise self._without_end()
                yield settled

    def _cost_at(self) -> Callable[[Any, int], int]:
        """Return what tells the cost of the way to a state, or a number of the caller's where there is none."""
        state, cost_of = self._state, self._costs.get
        return cost_of if state is None else lambda there, otherwise: cost_of(state(there), otherwise)

    def _without_end(self) -> Broken:
        return Broken(
            f"more than {self._limit:,} states are in reach of {self.start} ({self._code.where}): give fewer points, "
            "let `state` tell fewer of them apart, or raise the limit",
            self._code.module,
        )
