"""What was refused: the reasons, each with its rule to click on and what would make it legal."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sandtable.play.words.objections import Objection, Reason
from sandtable_editor.shell.pieces import Sentence, button
from sandtable_editor.shell.theme import shades

OVERRULED: Final = "A refusal can be overruled if everyone agrees; the log records it."


def rule_link(rule: str) -> str:
    """Return a rule's id as a link that ``linkActivated`` gives."""
    return f'<a href="rule:{escape(rule)}" style="color:{shades().link}">{escape(rule)}</a>'


def reason_html(reason: Reason) -> str:
    """Return a reason with its rules as links and its cure."""
    cited = rule_link(reason.rule) if reason.rule else ""
    if reason.instead_of:
        cited += f" in place of {', '.join(map(rule_link, reason.instead_of))}"
    cure = f'<br><span style="color:{shades().good}">→ {escape(reason.cure)}</span>' if reason.cure else ""
    return f"{escape(reason.says)}{f' ({cited})' if cited else ''}{cure}"


class ReasonsBox(QFrame):
    """A frame with the reasons; with an action, the table may be asked to allow it all the same."""

    rule_clicked = Signal(str)
    overrule_wanted = Signal()
    anyway_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("against")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(10, 8, 10, 8)
        self.found: Objection | None = None
        self._lines: list[QWidget] = []
        self.hide()

    def show_reasons(self, found: Objection | None, *, anyway: bool = False) -> None:
        """Show what stands against something; ``None``: nothing does."""
        if found == self.found and found is None:
            return
        self.found = found
        for widget in self._lines:
            self.column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._lines = []
        self.setVisible(found is not None)
        if found is None:
            return
        title = Sentence(f"<b>{escape(found.title)}</b>")
        self._add(title)
        for reason in found.reasons:
            line = Sentence(f"• {reason_html(reason)}")
            line.rule_clicked.connect(self.rule_clicked)
            self._add(line)
        if found.action is not None:
            self._add(button("Ask the table to allow it…", self.overrule_wanted.emit, OVERRULED))
        elif anyway:
            self._add(button("Do it anyway", self.anyway_wanted.emit, OVERRULED))

    def _add(self, widget: QWidget) -> None:
        self.column.addWidget(widget)
        self._lines.append(widget)
