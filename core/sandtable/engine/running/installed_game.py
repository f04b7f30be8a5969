"""A game with every module installed for it, those of third parties too, and the few rules of every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.engine.actions.actions import Pass
from sandtable.engine.failures import Trial, class_and_text, is_of_the_engine, text_of
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.rules.rulebooks import Rulebooks
from sandtable.engine.rules.rules import RuleModule
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.running.core_rules import CoreRules

if TYPE_CHECKING:
    from sandtable.engine.rules.system import GameSystem


class InstalledGame(Rulebooks):
    """A game system, its installed modules, and what follows from their declarations.

    ``left_out`` names the third-party modules that are broken, and why; the rest goes on without them.
    """

    def __init__(self, system: GameSystem, extra: Iterable[type[RuleModule]] = (), *, ours: bool = False) -> None:
        """Raise ``Broken`` for an unsound module of the game's own; an unsound extra one is left out and named.

        ``ours``: the game is of our own distribution, and what its modules do to rows is held by our tests.
        """
        self.left_out: dict[str, str] = {}
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
