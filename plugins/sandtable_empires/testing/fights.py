"""Fights in a line: an attack, and the chits of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.chits import AttackerChits, ChooseAttack, ChooseDefence, DefenderChits
from sandtable_empires.model import CorpsId, ForceId
from sandtable_empires.testing.europe import area

if TYPE_CHECKING:
    from sandtable.testing import Play

ATTACKER: Final = ForceId("battle-0001 attacker")
DEFENDER: Final = ForceId("battle-0001 defender")
"""The forces of the first battle of a game."""


def attack(game: Play, where: str) -> None:
    """Have the side that plays attack in an area."""
    game.play(Attack(area(where)))


def choose_chits(
    game: Play,
    attacker: AttackerChits,
    defender: DefenderChits,
    *,
    round_the_enemy: tuple[str, ...] = (),
    defending: tuple[str, ...] = (),
) -> None:
    """Choose the chits of both sides, and the corps that go round the enemy, or stay before him."""
    for question in list(game.prompt.open) if game.prompt else ():
        if ChooseAttack in question.kinds:
            game.play(ChooseAttack(attacker, tuple(map(CorpsId, round_the_enemy))), side=question.side)
        else:
            game.play(ChooseDefence(defender, tuple(map(CorpsId, defending))), side=question.side)
