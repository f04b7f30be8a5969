"""The page of the guide beside the prompt: how far the turn has come, what is asked and why, what one might do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QProgressBar, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sandtable.engine.words import sentence
from sandtable_editor.play.panels.reasons_box import rule_link
from sandtable_editor.shell.pieces import Sentence, beside, button, clear, faint

if TYPE_CHECKING:
    from sandtable.play.guide.advising import Suggestion
    from sandtable.play.guide.page import GuidePage
    from sandtable_editor.play.guide.guiding import Guiding
    from sandtable_editor.shell.commands import Commands

WIDE: Final = 250
"""Logical pixels that a page wants at least."""


class GuidePanel(QScrollArea):
    """What the guide says.

    ``show_wanted``: somebody wants to see where that is what is recommended; ``answered``: the guide has been told to
    go on, or to go, and the keyboard is wanted at the question again.
    """

    rule_clicked = Signal(str)
    show_wanted = Signal()
    answered = Signal()

    def __init__(self, guiding: Guiding, commands: Commands) -> None:
        super().__init__()
        self.guiding, self._commands = guiding, commands
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(WIDE)
        self.setAccessibleName("Guide")
        self.inside = QWidget()
        self.column = QVBoxLayout(self.inside)
        self.column.setContentsMargins(10, 10, 10, 10)
        self.column.setSpacing(8)
        self.setWidget(self.inside)
        self._shown: object = None
        self._leads_on: QPushButton | None = None
        guiding.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is said now."""
        guiding = self.guiding
        shown = (guiding.page, guiding.lines(), guiding.welcomes, guiding.is_through)
        if shown != self._shown:
            self._shown = shown
            self.renew()

    def renew(self) -> None:
        """Make everything anew: the colours may have changed."""
        clear(self.column)
        self._leads_on = None
        if self.guiding.page is not None:
            self._page(self.guiding.page)
        elif lines := self.guiding.lines():
            self._lines(lines)
        self.column.addStretch(1)
        self.verticalScrollBar().setValue(0)

    # -- a page

    def _page(self, page: GuidePage) -> None:
        self._progress(page)
        self._sentence(f'<span style="font-size:large"><b>{escape(page.title)}</b></span>')
        for said in (*page.asked, page.why, *page.notes):
            if said:
                self._sentence(escape(said))
        if page.suggestion is not None:
            self.column.addWidget(self._recommended(page.suggestion))
        if page.ways:
            self.column.addWidget(faint("What you can do here"))
            for way in page.ways:
                self._sentence(f"<b>{escape(way.label)}</b>: {escape(way.says)}")
        if page.rules:
            links = "<br>".join(f"{escape(title)} ({rule_link(id)})" for id, title in page.rules)
            self.column.addWidget(faint("Read on"))
            self._sentence(links)
        self.column.addWidget(self._leave())

    def _progress(self, page: GuidePage) -> None:
        progress = page.progress
        if not progress.here:
            return
        bar = QProgressBar()
        bar.setRange(0, len(progress.steps))
        bar.setValue(progress.behind)
        bar.setTextVisible(False)
        bar.setFixedHeight(6)
        says = f"{sentence(progress.says)}: {progress.here}"
        bar.setAccessibleName(says)
        bar.setToolTip(says)
        self.column.addWidget(bar)
        self.column.addWidget(faint(says))

    def _recommended(self, suggestion: Suggestion) -> QWidget:
        card = QFrame()
        card.setObjectName("guide")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(10, 8, 10, 10)
        inside.addWidget(faint("You might"))
        inside.addWidget(Sentence(f"<b>{escape(suggestion.does)}.</b>"))
        inside.addWidget(Sentence(escape(suggestion.because)))
        tip = "Point at it, in the list and on the map; nothing is done"
        inside.addWidget(beside(QWidget(), button("Show me", self.show_wanted.emit, tip)))
        card.setAccessibleName(f"You might: {suggestion.does}. {suggestion.because}")
        return card

    # -- between pages

    def _lines(self, lines: Iterable[str]) -> None:
        for said in lines:
            self._sentence(escape(said))
        if self.guiding.is_through:
            self._button("Another turn", self._answer(self.guiding.take_up))
        elif self.guiding.welcomes:
            self._button("Begin", self._answer(self.guiding.go_on))
        self.column.addWidget(self._leave())

    def _leave(self) -> QPushButton:
        again = f"Leave the guide; it is taken up again with {self._commands.way_to('guide')}"
        return button("Leave the guide", self._answer(self.guiding.leave), again)

    def _answer(self, act: Callable[[], None]) -> Callable[[], None]:
        def do() -> None:
            act()
            if not self.guiding.welcomes:
                self.answered.emit()

        return do

    # -- keys

    def take_focus(self) -> None:
        """Put the keyboard on what leads on, else on the page, to be read and scrolled."""
        (self._leads_on if self._leads_on is not None else self).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = QApplication.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
        else:
            super().keyPressEvent(event)

    # -- pieces

    def _sentence(self, html: str) -> None:
        line = Sentence(html)
        line.rule_clicked.connect(self.rule_clicked)
        self.column.addWidget(line)

    def _button(self, text: str, act: Callable[[], object]) -> None:
        self._leads_on = button(text, act, f"{text} (Enter)", "commit")
        self.column.addWidget(self._leads_on)
