"""A game with every module installed for it, those of third parties too, and the few rules of every game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from sandtable.engine.actions.actions import Pass
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.failures import Trial, class_and_text, is_of_the_engine, text_of
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.rules.by_form import FormCompiler, FormedRules
from sandtable.engine.rules.needs import naming_circles
from sandtable.engine.rules.rulebooks import Rulebooks
from sandtable.engine.rules.rules import RuleModule
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.running.core_rules import CoreRules
from sandtable.engine.running.procedures import roll

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.rules.system import GameSystem


class InstalledGame(Rulebooks):
    """A game system, its installed modules, and what follows from their declarations.

    ``left_out`` names the third-party modules that are broken, and why; the rest goes on without them.
    """

    def __init__(
        self, system: GameSystem, extra: Iterable[type[RuleModule]] = (), *, ours: bool = False,
        by_form: Iterable[HouseRules] = (),
    ) -> None:  # fmt: skip
        """Raise ``Broken`` for an unsound module of the game's own; an unsound extra one is left out and named.

        ``ours``: the game is of our own distribution, and what its modules do to rows is held by our tests. ``by_form``
        are house rules by form, which are compiled here; of two of one key the later counts.
        """
        self.left_out: dict[str, str] = {}
        self._given = tuple(extra), ours, {one.key: one for one in by_form}
        self._other: InstalledGame | None = None
        """The game with other house rules, as it was asked for last."""
        modules: list[type[RuleModule]] = [CoreRules, *system.modules]
        super().__init__(system, modules, (CoreHooks,), (Pass, EndStep, EnterThrow))
        self.trusted = frozenset(module.key for module in (modules if ours else (CoreRules,)))
        waiting = list(extra)
        while waiting:
            left = [module for module in waiting if not self._joins(modules, module)]
            if len(left) == len(waiting):
                break
            waiting = left  # a module may have waited for one that came later
        with Trial():  # what is declared wrongly has its sentence already
            self.left_out |= naming_circles({_key(module): _names(module) for module in waiting})
        if self.left_out:
            self._install(modules)
        self._form(modules)

    @property
    def by_form(self) -> dict[str, HouseRules]:
        """The house rules by form that were given, by key, those that were left out too."""
        return dict(self._given[2])

    def carrying(self, by_form: Iterable[HouseRules]) -> InstalledGame:
        """Return the game with these house rules by form too, in place of those of their keys."""
        known = self._given[2]
        return self._with_forms(known | {one.key: one for one in by_form})

    def letting_go(self, keys: Collection[str]) -> InstalledGame:
        """Return the game without the house rules by form of these keys."""
        return self._with_forms({key: one for key, one in self._given[2].items() if key not in keys})

    def _with_forms(self, wanted: dict[str, HouseRules]) -> InstalledGame:
        extra, ours, known = self._given
        if wanted == known:
            return self
        if self._other is not None and self._other.by_form == wanted:
            return self._other
        made = self._other = InstalledGame(self.system, extra, ours=ours, by_form=wanted.values())
        made.unread = self.unread
        return made

    def form(self, rules: HouseRules) -> type[FormedRules]:
        """Compile house rules by form for this game; raises ``Invalid`` for what they say that it does not know."""
        if rules.game != self.system.key:
            raise Invalid(f"{rules.key} is of the game {rules.game!r}, and this is {self.system.key!r}")
        return FormCompiler(self, rules, roll).module()

    def _form(self, modules: list[type[RuleModule]]) -> None:
        """Install the house rules by form: what one needs of another may come later."""
        waiting = list(self._given[2].values())
        while waiting:
            left: list[HouseRules] = []
            for rules in waiting:
                try:
                    joins = self._joins(modules, self.form(rules))
                except SandtableError as error:
                    self.left_out[rules.key], joins = str(error), False
                if not joins:
                    left.append(rules)
                elif self._given[1]:
                    self.trusted |= {rules.key}  # it runs nothing but words of the game
            if left:
                self._install(modules)
            if len(left) == len(waiting):
                break
            waiting = left
        self.left_out |= naming_circles({one.key: (*one.requires, *one.conflicts, *one.after) for one in waiting})

    def _joins(self, modules: list[type[RuleModule]], module: type[RuleModule]) -> bool:
        """Add a third party's module if the whole is still sound with it; else say in ``left_out`` why not."""
        key = _key(module)
        with Trial() as trial:
            self._install([*modules, module])
        if (error := trial.failure) is not None:
            fault = f"module {key} is unsound: {class_and_text(error)}"
            self.left_out[key] = text_of(error) if is_of_the_engine(error) else fault
            return False
        self.left_out.pop(key, None)
        modules.append(module)
        return True


def _key(module: type[RuleModule]) -> str:
    return str(getattr(module, "key", "") or module.__qualname__)


def _names(module: type[RuleModule]) -> tuple[str, ...]:
    """Return what must be installed before a module can be."""
    option = module.option
    need = option.need() if option is not None else None
    return (
        *(need.names() if need is not None else ()),
        *(option.conflicts if option is not None else ()),
        *module.after,
    )
