"""A way, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any, Final

from sandtable.engine.actions.domains import Path
from sandtable.play.turn.entries.entry import BARE, NOTHING, Entry, FieldValues

LOOKED_AT: Final = 2_000
"""So many ways are looked at for one that leads to a place."""


class WayEntry(Entry):
    """A way, step by step."""

    def __init__(self, domain: Path[Any], field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.way: tuple[Any, ...] = ()

    def onward(self) -> tuple[Any, ...]:
        """Return the next steps."""
        return tuple(self.domain.onward(self.way)) if len(self.way) < self.domain.most else ()

    def halts(self) -> bool:
        """Tell whether the way may stop here."""
        return bool(self.way) and bool(self.domain.halts(self.way))

    def result(self) -> Any:
        return self.way if self.halts() else NOTHING

    def lacks(self) -> str:
        if not self.way:
            return "choose the first step" if self.onward() else "no way leads from here"
        return "" if self.halts() else "the way may not end here"

    def parts(self) -> Iterable[Any]:
        return self.onward()

    def point(self, part: Any) -> bool:
        """Go a step; pointing at a step of the way goes back to it."""
        if part in self.onward():
            self.way = (*self.way, part)
            return True
        if part in self.way:
            self.way = self.way[: self.way.index(part) + 1]
            return True
        return False

    def lead_to(self, spot: str, spots: Callable[[object], str]) -> bool:
        """Go on to a place further off by the cheapest way there is; tell whether there was one."""
        found = self._find_way(spot, spots)
        if found is None:
            return False
        self.way = found
        return True

    def _find_way(self, spot: str, spots: Callable[[object], str]) -> tuple[Any, ...] | None:
        ahead: list[tuple[int, int, tuple[Any, ...]]] = [(0, 0, self.way)]
        seen: set[Any] = set()
        for number in range(1, LOOKED_AT):
            if not ahead:
                return None
            _, _, way = heappop(ahead)
            if len(way) > len(self.way):
                if spots(way[-1]) == spot and self.domain.halts(way):
                    return way
                where = self.domain.place(way[-1]) if self.domain.place is not None else way[-1]
                if where in seen:
                    continue
                seen.add(where)
            steps = self.domain.onward(way) if len(way) < self.domain.most else ()
            for nth, step in enumerate(steps):
                heappush(ahead, (self.domain.spent((*way, step)), number * LOOKED_AT + nth, (*way, step)))
        return None

    def back(self) -> bool:
        had, self.way = self.way, self.way[:-1]
        return bool(had)
