"""Simplified recovery (clarification 5): one idle movement phase, and a unit recovers when the next begins."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Option, Part, RuleModule, SideId, hookimpl, rule
from sandtable_grande_armee.model import Unit, UnitId
from sandtable_grande_armee.model.marks import PRODUCED

ONE = 1


class SimplifiedUndisruption(RuleModule):
    """One idle phase is enough."""

    key, after = "simplified_undisruption", ("disruption",)
    option = Option(
        "Simplified recovery",
        "Disrupted units recover after one movement phase of their side in which they have not moved; a depot must not "
        "have produced either.",
        ("LGA-05-undisrupt", "LGA-05-undisrupt-depot"),
    )

    @hookimpl
    @rule("LGA-05-undisrupt")
    def idle_phases(self, game: Game, unit: UnitId) -> Iterable[Part]:
        """A disrupted unit recovers after one movement phase of its side in which it did not move at all."""
        return [Part("at_most", ONE, says="simplified")]

    @hookimpl
    @rule("LGA-05-undisrupt-depot")
    def stirred(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """So does a depot, if it did not produce a supply unit either."""
        return [unit.id for unit in game[Unit].where("side", side) if game.mark_of(unit.id, PRODUCED)]
