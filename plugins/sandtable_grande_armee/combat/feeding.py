"""Supply for a combat: each side says which of its supply units serve; forts serve those inside of themselves."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Action, Ask, Game, Subset, fills
from sandtable_grande_armee.combat.forces import engaged
from sandtable_grande_armee.model import Battle, BattleId, Engaged, Role, Served, Unit, UnitId
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.supply.sources import sources

FOR_COMBAT: Final = "combat"


class Supply(Action[BattleId], frozen=True):
    """Have supply units serve a combat."""

    title = "Supply the combat"
    if_declined = "Fight without supply"
    supplies: tuple[UnitId, ...]

    @fills("supplies")
    @staticmethod
    def within_range(game: Game, ask: Ask[BattleId]) -> Subset[UnitId]:
        role: Role = "attacker" if game[Battle][ask.about].attacker == ask.side else "defender"
        return Subset(could_serve(game, [unit.id for unit in hungry(game, ask.about, role)]), least=1)

    def says(self, game: Game, ask: Ask[BattleId]) -> str:
        return sentence_of(game, self.supplies, f"serves {game.name(ask.side)} in the combat")


def serving(game: Game, unit: UnitId) -> list[str]:
    """Return what supplies a unit for combat without anything more to be said: forts, and what serves already."""
    return [one for one in sources(game, unit, FOR_COMBAT) if serves_already(game, one)]


def serves_already(game: Game, source: str) -> bool:
    """Tell whether a source serves whoever it can supply without being named: a fort, and what has served."""
    return not is_unit(game, source) or game.row(Served, source) is not None


def could_serve(game: Game, units: list[UnitId]) -> list[UnitId]:
    """Return the supply units that could serve some units in combat, and do not yet."""
    found = {UnitId(one): None for unit in units for one in sources(game, unit, FOR_COMBAT) if is_unit(game, one)}
    return sorted(one for one in found if game.row(Served, one) is None)


def is_unit(game: Game, source: str) -> bool:
    """Tell whether a source is a supply unit, and no fort."""
    return game.row(Unit, source) is not None


def hungry(game: Game, battle: BattleId, role: Role) -> list[Unit]:
    """Return the units of a side of a battle that fight and are not supplied."""
    return [unit for unit in engaged(game, battle, role) if unit.fights(game) and not game[Engaged][unit.id].supplied]


def feed(game: Game, battle: BattleId, role: Role) -> None:
    """Note of the units of a side of a battle that they are supplied, where something serves them."""
    for unit in hungry(game, battle, role):
        if serving(game, unit.id):
            game.change(game[Engaged][unit.id], supplied=True)
