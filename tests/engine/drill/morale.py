"""Drill 12, the base: a failed Morale Check is a step down, and the last step is a rout (18.1c)."""

from typing import ClassVar

from sandtable.engine import Action, AgendaItem, Ask, Choice, Game, RuleModule, Work, fills, roll, rule, works

from .hexes import Unit, UnitId, enemy, percent


class MoraleCheck(Work, frozen=True):
    """A unit checks its morale."""

    stored = "morale_check"


class RoutUnit(Work, frozen=True):
    """A unit runs."""

    stored = "rout"


class Bombard(Action, frozen=True):
    """Shake an enemy: it makes a Morale Check."""

    unit: UnitId

    @fills("unit")
    @staticmethod
    def enemies(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit].where("side", enemy(ask.side)))

    def perform(self, game: Game, ask: Ask) -> None:
        game.later(MoraleCheck(), self.unit)


class Morale(RuleModule):
    """A failed check makes a good unit shaken and a shaken one rout."""

    key = "morale"
    brings = (MoraleCheck, RoutUnit)
    actions: ClassVar = {"play": (Bombard,)}

    @works(MoraleCheck)
    @rule("DRILL-18.1c-morale-check")
    async def check(self, game: Game, item: AgendaItem) -> None:
        unit = game[Unit].get(item.subject)
        if unit is None or unit.morale == "routed":
            return
        die = await roll("1d100", why=f"Morale Check of {unit.id}", rule="DRILL-18.1c-morale-check")
        if percent(die) < unit.er + (10 if unit.morale == "shaken" else 0):
            worse = game.change(unit, morale="shaken" if unit.morale == "good" else "routed")
            game.note(f"{unit.id} is {worse.morale}", "DRILL-18.1c-morale-check")
            if worse.morale == "routed":
                game.later(RoutUnit(), unit.id)
