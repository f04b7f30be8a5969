"""Archduke Charles in 1809 (clarification 15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from sandtable.engine import Game, Option, Part, RuleModule, hookimpl, rule, ruling
from sandtable_grande_armee.model import Calendar, Role, UnitId

CHARLES: Final = "Archduke Charles"
YEAR: Final = "1809"


class ArchdukeCharles(RuleModule):
    """He is better than his counter."""

    key = "archduke_charles_1809_10_10"
    option = Option(
        "Archduke Charles 10/10", "In the campaigns of 1809 Archduke Charles is rated at least 10 in attack and in "
        "defence.", ("LGA-15-archduke-charles",),
    )  # fmt: skip
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        least: Annotated[
            int, ruling("Rated at least", "Both his ratings are at least this.", "LGA-15-archduke-charles", ge=1, le=20)
        ] = 10

    @hookimpl
    @rule("LGA-15-archduke-charles")
    def rating_parts(self, game: Game, leader: UnitId, role: Role) -> Iterable[Part]:
        """In 1809 he is rated at least 10/10."""
        if leader == CHARLES and any(calendar.begins.startswith(YEAR) for calendar in game[Calendar]):
            yield Part("at_least", self.parameters.least, says=f"{CHARLES} in {YEAR}")
