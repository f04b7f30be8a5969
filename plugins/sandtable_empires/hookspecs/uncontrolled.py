"""Where modules change who plays powers that have no player."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, SideId, collects, happens


class UncontrolledHooks(HookSet):
    """Bids for uncontrolled powers.

    .. versionadded:: 0.4
    """

    @collects
    def may_bid(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Name the powers that may bid for playing one that nobody plays.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def bids_made(self, game: Game, side: SideId, bids: dict[SideId, int]) -> None:
        """Act when bids for a power have been made: this is what settles who plays it.

        .. versionadded:: 0.4
        """

    @happens
    async def power_falls_to(self, game: Game, side: SideId, winner: SideId, bids: dict[SideId, int]) -> None:
        """Act when it is settled who plays a power.

        .. versionadded:: 0.4
        """
