"""A card over the first question for whoever is new: there is a guide. Taken up or declined, it never comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sandtable_editor.shell.key_tips import KeyTip
from sandtable_editor.shell.pieces import Sentence, beside, button

if TYPE_CHECKING:
    from sandtable_editor.play.guide.guiding import Guiding
    from sandtable_editor.shell.commands import Commands

SAYS: Final = "<b>New here?</b> A guide explains each question and recommends an answer. You can leave it at any time."


class GuideOffer(QFrame):
    """The card. ``accepted``: a guide is wanted; ``declined``: none is, now or later."""

    accepted = Signal()
    declined = Signal()

    def __init__(self, guiding: Guiding, commands: Commands) -> None:
        super().__init__()
        self._guiding, self._commands = guiding, commands
        self.setObjectName("guide")
        self.setAccessibleName("The guide")
        self.guide_me = button("Guide me", self.accepted.emit)
        KeyTip(self.guide_me, commands, "Be guided through a turn", "guide")
        self.no_thanks = button("No, thanks", self._decline, "Do not offer this again")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(10, 8, 10, 8)
        inside.addWidget(Sentence(SAYS))
        inside.addWidget(beside(QWidget(), self.guide_me, self.no_thanks))
        guiding.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Be there as long as the guide is to be offered, while somebody is asked."""
        self.setVisible(self._guiding.is_offered)

    def _decline(self) -> None:
        self._guiding.decline()
        self.declined.emit()
