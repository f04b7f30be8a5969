"""The line over the middle: where we are, undo and redo, how the map is coloured."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from sandtable_editor.play import shown

if TYPE_CHECKING:
    from sandtable_editor.play.campaign import Campaign
    from sandtable_editor.shell.commands import Commands

SHOWN = ("undo", "redo")


class Strip(QWidget):
    """Says where we are; commands that are wanted often have a button here."""

    def __init__(self, campaign: Campaign, commands: Commands) -> None:
        super().__init__()
        self.campaign = campaign
        self.where = QLabel()
        self.where.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(8, 4, 8, 4)
        self.row.addWidget(self.where, 1)
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.row.addWidget(self.wrong)
        for key in SHOWN:
            tool = QToolButton()
            tool.setDefaultAction(commands[key])
            self.row.addWidget(tool)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def add(self, widget: QWidget) -> None:
        """Put something at the end."""
        self.row.addWidget(widget)

    def warn(self, says: str) -> None:
        """Say what cannot be shown as it is; the sentence stands in full in its tooltip."""
        self.wrong.setText(f"⚠ {says[:48]}…" if len(says) > 50 else f"⚠ {says}" if says else "")
        self.wrong.setToolTip(says)

    def refresh(self) -> None:
        """Say where we are."""
        view = self.campaign.view
        where, *more = shown.situation(view)[:2] if view is not None else ("",)
        self.where.setText("&nbsp;&nbsp; ".join([f"<b>{escape(where)}</b>", *map(escape, more)]))
        self.where.setToolTip("\n".join([where, *more]))
