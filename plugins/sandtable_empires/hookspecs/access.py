"""Where modules change whose forces may be in whose territory, and what they may do there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from sandtable.engine import Game, HookSet, Moment, SideId, collects, decides, happens, this_rule
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.model import AreaId, CorpsId
from sandtable_empires.model.access import PermissionId

Stay = Literal["garrison", "depot"]
"""What forces may want besides moving: to be in a city, to lay a depot."""


class Right(Struct, frozen=True, gc=False):
    """By what forces are in some areas, whose these are (``None``: nobody's), and what they may do there.

    ``fleets``: fleets may use its ports and straits. ``forced``: it is not given but taken.
    """

    areas: frozenset[AreaId]
    owner: SideId | None
    says: str
    garrisons: bool = False
    depots: bool = False
    fleets: bool = False
    forced: bool = False
    permission: PermissionId | None = None
    rule: str = field(default_factory=this_rule)


class AccessHooks(HookSet):
    """Whose forces may be where. Queries are asked once for a side, or for a corps, never once per area.

    .. versionadded:: 0.4
    """

    @collects
    def rights(self, game: Game, side: SideId) -> Iterable[Right]:
        """Say by what rights the forces of a side may be in which areas.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def kept_rights(self, game: Game, corps: CorpsId) -> Iterable[Right]:
        """Say by what rights a corps may go on where it has been let in, though no others are let in any more.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def no_stay(self, game: Game, side: SideId, area: AreaId, what: Stay) -> Iterable[Hindrance]:
        """Say why forces of a side may not garrison the city of an area, or lay a depot there, though they are there.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def no_permission(self, game: Game, owner: SideId, guest: SideId) -> Iterable[Hindrance]:
        """Say why a power cannot let another's forces in of its own will; a permission that it has given counts not.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def access_given(self, game: Game, permission: PermissionId) -> None:
        """Act when a power has let another's forces in.

        .. versionadded:: 0.4
        """

    @happens
    async def access_forced(self, game: Game, side: SideId, owner: SideId) -> None:
        """Act when a power uses forcible access to another's territory for the first time in a turn.

        .. versionadded:: 0.4
        """

    @happens
    async def new_master(self, game: Game, owner: SideId, guest: SideId, areas: tuple[AreaId, ...]) -> None:
        """Act when areas in which a side has forces, by no right, have come under a power at peace with it.

        .. versionadded:: 0.4
        """

    @happens
    async def without_access(self, game: Game, side: SideId, areas: tuple[AreaId, ...]) -> None:
        """Act when the forces of a side stand in areas where, all told, they may not be: this sends them away.

        .. versionadded:: 0.4
        """

    @happens
    async def goes_free(self, game: Game, side: SideId, area: AreaId) -> None:
        """Act when the forces of a side at peace with the besiegers give a city up; who is left is taken.

        .. versionadded:: 0.4
        """

    @collects
    def open_ports_of(self, game: Game, side: SideId) -> Iterable[AreaId]:
        """Name the areas of others into whose ports the fleets of a side may put.

        .. versionadded:: 0.4
        """
        return ()

    @decides
    def controller_of(self, game: Game, area: AreaId) -> SideId | None:
        """Say who controls the strait that the city of an area commands; ``None``: nobody.

        .. versionadded:: 0.4
        """
        return None


class AccessForced(Moment, frozen=True):
    """A power has declared that its forces will go through another's territory by force."""

    side: SideId
    owner: SideId

    def topics(self) -> tuple[str, ...]:
        return (self.side,)
