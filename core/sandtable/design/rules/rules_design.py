"""The rules of a table while they are chosen: what is on, and the presets and house rules of the user's library."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.engine.errors import Illegal
from sandtable.engine.rules.options import Choices, Preset
from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.running.installed_game import InstalledGame

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.library.store.documents import PresetDocument


class RulesDesign(Struct, frozen=True, kw_only=True, dict=True):
    """A choice of options for a game, with what the user keeps for it; ``locked`` may only change at set-up.

    ``installed`` is the game without the house rules of the library; ``family`` has them.
    """

    installed: InstalledGame
    choices: Choices = Choices()
    presets: Mapping[str, PresetDocument] = {}
    house: Mapping[str, HouseRules] = {}
    locked: bool = False
    """Whether a campaign is under way: what can only be chosen when one is begun stays."""

    @cached_property
    def family(self) -> InstalledGame:
        """The game with the house rules of the library."""
        return self.installed.carrying(self.house.values())

    def all_presets(self, others: Mapping[str, Preset]) -> dict[str, Preset]:
        """Return the presets there are: others, and in place of those of their keys the library's."""
        return {**others, **{key: one.preset() for key, one in self.presets.items()}}

    def require_free(self, module: str, parameter: str = "") -> None:
        """Raise ``Illegal`` for what can only be chosen when a campaign is begun, where one is under way."""
        known = self.family.modules.get(module)
        if not self.locked or known is None:
            return
        if known.option is not None and known.option.changeable == "setup":
            raise Illegal(f"{known.option.title} can only be chosen when the campaign is begun")
        for one in parameters_of(known) if parameter else ():
            if one.key == parameter and one.changeable == "setup":
                raise Illegal(f"“{one.title}” can only be chosen when the campaign is begun")
