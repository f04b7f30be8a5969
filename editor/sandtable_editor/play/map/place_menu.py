"""The menu of a place: all that can be done with who stands there, and why not the rest."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandtable.board.spaces import SpaceId
from sandtable.play.turn import carrying

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QMenu

    from sandtable.engine.running.offers import Offer
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.choosing import Choosing
    from sandtable_editor.play.turn.action_draft import ActionDraft


class PlaceMenu:
    """Opens at places of one map."""

    def __init__(
        self, draft: ActionDraft, view: MapView, choosing: Choosing, show_place: Callable[[str], object]
    ) -> None:
        self.draft, self.view, self._choosing, self._show_place = draft, view, choosing, show_place

    def open_at(self, space: str, at: QPoint) -> None:
        """Open for a space, at a place of the screen."""
        if self.draft.campaign.view is None or not space:
            return
        menu = self._choosing.menu()
        for counter in self.view.counters.all():
            if space in counter.spaces:
                self._list_ways(menu, counter.piece, counter.title)
        menu.addSeparator()
        menu.addAction("Show this place in the panel", partial(self._show_place, space))
        menu.addAction("Centre the map here", partial(self.view.centre_on, SpaceId(space)))
        menu.popup(at)

    def _list_ways(self, menu: QMenu, piece: str, title: str) -> None:
        draft = self.draft
        for offer in draft.open:
            if (held := self._held(offer, piece)) is not None:
                menu.addAction(f"{offer.label}: {title}", partial(draft.hold, held))
        for offer in draft.shut:
            if self._held(offer, piece) is not None:
                menu.addAction(f"{offer.label}: {title} — why not?", partial(draft.take_up, offer))
        for offer in draft.passed_over():
            if (held := self._held(offer, piece)) is not None:
                menu.addAction(f"{offer.label}: {title} — why not?", partial(draft.explain_passed, held))

    def _held(self, offer: Offer, piece: str) -> Offer | None:
        return carrying.with_pieces(offer, [piece], self.draft.places)
