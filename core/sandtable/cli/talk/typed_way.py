"""A way at the terminal, step by step or by its goal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sandtable.cli.talk.field_screen import FieldAnswer, NumberedList
from sandtable.cli.talk.lines import StyledLine
from sandtable.play.turn.entries.entry import FieldValues, same_word
from sandtable.play.words.matching import matching_places, which_is_meant

if TYPE_CHECKING:
    from sandtable.engine.actions.ways import Goal, Ways

FEW: Final = 12
"""So many goals of a way are told with the way to each."""


@dataclass
class TypedWay:
    """A way, step by step; ``done`` stops where one may halt, ``-`` takes a step back.

    A goal may be named instead, and the cheapest way there is taken; ``via`` and the next area goes there first.
    """

    domain: Ways[Any]
    values: FieldValues
    way: tuple[Any, ...] = ()
    goals: dict[Any, Goal[Any]] = field(default_factory=dict[Any, "Goal[Any]"])

    def __post_init__(self) -> None:
        self._look_out()

    def _look_out(self) -> None:
        """Find where the way may end, and the cheapest way on to each."""
        self.ahead = self.domain.after(self.way) if self.way else self.domain
        self.goals = {goal.goal: goal for goal in self.ahead.listed()}

    def names(self) -> Iterable[str]:
        return ("done", "-", *map(self.values.name, self._onward()), *map(self.values.name, self.goals))

    def _onward(self) -> tuple[Any, ...]:
        return self.domain.onward(self.way)

    def _halts(self) -> bool:
        return self.domain.halts(self.way)

    def show(self) -> list[StyledLine]:
        lines = [StyledLine(f"  so far: {self.values.name(self.way)}", "prompt")] if self.way else []
        if len(self.goals) > FEW:
            lines += self._by_cost()
        elif self.goals:
            goals = list(self.goals)
            lines += NumberedList(goals, self.values.name, lambda goal: self._describe_way(self.goals[goal])).page(
                goals
            )
        else:
            steps = list(self._onward())
            lines += NumberedList(steps, self.values.name, self.values.facts).page(steps)
        hints = [
            *(["done to stop here"] if self._halts() else []),
            *(["- for a step back"] if self.way else []),
            *(["via and a name to go there first"] if self.goals and len(self._onward()) > 1 else []),
        ]
        return [*lines, StyledLine(f"  {', '.join(hints)}", "faint")] if hints else lines

    def _by_cost(self) -> list[StyledLine]:
        """Name many goals, a line for each cost."""
        lines: dict[int, list[str]] = {}
        for number, (name, goal) in enumerate(self.goals.items(), 1):
            lines.setdefault(self._cost(goal), []).append(f"{number} {self.values.name(name)}")
        return [StyledLine(f"  cost {cost}: {', '.join(named)}") for cost, named in lines.items()]

    def _cost(self, goal: Goal[Any]) -> int:
        """Return what the whole way to a goal takes."""
        return self.domain.spent(self.way) + goal.cost

    def _describe_way(self, goal: Goal[Any]) -> str:
        """Say what a way costs, and by what it leads."""
        between = goal.way[:-1]
        return f"cost {self._cost(goal)}{f'  via {self.values.name(between)}' if between else ''}"

    def read(self, text: str) -> FieldAnswer:
        if text == "-" and self.way:
            return self._at(self.way[:-1])
        if same_word(text, "done"):
            return FieldAnswer(self.way) if self._halts() else FieldAnswer(wrong="the way may not end here")
        first, _, rest = text.partition(" ")
        via = same_word(first, "via") and bool(rest)
        if self.goals and not via:
            return self._to(text)
        steps = self._onward()
        found = matching_places(rest.strip() if via else text, steps, self.values.name)
        if len(found) != 1:
            return FieldAnswer(
                wrong=which_is_meant(text, [steps[at] for at in found], self.values.name)
                if found
                else f"no step leads to {(rest.strip() if via else text)!r}: type a name or a number from the list"
            )
        way = (*self.way, steps[found[0]])
        reading = self._at(way)
        return FieldAnswer(way) if self._halts() and not self._onward() else reading

    def _to(self, text: str) -> FieldAnswer:
        goals = list(self.goals)
        found = matching_places(text, goals, self.values.name)
        if len(found) == 1:
            return FieldAnswer((*self.way, *self.goals[goals[found[0]]].way))
        if found:
            return FieldAnswer(wrong=which_is_meant(text, [goals[at] for at in found], self.values.name))
        return FieldAnswer(wrong=f"no way leads to {text!r}: type a name or a number from the list")

    def _at(self, way: tuple[Any, ...]) -> FieldAnswer:
        self.way = way
        self._look_out()
        return FieldAnswer(lines=tuple(self.show()))
