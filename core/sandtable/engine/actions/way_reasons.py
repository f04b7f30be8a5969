"""Why no way ends at a space: what rules say of the steps to it, and what is lacking to go there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from sandtable.engine.actions.actions import Action
from sandtable.engine.actions.forbidden_ways import forbidden_by_map
from sandtable.engine.actions.refusals import Refusal, Stop
from sandtable.engine.actions.way_price import in_brackets, price_of_way
from sandtable.engine.actions.way_search import WHOLE, Arrival, WaySearch
from sandtable.engine.failures import Blame
from sandtable.engine.state.tally import Tally

if TYPE_CHECKING:
    from sandtable.engine.actions.refusals import Verdict
    from sandtable.engine.actions.strides import Stride
    from sandtable.engine.actions.way_steps import Way, WaySteps

S = TypeVar("S", bound=Hashable)


class WayReasons(Generic[S]):
    """The reasons against the ends of ways and against their steps, each with its rule.

    ``too_dear(way, cost)`` words the reason against a space that lies too far, ``no_way(space)`` that against one to
    which no steps lead.
    """

    def __init__(
        self,
        steps: WaySteps[S],
        too_dear: Callable[[Way[S], int], Refusal] | None,
        no_way: Callable[[str], Refusal] | None,
    ) -> None:
        self._steps, self._too_dear, self._no_way = steps, too_dear, no_way

    def against(self, space: str) -> Verdict:
        """Return all reasons why no way ends at a space at which none does."""
        reasons = self.at_the_edge.get(space, [])
        dear = self._dear(space)
        if dear is not None:
            return [*reasons, self._steps.cite(self._lack(dear))]
        return reasons or self._against_far.get(space) or self._against_before(space) or self._no_way_to(space)

    def objections(self, way: Way[S]) -> Verdict:
        """Return the reasons of the rules on steps against a way, each with its rule; none of them need be left."""
        reasons: dict[Refusal, None] = {}
        here, stride = self._steps.start, None
        for there in way:
            if stride is not None:
                reasons |= dict.fromkeys(self._steps.rules.stops(stride))
            leading = [one for one in self._steps.strides_from(here) if one.there == there]
            if not leading:
                return [*reasons]
            stride = leading[0]
            reasons |= dict.fromkeys(self._steps.rules.against(stride))
            here = there
        if stride is not None and not reasons and (steps := self._steps.walk(way)) is not None:
            reasons |= dict.fromkeys(self._steps.against_ending(*steps[-1]))
        return [*reasons]

    def word_lack(self, way: Way[S], cost: int) -> Refusal:
        """Say that a way costs more than can be spent."""
        if self._too_dear is not None:
            with Blame(self._steps.code):
                return self._too_dear(way, cost)
        unit, most = self._steps.allowance.unit, self._steps.allowance.limit
        steps = self._prices_along(way)
        rule = _pricing_rule(steps[-1]) if steps else ""
        parts = in_brackets(price_of_way(unit.name, steps), unit, rule)
        says = "the way there costs {cost}, and {all} can be spent"
        return Refusal(says, rule=rule, cost=f"{unit.say(cost)}{parts}", all=unit.amount(most))

    def _prices_along(self, way: Way[S]) -> list[Tally]:
        """Return what the steps of a way cost, as far as there are such steps, whether or not they can be paid."""
        here, found = self._steps.start, list[Tally]()
        for there in way:
            keys = [one.key for one in self._steps.strides_from(here) if one.there == there]
            if not keys:
                break
            found.append(self._steps.price(min(keys, key=self._steps.prices.__getitem__)))
            here = there
        return found

    @cached_property
    def at_the_edge(self) -> dict[str, Verdict]:
        """What is said against ending at each space at the edge of the reach."""
        return self._against_all_at(self._steps.search)

    @cached_property
    def _against_far(self) -> dict[str, Verdict]:
        """What is said against ending at each space, however much could be spent."""
        return self._against_all_at(self._far)

    def _against_all_at(self, search: WaySearch) -> dict[str, Verdict]:
        """Collect what is said of the steps to each space, and of what ends the ways before it."""
        found: dict[str, dict[Refusal, None]] = {}
        for arrival in search.settled.all():
            step, stops = arrival.stride, list[Stop]()
            if arrival.before is not None:
                self._add(found, step, self._steps.against_ending(step, arrival.cost))
                stops = self._steps.rules.stops(step) if arrival.ended else stops
            for stride in self._steps.strides_from(arrival.state):
                if self._steps.node(stride.there) not in search.costs:
                    self._add(found, stride, [*self._steps.rules.against(stride), *stops])
        return {space: [*reasons] for space, reasons in found.items()}

    def _add(self, found: dict[str, dict[Refusal, None]], stride: Stride[S], reasons: Verdict) -> None:
        for space in self._steps.spaces_of(stride.there) if reasons else ():
            found.setdefault(space, {}).update(dict.fromkeys(reasons))

    def _dear(self, space: str) -> Arrival | None:
        """Find the cheapest way to a space that the allowance does not bear, ``None`` where there is none."""
        near = self._steps.search.costs
        for arrival in self._far.settled:
            there, begins = arrival.state, arrival.before is None
            if begins or self._steps.node(there) in near or space not in self._steps.spaces_of(there):
                continue
            if not self._steps.rules.refuses_end(arrival.stride):
                return arrival
        return None

    def _against_before(self, space: str) -> Verdict:
        """Collect what is said against the steps of the cheapest way there would be, if no rule barred it."""
        for arrival in self._unruled.settled:
            if arrival.before is not None and space in self._steps.spaces_of(arrival.state):
                return self.objections(tuple(step.there for step in arrival.steps()))
        return []

    def _no_way_to(self, space: str) -> Verdict:
        """Say that no steps lead to a space, and between which places the map forbids them."""
        told = self._word_no_way(space)
        forbidden = forbidden_by_map(self._steps.game, space, rule=told.rule)
        return [self._steps.cite(one) for one in (told, forbidden) if one is not None]

    def forbidden_step(self, space: str) -> Refusal | None:
        """Say that the map forbids the way to a space from where the ways begin, ``None`` where it does not."""
        here = self._steps.spaces_of(self._steps.start)
        found = forbidden_by_map(self._steps.game, space, here, self._word_no_way(space).rule)
        return self._steps.cite(found) if found is not None else None

    def _word_no_way(self, space: str) -> Refusal:
        if self._no_way is None:
            return Refusal("no way leads to {space}", space=space)
        with Blame(self._steps.code):
            return self._no_way(space)

    def _lack(self, arrival: Arrival) -> Refusal:
        """Say what is lacking for a way, by the rule on what its last step costs where it names no other."""
        steps = arrival.steps()
        prices = self._steps.prices
        wholes = [stride for stride in steps if prices[stride.key] == WHOLE] if self._too_dear is None else []
        if wholes:
            points = self._steps.allowance.unit.say(self._steps.allowance.limit)
            lack = Refusal("a step on the way there takes the whole allowance of {all}", all=points)
        else:
            lack = self.word_lack(tuple(stride.there for stride in steps), arrival.cost)
        if not lack.rule:
            lack.rule = _pricing_rule(self._steps.price((wholes or steps)[-1].key))
        return lack

    @cached_property
    def _far(self) -> WaySearch:
        """Look as far as the map goes: what lies beyond the allowance."""
        return self._steps.search_without_end(self._steps.rules)

    @cached_property
    def _unruled(self) -> WaySearch:
        """Look as far as the map goes, whatever rules say of steps."""
        return self._steps.search_without_end(self._steps.game.step_rules(Action))


def _pricing_rule(step: Tally) -> str:
    """Return the rule by which a step costs what it does: that of what makes it take all, else of its first part."""
    decisive = [part for part in step.parts if part.stage == "all"] or step.parts
    return next((part.rule for part in decisive if part.rule), "")
