"""A house rule by form, said in plain English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.rules.forms.conditions import compared
from sandtable.engine.rules.forms.rule_document import (
    AllowRule,
    CellRule,
    Condition,
    ForbidRule,
    LimitRule,
    NumberRule,
    PartRule,
    Ref,
    ThrowRule,
)  # fmt: skip
from sandtable.engine.rules.forms.vocabulary import either
from sandtable.engine.words import in_a_row, sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.engine.rules.forms.rule_document import FormParameter, Shape, ThrowRange
    from sandtable.engine.rules.forms.vocabulary import Roots, Vocabulary
    from sandtable.engine.rules.system import RuleText

COMPARES: Final = {
    "equals": "is", "differs": "is not", "at_least": "is at least", "at_most": "is at most",
    "more_than": "is more than", "less_than": "is less than", "among": "is one of",
}  # fmt: skip
DENIED: Final = {
    "equals": "is not", "differs": "is", "at_least": "is less than", "at_most": "is more than",
    "more_than": "is at most", "less_than": "is at least", "among": "is none of",
}  # fmt: skip
VERB: Final = re.compile(r"\b(is|has|may|can|was|are|have)\b(?!.*\b(?:is|has|may|can|was|are|have)\b)")
STAGES: Final = {"base": "starts with", "times": "is multiplied by", "at_least": "is at least", "at_most": "is at most"}


class Sentences:
    """Says rules and conditions at a place, where these words are."""

    def __init__(self, words: Vocabulary, roots: Roots, parameters: Mapping[str, FormParameter]) -> None:
        self._words, self._roots, self._parameters = words, roots, parameters

    def condition(self, one: Condition, *, denied: bool = False, inside: bool = False) -> str:
        """Return a condition as a clause: *the area of the unit is a bridge and …*."""
        if one.no is not None:
            return self.condition(one.no, denied=not denied, inside=inside)
        some = one.all if one.all is not None else one.any
        if some is None:
            return self._statement(one, denied)
        joint = " and " if (one.all is not None) != denied else " or "
        said = joint.join(self.condition(each, denied=denied, inside=True) for each in some)
        return f"({said})" if inside and len(some) > 1 else said

    def _statement(self, one: Condition, denied: bool) -> str:
        signs, it = compared(one), self.word(one.word, one.of)
        if not signs:
            return deny(it) if denied else it
        said: Any = getattr(one, signs[0])
        if isinstance(said, bool):
            return it if said is (signs[0] == "equals") is not denied else deny(it)
        other = either(said) if signs[0] == "among" else self.value(said)
        return f"{it} {(DENIED if denied else COMPARES)[signs[0]]} {other}"

    def word(self, path: str, of: str = "") -> str:
        """Return what a word reads as."""
        return self._words.read(path, of, self._roots).says

    def value(self, said: object) -> str:
        """Return what a value reads as."""
        if isinstance(said, Ref):
            if said.parameter:
                return f"{self._parameters[said.parameter].default} (to be set: {said.parameter})"
            return self.word(said.word, said.of)
        return str(said)

    def rule(self, one: Shape, says: str, texts: Mapping[str, RuleText]) -> str:
        """Return a rule as a sentence; ``says`` are the words of its occasion."""
        head = self._head(one, says, texts)
        when = f" if {self.condition(one.when)}" if one.when is not None else ""
        instead = f" This takes the place of {in_a_row(list(one.supersedes))}." if one.supersedes else ""
        return f"{sentence(head.replace('{when}', when) if '{when}' in head else head + when)}.{instead}"

    def _head(self, one: Shape, says: str, texts: Mapping[str, RuleText]) -> str:
        match one:
            case PartRule():
                return self._part(one, says)
            case LimitRule():
                least, most = ("at least", one.at_least), ("at most", one.at_most)
                told = [f"{words} {self.value(number)}" for words, number in (least, most) if number is not None]
                return f"{says} is {' and '.join(told)}"
            case NumberRule():
                return f"what {_called(one.rule, texts)} gives is {self.value(one.value)} instead"
            case CellRule():
                return f"the chart {one.chart} has {one.value} at {', '.join(one.at)}"
            case ForbidRule():
                return f"nobody may {says}"
            case AllowRule():
                return f"{_called(one.rule, texts)} does not stand in the way"
            case ThrowRule():
                return self._throw(one, says)

    def _part(self, one: PartRule, says: str) -> str:
        value = self.value(one.value)
        if one.stage == "add":
            less = isinstance(one.value, int) and one.value < 0
            return f"{value.removeprefix('-')} is {'taken from' if less else 'added to'} {says}"
        return f"{says} takes all" if one.stage == "all" else f"{says} {STAGES[one.stage]} {value}"

    def _throw(self, one: ThrowRule, says: str) -> str:
        done = self._words.consequences[self._words.read(one.to, "", self._roots).type.name, one.then]
        amount = "" if one.amount is None else self.value(one.amount)
        then = done.says.replace("{it}", self.word(one.to)).replace("{amount}", amount)
        thrown = f"{one.dice} is thrown, and {outcome(one.on)} " if one.dice else ""
        return f"after {says}{{when}}, {thrown}{then}"


def outcome(on: ThrowRange) -> str:
    """Return on which throws it is, in words: *on 5 or more*."""
    if on.among:
        return f"on {either(on.among)}"
    if on.at_least is not None and on.at_most is not None:
        return f"on {on.at_least} to {on.at_most}"
    return f"on {on.at_least} or more" if on.at_least is not None else f"on {on.at_most} or less"


def deny(says: str) -> str:
    """Return a statement the other way round: *is a bridge*, *is not a bridge*."""
    turned = VERB.sub(r"\1 not", says, count=1)
    return turned if turned != says else f"it is not so that {says}"


def _called(rule: str, texts: Mapping[str, RuleText]) -> str:
    return f"{rule} ({texts[rule].title})" if rule in texts else rule
