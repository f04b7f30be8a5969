"""Fights in a line: an attack, and the chits of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine import Row, SideId
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.chits import AttackerChits, ChooseAttack, ChooseDefence, DefenderChits
from sandtable_empires.model import Battle, BattleId, CorpsId, Engaged, Force, Role, force_id
from sandtable_empires.testing.europe import area

if TYPE_CHECKING:
    from sandtable.testing import Play

ATTACKER: Final = force_id("battle-0001", "attacker")
DEFENDER: Final = force_id("battle-0001", "defender")
"""The forces of the first battle of a game."""
BATTLE: Final = BattleId("battle-0000")
"""The battle that a test puts by itself (``battle``)."""


def battle(where: str, attacker: Sequence[str], defender: Sequence[str], **fields: Any) -> list[Row]:
    """Return the rows of a battle as it is fought: two forces, each a side with its corps, ``(FR, "F I", "F II")``.

    ``fields`` are those of the battle: ``winner``, ``how``, ``round``. They are what a procedure (``do=``) puts.
    """
    rows: list[Row] = [Battle(BATTLE, area(where), **fields)]
    roles: tuple[tuple[Role, Sequence[str]], ...] = ("attacker", attacker), ("defender", defender)
    for role, (side, *engaged) in roles:
        force = force_id(BATTLE, role)
        rows.append(Force(id=force, battle=BATTLE, role=role, side=SideId(side)))
        rows += [Engaged(CorpsId(corps), force) for corps in engaged]
    return rows


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
