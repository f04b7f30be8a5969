"""Where modules change how fleets sail."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, Illegal, Moment, Part, SideId, SpaceId, collects, happens
from sandtable_empires.model import Fleet, FleetId, account


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

    @collects
    def frozen(self, game: Game) -> Iterable[FleetId]:
        """Name the fleets that get no ships and owe no maintenance.

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


def give_ships(game: Game, id: FleetId, ships: int, cause: str) -> None:
    """Add ships to a fleet and account for them; raises ``Illegal`` for a fleet that gets none."""
    fleet = game[Fleet][id]
    if id in game.hooks(NavalHooks).frozen(game):
        raise Illegal(f"{fleet.title} is laid up until its country is a free state: it gets no ships")
    game.change(fleet, ships=fleet.ships + ships)
    account(game, fleet.side, cause, "ships", ships)
