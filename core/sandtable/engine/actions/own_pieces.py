"""What most fields of orders hold: a piece of the side that is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.actions.domains import Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.actions.actions import Ask, Game
    from sandtable.engine.state.row import Row


def own_pieces(kind: type[Row]) -> Callable[[Game, Ask], Rows]:
    """Return what fills a field with the pieces of the side that is asked: ``fills("unit")(own_pieces(Unit))``.

    Their rows have a ``side``, and name it in their indexes.
    """

    def rows(game: Game, ask: Ask) -> Rows:
        return Rows(game[kind], side=ask.side)

    return staticmethod(rows)
