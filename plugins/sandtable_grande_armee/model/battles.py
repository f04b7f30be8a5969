"""A battle: who attacks whom, out of which hexes, with what result."""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Row, SideId, SpaceId
from sandtable_grande_armee.model.units import UnitId

BattleId = NewType("BattleId", str)
Role = Literal["attacker", "defender"]


class Battle(Row, frozen=True):
    """A battle for a hex, while it is fought; ``inside``: the attack is on those within the walls of a fort."""

    id: BattleId
    hex: SpaceId
    attacker: SideId
    defender: SideId
    inside: bool = False
    odds: Annotated[str, Meta(title="Column of the results chart")] = ""
    result: str = ""


class Engaged(Row, frozen=True):
    """A unit that fights in a battle."""

    indexes = ("battle",)
    id: UnitId
    battle: BattleId
    role: Role
    supplied: bool = False


class Retreat(Row, frozen=True):
    """A unit that must retreat, with what it has seen on the way."""

    id: UnitId
    battle: BattleId
