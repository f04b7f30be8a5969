"""What the game of a scenario declares of any scenario: asked once, also where this one cannot be laid out yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.scenario.laid_game import rules_alone
from sandtable.present import setting_up

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.present.set_up_forms import AimForm, DatedField, Relation

CHOSEN = ("options", "off", "preset", "parameters", "grants", "extends")
"""What of a scenario says which modules are in force."""


class Declared:
    """The relations, dates and aims of a game under the options of a scenario."""

    def __init__(self) -> None:
        self._of: object = None
        self.relations: list[Relation] = []
        self.dated: list[DatedField] = []
        self.aims: list[AimForm] = []

    def follow(self, design: DesignedScenario) -> bool:
        """Ask the game where other options are chosen; tell whether it was asked."""
        chosen = [getattr(design.document, name) for name in CHOSEN]
        if chosen == self._of:
            return False
        self._of = chosen
        game = rules_alone(design)
        kinds = design.family.schema.kinds
        self.relations = [one for one in setting_up.relations(game) if {one.table, one.parties} <= {*kinds}]
        self.dated = [one for one in setting_up.dated(game) if one.table in kinds]
        self.aims = [one for one in setting_up.aims(game) if one.table in kinds]
        return True
