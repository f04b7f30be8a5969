"""House rules by form become a rules module: the same hooks, options, citations, epochs and fingerprints.

A rule's shape says at which place of the game it answers, and what; its condition becomes an expression over the words
that modules declare (``facts``). What is compiled is as fast as the same rule written by hand.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import msgspec
from msgspec import Meta

from sandtable.engine.actions.subjects import ANYTHING
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.hooks import Hook, hookimpl
from sandtable.engine.rules.facts import FactType
from sandtable.engine.rules.forms.bodies import Bodies
from sandtable.engine.rules.forms.conditions import Expressions
from sandtable.engine.rules.forms.rule_document import (
    AllowRule,
    CellRule,
    ForbidRule,
    HouseRules,
    LimitRule,
    NumberRule,
    PartRule,
    Shape,
    ThrowRule,
)  # fmt: skip
from sandtable.engine.rules.forms.sentences import Sentences
from sandtable.engine.rules.forms.vocabulary import Root, Roots, Vocabulary, hook_hints, roots_of
from sandtable.engine.rules.options import AllOf, Option
from sandtable.engine.rules.rules import RuleModule, refuses, refuses_step, rule
from sandtable.engine.rules.targets import EVENT, manner_of
from sandtable.engine.state.charts import ChartId, Overlay
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.rules.module_set import ModuleSet

Roll = Callable[..., Awaitable[int]]


class FormedRules(RuleModule):
    """What a house rule by form is compiled to."""

    document: ClassVar[HouseRules]
    sentences: ClassVar[Mapping[str, str]] = {}
    """What each of its rules says in plain English, by id."""


class FormPlace(NamedTuple):
    """Where a rule answers: the words there, what it is given, what it is called, and how it is put there."""

    roots: Roots
    given: tuple[str, ...]
    says: str
    mark: Callable[[Any, list[str]], Any]
    """Marks the function, which looks at these fields."""
    amends: str = ""
    answer: str = ""


@dataclass
class FormCompiler:
    """Makes a module of a document for a game; ``roll`` is how a procedure throws."""

    family: ModuleSet
    document: HouseRules
    roll: Roll
    owners: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.words = Vocabulary.of(self.family)

    def module(self) -> type[FormedRules]:
        """Return the module; raises ``Invalid`` naming the rule, and what in it means nothing in this game."""
        document = self.document
        self._refuse_known_ids()
        body: dict[str, Any] = {"__doc__": document.says, "__module__": __name__, "Parameters": self._parameters()}
        sentences: dict[str, str] = {}
        cells = [one for one in document.rule if isinstance(one, CellRule)]
        for number, one in enumerate(document.rule):
            if isinstance(one, CellRule):
                self._check_cell(one)
                sentences[one.id] = self._sentences({}).rule(one, "", self.family.texts)
            else:
                name = f"rule_{number + 1}"
                body[name], sentences[one.id] = self._function(one, name)
        body |= {
            "key": document.key, "game": document.game, "version": document.version, "after": document.after,
            "document": document, "fingerprint": document.fingerprint, "sentences": sentences, "option": self._option(),
            "overlays": tuple(Overlay(ChartId(one.chart), ((one.at, one.value),), one.id) for one in cells),
            "texts": {one.id: one.says for one in cells},
        }  # fmt: skip
        made: type[FormedRules] = type(f"FormedRules_{document.key}", (FormedRules,), body)
        if cells:
            rule(*(one.id for one in cells), supersedes=tuple(id for one in cells for id in one.supersedes))(made)
        return made

    def _refuse_known_ids(self) -> None:
        for one in self.document.rule:
            if one.id in self.family.cited and self.family.cited[one.id] != self.document.key:
                raise Invalid(
                    f"{one.id} is the id of a rule of {self.family.cited[one.id]} already: give this one another"
                )
            for id in (*one.supersedes, *one.after, *one.before):
                if id not in self.family.cited and id not in {each.id for each in self.document.rule}:
                    raise Invalid(f"{one.id}: {unknown('rule', id, self.family.cited)}")

    def _option(self) -> Option:
        needed = sorted(key for key in self.owners if key in self.family.options and key != self.document.key)
        wanted = tuple(dict.fromkeys((*self.document.requires, *needed)))
        return Option(
            self.document.title, self.document.says, tuple(one.id for one in self.document.rule),
            requires=AllOf(*wanted) if wanted else None, conflicts=self.document.conflicts,
            changeable=self.document.changeable,
        )  # fmt: skip

    def _parameters(self) -> type[msgspec.Struct]:
        fields: list[Any] = []
        for name, one in self.document.parameter.items():
            one.require_sound(name)
            bounds = Meta(title=one.title, ge=one.at_least, le=one.at_most)
            fields.append((name, Annotated[int, bounds], one.default))
        return msgspec.defstruct("Parameters", fields, bases=(RuleModule.Parameters,), frozen=True)

    def _check_cell(self, one: CellRule) -> None:
        if one.when is not None:
            raise Invalid(f"{one.id}: a cell of a chart has no condition; leave `when` out")
        known = {str(lookup.chart) for module in self.family.modules.values() for lookup in module.charts}
        if one.chart not in known:
            raise Invalid(f"{one.id}: {unknown('chart', one.chart, known)}")

    # -- functions

    def _function(self, one: Shape, name: str) -> tuple[Callable[..., Any], str]:
        """Return the function of a rule, marked for its place, and what it says in English."""
        place = self._place(one)
        code = Expressions(self.words, place.roots, self.document.parameter, one.id)
        sentences = self._sentences(place.roots)
        bodies = Bodies(code, one, place.given, sentences, self.roll, bool(place.amends), place.answer)
        function = bodies.function(name)
        self.owners |= code.owners
        function.__doc__ = one.says
        cite = rule(
            one.id, supersedes=one.supersedes, after=one.after, before=one.before, amends=place.amends,
            commutes=isinstance(one, AllowRule),
        )  # fmt: skip
        fields = sorted(used.partition(".")[2] for used in code.used)
        return place.mark(cite(function), fields), sentences.rule(one, place.says, self.family.texts)

    def roots(self, one: Shape) -> Roots:
        """Return what words can begin with in a rule; raises ``Invalid`` where its place is not there."""
        return {} if isinstance(one, CellRule) else self._place(one).roots

    def _sentences(self, roots: Roots) -> Sentences:
        return Sentences(self.words, roots, self.document.parameter)

    def _place(self, one: Shape) -> FormPlace:
        match one:
            case PartRule() | LimitRule():
                return self._of_hook(one.id, one.number, "number")
            case ThrowRule():
                return self._of_hook(one.id, one.event, "event")
            case ForbidRule():
                return self._of_step(one) if one.step else self._of_action(one)
            case NumberRule() | AllowRule():
                return self._of_rule(one)
            case CellRule():
                raise Invalid(f"{one.id} has no function")

    def _of_hook(self, id: str, name: str, what: str) -> FormPlace:
        kinds = ("collects",) if what == "number" else ("happens",)
        known = {
            key
            for key, one in self.family.hooks.items()
            if one.kind in kinds and (what == "event" or _gives_parts(one))
        }
        if name not in known:
            raise Invalid(f"{id}: {unknown(what, name, known)}")
        hook = self.family.hooks[name]
        says, words = self._said(hook, name)
        given = hook.parameters
        return FormPlace(roots_of(hook_hints(hook), "", words), given, says, _plainly(hookimpl(of=hook)))

    def _said(self, about: object, name: str) -> tuple[str, Mapping[str, str]]:
        known = self.words.occasions.get(about)
        return (known.says, known.words) if known is not None else (name.replace("_", " "), {})

    def _action(self, id: str, name: str) -> type[Action]:
        kinds = {kind.stored: kind for kind in self.family.kinds.values()}
        if name not in kinds:
            raise Invalid(f"{id}: {unknown('action', name, kinds)}")
        return kinds[name]

    def _of_action(self, one: ForbidRule) -> FormPlace:
        kind = self._action(one.id, one.action)
        says, _ = self._said(kind, kind.label())
        return FormPlace(self._act_roots(kind), ("game", "act", "ask"), says, _plainly(refuses(kind)))

    def _act_roots(self, kind: type[Action]) -> dict[str, Root]:
        _, words = self._said(kind, "")
        roots = {"side": Root("ask.side", FactType("SideId"), words.get("side", "the side that plays"))}
        if kind.subject is not ANYTHING:
            about = FactType(kind.subject.name)
            roots["about"] = Root("ask.about", about, words.get("about", "what the question is about"))
        hints = hints_of(kind)
        return roots | roots_of(hints, "act.", words)

    def _of_step(self, one: ForbidRule) -> FormPlace:
        kind = self._action(one.id, one.action)
        known = self.words.occasions.get(kind)
        if known is None or known.stride is None:
            raise Invalid(f"{one.id}: the steps of {kind.label()} have no words here: leave out step = true")
        hints = hints_of(known.stride)
        roots = roots_of(hints, "stride.", known.words)
        return FormPlace(
            roots,
            ("game", "stride"),
            f"{known.says} into a space",
            _looking(kind),
        )

    def _of_rule(self, one: NumberRule | AllowRule) -> FormPlace:
        there = self.family.where.get(one.rule, [])
        if not there:
            raise Invalid(
                f"{one.id}: {unknown('rule', one.rule, self.family.where, 'name one that a function answers')}"
            )
        target, manner = there[0], manner_of(self.family, there[0])
        wanted = manner.kind == "refuses" if isinstance(one, AllowRule) else _is_number(manner.kind, manner.answer)
        if not wanted:
            does = "refuses no action, so nothing can be allowed" if isinstance(one, AllowRule) else "gives no number"
            is_event = "; it is an event" if manner.kind == EVENT else ""
            raise Invalid(f"{one.id}: {one.rule} {does}{is_event}")
        while target.slot is None:
            target = self.family.where[target.citation.amends[0]][0]
        place, key = target.slot
        if place == "refuses":
            assert isinstance(key, type)
            return FormPlace(self._act_roots(key), manner.arguments, "", _as_it_is, one.rule, manner.answer)
        hook = self.family.hooks[str(key)]
        says, words = self._said(hook, str(key))
        return FormPlace(
            roots_of(hook_hints(hook), "", words), manner.arguments, says, _as_it_is, one.rule, manner.answer
        )


def _as_it_is(function: Any, _: list[str]) -> Any:
    return function


def _plainly(mark: Callable[[Any], Any]) -> Callable[[Any, list[str]], Any]:
    def put(function: Any, _: list[str]) -> Any:
        return mark(function)

    return put


def _looking(kind: type[Action]) -> Callable[[Any, list[str]], Any]:
    def put(function: Any, fields: list[str]) -> Any:
        return refuses_step(kind, *fields)(function)

    return put


def _gives_parts(hook: Hook[..., Any]) -> bool:
    return hook.answer.removesuffix(" | None") == "Iterable[Part]"


def _is_number(kind: str, answer: str) -> bool:
    return (kind == "collects" and answer == "Iterable[Part]") or (kind == "decides" and answer == "int")
