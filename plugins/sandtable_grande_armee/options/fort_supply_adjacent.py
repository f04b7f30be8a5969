"""Forts supply those beside them (13): the option by mutual agreement."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Option, RuleModule, hookimpl, rule
from sandtable_grande_armee.combat.forces import hexes_beside
from sandtable_grande_armee.combat.walls import forts_for
from sandtable_grande_armee.hookspecs.supply import Purpose
from sandtable_grande_armee.model import Unit, UnitId


class FortSupplyAdjacent(RuleModule):
    """A fort supplies friends within a hex of it."""

    key = "fort_supply_adjacent"
    option = Option(
        "Forts supply within a hex",
        "A fort supplies every friendly unit in its hex and beside it, inside the walls or not.",
        ("LGA-13-fort-adjacent-option", "BASE-5-fort-feeds-outside"),
    )

    @hookimpl
    @rule("LGA-13-fort-adjacent-option", supersedes="LGA-13-fort-occupants-only")
    def sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """Every friend in its hex and beside it."""
        row = game[Unit][unit]
        if row.hex is None:
            return []
        forts = forts_for(game, row.side)
        return [hex for hex in (row.hex, *hexes_beside(game, row.hex)) if hex in forts]

    @hookimpl
    @rule("BASE-5-fort-feeds-outside", supersedes="LGA-14-outside-no-fort-supply")
    def no_sources(self, game: Game, unit: UnitId, purpose: Purpose) -> Iterable[str]:
        """Those in its hex outside the walls, too (Q8)."""
        return ()
