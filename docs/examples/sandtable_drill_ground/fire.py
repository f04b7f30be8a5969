"""A fire: who fires at whom, what lies under it, and what stands in its way."""

from collections.abc import Mapping

from sandtable.board import Sights, of, sights_over
from sandtable.engine import Action, Ask, Choice, Domain, Game, Rows, SpaceId, doing, fills, own_pieces
from sandtable_drill_ground.model import FIRE_CHART, DrillHooks, Entered, Unit, UnitId, enemy_of


def in_fire(game: Game, unit: Unit, fire: str = "reach") -> Mapping[SpaceId, int]:
    """Return the hexes into which a unit can fire: at all within its ``reach``, or at who is ``passing``."""
    return unit.front(game, game.chart(FIRE_CHART).number(unit.mover, fire))


def aims(game: Game, firer: UnitId, target: UnitId, fire: str = "reach") -> dict[SpaceId, int]:
    """Return which hexes of another a unit can aim at, and how far they are; whether it sees them is not asked."""
    arc = in_fire(game, game[Unit][firer], fire)
    return {hex: arc[hex] for hex in game[Unit][target].hexes if hex in arc}


def sights(game: Game) -> Sights:
    """Return the lines of sight over the map: a wood is as high as a hill."""
    return sights_over(of(game).by_number, wood=1)


def obstacles(game: Game, firer: UnitId, target: UnitId, fire: str = "reach") -> list[str]:
    """Return what stands in each line of fire; nothing where it is free."""
    aimed = aims(game, firer, target, fire)
    return [sights(game).obstacle(here, there) for there in aimed for here in game[Unit][firer].hexes]


class Fire(Action, frozen=True):
    """Fire at an enemy unit, in your turn or as it marches by; at one hex, columns and cavalry use cold steel."""

    if_declined = "Hold your fire"
    if_none = {
        "unit": ("you have no unit left on the field", "DRILL-3.1"),
        "target": ("the enemy has no unit left on the field", "DRILL-3.2"),
    }
    unit: UnitId
    target: UnitId
    own_units = fills("unit")(own_pieces(Unit))

    @fills("target")
    @staticmethod
    def enemies(game: Game, ask: Ask, unit: UnitId) -> Domain[UnitId]:
        if isinstance(ask.about, Entered):
            return Choice((ask.about.unit,))
        return Rows(game[Unit], side=enemy_of(game, ask.side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{doing(self.unit, 'fires', 'fire')} at the {self.target}"

    async def perform(self, game: Game, ask: Ask) -> None:
        await game.hooks(DrillHooks).fired(game, self.unit, self.target)
