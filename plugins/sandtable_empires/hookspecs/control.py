"""Where modules change who holds what, how forces come, and how the campaign is won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game, HookSet, Part, Quantity, SideId, Tally, collects, happens
from sandtable_empires.model import AreaId

SCORE: Final = Quantity("provinces held")


class ControlHooks(HookSet):
    """Holding areas, reinforcements, victory.

    .. versionadded:: 0.1
    """

    @happens
    async def after_area_taken(self, game: Game, area: AreaId, taker: SideId) -> None:
        """Act when an area has changed hands.

        .. versionadded:: 0.1
        """

    @collects
    def holds_out(self, game: Game, area: AreaId) -> Iterable[SideId]:
        """Name the sides that hold out in an area with something else than corps and garrisons.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """Give the parts of a side's score.

        .. versionadded:: 0.1
        """
        return ()


def score(game: Game, side: SideId) -> Tally:
    """Return the score of a side, with its parts."""
    return Tally(SCORE, game.hooks(ControlHooks).victory_parts(game, side))
