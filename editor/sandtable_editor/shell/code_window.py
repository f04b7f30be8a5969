"""A window on a piece of code: the file as it stands, with one function marked, to read beside the game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QFontDatabase, QGuiApplication, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import DONE, roomy, shades, tone

ABOVE: Final = 4
"""So many lines are shown above the marked ones."""


class CodeWindow(QDialog):
    """The lines ``first`` to ``last`` of a file (counted from 1), marked; ``name`` is what the file is called."""

    def __init__(self, file: Path, name: str, first: int, last: int, parent: QWidget | None = None) -> None:
        self.text = QPlainTextEdit()  # there before a palette can change
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.file, self.first = file, first
        self.setWindowTitle(f"{name}:{first}")
        self.resize(roomy(self, 860, 620))
        self.text.setAccessibleName("Code")
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        layout = QVBoxLayout(self)
        where = QLabel(fit(str(file)))
        where.setObjectName("faint")
        where.setTextFormat(Qt.TextFormat.PlainText)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for widget in (where, self.text, self._buttons()):
            layout.addWidget(widget)
        try:
            self.text.setPlainText(fit(file.read_text("utf-8")))
        except (OSError, UnicodeDecodeError) as error:
            self.text.setPlainText(fit(f"{file} cannot be read: {error}"))
        else:
            self._mark(first, last)

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        copy = QPushButton("&Copy file and line")
        copy.clicked.connect(self._copy)
        other = QPushButton("Open in another &program")
        other.setToolTip("Open the file in the program your system uses for it")
        other.clicked.connect(self._open)
        for button in (copy, other):
            button.setAutoDefault(False)
            box.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return box

    def _mark(self, first: int, last: int) -> None:
        """Mark these lines and bring them into view, those above them a little too."""
        selections: list[QTextEdit.ExtraSelection] = []
        for number in range(first, last + 1):
            line = QTextEdit.ExtraSelection()
            line.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            line.cursor = QTextCursor(self.text.document().findBlockByNumber(number - 1))
            selections.append(line)
        self.text.setExtraSelections(selections)
        self._tint()
        self.text.setTextCursor(selections[0].cursor)
        self.text.verticalScrollBar().setValue(max(0, first - 1 - ABOVE))

    def changeEvent(self, event: QEvent) -> None:
        """Mark them in the colour of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        """Mark the lines in a colour that words can lie on."""
        colour = QColor(DONE if tone() == "contrast" else shades().accent)
        colour.setAlpha(255 if tone() == "contrast" else 48)
        marked = self.text.extraSelections()
        for line in marked:
            line.format.setBackground(colour)
        self.text.setExtraSelections(marked)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.file}:{self.first}")

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.file)))
