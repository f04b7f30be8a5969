"""An offer that is being filled, as a card: what is filled, the field that is open, and the button that does it."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from sandtable.engine.words import sentence
from sandtable.play.words.wording import describe_kind, field_title
from sandtable_editor.play.turn.fields import field_for
from sandtable_editor.shell.key_tips import KeyTip
from sandtable_editor.shell.pieces import BriefLine, Sentence, as_tip, beside, button, faint, name_parts

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from sandtable.engine.running.offers import Offer
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.commands import Commands

ONLY: Final = "There is only one choice: press Enter, or click."


class CommitButton(QPushButton):
    """The button that does it: it keeps the keyboard, which an arrow would lead out of the decision."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            super().keyPressEvent(event)


class OfferForm(QFrame):
    """The card. ``lacks`` says what is missing, or what would be done; ``commit`` does it or goes on."""

    def __init__(self, draft: ActionDraft, offer: Offer, commands: Commands) -> None:
        super().__init__()
        self.draft = draft
        self.setObjectName("card")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(10, 8, 10, 10)
        inside.addWidget(self._title(offer))
        for name in offer.filled:
            inside.addWidget(self._filled_line(offer, name))
            if facts := self.draft.values_of(name).facts(offer.filled[name]):
                inside.addWidget(BriefLine(facts))  # who stands there, and how strong
        self.field = field_for(draft, commands)
        if self.field is not None:
            inside.addWidget(QLabel(f"{_title_of(offer, draft.field)}:"))
            inside.addWidget(self.field)
            name_parts(self.field, _title_of(offer, draft.field))
            self.field.refresh()
        if draft.only_way:
            inside.addWidget(faint(ONLY))
        self.lacks = BriefLine(least=2, lines=3)
        text = offer.label if draft.is_last() else "Next"
        self.commit = button(text, draft.go_on, name="commit", kind=CommitButton)
        KeyTip(self.commit, commands, text, "do_it", "Enter")
        inside.addWidget(beside(self.lacks, self.commit))

    def _title(self, offer: Offer) -> QWidget:
        title = Sentence(f"<b>{escape(offer.label)}</b>")
        title.setToolTip(as_tip(describe_kind(offer.kind)))
        if self.draft.alone:
            again = button("Start over", self.draft.put_down, "Clear everything chosen so far (Esc)")
            return beside(title, again) if self.draft.filled_fields.keys() - self.draft.forced else beside(title)
        return beside(title, button("Cancel", self.draft.put_down, "Cancel without doing anything (Esc)"))

    def _filled_line(self, offer: Offer, name: str) -> QWidget:
        said = self.draft.values_of(name).name(offer.filled[name])
        line = Sentence(f"{escape(_title_of(offer, name))}: <b>{escape(said)}</b>")
        if name not in self.draft.forced:
            return beside(line, button("Change", partial(self.draft.reopen, name)))
        is_settled = self.draft.draft is not None and name in self.draft.draft.settled
        only = QLabel("only this is possible" if is_settled else "the only choice")
        only.setObjectName("faint")
        change = button("Change", partial(self.draft.reopen, name), "See the others, and why not")
        return beside(line, only, *([change] if is_settled else []))


def _title_of(offer: Offer, field: str) -> str:
    return sentence(field_title(offer.kind, field))
