"""Where modules change how fleets sail."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, Moment, Part, SideId, SpaceId, collects, happens
from sandtable_empires.model import FleetId


class FleetEntered(Moment, frozen=True):
    """A fleet has just come into a sea area, a port or a blockade box, from an ``origin``.

    It has ``left`` movement points left.
    """

    fleet: FleetId
    side: SideId
    space: SpaceId
    origin: SpaceId
    left: int = 0

    def topics(self) -> tuple[str, ...]:
        return (self.space,)


class NavalHooks(HookSet):
    """How fleets sail. Queries are asked once for a fleet that may sail, never once per space.

    .. versionadded:: 0.4
    """

    @collects
    def sailing_parts(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        """Give the parts of a fleet's movement points.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def after_space_entered(self, game: Game, entry: FleetEntered) -> None:
        """Act when a fleet has come into a space, before others may react; the mark ``MOORED`` keeps it there.

        .. versionadded:: 0.4
        """

    @happens
    async def after_sailing(self, game: Game, fleet: FleetId) -> None:
        """Act when a fleet has sailed, as far as it came.

        .. versionadded:: 0.4
        """
