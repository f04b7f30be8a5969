"""A way at the terminal, step by step, by its goal, or by a place where it may end in several ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sandtable.cli.talk.field_screen import FieldAnswer, NumberedList
from sandtable.cli.talk.lines import StyledLine
from sandtable.play.turn.entries.entry import FieldValues, same_word
from sandtable.play.words.matching import begin_with_numbers, matching_places, which_is_meant
from sandtable.play.words.naming import PlainGoals
from sandtable.play.words.objections import reason_of

if TYPE_CHECKING:
    from sandtable.engine.actions.way_goals import Goal
    from sandtable.engine.actions.ways import Ways

FEW: Final = 12
"""So many goals of a way are told with the way to each."""


@dataclass
class TypedWay:
    """A way, step by step; ``done`` stops where one may halt, ``-`` takes a step back.

    A goal may be named instead, and the cheapest way there is taken; ``via`` and the next area goes there first. Where
    a place has several goals (facings, formations), it is asked which: nothing is chosen for the player.
    """

    domain: Ways[Any]
    values: FieldValues
    way: tuple[Any, ...] = ()
    goals: dict[Any, Goal[Any]] = field(default_factory=dict[Any, "Goal[Any]"])
    plain: PlainGoals = field(default_factory=PlainGoals)
    """Where nobody need go by this special case of an action; who names such a place is asked which it shall be."""
    either: dict[str, FieldAnswer] = field(default_factory=dict[str, FieldAnswer])
    """What it comes to to go to the place that was named last plainly, or at the risk, by what each is called."""
    among: list[Any] = field(default_factory=list[Any])
    """Which goals are asked about: all of them, or those of the place that was named last."""

    def __post_init__(self) -> None:
        self._look_out()

    def _look_out(self) -> None:
        """Find where the way may end, and the cheapest way on to each."""
        self.ahead = self.domain.after(self.way) if self.way else self.domain
        self.plain = self.values.plain_goals() if self.values.risk and not self.way else PlainGoals()
        found = {goal.goal: goal for goal in self.ahead.listed()}
        self.goals = {goal: way for goal, way in found.items() if goal not in self.plain.goals}
        self.needless = {goal: way for goal, way in found.items() if goal in self.plain.goals}
        self.among, self.either = list(self.goals), {}

    def names(self) -> Iterable[str]:
        places = () if self._goals_are_places() else self.ahead.reach()
        return ("done", "-", *self.either, *(self.values.name(one) for one in (*self._onward(), *self.goals, *places)))

    def _onward(self) -> tuple[Any, ...]:
        return self.domain.onward(self.way)

    def _halts(self) -> bool:
        return self.domain.halts(self.way)

    def _goals_are_places(self) -> bool:
        """Tell whether a place is all there is to say of a goal."""
        return all(goal in self.ahead.reach() for goal in self.goals)

    def show(self) -> list[StyledLine]:
        lines = [StyledLine(f"  so far: {self.values.name(self.way)}", "prompt")] if self.way else []
        onward = list(self._onward())
        if len(self.among) > FEW:
            lines += self._by_cost()
        elif self.goals:
            lines += self._goals()
        else:
            lines += NumberedList(onward, self.values.name, self.values.facts).page(onward)
        hints = [
            *(["done to stop here"] if self._halts() else []),
            *(["- for a step back"] if self.way else []),
            *(["a place to see how to stand there"] if len(self.among) > FEW and not self._goals_are_places() else []),
            *(["via and a name to go there first"] if self.goals and len(onward) > 1 else []),
        ]
        return [*lines, StyledLine(f"  {', '.join(hints)}", "faint")] if hints else lines

    def _goals(self) -> list[StyledLine]:
        """List goals, each with the way there."""
        return NumberedList(self.among, self.values.name, lambda goal: self._describe_way(self.goals[goal])).all_pages()

    def _by_cost(self) -> list[StyledLine]:
        """Name many goals, a line for each cost; of goals that are no places the places, by the cheapest there."""
        if self._goals_are_places():
            costs = {goal: self.goals[goal] for goal in self.among}
        else:
            costs = {space: goals[0] for space, goals in self.ahead.reach().items()}
        named = [self.values.name(one) for one in costs]
        own = begin_with_numbers(named) or not self._goals_are_places()
        lines: dict[int, list[str]] = {}
        for number, (name, goal) in enumerate(zip(named, costs.values(), strict=True), 1):
            lines.setdefault(self._cost(goal), []).append(name if own else f"{number} {name}")
        say = self.domain.allowance.unit.say
        return [StyledLine(f"  {say(cost)}{self._at_risk()}: {', '.join(lines[cost])}") for cost in sorted(lines)]

    def _at_risk(self) -> str:
        return f" ({self.values.risk})" if self.values.risk else ""

    def _cost(self, goal: Goal[Any]) -> int:
        """Return what the whole way to a goal takes."""
        return self.domain.spent(self.way) + goal.cost

    def _describe_way(self, goal: Goal[Any]) -> str:
        """Say what a way costs and risks, and by what it leads."""
        return self._priced(goal, self._at_risk())

    def _priced(self, goal: Goal[Any], risk: str = "") -> str:
        """Say what a way costs, and by what it leads."""
        between, cost = goal.way[:-1], self.domain.allowance.unit.say(self._cost(goal))
        return f"{cost}{risk}{f'  via {self.values.name(between)}' if between else ''}"

    def read(self, text: str) -> FieldAnswer:
        if text == "-" and self.way:
            return self._at(self.way[:-1])
        if same_word(text, "done"):
            return FieldAnswer(self.way) if self._halts() else FieldAnswer(wrong="the way may not end here")
        first, _, rest = text.partition(" ")
        via = same_word(first, "via") and bool(rest)
        if not via and (chosen := matching_places(text, list(self.either))):
            return list(self.either.values())[chosen[0]]
        if not via and (self.goals or self.needless):
            return self._to(text)
        steps, said = self._onward(), rest.strip() if via else text
        found = matching_places(said, steps, self.values.name)
        if len(found) != 1:
            several = [steps[at] for at in found]
            wrong = which_is_meant(text, several, self.values.name) if several else ""
            return FieldAnswer(wrong=wrong) if wrong else self._nowhere(said, "no step leads to", steps)
        way = (*self.way, steps[found[0]])
        reading = self._at(way)
        return FieldAnswer(way) if self._halts() and not self._onward() else reading

    def _to(self, text: str) -> FieldAnswer:
        """Go to a goal that is named, of those of the place named last before all others."""
        narrowed = len(self.among) < len(self.goals)
        for among in (self.among, list(self.goals)) if narrowed else (self.among,):
            found = [among[at] for at in matching_places(text, among, self.values.name)]
            if len(found) == 1:
                return FieldAnswer((*self.way, *self.goals[found[0]].way))
            if found:
                break
        else:
            return self._nowhere(text, "no way leads to", self.among)
        return self._ask_which(text, found)

    def _ask_which(self, text: str, found: list[Any]) -> FieldAnswer:
        """Say which goals a text may mean; of a place that it names, how one may stand there."""
        if self._goals_are_places():
            return FieldAnswer(wrong=which_is_meant(text, found, self.values.name))
        spaces = list(self.ahead.reach())
        named = [spaces[at] for at in matching_places(text, spaces, self.values.name)]
        self.among = [goal.goal for goal in self.ahead.goals(named[0])] if len(named) == 1 else found
        if len(self.among) == 1:
            return FieldAnswer((*self.way, *self.goals[self.among[0]].way))
        asked = f"{self.values.name(named[0])}: how?" if len(named) == 1 else f"{text!r} can mean:"
        return FieldAnswer(lines=(StyledLine(f"  {asked}", "prompt"), *self._goals()))

    def _ask_whether_to_risk(self, goal: Any) -> FieldAnswer:
        """Ask how to go where a plain way leads too: nobody takes a risk without having said so."""
        plain, special, kind = self.plain.goals[goal], self.needless[goal], self.plain.kind
        assert kind is not None
        ways = {kind.label(): self._priced(plain), self.plain.special: self._describe_way(special)}
        self.either = {kind.label(): FieldAnswer(plain.way, kind=kind), self.plain.special: FieldAnswer(special.way)}
        asked = StyledLine(f"  {self.values.name(goal)} can be reached without that risk. Which shall it be?", "prompt")
        listed = NumberedList(list(ways), str, lambda label: ways[label]).all_pages()
        return FieldAnswer(lines=(asked, *listed))

    def _nowhere(self, text: str, says: str, listed: Sequence[Any]) -> FieldAnswer:
        """Say why no way leads to a place; of what is none, what may be typed."""
        space = self.values.space_meant_by(text)
        if space in self.needless:
            return self._ask_whether_to_risk(space)
        reasons = self.ahead.why_not(space) if space else []
        if space and not reasons and (forbidden := self.ahead.forbidden_step(space)) is not None:
            reasons = [forbidden]
        because = tuple(str(reason_of(one)) for one in reasons)
        if space and not because and (found := self.values.objection_to_space(space)) is not None:
            because = tuple(found.lines())
        if because:
            return FieldAnswer(wrong=f"{says} {text!r}:", because=because)
        own = begin_with_numbers(map(self.values.name, listed))
        return FieldAnswer(wrong=f"{says} {text!r}: type a name {'' if own else 'or a number '}from the list")

    def _at(self, way: tuple[Any, ...]) -> FieldAnswer:
        self.way = way
        self._look_out()
        return FieldAnswer(lines=tuple(self.show()))
