"""A list of what can be begun, each line under the name of its game."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from sandtable_editor.shell.pieces import as_tip, fit

AT: Final = Qt.ItemDataRole.UserRole
"""Which of what can be begun a line is; the name of a game is none."""


class GameList(QListWidget):
    """The list. Names of games cannot be chosen."""

    def add(self, game: str, title: str, says: str, number: int) -> None:
        """Add a line at the end of those of its game; ``number``: which of what can be begun it is."""
        item = QListWidgetItem("  " + fit(title))
        item.setToolTip(as_tip(says))
        item.setData(AT, number)
        self.insertItem(self._end_of(fit(game)), item)

    def choose(self, number: int) -> None:
        """Choose what has this number."""
        self.setCurrentRow(next(at for at in range(self.count()) if self.item(at).data(AT) == number))

    @property
    def chosen(self) -> int | None:
        """The number of the current line; ``None`` where there is none, or the name of a game."""
        if self.currentRow() < 0:
            return None
        number: int | None = self.currentItem().data(AT)
        return number

    def _end_of(self, game: str) -> int:
        """Return the line behind the last of a game, whose name is written at the end where it is missing."""
        names = [self.item(at).text() for at in range(self.count())]
        if game not in names:
            line = QListWidgetItem(game)
            line.setFlags(Qt.ItemFlag.NoItemFlags)
            font = line.font()
            font.setBold(True)
            line.setFont(font)
            self.addItem(line)
            return self.count()
        at = names.index(game) + 1
        while at < len(names) and self.item(at).data(AT) is not None:
            at += 1
        return at
