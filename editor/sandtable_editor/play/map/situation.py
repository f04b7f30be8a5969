"""The middle for a game without a map: where we are, the situation in words, and what the game shows beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from sandtable.play.words.sequence_track import track_panels, tracks_of
from sandtable.play.words.where import situation
from sandtable.present import presentation
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.play.turn.strip import Strip

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.commands import Commands


class Situation(QWidget):
    """The situation as the seat at the screen sees it."""

    rule_clicked = Signal(str)

    def __init__(self, campaign: Campaign, commands: Commands) -> None:
        super().__init__()
        self.campaign = campaign
        self.words = words_view()
        self.stack = PanelStack(name="Sheets and tables")
        self.stack.rule_clicked.connect(self.rule_clicked)
        split = QSplitter()
        split.addWidget(self.words)
        split.addWidget(self.stack)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.strip = Strip(campaign, commands)
        column.addWidget(self.strip)
        column.addWidget(split, 1)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the position."""
        view = self.campaign.view
        if view is None:
            self.words.clear()
            self.stack.put(())
            return
        text = "\n".join(situation(view)[1:])
        if text != self.words.toPlainText():
            at = self.words.verticalScrollBar().value()
            self.words.setPlainText(text)
            self.words.verticalScrollBar().setValue(at)
        sequence = track_panels(tracks_of(self.campaign.referee, view))
        panels = [*presentation.panels(view, "side", "bottom"), *sequence]
        self.stack.put(panels)
        self.stack.setVisible(bool(panels))


def words_view() -> QPlainTextEdit:
    """Return a box for the situation, whose columns stand under each other."""
    made = QPlainTextEdit()
    made.setReadOnly(True)
    made.setAccessibleName("The situation in words")
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    made.document().setDocumentMargin(14)
    return made
