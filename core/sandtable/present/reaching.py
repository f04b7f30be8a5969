"""Where a piece can go by what is done at this step: what is shown of it unless its game says otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sandtable.board.spaces import SpaceId
from sandtable.engine.actions.domains import Subset
from sandtable.engine.actions.ways import Ways
from sandtable.present.board import Reach

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Game
    from sandtable.engine.actions.domains import Domain


def reach_by_ways(game: Game, piece: str, *others: str) -> Reach | None:
    """Return where a piece can go by the ways of what is done at this step, ``None`` for one that does not move now.

    With ``others`` it is where all of them can go in one action. What is a special case of another action there (a
    subclass of it) leads further, at the ``risk`` that it names.
    """
    kinds, pieces = game.actions_at(game.frame.step), (piece, *others)
    moves = {kind: ways for kind in kinds if (ways := _ways_of(game, kind, pieces)) is not None}
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
        moves=tuple(kind.__name__ for kind in moves if kind not in special),
    )


def _ways_of(game: Game, kind: type[Action], pieces: tuple[str, ...]) -> Ways[Any] | None:
    """Return the ways that pieces may go by an action whose first field they fill, and a way the second.

    There are none for a piece that rules leave where it is; those of one that is shut in lead nowhere, and say why.
    """
    side, fields = game.frame.side, kind.__struct_fields__
    if side is None or len(fields) < 2 or (held := _held_by(game.offered(kind, side), pieces)) is None:
        return None
    filled = {fields[0]: held}
    ways: Any = game.offered(kind, side, **filled)
    if not isinstance(ways, Ways) or (ways.reach() and not any(game.legal(kind, side, **filled))):
        return None
    return ways  # pyright: ignore[reportUnknownVariableType]  # of whatever states


def _held_by(domain: Domain[Any], pieces: tuple[str, ...]) -> Any:
    """Return the value of a domain that names just these pieces, ``None`` where there is none."""
    several: Any = domain  # what a bare class holds is unknown
    if isinstance(domain, Subset):
        value = tuple(one for one in several.values if one in pieces)
        return value if len(value) == len(pieces) and value in several else None
    return pieces[0] if len(pieces) == 1 and pieces[0] in domain else None


def _prices(piece: str, moves: Iterable[Ways[Any]]) -> dict[SpaceId, str]:
    """Return what each space costs by the first of these moves that leads there."""
    found: dict[SpaceId, str] = {}
    for ways in moves:
        found = {**Reach.of(piece, ways).costs, **found}
    return found
