"""Not moved yet: one goes round the own pieces that may still do something in this step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.play.turn.able_pieces import AblePieces, next_piece

if TYPE_CHECKING:
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.map.piece_card import CardTalk
    from sandtable_editor.play.map.questions import MapQuestions


class GoingRound:
    """Goes from piece to piece on one map; each is brought into view, has the focus, and is selected."""

    def __init__(self, view: MapView, hand: HandOnMap, questions: MapQuestions, cards: CardTalk) -> None:
        self.view, self.hand, self.questions, self._cards = view, hand, questions, cards
        self._last = ""

    def go(self, way: int) -> None:
        """Go to the next piece that may still do something (1), or the one before (-1); say how many there are."""
        campaign = self.hand.draft.campaign
        if campaign.turn_state != "asks" or campaign.ask is None:
            campaign.message.emit("Nobody is asked to move anything now.")
            return

        def show(found: AblePieces | None) -> None:
            able = found or AblePieces()
            piece = next_piece(able.pieces, self.view.counters.pieces(), self._last, way)
            if not piece:
                campaign.message.emit("None of your pieces on the map can do anything in this step.")
                return
            self._last = piece
            self._look_at(piece)
            self._cards.note(piece, _words(able))

        self.questions.find_able(show)

    def _look_at(self, piece: str) -> None:
        self.view.centre_on(self.view.counters[piece].space)
        self.view.tool.go_to(piece)
        self.view.select((piece,))
        self.view.setFocus()


def _words(able: AblePieces) -> str:
    can = "can still move" if able.moves else "can still do something"
    if len(able.pieces) == 1:
        return f"The only piece that {can} in this step. Enter picks it up."
    return f"One of {len(able.pieces)} pieces that {can} in this step. Enter picks it up."
