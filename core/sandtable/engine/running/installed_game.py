"""A game with every module installed for it: checked once, ready to make rulebooks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sandtable.engine.actions.actions import Pass
from sandtable.engine.errors import SandtableError, unknown
from sandtable.engine.failures import Trial, class_and_text, is_of_the_engine, text_of
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.rules.module_set import ModuleSet
from sandtable.engine.rules.option_solver import nearest, parameters, problems
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rulebook import Rulebook
from sandtable.engine.rules.rules import RuleModule
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.running.core_rules import CoreRules
from sandtable.engine.state.encoding import ENCODING, Writing, defaults_of

if TYPE_CHECKING:
    from sandtable.engine.rules.system import GameSystem, Scenario


class InstalledGame(ModuleSet):
    """A game system, its installed modules, and what follows from their declarations.

    ``left_out`` names the third-party modules that are broken, and why; the rest goes on without them.
    """

    def __init__(self, system: GameSystem, extra: Iterable[type[RuleModule]] = (), *, ours: bool = False) -> None:
        """Raise ``Broken`` for an unsound module of the game's own; an unsound extra one is left out and named.

        ``ours``: the game is of our own distribution, and what its modules do to rows is held by our tests.
        """
        self.left_out: dict[str, str] = {}
        self._rulebooks: dict[Any, Rulebook] = {}
        modules: list[type[RuleModule]] = [CoreRules, *system.modules]
        super().__init__(system, modules, (CoreHooks,), (Pass, EndStep, EnterThrow))
        self.trusted = frozenset(module.key for module in (modules if ours else (CoreRules,)))
        waiting = list(extra)
        while waiting:
            left = [module for module in waiting if not self._joins(modules, module)]
            if len(left) == len(waiting):
                break
            waiting = left  # a module may have waited for one that came later
        if self.left_out:
            self._install(modules)

    def _joins(self, modules: list[type[RuleModule]], module: type[RuleModule]) -> bool:
        """Add a third party's module if the whole is still sound with it; else say in ``left_out`` why not."""
        key = str(getattr(module, "key", "") or module.__qualname__)
        with Trial() as trial:
            self._install([*modules, module])
        if (error := trial.failure) is not None:
            fault = f"module {key} is unsound: {class_and_text(error)}"
            self.left_out[key] = text_of(error) if is_of_the_engine(error) else fault
            return False
        self.left_out.pop(key, None)
        modules.append(module)
        return True

    @cached_property
    def defaults(self) -> dict[str, dict[str, Any]]:
        """What the fields of rows and actions are that are not written."""
        found = dict(self.schema.defaults)
        for name, kind in self.kinds.items():
            found.update(defaults_of(f"{name}()", kind))
        return found

    @cached_property
    def writing(self) -> Writing:
        """How documents of this game are written here."""
        return Writing(
            ENCODING, f"{self.system.title} {self.system.version}", 1 + len(self.system.upgrades), self.defaults
        )

    # -- what a group chooses

    def problems(self, choices: Choices) -> list[str]:
        """Say why these options cannot be used together.

        Raises ``Invalid`` for unknown names and parameters out of bounds.
        """
        found = problems(choices.on, self.options, self.capabilities)
        for key, given in choices.parameters.items():
            if key not in self.modules:
                raise unknown("option", key, self.options)
            parameters(self.modules[key], given)
        if not found:
            try:
                self.rulebook(choices)
            except SandtableError as error:
                found.append(str(error))
        return found

    def nearest(self, choices: Choices) -> list[frozenset[str]]:
        """Return the sets of options nearest to these that work."""

        def compiles(on: frozenset[str]) -> bool:
            try:
                self.rulebook(Choices(on, {}, choices.order))
            except SandtableError:
                return False
            return True

        return nearest(choices.on, self.options, self.capabilities, compiles=compiles)

    def scenario(self, key: str) -> Scenario:
        known = {scenario.key: scenario for scenario in self.system.scenarios}
        if key not in known:
            raise unknown("scenario", key, known)
        return known[key]

    # -- rulebooks

    def rulebook(self, choices: Choices) -> Rulebook:
        """Return the compiled rulebook of these options; made once for each choice."""
        key = (choices.on, repr(sorted((m, sorted(p.items())) for m, p in choices.parameters.items())), choices.order)
        if key not in self._rulebooks:
            self._rulebooks[key] = Rulebook(self, choices)
        return self._rulebooks[key]
