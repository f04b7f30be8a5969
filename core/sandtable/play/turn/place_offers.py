"""What can be done with the pieces of a place: what is on offer, what is not, what was passed over before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.running.offers import Offer
from sandtable.play.turn import carrying
from sandtable.play.turn.landings import Filled
from sandtable.play.turn.passed_over import offers_passed_over
from sandtable.play.words.objections import is_possible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.landings import Question


class PieceOffer(NamedTuple):
    """One kind of action with a piece filled in; ``is_open``: some legal action holds that piece.

    ``passed_over`` is the offer where it was left out.
    """

    piece: str
    filled: Filled
    is_open: bool = False
    passed_over: Offer | None = None


def offers_at_place(
    question: Question, game: RunningGame, pieces: Iterable[str], referee: Referee
) -> tuple[PieceOffer, ...]:
    """Return what can be done with pieces that stand in one place, and what not.

    ``referee`` is a copy that nobody plays on: in it positions of before are worked out again.
    """
    passed = offers_passed_over(referee, question.ask.side, question.ask.kinds)
    return tuple(found for piece in pieces for found in _of_piece(question, game, piece, passed))


def _of_piece(question: Question, game: RunningGame, piece: str, passed: Iterable[Offer]) -> Iterator[PieceOffer]:
    for kinds, is_open in ((question.open, True), (question.shut, False)):
        for kind in kinds:
            held = carrying.with_pieces(Offer(game, question.ask, kind), [piece], question.places)
            if held is not None:
                yield PieceOffer(piece, Filled(held.kind, held.filled, held.label), is_open and is_possible(held))
    for offer in passed:
        held = carrying.with_pieces(offer, [piece], question.places)
        if held is not None:
            yield PieceOffer(piece, Filled(held.kind, held.filled, held.label), passed_over=held)
