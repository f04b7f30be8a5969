"""Who leads, always in view: a few words that are never cut off; pressed, they unfold how one wins and who has what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from sandtable.play.words.standing_words import describe_lead, standing_lines, standing_sheet
from sandtable_editor.play.panels.sheet import SheetView
from sandtable_editor.shell.pieces import as_tip, clear
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign

WIDE = 340
"""Logical pixels of the card."""


class ScoreCard(QFrame):
    """How one wins and what each side has; it goes with the next click elsewhere, or Esc."""

    rule_clicked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAccessibleName("How to win")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 1, 1, 1)

    def show_at(self, campaign: Campaign, corner: QPoint) -> None:
        """Show how things stand now, its right upper corner at a place of the screen."""
        sheet = standing_sheet(campaign.view) if campaign.view is not None else None
        if sheet is None:
            return
        clear(self.column)
        made = SheetView(sheet)
        made.setAccessibleName(sheet.title)
        made.rule_clicked.connect(self._follow_rule)
        self.column.addWidget(made)
        wide = scaled(WIDE)
        self.setFixedWidth(wide)
        self.setFixedHeight(_height_of(made, wide - 2) + 2)
        self.move(corner - QPoint(wide, 0))
        self.show()
        self.setFocus()

    def _follow_rule(self, rule: str) -> None:
        self.hide()
        self.rule_clicked.emit(rule)


def _height_of(sheet: QWidget, wide: int) -> int:
    """Return how high a sheet is at a width; narrower, as its own hint has it, its sentences would take more lines."""
    sheet.ensurePolished()
    return sheet.heightForWidth(wide) if sheet.hasHeightForWidth() else sheet.sizeHint().height()


class ScoreButton(QToolButton):
    """Says who leads; hidden in a game that does not say how it is won."""

    rule_clicked = Signal(str)

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAutoRaise(True)
        self.setObjectName("score")
        self.card = ScoreCard(self)
        self.card.rule_clicked.connect(self.rule_clicked)
        self.clicked.connect(self.unfold)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say who leads now."""
        view = self.campaign.view
        lead = describe_lead(view) if view is not None else ""
        self.card.hide()
        self.setVisible(bool(lead))
        self.setText(lead.replace("&", "&&"))
        self.setToolTip(as_tip("\n".join(standing_lines(view))) if view is not None and lead else "")
        self.setAccessibleName(f"Who leads: {lead}")

    def unfold(self) -> None:
        """Show how one wins and what each side has."""
        self.card.show_at(self.campaign, self.mapToGlobal(QPoint(self.width(), self.height() + 2)))
