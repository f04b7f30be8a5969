"""Attacking: who attacks which hex, and who may not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    Refusal,
    RuleModule,
    SideId,
    SpaceId,
    Subset,
    fills,
    refuses,
    rule,
)  # fmt: skip
from sandtable_grande_armee.combat.forces import defenders_of, fighting, foes_beside, hexes_beside, is_disrupted
from sandtable_grande_armee.combat.walls import is_inside
from sandtable_grande_armee.model import Battle, BattleId, Engaged, Role, Unit, UnitId
from sandtable_grande_armee.steps import ATTACK_STEP, BATTLE_SEQUENCE

ATTACKED: Final = MarkKind("attacked", until=ATTACK_STEP)
FOUGHT_FOR: Final = MarkKind("fought for", until=ATTACK_STEP)


class Attack(Action, frozen=True):
    """Attack the enemies in a hex with units beside it."""

    if_none = {"hex": ("no enemy stands beside a unit of yours that fights", "BASE-3-attack")}
    hex: SpaceId
    units: tuple[UnitId, ...]

    @fills("hex")
    @staticmethod
    def held_by_enemies(game: Game, ask: Ask) -> Choice[SpaceId]:
        return Choice(foes_beside(game, SideId(ask.side)))

    @fills("units")
    @staticmethod
    def those_beside(game: Game, ask: Ask, hex: SpaceId) -> Subset[UnitId]:
        return Subset(able_to_attack(game, SideId(ask.side), hex), least=1)

    def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        game.mark(self.hex, FOUGHT_FOR)
        for unit in self.units:
            game.mark(unit, ATTACKED)
        battle = muster(game, self.hex, side, self.units)
        game.note(f"{side} attacks {game[Battle][battle].defender} in {game.board.name(self.hex)}", "BASE-3-attack")
        game.enter(BATTLE_SEQUENCE, battle, side=side)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} attacks {game.board.name(self.hex)} with {', '.join(self.units)}"


def beside(game: Game, side: SideId, hex: SpaceId) -> list[Unit]:
    """Return the units of a side that fight or lead in the hexes beside one."""
    found: list[Unit] = []
    for there in hexes_beside(game, hex):
        own = [unit for unit in game[Unit].where("hex", there) if unit.side == side]
        if any(unit.fights(game) for unit in own):
            found += [unit for unit in own if unit.fights(game) or unit.arm(game) == "leader"]
    return sorted(found, key=lambda unit: unit.id)


def able_to_attack(game: Game, side: SideId, hex: SpaceId) -> list[UnitId]:
    """Return the units of a side that could attack a hex: those to which no rule refuses it come first."""
    there = [unit.id for unit in beside(game, side, hex)]
    return [unit for unit in there if not is_disrupted(game, unit) and game.mark_of(unit, ATTACKED) is None] or there


def muster(game: Game, hex: SpaceId, side: SideId, units: Iterable[UnitId], *, overrun: bool = False) -> BattleId:
    """Put a battle for a hex, and all who are in it: the attackers, and everybody whom they meet."""
    foes, inside = defenders_of(game, hex, side)
    battle = BattleId(game.new_id("battle"))
    game.put(Battle(battle, hex, side, foes[0].side, inside, overrun=overrun))
    roles: tuple[tuple[Role, Iterable[UnitId]], ...] = ("attacker", units), ("defender", [foe.id for foe in foes])
    for role, there in roles:
        for unit in there:
            game.put(Engaged(unit, battle, role))
    return battle


class Attacks(RuleModule):
    """Who may attack whom."""

    key = "attacks"
    brings = (ATTACKED, FOUGHT_FOR)
    actions = {ATTACK_STEP: (Attack,)}

    @refuses(Attack, "hex")
    @rule("BASE-3-attack")
    def once_for_a_hex(self, game: Game, act: Attack) -> Refusal | None:
        """Each hex is attacked once in a combat phase."""
        if game.mark_of(act.hex, FOUGHT_FOR) is None:
            return None
        return Refusal("{hex} has been attacked in this phase", hex=act.hex)

    @refuses(Attack, "units")
    @rule("BASE-3-attack-once")
    def once_for_a_unit(self, game: Game, act: Attack) -> Refusal | None:
        """Each unit attacks once in a combat phase."""
        unit = next((one for one in act.units if game.mark_of(one, ATTACKED) is not None), None)
        return Refusal("{unit} has attacked in this phase", unit=unit) if unit is not None else None

    @refuses(Attack, "units")
    @rule("BASE-3-disrupted")
    def not_disrupted(self, game: Game, act: Attack) -> Refusal | None:
        """A disrupted unit may not attack."""
        unit = next((one for one in act.units if is_disrupted(game, one)), None)
        return Refusal("{unit} is disrupted", unit=unit) if unit is not None else None

    @refuses(Attack, "units")
    @rule("BASE-3-not-from-inside")
    def not_from_inside(self, game: Game, act: Attack) -> Refusal | None:
        """Who is inside a fort does not attack: he comes out first, in his own movement."""
        unit = next((one for one in act.units if is_inside(game, one)), None)
        return Refusal("{unit} is inside a fort", unit=unit, cure="have it come out") if unit is not None else None

    @refuses(Attack, "units")
    @rule("BASE-3-leaders-with-troops")
    def leaders_with_troops(self, game: Game, act: Attack) -> Refusal | None:
        """A leader attacks with troops of his hex."""
        troops = {unit.hex for unit in fighting(game, act.units)}
        alone = next((one for one in act.units if game[Unit][one].hex not in troops), None)
        return Refusal("{unit} needs troops of its hex in the attack", unit=alone) if alone is not None else None
