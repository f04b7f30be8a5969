"""Storms: the assault on a city, a sortie out of it, the rush on a depot and its guard."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, MarkKind, Row, SideId
from sandtable_empires.model.battles import ForceId, Role
from sandtable_empires.model.forces import LeaderId
from sandtable_empires.model.places import AreaId
from sandtable_empires.steps import LAND_COMBAT_STEP

StormId = NewType("StormId", str)
StormKind = Literal["assault", "sortie", "depot"]
STORMED: Final[dict[StormKind, MarkKind]] = {
    "assault": MarkKind("assault", until=LAND_COMBAT_STEP),
    "sortie": MarkKind("sortie", until=LAND_COMBAT_STEP),
    "depot": MarkKind("depot", until=LAND_COMBAT_STEP),
}
"""There has been a storm of a kind in an area."""
STORM_NAMES: Final[dict[str, str]] = {
    "assault": "Assault on", "sortie": "Sortie from", "depot": "Raid on the depot in",
}  # fmt: skip
"""What a storm of a kind is called, before the name of the place."""

Tenths = Annotated[int, Meta(description="morale in tenths")]


class Commandant(Row, frozen=True):
    """The side that decides for a city in which factors of several ``sides`` are, but none of its master's.

    Its id is the area's; it holds while just these sides are in the city.
    """

    id: AreaId
    sides: tuple[SideId, ...]
    side: SideId


class Storm(Row, frozen=True, kw_only=True):
    """A storm in an area; each side decides for all who fight with it. Morale is what is left of it, in tenths.

    ``partners`` are the sides whose corps attack together with the attacker's.
    """

    indexes = ("area",)
    id: StormId
    area: AreaId
    kind: StormKind
    attacker: SideId
    defender: SideId
    partners: tuple[SideId, ...] = ()
    attacker_morale: Tenths = 0
    defender_morale: Tenths = 0
    attacker_commander: LeaderId | None = None
    defender_commander: LeaderId | None = None
    winner: Literal["", "attacker", "defender"] = ""

    def side(self, role: Role) -> SideId:
        """Return the side that decides for a role."""
        return self.attacker if role == "attacker" else self.defender

    def commander(self, role: Role) -> LeaderId | None:
        """Return who commands in a role."""
        return self.attacker_commander if role == "attacker" else self.defender_commander

    def morale(self, role: Role) -> int:
        """Return the morale left to a role, in tenths."""
        return self.attacker_morale if role == "attacker" else self.defender_morale


def stormers(storm: str, role: Role) -> ForceId:
    """Return the id by which rules of combat and command know one side of a storm; there is no ``Force`` of it."""
    return ForceId(f"{storm} {role}")


def storm_of(game: Game, force: str) -> tuple[Storm, Role]:
    """Return the storm of which this is one side, and which."""
    role: Role = "attacker" if force.endswith(" attacker") else "defender"
    return game[Storm][StormId(force.removesuffix(f" {role}"))], role


STORM_ROWS = (Storm, Commandant)
