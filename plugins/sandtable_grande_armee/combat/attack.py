"""Attacking: who attacks which hex, and who may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    SideId,
    SpaceId,
    Subset,
    fills,
    in_a_row,
)  # fmt: skip
from sandtable_grande_armee.combat.forces import fighting, foes_beside, hexes_beside, is_disrupted
from sandtable_grande_armee.combat.muster import muster
from sandtable_grande_armee.combat.walls import is_inside
from sandtable_grande_armee.model import FIGHTING, Battle, Unit, UnitId, unit_types
from sandtable_grande_armee.steps import ATTACK_STEP, BATTLE_SEQUENCE

LEADS_OR_FIGHTS: Final = (*FIGHTING, "leader")
ATTACKED: Final = MarkKind("attacked", until=ATTACK_STEP)
FOUGHT_FOR: Final = MarkKind("fought for", until=ATTACK_STEP)


class Attackers(Subset[UnitId]):
    """Units beside a hex; listed and drawn are those ``able`` to attack, and where none is, each alone."""

    __slots__ = ("able",)

    def __init__(self, there: Iterable[UnitId], able: Iterable[UnitId]) -> None:
        super().__init__(there, least=1)
        self.able = Subset(able, least=1)

    def __iter__(self) -> Iterator[tuple[UnitId, ...]]:
        yield from self.able if self.able.values else ((unit,) for unit in self.values)

    def sample(self, rng: Random) -> tuple[UnitId, ...] | None:
        return self.able.sample(rng) if self.able.values else next(iter(self), None)


class Attack(Action, frozen=True):
    """Attack the enemies in a hex with units beside it."""

    if_none = {
        "hex": ("no enemy stands beside a unit of yours that fights", "BASE-3-attack"),
        "units": ("no enemy stands there beside a unit of yours that fights", "BASE-3-attack"),
    }
    hex: SpaceId
    units: tuple[UnitId, ...]

    @fills("hex")
    @staticmethod
    def held_by_enemies(game: Game, ask: Ask) -> Choice[SpaceId]:
        return Choice(foes_beside(game, SideId(ask.side)))

    @fills("units")
    @staticmethod
    def those_beside(game: Game, ask: Ask, hex: SpaceId) -> Attackers:
        side = SideId(ask.side)
        return Attackers((unit.id for unit in beside(game, side, hex)), able_to_attack(game, side, hex))

    def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        game.mark(self.hex, FOUGHT_FOR)
        for unit in self.units:
            game.mark(unit, ATTACKED)
        battle = muster(game, self.hex, side, self.units)
        against = game.name(game[Battle][battle].defender)
        game.note(f"{game.name(side)} attacks {against} in {game.board.name(self.hex)}", "BASE-3-attack")
        game.enter(BATTLE_SEQUENCE, battle, side=side)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{game.name(ask.side)} attacks {game.board.name(self.hex)} with {in_a_row(self.units)}"


def beside(game: Game, side: SideId, hex: SpaceId) -> list[Unit]:
    """Return the units of a side that fight or lead in the hexes beside one."""
    found = [unit for there in hexes_beside(game, hex) for unit in combatants(game, side, there)]
    return sorted(found, key=lambda unit: unit.id)


def combatants(game: Game, side: SideId, hex: SpaceId) -> list[Unit]:
    """Return the units of a side that fight or lead in a hex, if any fights there."""
    own = [unit for unit in game.where(Unit, "hex", hex) if unit.side == side]
    if not own:
        return []
    types = unit_types(game)
    found = [unit for unit in own if types[unit.kind].arm in LEADS_OR_FIGHTS]
    return found if any(types[unit.kind].arm in FIGHTING for unit in found) else []


def able_to_attack(game: Game, side: SideId, hex: SpaceId) -> list[UnitId]:
    """Return the units of a side that can attack a hex: fresh, neither disrupted nor inside a fort, with troops."""
    there = [unit.id for unit in beside(game, side, hex)]
    fresh = [unit for unit in there if game.mark_of(unit, ATTACKED) is None]
    able = [unit for unit in fresh if not is_disrupted(game, unit) and not is_inside(game, unit)]
    troops = {unit.hex for unit in fighting(game, able)}
    return [unit for unit in able if game[Unit][unit].hex in troops]
