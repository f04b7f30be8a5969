"""The campaigns of the first page as cards: a picture of the map, the name, where it stands, who plays, when last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sandtable.play.begin.campaign_facts import STATES, describe_player
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import scaled, shades, tone

if TYPE_CHECKING:
    from sandtable.play.begin.campaign_facts import CampaignState, CampaignSummary, Player, SavedCampaign

PICTURE: Final = QSize(176, 110)
"""Logical pixels of the picture of the map, where the interface has its usual size."""
MARGIN: Final = 8
CARD: Final = Qt.ItemDataRole.UserRole + 1
"""The card of a line of the list."""


@dataclass
class CampaignCard:
    """What is known of a campaign: from its beginning at once, how it stands a little later."""

    saved: SavedCampaign
    summary: CampaignSummary | None = None
    state: CampaignState = "ready"
    wrong: str = ""

    @property
    def mark(self) -> str:
        """What is the matter with its file, in a word or two."""
        return STATES[self.state]

    @property
    def harm(self) -> str:
        """Why it cannot be opened as it is, without the folder that all of them lie in."""
        if not self.wrong:
            return ""
        from sandtable.library.files.sqlite_errors import path_text

        return fit(self.wrong.replace(path_text(self.saved.path), self.saved.path.name))

    @property
    def can_be_opened(self) -> bool:
        """Whether something can come of opening it: of a damaged one, its last good position."""
        return self.state in ("ready", "open here", "damaged") and (self.state != "damaged" or not self.saved.wrong)

    @property
    def where(self) -> str:
        """The scenario, the round and who leads."""
        told = self.summary
        scenario = self.saved.title if self.saved.title != self.saved.name and not self.saved.wrong else ""
        parts = [scenario, *([told.round, told.lead] if told is not None else [])]
        return fit(" · ".join(part for part in parts if part))

    @property
    def played(self) -> str:
        what = "changed" if self.wrong else "played"
        return f"Last {what} {self.saved.played.day} {self.saved.played:%B %Y, %H:%M}"

    @property
    def words(self) -> str:
        """All of it in words: what a screen reader says, and what one may search for."""
        players = [describe_player(one) for one in self.summary.players] if self.summary is not None else []
        parts = [self.saved.name, self.mark, self.where, *players, self.played, self.harm]
        return fit("; ".join(part for part in parts if part))


class CardPainter(QStyledItemDelegate):
    """Paints the cards; pictures are kept as long as they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._pictures: dict[tuple[int, str, float], QPixmap] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        picture = _picture_size()
        return QSize(picture.width() + 240, max(picture.height(), 6 * option.fontMetrics.height()) + 2 * MARGIN)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        card = index.data(CARD)
        if not isinstance(card, CampaignCard):
            super().paint(painter, option, index)
            return
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        inside = option.rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        picture = QRect(inside.topLeft(), _picture_size())
        self._paint_picture(painter, picture, card)
        _Lines(painter, option, inside.adjusted(picture.width() + 2 * MARGIN, 0, 0, 0), chosen=chosen).paint(card)
        if option.state & QStyle.StateFlag.State_HasFocus and not chosen:
            painter.setPen(option.palette.color(QPalette.ColorRole.Highlight))
            painter.drawRect(option.rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def _paint_picture(self, painter: QPainter, box: QRect, card: CampaignCard) -> None:
        painter.setPen(QColor(shades().line))
        painter.setBrush(QColor(shades().alternate))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        if card.summary is not None and card.summary.picture is not None:
            painter.drawPixmap(box, self._picture(card.summary, painter.device().devicePixelRatioF()))
        else:
            painter.setPen(QColor(shades().faint))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, card.mark or ("No map" if card.summary else "…"))

    def _picture(self, summary: CampaignSummary, ratio: float) -> QPixmap:
        from sandtable_editor.canvas.ground.thumbnail import thumbnail  # brings the canvas along, which takes its time

        assert summary.picture is not None
        key = id(summary), tone(), ratio * _picture_size().width()
        if key not in self._pictures:
            self._pictures[key] = thumbnail(summary.picture, _picture_size(), ratio, tone())
        return self._pictures[key]

    def forget(self) -> None:
        """Let go of pictures: the cards are others."""
        self._pictures.clear()


def _picture_size() -> QSize:
    """Return the logical pixels of a picture, as large as the interface is."""
    return QSize(scaled(PICTURE.width()), scaled(PICTURE.height()))


class _Lines:
    """Writes the lines of one card, from above."""

    def __init__(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, *, chosen: bool) -> None:
        self._painter, self._box, self._top = painter, box, box.top()
        role = QPalette.ColorRole
        self._font = QFont(option.font)
        self._ink = option.palette.color(role.HighlightedText if chosen else role.Text)
        self._faint = self._ink if chosen else QColor(shades().faint)
        self._bad = self._ink if chosen else QColor(shades().bad)

    def paint(self, card: CampaignCard) -> None:
        title = QFont(self._font)
        title.setBold(True)
        title.setPointSizeF(title.pointSizeF() * 1.25)
        self._write(fit(card.saved.name), self._ink, title)
        if card.where:
            self._write(card.where, self._ink, self._font)
        if card.summary is not None:
            self._players(card.summary.players)
        if card.mark:
            self._wrapped(f"{card.mark}: {card.harm}" if card.wrong else card.mark, self._bad)
        self._write(card.played, self._faint, self._font)

    def _write(self, text: str, colour: QColor, font: QFont) -> None:
        metrics = QFontMetrics(font)
        self._painter.setFont(font)
        self._painter.setPen(colour)
        line = QRect(self._box.left(), self._top, self._box.width(), metrics.height())
        self._painter.drawText(line, 0, metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width()))
        self._top += metrics.height() + 2

    def _wrapped(self, text: str, colour: QColor) -> None:
        """Write a longer text in at most two lines; all of it is in the tip."""
        metrics = QFontMetrics(self._font)
        first = text
        while first and metrics.horizontalAdvance(first) > self._box.width() and " " in first:
            first = first.rpartition(" ")[0]
        self._write(first, colour, self._font)
        if rest := text[len(first) :].strip():
            self._write(rest, colour, self._font)

    def _players(self, players: tuple[Player, ...]) -> None:
        """Write who plays what, each side with a square of its colour before it."""
        metrics = QFontMetrics(self._font)
        left, size = self._box.left(), metrics.height() - 6
        self._painter.setFont(self._font)
        for text, colour in _pieces(players):
            wide = metrics.horizontalAdvance(text)
            if left + wide + size > self._box.right():
                left = self._box.left()
                self._top += metrics.height() + 2
            if colour:
                self._painter.setPen(self._faint)
                self._painter.setBrush(QColor(colour))
                self._painter.drawRect(left, self._top + 3, size, size)
                left += size + 4
            self._painter.setPen(self._ink)
            self._painter.drawText(left, self._top + metrics.ascent(), text)
            left += wide
        self._top += metrics.height() + 2


def _pieces(players: tuple[Player, ...]) -> Iterator[tuple[str, str]]:
    """Go through what is written of players, each piece with the colour of the square before it."""
    for nth, player in enumerate(players):
        sides = [title for title, _ in player.sides]
        before = "" if player.kind == "person" and [player.name] == sides else describe_player(player).partition(":")[0]
        last = nth == len(players) - 1
        if player.kind == "deputy":
            yield fit(f"{describe_player(player)}{'' if last else '    '}"), ""
            continue
        if before:
            yield fit(f"{before}:  "), ""
        for at, (title, colour) in enumerate(player.sides):
            end = at == len(player.sides) - 1
            yield fit(title) + ("" if end and last else "      " if end else "  "), colour
