"""Where modules change what leaders are worth."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, Part, Quantity, Tally, cached_while_unchanged, collects
from sandtable_grande_armee.model import Role, UnitId

RATING = Quantity("rating")


class LeaderHooks(HookSet):
    """What leaders are worth.

    .. versionadded:: 0.3
    """

    @collects
    def rating_parts(self, game: Game, leader: UnitId, role: Role) -> Iterable[Part]:
        """Give the parts of a leader's rating when his side attacks, and when it is attacked.

        .. versionadded:: 0.3
        """
        return ()


@cached_while_unchanged
def rating(game: Game, leader: UnitId, role: Role) -> Tally:
    """Return the rating of a leader when his side attacks or is attacked, with its parts."""
    return Tally(RATING, game.hooks(LeaderHooks).rating_parts(game, leader, role))
