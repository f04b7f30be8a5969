"""Access: who lets whose forces into its territory, on what conditions, and which of them have come in by it (10.3)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from sandtable.engine import NameGiver, Row, SideId
from sandtable_empires.model.forces import CorpsId
from sandtable_empires.model.places import AreaId, ProvinceId

PermissionId = NewType("PermissionId", str)
Validity = Literal["proposed", "to come", "in force", "closed", "over"]
"""``closed``: no further forces come in by it. ``over``: its time is up."""


class Permission(Row, frozen=True, kw_only=True):
    """A power lets another's forces into its territory: into some ``provinces``, or (none named) into all of it.

    It holds from one turn ``until`` another (0: without end), and, where a power is named, only while the guest is at
    war ``against`` it. ``words`` are what else was agreed: the players see to it. One of a peace (C.5) is
    ``unconditional``.
    """

    indexes = ("owner", "guest")
    called = "access"
    id: PermissionId
    owner: SideId
    guest: SideId
    provinces: tuple[ProvinceId, ...] = ()
    against: SideId | None = None
    garrisons: Annotated[bool, Meta(title="Garrisons")] = False
    depots: Annotated[bool, Meta(title="Depots")] = False
    fleets: Annotated[bool, Meta(title="Ports and straits")] = False
    paid: Annotated[int, Meta(ge=0, title="Money paid for it")] = 0
    since: Annotated[int, Meta(ge=1, title="From turn")] = 1
    until: Annotated[int, Meta(ge=0, title="Until turn")] = 0
    words: str = ""
    unconditional: bool = False
    validity: Validity = "in force"

    def name_in(self, game: NameGiver) -> str:
        return f"{self.owner}'s access for {self.guest}"


class Passage(Row, frozen=True):
    """A corps has come into a power's territory by its permission: the ``way`` there, area by area, is open to it."""

    indexes = ("corps", "permission")
    id: str
    corps: CorpsId
    owner: SideId
    permission: PermissionId
    way: tuple[AreaId, ...]


class Forcing(Row, frozen=True):
    """A power goes through another's territory by force until the month ends; ``used``: it has paid for that."""

    indexes = ("side", "owner")
    id: str
    side: SideId
    owner: SideId
    used: bool = False


ACCESS_ROWS: Final = (Permission, Passage, Forcing)
