"""The map goes to the question: to the place that somebody is asked about, and back to where one looked before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRect, QRectF

from sandtable.board.spaces import SpaceId
from sandtable.play.turn.asked_places import asked_places

if TYPE_CHECKING:
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.turn.action_draft import ActionDraft

RIM: Final = 40
"""Logical pixels at the edge of the view in which a place is not seen well."""
MOST: Final = 60
"""Of so many places to choose from it is seen to that they are not covered."""


class QuestionLook:
    """Follows the questions on one map."""

    def __init__(self, view: MapView, draft: ActionDraft) -> None:
        self._view, self._draft = view, draft
        self._asked: tuple[object, ...] = ()
        self._before: tuple[int, QPointF] | None = None
        """The zoom and the middle of the view before the map went to a question."""

    @property
    def places(self) -> tuple[SpaceId, ...]:
        """The spaces that the present question is about."""
        campaign = self._draft.campaign
        view, ask = campaign.view, campaign.ask
        if view is None or ask is None:
            return ()
        return tuple(one for one in asked_places(view, ask, self._draft.places) if self._view.geography.knows(one))

    def follow(self, *, anew: bool = False) -> None:
        """Go to a question that is another one, unless its place is seen already.

        ``anew``: the map has been moved away from it.
        """
        campaign = self._draft.campaign
        ask = campaign.ask
        asked = (ask.side, ask.kinds, ask.why, str(ask.about)) if ask is not None and campaign.view is not None else ()
        if asked == self._asked and not anew:
            return
        self._asked = asked
        if asked and any(not self._is_seen(space) for space in self.places[:1]):
            self.go()

    def go(self) -> None:
        """Bring the place of the question into the middle; where one looked before is kept for ``back``."""
        places = self.places
        if not places:
            self._draft.campaign.message.emit("This question is not about any one place on the map.")
            return
        self._before = self._view.navigation.step, self._middle()
        self._view.centre_on(places[0])

    def back(self) -> None:
        """Go back to where one looked before the map went to the question."""
        if self._before is None:
            self._draft.campaign.message.emit("The map has not been moved to a question yet.")
            return
        (step, middle), self._before = self._before, (self._view.navigation.step, self._middle())
        self._view.navigation.to_step(step)
        self._view.navigation.centre(middle)

    def boxes(self) -> list[QRect]:
        """Return the places of the question on the screen, and those to choose from, as far as they are in view."""
        found: list[QRect] = []
        to_choose = map(SpaceId, self._draft.spots())
        asked = [*self.places, *(space for space in to_choose if self._view.geography.knows(space))]
        for space in dict.fromkeys(asked[:MOST]):
            stand = self._view.geography.stand(space)
            spot = self._view.on_view(QPointF(*stand)).toPoint() if stand is not None else None
            if spot is not None and self._view.viewport().rect().contains(spot):
                at = self._view.viewport().mapToGlobal(spot)
                found.append(QRect(at.x() - RIM, at.y() - RIM, 2 * RIM, 2 * RIM))
        return found

    def _middle(self) -> QPointF:
        return self._view.on_canvas(QPointF(self._view.viewport().rect().center()))

    def _is_seen(self, space: SpaceId) -> bool:
        stand = self._view.geography.stand(space)
        inner = QRectF(self._view.viewport().rect()).adjusted(RIM, RIM, -RIM, -RIM)
        return stand is None or inner.contains(self._view.on_view(QPointF(*stand)))
