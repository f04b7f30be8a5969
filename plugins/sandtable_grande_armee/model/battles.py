"""A battle: who attacks whom, out of which hexes, with what result; and those who must fall back."""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Row, SideId, SpaceId
from sandtable_grande_armee.model.units import UnitId

BattleId = NewType("BattleId", str)
Role = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")


class Battle(Row, frozen=True):
    """A battle for a hex, while it is fought; ``inside``: the attack is on those within the walls of a fort.

    ``overrun``: it is an automatic elimination, in the movement of the attacker.
    """

    id: BattleId
    hex: SpaceId
    attacker: SideId
    defender: SideId
    inside: bool = False
    odds: Annotated[str, Meta(title="Column of the results chart")] = ""
    result: str = ""
    overrun: bool = False

    def side(self, role: Role) -> SideId:
        """Return who attacks, or who defends."""
        return self.attacker if role == "attacker" else self.defender

    def name_in(self, game: object) -> str:
        """Return what it is called in a text: by its hex."""
        return f"the {'overrun' if self.overrun else 'battle'} in {self.hex}"


class Engaged(Row, frozen=True):
    """A unit that fights in a battle."""

    indexes = ("battle",)
    id: UnitId
    battle: BattleId
    role: Role
    supplied: bool = False


class Retreat(Row, frozen=True):
    """A unit that must retreat; ``before``: that may do so before the combat, and need not.

    ``short``: it cannot go the whole way, and goes as far as it can.
    """

    id: UnitId
    battle: BattleId
    before: bool = False
    short: bool = False
