"""What of all that a game shows stands on one map: another revision of it may lack a space."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Game
    from sandtable.present.board import Counter, Sign


class OnMap(NamedTuple):
    """The counters and signs that have their spaces on a map, and the counters that do not: they are lost on it."""

    counters: list[Counter]
    signs: list[Sign]
    lost: list[Counter]


def shown_on(game: Game, board: Map) -> OnMap:
    """Return what a game shows on a map."""
    found: tuple[list[Counter], list[Counter]] = ([], [])
    for one in presentation.counters(game):
        found[not all(map(board.knows, one.spaces))].append(one)
    return OnMap(found[0], [sign for sign in presentation.signs(game) if board.knows(sign.space)], found[1])
