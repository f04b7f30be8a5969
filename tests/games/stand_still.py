"""An option for the drill ground: the first of a side's units stays where it is."""

from __future__ import annotations

from sandtable.engine import Ask, Game, Option, Refusal, RuleModule, refuses, rule
from sandtable_drill_ground.march import March


class StandStill(RuleModule):
    """Units that are called the first stand still."""

    key, game, option = "stand_still", "drill_ground", Option("Stand still", "The first units stay.", ("HOUSE-still",))

    @refuses(March, "unit")
    @rule("HOUSE-still")
    def stays(self, game: Game, act: March, ask: Ask) -> Refusal | None:
        """A unit that is called the first does not march."""
        return Refusal("{unit} stands still", unit=act.unit) if act.unit.endswith("1st") else None
