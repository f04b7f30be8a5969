"""The modules installed for a game, checked, with what follows from their declarations."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

import pluggy

from sandtable.engine.actions.actions import Action
from sandtable.engine.actions.fields import field_domains
from sandtable.engine.actions.repertoire import add, repertoire
from sandtable.engine.actions.subjects import ANYTHING
from sandtable.engine.code_places import path_from_package
from sandtable.engine.errors import Broken, Invalid, unknown
from sandtable.engine.failures import OURS, Trial, class_and_text, text_of
from sandtable.engine.hooks import PROJECT, HookSet, gone_hooks, hooks_of, specification
from sandtable.engine.rules.belongings import Belongings
from sandtable.engine.rules.filled_fields import fields_to_be_filled
from sandtable.engine.rules.listening import check_listeners, check_marks
from sandtable.engine.rules.needs import Needs
from sandtable.engine.rules.ordering import declared_order
from sandtable.engine.rules.phases import check
from sandtable.engine.rules.rule_functions import RuleFunction, functions_of
from sandtable.engine.rules.rules import Citation, RuleModule
from sandtable.engine.rules.rulings import Parameter, parameters_of
from sandtable.engine.rules.system import RuleText
from sandtable.engine.rules.targets import check_amendment, check_circles
from sandtable.engine.state.charts import CHART_ROWS
from sandtable.engine.state.encoding import check_written
from sandtable.engine.state.immutability import faults
from sandtable.engine.state.kinds import EnterSequence
from sandtable.engine.state.rows import CORE_ROWS
from sandtable.engine.state.schema import Schema

if TYPE_CHECKING:
    from sandtable.engine.hooks import Hook
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.phases import Insert
    from sandtable.engine.rules.system import GameSystem


class ModuleSet:
    """The modules of a game with its rows, hooks, texts and actions; what it holds is sound."""

    def __init__(
        self, system: GameSystem, modules: Iterable[type[RuleModule]], hook_sets: Iterable[type[HookSet]],
        actions: Iterable[type[Action]],
    ) -> None:  # fmt: skip
        """Raise ``Broken`` for what is unsound. ``actions`` are those of every game, whatever its modules bring."""
        self.system = system
        self.trusted = frozenset[str]()
        """The keys of modules whose code is of our own distribution."""
        self._contents: dict[str, str] = {}
        self._common = tuple(hook_sets), tuple(actions)
        self._install(list(modules))

    def _install(self, modules: list[type[RuleModule]]) -> None:
        self.hook_sets: tuple[type[HookSet], ...] = (*self._common[0], *self.system.hook_sets)
        self.modules: dict[str, type[RuleModule]] = {}
        for module in modules:
            if self.modules.setdefault(_key(module), module) is not module:
                both = " and ".join(map(_called, (self.modules[module.key], module)))
                raise Broken(f"two modules have the key {module.key}, {both}: give one of them another", module.key)
        self.options = {key: module for key, module in self.modules.items() if module.option is not None}
        brings = {key: module.brings for key, module in self.modules.items()}
        self.belongings = Belongings((EnterSequence, *self.system.brings), brings)
        rows = (row for module in modules for row in module.rows)
        self.schema = Schema((*CORE_ROWS, *CHART_ROWS, *self.system.rows, *rows), self.belongings.works)
        self.hooks = self._collect_hooks()
        gone = {name: instead for one in self.hook_sets for name, instead in gone_hooks(one).items()}
        self.functions = {key: functions_of(module, self.hooks, gone) for key, module in self.modules.items()}
        self._register()
        self.order = self._module_order()
        self.needs = Needs(self.modules)
        self.texts = self._collect_texts()
        self._check_citations()
        self._brought = self._brought_by_modules()
        self._check_options()
        self._check_needs()
        self._check_actions()
        inserts = self._inserts()
        check(self.system.sequences, inserts)
        functions = chain.from_iterable(self.functions.values())
        check_listeners(functions, self.belongings, self.system.sequences, inserts)
        wiped = chain.from_iterable(module.wipes for module in self.modules.values())
        check_marks(self.belongings, self.system.sequences, inserts, wiped)

    # -- checks

    def _collect_hooks(self) -> dict[str, Hook[..., Any]]:
        hooks: dict[str, Hook[..., Any]] = {}
        home: dict[str, str] = {}
        for hook_set in self.hook_sets:
            for name, hook in hooks_of(hook_set).items():
                if name in hooks:
                    raise Broken(f"hook {name} is declared twice, in {home[name]} and in {hook_set.__name__}")
                hooks[name], home[name] = hook, hook_set.__name__
        return hooks

    def _register(self) -> None:
        """Let pluggy validate every implementation: names, arguments, and that its hook exists."""
        manager = _Registry(PROJECT)
        for hook_set in self.hook_sets:
            manager.add_hookspecs(specification(hook_set))
        for key, module in self.modules.items():
            with Trial() as trial:
                manager.register(module(), key)
                manager.check_pending()
            if isinstance(error := trial.failure, pluggy.PluginValidationError):
                raise Broken(f"module {key}: {text_of(error)}", key) from error
            if error is not None:
                raise Broken(f"module {key} could not be made: {class_and_text(error)}", key) from error

    def _module_order(self) -> list[str]:
        pairs: list[tuple[str, str]] = []
        for key, module in self.modules.items():
            for earlier in module.after:
                if earlier.endswith("?") and earlier[:-1] not in self.modules:
                    continue  # it need not be installed
                earlier = earlier.rstrip("?")
                if earlier not in self.modules:
                    raise Broken(str(unknown("module", earlier, self.modules, f"module {key} comes after it")), key)
                pairs.append((earlier, key))
        self.module_pairs = pairs
        return declared_order(sorted(self.modules), pairs, lambda key: f"module {key}")

    def _collect_texts(self) -> dict[str, RuleText]:
        texts = dict(self.system.texts)
        for key, module in self.modules.items():
            for id, says in module.texts.items():
                if id in texts:
                    raise Broken(f"module {key} gives rule {id} a text, but it has one already", key)
                texts[id] = RuleText(id, says.split(":")[0] if ":" in says else id, says)
            for function in self.functions[key]:
                for id in function.citation.ids:
                    if id.startswith("HOUSE-") and id not in texts:
                        doc = inspect.getdoc(getattr(module, function.name)) or inspect.getdoc(module) or ""
                        texts[id] = RuleText(
                            id, module.option.title if module.option else key, doc.split("\n\n")[0].replace("\n", " ")
                        )
        return texts

    def citations(self) -> Iterable[tuple[str, str, Citation, RuleFunction | None]]:
        """Yield (module, where, citation, function) for every citation of every installed module."""
        for key, module in self.modules.items():
            on_class: Citation | None = module.__dict__.get("__citation__")
            if on_class is not None:
                yield key, key, on_class, None
            for function in self.functions[key]:
                if function.citation.ids:
                    yield key, function.where, function.citation, function

    def _check_citations(self) -> None:
        self.where: dict[str, list[RuleFunction]] = {}
        self.cited: dict[str, str] = {}
        for key, where, citation, function in self.citations():
            for id in citation.ids:
                self.cited.setdefault(id, key)
                if function is not None:
                    self.where.setdefault(id, []).append(function)
            for id in (
                *citation.ids,
                *citation.supersedes,
                *citation.amends,
                *citation.after,
                *citation.before,
            ):
                if id not in self.texts:
                    raise Broken(f"{where}: {unknown('rule', id, self.texts, 'add it to the rules text')}", key)
        for key, where, citation, _ in self.citations():
            for target in citation.supersedes:
                self._alone(key, where, target, "supersedes")
            for target in citation.amends:
                self._alone(key, where, target, "amends")
        self._check_amendments()

    def _brought_by_modules(self) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Return the rules that each module has, and those that it supersedes: they are asked for many a choice."""
        has: dict[str, set[str]] = {}
        replaces: dict[str, set[str]] = {}
        for key, _, citation, _ in self.citations():
            has.setdefault(key, set()).update(citation.ids)
            if citation.supersedes:
                replaces.setdefault(key, set()).update(citation.supersedes)
        return has, replaces

    def _alone(self, key: str, where: str, target: str, does: str) -> None:
        if target not in self.cited:
            raise Broken(f"{where} {does} {target}, which no installed module implements", key)
        for function in self.where.get(target, ()):
            if len(function.citation.ids) > 1:
                raise Broken(
                    f"{where} {does} {target}, which shares {function.where} with {function.rule_ids}: "
                    "it must stand alone on its function",
                    key,
                )

    def _check_amendments(self) -> None:
        amendments = [(key, where, c.amends, function) for key, where, c, function in self.citations() if c.amends]
        for key, where, targets, function in amendments:
            if function is None:
                raise Broken(f"{where} amends {' and '.join(targets)} on its class: only a function can amend", key)
            check_circles(self, function)
        for *_, function in amendments:
            assert function is not None
            check_amendment(self, function)

    def _check_options(self) -> None:
        known = {*self.options, *self.modules, *self.texts}
        for key, module in self.options.items():
            option = module.option
            assert option is not None
            need = option.need()
            for name in (*(need.names() if need else ()), *option.conflicts, *option.rules):
                if name not in known:
                    raise Broken(f"option {key}: {unknown('rule or option', name, known)}", key)
        for key, module in self.modules.items():
            for one in parameters_of(module):
                for name in one.rules:
                    if name not in self.texts:
                        raise Broken(f"module {key}, parameter {one.name}: {unknown('rule', name, self.texts)}", key)

    def _check_needs(self) -> None:
        for key, need in self.needs.of.items():
            for name in need.names():
                if name in self.texts and name not in self.modules:
                    home = f": name its module, {self.cited[name]}" if name in self.cited else ""
                    raise Broken(f"module {key} needs {name}, which is a rule{home}", key)

    def _check_actions(self) -> None:
        self.kinds = repertoire((*self.hook_sets, *self.system.rows, *self.modules.values()), self._common[1])
        """Every action of the game by its name in files."""
        functions = [function for those in self.functions.values() for function in those]
        for key, module in self.modules.items():
            for kinds in module.actions.values():
                for kind in kinds:
                    add(self.kinds, kind, key)
                    if wrong := faults(kind):
                        raise Broken(f"module {key}: {wrong[0]}", key)
                    if kind.subject is not ANYTHING:
                        about = f"{kind.__name__} answers questions about {kind.subject.name}"
                        raise Broken(f"module {key}: {about}, and a step is about nothing: ask for it", key)
                    try:
                        field_domains(kind, self.schema, fields_to_be_filled(kind, functions))
                    except Invalid as error:
                        raise Broken(f"module {key}: {error}", key) from error
        for kind in self.kinds.values():
            try:
                check_written(kind)
            except Invalid as error:
                raise Broken(str(error), kind.__module__) from error

    # -- what is asked of it

    def all_steps(self) -> frozenset[str]:
        """Return the keys of all steps there are, those of options that are off too."""
        own = (step for sequence in self.system.sequences for phase in sequence.phases for step in phase.steps)
        inserted = (insert.step for those in self._inserts().values() for insert in those)
        return frozenset(step.key for step in chain(own, inserted))

    def _inserts(self) -> dict[str, tuple[Insert, ...]]:
        return {key: module.steps for key, module in self.modules.items()}

    def rulings(self) -> list[Parameter]:
        """Return the parameters of all modules that are always in force, module by module."""
        base = (module for key, module in sorted(self.modules.items()) if key not in self.options)
        return [one for module in base for one in parameters_of(module)]

    def in_force(self, choices: Choices) -> frozenset[str]:
        """Return the keys of the modules that count under some options, with what the scenario grants."""
        return self.needs.in_force(choices)

    def lacks(self, key: str, choices: Choices) -> str:
        """Say what keeps a module from being in force beside its option: what it needs, and what is not there."""
        return self.needs.lacks(key, choices)

    def missing_grants(self, key: str, grants: Iterable[str] = ()) -> list[str]:
        """Return the words without which a module's need cannot be met: in no scenario of the game, nor by ``grants``.

        An empty list for a module whose need some of them meet, with whatever options.
        """
        return self.needs.missing_grants(
            key, {*grants, *(word for one in self.system.scenarios for word in one.grants)}
        )

    def capabilities(self, choices: Choices) -> frozenset[str]:
        """Return what a set of options provides: keys of modules in force, and rule ids that nothing supersedes."""
        there = self.in_force(choices)
        has, replaces = self._brought
        have = there.union(*(has[key] for key in there if key in has))
        return have.difference(*(replaces[key] for key in there if key in replaces))

    def strangers(self, keys: Iterable[str]) -> list[str]:
        """Return those of these modules whose code is not of our own distribution."""
        return [key for key in keys if key not in self.trusted]

    def brings(self, name: str) -> bool:
        """Tell whether a Python module belongs to one of these modules' packages (ours do not count)."""
        if name.startswith(OURS):
            return False
        return name.partition(".")[0] in {module.__module__.partition(".")[0] for module in self.modules.values()}

    def owner(self, name: str) -> str:
        """Return the key of the module that a Python module holds; its name, where it holds several or none."""
        keys = [key for key, module in self.modules.items() if module.__module__ == name]
        return keys[0] if len(keys) == 1 else name

    def content(self, key: str) -> str:
        """Return a digest of what a module is made of, its source file or its form, so that a change is noticed."""
        if key not in self._contents:
            if self.modules[key].fingerprint:
                return self.modules[key].fingerprint
            try:
                source = inspect.getsource(inspect.getmodule(self.modules[key]) or self.modules[key])
            except (OSError, TypeError):
                source = ""
            self._contents[key] = sha256(source.encode()).hexdigest()[:16]
        return self._contents[key]


class _Registry(pluggy.PluginManager):
    """A register that looks closer only at what carries a mark: pluggy's careful look takes long, most names have none.

    The mark is on what the class holds, so nothing of the module is run to find it.
    """

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        marked = hasattr(getattr(type(plugin), name, None), f"{PROJECT}_impl")
        return super().parse_hookimpl_opts(plugin, name) if marked else None


def _key(module: type[RuleModule]) -> str:
    key = getattr(module, "key", None)
    if not isinstance(key, str) or not key:
        raise Broken(f"{module.__qualname__} has no `key`", module.__qualname__)
    return key


def _called(module: type[RuleModule]) -> str:
    """Say which module it is, where several have a key: by its class and file, or by its title if it has no code."""
    if module.fingerprint and module.option is not None:
        return f"the house rule {module.option.title!r}"
    file = getattr(inspect.getmodule(module), "__file__", None)
    return f"{module.__qualname__} in {path_from_package(file, module.__module__)}" if file else module.__qualname__
