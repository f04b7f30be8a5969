"""Conditions as code: a word becomes an expression, AND, OR and NOT join them, and nothing of a text is run.

What is compiled holds names that this module has made up and operators, never a text of the rule: words, values and
functions lie beside it under those names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.facts import FactType, fact_type
from sandtable.engine.rules.forms.rule_document import COMPARED, Condition, Ref
from sandtable.engine.rules.forms.vocabulary import Reading, Roots, Vocabulary, either, subject_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.engine.rules.forms.rule_document import FormParameter

SIGNS: Final = {
    "equals": "==", "differs": "!=", "at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<",
    "among": "in",
}  # fmt: skip
NUMBERS: Final = frozenset({"at_least", "at_most", "more_than", "less_than"})


@dataclass
class Expressions:
    """Makes expressions at a place; ``names`` is what they speak of, ``used`` the roots and ``owners`` the modules."""

    words: Vocabulary
    roots: Roots
    parameters: Mapping[str, FormParameter]
    rule: str
    names: dict[str, Any] = field(default_factory=dict[str, Any])
    owners: set[str] = field(default_factory=set[str])
    used: set[str] = field(default_factory=set[str])
    _count: int = 0

    # -- values

    def value(self, said: int | Ref) -> str:
        """Return the code of a number; raises ``Invalid`` for a word that is none."""
        if isinstance(said, Ref):
            code, guards, kind = self._ref(said)
            if kind != "int":
                raise self.wrong(f"{said.word} is {FactType(kind).called}, and a number belongs here")
            return self.guarded(code, guards, "0")
        return repr(int(said))

    def text(self, path: str) -> str:
        """Return the code of a word that a sentence names, ``None`` where there is nothing."""
        code, guards, _ = self.read(path)
        return self.guarded(code, guards, "None")

    @staticmethod
    def guarded(code: str, guards: list[str], otherwise: str) -> str:
        return f"({code} if {' and '.join(guards)} else {otherwise})" if guards else code

    def read(self, path: str, of: str = "") -> tuple[str, list[str], Reading]:
        """Return the code that reads a word, what must hold before it can be read, and what was read."""
        try:
            reading = self.words.read(path, of, self.roots)
        except Invalid as error:
            raise self.wrong(str(error)) from None
        code, guards = self._code(reading)
        return code, guards, reading

    def _code(self, reading: Reading) -> tuple[str, list[str]]:
        guards: list[str] = []
        code = ""
        if reading.root is not None:
            self.used.add(reading.root.code)
            code = self._checked(reading.root.code, reading.root.type.is_optional, guards)
        for at, fact in enumerate(reading.facts):
            owner = self.words.owners[subject_name(fact), fact.name]
            self.owners.add(owner)
            if fact.row is not None:
                code = f"game[{self.name(fact.row)}][{code}].{fact.name}"
            elif fact.read is None:
                code = f"{code}.{fact.name}"
            else:
                given = ["game", *([code] if code else [])]
                if at == len(reading.facts) - 1 and reading.of is not None:
                    other, more = self._code(reading.of)
                    guards += more
                    given.append(other)
                code = f"{self.name(fact.read)}({', '.join(given)})"
            code = self._checked(code, fact_type(fact.type).is_optional, guards)
        return code, guards

    def _checked(self, code: str, optional: bool, guards: list[str]) -> str:
        if not optional:
            return code
        self._count += 1
        guards.append(f"(t{self._count} := {code}) is not None")
        return f"t{self._count}"

    def _ref(self, said: Ref) -> tuple[str, list[str], str]:
        if bool(said.word) == bool(said.parameter):
            raise self.wrong("a value is a number, { word = ... } or { parameter = ... }")
        if said.parameter:
            if said.parameter not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise self.wrong(f"no parameter is called {said.parameter!r}; there is {known}")
            return f"self.parameters.{said.parameter}", [], "int"
        code, guards, reading = self.read(said.word, said.of)
        return code, guards, reading.type.name

    def name(self, thing: object) -> str:
        """Return the name under which the code finds something."""
        for name, known in self.names.items():
            if known is thing:
                return name
        name = f"n{len(self.names)}"
        self.names[name] = thing
        return name

    def wrong(self, says: str) -> Invalid:
        return Invalid(f"{self.rule}: {says}")

    # -- conditions

    def condition(self, one: Condition | None) -> str:
        """Return the code of a condition; raises ``Invalid`` for what is no statement."""
        if one is None:
            return "True"
        given = [one.all is not None, one.any is not None, one.no is not None, bool(one.word)]
        if sum(given) != 1:
            raise self.wrong("a condition is one of all, any, not and word")
        if not one.word and (one.of or compared(one)):
            raise self.wrong("what is compared stands beside a word")
        for some, joint, joined in ((one.all, " and ", "all"), (one.any, " or ", "any")):
            if some is not None:
                if not some:
                    raise self.wrong(f"{joined} joins no conditions: put some in, or leave it out")
                return f"({joint.join(map(self.condition, some))})"
        return f"(not {self.condition(one.no)})" if one.no is not None else self._statement(one)

    def _statement(self, one: Condition) -> str:
        code, guards, reading = self.read(one.word, one.of)
        signs = compared(one)
        if len(signs) > 1:
            raise self.wrong(f"{one.word} is compared {len(signs)} times: join several conditions by all")
        if not signs:
            if not reading.is_statement:
                raise self.wrong(
                    f"{one.word} is {reading.type.called}: say what it is compared with, as in at_least = 2"
                )
            return self._joined([*guards, code])
        sign = signs[0]
        if sign in NUMBERS and reading.type.name != "int":
            raise self.wrong(f"{one.word} is {reading.type.called} and cannot be more or less than anything")
        other, more = self._other(one, sign, reading)
        says = f"{code} {SIGNS[sign]} {other}"
        if sign == "differs":
            return f"(not {self._joined([*guards, *more, f'{code} == {other}'])})"
        return self._joined([*guards, *more, says])

    @staticmethod
    def _joined(statements: list[str]) -> str:
        return statements[0] if len(statements) == 1 else f"({' and '.join(statements)})"

    def _other(self, one: Condition, sign: str, reading: Reading) -> tuple[str, list[str]]:
        said: Any = getattr(one, sign)
        if isinstance(said, Ref):
            code, guards, kind = self._ref(said)
            if kind != reading.type.name:
                other = f"{said.word or said.parameter} is {FactType(kind).called}"
                raise self.wrong(f"{one.word} is {reading.type.called}, {other}: they can never be equal")
            return code, guards
        for value in said if sign == "among" else (said,):
            self._fits(one.word, value, reading)
        return self.name(frozenset(said)) if sign == "among" else self._literal(said), []

    def _literal(self, said: bool | int | str) -> str:
        return self.name(said) if isinstance(said, str) else repr(said)

    def _fits(self, word: str, value: bool | int | str, reading: Reading) -> None:
        """Raise ``Invalid`` for a value that the word never has."""
        kind = reading.type
        wanted: type = {"int": int, "bool": bool}.get(kind.name, str)
        if type(value) is not wanted:
            told = {True: "yes or no", False: "a number" if isinstance(value, int) else "a text"}[
                isinstance(value, bool)
            ]
            raise self.wrong(f"{word} is {kind.called}, and {value!r} is {told}")
        if kind.choices and str(value) not in kind.choices:
            raise self.wrong(f"{word} is never {value!r}: it is {either(kind.choices)}")


def compared(one: Condition) -> list[str]:
    """Return with what a condition compares its word."""
    return [name for name in COMPARED if getattr(one, name) is not None]
