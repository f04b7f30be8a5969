"""The goals of a move: where its ways may end, with the cheapest way to each of those that may be gone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from sandtable.engine.actions.dearer_ways import Trail, dearer_ways
from sandtable.engine.actions.kept_strides import EndedWay
from sandtable.engine.actions.strides import Stride
from sandtable.engine.actions.way_search import Arrival, Found
from sandtable.engine.actions.way_steps import Way, WaySteps
from sandtable.engine.failures import Blame

if TYPE_CHECKING:
    from sandtable.engine.actions.refusals import Verdict

S = TypeVar("S", bound=Hashable)
AgainstWhole = Callable[[Way[S]], "Verdict"]
"""What rules that look at a whole way say against one."""
TRIED: Final = 100
"""So many dearer ways to goals whose cheapest is refused are held against the rules on whole ways."""
LOOKED_AT: Final = 5_000
"""So many ways are gone on with, at most, to find these."""


class Goal(Generic[S]):
    """What a player may name as the end of a way: with the cheapest way there, and what that takes."""

    __slots__ = ("_arrival", "goal", "state")

    def __init__(self, goal: Hashable, state: S, arrival: Arrival) -> None:
        self.goal, self.state, self._arrival = goal, state, arrival

    @property
    def cost(self) -> int:
        return self._arrival.cost

    @property
    def way(self) -> tuple[S, ...]:
        """The states of the way, one for each step."""
        return way_of(self._arrival)

    def __repr__(self) -> str:
        return f"Goal({self.goal!r}, cost={self.cost})"


class WayGoals(Generic[S]):
    """The goals of a search, found as they are asked for: ``goal`` is what a player names a state by.

    ``against_whole`` answers for the rules on whole ways, where there are any.
    """

    def __init__(
        self, steps: WaySteps[S], goal: Callable[[S], Hashable] | None, against_whole: AgainstWhole[S] | None
    ) -> None:
        self._steps, self._goal, self._against_whole = steps, goal, against_whole
        self._refused: dict[Hashable, tuple[S, Verdict]] = {}

    @cached_property
    def found(self) -> Found[Goal[S]]:
        """All of them, cheapest first; then those to which only a dearer way may be gone, and the way back."""
        return Found(self._find)

    @cached_property
    def refused(self) -> list[tuple[S, Verdict]]:
        """The states where only ways end that are refused as a whole, with what is said of the cheapest."""
        self.found.all()
        return [*self._refused.values()]

    def _find(self) -> Iterator[Goal[S]]:
        seen, missed = set[Hashable](), set[Hashable]()
        self._refused.clear()
        for arrival in self._steps.search.settled:
            if arrival.before is None:
                continue  # the start
            goal = self._goal_of(arrival.state)
            if goal in seen:
                continue
            if not self._steps.may_end(arrival.stride, arrival.cost):
                missed.add(goal)
            elif self._stands(goal, arrival):
                seen.add(goal)
                yield Goal(goal, arrival.state, arrival)
        missed = self._may_be_ends(missed - seen)
        for goal, trail in self._dearer(missed, missed | self._refused.keys()):
            self._refused.pop(goal, None)
            seen.add(goal)
            yield Goal(goal, trail.state, trail)
        if self._steps.returns and self._goal_of(self._steps.start) not in seen and (back := self._way_back()):
            yield Goal(self._goal_of(self._steps.start), self._steps.start, back)

    def _stands(self, goal: Hashable, arrival: Arrival) -> bool:
        """Tell whether rules on whole ways let one be gone, and keep what they say against the first to a goal."""
        if self._against_whole is None:
            return True
        reasons = self._against_whole(way_of(arrival))
        if reasons:
            self._refused.setdefault(goal, (arrival.state, reasons))
        return not reasons

    def _dearer(self, missed: set[Hashable], wanted: set[Hashable]) -> Iterator[tuple[Hashable, Trail]]:
        """Yield the cheapest way that may be gone to each of some goals where the cheapest of all may not."""
        if not wanted:
            return
        most = self._steps.limit if missed else min(self._steps.limit, LOOKED_AT)
        trails = dearer_ways(self._first_trail(), self._step_on, most)
        leading = ((self._goal_of(trail.state), trail) for trail in trails if trail.before is not None)
        tried = 0
        for goal, trail in leading:
            if goal not in wanted:
                continue
            if self._stands(goal, trail):
                wanted.discard(goal)
                yield goal, trail
            else:
                tried += 1
            if not wanted or tried == TRIED:
                return

    def _way_back(self) -> Arrival | None:
        """Find the cheapest way that comes back to where it began."""
        steps, back = self._steps, list[Arrival]()
        start = steps.node(steps.start)
        for arrival in steps.search.settled.all():
            ahead = [] if arrival.ended else steps.strides_from(arrival.state)
            leading = [one for one in ahead if steps.node(one.there) == start]
            for step, spent in steps.choose(leading, arrival.cost, set(), first=arrival.before is None):
                if steps.may_end(step, spent):
                    back.append(Arrival(spent, start, arrival, step))
        goal = self._goal_of(steps.start)
        cheapest = islice(sorted(back, key=attrgetter("cost")), TRIED)
        return next((arrival for arrival in cheapest if self._stands(goal, arrival)), None)

    def _goal_of(self, state: S) -> Hashable:
        if self._goal is None:
            return state
        with Blame(self._steps.code):
            return self._goal(state)

    def _may_be_ends(self, goals: set[Hashable]) -> set[Hashable]:
        """Return those of some goals at which another way than the cheapest may perhaps end."""
        if not goals or self._steps.ends is not None:
            return goals
        return {  # where another last step would do
            goal
            for arrival in self._steps.search.settled.all()
            for stride in self._steps.strides_from(arrival.state)
            if not self._steps.rules.refuses_end(stride) and (goal := self._goal_of(stride.there)) in goals
        }

    def _first_trail(self) -> Trail:
        node = self._steps.node(self._steps.start)
        return Trail(0, node, None, Stride(self._steps.start, None), frozenset((node,)))

    def _step_on(self, trail: Trail) -> Iterator[Trail]:
        """Go on from where a way has come to, in all ways in which it can be done."""
        steps, first = self._steps, trail.before is None
        for step, spent in [] if trail.ended else steps.ahead(trail.state, trail.cost, trail.been, first=first):
            node = steps.node(step.there)
            come_to = EndedWay(node) if steps.rules.ends(step) else node
            yield Trail(spent, come_to, trail, step, trail.been | {node}, steps.may_end(step, spent))


def way_of(arrival: Arrival) -> Way[S]:
    """Return the states of a way, one for each step."""
    return tuple(stride.there for stride in arrival.steps())
