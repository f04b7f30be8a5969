"""The rules that lie on the desk: one choice for one scenario or campaign, with its draft, its undo, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sandtable.design.rules.rule_edits import ChosenRules, SetParameter, SwitchOption, TakeChoice
from sandtable.design.rules.rules_design import RulesDesign
from sandtable.design.rules.rules_draft import RulesDraft, rules_draft_path
from sandtable.design.rules.rules_shelf import RulesShelf
from sandtable.engine.errors import SandtableError
from sandtable.engine.rules.options import Choices
from sandtable.engine.words import sentence
from sandtable.home import home

if TYPE_CHECKING:
    from sandtable.design.rules.rule_edits import RuleEdit
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable_editor.rules.targets import RulesTarget
    from sandtable_editor.shell.workspace import Workbench


class RulesDesk(QObject):
    """What panels see: the choice, the game, what can be done. ``changed``: another choice, or another game.

    ``house_changed``: house rules of the library are others. ``looked_at``: another module is looked at, by key.
    ``refused``: why something was not done, in a sentence.
    """

    changed = Signal()
    looked_at = Signal(str)
    house_changed = Signal()
    refused = Signal(str)

    def __init__(self, target: RulesTarget, window: Workbench) -> None:
        super().__init__()
        self.target, self.window = target, window
        self.key = ""
        """The module that is looked at."""
        shelf = RulesShelf(target.family.system.key)
        presets, house = shelf.read()
        base = target.family.letting_go(house)  # those of the library come and go with it
        design = RulesDesign(
            installed=base, choices=target.choices, presets=presets, house=house, locked=target.is_campaign
        )
        folder = home() / "drafts"
        self.draft = RulesDraft(rules_draft_path(folder, target.family.system.key, target.name), design, shelf)
        self._stamp = shelf.stamp
        self._house: dict[str, HouseRules] = dict(house)
        self.others: dict[str, Preset] = target.presets()

    # -- what there is

    @property
    def design(self) -> RulesDesign:
        return self.draft.design

    @property
    def family(self) -> InstalledGame:
        """The game, with the house rules that the user keeps."""
        return self.design.family

    @property
    def choices(self) -> Choices:
        return self.design.choices

    @property
    def presets(self) -> dict[str, Preset]:
        """All presets there are, by key."""
        return self.design.all_presets(self.others)

    @cached_property
    def printed(self) -> Choices:
        """What is played where nobody chooses anything: the printed rules, without options."""
        return Choices(grants=self.target.choices.grants)

    # -- doing

    def do(self, edit: RuleEdit) -> bool:
        """Do something, and tell everybody; what cannot be done is said in a sentence, and nothing has changed."""
        try:
            entry = self.draft.do(edit)
        except SandtableError as error:
            self.refused.emit(sentence(str(error)))
            return False
        self._stamp = self.draft.shelf.stamp
        self.window.status.hint.setText(sentence(entry.says))
        self._tell()
        return True

    def _tell(self) -> None:
        """Tell everybody that something is otherwise."""
        house = dict(self.design.house)
        is_other, self._house = house != self._house, house
        self.changed.emit()
        if is_other:
            self.house_changed.emit()

    def switch(self, option: str, on: bool) -> None:
        """Switch an option on or off."""
        if (option in self.choices.on) != on:
            self.do(SwitchOption(option, on))

    def set_parameter(self, module: str, name: str, value: object) -> None:
        """Set a parameter."""
        self.do(SetParameter(module, name, value))

    def take(self, choices: Choices, title: str) -> None:
        """Take a whole choice."""
        chosen = ChosenRules.of(choices)
        if chosen != ChosenRules.of(self.choices):
            self.do(TakeChoice(chosen, title))

    def undo(self) -> None:
        """Take the last thing back."""
        if self.draft.document.can_undo:
            self._go(self.draft.document.undo)

    def redo(self) -> None:
        """Do it again."""
        if self.draft.document.can_redo:
            self._go(self.draft.document.redo)

    def _go(self, way: Callable[[], object]) -> None:
        try:
            way()
        except SandtableError as error:
            self.refused.emit(sentence(str(error)))
            return
        self._stamp = self.draft.shelf.stamp
        self._tell()

    def look_at(self, key: str) -> None:
        """Look at a module."""
        if key != self.key:
            self.key = key
            self.looked_at.emit(key)

    # -- what comes from elsewhere

    def keep_in_step(self) -> None:
        """Read the user's library again where another program, or another part of this one, has changed it."""
        shelf = self.draft.shelf
        if shelf.stamp == self._stamp:
            return
        try:
            presets, house = shelf.read()
        except SandtableError as error:
            self.refused.emit(sentence(str(error)))
            return
        self._stamp = shelf.stamp
        design = self.design
        self.draft.replace_design(
            RulesDesign(
                installed=design.installed, choices=design.choices, presets=presets, house=house, locked=design.locked
            )
        )
        self.others = self.target.presets()
        self.changed.emit()
