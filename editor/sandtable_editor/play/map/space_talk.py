"""What is said of the space that is pointed at: what going there costs, or why not, and what is the matter with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from sandtable.board.spaces import SpaceId
from sandtable.play.words.objections import Objection
from sandtable_editor.play.map.tips import MapTip

if TYPE_CHECKING:
    from sandtable.present import Reach
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.map.map_pieces import MapPieces
    from sandtable_editor.play.map.questions import MapQuestions

THINKING = "being worked out …"


class SpaceVerdict(NamedTuple):
    """What it costs to go to a space, or why not; nothing for one that is not what is asked about.

    ``paid`` is what the price is made of, as far as that is known by now; ``is_awaited``: it is being worked out.
    """

    price: str = ""
    against: Objection | None = None
    is_awaited: bool = False
    paid: str = ""


NOT_ASKED = SpaceVerdict()
AWAITED = SpaceVerdict(is_awaited=True)


class SpaceTalk(QObject):
    """Tells of the space under the pointer, in a tip beside it and in a line at the foot of the window (``hint``)."""

    hint = Signal(str)

    def __init__(self, view: MapView, hand: HandOnMap, questions: MapQuestions, pieces: MapPieces) -> None:
        super().__init__(view)
        self.view, self.hand, self.questions, self.pieces = view, hand, questions, pieces
        self.tip = MapTip(view)

    def tell(self) -> None:
        """Say of the space that is pointed at what is known by now."""
        space = self.hand.pointer.space
        if not space or self.hand.draft.campaign.view is None:
            self.tip.hide()
            self.hint.emit("")
            return
        name, found = self.view.geography.name(SpaceId(space)), self.verdict(space)
        signs = [f"{sign.title}, {sign.says}" if sign.says else sign.title for sign in self.pieces.signs.get(space, ())]
        self.hint.emit(" · ".join([_hint(name, found), *signs]))
        reasons = [*map(str, found.against.reasons)] if found.against is not None else []
        self.tip.tell(SpaceId(space), name, found.price, found.paid, reasons, signs)

    def verdict(self, space: str) -> SpaceVerdict:
        """Return what it costs to go to a space, or why not."""
        piece, spot = self.questions.moving_piece(), SpaceId(space)
        reach = self.questions.shown_reach() if piece else None
        is_led = bool(piece) and (self.hand.pointer.carried or self.hand.goes_by_way)
        if reach is not None and (price := reach.price_of(spot)):
            return SpaceVerdict(price, paid=self._paid(piece, spot) if is_led else "")
        if is_led:
            return self._by_way(piece, reach, spot)
        if reach is not None and (told := self._of_reach(reach, spot)) is not None:
            return SpaceVerdict(against=told)
        return self._by_list(space)

    def _by_way(self, piece: str, reach: Reach | None, space: SpaceId) -> SpaceVerdict:
        """Return what a drop or a click there would come to."""
        if self.hand.stands_in(piece, space):
            return NOT_ASKED
        landing = self.questions.landing_of(piece, space)
        if landing is None:
            return AWAITED if self.questions.landings.is_busy else NOT_ASKED
        if landing.endings:
            if landing.poses.all:
                return SpaceVerdict(landing.poses.cheapest.price, paid=landing.poses.cheapest.paid)
            return SpaceVerdict(landing.endings[0].label) if landing.endings[0].is_special else NOT_ASKED
        if self.hand.has_led_to(space):
            return NOT_ASKED
        told = self._of_reach(reach, space) if reach is not None and reach.beyond else None
        against = told or landing.objection
        return SpaceVerdict(against=against if against is not None and against.reasons else None)

    def _paid(self, piece: str, space: SpaceId) -> str:
        """Return what the price of the way to a space is made of, as far as that is known by now."""
        landing = self.questions.landing_of(piece, space)
        return landing.poses.cheapest.paid if landing is not None and landing.poses.all else ""

    def _of_reach(self, reach: Reach, space: SpaceId) -> Objection | None:
        """Return why a space is out of a piece's reach, as far as that says so."""
        if space in reach.barred:
            return Objection.from_lines(reach.barred[space])
        if reach.beyond and not self.hand.stands_in(reach.piece, space):
            return Objection.from_lines((reach.beyond,))
        return None

    def _by_list(self, space: str) -> SpaceVerdict:
        """Return why a space cannot be chosen from the list that is open, if places are chosen from it."""
        spots = self.hand.draft.spots()
        on_map = any(map(self.view.geography.knows, map(SpaceId, spots)))
        lit = self.questions.possible_spots() if on_map else None
        if lit is None or space in lit:
            return AWAITED if on_map and lit is None and self.questions.possible.is_busy else NOT_ASKED
        landing = self.questions.landing_of_pointer(space)
        if landing is None:
            return AWAITED if self.questions.landings.is_busy else NOT_ASKED
        return SpaceVerdict(against=landing.objection)


def _hint(name: str, found: SpaceVerdict) -> str:
    if found.is_awaited:
        return f"{name}: {THINKING}"
    return f"{name}: {found.price}" if found.price else name + (": not possible" if found.against else "")
