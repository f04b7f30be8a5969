"""What a rule by form does where it answers: the function of each shape, compiled."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.errors import unknown
from sandtable.engine.rules.forms.rule_document import (
    AllowRule,
    ForbidRule,
    LimitRule,
    NumberRule,
    PartRule,
    Shape,
    ThrowRange,
    ThrowRule,
)  # fmt: skip
from sandtable.engine.state.tally import Part

if TYPE_CHECKING:
    from sandtable.engine.rules.facts import Consequence
    from sandtable.engine.rules.forms.conditions import Expressions
    from sandtable.engine.rules.forms.sentences import Sentences

WORD: Final = re.compile(r"\{([\w.]+)\}")
DICE: Final = re.compile(r"[1-9]\d?d([1-9]\d{0,3}|0+-9+)")


@dataclass
class Bodies:
    """Makes the function of one rule at its place, where ``given`` are the arguments."""

    code: Expressions
    rule: Shape
    given: tuple[str, ...]
    sentences: Sentences
    roll: Callable[..., Awaitable[int]]
    amends: bool = False
    answer: str = ""
    """What is answered there, where that may differ."""

    def function(self, name: str) -> Callable[..., Any]:
        """Return the function; raises ``Invalid`` for what means nothing at its place."""
        one = self.rule
        match one:
            case PartRule():
                lines = self._part(one)
            case LimitRule():
                lines = self._limit(one)
            case NumberRule():
                lines = self._number(one)
            case ForbidRule():
                lines = self._forbid(one)
            case AllowRule():
                lines = [f"return None if {self._when()} else was()"]
            case ThrowRule():
                lines = self._throw(one)
            case _:
                raise self.code.wrong("a rule of this shape has no function")
        return self._compiled(name, lines)

    def _compiled(self, name: str, lines: list[str]) -> Callable[..., Any]:
        """Compile lines that hold made-up names and operators only."""
        arguments = ["self", *(["was"] if self.amends else []), *self.given]
        begins = "async def" if isinstance(self.rule, ThrowRule) else "def"
        source = "\n".join([f"{begins} {name}({', '.join(arguments)}):", *(f"    {line}" for line in lines)])
        known: dict[str, Any] = {"__name__": __name__, **self.code.names}
        exec(compile(source, f"<{self.rule.id}>", "exec"), known)
        function: Callable[..., Any] = known[name]
        function.__qualname__ = name
        return function

    def _when(self) -> str:
        return self.code.condition(self.rule.when)

    # -- numbers

    def _part(self, one: PartRule) -> list[str]:
        if one.stage in ("round", "all"):
            raise self.code.wrong(
                f"a part by form cannot have the stage {one.stage!r}: choose add, times, base, at_least or at_most"
            )
        parts = self._parts([(one.stage, one.value)], one.reads or one.says)
        return [f"return {parts} if {self._when()} else ()"]

    def _limit(self, one: LimitRule) -> list[str]:
        bounds = [("at_least", one.at_least), ("at_most", one.at_most)]
        given = [(stage, value) for stage, value in bounds if value is not None]
        if not given:
            raise self.code.wrong("a limit needs at_least or at_most")
        return [f"return {self._parts(given, one.reads or one.says)} if {self._when()} else ()"]

    def _parts(self, given: list[Any], reads: str) -> str:
        """Return the code of parts; those that are always the same are made once."""
        if all(type(value) is int for _, value in given):
            return self.code.name(tuple(Part(stage, value, self.rule.id, reads) for stage, value in given))
        make = self.code.name(Part)
        id, says = self.code.name(self.rule.id), self.code.name(reads)
        made = (f"{make}({self.code.name(stage)}, {self.code.value(value)}, {id}, {says})" for stage, value in given)
        return f"({', '.join(made)},)"

    def _number(self, one: NumberRule) -> list[str]:
        plain = self.answer == "int"
        value = self.code.value(one.value) if plain else self._parts([(one.stage, one.value)], one.reads or one.says)
        return [f"return {value} if {self._when()} else was()"]

    # -- actions

    def _forbid(self, one: ForbidRule) -> list[str]:
        paths = list(dict.fromkeys(WORD.findall(one.because)))
        names = {path: f"w{number}" for number, path in enumerate(paths)}
        says = WORD.sub(lambda found: f"{{{names[found[1]]}}}", one.because)
        if "{" in says.replace("{w", "") or says.count("{") != says.count("}"):
            raise self.code.wrong(f"the reason {one.because!r} names words in braces, as {{unit}} or {{unit.area}}")
        facts = [f"{names[path]}={self.code.text(path)}" for path in paths]
        cure = [f"cure={self.code.name(one.cure)}"] if one.cure else []
        reason = f"{self.code.name(Refusal)}({', '.join([self.code.name(says), *cure, *facts])})"
        return [f"return {reason} if {self._when()} else None"]

    # -- events

    def _throw(self, one: ThrowRule) -> list[str]:
        done = self._consequence(one)
        there = [
            f"game[{self.code.name(row)}].get({root.code}) is not None"
            for root in self.code.roots.values()
            if not root.type.is_optional and (row := self.code.words.row_of(root.type)) is not None
        ]
        when = " and ".join([*there, self._when()])
        amount = self.code.value(one.amount) if one.amount is not None else "None"
        by = self.code.text(one.by) if one.by else self.code.name("")
        run = self.code.name(self._runner(one, done))
        if not one.dice:
            return [f"if {when}:", f"    await {run}(game, {self.code.text(one.to)}, {amount})"]
        thrown = (
            f"await {self.code.name(self.roll)}({self.code.name(one.dice)}, why={self.code.name(one.says)}, by={by})"
        )
        return [
            f"if {when}:",
            f"    thrown = {thrown}",
            f"    if {self._on(one.on)}{''.join(f' and {one}' for one in there)}:",
            f"        await {run}(game, {self.code.text(one.to)}, {amount})",
        ]

    def _consequence(self, one: ThrowRule) -> Consequence:
        if one.dice and not DICE.fullmatch(one.dice):
            raise self.code.wrong(
                f"{one.dice!r} is not a kind of dice: write 1d6, 2d10, or 1d0-9 for dice with a nought"
            )
        if bool(one.dice) != (one.on != ThrowRange()):
            raise self.code.wrong("a throw has dice, and says in `on` which numbers count: write both or neither")
        kind = self.code.read(one.to)[2].type
        known = self.code.words.consequences
        if (kind.name, one.then) not in known:
            there = [name for subject, name in known if subject == kind.name]
            raise self.code.wrong(str(unknown(f"consequence for {kind.called}", one.then, there)))
        found = known[kind.name, one.then]
        self.code.owners.add(self.code.words.owners[kind.name, one.then])
        if found.counted != (one.amount is not None):
            raise self.code.wrong(f"{one.then} {'needs an amount' if found.counted else 'has no amount'}")
        return found

    def _runner(self, one: ThrowRule, done: Consequence) -> Callable[..., Awaitable[None]]:
        """Return what does a consequence and notes it for the log."""

        async def run(game: Any, subject: Any, amount: int | None) -> None:
            if subject is None:
                return
            says = done.says.replace("{it}", game.name(subject)).replace("{amount}", str(amount))
            does: Callable[..., Any] = done.does
            doing = does(game, subject) if amount is None else does(game, subject, amount)
            if isawaitable(doing):
                await doing
            game.note(says)

        return run

    @staticmethod
    def _on(on: ThrowRange) -> str:
        bounds = [("thrown >= ", on.at_least), ("thrown <= ", on.at_most)]
        said = [f"{sign}{number}" for sign, number in bounds if number is not None]
        return " and ".join([*said, *([f"thrown in {tuple(map(int, on.among))}"] if on.among else [])])
