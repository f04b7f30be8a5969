"""The story of what is, or was, fought out: which of several is chosen from a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QTimer, QUrl, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QTextBrowser, QVBoxLayout, QWidget

from sandtable.play.record.past import Past
from sandtable.play.record.story import Stories, Story
from sandtable.play.record.story_words import story_title
from sandtable_editor.play.campaign.aside import AskedAside
from sandtable_editor.play.turn.story_html import story_html
from sandtable_editor.shell.pieces import choice_box, fit

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.record.contests_fought import Fought, Known
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs

TITLE: Final = "Finding what was fought out"
About = tuple[tuple[int, int] | None, tuple[int, int] | None]
"""Which contest somebody has chosen, and which was told of before."""


class Tale(NamedTuple):
    """What was fought out as some sides know it, and the story of one; ``known`` helps to find out what comes next."""

    sides: tuple[str, ...]
    known: Known
    fought: list[Fought]
    one: Fought | None
    story: Story | None


class StoryView(QWidget):
    """Tells one story at a time; the last one unless another is chosen.

    What was fought out is found beside the window's thread; ``came``: it is known by now, a little later.
    """

    rule_clicked = Signal(str)
    chosen = Signal()
    came = Signal()

    def __init__(self, campaign: Campaign, jobs: Jobs) -> None:
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
        self._tales: AskedAside[Tale] = AskedAside(campaign, jobs, TITLE)
        self._tales.came.connect(self._tell_of_it)
        self._last: About = None, None
        """What was wanted when it was told last."""
        self._is_asking = False
        self._known: dict[tuple[str, ...], Known] = {}
        self._wanted: tuple[int, Fought] | None = None
        """What was chosen from the list, and at which ply."""
        self._written = ""
        self._heights: dict[int, int] = {}
        """How high what is written is, by the width: it is asked for at each change of the position."""
        self.listed: list[Fought] = []
        self.fought: Fought | None = None
        """What is told of now; ``story``: its story."""
        self.story: Story | None = None
        self.which.activated.connect(self._choose)
        self.text.anchorClicked.connect(self._on_link)

    @property
    def is_busy(self) -> bool:
        """Whether a story is being found."""
        return self._tales.is_busy

    @property
    def is_chosen(self) -> bool:
        """Whether what is told was chosen from the list, at this position."""
        return self._about()[0] is not None

    def has_gone_on(self, before: Fought | None) -> bool:
        """Tell whether something is told, and what was told ``before`` has not been taken back."""
        if self.fought is None or before is None or self.is_chosen:
            return self.fought is not None
        return _key(before) == _key(self.fought)

    def follow(self) -> bool:
        """Tell of the position as it is now: of what was chosen at it, or is being fought, or was told of, or the last.

        Returns whether it is known; if not, ``came`` says when it is.
        """
        about = self._about()
        tales = self._tales
        tales.follow()
        last = tales.at_hand(self._last)
        if last is not None and _pick(last.fought, *about) is last.one:
            self._tell(last)
            return True
        if not tales.is_known(about) and not tales.is_awaited(about):
            self._is_asking = True
            try:
                tales.ask(about, self._question(about), bool, soon=True)
            finally:
                self._is_asking = False
        if not tales.is_known(about):
            return False
        self._last = about
        self._tell(tales.at_hand(about))
        return True

    def _about(self) -> About:
        """Return what is wanted: what was chosen at this position, and what was told of before."""
        at = self.campaign.referee.journal.head
        chosen = self._wanted[1] if self._wanted is not None and self._wanted[0] == at else None
        return _key(chosen), _key(self.fought)

    def _question(self, about: About) -> Callable[[RunningGame], Tale]:
        sides = tuple(self.campaign.sides)
        past, known = Past(self.campaign.referee), dict(self._known.get(sides, {}))

        def find(game: RunningGame) -> Tale:
            stories = Stories(past, game, sides, known)
            one = _pick(stories.fought, *about)
            return Tale(sides, known, stories.fought, one, stories.tell(one) if one is not None else None)

        return find

    def _tell_of_it(self) -> None:
        if not self._is_asking:
            self.came.emit()

    def tell_last(self) -> bool:
        """Tell of the last contest, whatever was told of before; tells whether it is known."""
        self.fought = None
        return self.follow()

    def forget(self) -> None:
        """Tell of nothing."""
        self.listed, self.fought, self.story, self._wanted = [], None, None, None

    def renew(self) -> None:
        """Write it in the colours of the theme."""
        self._written, self._heights = "", {}
        if self.story is not None:
            self._write(self.story)

    def height_at(self, width: int) -> int:
        """Return how high all of it is when it is so wide, logical pixels."""
        listed = self.which.sizeHint().height() + 6 if self.which.count() > 1 else 0
        if width not in self._heights:
            page = self.text.document().clone()
            page.setTextWidth(width - 40)
            self._heights[width] = round(page.size().height())
            page.deleteLater()
        return self._heights[width] + listed + 16

    def _choose(self, row: int) -> None:
        self._wanted = self.campaign.referee.journal.head, self.listed[-1 - row]
        if self.follow():
            self.chosen.emit()

    def _tell(self, tale: Tale | None) -> None:
        self.listed = tale.fought if tale is not None else []
        self.fought, self.story = (tale.one, tale.story) if tale is not None else (None, None)
        self.which.clear()
        self.which.addItems([fit(f"{story_title(one)}, ply {one.first}") for one in reversed(self.listed)])
        self.which.setVisible(len(self.listed) > 1)
        if tale is None or self.fought is None or self.story is None:
            self._written, self._heights = "", {}
            self.text.clear()
            return
        self._known[tale.sides] = tale.known
        self.which.setCurrentIndex(len(self.listed) - 1 - self.listed.index(self.fought))
        self._write(self.story)

    def _write(self, story: Story) -> None:
        written = story_html(story)
        if written != self._written:  # to lay it out takes its time
            self._written, self._heights = written, {}
            self.text.setHtml(written)
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


def _key(fought: Fought | None) -> tuple[int, int] | None:
    """Return what a contest is known by as the game goes on."""
    return (fought.first, fought.start) if fought is not None else None


def _pick(fought: list[Fought], chosen: tuple[int, int] | None, kept: tuple[int, int] | None) -> Fought | None:
    """Return which contest is told of: the chosen one, what is being fought, what was told of, the last."""
    by_choice = [one for one in fought if _key(one) == chosen]
    live = [one for one in fought if not one.is_over]
    as_before = [one for one in fought if _key(one) == kept]
    return next(iter([*by_choice, *live[-1:], *as_before, *fought[-1:]]), None)
