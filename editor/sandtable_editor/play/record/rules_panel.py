"""The rules of the game: found by words, told whole, with what changes them and whether they count here."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from sandtable.play.rules.rule_bearings import rule_lines
from sandtable.play.rules.rule_words import rule_facts
from sandtable.play.words.word_search import rules_of
from sandtable_editor.shell.code_window import CodeWindow
from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame


class RulesPanel(QWidget):
    """A list of rules and the one that is looked at."""

    def __init__(self, game: RunningGame) -> None:
        super().__init__()
        self.game = game
        self.words = QLineEdit()
        self.words.setAccessibleName("Find a rule")
        self.words.setPlaceholderText("Find a rule by its number, title or words")
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Rules")
        self.list.setUniformItemSizes(True)
        self.text = QTextBrowser()
        self.text.setAccessibleName("The words of the rule")
        self.text.setOpenLinks(False)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        column.addWidget(self.list)
        right = QWidget()
        self._buttons = QHBoxLayout()
        beside = QVBoxLayout(right)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(self.text)
        beside.addLayout(self._buttons)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(6, 6, 6, 6)
        whole.addWidget(split)
        self._search = rules_of(game.family)
        self._items: dict[str, QListWidgetItem] = {}
        self.words.textChanged.connect(self._narrow)
        self.list.currentItemChanged.connect(self._look)
        for id, text in sorted(game.family.texts.items()):
            item = QListWidgetItem(f"{id}  {text.title}" if text.title != id else id)
            item.setData(Qt.ItemDataRole.UserRole, id)
            item.setToolTip(as_tip(text.says))
            self.list.addItem(item)
            self._items[id] = item
        if self.list.count():
            self.list.setCurrentRow(0)

    def _narrow(self, text: str) -> None:
        found = self._search.find(text)
        for id, item in self._items.items():
            item.setHidden(id not in found)
        if found and text.strip():
            self.list.setCurrentItem(self._items[found[0]])

    def _look(self) -> None:
        item = self.list.currentItem()
        if item is not None:  # pyright: ignore[reportUnnecessaryComparison]  # an empty list has none
            self._show(item.data(Qt.ItemDataRole.UserRole))

    def _show(self, id: str) -> None:
        facts = rule_facts(self.game.family, id)
        self.text.setHtml(self._html(facts))
        while (old := self._buttons.takeAt(0)) is not None:  # pyright: ignore[reportUnnecessaryComparison]
            if (widget := old.widget()) is not None:  # pyright: ignore[reportUnnecessaryComparison]
                widget.hide()
                widget.deleteLater()
        for code in facts["implemented"]:
            button = QPushButton(f"Show {code['file']}:{code['line']}")
            answers = [one["line"] for one in facts["answers"]]
            button.setToolTip(as_tip("\n".join([f"The code of {code['function']}", *answers])))
            button.clicked.connect(lambda _=False, code=code: self._open(code))
            self._buttons.addWidget(button)
        self._buttons.addStretch()

    def _open(self, code: dict[str, Any]) -> None:
        CodeWindow(Path(code["path"]), code["file"], code["line"], code["last"], self).show()

    def _html(self, facts: dict[str, Any]) -> str:
        title, says, *rest = rule_lines(self.game.family, facts)
        stands = "in force" if self.game.stands(facts["id"]) else "not in force in this campaign"
        lines = "".join(f"<p>{escape(line)}</p>" for line in rest)
        return f"<h3>{escape(title)}</h3><p>{escape(says)}</p>{lines}<p><i>{stands}</i></p>"

    def show_rule(self, id: str) -> None:
        """Show a rule, if there is one of that id."""
        if id in self._items:
            self.words.clear()
            if self.list.currentItem() is self._items[id]:
                self._show(id)  # it may have come into force since
            else:
                self.list.setCurrentItem(self._items[id])
