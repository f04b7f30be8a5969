"""Zones of control: who has none, and that friends do not keep them off (clarification 11)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, SideId, SpaceId, hookimpl, rule
from sandtable_grande_armee.hookspecs.movement import MoveKind, MovementHooks
from sandtable_grande_armee.model import FIGHTING, Unit, UnitId, unit_types


class ZonesOfControl(RuleModule):
    """Who has a zone of control, and what keeps it off."""

    key = "zones_of_control"

    @hookimpl
    @rule("BASE-2c-zones")
    def without_zone(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """Troops have a zone of control; leaders, supply units and depots have none."""
        types = unit_types(game)
        return [unit.id for unit in game.where(Unit, "side", side) if types[unit.kind].arm not in FIGHTING]

    @hookimpl
    @rule("LGA-11-friends-do-not-negate")
    def screened_from_zones(self, game: Game, side: SideId, move: MoveKind) -> Iterable[SpaceId]:
        """Friends in a hex do not cancel the enemy's zone of control there, neither for marches nor for retreats."""
        return []

    @hookimpl(of=MovementHooks.screened_from_zones)
    @rule("LGA-11-ezoc-into-friends-retreat")
    def on_retreats(self, game: Game, side: SideId, move: MoveKind) -> Iterable[SpaceId]:
        """Nor do hexes that friends occupy lie outside it for retreats."""
        return []
