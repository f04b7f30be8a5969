"""The order of the turn: the scenario says who plays first."""

from __future__ import annotations

from sandtable.engine import CoreHooks, Frame, Game, RuleModule, SideId, hookimpl, rule
from sandtable_grande_armee.model import Army
from sandtable_grande_armee.steps import PLAYER_TURN_PHASE


class TurnOrder(RuleModule):
    """Who plays first."""

    key = "turn_order"

    @hookimpl(of=CoreHooks.side_order)
    @rule("BASE-5-first-side")
    async def order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """The sides play by their armies' places in the turn."""
        if frame.phase != PLAYER_TURN_PHASE:
            return None
        return tuple(army.id for army in sorted(game[Army], key=lambda army: (army.place, army.id)))
