"""Combined movement (4.9): powers that have declared it move one after the other, and count as one."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.model import partners


class CombinedMovement(RuleModule):
    """Who moves with whom."""

    key = "combined_movement"

    @hookimpl(of=MovementHooks.combined)
    @rule("BASE-4.9-combined")
    def declared(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Those with whom a power has declared it; without a Political Phase the campaign says who has."""
        return sorted(partners(game, side))
