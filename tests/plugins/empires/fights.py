"""Battles set up in a line, for the tests of combat."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Row
from sandtable.testing import Play, position
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.chits import AttackerChits, ChooseAttack, ChooseDefence, DefenderChits
from sandtable_empires.model import AreaId, CorpsId, ForceId
from sandtable_empires.system import EMPIRES
from tests.plugins.empires.fixture import FR, iberia

ATTACKER, DEFENDER = ForceId("battle-0001 attacker"), ForceId("battle-0001 defender")


def ready(
    *pieces: Row,
    side: str = FR,
    on: Iterable[str] = (),
    dice: Iterable[int | tuple[int, ...]] = (),
    parameters: dict[str, dict[str, object]] | None = None,
    month: tuple[int, int] = (1808, 5),
) -> Play:
    """Return the Land Combat Step of a side."""
    land = iberia(*month)
    return position(EMPIRES, *land, *pieces, at=f"{side}: land_combat", on=on, dice=tuple(dice), parameters=parameters)


def attack(game: Play, area: str) -> None:
    game.play(Attack(AreaId(area)))


def choose(
    game: Play,
    attacker: AttackerChits,
    defender: DefenderChits,
    *,
    round_the_enemy: tuple[str, ...] = (),
    defending: tuple[str, ...] = (),
) -> None:
    """Both sides choose their chits."""
    for question in list(game.prompt.open) if game.prompt else ():
        mine = ChooseAttack in question.kinds
        if mine:
            game.play(ChooseAttack(attacker, tuple(map(CorpsId, round_the_enemy))), side=question.side)
        else:
            game.play(ChooseDefence(defender, tuple(map(CorpsId, defending))), side=question.side)
