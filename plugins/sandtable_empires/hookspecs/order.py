"""Where modules change who plays when."""

from __future__ import annotations

from sandtable.engine import Game, HookSet, Side, SideId, decides
from sandtable_empires.charts.keys import ECONOMIC_MONTHS
from sandtable_empires.model import Nation, NationId, date, sides
from sandtable_empires.model.calendar import month_of


class OrderHooks(HookSet):
    """The order in which the powers play a phase. ``phase`` is its key.

    .. versionadded:: 0.4
    """

    @decides
    def printed_order(self, game: Game, phase: str) -> tuple[NationId, ...] | None:
        """Name the powers in the order in which they play a phase; ``None``: none is printed for it.

        .. versionadded:: 0.4
        """
        return None

    @decides
    def announces(self, game: Game, phase: str) -> NationId | None:
        """Name the power that says at which place it plays a phase, while the others keep their order.

        .. versionadded:: 0.4
        """
        return None


def principals(game: Game, order: tuple[NationId, ...] = ()) -> tuple[SideId, ...]:
    """Return the sides that play for themselves, in the order of their nations; the rest follow in id order."""
    rows = (game[Nation].get(one) for one in order)
    first = (row.side for row in rows if row is not None and row.side is not None)
    listed = dict.fromkeys((*first, *sides(game)))
    return tuple(one for one in listed if game.seat_of(one) is not None and not _is_run(game[Side][one]))


def with_those_they_run(game: Game, order: tuple[SideId, ...]) -> tuple[SideId, ...]:
    """Return an order in which each power is followed by the minor countries that it runs in a war."""
    run = [side for side in game[Side] if _is_run(side) and game.seat_of(side.id) is not None]
    found: list[SideId] = []
    for one in order:
        found += [one, *(side.id for side in run if side.deputy == one)]
    return tuple(found)


def _is_run(side: Side) -> bool:
    """Tell whether another side acts for a side."""
    return side.seat is None and side.deputy is not None


def is_economic(game: Game) -> bool:
    """Tell whether the month of a campaign has an Economic Phase."""
    return game.chart(ECONOMIC_MONTHS).number(date(game)[1]) > 0


def economic_turns(game: Game, number: int) -> tuple[int, ...]:
    """Return the next turns with an Economic Phase, the present one among them while that is still to come."""
    months = game.chart(ECONOMIC_MONTHS)
    ahead = range(game.round, game.round + 12 * number)
    return tuple(turn for turn in ahead if months.number(month_of(game, turn)[1]))[:number]
