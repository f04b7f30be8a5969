"""A rulebook: the modules in force, compiled into plain dispatch.

Supersession drops functions, amendments wrap them (and follow their rule to its replacement), declared
order sorts them. pluggy has registered and validated the modules; it calls nothing here.
"""

from __future__ import annotations

from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sandtable.engine.actions.actions import Ask
from sandtable.engine.actions.fields import field_domains
from sandtable.engine.actions.prompts import Prompt
from sandtable.engine.annotations import answer_class, may_be_none
from sandtable.engine.errors import Broken, Invalid, SandtableError, unknown
from sandtable.engine.failures import Blame, NamedCode
from sandtable.engine.hooks import REASONS, HookSet, hooks_of
from sandtable.engine.rules.amending import amend, amend_parts, cite_parts, cite_refusals, lay_failures
from sandtable.engine.rules.dispatch import (
    Implementation,
    collecting,
    deciding,
    fit_arguments,
    happening,
    settling,
)
from sandtable.engine.rules.filled_fields import check_fields, fields_by_rules
from sandtable.engine.rules.noted_queries import note_amendment, note_decision, note_parts, note_refusal
from sandtable.engine.rules.option_solver import parameters
from sandtable.engine.rules.ordering import declared_order, reachable
from sandtable.engine.rules.phases import arrange_sequences
from sandtable.engine.rules.rule_functions import NOTHING, RuleFunction
from sandtable.engine.rules.search import Form
from sandtable.engine.rules.step_rules import StepForm
from sandtable.engine.rules.superseding import require_answer, require_function, standing_rules
from sandtable.engine.rules.targets import Manner, argument_names, manner_of
from sandtable.engine.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from msgspec import Struct

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.actions.fields import FieldDomain
    from sandtable.engine.hooks import Hook, Listen
    from sandtable.engine.rules.amending import Citation
    from sandtable.engine.rules.module_set import ModuleSet
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rule_functions import Slot
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.state.charts import Chart, DesignedChart, Overlay
    from sandtable.engine.state.rows import SideId

H = TypeVar("H", bound=HookSet)
NUMBERS: Final = frozenset({"collects", "decides", "fills"})
"""The kinds of hooks that answer with numbers."""


class Rulebook:
    """What counts now: typed faces of hooks, listeners by key, the sequence of play, charts with overlays."""

    def __init__(self, family: ModuleSet, choices: Choices, *, notes: bool = False) -> None:
        """Raise ``Invalid`` or ``Broken`` naming the modules where their claims collide.

        ``notes``: its queries note which options have changed the numbers they answer (see ``resting``).
        """
        self.family = family
        self._notes = notes
        self.choices = choices
        pairs = [*family.module_pairs, *choices.order]
        installed = declared_order(sorted(family.modules), pairs, lambda key: f"module {key}")
        there = family.in_force(choices)
        self.keys = keys = [key for key in installed if key in there]
        self.strangers = family.strangers(keys)
        """The modules in force whose code is not ours: rows are compared while one of them is at work."""
        self.rank = {key: at for at, key in enumerate(self.keys)}
        self.declared = reachable(pairs)
        self.modules: dict[str, RuleModule] = {
            key: _make_module(family.modules[key], parameters(family.modules[key], choices.parameters.get(key, {})))
            for key in self.keys
        }
        self.brought = family.belongings.of_modules(self.rank)
        """The kinds of work, marks and duties that are there."""
        self.superseded = self._supersessions()
        self.capabilities = family.capabilities(choices)
        self.amenders = self._amendments()
        self.places = frozenset(function.slot for key in keys for function in family.functions[key])
        """What modules in force answer and work on, whether or not a rule puts their functions out of force."""
        self._implementations = self._place()
        self._require_answers()
        gone = (f for key in self.keys for f in family.functions[key] if self._is_superseded(f))
        check_fields(self._implementations, gone, family.schema)
        self._faces: dict[type[HookSet], Any] = {}
        self._voices: dict[str, list[Callable[..., list[Any]]]] = {}
        self._events: dict[tuple[str, object], Callable[..., Any] | None] = {}
        self._listeners: dict[tuple[str, object], tuple[Implementation, ...]] = {}
        self._domains: dict[type[Action], tuple[FieldDomain, ...]] = {}
        self._forms: dict[type[Action], Form] = {}
        self._step_rules: dict[type[Action], StepForm] = {}
        self.sequences = arrange_sequences(
            family.system.sequences, {key: family.modules[key].steps for key in self.keys}
        )
        self.phases = {phase.key: phase for sequence in self.sequences.values() for phase in sequence.phases}
        self.steps = {step.key: step for phase in self.phases.values() for step in phase.steps}
        self.next_step = {
            step.key: later
            for phase in self.phases.values()
            for step, later in zip_longest(phase.steps, phase.steps[1:])
            if step
        }
        self.next_phase = {
            phase.key: later
            for sequence in self.sequences.values()
            for phase, later in zip_longest(sequence.phases, sequence.phases[1:])
            if phase
        }
        self.actions = self._actions_by_step()
        self._prompts: dict[tuple[str, str | None, tuple[type[Action], ...]], Prompt] = {}
        self.overlays = self._overlays()
        self.concealed = {
            kind: voices for kind in family.schema.kinds.values() if (voices := self.listeners("conceals", kind))
        }
        self._charts: dict[str, tuple[Chart, DesignedChart | None, Chart]] = {}

    @cached_property
    def noting(self) -> Rulebook | None:
        """The same rulebook, whose queries note what options have changed; ``None`` where no option is on."""
        if self._notes or not any(key in self.family.options for key in self.keys):
            return None
        return Rulebook(self.family, self.choices, notes=True)

    # -- what counts

    def _supersessions(self) -> dict[str, str]:
        """Map each superseded rule to the one that stands in its place in the end."""
        citations = self.family.citations()
        return standing_rules((key, where, citation) for key, where, citation, _ in citations if key in self.rank)

    def _amendments(self) -> dict[str, list[RuleFunction]]:
        """Map each rule to its amenders, innermost first."""
        found: dict[str, dict[RuleFunction, None]] = {}
        for key in self.keys:
            for function in self.family.functions[key]:
                for target in function.citation.amends if not self._is_superseded(function) else ():
                    found.setdefault(self.superseded.get(target, target), {})[function] = None
        found = {target: amenders for target, amenders in found.items() if self._fit(target, amenders)}
        for target in found:
            _refuse_circles(target, found)
        return {target: self._in_order(target, amenders) for target, amenders in found.items()}

    def _in_order(self, target: str, amenders: Iterable[RuleFunction]) -> list[RuleFunction]:
        """Sort the amenders of a rule, apart for each manner in which it answers."""
        by_manner: dict[Manner, list[RuleFunction]] = {}
        for amender in amenders:
            by_manner.setdefault(manner_of(self.family, amender), []).append(amender)
        return [
            amender
            for some in by_manner.values()
            for amender in self._sort(some, f"amendments of {target}", strict=True)
        ]

    def _fit(self, target: str, amenders: Iterable[RuleFunction]) -> bool:
        """Tell whether there is a function to amend; raise ``Invalid`` when the one now there answers elsewhere."""
        there = [
            f for f in self.family.where.get(target, ()) if f.module.key in self.rank and not self._is_superseded(f)
        ]
        for amender in amenders if there else ():
            if not any(self._fits(amender, function) for function in there):
                raise Invalid(
                    f"{amender.where} ({amender.rule_ids}) amends {' and '.join(amender.citation.amends)}, "
                    f"but {there[0].where} ({target}), which stands in its place, answers elsewhere: "
                    f"let it amend {target}, or make the options exclude each other"
                )
        return bool(there)

    def _fits(self, amender: RuleFunction, function: RuleFunction) -> bool:
        """Tell whether a function answers in the manner of the one that ``amender`` was written for."""
        return manner_of(self.family, amender) == manner_of(self.family, function)

    def _amenders_of(self, function: RuleFunction) -> list[RuleFunction]:
        """Return the amenders of a function, innermost first."""
        found = [amender for id in function.citation.ids for amender in self.amenders.get(id, ())]
        return [amender for amender in found if self._fits(amender, function)]

    def _is_superseded(self, function: RuleFunction) -> bool:
        return any(id in self.superseded for id in function.citation.ids)

    def _sort(self, functions: list[RuleFunction], what: str, *, strict: bool = False) -> list[RuleFunction]:
        """Sort functions of one place by the declared order of modules and rules, ties by module and definition."""
        if len(functions) < 2:
            return functions
        pairs = self._pairs(functions)
        if strict:
            self._require_order(functions, self._order(functions), what)
        try:
            return declared_order(functions, pairs, lambda function: f"{function.where} ({function.rule_ids})")
        except Invalid as error:
            raise Invalid(f"{what}: {error}") from None

    def _pairs(self, functions: list[RuleFunction]) -> list[tuple[RuleFunction, RuleFunction]]:
        """Return the pairs whose order is declared, by their modules or by their rules."""
        keys = {function.module.key for function in functions}
        by_module = any((first, second) in self.declared for first in keys for second in keys)
        by_rule = any(function.citation.before or function.citation.after for function in functions)
        if not by_module and not by_rule:
            return []
        return [
            (first, second)
            for first in functions
            for second in functions
            if (first.module.key, second.module.key) in self.declared or (by_rule and self._says_before(first, second))
        ]

    def _order(self, functions: list[RuleFunction]) -> set[tuple[RuleFunction, RuleFunction]]:
        """Return the pairs whose order follows from what is declared."""
        return reachable(self._pairs(functions))

    def _says_before(self, first: RuleFunction, second: RuleFunction) -> bool:
        return any(id in first.citation.before for id in second.citation.ids) or any(
            id in second.citation.after for id in first.citation.ids
        )

    def _require_order(
        self, functions: list[RuleFunction], order: set[tuple[RuleFunction, RuleFunction]], what: str
    ) -> None:
        for at, first in enumerate(functions):
            for second in functions[at + 1 :]:
                if (
                    (first, second) in order
                    or (second, first) in order
                    or (first.citation.commutes and second.citation.commutes)
                ):
                    continue
                raise Invalid(
                    f"{what}: {first.where} ({first.rule_ids}) and {second.where} ({second.rule_ids}) "
                    f"have no declared order; say which comes after the other, or that both commute"
                )

    def _place(self) -> dict[Slot, list[Implementation]]:
        """Sort every function that counts into its place, wrapped by its amenders."""
        by_slot: dict[Slot, list[RuleFunction]] = {}
        for key in self.keys:
            for function in self.family.functions[key]:
                if function.slot is not None and not self._is_superseded(function):
                    by_slot.setdefault(function.slot, []).append(function)
        return {
            slot: [
                Implementation(
                    self._call(function),
                    function,
                    at,
                    self._cites(function),
                    self._looks_at(function),
                    self._outermost(function),
                )
                for at, function in enumerate(self._sort(functions, f"{slot[0]} {_key_text(slot[1])}"))
            ]
            for slot, functions in by_slot.items()
        }

    def _require_answers(self) -> None:
        """Refuse a supersession that leaves play without something that it cannot go on without."""
        for gone in (function for key in self.keys for function in self.family.functions[key]):
            by = next((self.superseded[id] for id in gone.citation.ids if id in self.superseded), None)
            if by is None or gone.slot is None:
                continue
            require_function(gone, by, self.functions())
            if gone.default:
                left = [voice.function for voice in self._implementations.get(gone.slot, [])]
                require_answer(gone, by, self.family.hooks[str(gone.slot[1])], left)

    def _looks_at(self, function: RuleFunction) -> tuple[str, ...]:
        """Return the only fields a refusal and all its amendments depend on; empty when one of them does not say."""
        fields = set(function.looks_at)
        for id in function.citation.ids:
            for amender in self.amenders.get(id, ()):
                deeper = self._looks_at(amender)
                if not deeper:
                    return ()
                fields |= set(deeper)
        return tuple(sorted(fields)) if function.looks_at else ()

    def _outermost(self, function: RuleFunction) -> RuleFunction | None:
        """Return the last of a function's amenders, which has the last word."""
        amenders = self._amenders_of(function)
        return (self._outermost(amenders[-1]) or amenders[-1]) if amenders else None

    def _call(self, function: RuleFunction) -> Callable[..., Any]:
        """Return a function of a place as it is called now: fitted to the place, wrapped by its amenders."""
        amenders = self._amenders_of(function)
        call = self._fitted(function, self._cites(function), cited=bool(amenders))
        if amenders:
            call = lay_failures(call, function)
        for amender in amenders:
            call = self._amended(amender, function, call)
        return call

    def _amended(self, amender: RuleFunction, function: RuleFunction, old: Callable[..., Any]) -> Callable[..., Any]:
        """Return the old answer as one of its amenders has it, who may be amended himself."""
        own, names = self._fitted(amender, self._cites(amender, function), cited=True), self._arguments(function)
        wrap = amend_parts if self._collects(function) else amend
        call = wrap(lay_failures(own, amender), old, names, amender)
        if self._notes and amender.module.key in self.family.options and self._kind(function) in NUMBERS:
            call = note_amendment(call, old, amender.citation.ids[0])
        for further in self._amenders_of(amender):
            call = self._amended(further, amender, call)
        return call

    def _fitted(self, function: RuleFunction, citation: Citation, *, cited: bool) -> Callable[..., Any]:
        """Return a function that takes all arguments of its place; ``cited``: what it answers is cited by it."""
        names = argument_names(self.family, function)
        call = fit_arguments(getattr(self.modules[function.module.key], function.name), function.parameters, names)
        if cited and self._kind(function) in REASONS:
            return cite_refusals(call, citation)
        return cite_parts(call, citation) if citation[1] and self._collects(function) else call

    def _arguments(self, function: RuleFunction) -> tuple[str, ...]:
        return manner_of(self.family, function).arguments

    def _kind(self, function: RuleFunction) -> str:
        return manner_of(self.family, function).kind

    def _collects(self, function: RuleFunction) -> bool:
        return self._kind(function) == "collects"

    def _cites(self, function: RuleFunction, amended: RuleFunction | None = None) -> Citation:
        """Return the rule a function's refusals are cited by, and the rules it stands in the place of or amends."""
        ids = function.citation.ids
        replaces = sorted(old for old, new in self.superseded.items() if new in ids)
        amends = [
            id
            for id in function.citation.amends
            if amended is not None and self.superseded.get(id, id) in amended.citation.ids
        ]
        return ids[0] if ids else "", (*replaces, *amends)

    def citation_of(self, rule: str) -> Citation:
        """Return what a reason that rests on a rule is cited by now: the rule in force, and those in whose place."""
        stands = self.superseded.get(rule, rule)
        voice = next((one for one in self.family.where.get(stands, ()) if one.module.key in self.rank), None)
        amender = self._outermost(voice) if voice is not None else None
        if amender is not None:
            return amender.citation.ids[0], (rule,)
        return stands, (rule,) if stands != rule else ()

    # -- faces and listeners

    def hooks(self, hook_set: type[H]) -> H:
        """Return the hook set with every hook ready to call."""
        known: H | None = self._faces.get(hook_set)
        return self._make_ready(hook_set) if known is None else known

    def _make_ready(self, hook_set: type[H]) -> H:
        if hook_set not in self.family.hook_sets:
            raise unknown("hook set", hook_set.__name__, [s.__name__ for s in self.family.hook_sets])
        face = self._faces[hook_set] = hook_set()
        face.__dict__.update({name: self._face(hook) for name, hook in hooks_of(hook_set).items()})
        return face

    def _face(self, hook: Hook[..., Any]) -> Callable[..., Any]:
        voices = self._implementations.get(("hook", hook.name), [])
        first = [voice for voice in voices if not voice.function.default]
        defaults = [voice for voice in voices if voice.function.default]
        theirs = [voice for voice in first if self._notes and voice.function.module.key in self.family.options]
        item = answer_class(hook.spec, listed=hook.kind == "collects")
        match hook.kind:
            case "collects":
                return collecting([note_parts(voice) if voice in theirs else voice for voice in voices], item)
            case "decides":
                order, optional = self._order([v.function for v in voices]), may_be_none(hook.spec)
                face = deciding(hook.name, first, defaults, item, order, optional=optional)
                return note_decision(face, theirs, defaults) if theirs else face
            case "happens":
                return happening(voices, item)
            case "settles":
                return settling([*first, *defaults], item)

    def each_voice(self, hook: str) -> list[Callable[..., list[Any]]]:
        """Return what asks those who answer a collecting hook, one by one."""
        if hook not in self._voices:
            item = answer_class(self.family.hooks[hook].spec, listed=True)
            self._voices[hook] = [collecting([one], item) for one in self._implementations.get(("hook", hook), [])]
        return self._voices[hook]

    def has_implementation(self, hook: str) -> bool:
        """Tell whether any module in force answers a hook."""
        return ("hook", hook) in self._implementations

    def listeners(self, kind: Listen, key: object) -> tuple[Implementation, ...]:
        """Return who listens for ``key``; for a class, those for its base classes too."""
        at = (kind, key)
        found = self._listeners.get(at)
        if found is None:
            keys = key.__mro__ if isinstance(key, type) else (key,)
            voices = [voice for one in keys for voice in self._implementations.get((kind, one), ())]
            functions = self._sort(
                [voice.function for voice in sorted(voices, key=self._position)], f"{kind} {_key_text(key)}"
            )
            by_function = {voice.function: voice for voice in voices}
            found = self._listeners[at] = tuple(by_function[function] for function in functions)
        return found

    def _position(self, voice: Implementation) -> tuple[int, int]:
        key = voice.function.module.key
        return self.rank[key], self.family.functions[key].index(voice.function)

    def event(self, kind: Listen, key: object) -> Callable[..., Any] | None:
        """Return the compiled event, ``None`` when nobody listens."""
        at = (kind, key)
        if at not in self._events:
            voices = self.listeners(kind, key)
            self._events[at] = happening(voices) if voices else None
        return self._events[at]

    def worker(self, what: str) -> Callable[..., Any] | None:
        """Return the event that works off what has this name in files, ``None`` when nobody in force does."""
        kind = self.family.belongings.works.get(what)
        return None if kind is None else self.event("works", kind)

    def failing(self, what: str) -> Callable[..., Any] | None:
        """Return the event of a duty that cannot be done any more, ``None`` when nobody in force listens."""
        kind = self.family.belongings.duties.get(what)
        return None if kind is None else self.event("fails", kind)

    # -- the rest of what modules declare

    def _actions_by_step(self) -> dict[str, tuple[type[Action], ...]]:
        found: dict[str, list[type[Action]]] = {}
        for key in self.keys:
            for step, kinds in self.family.modules[key].actions.items():
                if step not in self.steps:
                    raise Broken(
                        f"module {key}: {unknown('step', step, self.steps, 'its actions are attached to it')}", key
                    )
                found.setdefault(step, []).extend(kind for kind in kinds if kind not in found.get(step, ()))
        return {step: tuple(kinds) for step, kinds in found.items()}

    def _overlays(self) -> dict[str, list[Overlay]]:
        found: dict[str, list[Overlay]] = {}
        for key in self.keys:
            for overlay in self.family.modules[key].overlays:
                for other in found.setdefault(overlay.chart, []):
                    if both := {keys for keys, _ in overlay.cells} & {keys for keys, _ in other.cells}:
                        raise Invalid(
                            f"chart {overlay.chart}: {overlay.rule} and {other.rule} "
                            f"both replace the cell at {', '.join(min(both))}"
                        )
                found[overlay.chart].append(overlay)
        return found

    def chart(self, row: Chart, designed: DesignedChart | None = None) -> Chart:
        """Return the chart with the cells that its designer, and over them modules in force, put over it."""
        overlays = self.overlays.get(row.id, ())
        if not overlays and designed is None:
            return row
        known = self._charts.get(row.id)
        if known is None or known[0] is not row or known[1] is not designed:
            over = row if designed is None else designed.over(row)
            for overlay in overlays:
                over = overlay.over(over)
            known = self._charts[row.id] = (row, designed, over)
        return known[2]

    def prompt(self, step: str, side: SideId | None, *more: type[Action]) -> Prompt:
        """Return what a side is asked at a step; ``more``: what answers it beside the actions of the step.

        Raises ``Broken`` for actions at a step that no side plays.
        """
        at = (step, side, more)
        known = self._prompts.get(at)
        if known is None:
            kinds = self.actions.get(step, ())
            if kinds and side is None:
                raise Broken(
                    f"{kinds[0].__name__} is attached to step {step}, which no side plays: "
                    "give the phase each='side' or the frame a side"
                )
            title = self.steps[step].title or sentence(step.replace("_", " "))
            ask = Ask(side or "", (*kinds, *more), title)
            known = self._prompts[at] = Prompt((ask,), "step")
        return known

    def domains(self, kind: type[Action]) -> tuple[FieldDomain, ...]:
        """Return how the fields of an action are filled."""
        known = self._domains.get(kind)
        if known is None:
            try:
                by_rules = fields_by_rules(kind, self._implementations)
                known = self._domains[kind] = field_domains(kind, self.family.schema, by_rules)
            except SandtableError as error:
                raise Broken(str(error)) from error
        return known

    def form(self, kind: type[Action]) -> Form:
        """Return how actions of a kind are filled and judged."""
        known = self._forms.get(kind)
        if known is None:
            voices = self.listeners("refuses", kind)
            names = [field.field for field in self.domains(kind)]
            for voice in voices:
                for field in voice.looks_at:
                    if field not in names:
                        raise Broken(
                            f"{voice.where}: {unknown(f'field of {kind.__name__}', field, names)}", voice.module
                        )
            if self._notes:
                voices = tuple(map(note_refusal, voices))
            known = self._forms[kind] = Form(kind, self.domains(kind), voices)
        return known

    def step_rules(self, kind: type[Action]) -> StepForm:
        """Return the rules on the steps of a kind of action."""
        known = self._step_rules.get(kind)
        if known is None:
            refuse, end, refuse_end = (
                tuple(map(note_refusal, voices)) if self._notes else voices
                for voices in (
                    self.listeners("refuses_step", kind),
                    self.listeners("ends_way", kind),
                    self.listeners("refuses_end", kind),
                )
            )
            known = self._step_rules[kind] = StepForm(kind, refuse, end, refuse_end)
        return known

    def stands(self, rule: str) -> bool:
        """Tell whether a rule is in force."""
        return rule in self.capabilities

    def functions(self) -> Iterable[RuleFunction]:
        """Yield every function of the modules in force that is not superseded."""
        for key in self.keys:
            yield from (
                function
                for function in self.family.functions[key]
                if not self._is_superseded(function) and function.citation is not NOTHING
            )


def _make_module(module: type[RuleModule], parameters: Struct) -> RuleModule:
    with Blame(NamedCode(module.key, f"{module.key}.__init__")):
        return module(parameters)


def _refuse_circles(target: str, amenders: Mapping[str, Iterable[RuleFunction]], trail: tuple[str, ...] = ()) -> None:
    """Raise ``Invalid`` where an amendment stands in the place of what it amends, by way of a replacement."""
    if target in trail:
        raise Invalid(f"amendments go round in a circle: {' ← '.join((*trail, target))}")
    for amender in amenders.get(target, ()):
        for id in amender.citation.ids:
            _refuse_circles(id, amenders, (*trail, target))


def _key_text(key: object) -> str:
    return key.__name__ if isinstance(key, type) else str(getattr(key, "stored", key))
