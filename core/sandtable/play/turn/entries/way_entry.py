"""A way, step by step or straight to a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sandtable.engine.words import sentence
from sandtable.play.turn.entries.entry import BARE, NOTHING, Entry, FieldValues

if TYPE_CHECKING:
    from sandtable.engine.actions.refusals import Verdict
    from sandtable.engine.actions.way_goals import Goal
    from sandtable.engine.actions.ways import Ways


class WayEntry(Entry):
    """A way, step by step; where it can lead, what that costs and why not elsewhere, its domain says."""

    def __init__(self, domain: Ways[Any], field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.way: tuple[Any, ...] = ()
        self._ahead: tuple[tuple[Any, ...], Ways[Any]] = (), domain

    @property
    def ahead(self) -> Ways[Any]:
        """The ways on from where this one has come to."""
        if self._ahead[0] != self.way:
            self._ahead = self.way, self.domain.after(self.way)
        return self._ahead[1]

    def onward(self) -> tuple[Any, ...]:
        """Return the next steps."""
        return self.domain.onward(self.way)

    def halts(self) -> bool:
        """Tell whether the way may stop here."""
        return self.domain.halts(self.way)

    def result(self) -> Any:
        return self.way if self.halts() else NOTHING

    def lacks(self) -> str:
        if not self.way:
            return "choose the first step" if self.onward() else "no way leads from here"
        if self.halts():
            return ""
        reasons = "; ".join(map(str, self.domain.against_halting(self.way)))
        return sentence(reasons) if reasons else "the way may not end here"

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

    def goals(self, spot: str, spots: Callable[[object], str]) -> tuple[Goal[Any], ...]:
        """Return the goals at what is pointed at, cheapest first."""
        return next((goals for space, goals in self.ahead.reach().items() if spots(space) == spot), ())

    def lead_to(self, spot: str, spots: Callable[[object], str]) -> bool:
        """Go on to a place further off by the cheapest way there is; tell whether there was one."""
        goals = self.goals(spot, spots)
        if goals:
            self.way = (*self.way, *goals[0].way)
        return bool(goals)

    def become(self, other: WayEntry) -> None:
        """Be as another one is, which was led further in a copy of the position."""
        self.domain, self.field, self.way, self._ahead = other.domain, other.field, other.way, other._ahead

    def why_not(self, space: str) -> Verdict:
        """Return the reasons why the way cannot go on to a space."""
        return self.ahead.why_not(space)

    def back(self) -> bool:
        had, self.way = self.way, self.way[:-1]
        return bool(had)
