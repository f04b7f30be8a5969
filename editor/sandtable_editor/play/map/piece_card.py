"""The card beside the counter that is pointed at: what it is, what it may do now, what it did this turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame

from sandtable.engine.words import in_a_row
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.record.deeds import deeds_of
from sandtable.present.cards import card_of_counter
from sandtable_editor.shell.pieces import Sentence
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from sandtable.play.turn.landings import Filled
    from sandtable.present import Sheet
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.hand_on_map import HandOnMap
    from sandtable_editor.play.map.questions import MapQuestions

WIDE: Final = 270
"""Logical pixels of a card."""
BESIDE: Final = 10
"""Logical pixels between a counter and its card."""
KEPT: Final = 64
"""Cards whose height is remembered."""
SPOT: Final = 14
"""Logical pixels round a space of a way, or one that a piece covers, that a card leaves free."""


class PieceCard(QFrame):
    """A card over the map, which lets the mouse through."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = Sentence()
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.words.setParent(self)  # by hand: a layout would break the lines of the text several times for each card
        self._heights: OrderedDict[tuple[str, int, str], int] = OrderedDict()
        """How high cards shown of late are, by their words, width and letters."""
        self.hide()

    def tell(self, name: str, html: str) -> None:
        """Say something else; ``name`` is what the card is about."""
        wide = scaled(WIDE)
        if html == self.words.text() and self.width() == wide:
            return
        self.setFixedWidth(wide)  # text and interface may have another size by now
        self.words.setText(html)
        self.setAccessibleName(f"Card of {name}")
        self.resize(wide, self._height(html, wide))

    def _height(self, html: str, wide: int) -> int:
        """Return how high a card is; the lines of one that was shown of late are not broken again."""
        key = html, wide, self.words.font().key()
        if key not in self._heights:
            self._heights[key] = self.words.heightForWidth(wide - 22) + 17
            if len(self._heights) > KEPT:
                self._heights.popitem(last=False)
        return self._heights[key]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.words.setGeometry(self.contentsRect().adjusted(10, 7, -10, -8))

    def stand_beside(self, counter: QRect, free: Sequence[QRect]) -> None:
        """Stand beside a counter, over as few of these places as can be."""
        self.move(place_beside(counter, self.size(), self._view.rect(), free))
        self.show()
        self.raise_()


def place_beside(counter: QRect, size: QSize, room: QRect, free: Sequence[QRect]) -> QPoint:
    """Return the corner of a card that stands beside a counter, inside a room, over as few places as can be."""
    across, down = counter.center().x() - size.width() // 2, counter.center().y() - size.height() // 2
    right, left = counter.right() + BESIDE, counter.left() - BESIDE - size.width()
    above, below = counter.top() - BESIDE - size.height(), counter.bottom() + BESIDE
    corners = [
        QPoint(right, counter.top()), QPoint(left, counter.top()), QPoint(right, above), QPoint(left, above),
        QPoint(right, down), QPoint(left, down), QPoint(across, below), QPoint(across, above),
    ]  # fmt: skip
    boxes = [_inside(QRect(corner, size), room) for corner in corners]
    covered = [5 * box.intersects(counter) + sum(map(box.intersects, free)) for box in boxes]
    return boxes[covered.index(min(covered))].topLeft()


def _inside(box: QRect, room: QRect) -> QRect:
    left = max(room.left() + 2, min(box.left(), room.right() - box.width() - 2))
    top = max(room.top() + 2, min(box.top(), room.bottom() - box.height() - 2))
    return QRect(QPoint(left, top), box.size())


class CardTalk(QObject):
    """Tells of the piece that is pointed at, by mouse or by keys, on a card that stays while the pointer rests."""

    def __init__(
        self, view: MapView, hand: HandOnMap, questions: MapQuestions, number_of: Callable[[Filled], int]
    ) -> None:
        super().__init__(view)
        self.view, self.hand, self.questions, self._number_of = view, hand, questions, number_of
        self.card = PieceCard(view)
        self._note = ("", "")
        self._deeds: dict[str, str] = {}
        """What pieces did this turn, in this position."""

    def note(self, piece: str, says: str) -> None:
        """Say something more of a piece on its card, in this position."""
        self._note = piece, says
        self.tell()

    def begin_anew(self) -> None:
        """Take the card away: the position is another."""
        self._note, self._deeds = ("", ""), {}
        self.card.hide()

    def tell(self) -> None:
        """Say of the piece that is pointed at what is known by now."""
        piece, campaign = self.hand.pointer.piece, self.hand.draft.campaign
        if not piece or piece not in self.view.counters or self.hand.pointer.carried or campaign.view is None:
            self.questions.card_of("")
            self.card.hide()
            return
        sheet = self.questions.card_of(piece)
        if sheet is None:  # what the game says of it comes a moment later
            sheet = card_of_counter(self.view.counters[piece])
        self.card.tell(sheet.title, "".join((_facts(sheet), *self._more(piece))))
        self.card.stand_beside(self._box(piece), self._kept_free(piece))

    def _more(self, piece: str) -> tuple[str, ...]:
        noted = self._note[1] if piece == self._note[0] else ""
        note = f"<p style='margin:5px 0 0 0'>{escape(noted)}</p>" if noted else ""
        return self._may_do(piece), self._sees(piece), self._did(piece), note

    def _may_do(self, piece: str) -> str:
        """Say what the piece may do now, with the keys that choose it; nothing while that is being worked out."""
        found = self.questions.abilities_of(piece)
        if not found:
            return ""
        told: list[str] = []
        for one in {way.label: way for way in found}.values():
            number = self._number_of(one)
            told.append(f"{escape(one.label)}{f' ({number})' if number else ''}")
        return f"<p style='margin:5px 0 0 0'><b>May now:</b> {', '.join(told)}</p>"

    def _sees(self, piece: str) -> str:
        """Say what hides from the piece what it would see; nothing while that is being worked out."""
        look, name = self.questions.look_of(piece), self.view.geography.name
        hidden = [line for line in look.sights if not line.is_clear] if look is not None else []
        lines = [f"{name(line.end)}: {in_a_row(one.says for one in line.obstacles)}" for line in hidden]
        told = "".join(f"<br>{escape(one)}" for one in lines)
        return f"<p style='margin:5px 0 0 0'><b>Does not see:</b>{told}</p>" if told else ""

    def _did(self, piece: str) -> str:
        """Say what the piece did this turn: the journal is gone through once for it in each position."""
        if piece not in self._deeds:
            self._deeds[piece] = self._find_deeds(piece)
        return self._deeds[piece]

    def _find_deeds(self, piece: str) -> str:
        campaign = self.hand.draft.campaign
        view, journal = campaign.view, campaign.referee.journal
        if view is None:
            return ""
        sides = campaign.sides
        deeds = deeds_of(Chronicle(view, journal), journal, piece, sides)
        lines = "".join(f"<br>{escape(one)}" for one in deeds)
        return f"<p style='margin:5px 0 0 0'><b>This turn:</b>{lines}</p>" if lines else ""

    # -- where it stands

    def _box(self, piece: str) -> QRect:
        """Return the counter on the view, logical pixels."""
        box = self.view.counters.box(piece)
        return QRect(self._on_view(box.topLeft()), self._on_view(box.bottomRight()))

    def _on_view(self, point: QPointF) -> QPoint:
        return self.view.viewport().mapTo(self.view, self.view.on_view(point).toPoint())

    def _kept_free(self, piece: str) -> list[QRect]:
        """Return what the card should not lie over.

        That is the ways and lines that are drawn, what the piece covers, and those that are fanned out beside it.
        """
        lines, overlays = self.view.display.lines, self.view.display.overlays
        covered = sorted({space for overlay, _ in overlays.regions for space in overlay.spaces})
        stands = [QPointF(*place) for space in covered if (place := self.view.geography.stand(space)) is not None]
        ways = [place for _, places in lines.traces for place in places]
        ends = [end for _, *both in lines.sights for end in both]
        fan = self.view.counters.fan
        beside = [self._box(one) for one in fan.pieces if one != piece] if fan is not None else []
        return [*beside, *(self._round(place) for place in (*ways, *ends, *stands))]

    def _round(self, place: QPointF) -> QRect:
        at = self._on_view(place)
        return QRect(at.x() - SPOT, at.y() - SPOT, 2 * SPOT, 2 * SPOT)


def _facts(sheet: Sheet) -> str:
    """Return a sheet as a card: its title over a table of its entries."""
    chip = f"<span style='color:{sheet.colour}'>■</span> " if sheet.colour else ""
    rows = "".join(
        f"<tr><td style='padding-right:8px'>{escape(one.title)}</td><td>{escape(one.value)}"
        f"{''.join(f'<br>{escape(reason)}' for reason in one.reasons)}</td></tr>"
        for one in sheet.entries
    )
    return f"{chip}<b>{escape(sheet.title)}</b><table cellspacing='0' cellpadding='1'>{rows}</table>"
