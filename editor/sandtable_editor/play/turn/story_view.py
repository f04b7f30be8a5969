"""The story of what is, or was, fought out: which of several is chosen from a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QTextBrowser, QVBoxLayout, QWidget

from sandtable.play.record.story import Stories, Story
from sandtable.play.record.story_words import story_title
from sandtable_editor.play.turn.story_html import story_html
from sandtable_editor.shell.pieces import choice_box, fit

if TYPE_CHECKING:
    from sandtable.play.record.contests_fought import Fought, Known
    from sandtable_editor.play.campaign.campaign import Campaign


class StoryView(QWidget):
    """Tells one story at a time; the last one unless another is chosen."""

    rule_clicked = Signal(str)
    chosen = Signal()

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self.which = choice_box("Which battle")
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("What happened in it")
        self.text.setMinimumHeight(48)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 0)
        column.addWidget(self.which)
        column.addWidget(self.text, 1)
        self._stories: Stories | None = None
        self._known: dict[tuple[str, ...], Known] = {}
        self.fought: Fought | None = None
        """What is told of now; ``story``: its story."""
        self.story: Story | None = None
        self.which.activated.connect(self._choose)
        self.text.anchorClicked.connect(self._on_link)

    def follow(self) -> None:
        """Tell of the position as it is now: of what is being fought, else of what was told of, else of the last."""
        sides = tuple(self.campaign.sides)
        known = self._known.setdefault(sides, {})
        self._stories = Stories(self.campaign.referee, sides, known)
        fought = self._stories.fought
        self.which.clear()
        self.which.addItems([fit(f"{story_title(one)}, ply {one.first}") for one in reversed(fought)])
        self.which.setVisible(len(fought) > 1)
        kept = [one for one in fought if self.fought is not None and _same(one, self.fought)]
        live = [one for one in fought if not one.is_over]
        self._tell(next(iter([*live[-1:], *kept, *fought[-1:]]), None))

    def tell_last(self) -> None:
        """Tell of the last contest, whatever was told of before."""
        self.fought = None
        self.follow()

    def forget(self) -> None:
        """Tell of nothing."""
        self._stories, self.fought, self.story = None, None, None

    def renew(self) -> None:
        """Write it in the colours of the theme."""
        if self.fought is not None:
            self._tell(self.fought)

    @property
    def is_kept(self) -> bool:
        """Whether what was told of is still on the line to the present."""
        fought = self._stories.fought if self._stories is not None else []
        return any(self.fought is not None and _same(one, self.fought) for one in fought)

    def height_at(self, width: int) -> int:
        """Return how high all of it is when it is so wide, logical pixels."""
        page = self.text.document().clone()
        page.setTextWidth(width - 40)
        listed = self.which.sizeHint().height() + 6 if self.which.count() > 1 else 0
        high = round(page.size().height()) + listed + 16
        page.deleteLater()
        return high

    def _choose(self, row: int) -> None:
        if self._stories is not None:
            self._tell(self._stories.fought[-1 - row])
            self.chosen.emit()

    def _tell(self, fought: Fought | None) -> None:
        self.fought, self.story = fought, None
        if fought is None or self._stories is None:
            self.text.clear()
            return
        self.which.setCurrentIndex(len(self._stories.fought) - 1 - self._stories.fought.index(fought))
        self.story = self._stories.tell(fought)
        self.text.setHtml(story_html(self.story))
        self._show_newest()

    def _show_newest(self) -> None:
        """Show how it ended, or what has happened last in what is still being fought."""
        bar = self.text.verticalScrollBar()
        bar.setValue(0 if self.fought is None or self.fought.is_over else bar.maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._show_newest)  # once its lines are broken anew

    def _on_link(self, url: QUrl) -> None:
        self.rule_clicked.emit(url.toString().removeprefix("rule:"))


def _same(one: Fought, other: Fought) -> bool:
    return (one.first, one.start) == (other.first, other.start)
