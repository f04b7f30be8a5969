"""The modules of a game ready to make rulebooks, one for each choice of options; why a choice is impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import SandtableError, unknown
from sandtable.engine.rules.module_set import ModuleSet
from sandtable.engine.rules.option_solver import nearest, parameters, problems
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rulebook import Rulebook
from sandtable.engine.state.encoding import ENCODING, Writing, defaults_of

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.errors import Remedy
    from sandtable.engine.hooks import HookSet
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.rules.system import GameSystem, Scenario


class Rulebooks(ModuleSet):
    """What is installed for a game, and the rulebooks made of it."""

    def __init__(
        self, system: GameSystem, modules: Iterable[type[RuleModule]], hook_sets: Iterable[type[HookSet]],
        actions: Iterable[type[Action]],
    ) -> None:  # fmt: skip
        """Raise ``Broken`` for what is unsound."""
        super().__init__(system, modules, hook_sets, actions)
        self._rulebooks: dict[Any, Rulebook] = {}
        self.unread: dict[str, Remedy | None] = {}
        """Why rules files are not run, and what can be done: what somebody looks for may be in one of them."""

    @property
    def by_form(self) -> dict[str, HouseRules]:
        """The house rules by form that were given, by key, those that were left out too."""
        return {}

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

    @property
    def reads_maps(self) -> bool:
        """Tell whether the game asks for its map: it lays rows out from one, or these name spaces."""
        return self.system.ground is not None or any(self.schema.spaces.values())

    # -- what a group chooses

    def problems(self, choices: Choices) -> list[str]:
        """Say why these options cannot be used together.

        Raises ``Invalid`` for unknown names and parameters out of bounds.
        """
        found = problems(choices.on, self.options, self._provides(choices), lambda key: self.lacks(key, choices))
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
                self.rulebook(Choices(on, {}, choices.order, choices.grants))
            except SandtableError:
                return False
            return True

        named = {name for need in self.needs.of.values() for name in need.names()}
        also = self.options.keys() & {*self.needs.of, *named}
        return nearest(choices.on, self.options, self._provides(choices), compiles=compiles, also=also)

    def _provides(self, choices: Choices) -> Callable[[frozenset[str]], frozenset[str]]:
        """Return what tells of a set of options what it provides, where the scenario grants what it does."""
        return lambda on: self.capabilities(Choices(on, grants=choices.grants))

    def scenario(self, key: str) -> Scenario:
        known = {scenario.key: scenario for scenario in self.system.scenarios}
        if key not in known:
            raise unknown("scenario", key, known)
        return known[key]

    def option_title(self, key: str) -> str:
        """Return what an option is called; its key where there is none such."""
        option = self.modules[key].option if key in self.modules else None
        return option.title if option is not None else key

    # -- rulebooks

    def rulebook(self, choices: Choices) -> Rulebook:
        """Return the compiled rulebook of these options; made once for each choice."""
        given = repr(sorted((m, sorted(p.items())) for m, p in choices.parameters.items()))
        key = (choices.on, given, choices.order, choices.grants)
        if key not in self._rulebooks:
            self._rulebooks[key] = Rulebook(self, choices)
        return self._rulebooks[key]
