"""Where a piece can go by what is done at this step: what is shown of it unless its game says otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sandtable.board.spaces import SpaceId
from sandtable.engine.actions.ways import Ways
from sandtable.present.board import Reach

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Game


def reach_by_ways(game: Game, piece: str) -> Reach | None:
    """Return where a piece can go by the ways of what is done at this step, ``None`` for one that does not move now.

    What is a special case of another action there (a subclass of it) leads further, at the ``risk`` that it names.
    """
    kinds = game.actions_at(game.frame.step)
    moves = {kind: ways for kind in kinds if (ways := _ways_of(game, kind, piece)) is not None}
    if not moves:
        return None
    special = [kind for kind in moves if any(kind is not other and issubclass(kind, other) for other in kinds)]
    usual = [ways for kind, ways in moves.items() if kind not in special]
    costs, further = _prices(piece, usual), _prices(piece, [moves[kind] for kind in special])
    barred = {SpaceId(space): tuple(map(str, why)) for ways in reversed(usual) for space, why in ways.barred().items()}
    return Reach(
        piece=piece,
        costs=costs,
        further={space: price for space, price in further.items() if space not in costs},
        barred={space: why for space, why in barred.items() if space not in costs and space not in further},
        unit=next(iter(moves.values())).allowance.unit.name,
        risk=next((kind.risk for kind in special), ""),
    )


def _ways_of(game: Game, kind: type[Action], piece: str) -> Ways[Any] | None:
    """Return the ways that a piece may go by an action whose first field it fills, and a way the second.

    There are none for a piece that rules leave where it is; those of one that is shut in lead nowhere, and say why.
    """
    side, fields = game.frame.side, kind.__struct_fields__
    if side is None or len(fields) < 2 or piece not in game.offered(kind, side):
        return None
    filled = {fields[0]: piece}
    ways: Any = game.offered(kind, side, **filled)
    if not isinstance(ways, Ways) or (ways.reach() and not any(game.legal(kind, side, **filled))):
        return None
    return ways  # pyright: ignore[reportUnknownVariableType]  # of whatever states


def _prices(piece: str, moves: Iterable[Ways[Any]]) -> dict[SpaceId, str]:
    """Return what each space costs by the first of these moves that leads there."""
    found: dict[SpaceId, str] = {}
    for ways in moves:
        found = {**Reach.of(piece, ways).costs, **found}
    return found
