"""The menu of a place: all that can be done with who stands there, and why not the rest."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint

    from sandtable.play.turn.place_offers import PieceOffer
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.choosing import Choosing
    from sandtable_editor.play.map.questions import MapQuestions
    from sandtable_editor.play.turn.action_draft import ActionDraft


class PlaceMenu:
    """Opens at places of one map, as soon as it is known what it says."""

    def __init__(
        self,
        draft: ActionDraft,
        view: MapView,
        questions: MapQuestions,
        choosing: Choosing,
        show_place: Callable[[str], object],
    ) -> None:
        self.draft, self.view, self._questions = draft, view, questions
        self._choosing, self._show_place = choosing, show_place

    def open_at(self, space: str, at: QPoint) -> None:
        """Open for a space, at a place of the screen."""
        if self.draft.campaign.view is None or not space:
            return
        pieces = {one.piece: one.title for one in self.view.counters.all() if space in one.spaces}
        if not pieces or self.draft.campaign.ask is None:
            self._open(space, at, pieces, ())
            return
        self._questions.place_offers(tuple(pieces), partial(self._open, space, at, pieces))

    def _open(self, space: str, at: QPoint, titles: dict[str, str], found: tuple[PieceOffer, ...] | None) -> None:
        menu = self._choosing.menu()
        for one in found or ():
            does = f"{one.filled.label}: {titles[one.piece]}"
            menu.addAction(does if one.is_open else f"{does} — why not?", partial(self._take, one))
        menu.addSeparator()
        menu.addAction("Show this place in the panel", partial(self._show_place, space))
        menu.addAction("Centre the map here", partial(self.view.centre_on, SpaceId(space)))
        menu.popup(at)

    def _take(self, one: PieceOffer) -> None:
        """Take up what was chosen; of what is not possible say why not."""
        draft, ask = self.draft, self.draft.campaign.ask
        if one.passed_over is not None:
            draft.explain_passed(one.passed_over)
            return
        for offer in (*draft.open, *draft.shut):
            if offer.kind is not one.filled.kind or ask is None:
                continue
            if one.is_open:
                draft.hold(one.filled.offer(offer.game, ask))
            elif offer in draft.open:
                draft.explain(one.filled.offer(offer.game, ask))
            else:
                draft.take_up(offer)
