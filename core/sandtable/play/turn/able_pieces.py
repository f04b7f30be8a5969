"""Which pieces may still do something in this step: those that somebody who goes through them all looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.landings import Filled, Question


class AblePieces(NamedTuple):
    """The pieces that may still do something; ``moves``: they may move, which those that may do other things need not.

    While any piece can move only these are named: who has moved may often do something else, but was not overlooked.
    """

    pieces: tuple[str, ...] = ()
    moves: bool = False


def able_pieces(question: Question, game: RunningGame) -> AblePieces:
    """Return the pieces on the map that can move now; where none can, those that can do anything else."""
    pieces = dict.fromkeys(one.piece for one in presentation.counters(game))
    able = {piece: found for piece in pieces if (found := question.taking(game, piece))}
    movers = tuple(piece for piece, found in able.items() if any(_is_move(question, one) for one in found))
    return AblePieces(movers, moves=True) if movers else AblePieces(tuple(able))


def _is_move(question: Question, found: Filled) -> bool:
    """Tell whether this leads over the map, and is no special case (a forced march) that nobody wants without need."""
    kinds = (*question.open, *question.shut)
    is_special = any(issubclass(found.kind, kind) for kind in kinds if kind is not found.kind)
    return found.over_the_map and not is_special


def next_piece(able: tuple[str, ...], order: list[str], after: str, way: int) -> str:
    """Return the next of the able pieces in an order of pieces, from one of them on, or back; "" where none is able."""
    there = [piece for piece in order if piece in able]
    if not there:
        return ""
    if after in there:
        return there[(there.index(after) + way) % len(there)]
    places = {piece: nth for nth, piece in enumerate(order)}
    at = places.get(after, -1 if way > 0 else len(order))
    ahead = [piece for piece in there if (places[piece] - at) * way > 0]
    return (ahead or there)[0] if way > 0 else (ahead or there)[-1]
