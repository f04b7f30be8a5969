"""Combats: the battle in an area, its two forces, and who is engaged in which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, NewType, cast

from msgspec import Meta, Struct

from sandtable.engine import Game, NameGiver, Row, SideId, in_a_row
from sandtable_empires.model.forces import Arm, Corps, CorpsId, Garrison, LeaderId, with_the
from sandtable_empires.model.marks import FIGHTS
from sandtable_empires.model.nations import NationId
from sandtable_empires.model.places import Area, AreaId
from sandtable_empires.model.words import arm_text, factors_text

BattleId = NewType("BattleId", str)
ForceId = NewType("ForceId", str)
Role = Literal["attacker", "defender"]
Kind = Literal["field", "limited", "trivial"]
OTHER: dict[Role, Role] = {"attacker": "defender", "defender": "attacker"}


class Battle(Row, frozen=True):
    """A combat. ``day`` counts from 1; ``round`` is the round being fought, 0 between days.

    ``river``: the attack comes across one. ``relief``: the attacker relieves a city that the defender besieges.
    """

    indexes = ("area",)
    id: BattleId
    area: AreaId
    kind: Kind = "field"
    day: int = 1
    round: int = 0
    river: bool = False
    relief: bool = False
    winner: Literal["", "attacker", "defender", "nobody"] = ""
    how: Literal["", "broken", "withdrawn", "broken off"] = ""

    @property
    def fought(self) -> bool:
        """Whether a round of it has been fought, or is being fought."""
        return self.day > 1 or self.round > 0


class Force(Row, frozen=True, kw_only=True):
    """One of the two forces of a battle; ``side`` decides for it. Morale is in tenths.

    ``outflankers``: whether some of its corps march round the enemy, and whether they have come.
    """

    indexes = ("battle",)
    id: ForceId
    battle: BattleId
    role: Role
    side: SideId
    commander: LeaderId | None = None
    chit: str = ""
    morale: int = 0
    morale_lost: Annotated[int, Meta(ge=0)] = 0
    started: Annotated[int, Meta(ge=0, title="Factors at the start")] = 0
    outflankers: Literal["", "away", "arrived"] = ""
    broken: bool = False


class Engaged(Row, frozen=True):
    """A corps in a battle; ``outflanking``: with those who march round the enemy."""

    indexes = ("force",)
    id: CorpsId
    force: ForceId
    outflanking: bool = False


class Present(Row, frozen=True):
    """A leader who takes part, or has taken part, in a battle: with which force, and on which corps he came."""

    indexes = ("force",)
    id: LeaderId
    force: ForceId
    corps: CorpsId


class Contingent(Struct, frozen=True):
    """Factors of one arm and nation in a force: what fights and bears losses. ``key`` names them in an allocation."""

    key: str
    nation: NationId
    arm: str
    factors: int
    outflanking: bool = False
    corps: CorpsId | None = None


def force_id(battle: str, role: Role) -> ForceId:
    """Return the id of a force."""
    return ForceId(f"{battle} {role}")


def battle_of(game: Game, force: str) -> Battle:
    """Return the battle a force fights in."""
    return game[Battle][game[Force][force].battle]


def foe_of(game: Game, force: str) -> Force:
    """Return the force it fights against."""
    row = game[Force][force]
    return game[Force][force_id(row.battle, OTHER[row.role])]


def forces_of(game: Game, battle: str) -> list[Force]:
    """Return both forces of a battle, the attacker first."""
    return game[Force].where("battle", battle)


def corps_of(game: Game, force: str, *, outflanking: bool | None = None) -> list[Corps]:
    """Return the corps that fight in a force; with ``outflanking`` only those that do, or do not, outflank.

    A corps that has been destroyed fights no longer: it is among ``all_engaged``.
    """
    return [
        corps
        for engaged in game[Engaged].where("force", force)
        if (outflanking is None or engaged.outflanking == outflanking)
        and (corps := game[Corps][engaged.id]).area is not None
    ]


def all_engaged(game: Game, force: str) -> list[Corps]:
    """Return the corps that came into the battle on a side and have not got away; those destroyed in it too."""
    return [game[Corps][engaged.id] for engaged in game[Engaged].where("force", force)]


def take_part(game: Game, corps: str) -> None:
    """Note that a corps fights in the Land Combat Step that is being played."""
    game.mark(corps, FIGHTS, of=game.frame.side or "nobody")


def fought_this_turn(game: Game, corps: str, side: str) -> bool:
    """Tell whether a corps has fought in a side's Land Combat Step of this turn."""
    return game.mark_of(corps, FIGHTS, of=side) is not None


def contingent_key(corps: str, arm: Arm) -> str:
    """Return how an allocation of losses names the factors of an arm in a corps."""
    return f"{corps}: {arm}"


def troops_and_arm(key: str) -> tuple[str, Arm] | None:
    """Return whose factors a key of ``contingent_key`` names; ``None`` for a key that names something else."""
    id, colon, arm = key.rpartition(": ")
    return (id, cast("Arm", arm)) if colon else None


def contingent_name(game: NameGiver, key: str) -> str:
    """Return what the factors are called that a key names: those of an arm, or others in an area."""
    if (troops := troops_and_arm(key)) is not None:
        id, arm = troops
        name = game.name(id, Corps)
        return f"{name if name != id else game.name(id, Garrison)}: {arm}"
    words, _, area = key.rpartition(" ")
    return f"{words} {game.name(area, Area)}"


def losses_text(game: NameGiver, losses: Iterable[tuple[str, int]]) -> str:
    """Say who loses what, from the keys of factors and how many of each are lost."""
    corps: dict[str, list[str]] = {}
    others: list[str] = []
    for key, lost in losses:
        if not lost:
            continue
        name = with_the(contingent_name(game, key))
        if (troops := troops_and_arm(key)) is None:
            others.append(f"{name} lose {factors_text(lost)}")
        else:
            corps.setdefault(name.removesuffix(f": {troops[1]}"), []).append(arm_text(troops[1], lost))
    told = [*(f"{name} loses {in_a_row(parts)}" for name, parts in corps.items()), *others]
    return "; ".join(told) or "Nobody is lost"


def contingents_in(troops: Corps | Garrison, *, outflanking: bool = False) -> Iterator[Contingent]:
    """Go through the factors of a corps or garrison, arm by arm."""
    corps = troops.id if isinstance(troops, Corps) else None
    for arm, count in troops.by_arm().items():
        yield Contingent(contingent_key(troops.id, arm), troops.nation, arm, count, outflanking, corps)


BATTLE_ROWS = (Battle, Force, Engaged, Present)
