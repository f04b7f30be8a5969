"""A fire: who fires at whom, and what it is to whoever is told of it."""

from sandtable.engine import Action, Ask, Choice, Domain, Game, Rows, fills
from sandtable.present import Contest
from sandtable_drill_ground.model import DrillHooks, Entered, Unit, UnitId, does, enemy_of


class Fire(Action, frozen=True):
    """Fire at an enemy unit, in one's own turn or as it marches by; at one hex columns and horse use cold steel."""

    if_declined = "Hold your fire"
    if_none = {
        "unit": ("you have no unit left on the field", "DRILL-3.1"),
        "target": ("the enemy has no unit left on the field", "DRILL-3.2"),
    }
    unit: UnitId
    target: UnitId

    @fills("unit")
    @staticmethod
    def own_units(game: Game, ask: Ask) -> Rows:
        return Rows(game[Unit], side=ask.side)

    @fills("target")
    @staticmethod
    def enemies(game: Game, ask: Ask, unit: UnitId) -> Domain[UnitId]:
        if isinstance(ask.about, Entered):
            return Choice((ask.about.unit,))
        return Rows(game[Unit], side=enemy_of(game, ask.side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{does(self.unit, 'fires', 'fire')} at the {self.target}"

    async def perform(self, game: Game, ask: Ask) -> None:
        await game.hooks(DrillHooks).fired(game, self.unit, self.target)


def fire_fight(fire: Fire) -> Contest:
    """Return what a fire is to whoever is told of it."""
    title = f"Fire: {fire.unit} at {fire.target}"
    return Contest(sequence="", subject="", title=title, parties=(fire.unit, fire.target), unit="steps")
