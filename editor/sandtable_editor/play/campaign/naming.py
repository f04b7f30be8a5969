"""What things are called on the screen: a row by its title, a space by its name, everything else in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sandtable.board.spaces import SpaceId
from sandtable.engine.words import fit
from sandtable.play.wording import describe, row_facts, table_of, title_of

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.offers import Offer
    from sandtable.engine.running.game import Game
    from sandtable.engine.state.row import Row


def name_value(value: object, table: type[Row] | None, game: Game, board: Map | None) -> str:
    """Return what a value is called."""
    if isinstance(value, tuple):
        return _join_names(cast("tuple[object, ...]", value), table, game, board)
    if not isinstance(value, str):
        return describe(value)
    row: Any = game[table].get(value) if table is not None else None
    if row is not None and (title := title_of(row)):
        return title
    if board is not None and value in board.graph.spaces:
        return fit(board.graph.spaces[SpaceId(value)].name or value)
    return fit(value)


def _join_names(values: tuple[object, ...], table: type[Row] | None, game: Game, board: Map | None) -> str:
    if values and all(isinstance(one, tuple) and len(cast("tuple[object, ...]", one)) == 2 for one in values):
        pairs = cast("tuple[tuple[object, object], ...]", values)
        return ", ".join(f"{name_value(part, table, game, board)}: {share}" for part, share in pairs)
    return ", ".join(name_value(one, table, game, board) for one in values) or "none"


class Namer:
    """Names the values of one field of an offer, and tells the facts that help to choose."""

    def __init__(self, offer: Offer, field: str, board: Map | None) -> None:
        self._offer, self._board = offer, board
        self._table = table_of(offer.game, offer.kind, field)

    def __call__(self, value: object) -> str:
        return name_value(value, self._table, self._offer.game, self._board)

    def facts(self, value: object) -> str:
        """Return the facts of the row that a value names."""
        return row_facts(self._offer.game, self._table, value, self._offer.side)
