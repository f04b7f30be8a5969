"""A rulebook: the modules in force, compiled into plain dispatch.

Supersession drops functions, amendments wrap them (and follow their rule to its replacement), declared
order sorts them. pluggy has registered and validated the modules; it calls nothing here.
"""

from __future__ import annotations

import inspect
import typing
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sandtable.engine.citations import NOTHING, RuleFunction
from sandtable.engine.compiled import Voice, amended, cited, collecting, deciding, fitted, happening, settling
from sandtable.engine.errors import Broken, Invalid, SandtableError, unknown
from sandtable.engine.hooks import SIGNATURES, HookSet, hooks_of
from sandtable.engine.options import parameters
from sandtable.engine.ordering import ordered, reachable
from sandtable.engine.phases import arranged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sandtable.engine.actions import Action, FieldDomain
    from sandtable.engine.charts import Chart, Overlay
    from sandtable.engine.citations import Slot
    from sandtable.engine.family import Family
    from sandtable.engine.hooks import Hook, Listen
    from sandtable.engine.options import Choices
    from sandtable.engine.rules import RuleModule

H = TypeVar("H", bound=HookSet)


class Rulebook:
    """What counts now: typed faces of hooks, listeners by key, the sequence of play, charts with overlays."""

    def __init__(self, family: Family, choices: Choices, order: tuple[tuple[str, str], ...] = ()) -> None:
        """Raise ``Invalid`` or ``Broken`` naming the modules where their claims collide."""
        self.family = family
        self.choices = choices
        self.ruled = order
        pairs = [*family.module_pairs, *order]
        installed = ordered(sorted(family.modules), pairs, lambda key: f"module {key}")
        self.keys = [key for key in installed if key not in family.options or key in choices.on]
        self.rank = {key: at for at, key in enumerate(self.keys)}
        self.declared = reachable(pairs)
        self.modules: dict[str, RuleModule] = {
            key: family.modules[key](parameters(family.modules[key], choices.parameters.get(key, {}))) for key in self.keys
        }
        self.superseded = self._supersessions()
        self.capabilities = family.capabilities(choices.on)
        self.amenders = self._amendments()
        self._voices = self._place()
        self._faces: dict[type[HookSet], HookSet] = {}
        self._events: dict[tuple[str, object], Callable[..., Any] | None] = {}
        self._listeners: dict[tuple[str, object], tuple[Voice, ...]] = {}
        self._domains: dict[type[Action], tuple[FieldDomain, ...]] = {}
        self.sequences = arranged(family.system.sequences, {key: family.modules[key].steps for key in self.keys})
        self.actions = self._attached()
        self.overlays = self._overlays()
        self._charts: dict[str, tuple[Chart, Chart]] = {}

    # -- what counts

    def _supersessions(self) -> dict[str, str]:
        """Map each superseded rule to the one that stands in its place in the end."""
        by: dict[str, dict[str, str]] = {}
        for key, where, citation, _ in self.family.citations():
            if key in self.rank:
                for target in citation.supersedes:
                    by.setdefault(target, {})[citation.ids[0] if citation.ids else key] = where
        last: dict[str, str] = {}
        for target, claims in by.items():
            standing = [id for id in claims if id not in by]
            if len(standing) > 1:
                many = " and ".join(f"{claims[id]} ({id})" for id in sorted(standing))
                raise Invalid(f"{target} is replaced twice, by {many}: let one supersede the other, or make the options exclude each other")
            rule, seen = target, list[str]()
            while rule in by:
                if rule in seen:
                    raise Invalid(f"rules replace each other in a circle: {' → '.join((*seen, rule))}")
                seen.append(rule)
                rule = next((id for id in by[rule] if id not in by), next(iter(by[rule])))
            last[target] = rule
        return last

    def _amendments(self) -> dict[str, list[RuleFunction]]:
        """Map each rule to its amenders, innermost first."""
        found: dict[str, list[RuleFunction]] = {}
        for key in self.keys:
            for function in self.family.functions[key]:
                if function.citation.amends and not self._gone(function):
                    target = function.citation.amends
                    found.setdefault(self.superseded.get(target, target), []).append(function)
        return {target: self._ordered(functions, f"amendments of {target}", strict=True) for target, functions in found.items()}

    def _gone(self, function: RuleFunction) -> bool:
        return any(id in self.superseded for id in function.citation.ids)

    def _ordered(self, functions: list[RuleFunction], what: str, *, strict: bool = False) -> list[RuleFunction]:
        """Sort functions of one place by the declared order of modules and rules, ties by module and definition."""
        if len(functions) < 2:
            return functions
        pairs: list[tuple[RuleFunction, RuleFunction]] = []
        for first in functions:
            for second in functions:
                if (first.module.key, second.module.key) in self.declared or self._says_before(first, second):
                    pairs.append((first, second))
        if strict:
            self._require_order(functions, reachable(pairs), what)
        try:
            return ordered(functions, pairs, lambda function: f"{function.where} ({function.cited})")
        except Invalid as error:
            raise Invalid(f"{what}: {error}") from None

    def _says_before(self, first: RuleFunction, second: RuleFunction) -> bool:
        return any(id in first.citation.before for id in second.citation.ids) or any(id in second.citation.after for id in first.citation.ids)

    def _require_order(self, functions: list[RuleFunction], order: set[tuple[RuleFunction, RuleFunction]], what: str) -> None:
        for at, first in enumerate(functions):
            for second in functions[at + 1 :]:
                if (first, second) in order or (second, first) in order or (first.citation.commutes and second.citation.commutes):
                    continue
                raise Invalid(
                    f"{what}: {first.where} ({first.cited}) and {second.where} ({second.cited}) have no declared order; "
                    f"say which comes after the other, or that both commute"
                )

    def _place(self) -> dict[Slot, list[Voice]]:
        """Sort every function that counts into its place, wrapped by its amenders."""
        by_slot: dict[Slot, list[RuleFunction]] = {}
        for key in self.keys:
            for function in self.family.functions[key]:
                if function.slot is not None and not self._gone(function):
                    by_slot.setdefault(function.slot, []).append(function)
        return {
            slot: [Voice(self._call(function), function, at) for at, function in enumerate(self._ordered(functions, f"{slot[0]} {_keyed(slot[1])}"))]
            for slot, functions in by_slot.items()
        }

    def _call(self, function: RuleFunction) -> Callable[..., Any]:
        given = self.given(self.family, function)
        call = fitted(getattr(self.modules[function.module.key], function.name), function.parameters, given)
        refusing = given == SIGNATURES["refuses"] or given == ("was", *SIGNATURES["refuses"])
        if refusing and function.citation.ids:
            call = cited(call, function.citation.ids[0], (*self._replaces(function), *((function.citation.amends,) if function.citation.amends else ())))
        for id in function.citation.ids:
            for amender in self.amenders.get(id, ()):
                call = amended(self._call(amender), call)
        return call

    def _replaces(self, function: RuleFunction) -> tuple[str, ...]:
        return tuple(sorted(old for old, new in self.superseded.items() if new in function.citation.ids))

    @staticmethod
    def given(family: Family, function: RuleFunction) -> tuple[str, ...]:
        """Return the names of the arguments a function is called with: those of its place, after ``was`` for an amendment."""
        if function.citation.amends:
            targets = family.where.get(function.citation.amends)
            if not targets:
                raise Broken(f"{function.where} amends {function.citation.amends}, which has no function", function.module.key)
            return ("was", *Rulebook.given(family, targets[0]))
        assert function.slot is not None
        kind, key = function.slot
        return family.hooks[str(key)].parameters if kind == "hook" else SIGNATURES[cast("Listen", kind)]

    # -- faces and listeners

    def hooks(self, hook_set: type[H]) -> H:
        """Return the hook set with every hook ready to call."""
        face = self._faces.get(hook_set)
        if face is None:
            if hook_set not in self.family.hook_sets:
                raise unknown("hook set", hook_set.__name__, [s.__name__ for s in self.family.hook_sets])
            face = hook_set()
            face.__dict__.update({name: self._face(hook) for name, hook in hooks_of(hook_set).items()})
            self._faces[hook_set] = face
        return cast("H", face)

    def _face(self, hook: Hook[..., Any]) -> Callable[..., Any]:
        voices = self._voices.get(("hook", hook.name), [])
        first = [voice for voice in voices if not voice.function.default]
        defaults = [voice for voice in voices if voice.function.default]
        match hook.kind:
            case "collects":
                return collecting(voices, _item(hook))
            case "decides":
                return deciding(hook.name, first, defaults, _item(hook), self.declared)
            case "happens":
                return happening(voices)
            case "settles":
                return settling([*first, *defaults])

    def listeners(self, kind: Listen, key: object) -> tuple[Voice, ...]:
        """Return who listens for ``key``; for a class, those for its base classes too."""
        at = (kind, key)
        found = self._listeners.get(at)
        if found is None:
            keys = key.__mro__ if isinstance(key, type) else (key,)
            voices = [voice for one in keys for voice in self._voices.get((kind, one), ())]
            functions = self._ordered([voice.function for voice in sorted(voices, key=self._position)], f"{kind} {_keyed(key)}")
            by_function = {voice.function: voice for voice in voices}
            found = self._listeners[at] = tuple(by_function[function] for function in functions)
        return found

    def _position(self, voice: Voice) -> tuple[int, int]:
        return self.rank[voice.module], voice.rank

    def event(self, kind: Listen, key: object) -> Callable[..., Any] | None:
        """Return the compiled event, ``None`` when nobody listens."""
        at = (kind, key)
        if at not in self._events:
            voices = self.listeners(kind, key)
            self._events[at] = happening(voices) if voices else None
        return self._events[at]

    # -- the rest of what modules declare

    def _attached(self) -> dict[str, tuple[type[Action], ...]]:
        steps = {step.key for sequence in self.sequences.values() for phase in sequence.phases for step in phase.steps}
        found: dict[str, list[type[Action]]] = {}
        for key in self.keys:
            for step, kinds in self.family.modules[key].actions.items():
                if step not in steps:
                    raise Broken(f"module {key}: {unknown('step', step, steps, 'its actions are attached to it')}", key)
                found.setdefault(step, []).extend(kind for kind in kinds if kind not in found.get(step, ()))
        return {step: tuple(kinds) for step, kinds in found.items()}

    def _overlays(self) -> dict[str, list[Overlay]]:
        found: dict[str, list[Overlay]] = {}
        for key in self.keys:
            for overlay in self.family.modules[key].overlays:
                for other in found.setdefault(overlay.chart, []):
                    if both := {keys for keys, _ in overlay.cells} & {keys for keys, _ in other.cells}:
                        raise Invalid(f"chart {overlay.chart}: {overlay.rule} and {other.rule} both replace the cell at {', '.join(min(both))}")
                found[overlay.chart].append(overlay)
        return found

    def chart(self, row: Chart) -> Chart:
        """Return the chart with the cells that modules in force put over it."""
        overlays = self.overlays.get(row.id)
        if not overlays:
            return row
        known = self._charts.get(row.id)
        if known is None or known[0] is not row:
            over = row
            for overlay in overlays:
                over = overlay.over(over)
            known = self._charts[row.id] = (row, over)
        return known[1]

    def domains(self, kind: type[Action]) -> tuple[FieldDomain, ...]:
        """Return how the fields of an action are filled."""
        from sandtable.engine.actions import field_domains

        if kind not in self._domains:
            try:
                self._domains[kind] = field_domains(kind, self.family.schema)
            except SandtableError as error:
                raise Broken(str(error)) from error
        return self._domains[kind]

    def stands(self, rule: str) -> bool:
        """Tell whether a rule is in force."""
        return rule in self.capabilities

    def functions(self) -> Iterable[RuleFunction]:
        """Yield every function of the modules in force that is not superseded."""
        for key in self.keys:
            yield from (function for function in self.family.functions[key] if not self._gone(function) and function.citation is not NOTHING)


def _keyed(key: object) -> str:
    return key.__name__ if isinstance(key, type) else str(key)


def _item(hook: Hook[..., Any]) -> type | tuple[type, ...] | None:
    """Return the class of one answer where the specification's annotation can be resolved to plain classes."""
    try:
        hint = typing.get_type_hints(hook.spec)["return"]
    except (NameError, KeyError, TypeError):
        hint = _loosely(hook)
    leaves = [arg for arg in typing.get_args(hint) if arg is not type(None)] or [hint]
    if hook.kind == "collects":
        while any(typing.get_origin(leaf) is not None for leaf in leaves):
            leaves = [inner for leaf in leaves for inner in (typing.get_args(leaf) or (leaf,)) if inner is not type(None)]
    classes = tuple(typing.get_origin(leaf) or getattr(leaf, "__supertype__", leaf) for leaf in leaves)
    return classes if classes and all(inspect.isclass(c) for c in classes) else None


def _loosely(hook: Hook[..., Any]) -> Any:
    return hook.spec.__annotations__.get("return")
