"""Reach over poses: where one can be, facing how, in what formation; the game says which pose follows which."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Generic, TypeVar

from sandtable.engine.actions.allowance import ALL, BLOCKED, MOST, Allowance
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

P = TypeVar("P", bound="Hashable")


class PoseReach(Generic[P]):
    """A search over poses that goes only as far as it is asked.

    ``next_poses(pose)`` yields each pose that follows in one step and what the step costs (``ALL``: the whole
    allowance; ``BLOCKED``: not at all); it is called at most once per pose, in order of cost, and must answer
    the same to the same. Of ways of equal cost the one found first is kept, so the order of its answers
    decides, and nothing else. More than ``most`` poses raise ``Invalid``: a search without end is a mistake.
    """

    def __init__(
        self,
        start: P,
        next_poses: Callable[[P], Iterable[tuple[P, int]]],
        allowance: Allowance,
        most: int = 100_000,
    ) -> None:
        self.start = start
        self.allowance = allowance
        self.most = most
        self._next_poses = next_poses
        self._settled: dict[P, int] = {}
        self._order: list[P] = []
        self._before: dict[P, P] = {}
        self._best: dict[P, int] = {start: 0}
        self._queue: list[tuple[int, int]] = [(0, 0)]
        self._found: list[P] = [start]

    def __iter__(self) -> Iterator[tuple[P, int]]:
        """Yield poses with their costs, cheapest first; what is not asked for is not searched."""
        place = 0
        while place < len(self._order) or self._settle():
            yield self._order[place], self._settled[self._order[place]]
            place += 1

    @property
    def costs(self) -> dict[P, int]:
        """Every pose in reach with its cost, cheapest first."""
        while self._settle():
            pass
        return dict(self._settled)

    def cost(self, pose: P) -> int | None:
        """Return what it costs to come to that pose, ``None`` when it is out of reach."""
        while pose not in self._settled and self._settle():
            pass
        return self._settled.get(pose)

    def left(self, pose: P) -> int | None:
        """Return what is left of the allowance there."""
        cost = self.cost(pose)
        return None if cost is None else self.allowance.limit - cost

    def path(self, pose: P) -> tuple[P, ...]:
        """Return the poses of the way there, start and end included."""
        if self.cost(pose) is None:
            raise Invalid(
                f"{pose} cannot be reached from {self.start} with {self.allowance.unit.say(self.allowance.limit)}"
            )
        way = [pose]
        while way[-1] in self._before:
            way.append(self._before[way[-1]])
        return tuple(reversed(way))

    def _settle(self) -> bool:
        """Take the cheapest open pose; say whether there was one."""
        while self._queue:
            cost, place = heappop(self._queue)
            pose = self._found[place]
            if pose not in self._settled:
                if len(self._settled) >= self.most:
                    raise Invalid(
                        f"more than {self.most} poses are in reach of {self.start}: lower the limit, have next_poses "
                        "tell fewer poses apart, or allow more"
                    )
                self._settled[pose] = cost
                self._order.append(pose)
                self._open(pose, cost)
                return True
        return False

    def _open(self, pose: P, cost: int) -> None:
        for there, price in self._next_poses(pose):
            if not (type(price) is int and (price in {ALL, BLOCKED} or 0 <= price <= MOST)):
                raise Invalid(
                    f"the step from {pose} to {there} costs {price}: give an integer of 0 or more, ALL or BLOCKED"
                )
            after = self.allowance.spent_after(cost, price, first=pose == self.start)
            if after is not None and after < self._best.get(there, after + 1):
                self._best[there] = after
                self._before[there] = pose
                self._found.append(there)
                heappush(self._queue, (after, len(self._found) - 1))
