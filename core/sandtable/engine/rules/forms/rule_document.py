"""A house rule by form as data: what stands in a text, a campaign, a library; no code.

One document is one option: a key, a title, parameters, and the rules that count while it is on, each of a shape.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar, Final, Literal, cast

import msgspec
from msgspec import Struct, field

from sandtable.engine.errors import Invalid
from sandtable.engine.state.tally import PartStage
from sandtable.engine.unfit import Unfit, unfit
from sandtable.engine.words import in_a_row

DEEPEST: Final = 12
"""So many conditions may stand one inside the other."""


class Ref(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value that is read: a word, or a parameter of the rule."""

    word: str = ""
    of: str = ""
    parameter: str = ""


Value = bool | int | str | Ref


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A statement about a word, or several joined: exactly one of ``all``, ``any``, ``not`` and ``word`` is given."""

    all: tuple[Condition, ...] | None = None
    any: tuple[Condition, ...] | None = None
    no: Condition | None = field(default=None, name="not")
    word: str = ""
    of: str = ""
    equals: Value | None = field(default=None, name="is")
    differs: Value | None = field(default=None, name="is_not")
    at_least: int | Ref | None = None
    at_most: int | Ref | None = None
    more_than: int | Ref | None = None
    less_than: int | Ref | None = None
    among: tuple[int | str, ...] | None = None


COMPARED: Final = ("equals", "differs", "at_least", "at_most", "more_than", "less_than", "among")


class Example(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A worked example: a position, what is done or asked in it, and what must come of it.

    The position is a scenario (the game's first) at a step, with rows put, changed and removed. ``act`` is done with
    the fields ``given``; of a number they are the arguments. ``refused`` says whether the rule refuses it (of a rule
    that allows: whether the amended one still does), ``total`` what the number or the cell is, ``after`` what is true
    then of the words that were given.
    """

    scenario: str = ""
    at: str = ""
    dice: tuple[int, ...] = ()
    put: dict[str, tuple[dict[str, Any], ...]] = {}
    change: dict[str, dict[str, dict[str, Any]]] = {}
    remove: dict[str, tuple[str, ...]] = {}
    on: tuple[str, ...] = ()
    parameters: dict[str, int] = {}
    act: str = ""
    given: dict[str, Any] = {}
    refused: bool | None = None
    total: int | None = None
    after: Condition | None = None


class FormRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="shape", kw_only=True):
    """What all shapes have: an id, a sentence, a condition, what it stands in the place of, examples."""

    id: str
    says: str
    when: Condition | None = None
    supersedes: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    example: tuple[Example, ...] = ()


class PartRule(FormRule, frozen=True, tag="part", kw_only=True):
    """A part of a number: the hook that collects it, the stage, how much."""

    number: str
    stage: PartStage = "add"
    value: int | Ref = 0
    reads: str = ""


class LimitRule(FormRule, frozen=True, tag="limit", kw_only=True):
    """The most or the least that a number comes to."""

    number: str
    at_least: int | Ref | None = None
    at_most: int | Ref | None = None
    reads: str = ""


class NumberRule(FormRule, frozen=True, tag="number", kw_only=True):
    """Another number in place of the one that a rule gives."""

    rule: str
    value: int | Ref
    stage: PartStage = "add"
    reads: str = ""


class CellRule(FormRule, frozen=True, tag="cell", kw_only=True):
    """Another cell of a chart."""

    chart: str
    at: tuple[str, ...]
    value: int | str


class ForbidRule(FormRule, frozen=True, tag="forbid", kw_only=True):
    """An action that nobody may do; with ``step`` a step of a way."""

    action: str
    because: str
    cure: str = ""
    step: bool = False


class AllowRule(FormRule, frozen=True, tag="allow", kw_only=True):
    """What a rule that refuses does not refuse."""

    rule: str


class ThrowRange(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """On which throws something comes of it."""

    at_least: int | None = None
    at_most: int | None = None
    among: tuple[int, ...] = ()


class ThrowRule(FormRule, frozen=True, tag="throw", kw_only=True):
    """A throw after an event, with a consequence; without dice it always comes."""

    event: str
    then: str
    to: str
    dice: str = ""
    on: ThrowRange = ThrowRange()
    amount: int | Ref | None = None
    by: str = ""


Shape = PartRule | LimitRule | NumberRule | CellRule | ForbidRule | AllowRule | ThrowRule


class FormParameter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number that the table may set."""

    title: str
    default: int
    at_least: int | None = None
    at_most: int | None = None

    def require_sound(self, name: str) -> None:
        """Raise ``Invalid`` for bounds between which no number lies, and for a default that does not lie there."""
        low, high = self.at_least, self.at_most
        if low is not None and high is not None and low > high:
            raise Invalid(f"parameter {name}: no number is at least {low} and at most {high}: change one of these")
        if (low is not None and self.default < low) or (high is not None and self.default > high):
            bounds = [f"{words} {one}" for words, one in (("at least", low), ("at most", high)) if one is not None]
            says = f"its default {self.default} is out of its own bounds ({in_a_row(bounds)})"
            raise Invalid(f"parameter {name}: {says}: change it or them")


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An option of rules by form."""

    stored: ClassVar[str] = "house rules"

    game: str
    key: str
    title: str
    says: str
    rule: tuple[Shape, ...]
    version: str = "1"
    changeable: Literal["running", "setup"] = "running"
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    parameter: dict[str, FormParameter] = {}

    @property
    def text(self) -> str:
        """The document in one line, which its fingerprint is of."""
        return msgspec.json.encode(self, order="deterministic").decode()

    @property
    def fingerprint(self) -> str:
        """What its content is known by."""
        return sha256(self.text.encode()).hexdigest()[:16]


def house_rules(said: object, where: str) -> HouseRules:
    """Return what plain data say as house rules; raises ``Invalid`` naming where, and the field."""
    _refuse_depth(said, where)
    try:
        rules = msgspec.convert(said, HouseRules)
    except msgspec.ValidationError as error:
        raise Invalid(f"{where} is not a house rule: {_in_words(said, unfit(error))}") from error
    _check_names(rules, where)
    return rules


def stored_rules(text: str, where: str) -> HouseRules:
    """Return rules as a campaign keeps them (see ``HouseRules.text``)."""
    try:
        said = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Invalid(f"{where} keeps a house rule that cannot be read: {error}") from error
    return house_rules(said, where)


def _refuse_depth(said: object, where: str) -> None:
    """Raise ``Invalid`` for data nested so deep that nobody has written them as a rule."""
    level: list[object] = [said]
    for _ in range(4 + 2 * DEEPEST):
        inner: list[object] = []
        for one in level:
            if isinstance(one, dict):
                inner += cast("dict[str, object]", one).values()
            elif isinstance(one, list | tuple):
                inner += cast("list[object]", one)
        level = inner
    if level:
        raise Invalid(f"{where}: conditions stand more than {DEEPEST} deep in each other; part them into several rules")


def _in_words(said: object, wrong: Unfit) -> str:
    """Say of a fault in the n-th rule, or in a parameter, which that is."""
    if wrong.path.startswith("parameter[...]"):
        return _of_parameter(cast("dict[str, dict[str, object]]", said)["parameter"]) or str(wrong)
    at, _, path = wrong.path.removeprefix("rule[").partition("]")
    rules: object = cast("dict[str, object]", said).get("rule") if isinstance(said, dict) else None
    if at.isdigit() and isinstance(rules, list | tuple) and int(at) < len(cast("list[object]", rules)):
        one = cast("list[object]", rules)[int(at)]
        name = cast("dict[str, object]", one).get("id") if isinstance(one, dict) else None
        if isinstance(name, str):
            return f"{name}: {wrong._replace(path=path.lstrip('.'))}"
    return str(wrong)


def _of_parameter(parameters: dict[str, object]) -> str:
    """Say which parameter is at fault, and why."""
    for name, one in parameters.items():
        try:
            msgspec.convert(one, FormParameter)
        except msgspec.ValidationError as error:
            return f"parameter {name}: {unfit(error)}"
    return ""


def _check_names(rules: HouseRules, where: str) -> None:
    """Raise ``Invalid`` for ids and keys that cannot stand in files, or stand twice."""
    if not rules.key.replace("_", "a").isalnum() or not rules.key.isascii():
        raise Invalid(f"{where}: the key {rules.key!r} must be of letters, digits and _")
    if not rules.rule:
        raise Invalid(f"{where}: there is no rule in it; add a [[rule]]")
    seen: set[str] = set()
    for one in rules.rule:
        if not one.id.startswith("HOUSE-") or not one.id[6:].replace("-", "a").replace(".", "a").isalnum():
            raise Invalid(
                f"{where}: the id of a house rule begins with HOUSE- and has letters, digits, - and .: {one.id!r}"
            )
        if one.id in seen:
            raise Invalid(f"{where}: two rules have the id {one.id}: give one of them another")
        seen.add(one.id)
    for name in rules.parameter:
        if not name.isidentifier() or not name.isascii():
            raise Invalid(f"{where}: the parameter {name!r} must be of letters, digits and _")
